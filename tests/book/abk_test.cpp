// SPDX-License-Identifier: MIT
#include <set>

#include <boost/json.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/chess/notation.hpp>

#include "book/formats/abk/abk_file.hpp"
#include "book/made_books.hpp"
#include "test_paths.hpp"

namespace polyglot::book {
namespace {

using test::AbkMaker;
using test::fact_of;
using test::weighed_moves;

class AbkBookTest : public testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<BookSource> open(const AbkMaker& maker) const {
    test::write_file(path_, test::bytes_of(maker.bytes()));
    return open_book(path_, BookFormat::abk).value();
  }

  polyglot::test::TemporaryFolder folder_;
  std::string path_ = folder_ / "book.abk";
};

/// 1.e4 e5 2.Nf3 and 1.d4, each with its games.
AbkMaker small_book() {
  AbkMaker maker;
  maker.add({.from = 12, .to = 28, .games = 7, .won = 3, .lost = 1, .reply = 901, .alternative = 903});
  maker.add({.from = 52, .to = 36, .games = 6, .reply = 902});
  maker.add({.from = 6, .to = 21, .games = 5});
  maker.add({.from = 11, .to = 27, .games = 4});
  return maker;
}

TEST_F(AbkBookTest, FindsTheMovesOfItsTree) {
  const auto book = open(small_book());
  EXPECT_EQ(book->size(), 4U);
  EXPECT_EQ(book->take_trouble(), std::nullopt);
  EXPECT_THAT(weighed_moves(*book, chess::Position()), ElementsAre("e2e4 7", "d2d4 4"));
  EXPECT_THAT(weighed_moves(*book, test::position_after("e2e4 e7e5")), ElementsAre("g1f3 5"));
  EXPECT_THAT(weighed_moves(*book, test::position_after("d2d4")), ElementsAre());
  const BookMove first = book->find(chess::Position()).moves.front();
  EXPECT_EQ(fact_of(first, "games"), 7);
  EXPECT_EQ(fact_of(first, "won"), 3);
  EXPECT_EQ(fact_of(first, "lost"), 1);
  EXPECT_EQ(fact_of(first, "priority"), 5);
}

TEST_F(AbkBookTest, AddsUpWhatDifferentLinesSayOfAPosition) {
  AbkMaker maker;  // 1.Nf3 Nf6 2.Nc3 and 1.Nc3 Nf6 2.Nf3, both with 2...Nc6
  maker.add({.from = 6, .to = 21, .games = 1, .reply = 901, .alternative = 904});
  maker.add({.from = 62, .to = 45, .games = 1, .reply = 902});
  maker.add({.from = 1, .to = 18, .games = 1, .reply = 903});
  maker.add({.from = 57, .to = 42, .priority = 3, .games = 10, .won = 4, .lost = 2});
  maker.add({.from = 1, .to = 18, .games = 1, .reply = 905});
  maker.add({.from = 62, .to = 45, .games = 1, .reply = 906});
  maker.add({.from = 6, .to = 21, .games = 1, .reply = 907});
  maker.add({.from = 57, .to = 42, .priority = 7, .games = 5, .won = 1, .lost = 1});
  const auto moves = open(maker)->find(test::position_after("g1f3 g8f6 b1c3")).moves;
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(fact_of(moves[0], "games"), 15);
  EXPECT_EQ(fact_of(moves[0], "won"), 5);
  EXPECT_EQ(fact_of(moves[0], "lost"), 3);
  EXPECT_EQ(fact_of(moves[0], "priority"), 7);
}

TEST_F(AbkBookTest, WeighsPriorityAndGamesAlikeWherePrioritiesDiffer) {
  AbkMaker maker;
  maker.add({.from = 12, .to = 28, .priority = 9, .games = 10, .alternative = 901});
  maker.add({.from = 11, .to = 27, .priority = 1, .games = 30, .alternative = 902});
  maker.add({.from = 6, .to = 21, .priority = 0, .games = 900});
  EXPECT_THAT(weighed_moves(*open(maker), chess::Position()),
              ElementsAre("e2e4 65535", "d2d4 48439", "g1f3 0"));  // 0.9 + 0.25, 0.1 + 0.75
  maker.header(238, 0);                                            // the weight of priority
  EXPECT_THAT(weighed_moves(*open(maker), chess::Position()), ElementsAre("e2e4 10", "d2d4 30", "g1f3 0"));
}

TEST_F(AbkBookTest, PlaysOnlyWhatReachesTheLeastThatItsAuthorSet) {
  AbkMaker maker = small_book();
  maker.header(222, 5);  // games
  EXPECT_THAT(weighed_moves(*open(maker), chess::Position()), ElementsAre("e2e4 7", "d2d4 0"));
  maker.header(222, 0);
  maker.header(226, 4);  // won games, where they are known
  EXPECT_THAT(weighed_moves(*open(maker), chess::Position()), ElementsAre("e2e4 0", "d2d4 0"));
  EXPECT_THAT(weighed_moves(*open(maker), test::position_after("e2e4")), ElementsAre("e7e5 6"));
  maker.header(226, 0);
  maker.header(250, 2);  // half-moves
  EXPECT_THAT(weighed_moves(*open(maker), test::position_after("e2e4")), ElementsAre("e7e5 6"));
  EXPECT_THAT(weighed_moves(*open(maker), test::position_after("e2e4 e7e5")), ElementsAre("g1f3 0"));
}

TEST_F(AbkBookTest, LeavesOutDeletedMovesAndWhatLiesBelowThem) {
  for (const bool is_newer : {true, false}) {
    AbkMaker maker = small_book();
    maker.set_newer(is_newer);
    maker.byte(900, is_newer ? 19 : 16, 1);
    const auto book = open(maker);
    EXPECT_THAT(weighed_moves(*book, chess::Position()), ElementsAre("d2d4 4")) << is_newer;
    EXPECT_EQ(book->size(), 1U);
  }
}

TEST_F(AbkBookTest, SaysWhichRecordsAreDamagedAndPlaysTheRest) {
  AbkMaker maker = small_book();
  maker.byte(901, 1, 20);  // e7e5 becomes e7e3
  const auto book = open(maker);
  EXPECT_THAT(weighed_moves(*book, chess::Position()), ElementsAre("e2e4 7", "d2d4 4"));
  EXPECT_THAT(weighed_moves(*book, test::position_after("e2e4")), ElementsAre());
  EXPECT_THAT(book->take_trouble()->to_string(),
              AllOf(HasSubstr("book.abk: offset 25228: damaged (1 entry in all"),
                    HasSubstr("no legal move in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")));
}

TEST_F(AbkBookTest, SaysThatNumbersAreNoneOfArena) {
  AbkMaker maker;
  maker.add({.from = 12, .to = 28, .priority = 200, .games = 3, .won = 2, .lost = 2});
  const auto book = open(maker);
  EXPECT_THAT(book->take_trouble()->to_string(),
              AllOf(HasSubstr("offset 25200: has a priority over 9"), HasSubstr("1 entry")));
  EXPECT_EQ(fact_of(book->find(chess::Position()).moves.at(0), "priority"), 9);
  EXPECT_FALSE(book->take_trouble());
}

TEST_F(AbkBookTest, DoesNotGoRoundInCircles) {
  AbkMaker maker;
  maker.add({.from = 12, .to = 28, .games = 7, .reply = 901});
  maker.add({.from = 52, .to = 36, .games = 6, .reply = 900, .alternative = 5000});
  const auto book = open(maker);
  EXPECT_EQ(book->size(), 2U);
  EXPECT_THAT(book->take_trouble()->to_string(), HasSubstr("damaged (2 entries"));
}

TEST_F(AbkBookTest, RefusesWhatIsNoBookOfArena) {
  const std::string whole = small_book().bytes();
  for (const std::string& bytes :
       {whole.substr(0, 25227), "\3AB3" + whole.substr(4), std::string(whole).replace(4, 1, "x")}) {
    test::write_file(path_, test::bytes_of(bytes));
    EXPECT_THAT(open_book(path_, BookFormat::abk).error().to_string(), HasSubstr("Arena book"));
  }
  test::write_file(path_, test::bytes_of(whole + "abc"));
  EXPECT_THAT(open_book(path_, BookFormat::abk).value()->take_trouble()->to_string(),
              HasSubstr("ends within an entry"));
}

class AbkVectors : public testing::TestWithParam<std::pair<const char*, const char*>> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(path(GetParam().first))) GTEST_SKIP() << "the shared data is not here";
    vectors_ = boost::json::parse(polyglot::test::read_text(path(GetParam().second)));
  }
  static std::string path(const std::string& name) {
    return std::string(POLYGLOT_SHARED_DATA) + "/abk_ctg/" + name;
  }

  boost::json::value vectors_;
};

TEST_P(AbkVectors, AreFound) {
  const auto book = open_book(path(GetParam().first), BookFormat::abk).value();
  for (const boost::json::value& vector : vectors_.at("positions").as_array()) {
    const auto position = test::position(vector.at("fen").as_string());
    const auto found = book->find(position).moves;
    const auto& expected = vector.at("moves").as_array();
    ASSERT_EQ(found.size(), expected.size()) << position.to_fen();
    for (const boost::json::value& move : expected) {
      const auto wanted = chess::move_from_uci(position, std::string_view(move.at("uci").as_string()));
      ASSERT_TRUE(wanted);
      const auto same = std::ranges::find(found, game::Move(*wanted), &BookMove::move);
      ASSERT_NE(same, found.end()) << position.to_fen();
      for (const char* const name : {"games", "won", "lost", "priority"})
        EXPECT_EQ(fact_of(*same, name), move.at(name).to_number<double>()) << position.to_fen();
    }
  }
  for (const boost::json::value& vector : vectors_.at("absent").as_array())
    EXPECT_TRUE(book->find(test::position(vector.at("fen").as_string())).moves.empty());
}

/// Every record that is not deleted is a legal move.
TEST_P(AbkVectors, AreReadToTheLastRecord) {
  const AbkTree tree = read_abk_tree(AbkFile::read(path(GetParam().first)).value());
  EXPECT_EQ(tree.damaged, 0U);
  std::set<chess::Key> positions;
  std::uint64_t nodes = 0;
  for (const AbkMove& move : tree.moves) {
    positions.insert(move.key);
    nodes += move.nodes;
  }
  const auto& walk = vectors_.at("walk");
  EXPECT_EQ(nodes, walk.at("live_nodes").to_number<std::uint64_t>());
  EXPECT_EQ(positions.size(), walk.at("positions_with_moves").to_number<std::size_t>());
  EXPECT_EQ(tree.moves.size(), walk.at("moves").to_number<std::size_t>());
}

INSTANTIATE_TEST_SUITE_P(RealBooks, AbkVectors,
                         testing::Values(std::pair("Perfect2021.abk", "vectors-perfect2021-abk.json"),
                                         std::pair("Perfect_2010.abk", "vectors-perfect2010-abk.json")));

}  // namespace
}  // namespace polyglot::book
