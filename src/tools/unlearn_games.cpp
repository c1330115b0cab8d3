// SPDX-License-Identifier: MIT
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/editor.hpp>
#include <polyglot/book/learn_layout.hpp>
#include <polyglot/book/learned_games.hpp>
#include <polyglot/book/open_book.hpp>
#include <polyglot/book/unlearner.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "tools/book_edits.hpp"
#include "tools/game_lessons.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"
#include "tools/walk_options.hpp"

namespace polyglot::tools {
namespace unlearn_games_tool {
namespace {

using chess::Color;

/// Collects the games to remove, with their results.
class GameUnlearner {
 public:
  GameUnlearner(const LessonOptions& options, game::Rules rules, book::LearnedGames notes)
      : options_(options), rules_(std::move(rules)), notes_(std::move(notes)) {}

  void add(GameLesson lesson);
  /// Changes the file of results, or reports what would change.
  [[nodiscard]] Result<void> finish(const Command& command);
  void print(const Command& command) const;

 private:
  /// Whether to remove the side's results: the game was learned, or --again is given. Counts the removal.
  [[nodiscard]] bool takes(const GameLesson& lesson, Color side);
  [[nodiscard]] Result<void> preview(const std::vector<book::PlayedMove>& moves);
  [[nodiscard]] Result<void> write(const Command& command, const std::vector<book::PlayedMove>& moves);

  const LessonOptions& options_;
  game::Rules rules_;
  book::LearnedGames notes_;
  MoveSums sums_;
  book::UnlearnReport report_;
  std::uint64_t games_ = 0;
  std::uint64_t unknown_ = 0;
  std::string backup_;
};

bool GameUnlearner::takes(const GameLesson& lesson, Color side) {
  if (!is_of(lesson.sides, side)) return false;
  const std::uint32_t times = notes_.times(lesson.fingerprint, side);
  if (times > 0) notes_.set_times(lesson.fingerprint, side, times - 1);
  return times > 0 || options_.again;
}

void GameUnlearner::add(GameLesson lesson) {
  const TaughtSides taken{takes(lesson, Color::white), takes(lesson, Color::black)};
  ++(taken == TaughtSides{} ? unknown_ : games_);
  keep_sides(lesson, taken);
  for (book::PlayedMove& played : lesson.moves) sums_.add(std::move(played));
}

Result<void> GameUnlearner::preview(const std::vector<book::PlayedMove>& moves) {
  auto editor = book::BookEditor::open(options_.results());
  if (!editor) return editor.error();
  const auto report = unlearn(*editor, moves, options_.where());
  if (!report) return report.error();
  report_ = *report;
  const auto lines = describe_changes(*editor, rules_);
  if (!lines) return lines.error();
  return os::write_output(lines->empty() ? "nothing would change\n" : *lines);
}

/// Removes an empty file of results, because the file did not exist before learning.
void remove_if_empty(const std::string& learn_file) {
  std::error_code none;
  const auto locked = os::try_open_locked(learn_file);
  if (!locked || !*locked) return;
  const auto size = (*locked)->size();
  if (size && *size == 0) std::filesystem::remove(learn_file, none);
}

Result<void> GameUnlearner::write(const Command& command, const std::vector<book::PlayedMove>& moves) {
  // Do all that can fail before the book changes, so that book and records agree.
  if (auto prepared = notes_.prepare(); !prepared) return prepared;
  std::string lines;
  const auto change = [&](book::BookEditor& editor) -> Result<void> {
    const auto report = unlearn(editor, moves, options_.where());
    if (!report) return report.error();
    report_ = *report;
    auto described = describe_changes(editor, rules_);
    if (!described) return described.error();
    lines = std::move(*described);
    return options_.backs_up && !lines.empty() ? back_up(options_.results(), backup_) : Result<void>();
  };
  if (auto edited = book::edit_book(options_.results(), options_.results(), change); !edited) return edited;
  if (!options_.learn_file.empty()) remove_if_empty(options_.learn_file);
  if (!lines.empty()) command.say_more(lines.substr(0, lines.size() - 1));
  return notes_.commit();
}

Result<void> GameUnlearner::finish(const Command& command) {
  const std::vector<book::PlayedMove> moves = sums_.take();
  if (options_.is_dry_run) return preview(moves);
  return games_ == 0 ? Result<void>() : write(command, moves);
}

void GameUnlearner::print(const Command& command) const {
  command.say(fmt::format("{}: {} {}unlearned, {} of the book{}", options_.results(), counted(games_, "game"),
                          options_.is_dry_run ? "would be " : "", counted(report_.moves, "move"), backup_));
  if (unknown_ > 0)
    command.note(fmt::format("{} that {} has not learned skipped (--again subtracts them all the same)",
                             counted(unknown_, "game"), options_.results()));
  if (report_.halved > 0)
    command.tell(
        fmt::format("results that were so many that they may have been halved: {}; their "
                    "remaining values are not exact",
                    counted(report_.halved, "entry")));
  if (report_.short_of > 0)
    command.tell(fmt::format("results set to zero, because there were fewer than the games had brought: {}",
                             counted(report_.short_of, "entry")));
}

/// Error: the book has no results that can be removed.
Result<void> check_results(const book::BookSource& book, const LessonOptions& options) {
  const std::string& path = options.results();
  const bool is_book = options.learn_file.empty();
  if (is_book && book::traits_of(book.format()).records == book::BookRecords::by_move)
    return Error{
        "is a Crafty book: its learned values are averages, from which no game can be taken; keep "
        "copies with learn-games --backup, or learn with --learn-file",
        path};
  const auto opened = book::BinBook::open(path);
  if (!opened) return opened.error();
  const book::LearnLayout layout = (*opened)->learn_layout();
  return is_foreign(layout) ? Result<void>(book::foreign_results(path, layout)) : Result<void>();
}

Result<int> run(Command& command) {
  LessonOptions options;
  options.add_to(command, "also subtract games that are not noted as learned");
  if (const auto exit_code = command.parse()) return *exit_code;
  if (auto checked = options.check(); !checked) return command.wrong_usage(checked.error());
  const auto opened = options.open_book(command);
  if (!opened) return opened.error();
  const auto rules = options.variant.rules_of(**opened);
  if (!rules) return rules.error();
  if (auto checked = check_results(**opened, options); !checked) return checked.error();
  const std::string path = book::learned_games_file(options.results());
  auto notes = options.is_dry_run ? book::LearnedGames::read(path)
                                  : book::LearnedGames::open_locked(path, kLearnPatience);
  if (!notes) return notes.error();
  LessonReader reader(*rules, options);
  GameUnlearner unlearner(options, *rules, std::move(*notes));
  const auto read = reader.read([&](GameLesson lesson) -> Result<void> {
    unlearner.add(std::move(lesson));
    return {};
  });
  if (!read) return read.error();
  if (auto done = unlearner.finish(command); !done) return done.error();
  unlearner.print(command);
  reader.tell_skipped(command, "unlearned");
  return kSuccess;
}

}  // namespace
}  // namespace unlearn_games_tool

const Tool kUnlearnGames{
    .name = "unlearn-games",
    .summary = "Removes the results of PGN games from a book.",
    .examples =
        "polyglot unlearn-games match.pgn book.bin\n"
        "polyglot unlearn-games match.pgn book.bin --dry-run\n"
        "polyglot unlearn-games match.pgn book.ctg --learn-file my.bin\n",
    .run = unlearn_games_tool::run,
    .group = "learning",
};

}  // namespace polyglot::tools
