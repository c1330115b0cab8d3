// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/pgn/game_text.hpp>

#include "tools/option_values.hpp"
#include "tools/tool.hpp"
#include "tools/variant_options.hpp"

/// The input of learn-games: the games of a PGN file, and what a book can learn from each.
namespace polyglot::tools {

/// By chess::Color: the sides whose moves are learned.
using TaughtSides = std::array<bool, 2>;
[[nodiscard]] inline bool is_of(const TaughtSides& sides, chess::Color color) noexcept {
  return sides.at(static_cast<std::size_t>(color));
}

/// A finished game.
struct GameLesson {
  std::uint64_t fingerprint = 0;        ///< see docs/learning.md, "The games that were learned"
  TaughtSides sides = {};               ///< the sides whose moves are learned
  std::vector<book::PlayedMove> moves;  ///< the moves of these sides that can be read
};

/// The options and arguments of the tool.
struct LessonOptions {
  Strings sources;           ///< a file of games; or books, or files beside books, with learned results
  bool are_results = false;  ///< whether the sources have results
  std::string book;          ///< empty: results are merged into `learn_file`
  std::string engine;        ///< empty: both sides count
  std::string learn_file;    ///< empty: results are in the book
  std::optional<book::BookFormat> format = std::nullopt;
  VariantOptions variant = {};
  bool untagged = false;
  bool again = false;
  bool backs_up = false;
  bool is_dry_run = false;

  void add_to(Command& command);
  /// Finds the book among the words. Error: words or options that cannot be combined.
  void complete(const Command& command);
  /// Opens the book, and reports what a user should know about it.
  [[nodiscard]] std::unique_ptr<book::BookSource> open_book(const Command& command) const;
  /// The path of the file with the results, and which file it is.
  [[nodiscard]] const std::string& results() const noexcept { return learn_file.empty() ? book : learn_file; }
  [[nodiscard]] book::ResultsIn where() const noexcept {
    return learn_file.empty() ? book::ResultsIn::book : book::ResultsIn::learn_file;
  }
};

/// Reads the lessons of a PGN file, and counts the games without a lesson.
class LessonReader {
 public:
  LessonReader(game::Rules rules, const LessonOptions& options)
      : rules_(std::move(rules)), options_(options) {}

  /// Reads all games. Error: a game cannot be read, there are none, or the error of `take`.
  void read(const std::function<void(GameLesson)>& take);
  /// Reports which games were skipped, and which were used only in part.
  void tell_skipped(const Command& command) const;

 private:
  [[nodiscard]] std::optional<GameLesson> lesson_of(const pgn::GameText& text);
  [[nodiscard]] bool plays(const pgn::GameText& text, pgn::KnownTag side) const;

  game::Rules rules_;
  const LessonOptions& options_;
  std::uint64_t undecided_ = 0;
  std::uint64_t of_others_ = 0;
  std::uint64_t of_other_rules_ = 0;
  std::uint64_t flawed_ = 0;
  std::string first_flaw_;
};

/// Adds up the results of moves over all games.
class MoveSums {
 public:
  void add(book::PlayedMove played);
  [[nodiscard]] std::vector<book::PlayedMove> take();

 private:
  std::map<game::Key, std::vector<book::PlayedMove>> sums_;  ///< the sums of the moves of each position
};

}  // namespace polyglot::tools
