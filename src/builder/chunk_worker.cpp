// SPDX-License-Identifier: MIT
#include "builder/chunk_worker.hpp"
#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <polyglot/builder/variant_game.hpp>
#include <polyglot/os/input.hpp>

namespace polyglot::builder {

using pgn::WalkStop;

void ChunkWorker::read(const InputChunk& chunk) {
  result_.counts = {};
  result_.variations = {};
  result_.problems.clear();
  result_.records.clear();
  result_.games.clear();
  chunk_ = &chunk;
  pgn::GameReader reader(chunk.chunk);
  reader_ = &reader;
  while (reader.next(game_)) take(game_);
  if (chunk.is_game_too_long) {
    ++result_.counts.games;
    ++result_.counts.too_long;
  }
  if (!chunk.damage) return;
  const Error& damage = *chunk.damage;
  result_.problems.push_back(
      {.place = damage.where.empty() ? input_name() : damage.where, .what = damage.what});
}

void ChunkWorker::take(const pgn::GameText& game) {
  Counts& counts = result_.counts;
  ++counts.games;
  if (settings_.variant ? !is_game_of(game, *settings_.variant, settings_.filter.untagged)
                        : !pgn::is_chess(game)) {
    ++counts.variants;
    // If a variant is wanted, games of others are not a problem.
    if (!settings_.variant && settings_.filter.variant.empty()) {
      const std::string_view variant = *game.tag(pgn::KnownTag::variant);
      report(variant, "a game of " + std::string(variant) + ", skipped");
    }
    return;
  }
  const bool is_sampled = filter_.is_sampled(chunk_->input, offset_of(game));
  std::optional<Rejection> rejection = Rejection::sample;
  try {
    if (is_sampled) rejection = filter_.rejection(game);
    if (!rejection) return collect(game);
  } catch (const TooComplex& error) {
    rejection = Rejection::too_complex;
    report(game.text(), error.what());
  }
  reject(*rejection);
}

void ChunkWorker::note(const pgn::GameText& game, const GameEnd& end, std::vector<Fault> of_variations) {
  note_end(end);
  note_problems(game, end, std::move(of_variations));
}

void ChunkWorker::note_end(const GameEnd& end) {
  Counts& counts = result_.counts;
  switch (end.stop) {
    case WalkStop::end:
    case WalkStop::visitor:
      return;
    case WalkStop::bad_start:
      ++counts.bad_starts;
      return;
    case WalkStop::bad_move:
    case WalkStop::missing_move:
      ++counts.bad_moves;
      return;
    case WalkStop::null_move:
      ++counts.null_moves;
      return;
  }
}

/// Reports the problems in the order of the text.
void ChunkWorker::note_problems(const pgn::GameText& game, const GameEnd& end, std::vector<Fault> faults) {
  bool lost = false;
  for (const pgn::Flaw& flaw : game.flaws()) {
    if (!matters(flaw, end)) continue;
    faults.push_back({flaw.where, flaw.message()});
    lost = true;
  }
  // A flaw in the text of a move comes before its consequences.
  if (!end.where.empty()) faults.push_back({end.where, end.message});
  if (faults.size() > 1)
    std::ranges::stable_sort(faults, std::less<>(), [](const Fault& fault) { return fault.where.data(); });
  for (Fault& fault : faults) report(fault.where, std::move(fault.message));
  if (lost) ++result_.counts.lost_text;
}

/// Text after the last move that is wanted, or can be played, does not matter.
bool ChunkWorker::matters(const pgn::Flaw& flaw, const GameEnd& end) const noexcept {
  return end.stop != WalkStop::bad_start && flaw.plies <= end.plies && flaw.plies < settings_.max_ply;
}

void ChunkWorker::report(std::string_view part, std::string what) {
  result_.problems.push_back({.place = place_of(part), .what = std::move(what)});
}

std::string ChunkWorker::place_of(std::string_view part) const {
  return input_name() + ":" + std::to_string(reader_->line_of(part));
}

std::string ChunkWorker::input_name() const {
  return builder::input_name(settings_, chunk_->input);
}

std::string input_name(const Settings& settings, std::size_t input) {
  return os::input_name(settings.inputs[input]);
}

}  // namespace polyglot::builder
