// SPDX-License-Identifier: MIT
#include <string>
#include <string_view>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/variants/start_positions.hpp>

#include "variants/shuffle.hpp"

namespace polyglot::variants {

namespace {

/// The letters of pieces, with numbers of empty squares between them.
std::string letters_of(const std::vector<Kind>& kinds, const Rules& rules) {
  std::string letters;
  int empty = 0;
  for (const Kind kind : kinds) {
    if (kind == Kind::none) {
      ++empty;
      continue;
    }
    if (empty != 0) letters += std::to_string(std::exchange(empty, 0));
    letters += rules.of(kind).letter;
  }
  return empty == 0 ? letters : letters + std::to_string(empty);
}

}  // namespace

std::uint32_t start_count(const Variant& variant) {
  return Shuffle(Position(variant)).array(0).count;
}

Position start_position(const Variant& variant, std::uint32_t number) {
  if (!variant.is_shuffled()) return Position(variant);
  const Rules& rules = variant.rules();
  const Shuffle::Array array = Shuffle(Position(variant)).array(number);
  const std::string rank = letters_of(array.rank, rules);
  const std::string held = letters_of(array.held, rules);
  const std::string_view fen = variant.start_fen();
  // Keep the ranks between the first and the last, and the fields after board and holdings.
  const std::string_view board = fen.substr(0, fen.find_first_of("[ "));
  const std::size_t top = board.find('/');
  const std::string_view middle = board.substr(top, board.rfind('/') + 1 - top);
  const std::string_view rest = held.empty() ? fen.substr(board.size()) : fen.substr(fen.find(' '));
  std::string shuffled = lower_case(rank);
  shuffled.append(middle).append(rank);
  if (!held.empty()) shuffled.append("[").append(held).append(lower_case(held)).append("]");
  return Position::from_fen(variant, shuffled.append(rest)).value();
}

}  // namespace polyglot::variants
