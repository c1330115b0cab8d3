// SPDX-License-Identifier: MIT
#include <cmath>
#include <tuple>

#include <polyglot/book/crafty.hpp>

#include "book/formats/crafty/crafty_file.hpp"

namespace polyglot::book {
namespace {

constexpr std::uint8_t kRecommended = crafty_status::kGood | crafty_status::kExcellent;
constexpr std::uint8_t kRefused = crafty_status::kBad | crafty_status::kBlunder;

bool has_mark(const RankedMove& move, int marks) noexcept {
  return (move.facts.status & marks) != 0;
}

/// The learned value in hundredths of a pawn.
int learned_of(const RankedMove& move) noexcept {
  constexpr float kHundredths = 100;
  constexpr float kMost = 100'000;  // more than a game can be worth
  const float learned = std::trunc(move.facts.learn * kHundredths);
  return std::isnan(learned) ? 0 : static_cast<int>(std::clamp(learned, -kMost, kMost));
}

std::uint32_t highest_count(const std::vector<RankedMove>& moves) {
  std::uint32_t highest = 0;
  for (const RankedMove& move : moves)
    if (!has_mark(move, crafty_status::kBad)) highest = std::max(highest, move.facts.count);
  return highest;
}

/// Marks a move because of its learned value, its wins or its rareness.
void add_marks(RankedMove& move, std::uint32_t highest, chess::Color mover) {
  constexpr int kLost = -80;
  constexpr int kWon = 100;
  constexpr std::uint32_t kRare = 10;
  std::uint8_t& status = move.facts.status;
  if (move.facts.percent == 0 && !has_mark(move, kRecommended)) {
    const bool is_bad = learned_of(move) <= kLost || !has_mark(move, crafty_status::won_by(mover)) ||
                        move.facts.count < highest / kRare;
    if (is_bad) status |= crafty_status::kBad;
  }
  if (learned_of(move) >= kWon && !has_mark(move, kRefused)) status |= crafty_status::kGood;
  if (move.facts.percent > 0) status |= crafty_status::kGood;
}

/// Computes the values of all moves. The scale leaves out `?` moves, so these may be outside of it.
void add_values(std::vector<RankedMove>& moves, std::uint32_t highest) {
  constexpr double kThousand = 1000;
  constexpr double kOfRecommended = 8000;
  constexpr double kOfSoundBesideRecommended = 4000;
  std::optional<std::pair<int, int>> range;
  for (const RankedMove& move : moves) {
    if (has_mark(move, crafty_status::kBad)) continue;
    const int learned = learned_of(move);
    range = range ? std::pair(std::min(range->first, learned), std::max(range->second, learned))
                  : std::pair(learned, learned);
  }
  const bool any_recommended =
      std::ranges::any_of(moves, [](const RankedMove& move) { return has_mark(move, kRecommended); });
  for (RankedMove& move : moves) {
    move.value = 1 + kThousand * move.facts.count / (double{1} + highest);
    if (range && range->first < range->second)
      move.value += kThousand * (learned_of(move) - range->first) / (range->second - range->first);
    if (!any_recommended) continue;
    if (has_mark(move, kRecommended)) move.value += kOfRecommended;
    if (!has_mark(move, kRefused)) move.value += kOfSoundBesideRecommended;
  }
}

bool uses_percent(const std::vector<RankedMove>& moves) {
  return std::ranges::any_of(moves, [](const RankedMove& move) { return move.facts.percent > 0; });
}

void keep_best_kind(std::vector<RankedMove>& moves) {
  constexpr std::uint8_t kAnyAccepted = 0xff & ~kRefused;
  for (const std::uint8_t marks :
       {crafty_status::kExcellent, crafty_status::kGood, crafty_status::kDrawish, kAnyAccepted}) {
    const auto lacks = [marks](const RankedMove& move) { return !has_mark(move, marks); };
    if (std::ranges::all_of(moves, lacks)) continue;
    std::erase_if(moves, lacks);
    return;
  }
}

void keep_first(std::vector<RankedMove>& moves) {
  constexpr std::size_t kWidth = 5;
  const auto good = static_cast<std::size_t>(std::ranges::count_if(
      moves, [](const RankedMove& move) { return has_mark(move, crafty_status::kGood); }));
  const std::size_t kept = std::max(std::min(moves.size(), kWidth), good);
  moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(kept), moves.end());
}

void weigh_by_percent(std::vector<RankedMove>& moves) {
  constexpr double kNoOthers = 1000;  // the sum of the values of moves without a percentage
  std::uint64_t sum = 0;
  for (const RankedMove& move : moves) sum += move.facts.percent;
  const auto missing = static_cast<double>(100 - std::min<std::uint64_t>(sum, 99));
  for (RankedMove& move : moves) move.value = std::trunc(kNoOthers * move.facts.percent / missing);
}

}  // namespace

std::vector<RankedMove> crafty_ranking(const BookMoves& moves, chess::Color mover) {
  std::vector<RankedMove> ranked;
  for (const BookMove& entry : moves.moves)
    if (const auto facts = CraftyFacts::of(entry)) ranked.push_back({.entry = entry, .facts = *facts});
  const std::uint32_t highest = highest_count(ranked);
  for (RankedMove& move : ranked) add_marks(move, highest, mover);
  add_values(ranked, highest);
  std::ranges::stable_sort(ranked, std::ranges::greater(),
                           [](const RankedMove& move) { return std::tuple(move.facts.percent, move.value); });
  return ranked;
}

std::vector<RankedMove> crafty_kept(std::vector<RankedMove> moves) {
  const bool by_percent = uses_percent(moves);
  std::erase_if(moves, [by_percent](const RankedMove& move) {
    return by_percent ? move.facts.percent == 0 : has_mark(move, kRefused);
  });
  for (RankedMove& move : moves) move.value = std::trunc(move.value);
  keep_best_kind(moves);
  keep_first(moves);
  if (by_percent) weigh_by_percent(moves);
  return moves;
}

std::vector<Candidate> judge_as_crafty(const BookMoves& moves, chess::Color mover) {
  constexpr double kAllShares = 10'000;
  const std::vector<RankedMove> kept = crafty_kept(crafty_ranking(moves, mover));
  const bool by_percent = uses_percent(kept);
  const auto weight = [by_percent](const RankedMove& move) {
    return by_percent ? move.value : move.value * move.value;
  };
  double sum = 0;
  for (const RankedMove& move : kept) sum += weight(move);
  std::vector<Candidate> candidates;
  candidates.reserve(moves.moves.size());
  for (const RankedMove& move : kept)
    candidates.push_back(
        {.entry = move.entry, .share = static_cast<std::uint32_t>(kAllShares * weight(move) / sum)});
  for (const BookMove& entry : moves.moves) {
    const auto is_entry = [&entry](const RankedMove& move) { return move.entry.move == entry.move; };
    if (std::ranges::none_of(kept, is_entry))
      candidates.push_back({.entry = entry, .rule = "Crafty does not play it"});
  }
  return candidates;
}

}  // namespace polyglot::book
