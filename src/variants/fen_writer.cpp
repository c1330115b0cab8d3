// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/variants/position.hpp>

#include "variants/rules.hpp"

namespace polyglot::variants {

class FenWriter {
 public:
  FenWriter(const Position& position, FenStyle style)
      : position_(position), rules_(position.variant().rules()), board_(rules_.board), style_(style) {}

  std::string write() {
    write_placement();
    if (rules_.holdings.exist()) write_holdings();
    fen_ += position_.side_to_move_ == Color::white ? " w" : " b";
    const bool is_uci = style_ == FenStyle::uci;
    if (rules_.castling.has_rights || is_uci) write_castling();
    if (!rules_.has_no_en_passant || is_uci) write_en_passant();
    if (rules_.ends.checks != 0 && is_uci) write_checks();
    fen_ +=
        " " + std::to_string(position_.halfmove_clock_) + " " + std::to_string(position_.fullmove_number_);
    return std::move(fen_);
  }

 private:
  void write_placement() {
    for (int rank = board_.ranks - 1; rank >= 0; --rank) {
      int empty = 0;
      for (int file = 0; file < board_.files; ++file) {
        const Piece piece = position_.piece_on(board_.square(file, rank));
        if (piece.is_none()) {
          ++empty;
          continue;
        }
        if (empty != 0) fen_ += std::to_string(std::exchange(empty, 0));
        fen_ += letter_of(piece);
      }
      if (empty != 0) fen_ += std::to_string(empty);
      if (rank != 0) fen_ += '/';
    }
  }

  std::string letter_of(Piece piece) const {
    const PieceKind& kind = rules_.of(piece.kind());
    const bool is_other = style_ == FenStyle::uci && !kind.other_letter.empty();
    const std::string& letter = is_other ? kind.other_letter : kind.letter;
    return piece.color() == Color::white ? letter : lower_case(letter);
  }

  void write_holdings() {
    const std::size_t empty_size = fen_.size() + 1;
    fen_ += '[';
    for (const Color color : {Color::white, Color::black}) {
      for (const Kind kind : rules_.holdings.kinds) {
        for (int i = 0; i < position_.held(color, kind); ++i) fen_ += letter_of(Piece(kind, color));
      }
    }
    if (fen_.size() == empty_size && style_ == FenStyle::xboard) fen_ += '-';
    fen_ += ']';
  }

  void write_castling() {
    fen_ += ' ';
    const std::size_t empty_size = fen_.size();
    for (const Color color : {Color::white, Color::black}) {
      write_right(color, false);
      // XBoard writes the files of other unmoved pieces between the two rights.
      if (style_ == FenStyle::xboard) write_unmoved(color);
      write_right(color, true);
      if (style_ == FenStyle::uci) write_unmoved(color);
    }
    if (fen_.size() == empty_size) fen_ += '-';
  }

  bool has_right(Color color, bool queen_side) const {
    return (position_.castling_rights_ >> Position::right_index(color, queen_side) & 1) != 0;
  }

  int rook_file(Color color, bool queen_side) const {
    return board_.file(position_.castling_rooks_[Position::right_index(color, queen_side)].square);
  }

  void write_right(Color color, bool queen_side) {
    if (!has_right(color, queen_side)) return;
    const char letter = queen_side ? 'q' : 'k';
    write_letter(rules_.castling.king_takes_rook ? file_letter(rook_file(color, queen_side)) : letter, color);
  }

  /// Writes the files of pieces that let others enter, from the right. Omits them for Fairy-Stockfish if no
  /// piece can enter any more, because it would read them as castling rights.
  void write_unmoved(Color color) {
    if (rules_.holdings.gating.empty()) return;
    if (style_ == FenStyle::uci && is_hand_empty(color)) return;
    for (int file = board_.files - 1; file >= 0; --file) {
      if ((position_.unmoved_files_[index(color)] >> file & 1) != 0 && !is_implied(color, file))
        write_letter(file_letter(file), color);
    }
  }

  bool is_hand_empty(Color color) const {
    return std::ranges::none_of(position_.held_[index(color)], [](std::uint8_t count) { return count != 0; });
  }

  /// True if a castling right already shows that a piece has not moved.
  bool is_implied(Color color, int file) const {
    for (const bool queen_side : {false, true}) {
      if (!has_right(color, queen_side)) continue;
      if (file == rook_file(color, queen_side) ||
          file == board_.file(position_.castling_kings_[index(color)]))
        return true;
    }
    return false;
  }

  static char file_letter(int file) { return static_cast<char>('a' + file); }
  void write_letter(char letter, Color color) { fen_ += color == Color::white ? to_upper(letter) : letter; }

  void write_en_passant() {
    const std::optional<Position::EnPassant>& en_passant = position_.en_passant_;
    const bool is_shown = style_ == FenStyle::uci || !rules_.key_has_no_en_passant;
    if (!en_passant || !is_shown || (rules_.berolina && !en_passant->from_lower_file)) {
      fen_ += " -";
      return;
    }
    const Square named = rules_.berolina
                             ? board_.square(board_.file(en_passant->pawn), board_.rank(en_passant->passed))
                             : en_passant->passed;
    fen_ += " " + position_.variant().square_name(named);
  }

  void write_checks() {
    const auto left = [&](Color color) {
      return std::to_string(rules_.ends.checks - position_.checks_given_[index(color)]);
    };
    fen_ += " " + left(Color::white) + "+" + left(Color::black);
  }

  const Position& position_;
  const Rules& rules_;
  const BoardSize& board_;
  FenStyle style_;
  std::string fen_;
};

std::string Position::to_fen(FenStyle style) const {
  if (style == FenStyle::xboard) return FenWriter(*this, style).write();
  // Write only rights with a rook, because some engines search endlessly for a missing rook.
  return FenWriter(with_real_castling_rights(), style).write();
}

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
