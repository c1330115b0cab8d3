// SPDX-License-Identifier: MIT
#include <polyglot/chess/position.hpp>
#include <polyglot/chess/zobrist.hpp>

#include "chess/attacks.hpp"
#include "chess/castling.hpp"
#include "chess/piece_letters.hpp"

namespace polyglot::chess {
namespace {

// ---- Pieces on the board --------------------------------------------------------------------------------

std::string about(Color color, std::string_view complaint) {
  return (color == Color::white ? "White " : "Black ") + std::string(complaint);
}

std::optional<std::string> check_numbers(const Position& position, Color color) {
  const int kings = std::popcount(position.pieces(color, PieceType::king));
  if (kings == 0) return about(color, "has no king");
  if (kings > 1) return about(color, "has " + std::to_string(kings) + " kings");
  if (std::popcount(position.pieces(color)) > 16) return about(color, "has more than 16 pieces");
  if (std::popcount(position.pieces(color, PieceType::pawn)) > 8)
    return about(color, "has more than 8 pawns");
  return std::nullopt;
}

// ---- Reading --------------------------------------------------------------------------------------------

constexpr std::size_t kMaxFields = 6;
constexpr int kLargestCounter = 99'999;
constexpr std::string_view kHexDigits = "0123456789ABCDEF";
constexpr std::array<std::string_view, kMaxFields> kFieldNames = {
    "piece placement", "side to move", "castling", "en passant", "halfmove clock", "move number"};

struct Field {
  std::string_view text;
  std::size_t offset = 0;  ///< where it starts in the FEN
};

/// Shows a character in a message. The message stays one printable line, whatever the FEN holds.
std::string shown(char c) {
  if (c >= ' ' && c <= '~') return {'\'', c, '\''};
  const auto byte = static_cast<unsigned char>(c);
  return std::string("byte 0x") + kHexDigits[byte >> 4] + kHexDigits[byte & 15];
}

}  // namespace

/// Reads one FEN. Each step throws a Failure about what is wrong. Rights that contradict the pieces are
/// ignored.
class FenReader {
 public:
  explicit FenReader(std::string_view fen) : fen_(fen) {}

  Position read() {
    split();
    read_placement();
    read_side_to_move();
    if (auto complaint = check_pieces()) throw Failure(*complaint, place(0, 0));
    read_castling();
    read_en_passant();
    position_.halfmove_clock_ = counter(4, 0);
    position_.fullmove_number_ = counter(5, 1);
    return position_;
  }

 private:
  [[nodiscard]] std::string place(std::size_t field, std::size_t column_in_field) const {
    return "FEN, " + std::string(kFieldNames[field]) + ", column " +
           std::to_string(fields_[field].offset + column_in_field + 1);
  }

  void split() {
    for (std::size_t at = 0; at < fen_.size();) {
      if (is_space(fen_[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < fen_.size() && !is_space(fen_[end])) ++end;
      if (count_ == kMaxFields)
        throw Failure("there is text after the sixth field", "FEN, column " + std::to_string(at + 1));
      fields_[count_++] = {fen_.substr(at, end - at), at};
      at = end;
    }
    if (count_ >= 4) return;
    const bool is_of_table = fen_.find_first_of(";,") != fen_.npos;
    throw Failure("the field '" + std::string(kFieldNames[count_]) + "' is missing" +
                      (is_of_table ? "; of a table, give the column of FENs alone" : ""),
                  "FEN, column " + std::to_string(fen_.size() + 1));
  }

  void read_placement() {
    const std::string_view text = fields_[0].text;
    int rank = 7;
    int file = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '/') {
        if (file != 8 || rank == 0) throw bad_rank_end(file, rank, i);
        --rank;
        file = 0;
      } else if (is_rank(c)) {
        file += c - '0';
      } else if (const PieceType type = piece_of(to_upper(c)); type != PieceType::none) {
        const Color color = to_upper(c) == c ? Color::white : Color::black;
        if (file < 8) position_.toggle(type, color, Square(file, rank));
        ++file;
      } else {
        throw Failure(shown(c) + " is no piece, number of empty squares or '/'", place(0, i));
      }
      if (file > 8) throw bad_rank_end(file, rank, i);
    }
    if (rank != 0 || file != 8) throw bad_rank_end(file, rank, text.size());
  }

  [[nodiscard]] Failure bad_rank_end(int file, int rank, std::size_t column) const {
    const std::string number = "rank " + std::to_string(rank + 1);
    std::string what = "there are " + std::to_string(8 - rank) + " ranks instead of 8";
    if (rank == 0) what = "there are more than 8 ranks";
    if (file < 8) what = number + " has " + std::to_string(file) + " squares instead of 8";
    if (file > 8) what = number + " has more than 8 squares";
    return Failure(what, place(0, column));
  }

  void read_side_to_move() {
    const std::string_view text = fields_[1].text;
    if (text != "w" && text != "b") throw Failure("the side to move is neither 'w' nor 'b'", place(1, 0));
    position_.side_to_move_ = text == "w" ? Color::white : Color::black;
    if (text == "w") position_.key_ ^= white_to_move_key();
  }

  /// Returns why the placement is illegal for the side to move; nothing if it is legal.
  [[nodiscard]] std::optional<std::string> check_pieces() const {
    for (const Color color : {Color::white, Color::black}) {
      if (auto complaint = check_numbers(position_, color)) return complaint;
    }
    if ((position_.pieces(PieceType::pawn) & (kRank1 | kRank8)) != 0)
      return "a pawn stands on the first or last rank";
    const Color us = position_.side_to_move();
    if (position_.attackers(position_.king(~us), us, position_.occupied()) != 0)
      return about(~us, "is in check but " + about(us, "is to move"));
    return std::nullopt;
  }

  [[nodiscard]] bool king_may_castle(Color color) const {
    // In each start position of Chess960 the king stands between the rooks, so never in a corner.
    const Square king = position_.king(color);
    return king.rank() == back_rank(color) && king.file() != 0 && king.file() != 7;
  }

  /// Adds a right that X-FEN writes as `K` or `Q`. It belongs to the outermost rook on that side of the king.
  void allow_castling(Color color, CastlingSide side) {
    if (!king_may_castle(color) || position_.can_castle(color, side)) return;
    if (const auto rook = outermost_rook(position_, color, side))
      position_.set_castling_right(color, side, *rook);
  }

  /// Adds a right that X-FEN or Shredder-FEN writes as the file of its rook.
  void allow_castling(Color color, int rook_file) {
    const Square rook(rook_file, back_rank(color));
    if (!king_may_castle(color) || position_.piece_on(rook) != Piece{PieceType::rook, color}) return;
    const CastlingSide side = castling_side(position_.king(color), rook);
    if (!position_.can_castle(color, side)) position_.set_castling_right(color, side, rook);
  }

  void read_castling() {
    const std::string_view text = fields_[2].text;
    if (text == "-") return;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char letter = to_upper(text[i]);
      const Color color = letter == text[i] ? Color::white : Color::black;
      if (letter == 'K') {
        allow_castling(color, CastlingSide::king_side);
      } else if (letter == 'Q') {
        allow_castling(color, CastlingSide::queen_side);
      } else if (letter >= 'A' && letter <= 'H') {
        allow_castling(color, letter - 'A');
      } else {
        throw Failure(shown(text[i]) + " is no castling right", place(2, i));
      }
    }
  }

  void read_en_passant() {
    const std::string_view text = fields_[3].text;
    if (text == "-") return;
    const auto square = Square::from_string(text);
    if (!square) throw Failure("the en-passant field is neither '-' nor a square", place(3, 0));
    const Color us = position_.side_to_move();
    if (square->rank() != (us == Color::white ? 5 : 2)) return;
    const int forward = us == Color::white ? 8 : -8;
    const Square origin(square->index() + forward);
    const Square pushed(square->index() - forward);
    const bool explained = position_.piece_on(pushed) == Piece{PieceType::pawn, ~us} &&
                           (position_.occupied() & (square->bit() | origin.bit())) == 0;
    if (explained) position_.set_en_passant(*square);
  }

  /// A wrong counter is no reason to refuse a position. If it is missing, not a number or too small, it
  /// becomes `least`. If it is too large, it becomes the maximum.
  [[nodiscard]] int counter(std::size_t field, int least) const {
    if (field >= count_) return least;
    const auto value = parse_clamped_number<int>(fields_[field].text);
    return std::clamp(value.value_or(least), least, kLargestCounter);
  }

  std::string_view fen_;
  std::array<Field, kMaxFields> fields_{};
  std::size_t count_ = 0;
  Position position_{Position::EmptyBoard{}};
};

namespace {

// ---- Writing --------------------------------------------------------------------------------------------

std::string placement(const Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    const auto flush = [&] {
      if (empty != 0) text += static_cast<char>('0' + empty);
      empty = 0;
    };
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.piece_on(Square(file, rank));
      if (piece.type == PieceType::none) {
        ++empty;
        continue;
      }
      flush();
      const char letter = letter_of(piece.type);
      text += piece.color == Color::white ? letter : to_lower(letter);
    }
    flush();
    if (rank != 0) text += '/';
  }
  return text;
}

char castling_letter(const Position& position, Color color, CastlingSide side, FenStyle style) {
  const Square rook = position.castling_rook(color, side);
  if (style == FenStyle::x_fen && outermost_rook(position, color, side) == rook)
    return side == CastlingSide::king_side ? 'K' : 'Q';
  return static_cast<char>('A' + rook.file());
}

std::string castling(const Position& position, FenStyle style) {
  std::string text;
  for (const Color color : {Color::white, Color::black}) {
    for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side}) {
      if (!position.can_castle(color, side)) continue;
      const char letter = castling_letter(position, color, side, style);
      text += color == Color::white ? letter : to_lower(letter);
    }
  }
  return text.empty() ? "-" : text;
}

std::string four_fields(const Position& position, FenStyle style) {
  std::string fen = placement(position);
  fen += position.side_to_move() == Color::white ? " w " : " b ";
  fen += castling(position, style);
  return fen + ' ' + (position.en_passant() ? position.en_passant()->to_string() : "-");
}

}  // namespace

Result<Position> Position::from_fen(std::string_view fen) {
  return result_of([&] { return FenReader(fen).read(); });
}

std::string Position::to_epd() const {
  return four_fields(*this, FenStyle::x_fen);
}

std::string Position::to_fen(FenStyle style) const {
  std::string fen = four_fields(*this, style);
  fen += ' ' + std::to_string(halfmove_clock_) + ' ' + std::to_string(fullmove_number_);
  return fen;
}

}  // namespace polyglot::chess
