// SPDX-License-Identifier: MIT
// Plain keys and codes: Polyglot's own, for variants.
#include <boost/json.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/notation.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"
#include "test_paths.hpp"
#include "variants/helpers.hpp"

/// What XBoard 4.9.1 itself has computed: keys, codes, whole books and games.
namespace polyglot::variants {
namespace {

using testing::position_of;
using testing::variant_of;

class VectorTest : public ::testing::TestWithParam<const char*> {
 protected:
  explicit VectorTest(std::string folder = "") : folder_(std::move(folder)) {}

  void SetUp() override {
    const std::string path = POLYGLOT_SHARED_DATA "/variants/" + folder_ + GetParam() + ".json";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no shared data";
    vectors_ = boost::json::parse(test::read_text(path));
  }

  static std::string text(const boost::json::value& value, const char* name) {
    return std::string(value.at(name).as_string());
  }

  static Key key(const boost::json::value& value, const char* name) {
    return parse_number<Key>(text(value, name), 16).value();
  }

  const std::string folder_;
  boost::json::value vectors_;
};

using XBoardVectors = VectorTest;

/// Some FENs were written by hand, with the pieces in hand in another order than XBoard's.
std::string with_sorted_holdings(std::string fen) {
  const std::size_t first = fen.find('[');
  if (first != std::string::npos)
    std::sort(fen.begin() + static_cast<std::ptrdiff_t>(first),
              fen.begin() + static_cast<std::ptrdiff_t>(fen.find(']')));
  return fen;
}

/// A move of XBoard that breaks the rules. XBoard lets a falcon pass as if it were a Lion, lets pieces
/// promote outside a zone and to a piece that has not been lost, and does not see checks round the cylinder.
struct Unlawful {
  std::string_view variant;
  std::string_view move;
};
constexpr Unlawful kUnlawful[] = {
    {"falcon", "g8g8"}, {"chu", "e2d2+"}, {"cylinder", "b7c8"}, {"grand", "h3h2c"}};

/// A game of grand chess goes on with a queen that White has not lost.
constexpr std::string_view kUnlawfulPosition = "10/C1A5Q1/10/5k3P/10/10/5K4/q8p/2n4r2/10[NBRbac] w - 0 4";

bool is_unlawful(std::string_view variant, std::string_view move) {
  return std::ranges::any_of(kUnlawful, [&](const Unlawful& unlawful) {
    return unlawful.variant == variant && unlawful.move == move;
  });
}

/// A move as the vectors have it: ranks from 1, no middle square.
std::string text_of(const Position& position, const Move& move) {
  std::string text = to_uci(position, move);
  if (const std::size_t comma = text.find(','); comma != std::string::npos) {
    const std::string middle = text.substr(comma + 1, text.size());
    text = text.substr(0, text.find_first_not_of("0123456789", 1)) +
           middle.substr(middle.find_first_not_of("0123456789", 1));
  }
  return text;
}

TEST_P(XBoardVectors, KeysAreTheSame) {
  for (const boost::json::value& vector : vectors_.at("positions").as_array()) {
    const std::string fen = text(vector, "fen");
    const Position position = position_of(GetParam(), fen);
    EXPECT_EQ(position.key(), key(vector, "key")) << fen;
    // Of these two XBoard also reads the e.p. square and the second king in ways of its own.
    const bool is_odd =
        GetParam() == std::string_view("seirawan") || GetParam() == std::string_view("twokings");
    if (!is_odd && vector.as_object().contains("key_if_xboard_reloads_fen")) {
      EXPECT_EQ(position.with_real_castling_rights().key(), key(vector, "key_if_xboard_reloads_fen")) << fen;
    }
  }
}

TEST_P(XBoardVectors, FensAreWrittenAsTheyWereRead) {
  for (const boost::json::value& vector : vectors_.at("positions").as_array()) {
    const std::string fen = text(vector, "fen");
    EXPECT_EQ(with_sorted_holdings(position_of(GetParam(), fen).to_fen()), with_sorted_holdings(fen));
  }
}

TEST_P(XBoardVectors, CodesOfTextsAreTheSame) {
  const Variant& variant = variant_of(GetParam());
  for (const boost::json::value& vector : vectors_.at("moves").as_array()) {
    SCOPED_TRACE(boost::json::serialize(vector));
    std::string move = text(vector, "move");
    if (const auto* const via = vector.as_object().if_contains("via");
        via != nullptr && text(vector, "kind") == "lion") {
      const std::string middle(via->as_string());
      move.insert(move.find_first_not_of("0123456789", 1), middle + ',' + middle);
    }
    if (variant.ranks() == 10) move = text(vector, "xboard_text");
    for (const auto& [name, style] :
         {std::pair("code_game", CodeStyle::game), {"code_editor", CodeStyle::editor}}) {
      if (vector.at(name).is_null()) continue;
      EXPECT_EQ(book_code(variant, move, style), vector.at(name).to_number<std::uint16_t>()) << name;
    }
  }
}

TEST_P(XBoardVectors, CodesMeanTheirMoves) {
  for (const boost::json::value& vector : vectors_.at("moves").as_array()) {
    if (vector.at("code_game").is_null()) continue;
    SCOPED_TRACE(boost::json::serialize(vector));
    std::string wanted = text(vector, "move");
    if (is_unlawful(GetParam(), wanted)) continue;
    if (wanted.ends_with('=')) wanted.pop_back();
    const Position position = position_of(GetParam(), text(vector, "fen"));
    const std::vector<Move> moves =
        moves_of_code(position, vector.at("code_game").to_number<std::uint16_t>());
    // The king's move and the rook's are one castling.
    const bool is_castling = text(vector, "kind").starts_with("castling");
    EXPECT_TRUE(std::ranges::any_of(moves, [&](const Move& move) {
      return is_castling ? move.kind == MoveKind::castling : text_of(position, move) == wanted;
    }));
  }
}

constexpr const char* kVariants[] = {
    "3check",   "asean",    "atomic",     "berolina", "capablanca", "caparandom", "chu",
    "courier",  "cylinder", "crazyhouse", "elven",    "fairy",      "falcon",     "fischerandom",
    "giveaway", "gothic",   "grand",      "great",    "janus",      "knightmate", "lion",
    "losers",   "makruk",   "nocastle",   "normal",   "seirawan",   "shatranj",   "shogi",
    "spartan",  "suicide",  "super",      "twokings", "wildcastle", "xiangqi"};
const auto kFileName = [](const auto& named) {
  std::string name = named.param;
  std::erase_if(name, [](char c) { return !is_letter(c) && !is_digit(c); });
  return name;
};
INSTANTIATE_TEST_SUITE_P(Variant, XBoardVectors, ::testing::ValuesIn(kVariants), kFileName);

class XBoardBooks : public VectorTest {
 protected:
  XBoardBooks() : VectorTest("books/") {}
};

TEST_P(XBoardBooks, EveryRecordIsALegalMove) {
  for (const boost::json::value& listed : vectors_.at("positions").as_array()) {
    const std::string fen = text(listed, "fen");
    const Position position = position_of(GetParam(), fen);
    EXPECT_EQ(position.key(), key(listed, "key")) << fen;
    for (const boost::json::value& entry : listed.at("entries").as_array()) {
      const auto code = entry.as_array()[0].to_number<std::uint16_t>();
      EXPECT_FALSE(moves_of_code(position, code).empty()) << fen << " " << code;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Book, XBoardBooks,
                         ::testing::Values("3check", "capablanca", "crazyhouse", "knightmate", "makruk",
                                           "seirawan", "shogi"),
                         kFileName);

class XBoardGames : public VectorTest {
 protected:
  XBoardGames() : VectorTest("builder/") {}
};

TEST_P(XBoardGames, EveryMoveLeadsToTheNextPosition) {
  for (const boost::json::value& game : vectors_.at("games").as_array()) {
    const boost::json::array& plies = game.at("plies").as_array();
    for (std::size_t i = 0; i < plies.size(); ++i) {
      const Position position = position_of(GetParam(), text(plies[i], "fen"));
      const bool has_quirk = game.at("castling_quirk").as_bool();
      EXPECT_EQ(has_quirk ? position.key_of_fen_game() : position.key(), key(plies[i], "key"));
      if (i + 1 == plies.size()) break;
      if (text(plies[i], "fen") == kUnlawfulPosition) continue;
      SCOPED_TRACE(boost::json::serialize(plies[i]));
      const auto code = static_cast<std::uint16_t>(plies[i].at("code").to_number<std::uint32_t>());
      const std::vector<Move> moves = moves_of_code(position, code);
      const std::string next = text(plies[i + 1], "fen");
      const bool leads_there = std::ranges::any_of(moves, [&](const Move& move) {
        Position after = position;
        after.make(move);
        return after.to_fen() == next && after.key() == position_of(GetParam(), next).key();
      });
      EXPECT_TRUE(leads_there) << next;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Game, XBoardGames,
                         ::testing::Values("crazyhouse", "fischerandom", "grand", "normal"), kFileName);

/// The variant whose books have plain keys.
const Variant& plain(const char* name) {
  return *variant_of(name).with_plain_keys();
}

std::uint16_t code(const Position& position, const char* move) {
  return book_code(position, move_from_uci(position, move).value());
}

TEST(PlainKeys, AreThoseOfChessWhereTheBoardIs) {
  for (const char* name : {"atomic", "3check", "kingofthehill", "crazyhouse", "normal"})
    EXPECT_EQ(Position(plain(name)).key(), chess::Position().key()) << name;
  EXPECT_NE(Position(variant_of("atomic")).key(), chess::Position().key());
  EXPECT_EQ(variant_of("capablanca").with_plain_keys(), nullptr) << "another board";
  EXPECT_EQ(variant_of("knightmate").with_plain_keys(), nullptr) << "other pieces";
  EXPECT_EQ(plain("atomic").with_plain_keys(), &plain("atomic"));
}

TEST(PlainKeys, KnowNothingOfHandsAndPromotions) {
  const auto key = [](const char* fen) { return Position::from_fen(plain("crazyhouse"), fen)->key(); };
  EXPECT_EQ(key("4k3/8/8/8/8/8/8/Q~3K3[Pp] w - - 0 1"), key("4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1"));
}

TEST(PlainKeys, AreThoseOfAPositionThatHasXBoards) {
  constexpr const char* kFen = "r1bqkb1r/pppp1ppp/5n2/4p3/2B1n3/5N2/PPPP1PPP/RNBQK2R[Nn] w KQkq - 0 1";
  const Position position = Position::from_fen(variant_of("crazyhouse"), kFen).value();
  const Position same = position.with_keys_of(plain("crazyhouse"));
  EXPECT_EQ(same.key(), Position::from_fen(plain("crazyhouse"), kFen)->key());
  EXPECT_EQ(same.with_keys_of(variant_of("crazyhouse")).key(), position.key());
  EXPECT_EQ(same.to_fen(), position.to_fen());
}

TEST(PlainCodes, HaveTheKingTakeHisRook) {
  const Position position = Position::from_fen(plain("atomic"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1").value();
  EXPECT_EQ(code(position, "e1g1"), 0x0107);
  EXPECT_EQ(other_castling_code(position, move_from_uci(position, "e1g1").value()), 0x0106);
  for (const std::uint16_t known : {std::uint16_t{0x0107}, std::uint16_t{0x0106}})
    EXPECT_EQ(to_uci(position, moves_of_code(position, known).at(0)), "e1g1");
}

TEST(PlainCodes, NumberPromotionsAsPolyglotDoes) {
  const Position position = Position::from_fen(plain("antichess"), "8/P7/8/8/8/8/8/7k w - - 0 1").value();
  EXPECT_EQ(code(position, "a7a8q") >> 12, 4);
  EXPECT_EQ(code(position, "a7a8k") >> 12, 5);
  EXPECT_EQ(text_of_code(plain("antichess"), code(position, "a7a8k"), Notation::uci), "a7a8k");
}

// As python-chess reads them; a pawn's would be the null move.
TEST(PlainCodes, LeaveADropOnItsSquare) {
  const Position position =
      Position::from_fen(plain("crazyhouse"), "4k3/8/8/8/8/8/8/4K3[NPq] w - - 0 1").value();
  EXPECT_EQ(code(position, "N@e4"), 0x1000 | 28 << 6 | 28);
  EXPECT_EQ(to_uci(position, moves_of_code(position, code(position, "N@e4")).at(0)), "N@e4");
  EXPECT_FALSE(has_book_code(position, move_from_uci(position, "P@e4").value()));
  EXPECT_EQ(text_of_code(plain("crazyhouse"), 0x1000 | 28 << 6 | 28, Notation::uci), "N@e4");
  EXPECT_FALSE(text_of_code(plain("crazyhouse"), 28 << 6 | 28));
  EXPECT_FALSE(text_of_code(plain("atomic"), 0x1000 | 28 << 6 | 28)) << "nothing can be dropped";
}

// Source: shared data, variants/plain.
TEST(PlainKeys, AreThoseOfAnIndependentImplementation) {
  const std::string path = POLYGLOT_SHARED_DATA "/variants/plain/keys.json";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no shared data";
  const boost::json::value vectors = boost::json::parse(test::read_text(path));
  for (const auto& [name, positions] : vectors.as_object()) {
    const Variant& variant = plain(std::string(name).c_str());
    for (const boost::json::value& vector : positions.as_array()) {
      const std::string fen(vector.at("fen").as_string());
      const auto key = parse_number<Key>(std::string_view(vector.at("key").as_string()), 16).value();
      EXPECT_EQ(Position::from_fen(variant, fen).value().key(), key) << name << ' ' << fen;
      Position played(variant);
      for (const boost::json::value& move : vector.at("moves").as_array())
        played.make(move_from_uci(played, std::string_view(move.as_string())).value());
      EXPECT_EQ(played.key(), key) << name << ' ' << fen << " played";
    }
  }
}

}  // namespace
}  // namespace polyglot::variants
