// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/game/text_moves.hpp>

namespace polyglot::game {
namespace {

// ---- Boards ---------------------------------------------------------------------------------------------

constexpr int kUsualRanks = 8;
/// On boards with this number of ranks, XBoard counts them from 0.
constexpr int kTenRanks = 10;
constexpr std::array<std::string_view, 12> kVariantsOfTenRanks = {
    "clobber10",         "elven",  "grand",   "janggi", "janggicasual", "janggimodern",
    "janggitraditional", "manchu", "opulent", "shako",  "supply",       "xiangqi"};
static_assert(std::ranges::is_sorted(kVariantsOfTenRanks));

/// The number of ranks in the start position of a variant, by its name in UCI.
int ranks_of_variant(std::string_view variant) noexcept {
  return std::ranges::binary_search(kVariantsOfTenRanks, variant) ? kTenRanks : kUsualRanks;
}

int ranks_of_fen(std::string_view fen) noexcept {
  const std::string_view board = fen.substr(0, fen.find_first_of(" ["));
  return 1 + static_cast<int>(std::ranges::count(board, '/'));
}

/// In Chinese chess XBoard uses the piece letters of the WXF, and UCI uses those of UCCI.
std::string uci_fen(std::string_view xboard_fen, std::string_view variant) {
  std::string fen(xboard_fen);
  if (variant != "xiangqi") return fen;
  constexpr std::string_view kTheirs = "HhEe";
  constexpr std::string_view kOurs = "NnBb";
  for (char& c : fen) {
    if (is_blank(c)) break;
    if (const std::size_t i = kTheirs.find(c); i != std::string_view::npos) c = kOurs[i];
  }
  return fen;
}

/// The maximum move number, because a FEN may hold any number. No game has half a million moves.
constexpr int kLastMoveNumber = 500'000;

/// Whether a word may be the board of a FEN: pieces, empty squares, holdings, promoted pieces, walls.
bool may_be_board(std::string_view word) {
  return word.find('/') != std::string_view::npos && std::ranges::all_of(word, [](char c) {
           return is_digit(c) || is_letter(c) ||
                  std::string_view("/+~*[]-.").find(c) != std::string_view::npos;
         });
}

/// Returns the move number of a FEN. It is the last word, if that is a number.
int move_number(std::string_view fen) {
  const std::string_view word = fen.substr(fen.find_last_of(" \t") + 1);
  return std::clamp(parse_number<int>(word).value_or(1), 1, kLastMoveNumber);
}

// ---- Moves ----------------------------------------------------------------------------------------------

constexpr std::string_view kXBoardNullMove = "@@@@";

class MoveCopier {
 public:
  struct Ranks {
    int lowest = 1;
    int highest = 99;
    int shift = 0;
  };

  MoveCopier(std::string_view text, const Ranks& ranks) noexcept : rest_(text), ranks_(ranks) {}

  std::optional<std::string> copy() {
    do {
      if (!(copy_drop() || copy_step())) return std::nullopt;
    } while (copy_if(',', rest_));
    if (!rest_.empty()) return std::nullopt;
    return std::move(out_);
  }

 private:
  bool copy_if(char c, std::string_view& from) {
    if (!from.starts_with(c)) return false;
    out_ += c;
    from.remove_prefix(1);
    return true;
  }

  /// Copies a drop like `P@e4`. `+P@e4` drops a promoted piece.
  bool copy_drop() {
    const std::size_t at = rest_.find('@');
    const std::string_view piece = rest_.substr(rest_.starts_with('+') ? 1 : 0).substr(0, 1);
    const std::size_t end = rest_.starts_with('+') ? 2 : 1;
    if (at != end || !is_letter(piece.front())) return false;
    out_ += rest_.substr(0, end + 1);
    rest_.remove_prefix(end + 1);
    return copy_square();
  }

  bool copy_step() {
    if (!copy_square() || !copy_square()) return false;
    constexpr std::size_t kLongestSuffix = 2;
    for (std::size_t i = 0; i < kLongestSuffix && !rest_.empty() && rest_.front() != ','; ++i) {
      const char c = rest_.front();
      if (!is_letter(c) && c != '+' && c != '-' && c != '=') return false;
      copy_if(c, rest_);
    }
    return true;
  }

  bool copy_square() {
    if (rest_.size() < 2 || rest_[0] < 'a' || rest_[0] > 'z' || !is_digit(rest_[1])) return false;
    int rank = rest_[1] - '0';
    const bool two_digits = rank > 0 && rest_.size() > 2 && is_digit(rest_[2]);
    if (two_digits) rank = 10 * rank + (rest_[2] - '0');
    if (rank < ranks_.lowest || rank > ranks_.highest) return false;
    out_ += rest_[0];
    out_ += std::to_string(rank + ranks_.shift);
    rest_.remove_prefix(two_digits ? 3 : 2);
    return true;
  }

  std::string_view rest_;
  Ranks ranks_;
  std::string out_;
};

constexpr MoveCopier::Ranks kUnchanged{};
constexpr MoveCopier::Ranks kFromXBoard{.lowest = 0, .highest = 9, .shift = 1};
constexpr MoveCopier::Ranks kToXBoard{.lowest = 1, .highest = 10, .shift = -1};

/// Returns whether the piece stays on its square. UCI engines write a pass in this way.
bool stays(std::string_view move) noexcept {
  return move.substr(0, move.size() / 2) == move.substr(move.size() / 2);
}

/// Whether a text may be SAN on a board of any size: a piece's letter, a part of its origin, and a square.
bool is_san_of_any_board(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  text = text.substr(0, text.find_last_not_of("+#=") + 1);
  const std::size_t file = text.find_last_not_of(kDigits);
  if (text.empty() || !is_letter(text.front()) || to_upper(text.front()) != text.front()) return false;
  if (file == 0 || file + 1 >= text.size() || text[file] == 'x' || text[file] == '-') return false;
  return text.find_first_not_of("abcdefghijklmnopx-0123456789", 1) == std::string_view::npos;
}

}  // namespace

// ---- Boards ---------------------------------------------------------------------------------------------

TextStart text_start(std::string_view variant) {
  return {.variant = std::string(variant), .fen = {}, .ranks = ranks_of_variant(variant)};
}

Result<TextStart> text_start(std::string_view variant, std::string_view fen) {
  const Error no_fen{"no position of " + std::string(variant), std::string(fen)};
  const std::size_t end = std::min(fen.find_first_of(" \t"), fen.size());
  const std::string_view rest = trim(fen.substr(end));
  const std::string_view side = rest.substr(0, rest.find_first_of(" \t"));
  if (!may_be_board(fen.substr(0, end)) || (side != "w" && side != "b")) return no_fen;
  if (fen.find("moves") != std::string_view::npos) return no_fen;  // in UCI this word ends the FEN
  return TextStart{.variant = std::string(variant),
                   .fen = uci_fen(fen, variant),
                   .ranks = ranks_of_fen(fen),
                   .side = side == "w" ? chess::Color::white : chess::Color::black,
                   .move_number = move_number(fen)};
}

// ---- Moves ----------------------------------------------------------------------------------------------

std::optional<std::string> uci_move(std::string_view xboard_move, int ranks) {
  if (xboard_move == kXBoardNullMove) return std::string(kNullMove);
  // XBoard writes "=" if a piece declines its promotion. UCI does not write it.
  if (xboard_move.ends_with('=')) xboard_move.remove_suffix(1);
  return MoveCopier(xboard_move, ranks == kTenRanks ? kFromXBoard : kUnchanged).copy();
}

std::optional<std::string> xboard_move(std::string_view uci_move, int ranks) {
  if (uci_move == kNullMove) return std::string(kXBoardNullMove);
  auto move = MoveCopier(uci_move, ranks == kTenRanks ? kToXBoard : kUnchanged).copy();
  if (move && stays(uci_move)) return std::string(kXBoardNullMove);
  return move;
}

bool looks_like_move(std::string_view text) {
  constexpr int kOtherRanks = 0;
  return chess::looks_like_move(text) || uci_move(text, kOtherRanks) || uci_move(text, kTenRanks) ||
         is_san_of_any_board(text);
}

}  // namespace polyglot::game
