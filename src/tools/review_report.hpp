// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/book_source.hpp>
#include <polyglot/builder/review.hpp>
#include <polyglot/game/rules.hpp>

#include "tools/output.hpp"

namespace polyglot::tools {

/// The subject of a report and its output. Everything to which it refers must outlive the report.
struct ReviewSubject {
  Output& output;
  const book::BookSource& book;
  game::Rules rules;
  bool has_player = false;           ///< one player is reviewed
  std::optional<std::size_t> shown;  ///< number of gaps and openings; nothing: the default of the format
};

struct ReviewFormat {
  std::string_view begin = {};  ///< the text before the games
  std::size_t comma = 0;        ///< the length of what separates games, before the text of each game
  /// Appends the text about a game.
  void (*describe)(const ReviewSubject& subject, const builder::ReviewedGame& game, std::string& out);
  /// Writes what follows the games, about all of them together.
  void (*end)(const ReviewSubject& subject, const builder::Review& review);
};

extern const ReviewFormat kReviewText;
extern const ReviewFormat kReviewJson;
/// Copies the games, and adds a comment where each game left the book.
extern const ReviewFormat kReviewPgn;

/// The summary of all games for people: coverage, gaps and openings.
[[nodiscard]] std::string describe_review(const ReviewSubject& subject, const builder::Review& review);

}  // namespace polyglot::tools
