#include <algorithm>
#include <array>
#include <optional>

#include <polyglot/chess/position.hpp>

#include "chess/piece_letters.hpp"
#include "chess/position_builder.hpp"

namespace polyglot::chess {
namespace {

constexpr std::size_t kMaxFields = 6;
constexpr int kLargestCounter = 99'999;
constexpr std::string_view kHexDigits = "0123456789ABCDEF";
constexpr std::array<std::string_view, kMaxFields> kFieldNames = {
    "piece placement", "side to move", "castling", "en passant", "halfmove clock", "move number"};

struct Field {
  std::string_view text;
  std::size_t offset = 0;  ///< where it starts in the FEN
};

/// A character for a message: whatever bytes come in, the message stays one printable line.
std::string shown(char c) {
  if (c >= ' ' && c <= '~') return {'\'', c, '\''};
  const auto byte = static_cast<unsigned char>(c);
  return std::string("byte 0x") + kHexDigits[byte >> 4] + kHexDigits[byte & 15];
}

/// Reads one FEN; each step returns what is wrong, or nothing.
class FenReader {
 public:
  explicit FenReader(std::string_view fen) : fen_(fen) {}

  Result<Position> read() {
    if (auto error = split()) return *error;
    if (auto error = read_placement()) return *error;
    if (auto error = read_side_to_move()) return *error;
    if (auto complaint = builder_.check_pieces()) return Error{*complaint, place(0, 0)};
    if (auto error = read_castling()) return *error;
    if (auto error = read_en_passant()) return *error;
    builder_.set_counters(counter(4, 0), counter(5, 1));
    return builder_.position();
  }

 private:
  using Outcome = std::optional<Error>;

  [[nodiscard]] std::string place(std::size_t field, std::size_t column_in_field) const {
    return "FEN, " + std::string(kFieldNames[field]) + ", column " +
           std::to_string(fields_[field].offset + column_in_field + 1);
  }

  Outcome split() {
    for (std::size_t at = 0; at < fen_.size();) {
      if (is_space(fen_[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < fen_.size() && !is_space(fen_[end])) ++end;
      if (count_ == kMaxFields) {
        return Error{"there is text after the sixth field", "FEN, column " + std::to_string(at + 1)};
      }
      fields_[count_++] = {fen_.substr(at, end - at), at};
      at = end;
    }
    if (count_ >= 4) return std::nullopt;
    return Error{"the field '" + std::string(kFieldNames[count_]) + "' is missing",
                 "FEN, column " + std::to_string(fen_.size() + 1)};
  }

  Outcome read_placement() {
    const std::string_view text = fields_[0].text;
    int rank = 7;
    int file = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '/') {
        if (file != 8 || rank == 0) return bad_rank_end(file, rank, i);
        --rank;
        file = 0;
      } else if (is_rank(c)) {
        file += c - '0';
      } else if (const PieceType type = piece_of(to_upper(c)); type != PieceType::none) {
        const Color color = to_upper(c) == c ? Color::white : Color::black;
        if (file < 8) builder_.put({type, color}, Square(file, rank));
        ++file;
      } else {
        return Error{shown(c) + " is no piece, number of empty squares or '/'", place(0, i)};
      }
      if (file > 8) return bad_rank_end(file, rank, i);
    }
    if (rank != 0 || file != 8) return bad_rank_end(file, rank, text.size());
    return std::nullopt;
  }

  [[nodiscard]] Error bad_rank_end(int file, int rank, std::size_t column) const {
    if (file > 8) return {"rank " + std::to_string(rank + 1) + " has more than 8 squares", place(0, column)};
    if (file < 8) {
      return {"rank " + std::to_string(rank + 1) + " has " + std::to_string(file) + " squares instead of 8",
              place(0, column)};
    }
    if (rank == 0) return {"there are more than 8 ranks", place(0, column)};
    return {"there are " + std::to_string(8 - rank) + " ranks instead of 8", place(0, column)};
  }

  Outcome read_side_to_move() {
    const std::string_view text = fields_[1].text;
    if (text != "w" && text != "b") return Error{"the side to move is neither 'w' nor 'b'", place(1, 0)};
    builder_.set_side_to_move(text == "w" ? Color::white : Color::black);
    return std::nullopt;
  }

  Outcome read_castling() {
    const std::string_view text = fields_[2].text;
    if (text == "-") return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char letter = to_upper(text[i]);
      const Color color = letter == text[i] ? Color::white : Color::black;
      if (letter == 'K') {
        builder_.allow_castling(color, CastlingSide::king_side);
      } else if (letter == 'Q') {
        builder_.allow_castling(color, CastlingSide::queen_side);
      } else if (letter >= 'A' && letter <= 'H') {
        builder_.allow_castling(color, letter - 'A');
      } else {
        return Error{shown(text[i]) + " is no castling right", place(2, i)};
      }
    }
    return std::nullopt;
  }

  Outcome read_en_passant() {
    const std::string_view text = fields_[3].text;
    if (text == "-") return std::nullopt;
    const auto square = Square::from_string(text);
    if (!square) return Error{"the en-passant field is neither '-' nor a square", place(3, 0)};
    builder_.set_en_passant(*square);
    return std::nullopt;
  }

  /// Counters are never worth refusing a position for: what is missing, no number or too small becomes
  /// `least`, what is too large is cut.
  [[nodiscard]] int counter(std::size_t field, int least) const {
    if (field >= count_) return least;
    const auto value = parse_clamped_number<int>(fields_[field].text);
    return std::clamp(value.value_or(least), least, kLargestCounter);
  }

  std::string_view fen_;
  std::array<Field, kMaxFields> fields_{};
  std::size_t count_ = 0;
  PositionBuilder builder_;
};

}  // namespace

Result<Position> Position::from_fen(std::string_view fen) {
  return FenReader(fen).read();
}

}  // namespace polyglot::chess
