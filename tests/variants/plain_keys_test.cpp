// SPDX-License-Identifier: MIT
// Plain keys and codes: Polyglot's own, for variants.
#include <fstream>
#include <sstream>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/notation.hpp>

#include "test_paths.hpp"
#include "variants/helpers.hpp"

namespace polyglot::variants {
namespace {

using testing::variant_of;

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
  std::ifstream file(std::string(POLYGLOT_SHARED_DATA) + "/variants/plain/keys.json");
  if (!file) GTEST_SKIP() << "no shared data";
  std::stringstream text;
  text << file.rdbuf();
  const boost::json::value vectors = boost::json::parse(text.str());
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
