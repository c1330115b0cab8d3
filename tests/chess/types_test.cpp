// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::chess {
namespace {

TEST(Square, ReadsBackWhatItWrites) {
  for (int i = 0; i < 64; ++i) EXPECT_EQ(Square::from_string(Square(i).to_string()), Square(i));
  EXPECT_EQ(Square(4, 3).to_string(), "e4");
}

TEST(Square, RefusesAllElse) {
  for (const char* text : {"", "e", "e44", "i1", "a0", "a9", "A1", "`1"})
    EXPECT_FALSE(Square::from_string(text));
}

TEST(Move, KeepsItsParts) {
  for (const auto piece : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen}) {
    const Move move(Square(48), Square(57), MoveKind::promotion, piece);
    EXPECT_EQ(move.from(), Square(48));
    EXPECT_EQ(move.to(), Square(57));
    EXPECT_EQ(move.promotion(), piece);
  }
  EXPECT_EQ(Move(Square(1), Square(2)).promotion(), PieceType::none);
  EXPECT_TRUE(Move().is_null());
}

}  // namespace
}  // namespace polyglot::chess
