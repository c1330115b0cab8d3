// SPDX-License-Identifier: MIT
// The moves that games add to a book, by marks, comments and variations.

#include "explorer/games.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <polyglot/game/notation.hpp>

namespace polyglot::explorer {
namespace {

/// The moves and their weights, where a move without a mark has the weight 5: "e4 5, e5 7".
std::string text_of(const AddedMoves& added) {
  std::string text;
  for (const AddedMoves::Move& one : added.moves) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", game::to_san(one.position, one.move),
                        one.weight.value_or(one.times * 5));
  }
  return text;
}

TEST(AddedMoves, HaveTheWeightsOfMarksAndComments) {
  struct Case {
    const char* text;
    const char* added;
    std::size_t left_out = 0;
    const char* problem = "";
  };
  for (const auto& [text, added, left_out, problem] : std::vector<Case>{
           {"1. e4 e5 2. Nf3", "e4 5, e5 5, Nf3 5"},
           {"1. e4! e5? 2. Nf3!! Nc6!? 3. Bb5?? a6?!", "e4 10, e5 0, Nf3 15, Nc6 5, Bb5 0, a6 5"},
           {"1. e4 {weight 7} e5 {weight 70000} 2. Nf3? {weight 9} Nc6 {weight 0}",
            "e4 7, e5 65535, Nf3 0, Nc6 0"},
           {"1. e4 e5! (1... c5? 2. Nf3) 2. f4 $4", "e4 5, e5 10, c5 0, Nf3 5, f4 0"},
           // A move that a game or several games have twice.
           {"1. e4 (1. e4 $3 {weight 8}) e5 $2 (1... e5 $1 {weight 9})", "e4 8, e5 0"},
           {"1. e4 e5 (1... e5 $1 {weight 9}) (1... e5 {weight 12})", "e5 9", 1},
           {"1. Nf3 d5 (1... e6 2. c4 d5 3. d4!) 2. c4 e6 3. d4 ?",
            "Nf3 5, d5 5, e6 5, c4 5, d5 5, d4 10, c4 5, e6 5"},
           {"1. e4? *\n1. e4! *\n1. e4 *", "e4 10"},
           {"1. e4 {weight 3} *\n1. e4!! *\n1. e4 {weight 4} *\n1. e4? {weight 9} *", "e4 4"},
           // Moves that are not in the book which a game was made of.
           {"1. e4 {weight none: not in the book} e5 {weight 3} (1... c5 {weight none}) 2. Nf3 {weight 2}",
            "e5 3, Nf3 2", 2},
           {"1. e4 {weight none} (1. e4 {weight 3} d5) 1... e5 {weight 4}", "e4 3, d5 5, e5 4"},
           {"1. e4 {weight 3} e5 2. Nf3 (2. f4? {weight 9}) Nc6", "e4 3, Nf3 5, f4 0", 2},
           {"1. e4 {weight none} e5 {weight none} *", "", 2},
           {"1. e4 {weight none} *\n1. e4 e5 *", "e4 5, e5 5"},
           {"1. e4 Ke5 2. d4", "e4 5", 0, "Ke5 is no legal move here; what stands before it can be added"},
           {"1. e4 (1. Ke4! e5) e5 (1... e6 2. d9 d5) 2. f4", "e4 5, e5 5, e6 5, f4 5", 0,
            "Ke4 is no legal move here; what stands before it can be added"},
       }) {
    const AddedMoves found = added_moves({}, text, true);
    EXPECT_EQ(text_of(found), added) << text;
    EXPECT_EQ(found.left_out, left_out) << text;
    EXPECT_EQ(found.problem, problem) << text;
  }
  const AddedMoves wrong_start =
      added_moves({}, "[FEN \"8/8\"]\n\n1. e4 *\n\n[White \"A\"]\n1. d4 (1. c4)", false);
  EXPECT_EQ(text_of(wrong_start), "d4 5") << "without variations";
  EXPECT_TRUE(wrong_start.problem.ends_with("; the other games can be added")) << wrong_start.problem;
  EXPECT_EQ(wrong_start.lines, 1U);
  EXPECT_EQ(wrong_start.variations, 1U);
}

}  // namespace
}  // namespace polyglot::explorer
