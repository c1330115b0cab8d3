// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/variants/book_code.hpp>

#include "variants/coordinates.hpp"
#include "variants/rules.hpp"

namespace polyglot::variants {
namespace {

/// Suffixes by their number. Other letters have no number and are not stored.
constexpr std::string_view kSuffixes = " nbrqac=+";
constexpr auto kPlus = static_cast<unsigned>(kSuffixes.find('+'));
constexpr unsigned kDrop = 9;
constexpr unsigned kLion = 2;
constexpr unsigned kLionElsewhere = 10;
/// Promotions by their number in plain codes, which are those of Polyglot. The code of a drop has the same
/// square twice and the number of the piece. A dropped pawn has no code, because that would be the null move.
constexpr std::string_view kPlainSuffixes = " nbrqk";
/// XBoard cuts codes that do not fit into 16 bits. We never cut codes on boards larger than XBoard's largest,
/// so that they cannot be mistaken for others.
constexpr int kLargestBoardOfXBoard = 144;

/// King's steps by their number, as files and ranks, clockwise from White's north.
constexpr std::array<std::array<int, 2>, 8> kKingSteps = {
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};

/// The number of the step from one square to a neighbour; nothing if the squares are not neighbours.
std::optional<unsigned> step_number(const BoardSize& board, Square from, Square to) {
  const std::array step{board.file(to) - board.file(from), board.rank(to) - board.rank(from)};
  const auto found = std::ranges::find(kKingSteps, step);
  if (found == kKingSteps.end()) return std::nullopt;
  return static_cast<unsigned>(found - kKingSteps.begin());
}

/// The index of a letter in one of the lists of suffixes; 0 if it is missing.
unsigned number_in(std::string_view letters, char letter) noexcept {
  const std::size_t place = letters.find(letter);
  return place == std::string_view::npos ? 0 : static_cast<unsigned>(place);
}

std::uint32_t whole_code_of(const Rules& rules, const Coordinates& move, CodeStyle style) {
  const auto squares = static_cast<unsigned>(rules.board.squares());
  const auto packed = [squares](unsigned kind, unsigned from, unsigned to) {
    return std::uint32_t{kind * squares * squares + from * squares + to};
  };
  const auto from = static_cast<unsigned>(move.from.index());
  const auto to = static_cast<unsigned>(move.to.index());
  if (rules.has_plain_keys) {
    const bool is_drop = move.dropped != '\0';
    return packed(number_in(kPlainSuffixes, is_drop ? to_lower(move.dropped) : move.suffix),
                  is_drop ? to : from, to);
  }
  if (move.dropped != '\0') return packed(kDrop, static_cast<unsigned>(move.dropped - 'A' + 1), to);
  if (move.via && style == CodeStyle::editor) {
    const std::optional<unsigned> first = step_number(rules.board, move.from, *move.via);
    const std::optional<unsigned> second = step_number(rules.board, *move.via, move.to);
    if (first && second) return packed(kLion, from, *first + 8 * *second);
  }
  const bool is_stored = move.suffix != '=' || rules.declined_promotion_has_code;
  return packed(is_stored ? number_in(kSuffixes, move.suffix) : 0, from, to);
}

std::uint16_t code_of(const Rules& rules, const Coordinates& move, CodeStyle style) {
  return static_cast<std::uint16_t>(whole_code_of(rules, move, style));
}

bool is_code(const Rules& rules, std::uint32_t whole_code) noexcept {
  const auto squares = static_cast<unsigned>(rules.board.squares());
  const bool stays = whole_code / squares % squares == whole_code % squares;
  if (rules.has_plain_keys) return !stays || whole_code >= squares * squares;
  return rules.board.squares() <= kLargestBoardOfXBoard ||
         whole_code <= std::numeric_limits<std::uint16_t>::max();
}

int first_rank(const Variant& variant, Notation notation) noexcept {
  return notation == Notation::xboard ? first_rank_of_xboard(variant) : 1;
}

/// The coordinates that the code of a legal move stores.
Coordinates coordinates_in_book(const Position& position, const Move& move) {
  const bool takes_rook = move.kind == MoveKind::castling && position.variant().has_plain_keys();
  return takes_rook ? coordinates_of(position, move, CastlingText::king_takes_rook)
                    : coordinates_of(position, move);
}

/// Whether a code may stand for a move.
bool has_code(const Position& position, const Move& move, std::uint16_t code) {
  const Rules& rules = position.variant().rules();
  if (move.kind == MoveKind::castling) {
    return std::ranges::any_of(kCastlingTexts, [&](CastlingText castling) {
      return code_of(rules, coordinates_of(position, move, castling), CodeStyle::game) == code;
    });
  }
  if (!has_book_code(position, move)) return false;
  const Coordinates coordinates = coordinates_of(position, move);
  return code_of(rules, coordinates, CodeStyle::game) == code ||
         code_of(rules, coordinates, CodeStyle::editor) == code;
}

/// The two steps of a Lion; nothing if they leave the board.
std::optional<Coordinates> lion_steps(const BoardSize& board, Square from, unsigned steps) {
  if (steps >= kKingSteps.size() * kKingSteps.size()) return std::nullopt;
  Coordinates move{.from = from};
  Square at = from;
  for (const auto& [files, ranks] : {kKingSteps[steps % 8], kKingSteps[steps / 8]}) {
    const int file = board.file(at) + files;
    const int rank = board.rank(at) + ranks;
    if (file < 0 || file >= board.files || rank < 0 || rank >= board.ranks) return std::nullopt;
    if (!move.via) move.via = board.square(file, rank);
    at = board.square(file, rank);
  }
  move.to = at;
  return move;
}

/// The coordinates of a code that has not been cut; nothing if it is not a move on this board.
std::optional<Coordinates> coordinates_of_code(const Rules& rules, std::uint32_t whole_code) {
  const auto squares = static_cast<unsigned>(rules.board.squares());
  if (!is_code(rules, whole_code)) return std::nullopt;
  const unsigned kind = whole_code / (squares * squares);
  const unsigned from = whole_code / squares % squares;
  const unsigned to = whole_code % squares;
  Coordinates move;
  move.from = Square(static_cast<int>(from));
  move.to = Square(static_cast<int>(to));
  const bool has_lion =
      std::ranges::any_of(rules.kinds, [](const PieceKind& piece) { return piece.is_lion(); });
  if (rules.has_plain_keys) {
    if (kind >= kPlainSuffixes.size()) return std::nullopt;
    const char letter = kind == 0 ? '\0' : kPlainSuffixes[kind];
    if (from != to) {
      move.suffix = letter;
    } else if (rules.holdings.has_drops) {
      move.dropped = to_upper(letter);
    } else {
      return std::nullopt;
    }
    return move;
  }
  const bool is_lion =
      has_lion && (kind == kLionElsewhere || (kind == kLion && rules.promotion.pieces.empty()));
  if (is_lion) return lion_steps(rules.board, move.from, to);
  if (kind == kDrop && rules.holdings.has_drops) {
    if (from < 1 || from > 26) return std::nullopt;
    move.dropped = static_cast<char>('A' + from - 1);
  } else if (kind >= kSuffixes.size()) {
    return std::nullopt;
  } else if (kind != 0) {
    move.suffix = kSuffixes[kind];
  }
  return move;
}

/// Returns the code, not cut, of a promotion with a plus whose lower 16 bits are `code`. Nothing: none.
std::optional<std::uint32_t> whole_code_of_sign(const Rules& rules, std::uint16_t code) {
  constexpr std::uint32_t kCut = std::uint32_t{std::numeric_limits<std::uint16_t>::max()} + 1;
  const auto squares = static_cast<unsigned>(rules.board.squares());
  const std::uint32_t first = kPlus * squares * squares;
  const std::uint32_t above = (code - first) % kCut;  // kCut divides 2^32, so wrapping does no harm
  const std::uint32_t whole = first + above;
  const bool is_promotion =
      above < squares * squares && !rules.has_plain_keys && has_signs_of_promotion(rules);
  return is_promotion && is_code(rules, whole) ? std::optional(whole) : std::nullopt;
}

}  // namespace

bool has_book_code(const Position& position, const Move& move) {
  return is_code(position.variant().rules(), whole_book_code(position, move));
}

std::uint16_t book_code(const Position& position, const Move& move, CodeStyle style) {
  return code_of(position.variant().rules(), coordinates_in_book(position, move), style);
}

std::uint32_t whole_book_code(const Position& position, const Move& move, CodeStyle style) {
  return whole_code_of(position.variant().rules(), coordinates_in_book(position, move), style);
}

std::optional<std::uint16_t> other_castling_code(const Position& position, const Move& move) {
  if (move.kind != MoveKind::castling) return std::nullopt;
  const Rules& rules = position.variant().rules();
  const std::uint16_t usual = book_code(position, move);
  for (const CastlingText castling : {CastlingText::king_moves, CastlingText::king_takes_rook}) {
    const std::uint16_t code = code_of(rules, coordinates_of(position, move, castling), CodeStyle::game);
    if (code != usual && moves_of_code(position, code).front() == move) return code;
  }
  return std::nullopt;
}

std::optional<std::uint16_t> book_code(const Variant& variant, std::string_view text, CodeStyle style,
                                       Notation notation) {
  const std::optional<Coordinates> coordinates =
      read_coordinates(variant, text, first_rank(variant, notation));
  if (!coordinates || (coordinates->dropped != '\0' && !is_letter(coordinates->dropped))) return std::nullopt;
  const std::uint32_t code = whole_code_of(variant.rules(), *coordinates, style);
  return is_code(variant.rules(), code) ? std::optional(static_cast<std::uint16_t>(code)) : std::nullopt;
}

std::vector<Move> moves_of_code(const Position& position, std::uint16_t code) {
  std::vector<Move> moves = position.legal_moves();
  std::erase_if(moves, [&](const Move& move) { return !has_code(position, move, code); });
  // Castling may share its code with another move. Then the other move comes first.
  std::stable_partition(moves.begin(), moves.end(),
                        [&](const Move& move) { return book_code(position, move) == code; });
  return moves;
}

std::optional<std::string> text_of_code(const Variant& variant, std::uint16_t code, Notation notation) {
  const Rules& rules = variant.rules();
  std::optional<Coordinates> move = coordinates_of_code(rules, code);
  const bool is_other_letter = move && is_letter(move->suffix) && rules.promotion.pieces.empty();
  if (!move || is_other_letter)
    if (const auto whole = whole_code_of_sign(rules, code)) move = coordinates_of_code(rules, *whole);
  if (!move) return std::nullopt;
  return write_coordinates(variant, *move, first_rank(variant, notation));
}

}  // namespace polyglot::variants
