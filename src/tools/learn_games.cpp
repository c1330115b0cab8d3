// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/learn_file.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/open_book.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>

#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

using chess::Color;
using pgn::KnownTag;

/// So long others may have the book locked.
constexpr std::chrono::seconds kPatience{60};
/// So many games are learned under one lock, all of them or none.
constexpr std::size_t kBatch = 500;

struct Counts {
  std::uint64_t learned = 0;
  std::uint64_t moves = 0;  ///< of the learned games
  std::uint64_t undecided = 0;
  std::uint64_t of_others = 0;
  std::uint64_t not_chess = 0;
  std::uint64_t flawed = 0;
  std::string first_flaw;
};

/// Half points of a side.
int points_of(pgn::GameResult result, Color side) noexcept {
  if (result == pgn::GameResult::draw) return 1;
  return (result == pgn::GameResult::white_wins) == (side == Color::white) ? 2 : 0;
}

/// Learns games, some hundred at a time.
class GameLearner {
 public:
  GameLearner(std::unique_ptr<book::BookSource> book, std::string learn_file, std::string engine)
      : book_(std::move(book)), learn_file_(std::move(learn_file)), engine_(std::move(engine)) {}

  [[nodiscard]] Result<void> add(const pgn::GameText& game);
  /// What is not learned yet.
  [[nodiscard]] Result<void> finish();
  [[nodiscard]] Counts& counts() noexcept { return counts_; }

 private:
  [[nodiscard]] bool plays(const pgn::GameText& game, KnownTag side) const {
    const auto name = game.tag(side);
    return engine_.empty() || (name && equal_ignoring_case(pgn::unescaped(*name), engine_));
  }
  /// Crafty learns by whole games, and not by moves.
  [[nodiscard]] std::size_t batch() const noexcept {
    return learn_file_.empty() && book_->format() == book::BookFormat::crafty ? 1 : kBatch;
  }
  /// Nothing: somebody has the file locked.
  [[nodiscard]] Result<std::optional<std::size_t>> try_it() const {
    return learn_file_.empty() ? book::try_learn(book_->path(), waiting_)
                               : book::try_learn_beside(learn_file_, waiting_);
  }

  std::unique_ptr<book::BookSource> book_;
  std::string learn_file_;  ///< empty: in the book
  std::string engine_;      ///< empty: both sides
  std::vector<book::PlayedMove> waiting_;
  std::uint64_t games_waiting_ = 0;
  Counts counts_;
};

Result<void> GameLearner::add(const pgn::GameText& game) {
  const bool white = plays(game, KnownTag::white);
  const bool black = plays(game, KnownTag::black);
  const pgn::GameResult result = game.result();
  if (!pgn::is_chess(game)) {
    ++counts_.not_chess;
    return {};
  }
  if (!white && !black) {
    ++counts_.of_others;
    return {};
  }
  if (result == pgn::GameResult::unknown) {
    ++counts_.undecided;
    return {};
  }
  std::vector<book::PlayedMove> moves;
  const auto end = pgn::walk(game, [&](const chess::Position& position, chess::Move move, std::size_t) {
    const Color side = position.side_to_move();
    if (side == Color::white ? white : black)
      moves.push_back({.position = position, .move = move, .points = points_of(result, side)});
  });
  using pgn::WalkStop;
  if (end.stop != WalkStop::end && end.stop != WalkStop::null_move) {
    if (counts_.flawed++ == 0) counts_.first_flaw = end.message();
  }
  if (!learn_file_.empty()) moves = book::moves_of(*book_, std::move(moves));
  waiting_.insert(waiting_.end(), moves.begin(), moves.end());
  ++games_waiting_;
  return games_waiting_ < batch() ? Result<void>() : finish();
}

Result<void> GameLearner::finish() {
  using std::chrono::steady_clock;
  const auto deadline = steady_clock::now() + kPatience;
  auto learned = try_it();
  while (learned && !*learned && steady_clock::now() < deadline) {
    std::this_thread::sleep_for(book::kLearnPause);
    learned = try_it();
  }
  if (!learned) return learned.error();
  if (!*learned) return os::locked_by_another(learn_file_.empty() ? book_->path() : learn_file_);
  counts_.learned += std::exchange(games_waiting_, 0);
  counts_.moves += **learned;
  waiting_.clear();
  return {};
}

/// Error: also of what could not be read, when all before it is learned.
Result<void> learn_games(const std::string& path, GameLearner& learner) {
  auto input = pgn::Input::open(path);
  if (!input) return input.error();
  pgn::ChunkReader chunks(std::move(*input));
  pgn::Chunk chunk;
  pgn::GameText game;
  for (;;) {
    const auto more = chunks.next(chunk);
    if (!more && chunks.skips_game()) continue;
    if (!more || !*more) {
      if (auto finished = learner.finish(); !finished) return finished;
      return more ? Result<void>() : more.error();
    }
    pgn::GameReader reader(chunk);
    while (reader.next(game))
      if (auto added = learner.add(game); !added) return added;
  }
}

void print(const Command& command, const std::string& place, const Counts& counts) {
  command.say(fmt::format("{}: {} games learned, {} moves of the book", place, counts.learned, counts.moves));
  const auto tell = [&command](std::uint64_t number, std::string_view what) {
    if (number > 0) command.tell(fmt::format("{} games {}", number, what));
  };
  tell(counts.of_others, "of other players passed over");
  tell(counts.undecided, "without a result passed over");
  tell(counts.not_chess, "of other variants passed over");
  tell(counts.flawed, "learned up to a move that cannot be played: " + counts.first_flaw);
}

Result<int> run(Command& command) {
  std::string games;
  std::string path;
  std::string engine;
  std::string learn_file;
  std::optional<book::BookFormat> format;
  command.add({
      {"pgn", "PGN", "the games, - for standard input; no option is needed before them", text(games), 1,
       true},
      {"book,bin,in", "BOOK", "the book that they were played from; none is needed before it either",
       text(path), 1, true},
      {"engine", "NAME", "learn from the moves of this player only; default: of both", text(engine)},
      {"learn-file", "FILE", "learn in this file instead of the book", text(learn_file)},
      book_format_switch(format),
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  auto opened = book::open_book(path, format);
  if (!opened) return opened.error();
  GameLearner learner(std::move(*opened), learn_file, engine);
  const auto done = learn_games(games, learner);
  print(command, learn_file.empty() ? path : learn_file, learner.counts());
  return success_if(done);
}

}  // namespace

const Tool kLearnGames{
    .name = "learn-games",
    .summary = "Has a book learn from the games of a finished tournament.",
    .examples =
        "polyglot learn-games match.pgn book.bin\n"
        "polyglot learn-games match.pgn book.bin --engine Stockfish --learn-file results.bin\n",
    .run = run,
};

}  // namespace polyglot::tools
