// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/convert.hpp>
#include <polyglot/book/crafty_key.hpp>
#include <polyglot/book/crafty_record.hpp>
#include <polyglot/book/crafty_selection.hpp>
#include <polyglot/book/crafty_writer.hpp>
#include <polyglot/book/learn_store.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/open_book.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>

#include "book/book_files.hpp"
#include "book/formats/crafty/crafty_filter.hpp"
#include "book/formats/crafty/crafty_numbers.hpp"
#include "book/formats/crafty/crafty_ranking.hpp"
#include "test_paths.hpp"

/// What Crafty 25.2 itself has computed, and books that it has made.
namespace polyglot::book {
namespace {

using testing::HasSubstr;

std::string shared(const std::string& name) {
  return std::string(POLYGLOT_SHARED_DATA) + "/crafty/" + name;
}

std::string text(const boost::json::value& value, const char* name) {
  return std::string(value.at(name).as_string());
}

std::uint64_t hex(const boost::json::value& value, const char* name) {
  return parse_number<std::uint64_t>(text(value, name), 16).value();
}

std::string uci(const game::Move& move) {
  return chess::to_uci(std::get<chess::Move>(move), chess::CastlingNotation::king_to_destination);
}

/// Tests on the real books.
class CraftyVectors : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(shared("README.md"))) GTEST_SKIP() << "no books of Crafty here";
  }

  static boost::json::array read(const std::string& name) {
    std::ifstream file(shared(name));
    std::stringstream content;
    content << file.rdbuf();
    return boost::json::parse(content.str()).as_array();
  }

  /// A Crafty book of this folder, with the start book if it is named.
  [[nodiscard]] std::unique_ptr<BookSource> open(const std::string& name,
                                                 const std::string& start_book = "") const {
    std::filesystem::copy_file(shared(name), folder_.file("book.bin"));
    if (!start_book.empty()) std::filesystem::copy_file(shared(start_book), folder_.file("books.bin"));
    return open_book(folder_.file("book.bin"), BookFormat::crafty).value();
  }

  static void expect_moves(const BookSource& book, const std::string& vectors, const char* count) {
    for (const boost::json::value& known : read(vectors)) {
      const chess::Position position = test::position(text(known, "fen"));
      std::map<std::string, CraftyFacts> found;
      for (const BookMove& move : book.find(position).moves) {
        const auto facts = CraftyFacts::of(move);
        ASSERT_TRUE(facts);
        EXPECT_EQ(move.weight, facts->count);
        found[uci(move.move)] = *facts;
      }
      const boost::json::array& moves = known.at("moves").as_array();
      EXPECT_EQ(found.size(), moves.size()) << text(known, "fen");
      for (const boost::json::value& move : moves) {
        const auto facts = found.find(text(move, "uci"));
        ASSERT_NE(facts, found.end()) << text(known, "fen") << ' ' << text(move, "uci");
        EXPECT_EQ(facts->second.count, move.at(count).to_number<std::uint32_t>());
        EXPECT_EQ(facts->second.status, move.at("status").to_number<unsigned>());
        EXPECT_EQ(std::bit_cast<std::uint32_t>(facts->second.learn), hex(move, "learn_hex"));
      }
    }
  }

  static void expect_selection(const BookSource& book, const std::string& vectors) {
    for (const boost::json::value& known : read(vectors)) {
      const chess::Position position = test::position(text(known, "fen"));
      SCOPED_TRACE(text(known, "fen"));
      const BookMoves moves = book.find(position);
      const auto ranked = crafty_ranking(moves, position.side_to_move());
      std::size_t place = 0;
      for (const boost::json::value& expected : known.at("ranked").as_array()) {
        ASSERT_LT(place, ranked.size());
        EXPECT_EQ(uci(ranked[place].entry.move), text(expected, "uci"));
        EXPECT_EQ(ranked[place].facts.status, expected.at("status").to_number<unsigned>());
        EXPECT_EQ(ranked[place].facts.percent, expected.at("percent").to_number<std::uint32_t>());
        EXPECT_NEAR(ranked[place].value, expected.at("value").to_number<double>(), 0.001);
        ++place;
      }
      const auto kept = crafty_kept(ranked);
      const auto candidates = judge_as_crafty(moves, position.side_to_move());
      const boost::json::array& expected = known.at("candidates").as_array();
      ASSERT_EQ(kept.size(), expected.size());
      ASSERT_EQ(candidates.size(), moves.moves.size());
      EXPECT_EQ(std::ranges::count_if(candidates, &Candidate::is_kept), std::ssize(expected));
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(uci(candidates[i].entry.move), text(expected[i], "uci"));
        EXPECT_EQ(kept[i].value, expected[i].at("value").to_number<double>());
        EXPECT_NEAR(candidates[i].share, 10'000 * expected[i].at("probability").to_number<double>(), 1);
      }
    }
  }

  test::TempFolder folder_;
};

TEST_F(CraftyVectors, SignaturesAndKeysAreThoseOfCrafty) {
  std::size_t moves = 0;
  for (const boost::json::value& known : read("keys.json")) {
    const chess::Position position = test::position(text(known, "fen"));
    const std::uint64_t signature = crafty_signature(position);
    EXPECT_EQ(signature, hex(known, "signature_hex")) << text(known, "fen");
    for (const boost::json::value& child : known.at("children").as_array()) {
      chess::Position next = position;
      next.make(chess::move_from_uci(position, text(child, "uci")).value());
      EXPECT_EQ(crafty_signature(next), hex(child, "child_signature_hex"));
      EXPECT_EQ(crafty_record_key(signature, crafty_signature(next), position.side_to_move()),
                hex(child, "record_key_hex"));
      ++moves;
    }
    EXPECT_EQ(position.legal_moves().size(), known.at("children").as_array().size());
  }
  EXPECT_GT(moves, 1000U);
}

TEST_F(CraftyVectors, BooksHaveTheMovesThatCraftyFindsInThem) {
  const auto book = open("sample-book.bin");
  expect_moves(*book, "vectors.json", "count");
  constexpr std::size_t kClusters = 11405;
  const std::size_t rest = 131072 + 4 * kClusters + 4;
  EXPECT_EQ(book->size(), (std::filesystem::file_size(shared("sample-book.bin")) - rest) / 16);
  EXPECT_FALSE(book->take_trouble());
}

TEST_F(CraftyVectors, EveryRecordIsALegalMoveThatTheBookLeadsTo) {
  for (const char* const name : {"sample-book.bin", "quirks-book.bin", "starts-books.bin"}) {
    const auto book = open_book(shared(name), BookFormat::crafty).value();
    const std::size_t set_up = std::string_view(name) == "quirks-book.bin" ? 5 : 0;  // of a game with a FEN
    EXPECT_EQ(collect_entries(*book).entries.size() + set_up, book->size()) << name;
  }
}

TEST_F(CraftyVectors, LearnedValuesAreFound) {
  expect_moves(*open("sample-book-learned.bin"), "vectors-learned.json", "count");
}

TEST_F(CraftyVectors, AStartBookByItselfHasPercentages) {
  expect_moves(*open("starts-books.bin"), "vectors-starts.json", "percent");
}

TEST_F(CraftyVectors, MovesAreRankedAsCraftyRanksThem) {
  expect_selection(*open("sample-book-learned.bin"), "selection.json");
}

TEST_F(CraftyVectors, TheStartBookBesideCountsInTheRanking) {
  expect_selection(*open("sample-book-learned.bin", "starts-books.bin"), "selection-with-starts.json");
}

/// A Crafty book of positions of one line, made here.
class CraftyLearning : public testing::Test {
 protected:
  /// The book has the moves of `line`. Unless `alone`, it has one more move in each position of the side that
  /// learns.
  void make_book(std::string_view line, bool alone = false) {
    std::istringstream words{std::string(line)};
    chess::Position position;
    std::vector<CraftyRecord> records;
    for (std::string word; words >> word;) {
      const chess::Move move = chess::move_from_uci(position, word).value();
      add(records, position, move);
      const chess::MoveList legal = position.legal_moves();
      const chess::Move other = legal[0] == move ? legal[1] : legal[0];
      if (!alone) add(records, position, other);
      if (position.side_to_move() == chess::Color::white)
        played_.push_back({.position = position, .move = move, .points = 2});
      position.make(move);
    }
    std::ranges::sort(records, {}, &CraftyRecord::key);
    CraftyClusters clusters;
    for (const CraftyRecord& record : records) clusters.set(record.cluster());
    ASSERT_TRUE(write_crafty_book(path_, records, clusters));
  }

  static void add(std::vector<CraftyRecord>& records, const chess::Position& position, chess::Move move) {
    chess::Position next = position;
    next.make(move);
    const std::uint64_t key =
        crafty_record_key(crafty_signature(position), crafty_signature(next), position.side_to_move());
    records.push_back({.key = key, .status = crafty_status::kWhiteWon, .count = 1});
  }

  void set_learned(std::size_t move, float value) const {
    std::vector<std::byte> bytes = test::read_file(path_);
    const auto moves = open_book(path_, BookFormat::crafty).value()->find(played_[move].position);
    ASSERT_FALSE(moves.moves.empty());
    chess::Position next = *played_[move].position.chess();
    const std::uint64_t before = crafty_signature(next);
    next.make(std::get<chess::Move>(played_[move].move));
    const std::uint64_t key = crafty_record_key(before, crafty_signature(next), chess::Color::white);
    for (std::size_t at = crafty_layout::kIndexBytes; at + CraftyRecord::kBytes < bytes.size(); at += 4)
      if (crafty_layout::decode(std::span<const std::byte>(bytes).subspan(at).first<CraftyRecord::kBytes>())
              .key == key)
        crafty_layout::store(std::bit_cast<std::uint32_t>(value),
                             std::span(bytes).subspan(at + crafty_layout::kLearnOffset).first<4>());
    test::write_file(path_, bytes);
  }

  [[nodiscard]] float learned(std::size_t move) const {
    const auto moves = open_book(path_, BookFormat::crafty).value()->find(played_[move].position);
    for (const BookMove& entry : moves.moves)
      if (entry.move == played_[move].move) return CraftyFacts::of(entry).value().learn;
    return std::numeric_limits<float>::quiet_NaN();
  }

  test::TempFolder folder_;
  std::string path_ = folder_.file("book.bin");
  std::vector<PlayedMove> played_;
};

constexpr std::string_view kSixMoves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1";

/// The walk asks for every position that games may reach two plies outside the book.
TEST_F(CraftyLearning, IsReadOnceWhereItIsWalkedThrough) {
  std::vector<CraftyRecord> records;
  add(records, chess::Position(), chess::move_from_uci(chess::Position(), "e2e4").value());
  CraftyClusters clusters;
  for (std::size_t i = 0; i < crafty_layout::kClusters; ++i) clusters.set(i);
  ASSERT_TRUE(write_crafty_book(path_, records, clusters));
  std::size_t reads = 0;
  const os::FaultInjection count([&](os::Call call) {
    if (call == os::Call::read) ++reads;
    return os::Fault{};
  });
  EXPECT_FALSE(LoadedBook::load(path_).value().entries().empty());
  EXPECT_LE(reads, 10U);
}

TEST_F(CraftyLearning, ShowsLearnedValuesAsResultsOfFourGames) {
  make_book("e2e4");
  const auto points = [&](float learned) {
    set_learned(0, learned);
    const auto book = open_book(path_, BookFormat::crafty).value();
    const game::Position start = chess::Position();
    const BookMoves moves = book->find(start);
    const auto e4 = std::ranges::find(moves.moves, played_[0].move, &BookMove::move) - moves.moves.begin();
    return book->learn_store()->results(start, moves).results[static_cast<std::size_t>(e4)].points;
  };
  EXPECT_EQ(points(0), 4);
  EXPECT_EQ(points(0.3F), 8) << "what Crafty learns of a game that it won";
  EXPECT_EQ(points(0.225F), 7);
  EXPECT_EQ(points(-0.3F), 0);
  EXPECT_EQ(points(3), 8);
}

TEST(CraftySignature, OfThePositionBehindAMoveIsTheSameFromTheOneBefore) {
  constexpr std::array<std::string_view, 5> kFens{
      chess::kStartFen, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1",
      "r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1"};
  for (const std::string_view fen : kFens) {
    const chess::Position position = test::position(fen);
    for (const chess::Move move : position.legal_moves()) {
      chess::Position after = position;
      after.make(move);
      EXPECT_EQ(crafty_signature_after(position, crafty_signature(position), move), crafty_signature(after))
          << fen << " " << chess::to_uci(move, chess::CastlingNotation::king_takes_rook);
      for (const chess::Move reply : after.legal_moves()) {
        chess::Position behind = after;
        behind.make(reply);
        ASSERT_EQ(crafty_signature_after(after, crafty_signature(after), reply), crafty_signature(behind));
      }
    }
  }
}

/// Whether the changes of all moves of a position, and of games of so many plies behind it, are known.
void expect_known_changes(const CraftyChanges& changes, const chess::Position& position, int plies) {
  const std::uint64_t signature = crafty_signature(position);
  const auto en_passant = position.en_passant();
  const std::uint64_t unchanged = en_passant ? signature ^ crafty_number(*en_passant) : signature;
  for (const chess::Move move : position.legal_moves()) {
    ASSERT_TRUE(changes.may_contain(unchanged ^ crafty_signature_after(position, signature, move)))
        << position.to_fen() << " " << chess::to_uci(move, chess::CastlingNotation::king_takes_rook);
    if (plies == 0) continue;
    chess::Position next = position;
    next.make(move);
    expect_known_changes(changes, next, plies - 1);
  }
}

TEST(CraftyFilter, KnowsTheChangesOfAllMovesAndOfFewOtherNumbers) {
  constexpr std::array<std::string_view, 4> kFens{
      chess::kStartFen, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
      "n1n1k3/PPP5/8/3pP3/2Pp4/8/1p4pp/4KN1N b - c3 0 1"};
  const CraftyChanges changes;
  for (const std::string_view fen : kFens) expect_known_changes(changes, test::position(fen), 2);
  std::uint64_t number = 1;
  int known = 0;
  for (int i = 0; i < 1000; ++i) known += changes.may_contain((number *= 0x9E3779B97F4A7C15) >> 20) ? 1 : 0;
  EXPECT_LT(known, 150);
}

TEST_F(CraftyVectors, MovesIntoABookAreFewBesideThoseAfterWhichItHasMoves) {
  const auto book = open("sample-book.bin");
  const chess::Position start;
  EXPECT_EQ(book->moves_into(start).size(), start.legal_moves().size());
  book->expect_many_lookups();
  const chess::MoveList found = book->moves_into(start);
  for (const chess::Move move : start.legal_moves()) {
    chess::Position next = start;
    next.make(move);
    EXPECT_TRUE(found.contains(move) || book->find(next).moves.empty()) << uci(move);
  }
  EXPECT_LT(found.size(), start.legal_moves().size());
}

TEST(CraftyRanking, MarksAMoveAsGoodThatHasWonAPawn) {
  const auto is_marked = [](double learned) {
    const BookMoves moves{.moves = {{.move = chess::move_from_uci(chess::Position(), "e2e4").value(),
                                     .weight = 10,
                                     .facts = {{"count", 10.0}, {"status", 128.0}, {"learn", learned}}}},
                          .total_weight = 10};
    return (crafty_ranking(moves, chess::Color::white).front().facts.status & crafty_status::kGood) != 0;
  };
  EXPECT_FALSE(is_marked(0.99));
  EXPECT_TRUE(is_marked(1.0));
}

TEST(CraftyRanking, TakesAMoveWithLessThanATenthOfTheHighestCountForRare) {
  const auto is_rare = [](double count) {
    BookMoves moves;
    for (const auto& [text, games] : {std::pair("e2e4", 100.0), std::pair("d2d4", count)})
      moves.moves.push_back({.move = chess::move_from_uci(chess::Position(), text).value(),
                             .weight = static_cast<std::uint32_t>(games),
                             .facts = {{"count", games}, {"status", 128.0}, {"learn", 0.0}}});
    return (crafty_ranking(moves, chess::Color::white).back().facts.status & crafty_status::kBad) != 0;
  };
  EXPECT_TRUE(is_rare(9));
  EXPECT_FALSE(is_rare(10));
}

TEST_F(CraftyLearning, SharesAWinOutTowardsTheEnd) {
  make_book(kSixMoves);
  set_learned(3, -0.16666667F);
  const std::vector<std::byte> before = test::read_file(path_);
  EXPECT_EQ(try_learn(path_, played_).value(), 6U);
  for (const std::size_t move : {0U, 1U, 2U, 4U, 5U})
    EXPECT_EQ(learned(move), 0.3F * static_cast<float>(move + 1) / 6) << move;
  EXPECT_EQ(learned(3), 0.016666666F) << "half way from what was there";
  EXPECT_EQ(test::read_file(path_).size(), before.size());
}

TEST_F(CraftyLearning, SharesAWinOutAmongManyMoves) {
  std::string moves;
  for (const char* ranks : {"2376", "3465"})
    for (char file = 'a'; file <= 'h'; ++file)
      moves += std::string{file, ranks[0], file, ranks[1], ' ', file, ranks[2], file, ranks[3], ' '};
  make_book(moves + "g1f3");
  set_learned(0, 0.008188501F);
  EXPECT_EQ(try_learn(path_, played_).value(), 17U);
  EXPECT_EQ(learned(0), 0.012917780F);
}

TEST_F(CraftyLearning, HalvesWhatWasThereAfterADraw) {
  make_book(kSixMoves);
  set_learned(0, 0.045161292F);
  for (PlayedMove& move : played_) move.points = 1;
  EXPECT_EQ(try_learn(path_, played_).value(), 6U);
  EXPECT_EQ(learned(0), 0.022580646F);
  EXPECT_EQ(learned(1), 0.0F);
}

TEST_F(CraftyLearning, GivesNothingWhereTheBookLeftNoChoice) {
  make_book(kSixMoves, true);
  EXPECT_EQ(try_learn(path_, played_).value(), 6U);
  EXPECT_EQ(learned(5), 0.0F);
}

TEST_F(CraftyLearning, PassesMovesOutOfTheBookOver) {
  make_book(kSixMoves);
  std::vector<PlayedMove> other = played_;
  other[1].move = chess::move_from_uci(*other[1].position.chess(), "h2h4").value();
  for (PlayedMove& move : other) move.points = 0;
  EXPECT_EQ(try_learn(path_, other).value(), 5U);
  EXPECT_EQ(learned(1), 0.0F);
  EXPECT_EQ(learned(2), -0.3F * 2 / 5);
}

TEST_F(CraftyLearning, WaitsForNobody) {
  make_book(kSixMoves);
  const auto lock = os::try_open_locked(path_).value();
  EXPECT_FALSE(try_learn(path_, played_).value());
}

TEST_F(CraftyLearning, SaysWhereABookIsCutShort) {
  make_book(kSixMoves);
  const std::vector<std::byte> whole = test::read_file(path_);
  for (const std::size_t size :
       {std::size_t{600}, crafty_layout::kIndexBytes, whole.size() - 1, whole.size() - 20}) {
    test::write_file(path_, std::span(whole).first(size));
    const auto book = open_book(path_, BookFormat::crafty);
    ASSERT_FALSE(book) << size;
    EXPECT_THAT(book.error().to_string(), HasSubstr("book.bin: offset ")) << size;
  }
  test::write_file(path_, std::span(whole).first(whole.size() - 24));
  EXPECT_THAT(open_book(path_, BookFormat::crafty).error().to_string(),
              HasSubstr("the Crafty book ends here"))
      << "what stands at its end is no version";
}

TEST_F(CraftyLearning, PlaysOnWhereAClusterIsDamaged) {
  make_book(kSixMoves);
  std::vector<std::byte> bytes = test::read_file(path_);
  const std::size_t entry = CraftyRecord{.key = crafty_signature({})}.cluster() * 4;
  const auto cluster = crafty_layout::load(std::span<const std::byte>(bytes).subspan(entry).first<4>());
  bytes[cluster] = std::byte{77};
  test::write_file(path_, bytes);
  const auto book = open_book(path_, BookFormat::crafty).value();
  EXPECT_TRUE(book->find(chess::Position()).moves.empty());
  EXPECT_FALSE(book->find(test::position_after("e2e4")).moves.empty());
  EXPECT_THAT(book->take_trouble()->to_string(),
              HasSubstr("the index of the Crafty book names a cluster here"));
  EXPECT_FALSE(book->take_trouble());
}

}  // namespace
}  // namespace polyglot::book
