// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/chess/notation.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>
#include <polyglot/proxy/played_game.hpp>

#include "tools/file_kind.hpp"
#include "tools/option_values.hpp"
#include "tools/pgn_text.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace mark_book_moves_tool {
namespace {

constexpr std::string_view kMark = "{book}";

/// Returns a text of a game's start and its first moves, to find the game in a log.
std::string text_of(const chess::Position& start, const std::vector<std::string>& moves, std::size_t count) {
  std::string text = fmt::format("{:016x}", start.key());
  for (std::size_t i = 0; i < count; ++i) text += ' ' + moves[i];
  return text;
}

/// The games of logs that have book moves. Each is returned at most once.
class LoggedGames {
 public:
  /// Reads a log. Returns the number of games.
  [[nodiscard]] Result<std::size_t> read(const std::string& path) {
    std::size_t found = 0;
    const auto add = [&](std::string_view line, std::size_t) -> Result<void> {
      if (const auto game = proxy::read_played(line); game && !game->book.empty()) {
        ++found;
        note(*game);
      }
      return {};
    };
    if (auto done = read_lines(path, add); !done) return done.error();
    return found;
  }

  /// Takes the plies of one side's book moves in this game; empty if no log has the game. The log may lack
  /// last moves that the proxy did not see, or have one more, which the tournament manager rejected.
  [[nodiscard]] std::vector<std::size_t> take(const chess::Position& start,
                                              const std::vector<std::string>& moves, std::size_t side) {
    constexpr std::size_t kMostUnseen = 2;
    for (std::size_t unseen = 0; unseen <= std::min(kMostUnseen, moves.size()); ++unseen) {
      const auto known = games_.find(text_of(start, moves, moves.size() - unseen));
      if (known != games_.end() && !known->second.at(side).empty()) return take(known->second.at(side));
    }
    const std::string longer = text_of(start, moves, moves.size()) + ' ';
    for (auto known = games_.lower_bound(longer); known != games_.end(); ++known) {
      if (!known->first.starts_with(longer)) break;
      const bool is_next = known->first.find(' ', longer.size()) == std::string::npos;
      if (is_next && !known->second.at(side).empty()) return take(known->second.at(side));
    }
    return {};
  }

 private:
  using Plies = std::vector<std::size_t>;
  /// By side: the side of even plies, and the other one.
  using Sides = std::array<std::deque<Plies>, 2>;

  void note(const proxy::PlayedGame& game) {
    const auto start =
        game.fen.empty() ? Result<chess::Position>(chess::Position()) : chess::Position::from_fen(game.fen);
    if (!start) return;  // a game of a variant
    games_[text_of(*start, game.moves, game.moves.size())].at(game.book.front() % 2).push_back(game.book);
  }

  [[nodiscard]] static Plies take(std::deque<Plies>& games) {
    Plies plies = std::move(games.front());
    games.pop_front();
    return plies;
  }

  std::map<std::string, Sides> games_;
};

struct Counts {
  std::uint64_t games = 0;
  std::uint64_t games_of_variants = 0;
  std::uint64_t marked_games = 0;
  std::uint64_t marks = 0;
};

bool is_marked(std::string_view text, std::size_t at) {
  const std::size_t next = text.find_first_not_of(" \t\r\n", at);
  return next != std::string_view::npos && text.substr(next).starts_with(kMark);
}

/// Copies a PGN text and marks book moves.
class Marker {
 public:
  Marker(LoggedGames& logged, Output& output) : logged_(logged), output_(output) {}

  [[nodiscard]] Result<void> copy(const pgn::Chunk& chunk) {
    const std::string_view text = chunk.text();
    std::size_t copied = 0;
    pgn::GameReader reader(chunk);
    pgn::GameText game;
    while (reader.next(game)) {
      ++counts_.games;
      for (const std::size_t place : places_in(game, text)) {
        if (is_marked(text, place)) continue;
        ++counts_.marks;
        for (const std::string_view part :
             {text.substr(copied, place - copied), std::string_view(" "), kMark})
          if (auto put = output_.put(part); !put) return put;
        copied = place;
      }
    }
    return output_.put(text.substr(copied));
  }

  [[nodiscard]] const Counts& counts() const noexcept { return counts_; }

 private:
  /// The places of the marks of a game, in the order of the text.
  [[nodiscard]] std::vector<std::size_t> places_in(const pgn::GameText& game, std::string_view text) {
    const auto start = pgn::start_position(game);
    if (!pgn::is_chess(game)) ++counts_.games_of_variants;
    if (!pgn::is_chess(game) || !start) return {};
    std::vector<std::string> moves;
    (void)pgn::walk(game, [&moves](const chess::Position&, chess::Move move, std::size_t) {
      moves.push_back(chess::to_uci(move, chess::CastlingNotation::king_takes_rook));
    });
    std::vector<std::size_t> places;
    for (const std::size_t side : {0U, 1U}) {
      for (const std::size_t ply : logged_.take(*start, moves, side)) {
        if (ply >= moves.size()) continue;
        places.push_back(end_of_move(text, game.moves()[ply]));
      }
    }
    std::ranges::sort(places);
    if (!places.empty()) ++counts_.marked_games;
    return places;
  }

  LoggedGames& logged_;
  Output& output_;
  Counts counts_;
};

Result<void> mark(pgn::ChunkReader& chunks, Marker& marker) {
  pgn::Chunk chunk;
  for (;;) {
    const auto more = chunks.next(chunk);
    if (!more) return more.error();
    if (!*more) return {};
    if (auto copied = marker.copy(chunk); !copied) return copied;
  }
}

Result<LoggedGames> read_logs(const Strings& logs, const Command& command) {
  LoggedGames logged;
  Strings without_games;
  for (const std::string& log : logs) {
    const auto found = logged.read(log);
    if (!found) return found.error();
    if (*found == 0) without_games.push_back(log);
  }
  if (without_games.size() == logs.size())
    return Error{"holds no game with moves from a book; play with Log = true", os::input_name(logs.front())};
  for (const std::string& log : without_games)
    command.note(fmt::format("{}: holds no game with moves from a book", os::input_name(log)));
  return {boost::system::in_place_value, std::move(logged)};
}

Result<int> run(Command& command) {
  std::string games;
  Strings logs;
  std::string out = "-";
  command.add({
      {"pgn", "PGN", "the PGN file of the tournament, - for standard input",
       value([&games](const std::string& path) -> Result<void> {
         games = path;
         return check_kind(path, FileKind::games);
       }),
       1, true},
      {"log", "LOG", "the log files of Polyglot", text_files(logs), config::kAllPlain, true},
      {"out,o", "FILE", "the output file (default: standard output)", output_file(out)},
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  if (auto other = check_is_none_of(logs, out); !other) return other.error();
  auto output = Output::open(out);
  if (!output) return output.error();
  auto input = pgn::Input::open(games);
  if (!input) return input.error();
  auto logged = read_logs(logs, command);
  if (!logged) return logged.error();
  pgn::ChunkReader chunks(std::move(*input));
  Marker marker(*logged, *output);
  if (auto marked = mark(chunks, marker); !marked) return marked.error();
  if (marker.counts().games == 0) return Error{"holds no games", os::input_name(games)};
  if (auto committed = output->commit(); !committed) return committed.error();
  const Counts& counts = marker.counts();
  if (counts.games_of_variants > 0)
    command.note(counted(counts.games_of_variants, "game") + " of variants left without marks");
  if (out != "-")
    command.say(fmt::format("{}: {} marked, in {} of {}", out, counted(counts.marks, "move"),
                            counts.marked_games, counted(counts.games, "game")));
  return kSuccess;
}

}  // namespace
}  // namespace mark_book_moves_tool

const Tool kMarkBookMoves{
    .name = "mark-book-moves",
    .summary = "Marks the book moves in the PGN of a tournament, using Polyglot's logs.",
    .examples =
        "polyglot mark-book-moves match.pgn polyglot.log -o marked.pgn\n"
        "polyglot mark-book-moves match.pgn logs/*.log > marked.pgn\n",
    .run = mark_book_moves_tool::run,
    .group = "playing",
};

}  // namespace polyglot::tools
