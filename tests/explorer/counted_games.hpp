// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/builder/build.hpp>
#include <polyglot/counts/counts_file.hpp>

#include "support/temporary_folder.hpp"

namespace polyglot::explorer::test {

/// A game in PGN, from its moves with the result, and tags.
inline std::string game(const std::string& moves, const std::string& tags = {}) {
  const std::string result = moves.substr(moves.rfind(' ') + 1);
  return tags + "[Result \"" + result + "\"]\n\n" + moves + "\n\n";
}

/// Four games: 1. e4 e5 of 2016 (White wins) and 2017 (a draw), 1. e4 c5 of 2017 (Black wins), 1. d4 d5
/// without ratings, year and result.
inline const std::string kExampleGames =
    game("1. e4 e5 2. Nf3 1-0",
         "[Date \"2016.03.??\"]\n[TimeControl \"300\"]\n[WhiteElo \"1700\"]\n[BlackElo \"1650\"]\n") +
    game("1. e4 e5 2. Nc3 1/2-1/2",
         "[Date \"2017.01.??\"]\n[TimeControl \"3600\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2500\"]\n") +
    game("1. e4 c5 0-1",
         "[Date \"2017.12.??\"]\n[TimeControl \"300\"]\n[WhiteElo \"1720\"]\n[BlackElo \"1680\"]\n") +
    game("1. d4 d5 *");

/// Counts games in PGN, and opens the file of counts with this name.
inline counts::CountsFile count(const polyglot::test::TemporaryFolder& folder, const std::string& name,
                                const std::string& games,
                                const builder::GroupBy& by = {.rating = true, .speed = true, .year = true}) {
  builder::Settings settings;
  settings.inputs = {folder / name + ".pgn"};
  settings.output = folder / name + ".counts";
  settings.counted_by = by;
  polyglot::test::write_text(settings.inputs.front(), games);
  builder::Progress progress;
  (void)builder::count_games(settings, progress).value();
  return counts::CountsFile::open(settings.output).value();
}

}  // namespace polyglot::explorer::test
