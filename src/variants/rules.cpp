// SPDX-License-Identifier: MIT
#include "variants/rules.hpp"
#include <algorithm>

#include <polyglot/ascii.hpp>

namespace polyglot::variants {

namespace {

/// Keeps only letters and digits, in lower case, so that "King of the Hill" equals "kingofthehill".
std::string plain(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (is_letter(c) || is_digit(c)) letters.push_back(to_lower(c));
  }
  return letters;
}

}  // namespace

std::optional<Rules> Rules::with_plain_keys() const {
  constexpr std::string_view kPiecesOfChess = "PNBRQK";
  if (board.files != 8 || board.ranks != 8) return std::nullopt;
  Rules plain = *this;
  plain.has_plain_keys = true;
  plain.key_number = 0;
  for (PieceKind& kind : plain.kinds) {
    // A promoted piece of crazyhouse has the number of the piece that it shows.
    const bool is_promoted = kind.letter.size() == 2 && kind.letter[1] == '~';
    const std::size_t number = kPiecesOfChess.find(kind.letter[0]);
    if (number == std::string_view::npos || (kind.letter.size() > 1 && !is_promoted)) return std::nullopt;
    kind.book_number = static_cast<int>(number);
    kind.book_mark = false;
  }
  return plain;
}

bool Rules::is_called(std::string_view any_name) const {
  const std::string wanted = plain(any_name);
  return plain(name) == wanted ||
         std::ranges::any_of(other_names, [&](const std::string& other) { return plain(other) == wanted; });
}

Kind Rules::find(std::string_view letter) const noexcept {
  const auto found = std::ranges::find_if(kinds, [letter](const PieceKind& kind) {
    return kind.letter == letter || (!kind.other_letter.empty() && kind.other_letter == letter);
  });
  return found == kinds.end() ? Kind::none : static_cast<Kind>(found - kinds.begin());
}

std::optional<std::size_t> Holdings::place(Kind kind) const noexcept {
  const auto found = std::ranges::find(kinds, kind);
  if (found == kinds.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kinds.begin());
}

std::optional<int> Castling::king_target(int from, bool queen_side) const noexcept {
  const auto found =
      std::ranges::find_if(ways, [from](const Way& way) { return !way.from || *way.from == from; });
  if (found == ways.end()) return std::nullopt;
  return found->to[queen_side ? 1 : 0];
}

}  // namespace polyglot::variants
