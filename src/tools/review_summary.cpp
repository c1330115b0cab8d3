// SPDX-License-Identifier: MIT
// The summary of all games of a review, for people.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <polyglot/counted.hpp>

#include "tools/game_counts.hpp"
#include "tools/review_gap.hpp"
#include "tools/review_report.hpp"

namespace polyglot::tools {
namespace review_summary {
namespace {

using builder::Review;

constexpr std::size_t kUsuallyShown = 20;

double percent(std::uint64_t part, std::uint64_t all) noexcept {
  return all == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(all);
}

double mean(std::uint64_t sum, std::uint64_t count) noexcept {
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

std::string score_text(const builder::Score& score) {
  const auto share = score.share();
  return share ? fmt::format("{:.1f}%", 100 * *share) : "-";
}

/// The numbers of games that were still in the book after 10, 20 ... plies.
std::string depths(const Review& review) {
  constexpr std::size_t kStep = 10;
  std::string text;
  std::uint64_t inside = review.games;
  for (std::size_t ply = 0; ply + kStep <= Review::kPlies; ply += kStep) {
    for (std::size_t i = ply; i < ply + kStep; ++i) inside -= review.exits.at(i);
    if (inside == 0) break;
    text += fmt::format("{}{:.1f}% after {} plies", text.empty() ? "" : ", ", percent(inside, review.games),
                        ply + kStep);
  }
  return text.empty() ? text : fmt::format("{:<11}{}\n", "In book:", text);
}

std::string exits(const ReviewSubject& subject, const Review& review) {
  std::string text = fmt::format("{:<11}{} by White, {} by Black", "Left:", review.left[0], review.left[1]);
  if (subject.has_player)
    text +=
        fmt::format(" ({} by the player, {} by opponents)", review.left_by_player, review.left_by_opponent);
  return text + fmt::format("; the book ended in {}, and {} ended in the book\n",
                            counted(review.book_ended, "game"), counted(review.ended_inside, "game"));
}

std::string gaps(const ReviewSubject& subject, const Review& review) {
  std::string text;
  const std::size_t shown = std::min(review.gaps.size(), subject.shown.value_or(kUsuallyShown));
  if (shown > 0)
    text = fmt::format("\n{:>7} {:>6}  {:<8} {:<11} {:<20} {}\n", "games", "score", "left by", "played",
                       "book", "position");
  for (const builder::Gap& gap : std::span(review.gaps).first(shown)) {
    const ShownGap told = show_gap(gap, subject.rules, subject.book);
    const std::string_view by = !told.by              ? "-"
                                : !subject.has_player ? name_of(*told.by)
                                : gap.of_opponent     ? "opponent"
                                                      : "player";
    const std::string line = told.line.empty() ? "start" : told.line;
    text += fmt::format("{:>7} {:>6}  {:<8} {:<11} {:<20} {}{}\n", gap.count, score_text(gap.score), by,
                        played_text(told.position, told.played),
                        told.book.empty() ? "-" : fmt::format("{}", fmt::join(told.book, ", ")),
                        told.start.empty() ? "" : told.start + ": ", line);
  }
  if (review.gaps.size() > shown)
    text +=
        fmt::format("        and {} more; --count shows them\n", counted(review.gaps.size() - shown, "gap"));
  if (review.forgotten > 0)
    text += fmt::format("        {} forgotten to save memory\n", counted(review.forgotten, "rare gap"));
  return text;
}

std::string openings(const ReviewSubject& subject, const Review& review) {
  const std::size_t shown = std::min(review.openings.size(), subject.shown.value_or(kUsuallyShown));
  if (shown == 0) return {};
  std::string text = fmt::format("\n{:>7} {:>6}  {:>6}  {}\n", "games", "score", "plies", "opening");
  for (const builder::OpeningReview& opening : std::span(review.openings).first(shown))
    text += fmt::format(
        "{:>7} {:>6}  {:>6.1f}  {}\n", opening.games, score_text(opening.score),
        mean(opening.book_plies, opening.games),
        opening.name.empty() ? "(without a name)" : fmt::format("{} {}", opening.eco, opening.name));
  return text;
}

}  // namespace
}  // namespace review_summary

std::string describe_review(const ReviewSubject& subject, const builder::Review& review) {
  using namespace review_summary;
  return describe_games(review.summary) +
         fmt::format("{:<11}{:.1f}% of the plies, {:.1f} plies a game\n",
                     "Coverage:", percent(review.book_plies, review.plies),
                     mean(review.book_plies, review.games)) +
         depths(review) + exits(subject, review) +
         fmt::format("{:<11}{} for {}\n", "Score:", score_text(review.score),
                     subject.has_player ? "the player" : "White") +
         gaps(subject, review) + openings(subject, review);
}

}  // namespace polyglot::tools
