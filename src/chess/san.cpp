// SPDX-License-Identifier: MIT
#include <polyglot/chess/notation.hpp>

#include "chess/attacks.hpp"
#include "chess/castling.hpp"
#include "chess/piece_letters.hpp"

namespace polyglot::chess {
namespace {

/// The parts of a SAN text, before they are compared with a position.
struct SanParts {
  PieceType piece = PieceType::pawn;
  Bitboard from = ~Bitboard{0};  ///< the squares of origin that the text allows
  bool has_from_file = false;
  Square to;
  PieceType promotion = PieceType::none;
};

/// The signs that may stand between the squares of a move.
constexpr bool is_sign(char c) noexcept {
  return c == 'x' || c == '-' || c == ':';
}

void drop_suffix(std::string_view& text, std::string_view suffix) {
  if (text.ends_with(suffix)) text.remove_suffix(suffix.size());
}

constexpr bool is_mark(char c) noexcept {
  return c == '+' || c == '#' || c == '!' || c == '?';
}

/// Removes check marks, annotations, "ch" and "e.p.". They do not change the move.
std::string_view without_marks(std::string_view text) {
  while (!text.empty() && is_mark(text.back())) text.remove_suffix(1);
  if (!text.empty() && is_rank(text.back())) return text;
  drop_suffix(text, "e.p.");
  drop_suffix(text, "ep");
  drop_suffix(text, "ch");
  return text;
}

constexpr bool is_castling_letter(char c) noexcept {
  return c == 'O' || c == '0' || c == 'o';
}

/// Reads "O-O" or "O-O-O", also with zeros or small letters.
std::optional<CastlingSide> castling_from_san(std::string_view text) {
  if (text.empty() || !is_castling_letter(text.front())) return std::nullopt;
  if (text == "O-O" || text == "0-0" || text == "o-o") return CastlingSide::king_side;
  if (text == "O-O-O" || text == "0-0-0" || text == "o-o-o") return CastlingSide::queen_side;
  return std::nullopt;
}

/// Removes "=Q", "(Q)", "=(Q)", "/Q" or "Q" from the end. Returns false if such an ending names no piece.
bool take_promotion(std::string_view& text, SanParts& parts) {
  if (text.empty() || is_rank(text.back())) return true;
  if (text.back() == ')') text.remove_suffix(1);
  if (text.empty()) return false;
  parts.promotion = promotion_of(text.back());
  text.remove_suffix(1);
  if (text.ends_with('(')) text.remove_suffix(1);
  if (text.ends_with('=') || text.ends_with('/')) text.remove_suffix(1);
  return parts.promotion != PieceType::none;
}

bool parse_san(std::string_view text, SanParts& parts) {
  if (!take_promotion(text, parts) || text.size() < 2) return false;
  const char to_file = text[text.size() - 2];
  if (!is_file(to_file) || !is_rank(text.back())) return false;
  parts.to = Square(to_file - 'a', text.back() - '1');
  text.remove_suffix(2);
  if (text.empty()) return true;
  if (is_sign(text.back())) text.remove_suffix(1);

  if (!text.empty() && !is_file(text.front()) && !is_rank(text.front())) {
    parts.piece = piece_of(text.front());
    if (parts.piece == PieceType::none) return false;
    text.remove_prefix(1);
  }
  if (!text.empty() && is_file(text.front())) {
    parts.from = file_mask(text.front() - 'a');
    parts.has_from_file = true;
    text.remove_prefix(1);
  }
  if (!text.empty() && is_rank(text.front())) {
    parts.from &= rank_mask(text.front() - '1');
    text.remove_prefix(1);
  }
  if (!text.empty()) return false;
  return true;
}

/// The squares that a pawn may come from. In SAN only a capture names the pawn's file.
Bitboard pawn_origins(const Position& position, const SanParts& parts) {
  const Color us = position.side_to_move();
  const Bitboard to = parts.to.bit();
  const Bitboard own_file = file_mask(parts.to.file());
  if (parts.has_from_file && (parts.from & own_file) == 0) return pawn_attacks(~us, to);
  return own_file & (us == Color::white ? (to >> 8) | (to >> 16) : (to << 8) | (to << 16));
}

Bitboard origins(const Position& position, const SanParts& parts) {
  const Bitboard squares = parts.from & position.pieces(position.side_to_move(), parts.piece);
  if (parts.piece == PieceType::pawn) return squares & pawn_origins(position, parts);
  return squares & piece_attacks(parts.piece, parts.to, position.occupied());
}

/// Whether a move from one of the origins() is legal. The caller knows that a piece reaches the square.
bool is_legal_from_origin(const Position& position, const SanParts& parts, Move move) {
  if (parts.piece == PieceType::pawn || move.kind() != MoveKind::normal) return position.is_legal(move);
  const bool takes_own = (position.pieces(position.side_to_move()) & parts.to.bit()) != 0;
  return !takes_own && position.leaves_king_safe(move);
}

Move move_of(const Position& position, const SanParts& parts, Square from) {
  if (parts.promotion != PieceType::none) return {from, parts.to, MoveKind::promotion, parts.promotion};
  const bool en_passant =
      parts.piece == PieceType::pawn && position.en_passant() == parts.to && from.file() != parts.to.file();
  return {from, parts.to, en_passant ? MoveKind::en_passant : MoveKind::normal};
}

/// Returns the only move that fits; the null move if none or several fit.
Move only_match(const Position& position, const SanParts& parts) {
  Move found;
  for (Bitboard from_set = origins(position, parts); from_set != 0;) {
    const Move move = move_of(position, parts, pop_lowest(from_set));
    if (!is_legal_from_origin(position, parts, move)) continue;
    if (!found.is_null()) return {};
    found = move;
  }
  return found;
}

/// Removes the sign between the squares of "e2-e5" and "e2xe5".
std::string without_sign(std::string_view coordinates) {
  std::string text(coordinates);
  if (text.size() > 2 && is_sign(text[2])) text.erase(2, 1);
  return text;
}

/// Reads castling in long algebraic notation, as "Ke1-g1", without the first letter.
Move long_castling(const Position& position, std::string_view coordinates) {
  const Move move = move_from_uci(position, without_sign(coordinates)).value_or(Move());
  return move.kind() == MoveKind::castling ? move : Move();
}

Move castling_move(const Position& position, CastlingSide side) {
  const Color us = position.side_to_move();
  if (!position.can_castle(us, side)) return {};
  const Move move(position.king(us), position.castling_rook(us, side), MoveKind::castling);
  return position.is_legal(move) ? move : Move();
}

struct Substitute {
  std::string_view typographic;
  std::string_view plain;
};

constexpr std::array kSubstitutes{Substitute{"♔", "K"}, Substitute{"♕", "Q"}, Substitute{"♖", "R"},
                                  Substitute{"♗", "B"}, Substitute{"♘", "N"}, Substitute{"♙", "P"},
                                  Substitute{"♚", "K"}, Substitute{"♛", "Q"}, Substitute{"♜", "R"},
                                  Substitute{"♝", "B"}, Substitute{"♞", "N"}, Substitute{"♟", "P"},
                                  Substitute{"–", "-"}, Substitute{"—", "-"}, Substitute{"×", "x"},
                                  // Hyphens and the minus sign.
                                  Substitute{"\u2010", "-"}, Substitute{"\u2011", "-"},
                                  Substitute{"\u2012", "-"}, Substitute{"\u2212", "-"},
                                  // Selectors of a figurine in black and white, or in colour.
                                  Substitute{"\uFE0E", ""}, Substitute{"\uFE0F", ""}};

bool has_typography(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

/// Replaces typography: "♘f3" becomes "Nf3".
std::string in_plain_text(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto found = std::ranges::find_if(
        kSubstitutes, [&](const Substitute& one) { return text.starts_with(one.typographic); });
    const bool is_known = found != kSubstitutes.end();
    plain += is_known ? found->plain : text.substr(0, 1);
    text.remove_prefix(is_known ? found->typographic.size() : 1);
  }
  return plain;
}

/// Reads forms that are not in the standard of SAN.
[[gnu::noinline]] Move read_unusual_move(const Position& position, std::string_view text) {
  if (text.starts_with('K')) {
    const Move move = long_castling(position, text.substr(1));
    if (!move.is_null()) return move;
  }
  // Some programs write coordinates instead of SAN. No pawn moves from g1 to f3, so "g1f3" is not SAN.
  if (const auto move = move_from_uci(position, without_sign(text))) return *move;
  if (!has_typography(text)) return {};
  const std::string plain = in_plain_text(text);
  return plain == text ? Move() : read_san(position, plain);
}

}  // namespace

Move read_san(const Position& position, std::string_view text) {
  text = without_marks(text);
  if (const auto side = castling_from_san(text)) return castling_move(position, *side);
  if (SanParts parts; parse_san(text, parts)) {
    if (const Move move = only_match(position, parts); !move.is_null()) return move;
  }
  return read_unusual_move(position, text);
}

MoveList san_matches(const Position& position, std::string_view text) {
  MoveList matches;
  const std::string plain = in_plain_text(without_marks(text));
  SanParts parts;
  if (castling_from_san(plain) || !parse_san(plain, parts)) return matches;
  for (Bitboard from_set = origins(position, parts); from_set != 0;) {
    const Move move = move_of(position, parts, pop_lowest(from_set));
    if (is_legal_from_origin(position, parts, move)) matches.push_back(move);
  }
  return matches;
}

bool looks_like_move(std::string_view text) {
  text = without_marks(text);
  SanParts parts;
  if (castling_from_san(text)) return true;
  return parse_san(text, parts) && parts.from != parts.to.bit();
}

std::optional<Move> move_from_san(const Position& position, std::string_view text) {
  const Move move = read_san(position, text);
  return move.is_null() ? std::nullopt : std::optional(move);
}

std::optional<Move> move_from_text(const Position& position, std::string_view text) {
  if (const auto move = move_from_uci(position, text)) return move;
  return move_from_san(position, text);
}

namespace {

/// A buffer for one SAN text of at most seven characters ("Qa1xb2+"). It avoids an allocation.
class SanText {
 public:
  void put(char c) noexcept { text_[size_++] = c; }
  void put(std::string_view text) noexcept {
    for (const char c : text) put(c);
  }
  void put_file(Square square) noexcept { put(static_cast<char>('a' + square.file())); }
  void put_rank(Square square) noexcept { put(static_cast<char>('1' + square.rank())); }
  [[nodiscard]] std::string_view text() const noexcept { return {text_.data(), size_}; }

 private:
  std::array<char, 8> text_{};
  std::size_t size_ = 0;
};

/// Adds the file, rank or square of origin if another piece of this type could go to the same square.
void put_disambiguation(const Position& position, Move move, PieceType type, SanText& san) {
  Bitboard others = position.pieces(position.side_to_move(), type) & ~move.from().bit();
  if (others == 0) return;
  others &= piece_attacks(type, move.to(), position.occupied());
  bool ambiguous = false;
  bool same_file = false;
  bool same_rank = false;
  while (others != 0) {
    const Square other = pop_lowest(others);
    if (!position.is_legal(Move(other, move.to()))) continue;
    ambiguous = true;
    same_file |= other.file() == move.from().file();
    same_rank |= other.rank() == move.from().rank();
  }
  if (!ambiguous) return;
  if (!same_file || same_rank) san.put_file(move.from());
  if (same_file) san.put_rank(move.from());
}

void put_without_check_mark(const Position& position, Move move, SanText& san) {
  if (move.kind() == MoveKind::castling) {
    san.put(castling_side(move.from(), move.to()) == CastlingSide::king_side ? "O-O" : "O-O-O");
    return;
  }
  const PieceType type = position.type_on(move.from());
  const bool captures = move.kind() == MoveKind::en_passant || (position.occupied() & move.to().bit()) != 0;
  if (type != PieceType::pawn) {
    san.put(letter_of(type));
    put_disambiguation(position, move, type, san);
  } else if (captures) {
    san.put_file(move.from());
  }
  if (captures) san.put('x');
  san.put_file(move.to());
  san.put_rank(move.to());
  if (move.kind() == MoveKind::promotion) {
    san.put('=');
    san.put(letter_of(move.promotion()));
  }
}

}  // namespace

void append_san(const Position& position, Move move, const Position& next, std::string& out) {
  SanText san;
  put_without_check_mark(position, move, san);
  if (next.in_check()) san.put(next.has_legal_move() ? '+' : '#');
  out += san.text();
}

std::string to_san(const Position& position, Move move) {
  Position next = position;
  next.make(move);
  std::string text;
  append_san(position, move, next, text);
  return text;
}

}  // namespace polyglot::chess
