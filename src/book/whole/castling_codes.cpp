// SPDX-License-Identifier: MIT
#include "book/whole/castling_codes.hpp"

namespace polyglot::book {

/// Both codes of a castling begin on the king's square and stay on its rank. So few codes can mean the same.
std::optional<CastlingCodes::Same> CastlingCodes::find_same(chess::Key key, std::uint16_t code,
                                                            const MovePlaces& places) {
  constexpr unsigned kFile = 7;
  std::optional<Same> first;
  if (!is_along_back_rank(code)) return first;
  for (unsigned file = 0; file <= kFile; ++file) {
    const auto other = static_cast<std::uint16_t>((code & ~kFile) | file);
    if (other == code || (!may_castle_by_king(code) && !may_castle_by_king(other))) continue;
    const auto place = places.find(other);
    if (!place || (first && first->place < *place)) continue;
    if (const auto usual = common_code(key, other, code)) first = {.place = *place, .usual = *usual};
  }
  return first;
}

std::optional<std::size_t> CastlingCodes::find_place(chess::Key key, std::uint16_t code,
                                                     const MovePlaces& places) {
  if (const auto place = places.find(code)) return place;
  const auto castling = find_same(key, code, places);
  return castling ? std::optional(castling->place) : std::nullopt;
}

std::optional<std::uint16_t> CastlingCodes::common_code(chess::Key key, std::uint16_t a, std::uint16_t b) {
  if (!std::exchange(has_walked_, true))
    for (const std::string& path : paths_)
      if (auto book = LoadedBook::load(path))
        walks_.push_back(std::make_unique<Walk>(std::move(*book), games_));
  for (const auto& walk : walks_) {
    const auto position = walk->reached.find(key);
    if (!position) continue;
    const std::uint16_t usual = usual_code(*position, a);
    return usual == usual_code(*position, b) ? std::optional(usual) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace polyglot::book
