// SPDX-License-Identifier: MIT
#include "book/castling_codes.hpp"
#include <memory>

#include <polyglot/book/move_code.hpp>

namespace polyglot::book {
namespace {

/// Castlings by the king's own move, and by taking the rook, begin on one square and stay on its rank.
bool may_be_one_castling(std::uint16_t a, std::uint16_t b) noexcept {
  constexpr int kFromAndRank = ~7;
  return (a & kFromAndRank) == (b & kFromAndRank) && (may_castle_by_king(a) || may_castle_by_king(b));
}

}  // namespace

std::optional<std::uint16_t> CastlingCodes::common_code(chess::Key key, std::uint16_t a, std::uint16_t b) {
  if (a == b) return a;
  if (!may_be_one_castling(a, b)) return std::nullopt;
  if (!std::exchange(has_walked_, true)) walk();
  for (const auto& walk : walks_) {
    const auto position = walk->reached.find(key);
    if (!position) continue;
    const std::uint16_t usual = usual_code(*position, a);
    return usual == usual_code(*position, b) ? std::optional(usual) : std::nullopt;
  }
  return std::nullopt;
}

void CastlingCodes::walk() {
  for (const std::string& path : paths_)
    if (auto book = LoadedBook::load(path))
      walks_.push_back(std::make_unique<Walk>(std::move(*book), games_));
}

}  // namespace polyglot::book
