// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/result.hpp>

#include "tools/tool.hpp"
#include "tools/variant_options.hpp"

/// What learn-games and unlearn-games read: the games of a PGN file, and what each teaches a book.
namespace polyglot::tools {

/// By chess::Color.
using TaughtSides = std::array<bool, 2>;
[[nodiscard]] inline bool is_of(const TaughtSides& sides, chess::Color color) noexcept {
  return sides.at(static_cast<std::size_t>(color));
}

/// A finished game.
struct GameLesson {
  std::uint64_t fingerprint = 0;        ///< see docs/learning.md, "The games that were learned"
  TaughtSides sides = {};               ///< whose moves teach
  std::vector<book::PlayedMove> moves;  ///< those of these sides, as far as they can be read
};

/// Without the moves of the sides that are not wanted.
void keep_sides(GameLesson& lesson, const TaughtSides& wanted);

/// The options and arguments that both tools have.
struct LessonOptions {
  std::string games;
  std::string book;
  std::string engine;      ///< empty: both sides teach
  std::string learn_file;  ///< empty: in the book
  std::optional<book::BookFormat> format = std::nullopt;
  VariantOptions variant = {};
  bool untagged = false;
  bool again = false;
  bool backs_up = false;
  bool is_dry_run = false;

  /// `again`, `dry_run`: what help says of these options.
  void add_to(Command& command, const std::string& again_help, const std::string& dry_run_help);
  /// Error: what makes no sense on the command line.
  [[nodiscard]] Result<void> check() const;
  /// Where the results are.
  [[nodiscard]] const std::string& results() const noexcept { return learn_file.empty() ? book : learn_file; }
};

/// Reads the lessons of a PGN file, and counts the games that teach nothing.
class LessonReader {
 public:
  LessonReader(game::Rules rules, const LessonOptions& options)
      : rules_(std::move(rules)), options_(options) {}

  /// Error: the games cannot all be read, there are none, or what `take` returns.
  [[nodiscard]] Result<void> read(const std::function<Result<void>(GameLesson)>& take);
  /// Tells which games were skipped, and which were cut. `verb`: "learned".
  void tell_skipped(const Command& command, std::string_view verb) const;

 private:
  [[nodiscard]] std::optional<GameLesson> lesson_of(const pgn::GameText& text);
  [[nodiscard]] bool plays(const pgn::GameText& text, pgn::KnownTag side) const;
  [[nodiscard]] bool is_of_rules(const pgn::GameText& text) const;

  game::Rules rules_;
  const LessonOptions& options_;
  std::uint64_t undecided_ = 0;
  std::uint64_t of_others_ = 0;
  std::uint64_t of_other_rules_ = 0;
  std::uint64_t flawed_ = 0;
  std::string first_flaw_;
};

/// Adds up what games bring the moves of positions.
class MoveSums {
 public:
  void add(book::PlayedMove played);
  [[nodiscard]] std::vector<book::PlayedMove> take();

 private:
  std::map<game::Key, std::vector<book::PlayedMove>> sums_;  ///< of each move, by position
};

/// So long others may have a file locked.
inline constexpr std::chrono::seconds kLearnPatience{60};

}  // namespace polyglot::tools
