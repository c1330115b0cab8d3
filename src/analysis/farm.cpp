// SPDX-License-Identifier: MIT
#include <deque>

#include <fmt/format.h>

#include <polyglot/analysis/farm.hpp>

namespace polyglot::analysis {
namespace {

using namespace std::chrono_literals;

/// The time between two checks whether to stop.
constexpr auto kTurn = 100ms;
constexpr int kAttempts = 2;
constexpr int kFailuresInARow = 5;

struct Task {
  game::Position position;
  int failures = 0;
};

class Farm {
 public:
  Farm(Store& store, Engines& engines, const FarmRule& rule)
      : store_(store), engines_(engines), rule_(rule), searching_(engines.count()) {}

  FarmProgress run(std::vector<game::Position> positions) {
    judge_ = store_.add_judge(engines_.judge()).value();
    for (game::Position& position : positions) {
      if (!position.has_legal_move()) continue;
      ++progress_.total;
      if (store_.find(judge_, position).value())
        ++progress_.known;
      else
        waiting_.push_back({.position = std::move(position)});
    }
    while (!is_stopped() && (start_searches() > 0)) {
      if (const auto finished = engines_.await(Engines::Clock::now() + kTurn)) take(*finished);
      if (rule_.report) rule_.report(progress_);
    }
    progress_.stopped = !waiting_.empty() || running_ > 0;
    return progress_;
  }

 private:
  [[nodiscard]] bool is_stopped() const noexcept { return rule_.stop != nullptr && *rule_.stop; }

  /// Gives every idle engine a position, and returns how many engines search.
  std::size_t start_searches() {
    for (std::size_t engine = 0; engine < searching_.size() && !waiting_.empty(); ++engine) {
      if (searching_[engine]) continue;
      searching_[engine] = std::move(waiting_.front());
      waiting_.pop_front();
      engines_.search(engine, searching_[engine]->position);
      ++running_;
    }
    return running_;
  }

  void take(const Engines::Finished& finished) {
    Task task = std::move(*std::exchange(searching_[finished.engine], std::nullopt));
    --running_;
    for (const std::string& warning : finished.warnings) warn(warning);
    if (finished.verdict) {
      failures_in_a_row_ = 0;
      ++progress_.judged;
      return store_.put(judge_, task.position, *finished.verdict).value();
    }
    const std::string reason = finished.verdict.error().to_string();
    if (++failures_in_a_row_ >= kFailuresInARow) throw Failure(reason);
    if (++task.failures < kAttempts) {
      warn(reason);
      return waiting_.push_front(std::move(task));
    }
    ++progress_.failed;
    warn(fmt::format("{}; no verdict on {}", reason, task.position.to_fen()));
  }

  void warn(const std::string& text) const {
    if (rule_.warn) rule_.warn(text);
  }

  Store& store_;
  Engines& engines_;
  const FarmRule& rule_;
  Store::JudgeId judge_ = 0;
  std::deque<Task> waiting_;
  std::vector<std::optional<Task>> searching_;  ///< by engine
  std::size_t running_ = 0;
  int failures_in_a_row_ = 0;
  FarmProgress progress_;
};

}  // namespace

Result<FarmProgress> judge_all(Store& store, Engines& engines, std::vector<game::Position> positions,
                               const FarmRule& rule) {
  return result_of([&] { return Farm(store, engines, rule).run(std::move(positions)); });
}

}  // namespace polyglot::analysis
