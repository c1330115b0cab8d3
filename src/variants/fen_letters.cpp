// SPDX-License-Identifier: MIT
#include <polyglot/variants/fen_letters.hpp>

#include "variants/rules.hpp"

namespace polyglot::variants {

FenLetters fen_letters(const Variant& variant) {
  const Rules& rules = variant.rules();
  FenLetters letters;
  for (const PieceKind& kind : rules.kinds) letters.pieces.push_back(kind.letter);
  for (const Kind kind : rules.holdings.kinds) letters.held.push_back(rules.of(kind).letter);
  const bool has_files = rules.castling.king_takes_rook || !rules.holdings.gating.empty();
  if (rules.castling.has_rights)
    letters.castling = has_files ? CastlingLetters::files : CastlingLetters::sides;
  return letters;
}

}  // namespace polyglot::variants
