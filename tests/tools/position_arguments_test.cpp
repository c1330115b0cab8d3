// SPDX-License-Identifier: MIT
#include "tools/position_arguments.hpp"

#include <polyglot/game/notation.hpp>

#include "support/move_texts.hpp"

namespace polyglot::tools {
namespace {

const game::Rules kChess;

/// The moves of a line in SAN, or the error.
std::string line_of(const std::string& fen, const std::string& text) {
  std::string line;
  const auto read = result_of([&] {
    game::Game game(kChess, read_position(kChess, fen.empty() ? "startpos" : fen));
    play(game, std::span(&text, 1));
    game::Position position = *game.start();
    for (const game::Move& move : game.moves()) {
      line += game::to_san(position, move) + " ";
      position.make(move);
    }
  });
  return read ? line : read.error().to_string();
}

TEST(PositionArguments, ReadMovesAsFilesDo) {
  for (const polyglot::test::MoveText& text : polyglot::test::move_texts("argument")) {
    const std::string line = line_of(text.fen, text.text);
    if (text.games.size() == 1)
      EXPECT_EQ(line, text.games.front().substr(0, text.games.front().rfind(' ') + 1)) << text.what;
    else
      EXPECT_THAT(line, HasSubstr("is behind the end of the line")) << text.what;
  }
}

TEST(PositionArguments, RefuseWhatIsNoMove) {
  for (const char* const text : {"e4 foo", "e4 White resigns", "e4 Ke4", "e4 --"})
    EXPECT_THAT(line_of("", text), HasSubstr("is no legal move")) << text;
  for (const char* const text : {"e4 {x", "e4 (d4", "e4 ) e5", "e4 } e5"})
    EXPECT_THAT(line_of("", text), HasSubstr("clos")) << text;
  EXPECT_THAT(line_of("", "e4 1-0 e5"), HasSubstr("\"e5\" is behind the end of the line"));
}

TEST(PositionArguments, ReadPositionsInOtherSpellings) {
  const std::string fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 3 7";
  for (const char* const text :
       {"4k3/8/8/8/8/8/8/R3K3_w_Q_-_3_7", "4k3/8/8/8/8/8/8/R3K3\u00a0w\u00a0Q - 3 7\r",
        "4k3/8/8/8/8/8/8/R3K3 w Q - hmvc 3; fmvn 7;", "4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O; hmvc 3; fmvn 7",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 3 7 bm O-O-O; id \"a;b\";"})
    EXPECT_EQ(read_position(kChess, text).to_fen(), fen) << text;
  EXPECT_EQ(read_position(kChess, "4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O").to_fen(),
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  EXPECT_THAT(result_of([&] { return read_position(kChess, fen + " e4 e5"); }).error().to_string(),
              HasSubstr("text after the sixth field"));
}

TEST(PositionArguments, TellPositionsFromMoves) {
  for (const char* const word : {"startpos", "518", "8/8", "4k3/8/8/8/8/8/8/4K3_w_-_-", "4k3/8 w"})
    EXPECT_TRUE(names_position(word)) << word;
  for (const char* const word : {"e4", "1. e4 e5 1/2-1/2", "1/2-1/2", "1/2", "a8/Q", "1 e4", ""})
    EXPECT_FALSE(names_position(word)) << word;
  // Words that may be files.
  for (const char* const word : {"e4", "1.", "1. e4", "startpos"}) EXPECT_TRUE(is_position(word)) << word;
  for (const char* const word : {"-", "*", "{x}", "book.bin", ""}) EXPECT_FALSE(is_position(word)) << word;
}

}  // namespace
}  // namespace polyglot::tools
