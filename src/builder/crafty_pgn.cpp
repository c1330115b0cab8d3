// SPDX-License-Identifier: MIT
#include "builder/crafty_pgn.hpp"

#include <polyglot/ascii.hpp>
#include <polyglot/book/crafty.hpp>

namespace polyglot::builder {

namespace {

namespace crafty_status = book::crafty_status;

constexpr std::size_t kLongestLine = 4095;
constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";
constexpr std::string_view kNumberCharacters = "0123456789./-";

struct Nesting {
  std::uint64_t& variations;  ///< counts those that begin
  int braces = 0;
  int parentheses = 0;
  int brackets = 0;

  void read(std::string_view token) noexcept {
    for (const char c : token) {
      if (c == '{') ++braces;
      if (c == '}') --braces;
      if (braces != 0) continue;
      variations += c == '(' ? 1 : 0;
      parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
      brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
    }
  }
  [[nodiscard]] bool is_open() const noexcept { return braces != 0 || parentheses != 0 || brackets != 0; }
};

/// The marks in a text, from left to right.
std::uint8_t read_marks(std::string_view text) noexcept {
  std::uint8_t marks = 0;
  while (!text.empty()) {
    const std::uint8_t mark = crafty_status::take_sign(text);
    if (mark == 0) text.remove_prefix(1);
    marks |= mark;
  }
  return marks;
}

std::string_view without_number(std::string_view token) noexcept {
  const std::size_t number = std::min(token.find_first_not_of(kNumberCharacters), token.size());
  return number > 1 ? token.substr(number) : token;
}

bool looks_like_crafty_move(std::string_view token) noexcept {
  return !token.empty() && (is_letter(token.front()) || token.find('-') != std::string_view::npos);
}

}  // namespace

/// Reads a line without its end, or the part of it that Crafty reads at once.
bool CraftyPgn::read_line() {
  line_.clear();
  if (line_ended_) ++number_;
  line_ended_ = false;
  while (!line_ended_ && line_.size() < kLongestLine) {
    if (text_.empty()) text_ = more_();
    if (text_.empty()) break;
    const std::string_view piece = text_.substr(0, kLongestLine - line_.size());
    const std::size_t end = piece.find('\n');
    line_ended_ = end != std::string_view::npos;
    const std::size_t taken = line_ended_ ? end + 1 : piece.size();
    line_ += piece.substr(0, taken);
    text_.remove_prefix(taken);
  }
  if (line_.empty()) return false;
  if (line_ended_) line_.pop_back();
  if (const std::size_t end = line_.find('\0'); end != std::string::npos) line_.resize(end);
  if (const std::size_t carriage = line_.find('\r'); carriage != std::string::npos) line_[carriage] = ' ';
  rest_ = line_;
  return true;
}

/// Takes the next word of the line; empty at its end.
std::string_view CraftyPgn::take_token() noexcept {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(kWhiteSpace), rest_.size()));
  const std::string_view token = rest_.substr(0, rest_.find_first_of(kWhiteSpace));
  rest_.remove_prefix(token.size());
  return token;
}

std::optional<CraftyItem> CraftyPgn::next() {
  for (;;) {
    std::string_view token = take_token();
    while (token.empty()) {
      if (!read_line()) return std::nullopt;
      token = take_token();
      if (!token.starts_with('[')) continue;
      drop_line();
      return CraftyItem{.is_tag = true, .text = line_, .line = number_};
    }
    if (token.find_first_of("{(") != std::string_view::npos) {
      skip_nested(token);
      continue;
    }
    token = without_number(token);
    if (!looks_like_crafty_move(token)) continue;
    const std::string_view move = token.substr(0, token.find_first_of("?!"));
    if (move.find_first_of("$*") != std::string_view::npos) continue;
    return CraftyItem{.text = move,
                      .marks = read_marks(token.substr(move.size())),
                      .percent = percent_behind(),
                      .line = number_};
  }
}

void CraftyPgn::skip_nested(std::string_view token) {
  constexpr int kMostLines = 100;
  int lines = 0;
  Nesting nesting{.variations = variations_};
  for (nesting.read(token); nesting.is_open(); nesting.read(token)) {
    for (token = take_token(); token.empty(); token = take_token())
      if (++lines > kMostLines || !read_line()) return;
  }
}

/// Crafty reads only the line. A comment that ends in another line has no effect.
std::uint32_t CraftyPgn::percent_behind() const noexcept {
  constexpr std::string_view kPlay = "play";
  const std::string_view comment = trim(rest_, kWhiteSpace);
  const std::size_t play = comment.find(kPlay);
  if (!comment.starts_with('{') || comment.find('}') == comment.npos || play == comment.npos) return 0;
  std::string_view number = trim(comment.substr(play + kPlay.size()), kWhiteSpace);
  return take_clamped_number<std::uint32_t>(number).value_or(0);
}

namespace {

using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::Square;

constexpr std::string_view kPieceLetters = "pnbrqk";

struct Wanted {
  PieceType piece = PieceType::pawn;
  bool any_piece = false;
  std::optional<int> from_file;
  std::optional<int> from_rank;
  std::optional<Square> to;
  PieceType promotion = PieceType::none;
  bool captures = false;
  bool gives_check = false;
};

std::optional<PieceType> piece_of(char letter) noexcept {
  const std::size_t found = kPieceLetters.find(to_lower(letter));
  if (found == std::string_view::npos) return std::nullopt;
  return static_cast<PieceType>(found);
}

std::optional<Square> take_target(std::string_view& text) noexcept {
  if (text.size() < 2) return std::nullopt;
  const auto square = Square::from_string(text.substr(text.size() - 2));
  if (square) text.remove_suffix(2);
  return square;
}

/// The target of a castling king.
Square destination(Move move) noexcept {
  constexpr int kKingSideFile = 6;
  constexpr int kQueenSideFile = 2;
  if (move.kind() != MoveKind::castling) return move.to();
  return {move.to() > move.from() ? kKingSideFile : kQueenSideFile, move.from().rank()};
}

/// "e2e4" and "e7e8q", by any piece.
std::optional<Wanted> read_plain(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const auto from = Square::from_string(text.substr(0, 2));
  const auto to = Square::from_string(text.substr(2, 2));
  if (!from || !to) return std::nullopt;
  Wanted wanted{.any_piece = true, .from_file = from->file(), .from_rank = from->rank(), .to = to};
  if (text.size() == 5) wanted.promotion = piece_of(text[4]).value_or(PieceType::king);
  return wanted;
}

/// The letter of the piece, which may be small. b is a file, except in "bb".
PieceType take_piece(std::string_view& text) noexcept {
  if (text.empty() || (text.front() == 'b' && !text.starts_with("bb"))) return PieceType::pawn;
  const auto piece = piece_of(text.front());
  if (piece) text.remove_prefix(1);
  return piece.value_or(PieceType::pawn);
}

/// "=Q" and "Q" after the target.
PieceType take_promotion(std::string_view& text) noexcept {
  if (text.size() < 2) return PieceType::none;
  const auto piece = piece_of(text.back());
  if (!piece) return PieceType::none;
  text.remove_suffix(1);
  if (text.back() == '=') text.remove_suffix(1);
  return *piece;
}

/// Reads a file, a rank, both or nothing. Of a longer text, like "d2-", it reads only the file.
bool read_origin(std::string_view text, Wanted& wanted) noexcept {
  constexpr std::size_t kLongest = 2;
  if (text.size() > kLongest) text = text.substr(0, 1);
  if (!text.empty() && chess::is_file(text.front())) {
    wanted.from_file = text.front() - 'a';
    text.remove_prefix(1);
  }
  if (!text.empty() && chess::is_rank(text.front())) {
    wanted.from_rank = text.front() - '1';
    text.remove_prefix(1);
  }
  return text.empty();
}

std::optional<Wanted> read_text(std::string_view text) {
  Wanted wanted;
  if (const std::size_t check = text.find('+'); check != std::string_view::npos) {
    wanted.gives_check = true;
    text = text.substr(0, check);
  }
  wanted.piece = take_piece(text);
  wanted.promotion = take_promotion(text);
  wanted.to = take_target(text);
  if (!wanted.to) return std::nullopt;
  if (text.ends_with('x')) {
    wanted.captures = true;
    text.remove_suffix(1);
  }
  if (!read_origin(text, wanted)) return std::nullopt;
  return wanted;
}

bool gives_check(const Position& position, Move move) {
  Position next = position;
  next.make(move);
  return next.in_check();
}

bool is_capture(const Position& position, Move move) noexcept {
  return move.kind() == MoveKind::en_passant ||
         (move.kind() != MoveKind::castling && position.type_on(move.to()) != PieceType::none);
}

bool fits(const Position& position, const Wanted& wanted, Move move) {
  return destination(move) == wanted.to && move.promotion() == wanted.promotion &&
         (wanted.any_piece || position.type_on(move.from()) == wanted.piece) &&
         wanted.from_file.value_or(move.from().file()) == move.from().file() &&
         wanted.from_rank.value_or(move.from().rank()) == move.from().rank() &&
         (!wanted.captures || is_capture(position, move)) &&
         (!wanted.gives_check || gives_check(position, move));
}

/// Reads castling that is written with the letter O.
std::optional<Move> read_castling(const Position& position, std::string_view text) {
  const bool checks = text.ends_with('+');
  if (checks) text.remove_suffix(1);
  const bool short_way = equal_ignoring_case(text, "o-o");
  if (!short_way && !equal_ignoring_case(text, "o-o-o")) return std::nullopt;
  for (const Move move : position.legal_moves())
    if (move.kind() == MoveKind::castling && (move.to() > move.from()) == short_way &&
        (!checks || gives_check(position, move)))
      return move;
  return std::nullopt;
}

}  // namespace

std::optional<Move> read_crafty_move(const Position& position, std::string_view text) {
  text = text.substr(0, text.find('#'));
  if (!text.empty() && to_lower(text.front()) == 'o') return read_castling(position, text);
  auto wanted = read_plain(text);
  if (!wanted) wanted = read_text(text);
  if (!wanted) return std::nullopt;
  std::optional<Move> found;
  for (const Move move : position.legal_moves()) {
    if (!fits(position, *wanted, move)) continue;
    if (found) return std::nullopt;
    found = move;
  }
  return found;
}

}  // namespace polyglot::builder
