#include "protocol/cecp_setup.hpp"
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>

namespace polyglot::protocol {
namespace {

/// XBoard's pieces, by the letters it has for them; the king comes last.
/// Source: man page of XBoard, "-pieceToCharTable".
constexpr std::string_view kPieces = "PNBRQFEACWMOHIJGDVLSU";
/// The same in Japanese chess, where the first six promote to what stands eleven places behind them.
constexpr std::string_view kShogiPieces = "PNBRLS...G.";
constexpr std::size_t kPromotingPieces = 6;
constexpr std::string_view kShogi = "shogi";
constexpr char kKing = 'K';
constexpr char kNone = '.';

/// The letters of the pieces on the board and in hand, in upper case.
std::string letters_in(std::string_view fen) {
  std::string letters;
  for (const char c : fen.substr(0, fen.find(' '))) {
    const char letter = to_upper(c);
    const bool known = letters.find(letter) != std::string::npos;
    if (letter >= 'A' && letter <= 'Z' && !known) letters += letter;
  }
  return letters;
}

/// Each letter in its place among `places`. Letters that are left over take the places of pieces that do not
/// occur; none may be left over where those mean something else.
std::optional<std::string> arrange(std::string letters, std::string_view places, bool may_fill) {
  std::string table(places.size(), kNone);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != kNone && std::erase(letters, places[i]) > 0) table[i] = places[i];
  }
  if (!letters.empty() && !may_fill) return std::nullopt;
  for (const char letter : letters) {
    const std::size_t free = table.find(kNone);
    if (free == std::string::npos) return std::nullopt;
    table[free] = letter;
  }
  return table;
}

std::string promotions(std::string_view table) {
  std::string marks;
  for (const char letter : table.substr(0, kPromotingPieces)) marks += letter == kNone ? kNone : '+';
  return marks;
}

/// White's letters, then Black's; nothing if there are more kinds of pieces than places.
std::optional<std::string> piece_table(const VariantSetUp& set_up) {
  std::string letters = letters_in(set_up.fen);
  const char king = std::erase(letters, kKing) > 0 ? kKing : kNone;
  const bool shogi = set_up.parent == kShogi;
  auto table = arrange(letters, shogi ? kShogiPieces : kPieces, !shogi);
  if (!table) return std::nullopt;
  if (shogi) *table += promotions(*table);
  *table += king;
  const std::string white = *table;
  std::ranges::transform(white, std::back_inserter(*table), to_lower);
  return table;
}

}  // namespace

void print_setup(const VariantSetUp& set_up, std::string& out) {
  const auto pieces = piece_table(set_up);
  if (!pieces) {
    out.append("setup ").append(set_up.fen).append("\n");
    return;
  }
  fmt::format_to(std::back_inserter(out), "setup ({}) {}x{}+{}_{} {}\n", *pieces, set_up.files, set_up.ranks,
                 set_up.pocket, set_up.parent, set_up.fen);
}

}  // namespace polyglot::protocol
