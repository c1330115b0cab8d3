// SPDX-License-Identifier: MIT
#include <iterator>

#include <polyglot/ascii.hpp>
#include <polyglot/variants/notation.hpp>

#include "variants/coordinates.hpp"
#include "variants/rules.hpp"

namespace polyglot::variants {
namespace {

bool castles_to_queen_side(const Move& move) noexcept {
  return move.to < move.from;
}

/// The sign in FENs after the letter of a promoted piece that becomes a pawn again when it is captured.
constexpr char kPromotedMark = '~';

bool has_promoted_mark(const PieceKind& kind) noexcept {
  return kind.letter.ends_with(kPromotedMark);
}

/// The letter of a piece in a move. A pawn has none. A promoted piece has the letter of its kind, as in
/// Lichess and python-chess.
std::string letter_in_san(const PieceKind& kind) {
  if (kind.letter == "P") return "";
  return has_promoted_mark(kind) ? kind.letter.substr(0, 1) : kind.letter;
}

class SanNotation {
 public:
  explicit SanNotation(const Position& position)
      : position_(position),
        variant_(position.variant()),
        rules_(variant_.rules()),
        board_(rules_.board),
        moves_(position.legal_moves()) {}

  std::string write(const Move& move) const { return without_check(move) + check_mark(move); }
  std::optional<Move> read(std::string_view text) const;

 private:
  Kind mover(const Move& move) const {
    return move.kind == MoveKind::drop ? move.piece : position_.piece_on(move.from).kind();
  }

  std::string letter(const Move& move) const { return letter_in_san(rules_.of(mover(move))); }

  std::string without_check(const Move& move) const {
    if (move.kind == MoveKind::drop)
      return rules_.of(move.piece).letter + "@" + variant_.square_name(move.to);
    if (move.kind == MoveKind::castling) {
      return (castles_to_queen_side(move) ? "O-O-O" : "O-O") + gating(move) +
             (move.gates_on_rook ? variant_.square_name(move.to) : "");
    }
    const bool captures = position_.is_capture(move);
    std::string text = letter(move);
    text += text.empty() && captures ? pawn_origin(move) : origin(move);
    if (captures) text += 'x';
    if (move.kind == MoveKind::two_leg) text += variant_.square_name(move.via) + "-";
    text += variant_.square_name(move.to);
    return text + promotion(move) + gating(move);
  }

  /// The file or rank of origin, or both, if other pieces of this kind can go to the same square.
  std::string origin(const Move& move) const {
    bool is_shared = false;
    bool file_is_shared = false;
    bool rank_is_shared = false;
    for (const Move& other : moves_) {
      const bool is_rival = other.kind != MoveKind::drop && other.kind != MoveKind::castling &&
                            other.to == move.to && other.from != move.from && letter(other) == letter(move);
      if (!is_rival) continue;
      is_shared = true;
      file_is_shared = file_is_shared || board_.file(other.from) == board_.file(move.from);
      rank_is_shared = rank_is_shared || board_.rank(other.from) == board_.rank(move.from);
    }
    if (!is_shared) return "";
    if (!file_is_shared) return file_name(move.from);
    const std::string name = variant_.square_name(move.from);
    return rank_is_shared ? name : name.substr(1);
  }

  /// The origin of a pawn's capture: its file, and its rank as well if the file is not enough.
  std::string pawn_origin(const Move& move) const {
    const std::string file = file_name(move.from);
    const std::string needed = origin(move);
    return needed.empty() || needed == file ? file : variant_.square_name(move.from);
  }

  std::string file_name(Square square) const {
    return std::string(1, static_cast<char>('a' + board_.file(square)));
  }

  std::string promotion(const Move& move) const {
    if (move.choice == PromotionChoice::none) return "";
    const bool by_sign = std::ranges::any_of(rules_.of(mover(move)).promotes_to,
                                             [&](Kind kind) { return rules_.of(kind).letter[0] == '+'; });
    if (move.choice == PromotionChoice::declines) return by_sign ? "=" : "";
    const char letter = rules_.of(move.piece).letter[0];
    return letter == '+' ? "+" : std::string{'=', letter};
  }

  std::string gating(const Move& move) const {
    return move.gated == Kind::none ? "" : "/" + rules_.of(move.gated).letter;
  }

  std::string check_mark(const Move& move) const {
    Position after = position_;
    after.make(move);
    if (!after.in_check()) return "";
    return after.outcome().ending == Ending::checkmate ? "#" : "+";
  }

  bool matches(const Move& move, std::string_view san) const;

  bool is_pawn_stepping_aside(const Move& move) const {
    return move.kind != MoveKind::drop && board_.file(move.from) != board_.file(move.to) &&
           letter(move).empty();
  }

  const Position& position_;
  const Variant& variant_;
  const Rules& rules_;
  const BoardSize& board_;
  std::vector<Move> moves_;
};

/// Removes signs that have no effect, and replaces the zeros of castling by letters.
std::string plain_san(std::string_view san) {
  std::string kept;
  for (std::size_t i = 0; i < san.size(); ++i) {
    // A "=" before a letter is a promotion. Any other "=" is a declined promotion.
    const bool promotes = san[i] == '=' && i + 1 < san.size() && is_letter(san[i + 1]);
    if (san[i] == 'x' || san[i] == '-' || promotes) continue;
    kept.push_back(san[i] == '0' && !is_digit(i == 0 ? ' ' : san[i - 1]) ? 'O' : san[i]);
  }
  return kept;
}

/// True if a text is the writer's text, or that text with any correct part of the origin.
bool SanNotation::matches(const Move& move, std::string_view san) const {
  const auto is_text = [san](std::string_view text) {
    return text == san || (text.ends_with('=') && text.substr(0, text.size() - 1) == san);
  };
  const std::string whole = plain_san(without_check(move));
  if (is_text(whole)) return true;
  // Fairy-Stockfish also names the square of a gated piece if that is the king's square.
  if (move.kind == MoveKind::castling)
    return move.gated != Kind::none && !move.gates_on_rook && san == whole + variant_.square_name(move.from);
  if (move.kind == MoveKind::drop) return false;
  const std::string via = move.kind == MoveKind::two_leg ? variant_.square_name(move.via) : "";
  const std::string end = plain_san(via + variant_.square_name(move.to) + promotion(move) + gating(move));
  const std::string from = variant_.square_name(move.from);
  const std::string_view origin = from;
  return std::ranges::any_of(
      std::array{origin.substr(0, 0), origin, origin.substr(0, 1), origin.substr(1)},
      [&](std::string_view part) { return is_text(letter(move) + std::string(part) + end); });
}

std::optional<Move> SanNotation::read(std::string_view text) const {
  std::string wanted = plain_san(text.substr(0, text.find_last_not_of("!?#") + 1));
  const bool is_drop = wanted.find('@') != std::string::npos;
  const bool is_promoted = std::erase(wanted, kPromotedMark) > 0;
  if (wanted.starts_with('P') && !is_drop) wanted.erase(0, 1);
  if (wanted.starts_with('@')) wanted.insert(0, 1, 'P');
  // The text may use the letter that Fairy-Stockfish has for a piece.
  if (!wanted.empty() && is_letter(wanted[0]) && to_upper(wanted[0]) == wanted[0]) {
    if (const Kind kind = rules_.find(wanted.substr(0, 1)); kind != Kind::none)
      wanted.replace(0, 1, rules_.of(kind).letter);
  }
  // A plus may be a promotion. The plus of a check is at the end of the text.
  for (;; wanted.pop_back()) {
    std::vector<Move> meant;
    std::ranges::copy_if(moves_, std::back_inserter(meant), [&](const Move& move) {
      return (!is_promoted || has_promoted_mark(rules_.of(mover(move)))) && matches(move, wanted);
    });
    // A pawn that steps sideways must name its origin.
    if (meant.size() > 1)
      std::erase_if(meant, [&](const Move& move) { return is_pawn_stepping_aside(move); });
    if (!meant.empty()) return meant.size() == 1 ? std::optional(meant.front()) : std::nullopt;
    if (!wanted.ends_with('+')) return std::nullopt;
  }
}

/// True if a text can mean a move. The text may leave out a `=` for a declined promotion.
bool means(const Position& position, const Move& move, const Coordinates& text) {
  Coordinates whole = coordinates_of(position, move);
  if (whole.suffix == '=' && text.suffix == '\0') whole.suffix = '\0';
  // The text may leave out the empty square that a Lion passes.
  if (move.kind == MoveKind::two_leg && move.from == move.to && !text.via &&
      position.piece_on(move.via).is_none())
    whole.via.reset();
  if (whole == text) return true;
  if (move.kind != MoveKind::castling) return false;
  return std::ranges::any_of(kCastlingTexts, [&](CastlingText castling) {
    // The order of king and rook shows on which square a piece is gated.
    const bool rook_first = castling == CastlingText::rook_takes_king;
    return (move.gated == Kind::none || rook_first == move.gates_on_rook) &&
           coordinates_of(position, move, castling) == text;
  });
}

std::optional<Move> find_move(const Position& position, std::string_view text, int first_rank) {
  std::optional<Coordinates> coordinates = read_coordinates(position.variant(), text, first_rank);
  if (!coordinates) return std::nullopt;
  const std::vector<Move> moves = position.legal_moves();
  // Look for the exact text first, because the king's plain move may look like castling.
  const auto exact = std::ranges::find_if(
      moves, [&](const Move& move) { return coordinates_of(position, move) == *coordinates; });
  // GUIs write a declined promotion even if no promotion is possible.
  if (coordinates->suffix == '=' && has_signs_of_promotion(position.variant().rules()))
    coordinates->suffix = '\0';
  const auto found = exact != moves.end() ? exact : std::ranges::find_if(moves, [&](const Move& move) {
    return means(position, move, *coordinates);
  });
  if (found == moves.end()) return std::nullopt;
  return *found;
}

}  // namespace

std::string to_san(const Position& position, const Move& move) {
  return SanNotation(position).write(move);
}

std::optional<Move> move_from_san(const Position& position, std::string_view text) {
  return SanNotation(position).read(text);
}

std::string to_uci(const Position& position, const Move& move) {
  Coordinates coordinates = coordinates_of(position, move);
  if (coordinates.suffix == '=') coordinates.suffix = '\0';
  return write_coordinates(position.variant(), coordinates, 1);
}

std::string to_xboard(const Position& position, const Move& move) {
  if (move.kind == MoveKind::castling && position.variant().rules().castling.king_takes_rook)
    return castles_to_queen_side(move) ? "O-O-O" : "O-O";
  return write_coordinates(position.variant(), coordinates_of(position, move),
                           first_rank_of_xboard(position.variant()));
}

std::optional<Move> move_from_uci(const Position& position, std::string_view text) {
  return find_move(position, text, 1);
}

std::optional<Move> move_from_xboard(const Position& position, std::string_view text) {
  if (text.starts_with("O-O") || text.starts_with("0-0")) return move_from_san(position, text);
  return find_move(position, text, first_rank_of_xboard(position.variant()));
}

}  // namespace polyglot::variants
