// SPDX-License-Identifier: MIT
#include "book/crafty_lookup.hpp"
#include <algorithm>

#include <polyglot/book/crafty_key.hpp>

namespace polyglot::book {
namespace {

/// The upper 16 bits of a key are those of the position.
constexpr int kOfPosition = 48;

}  // namespace

std::size_t crafty_cluster_of(const chess::Position& position) noexcept {
  return CraftyRecord{.key = crafty_signature(position)}.cluster();
}

/// The records do not tell their moves: each legal move is asked for.
std::vector<CraftyHit> find_crafty_moves(const chess::Position& position,
                                         std::span<const CraftyRecord> records) {
  std::vector<CraftyHit> hits;
  const std::uint64_t signature = crafty_signature(position);
  const auto is_near = [signature](const CraftyRecord& record) {
    return record.key >> kOfPosition == signature >> kOfPosition;
  };
  if (position.needs_chess960() || std::ranges::none_of(records, is_near)) return hits;
  for (const chess::Move move : position.legal_moves()) {
    const std::uint64_t after = crafty_signature_after(position, signature, move);
    const std::uint64_t key = crafty_record_key(signature, after, position.side_to_move());
    const auto found = std::ranges::find(records, key, &CraftyRecord::key);
    if (found == records.end()) continue;
    const auto place = static_cast<std::size_t>(found - records.begin());
    hits.push_back({.move = move, .place = place, .record = *found});
  }
  std::ranges::sort(hits, {}, &CraftyHit::place);
  return hits;
}

}  // namespace polyglot::book
