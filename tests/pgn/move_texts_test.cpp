// SPDX-License-Identifier: MIT
#include "support/move_texts.hpp"

#include <polyglot/chess/notation.hpp>

#include "pgn/read_games.hpp"

namespace polyglot::pgn {
namespace {

/// The moves of each game, and its result. A wrong word stands behind a "!".
std::vector<std::string> games_in(std::string_view text) {
  std::vector<std::string> games;
  GameReader reader(text);
  for (GameText game; reader.next(game);) {
    std::string line;
    const WalkEnd end = walk(game, [&](const chess::Position& position, chess::Move move, std::size_t) {
      line += chess::to_san(position, move) + " ";
    });
    if (end.stop != WalkStop::end) line.append("!").append(end.where).append(" ");
    games.push_back(line.append(name_of(game.result())));
  }
  return games;
}

TEST(MoveTexts, AreReadInFiles) {
  for (const polyglot::test::MoveText& text : polyglot::test::move_texts("file")) {
    const std::string tags = text.fen.empty() ? "" : "[FEN \"" + text.fen + "\"]\n\n";
    EXPECT_EQ(games_in(tags + text.text), text.games) << text.what << ": " << text.text;
  }
}

}  // namespace
}  // namespace polyglot::pgn
