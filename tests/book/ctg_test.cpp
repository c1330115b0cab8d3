// SPDX-License-Identifier: MIT
#include <set>

#include <boost/json.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/book/book_source.hpp>

#include "book/formats/ctg/ctg_file.hpp"
#include "book/made_books.hpp"
#include "test_paths.hpp"

namespace polyglot::book {
namespace {

namespace json = boost::json;

using test::CtgMaker;
using test::fact_of;
using test::uci_of;

constexpr std::uint8_t kKingsPawn = 0x5f;   // e2e4 of the start position
constexpr std::uint8_t kQueensPawn = 0xe6;  // d2d4
constexpr std::uint8_t kKnight = 0xf3;      // g1f3

std::string hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    text += kDigits[static_cast<unsigned char>(c) >> 4U];
    text += kDigits[static_cast<unsigned char>(c) & 15U];
  }
  return text;
}

std::string unhex(std::string_view text) {
  std::string bytes;
  for (; text.size() >= 2; text.remove_prefix(2))
    bytes += static_cast<char>(parse_number<unsigned>(text.substr(0, 2), 16).value());
  return bytes;
}

class CtgBookTest : public testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> start_moves() const {
    return test::weighed_moves(*open_book(path_, BookFormat::ctg).value(), chess::Position());
  }

  polyglot::test::TemporaryFolder folder_;
  std::string path_ = folder_ / "book.ctg";
};

/// 1.e4 with three games and 1.d4 with two, annotated and recommended as given.
CtgMaker two_moves(std::uint8_t annotation = 0, std::uint8_t recommendation = 0) {
  CtgMaker maker;
  maker.add(chess::Position(), {.moves = {{kKingsPawn, annotation}, {kQueensPawn, 0}}, .games = 5});
  maker.add(test::position_after("e2e4"),
            {.games = 3, .wins = 1, .losses = 2, .points = 10, .recommendation = recommendation});
  maker.add(test::position_after("d2d4"), {.games = 2, .draws = 2, .points = 10});
  return maker;
}

TEST_F(CtgBookTest, FindsMovesAndWhatBecameOfThem) {
  two_moves().write(path_);
  const auto book = open_book(path_, BookFormat::ctg).value();
  EXPECT_EQ(book->size(), 3U);
  const auto moves = book->find(chess::Position()).moves;
  ASSERT_EQ(moves.size(), 2U);
  EXPECT_EQ(uci_of(moves[0].move), "e2e4");
  EXPECT_EQ(fact_of(moves[0], "games"), 3);
  EXPECT_EQ(fact_of(moves[0], "wins"), 2) << "of the mover";
  EXPECT_EQ(fact_of(moves[0], "losses"), 1);
  EXPECT_EQ(fact_of(moves[1], "draws"), 2);
  EXPECT_EQ(book->find(test::position_after("g1f3")).moves.size(), 0U);
  EXPECT_EQ(book->take_trouble(), std::nullopt);
}

/// 1.e3 e5 2.e4 is 1.e4 e5 with the colours swapped.
TEST_F(CtgBookTest, FindsAPositionWithColoursSwapped) {
  CtgMaker maker;
  maker.add(test::position_after("e2e4 e7e5"), {.moves = {{kKnight, 0}}});
  maker.write(path_);
  const auto moves =
      open_book(path_, BookFormat::ctg).value()->find(test::position_after("e2e3 e7e5 e3e4")).moves;
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(uci_of(moves[0].move), "g8f6");
}

TEST_F(CtgBookTest, WeighsByPointsAnnotationsAndColours) {
  struct Marked {
    std::uint8_t annotation;
    std::uint8_t recommendation;
    const char* kings_pawn;
    const char* queens_pawn;
  };
  for (const auto& [annotation, recommendation, kings_pawn, queens_pawn] :
       {Marked{0, 0, "e2e4 5", "d2d4 3"}, Marked{ctg_annotation::kGood, 0, "e2e4 10", "d2d4 3"},
        Marked{ctg_annotation::kBlunder, 0, "e2e4 0", "d2d4 3"},
        Marked{0, ctg_recommendation::kPlay, "e2e4 5", "d2d4 0"},
        Marked{ctg_annotation::kDubious, ctg_recommendation::kPlay, "e2e4 1", "d2d4 3"},
        Marked{0, ctg_recommendation::kAvoid, "e2e4 0", "d2d4 3"}}) {
    two_moves(annotation, recommendation).write(path_);
    EXPECT_THAT(start_moves(), ElementsAre(kings_pawn, queens_pawn));
  }
}

TEST_F(CtgBookTest, SaysThatAPageIsDamagedAndGoesOn) {
  two_moves().write(path_);
  test::Bytes bytes = test::read_file(path_);
  bytes[4096 + 4] = std::byte{0x40};  // the length of a key
  test::write_file(path_, bytes);
  const auto book = open_book(path_, BookFormat::ctg).value();
  EXPECT_TRUE(book->find(chess::Position()).moves.empty());
  EXPECT_TRUE(book->find(chess::Position()).moves.empty());
  EXPECT_THAT(book->take_trouble()->to_string(),
              AllOf(HasSubstr("book.ctg: offset 4096"), HasSubstr("page 0"), HasSubstr("is damaged")));
  EXPECT_EQ(book->take_trouble(), std::nullopt);
}

TEST_F(CtgBookTest, SaysAtOnceThatPagesAreMissing) {
  two_moves().write(path_);
  test::Bytes bytes = test::read_file(path_);
  bytes[19] = std::byte{5};  // the number of pages, of which there is one
  test::write_file(path_, bytes);
  EXPECT_THAT(open_book(path_, BookFormat::ctg).value()->take_trouble()->to_string(),
              HasSubstr("offset 8192: has 1 of 5 pages"));
}

TEST_F(CtgBookTest, ReadsAnythingThatIsCutShort) {
  two_moves().write(path_);
  const test::Bytes bytes = test::read_file(path_);
  for (std::size_t size = 8192; size-- > 4000;) {
    test::write_file(path_, std::span(bytes).first(size));
    EXPECT_FALSE(open_book(path_, BookFormat::ctg)) << size;
    if (size % 64 == 0) size -= 60;
  }
}

TEST_F(CtgBookTest, WantsItsIndex) {
  two_moves().write(path_);
  std::filesystem::remove(folder_ / "book.cto");
  EXPECT_THAT(open_book(path_, BookFormat::ctg).error().to_string(),
              HasSubstr("put the .cto file beside it"));
  test::write_file(folder_ / "book.cto", test::bytes_of(CtgMaker::index().substr(0, 19)));
  EXPECT_THAT(open_book(path_, BookFormat::ctg).error().to_string(), HasSubstr("book.cto: the index"));
}

/// Positions and entries of real books, read where they are.
json::value read_json(const std::string& name) {
  const std::string path = std::string(POLYGLOT_SHARED_DATA) + "/abk_ctg/" + name;
  if (!std::filesystem::exists(path)) return nullptr;
  return json::parse(polyglot::test::read_text(path));
}

std::string_view text_of(const json::value& value, const char* name) {
  return value.at(name).as_string();
}

void expect_key(const json::value& vector) {
  const auto position = test::position(text_of(vector, "fen"));
  const CtgPosition stored(position);
  EXPECT_EQ(hex(stored.key()), text_of(vector, "key")) << position.to_fen();
  EXPECT_EQ(stored.hash(), parse_number<std::uint32_t>(text_of(vector, "hash"), 16)) << position.to_fen();
}

TEST(CtgVectors, MadeKeysAndCodesAreTheirs) {
  const json::value vectors = read_json("ctg-keys-constructed.json");
  if (vectors.is_null()) GTEST_SKIP() << "the shared data is not here";
  std::size_t unlawful = 0;
  for (const json::value& vector : vectors.at("positions").as_array()) {
    if (!chess::Position::from_fen(text_of(vector, "fen"))) {
      ++unlawful;  // the side to move could take the king
      continue;
    }
    expect_key(vector);
    const auto position = test::position(text_of(vector, "fen"));
    const CtgPosition stored(position);
    std::set<std::string> expected;
    for (const json::value& move : vector.at("moves").as_array()) {
      const auto& pair = move.as_array();
      const auto decoded = decode_ctg_move(position, stored, pair.at(0).to_number<std::uint8_t>());
      ASSERT_TRUE(decoded) << position.to_fen() << ' ' << pair.at(1);
      EXPECT_EQ(uci_of(*decoded), pair.at(1).as_string()) << position.to_fen();
      expected.insert(std::string(pair.at(1).as_string()));
    }
    for (unsigned code = 0; code < 256; ++code) {
      if (code == 0x1a || code == 0xf9) continue;
      const auto move = decode_ctg_move(position, stored, static_cast<std::uint8_t>(code));
      EXPECT_TRUE(!move || expected.contains(uci_of(*move))) << position.to_fen() << ' ' << code;
    }
  }
  EXPECT_EQ(unlawful, 1U);
}

class CtgEntryVectors : public testing::TestWithParam<const char*> {};

TEST_P(CtgEntryVectors, AreRead) {
  const json::value vectors = read_json(GetParam());
  if (vectors.is_null()) GTEST_SKIP() << "the shared data is not here";
  for (const json::value& vector : vectors.at("positions").as_array()) {
    expect_key(vector);
    const auto position = test::position(text_of(vector, "fen"));
    const CtgPosition stored(position);
    const std::string bytes = unhex(text_of(vector, "entry_bytes")).substr(stored.key().size());
    const auto entry = parse_ctg_entry(std::as_bytes(std::span(bytes)));
    ASSERT_TRUE(entry) << position.to_fen();
    const auto& wanted = vector.at("entry");
    EXPECT_EQ(entry->games, wanted.at("games").to_number<std::uint32_t>());
    EXPECT_EQ(entry->wins, wanted.at("wins").to_number<std::uint32_t>());
    EXPECT_EQ(entry->losses, wanted.at("losses").to_number<std::uint32_t>());
    EXPECT_EQ(entry->draws, wanted.at("draws").to_number<std::uint32_t>());
    EXPECT_EQ(entry->points, wanted.at("points10").to_number<std::uint32_t>());
    EXPECT_EQ(entry->recommendation, wanted.at("recommendation").to_number<unsigned>());
    EXPECT_EQ(entry->learned, wanted.at("learn").to_number<int>());
    EXPECT_EQ(entry->comment, wanted.at("comment").to_number<unsigned>());
    const auto& moves = vector.at("moves").as_array();
    ASSERT_EQ(entry->moves.size(), moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto decoded = decode_ctg_move(position, stored, entry->moves[i].code);
      ASSERT_TRUE(decoded) << position.to_fen();
      EXPECT_EQ(uci_of(*decoded), text_of(moves[i], "uci"));
      EXPECT_EQ(entry->moves[i].annotation, moves[i].at("annotation").to_number<unsigned>());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(RealBooks, CtgEntryVectors,
                         testing::Values("vectors-perfect2021-ctg.json", "vectors-powerplay17-ctg.json",
                                         "vectors-simple-ctg.json"));

TEST(CtgVectors, AWholeBookIsRead) {
  const json::value vectors = read_json("vectors-simple-ctg.json");
  if (vectors.is_null()) GTEST_SKIP() << "the shared data is not here";
  const auto book =
      open_book(std::string(POLYGLOT_SHARED_DATA) + "/abk_ctg/simple.ctg", BookFormat::ctg).value();
  for (const json::value& vector : vectors.at("positions").as_array()) {
    const auto position = test::position(text_of(vector, "fen"));
    const auto found = book->find(position).moves;
    const auto& moves = vector.at("moves").as_array();
    ASSERT_EQ(found.size(), moves.size()) << position.to_fen();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      EXPECT_EQ(uci_of(found[i].move), text_of(moves[i], "uci"));
      EXPECT_EQ(fact_of(found[i], "games"), moves[i].at("after").at("games").to_number<double>());
      EXPECT_EQ(fact_of(found[i], "annotation"), moves[i].at("annotation").to_number<double>());
    }
  }
  EXPECT_EQ(book->take_trouble(), std::nullopt);
}

}  // namespace
}  // namespace polyglot::book
