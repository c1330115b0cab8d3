// SPDX-License-Identifier: MIT
#include "tools/epd_search.hpp"

#include <polyglot/ascii.hpp>
#include <polyglot/chess/notation.hpp>

namespace polyglot::tools {
namespace {

/// The score of an immediate mate in centipawns; each move to the mate adds one.
constexpr std::int64_t kMateScore = 100'000;

double centipawns(const protocol::Score& score) noexcept {
  if (!score.is_mate) return static_cast<double>(score.value);
  return static_cast<double>(score.value < 0 ? score.value - kMateScore : score.value + kMateScore);
}

}  // namespace

void EpdSearch::add(const protocol::Info& info) {
  if (info.multipv.value_or(1) > 1) return;
  if (info.depth) now_.depth = *info.depth;
  if (info.time) now_.time = static_cast<double>(*info.time) / 1000;
  if (info.nodes) now_.nodes = *info.nodes;
  if (info.score) score_ = centipawns(*info.score);
  if (!info.pv.empty()) read_variation(info.pv);
}

void EpdSearch::read_variation(std::string_view moves) {
  chess::Position position = record_.position;
  std::string san;
  chess::Move first;
  for (std::string_view word; !(word = take_word(moves)).empty();) {
    const auto move = chess::move_from_uci(position, word);
    if (!move) break;
    if (san.empty()) first = *move;
    if (!san.empty()) san += ' ';
    san += to_san(position, *move);
    position.make(*move);
  }
  if (san.empty()) return;
  variation_ = std::move(san);
  choose(first);
}

void EpdSearch::finish(std::string_view best_move) {
  if (!move_.is_null()) return;
  if (const auto move = chess::move_from_uci(record_.position, best_move)) choose(*move);
}

void EpdSearch::choose(chess::Move move) noexcept {
  if (move == move_) return;
  move_ = move;
  chosen_ = now_;
}

bool EpdSearch::is_over(const EpdLimits& limits, std::chrono::duration<double> elapsed) const noexcept {
  if (now_.depth > limits.max_depth || elapsed.count() >= limits.max_time) return true;
  return is_solved() && now_.depth - chosen_.depth >= limits.depth_delta && now_.depth > limits.min_depth &&
         now_.time >= limits.min_time;
}

}  // namespace polyglot::tools
