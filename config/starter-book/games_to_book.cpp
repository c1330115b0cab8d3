// SPDX-License-Identifier: MIT
// games_to_book BOOK GAMES.pgn...: makes a small book of the games that `match` has written.
// A move's weight is 2 for each win and 1 for each draw of the side that played it; lines that nobody
// followed twice, and moves that never scored, are left out.
#include <cstdint>
#include <exception>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>

namespace {

using namespace polyglot;

constexpr int kMaxPly = 24;
constexpr unsigned kMinGames = 2;

constexpr const char* kComment =
    "Polyglot starter book: games of Stockfish against itself from varied openings,\n"
    "made by config/starter-book/make.sh. Public domain (CC0).";

struct Score {
  unsigned games = 0;
  unsigned points = 0;  ///< half points of the side that moved
};

/// By key and move code.
using Scores = std::map<std::pair<chess::Key, std::uint16_t>, Score>;

/// Half points of White.
unsigned white_points(const std::string& result) {
  return result == "1-0" ? 2 : result == "0-1" ? 0 : 1;
}

void add_game(const std::vector<chess::Move>& moves, unsigned for_white, Scores& scores) {
  chess::Position position;
  for (const chess::Move move : moves) {
    Score& score = scores[{position.key(), book::encode_move(move)}];
    ++score.games;
    score.points += position.side_to_move() == chess::Color::white ? for_white : 2 - for_white;
    position.make(move);
  }
}

/// Reads the export format of PGN, as `match` writes it: no comments, no variations.
unsigned read_games(const std::string& path, Scores& scores) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  unsigned games = 0;
  chess::Position position;
  std::vector<chess::Move> moves;
  for (std::string word; file >> word;) {
    if (word.starts_with('[')) {
      std::getline(file, word);
    } else if (word == "1-0" || word == "0-1" || word == "1/2-1/2") {
      add_game(moves, white_points(word), scores);
      ++games;
      position = chess::Position();
      moves.clear();
    } else if (!word.ends_with('.') && moves.size() < kMaxPly) {
      const auto move = chess::move_from_san(position, word);
      if (!move) throw std::runtime_error(fmt::format("{}: game {}: {} is not legal", path, games + 1, word));
      moves.push_back(*move);
      position.make(*move);
    }
  }
  return games;
}

std::vector<book::RawEntry> entries(const Scores& scores) {
  std::vector<book::RawEntry> found;
  for (const auto& [place, score] : scores) {
    if (score.games < kMinGames || score.points == 0) continue;
    found.push_back(
        {.key = place.first, .move = place.second, .weight = static_cast<std::uint16_t>(score.points)});
  }
  return found;
}

void make_book(const std::string& path, const std::vector<std::string>& sources) {
  Scores scores;
  unsigned games = 0;
  for (const std::string& source : sources) games += read_games(source, scores);
  const auto found = entries(scores);
  const auto written = book::write_bin_book(path, found, book::BookHeader{.comment = kComment});
  if (!written) throw std::runtime_error(written.error().to_string());
  fmt::print("{} games, {} moves\n", games, found.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: games_to_book BOOK GAMES.pgn...\n");
    return 2;
  }
  try {
    make_book(argv[1], std::vector<std::string>(argv + 2, argv + argc));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "games_to_book: {}\n", error.what());
    return 1;
  }
}
