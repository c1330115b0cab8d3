// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <span>
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
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>

#include "tools/file_kind.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"
#include "tools/variant_options.hpp"

namespace polyglot::tools {
namespace learn_games_tool {
namespace {

using chess::Color;
using pgn::KnownTag;

/// So long others may have the book locked.
constexpr std::chrono::seconds kPatience{60};

struct Counts {
  std::uint64_t learned = 0;
  std::uint64_t moves = 0;  ///< of the learned games
  std::uint64_t undecided = 0;
  std::uint64_t of_others = 0;
  std::uint64_t of_other_rules = 0;
  std::uint64_t flawed = 0;
  std::string first_flaw;
};

/// Half points of a side.
int points_of(pgn::GameResult result, Color side) noexcept {
  if (result == pgn::GameResult::draw) return 1;
  return (result == pgn::GameResult::white_wins) == (side == Color::white) ? 2 : 0;
}

/// What somebody may have against the moves of a game.
struct ReadGame {
  std::vector<book::PlayedMove> moves;  ///< as far as they can be read, of those players who learn
  std::string flaw;                     ///< empty: all were read
};

/// Which sides of a game learn, and what from.
struct Lesson {
  std::array<bool, 2> learns;  ///< by colour
  pgn::GameResult result;

  void add(const game::Position& position, const game::Move& move, ReadGame& game) const {
    const Color side = position.side_to_move();
    if (learns[static_cast<std::size_t>(side)])
      game.moves.push_back({.position = position, .move = move, .points = points_of(result, side)});
  }
};

ReadGame read_chess(const pgn::GameText& text, const Lesson& lesson) {
  ReadGame game;
  const auto end = pgn::walk(text, [&](const chess::Position& position, chess::Move move, std::size_t) {
    lesson.add(position, move, game);
  });
  if (!end.where.empty() && end.stop != pgn::WalkStop::null_move) game.flaw = end.message();
  return game;
}

ReadGame read_variant(const pgn::GameText& text, const variants::Variant& variant, const Lesson& lesson) {
  ReadGame game;
  const auto start = builder::start_of(text, variant);
  if (!start) {
    game.flaw = start.error().to_string();
    return game;
  }
  const auto played = builder::read_moves(text, *start, text.moves().size(), variants::Notation::uci);
  variants::Position position = *start;
  for (const variants::Move& move : played.moves) {
    lesson.add(position, move, game);
    position.make(move);
  }
  if (played.stop != pgn::WalkStop::null_move) game.flaw = played.message(position);
  return game;
}

/// Adds up what games say of the moves of a book, which learns them at the end, all at once: whoever is
/// stopped before has learned nothing, and may begin again. A book of Crafty learns by one game at a time.
class GameLearner {
 public:
  GameLearner(std::unique_ptr<book::BookSource> book, game::Rules rules, bool untagged,
              std::string learn_file, std::string engine)
      : book_(std::move(book)),
        rules_(std::move(rules)),
        untagged_(untagged),
        learn_file_(std::move(learn_file)),
        engine_(std::move(engine)) {}

  [[nodiscard]] Result<void> add(const pgn::GameText& text);
  /// What is not learned yet.
  [[nodiscard]] Result<void> finish();
  [[nodiscard]] const Counts& counts() const noexcept { return counts_; }

 private:
  [[nodiscard]] bool plays(const pgn::GameText& text, KnownTag side) const {
    const auto name = text.tag(side);
    return engine_.empty() || (name && equal_ignoring_case(pgn::unescaped(*name), engine_));
  }
  [[nodiscard]] bool is_of_rules(const pgn::GameText& text) const {
    return rules_.is_chess() ? pgn::is_chess(text) : builder::is_game_of(text, *rules_.variant(), untagged_);
  }
  [[nodiscard]] bool learns_by_game() const {
    return learn_file_.empty() && book::traits_of(book_->format()).records == book::BookRecords::by_move;
  }
  void note(book::PlayedMove played);
  [[nodiscard]] Result<void> learn(std::span<const book::PlayedMove> moves);
  /// Nothing: somebody has the file locked.
  [[nodiscard]] Result<std::optional<std::size_t>> try_it(std::span<const book::PlayedMove> moves) const {
    return learn_file_.empty() ? book::try_learn(book_->path(), moves)
                               : book::try_learn_beside(learn_file_, moves);
  }

  std::unique_ptr<book::BookSource> book_;
  game::Rules rules_;
  bool untagged_;           ///< games without a Variant tag are of these rules
  std::string learn_file_;  ///< empty: in the book
  std::string engine_;      ///< empty: both sides
  std::map<game::Key, std::vector<book::PlayedMove>> sums_;  ///< of each move, by position
  std::uint64_t games_waiting_ = 0;
  Counts counts_;
};

Result<void> GameLearner::add(const pgn::GameText& text) {
  const Lesson lesson{.learns = {plays(text, KnownTag::white), plays(text, KnownTag::black)},
                      .result = text.result()};
  if (!is_of_rules(text)) {
    ++counts_.of_other_rules;
    return {};
  }
  if (!lesson.learns[0] && !lesson.learns[1]) {
    ++counts_.of_others;
    return {};
  }
  if (lesson.result == pgn::GameResult::unknown) {
    ++counts_.undecided;
    return {};
  }
  ReadGame game =
      rules_.is_chess() ? read_chess(text, lesson) : read_variant(text, *rules_.variant(), lesson);
  if (!game.flaw.empty() && counts_.flawed++ == 0) counts_.first_flaw = game.flaw;
  ++games_waiting_;
  if (learns_by_game()) return learn(game.moves);
  for (book::PlayedMove& played : book::moves_of(*book_, std::move(game.moves))) note(std::move(played));
  return {};
}

void GameLearner::note(book::PlayedMove played) {
  std::vector<book::PlayedMove>& known = sums_[played.position.key()];
  const auto sum = std::ranges::find(known, played.move, &book::PlayedMove::move);
  if (sum == known.end()) return known.push_back(std::move(played));
  sum->points += played.points;
  ++sum->games;
}

Result<void> GameLearner::finish() {
  std::vector<book::PlayedMove> moves;
  for (auto& [key, sums] : std::exchange(sums_, {})) std::ranges::move(sums, std::back_inserter(moves));
  return learn(moves);
}

Result<void> GameLearner::learn(std::span<const book::PlayedMove> moves) {
  using std::chrono::steady_clock;
  const auto deadline = steady_clock::now() + kPatience;
  auto learned = try_it(moves);
  while (learned && !*learned && steady_clock::now() < deadline) {
    std::this_thread::sleep_for(book::kLearnPause);
    learned = try_it(moves);
  }
  if (!learned) return learned.error();
  if (!*learned) return os::locked_by_another(learn_file_.empty() ? book_->path() : learn_file_);
  counts_.learned += std::exchange(games_waiting_, 0);
  counts_.moves += **learned;
  return {};
}

Error no_games(const std::string& path) {
  return {"holds no games: nothing is learned", os::input_name(path)};
}

/// Of the two words it is the first, unlike the book elsewhere: it is told how they stand.
Action games_before_book(std::string& place) {
  return value([&place](const std::string& path) -> Result<void> {
    place = path;
    if (kind_of_file(path) == FileKind::book)
      return Error{"is a book, the games stand before it: polyglot learn-games GAMES.pgn " + shell_word(path),
                   path};
    return check_kind(path, FileKind::games);
  });
}

/// Error: the games cannot all be read, or learned; then none is.
Result<void> learn_games(const std::string& path, GameLearner& learner) {
  auto input = pgn::Input::open(path);
  if (!input) return input.error();
  pgn::ChunkReader chunks(std::move(*input));
  pgn::Chunk chunk;
  pgn::GameText game;
  bool is_empty = true;
  for (;;) {
    const auto more = chunks.next(chunk);
    if (!more && chunks.skips_game()) continue;
    if (!more) return more.error();
    if (!*more) return is_empty ? no_games(path) : learner.finish();
    pgn::GameReader reader(chunk);
    while (reader.next(game)) {
      is_empty = false;
      if (auto added = learner.add(game); !added) return added;
    }
  }
}

void print(const Command& command, const std::string& place, const Counts& counts) {
  command.say(fmt::format("{}: {} learned, {} of the book", place, counted(counts.learned, "game"),
                          counted(counts.moves, "move")));
  const auto tell = [&command](std::uint64_t number, std::string_view what) {
    if (number > 0) command.tell(fmt::format("{} {}", counted(number, "game"), what));
  };
  if (!command.is_quiet()) {
    tell(counts.of_others, "of other players skipped");
    tell(counts.undecided, "without a result skipped");
    tell(counts.of_other_rules, "of other variants skipped");
  }
  tell(counts.flawed, "learned up to a move that cannot be played: " + counts.first_flaw);
}

Result<int> run(Command& command) {
  std::string games;
  std::string path;
  std::string engine;
  std::string learn_file;
  std::optional<book::BookFormat> format;
  VariantOptions variant;
  bool untagged = false;
  command.add({
      {"pgn", "PGN", "the games, - for standard input", games_before_book(games), 1, true},
      {"book,bin,in", "BOOK", "the book that the games were played from", any_book_file(path), 1, true},
      {"engine", "NAME", "learn only from the moves of this player (default: of both)", text(engine)},
      {"learn-file", "FILE", "store the results in this file instead of the book", text(learn_file)},
      book_format_switch(format),
  });
  command.add(variant.switches());
  command.add({untagged_switch(untagged)});
  if (const auto exit_code = command.parse()) return *exit_code;
  if (path == os::kStandardInputFile && (learn_file.empty() || games == "-"))
    return command.wrong_usage({"a book on standard input cannot learn; give a file name"});
  auto opened = book::open_book(path, format);
  if (!opened) return opened.error();
  while (const auto trouble = (*opened)->take_trouble()) command.tell(trouble->to_string());
  const auto rules = variant.rules_of(**opened);
  if (!rules) return rules.error();
  GameLearner learner(std::move(*opened), *rules, untagged, learn_file, engine);
  const auto done = learn_games(games, learner);
  if (done || learner.counts().learned > 0)
    print(command, learn_file.empty() ? path : learn_file, learner.counts());
  return success_if(done);
}

}  // namespace
}  // namespace learn_games_tool

const Tool kLearnGames{
    .name = "learn-games",
    .summary = "Updates a book with the results of PGN games.",
    .examples =
        "polyglot learn-games match.pgn book.bin\n"
        "polyglot learn-games match.pgn book.bin --engine Stockfish\n"
        "zstdcat m.pgn.zst | polyglot learn-games - book.abk --learn-file my.bin\n",
    .run = learn_games_tool::run,
    .group = "learning",
};

}  // namespace polyglot::tools
