// SPDX-License-Identifier: MIT
#include "measure.hpp"
#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string_view>

#include "child.hpp"
#include "statistics.hpp"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;
using Samples = std::vector<double>;

/// A start takes a few milliseconds with many switches between processes, and a busy machine delays each of
/// them. The lower quartile shows the time of the start itself.
constexpr double kUndisturbed = 0.25;
constexpr std::size_t kPortions = 10;
constexpr std::size_t kWarmUp = 200;
constexpr std::size_t kLinesPerMemoryCheck = 50'000;

double microseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

double time_handshake_ms(const Subject& subject) {
  const auto start = Clock::now();
  Child child(subject.command);
  child.say("uci\n");
  child.read_until("uciok");
  return microseconds_since(start) / 1000;
}

/// A legal game of any length: the knights go out and home again.
std::string search_request(std::size_t plies) {
  static constexpr std::array<std::string_view, 4> kMoves = {" g1f3", " g8f6", " f3g1", " f6g8"};
  std::string text = "position startpos";
  if (plies > 0) text += " moves";
  for (std::size_t i = 0; i < plies; ++i) text += kMoves[i % kMoves.size()];
  return text + "\ngo nodes 1\n";
}

/// One subject's session and what has been seen of it.
class Session {
 public:
  explicit Session(const Subject& subject) : name_(subject.name), child_(subject.command) {
    child_.say("uci\n");
    child_.read_until("uciok");
    child_.say("ucinewgame\n");
    Samples ignored;
    time_exchanges(child_, "isready\n", "readyok", kWarmUp, ignored);
  }

  void exchange(const Effort& effort) {
    time_exchanges(child_, "isready\n", "readyok", effort.round_trips / kPortions, ready_);
    for (std::size_t i = 0; i < kGameLengths.size(); ++i) {
      time_exchanges(child_, search_request(kGameLengths[i]), "bestmove", effort.searches / kPortions,
                     go_[i]);
    }
  }

  void flood(std::size_t lines) {
    const auto start = Clock::now();
    child_.say("position startpos\ngo nodes " + std::to_string(lines) + "\n");
    std::size_t seen = 0;
    while (!child_.next_line().starts_with("bestmove")) {
      if (++seen % kLinesPerMemoryCheck == 0) check_memory();
    }
    figures_.flood_lines_per_s = static_cast<double>(lines) / microseconds_since(start) * 1e6;
    if (seen != lines) throw std::runtime_error(name_ + " lost lines: " + std::to_string(seen) + " came");
  }

  [[nodiscard]] Figures figures() {
    figures_.ready_p50_us = median(ready_);
    figures_.ready_p99_us = quantile(ready_, 0.99);
    for (std::size_t i = 0; i < kGameLengths.size(); ++i) figures_.go_p50_us[i] = median(go_[i]);
    figures_.cpu_s = child_.cpu_seconds();
    return figures_;
  }

 private:
  void check_memory() {
    const Memory memory = child_.memory();
    figures_.resident_kib = std::max(figures_.resident_kib, memory.resident);
    figures_.peak_kib = std::max(figures_.peak_kib, memory.peak);
  }

  std::string name_;
  Child child_;
  Samples ready_;
  std::array<Samples, kGameLengths.size()> go_;
  Figures figures_;
};

}  // namespace

void time_exchanges(Child& child, std::string_view request, std::string_view answer, std::size_t count,
                    std::vector<double>& samples) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto start = Clock::now();
    child.say(request);
    child.read_until(answer);
    samples.push_back(microseconds_since(start));
  }
}

std::vector<Figures> measure_round(const std::vector<Subject>& subjects, const Effort& effort) {
  std::vector<Samples> handshakes(subjects.size());
  std::vector<std::size_t> order(subjects.size());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t turn = 0; turn < effort.handshakes; ++turn) {
    for (const std::size_t i : order) handshakes[i].push_back(time_handshake_ms(subjects[i]));
    std::reverse(order.begin(),
                 order.end());  // what one leaves behind must not always fall to the same other
  }

  std::vector<std::unique_ptr<Session>> sessions;
  for (const Subject& subject : subjects) sessions.push_back(std::make_unique<Session>(subject));
  for (std::size_t portion = 0; portion < kPortions; ++portion) {
    for (const auto& session : sessions) session->exchange(effort);
  }
  for (const auto& session : sessions) session->flood(effort.flood_lines);

  std::vector<Figures> round;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    round.push_back(sessions[i]->figures());
    round.back().handshake_ms = quantile(handshakes[i], kUndisturbed);
  }
  return round;
}

}  // namespace bench
