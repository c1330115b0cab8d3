// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/book/book_source.hpp>
#include <polyglot/builder/review.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>

#include "tools/files.hpp"

namespace polyglot::tools {

enum class ReviewFormat : std::uint8_t { text, json, pgn };

/// The subject of a report and its output. Everything to which it refers must outlive the report.
struct ReviewSubject {
  Output& output;
  const book::BookSource& book;
  game::Rules rules;
  bool has_player = false;           ///< one player is reviewed
  std::optional<std::size_t> shown;  ///< number of gaps and openings; nothing: the default of the format
};

/// Writes a review: first each game as it is read, then all of them together.
class ReviewReport : public builder::ReviewSink {
 public:
  [[nodiscard]] static std::unique_ptr<ReviewReport> make(ReviewFormat format, const ReviewSubject& subject);

  /// Call it before the games.
  virtual void begin() = 0;
  [[nodiscard]] Result<void> put(std::string_view games) override {
    return result_of([&] { subject_.output.put(games); });
  }
  /// Call it after the games.
  virtual void end(const builder::Review& review) = 0;

 protected:
  explicit ReviewReport(const ReviewSubject& subject) : subject_(subject) {}

  [[nodiscard]] const ReviewSubject& subject() const noexcept { return subject_; }

 private:
  ReviewSubject subject_;
};

/// The summary of all games for people: coverage, gaps and openings.
[[nodiscard]] std::string describe_review(const ReviewSubject& subject, const builder::Review& review);

}  // namespace polyglot::tools
