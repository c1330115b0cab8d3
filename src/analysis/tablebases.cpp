// SPDX-License-Identifier: MIT
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include <polyglot/analysis/tablebases.hpp>

namespace polyglot::analysis {

EnginesWithTablebases::EnginesWithTablebases(Engines& engines, Tables tables, int most_men)
    : engines_(engines), tables_(std::move(tables)), judge_(engines.judge()) {
  // The verdicts of tables and engine have the same judge, so that they can be compared with each other.
  judge_.settings += fmt::format("{}SyzygyMen={}", judge_.settings.empty() ? "" : ";", most_men);
}

void EnginesWithTablebases::search(std::size_t engine, const game::Position& position) {
  auto verdict = tables_(position);
  if (!verdict) return engines_.search(engine, position);
  if (const auto most = static_cast<std::size_t>(judge_.multipv); verdict->moves.size() > most)
    verdict->moves.resize(most);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  verdict->date = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  known_.push_back({.engine = engine, .verdict = *std::move(verdict)});
}

std::optional<Engines::Finished> EnginesWithTablebases::await(Clock::time_point deadline) {
  if (known_.empty()) return engines_.await(deadline);
  // Return finished searches first, so that an idle engine gets its next position at once.
  if (auto finished = engines_.await(Clock::time_point::min())) return finished;
  Finished next = std::move(known_.back());
  known_.pop_back();
  return next;
}

}  // namespace polyglot::analysis
