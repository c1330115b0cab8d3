// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/builder/review.hpp>

#include "builder/aggregator.hpp"
#include "builder/game_reviewer.hpp"
#include "builder/intake.hpp"
#include "builder/threads.hpp"

namespace polyglot::builder {
namespace {

/// Adds up the results of the games. Only one thread at a time may use it.
class ReviewSum {
 public:
  explicit ReviewSum(bool has_names) : has_names_(has_names) {}

  void add(GameNote note) {
    ++review_.games;
    review_.plies += note.plies;
    review_.book_plies += note.exit_ply;
    review_.score += note.score;
    ++review_.exits.at(std::min(note.exit_ply, Review::kPlies));
    if (has_names_) add_opening(note);
    if (!note.gap) {
      ++review_.ended_inside;
      return;
    }
    if (note.by) {
      ++review_.left.at(static_cast<std::size_t>(*note.by));
      ++(note.gap->gap.of_opponent ? review_.left_by_opponent : review_.left_by_player);
    } else {
      ++review_.book_ended;
    }
    gaps_.add(*std::move(note.gap));
  }

  [[nodiscard]] Review take() {
    review_.forgotten = gaps_.forgotten();
    review_.gaps = gaps_.take_sorted();
    for (auto& [names, opening] : openings_) review_.openings.push_back(std::move(opening));
    std::ranges::stable_sort(review_.openings, std::ranges::greater{}, &OpeningReview::games);
    return std::move(review_);
  }

 private:
  /// Adds the game to its opening by name, because files of openings have several lines for some names.
  void add_opening(const GameNote& note) {
    const openings::Opening* const known = note.opening;
    OpeningReview*& found = known_openings_[known];
    if (found == nullptr) {
      const auto names =
          known != nullptr ? std::pair(known->eco, known->name) : std::pair<std::string, std::string>();
      found = &openings_[names];
      std::tie(found->eco, found->name) = names;
    }
    OpeningReview& opening = *found;
    ++opening.games;
    opening.book_plies += note.exit_ply;
    opening.score += note.score;
  }

  bool has_names_;
  Review review_;
  GapTable gaps_;
  std::map<std::pair<std::string, std::string>, OpeningReview> openings_;
  boost::unordered_flat_map<const openings::Opening*, OpeningReview*> known_openings_;
};

/// A running review. Threads compare chunks of games with the book, and add up in the order of the input.
class ReviewRun {
 public:
  ReviewRun(const Settings& settings, const ReviewedBook& book, ReviewSink& sink, Progress& progress)
      : settings_(settings),
        book_(book),
        sink_(sink),
        progress_(progress),
        intake_(settings, MemoryPlan::of(settings.memory, settings.threads), progress),
        sum_(settings.filter.opening_names != nullptr && !settings.variant) {}

  [[nodiscard]] Result<Review> run() {
    if (auto opened = intake_.open(); !opened) return opened.error();
    const auto fail = [this] {
      progress_.stop = true;
      turns_.fail(Error{"a thread has failed"});
    };
    run_team(
        settings_.threads, [this] { review_some(); }, fail);
    if (turns_.error()) return *turns_.error();
    if (auto checked = intake_.check(); !checked) return checked.error();
    if (auto ended = intake_.end(); !ended) return ended.error();
    Review review = sum_.take();
    auto summary = intake_.close({});
    if (!summary) return summary.error();
    review.summary = std::move(*summary);
    review.troubles.assign(troubles_.begin(), troubles_.end());
    return review;
  }

 private:
  void review_some() {
    const auto book = [this] {
      const std::scoped_lock lock(mutex_);
      return book_.open();
    }();
    if (!book) return turns_.fail(book.error());
    GameReviewer reviewer(settings_, **book, book_.one_sided, sink_);
    std::unique_ptr<InputChunk> chunk;
    while (!intake_.is_over()) {
      chunk = intake_.next(std::move(chunk));
      if (!chunk) break;
      ReviewedChunk& reviewed = reviewer.work(*chunk);
      if (!turns_.await(chunk->number)) break;
      for (GameNote& note : reviewed.games) sum_.add(std::move(note));
      if (auto put = sink_.put(reviewed.text); !put) return turns_.fail(put.error());
      intake_.note(*chunk, reviewer.problems());
      turns_.end();
    }
    const std::scoped_lock lock(mutex_);
    while (const auto trouble = (*book)->take_trouble()) troubles_.insert(trouble->to_string());
  }

  const Settings& settings_;
  const ReviewedBook& book_;
  ReviewSink& sink_;
  Progress& progress_;
  Intake intake_;
  Turns turns_;
  ReviewSum sum_;  ///< used by one thread at a time
  std::mutex mutex_;
  std::set<std::string> troubles_;
};

}  // namespace

std::optional<double> Score::share() const noexcept {
  if (games == 0) return std::nullopt;
  return static_cast<double>(half_points) / (2 * static_cast<double>(games));
}

Score& Score::operator+=(const Score& other) noexcept {
  games += other.games;
  half_points += other.half_points;
  return *this;
}

Result<Review> review_games(const Settings& settings, const ReviewedBook& book, ReviewSink& sink,
                            Progress& progress) {
  if (auto checked = settings.filter.check(); !checked) return checked.error();
  return ReviewRun(settings, book, sink, progress).run();
}

}  // namespace polyglot::builder
