// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/variants/variant.hpp>

#include "variants/rules.hpp"
#include "variants/tables.hpp"

namespace polyglot::variants {
namespace {

/// Keeps only letters and digits, in lower case, so that "King of the Hill" equals "kingofthehill".
std::string plain(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (is_letter(c) || is_digit(c)) letters.push_back(to_lower(c));
  }
  return letters;
}

}  // namespace

std::optional<Rules> Rules::with_plain_keys() const {
  constexpr std::string_view kPiecesOfChess = "PNBRQK";
  if (board.files != 8 || board.ranks != 8) return std::nullopt;
  Rules plain = *this;
  plain.has_plain_keys = true;
  plain.key_number = 0;
  for (PieceKind& kind : plain.kinds) {
    // A promoted piece of crazyhouse has the number of the piece that it shows.
    const bool is_promoted = kind.letter.size() == 2 && kind.letter[1] == '~';
    const std::size_t number = kPiecesOfChess.find(kind.letter[0]);
    if (number == std::string_view::npos || (kind.letter.size() > 1 && !is_promoted)) return std::nullopt;
    kind.book_number = static_cast<int>(number);
    kind.book_mark = false;
  }
  return plain;
}

bool Rules::is_called(std::string_view any_name) const {
  const std::string wanted = plain(any_name);
  return plain(name) == wanted ||
         std::ranges::any_of(other_names, [&](const std::string& other) { return plain(other) == wanted; });
}

Kind Rules::find(std::string_view letter) const noexcept {
  const auto found = std::ranges::find_if(kinds, [letter](const PieceKind& kind) {
    return kind.letter == letter || (!kind.other_letter.empty() && kind.other_letter == letter);
  });
  return found == kinds.end() ? Kind::none : static_cast<Kind>(found - kinds.begin());
}

std::optional<std::size_t> Holdings::place(Kind kind) const noexcept {
  const auto found = std::ranges::find(kinds, kind);
  if (found == kinds.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kinds.begin());
}

std::optional<int> Castling::king_target(int from, bool queen_side) const noexcept {
  const auto found =
      std::ranges::find_if(ways, [from](const Way& way) { return !way.from || *way.from == from; });
  if (found == ways.end()) return std::nullopt;
  return found->to[queen_side ? 1 : 0];
}

Variant::Variant(Rules rules)
    : rules_(std::make_unique<const Rules>(std::move(rules))),
      moves_(std::make_unique<const MoveTable>(*rules_)),
      attacks_(std::make_unique<const AttackTable>(*rules_)),
      key_terms_(std::make_unique<const KeyTerms>(*rules_)) {}

Variant::~Variant() = default;

std::string_view Variant::name() const noexcept {
  return rules_->name;
}

bool Variant::is_called(std::string_view name) const {
  return rules_->is_called(name);
}

const Variant* Variant::with_plain_keys() const {
  if (has_plain_keys()) return this;
  std::call_once(plain_asked_, [this] {
    if (auto plain = rules_->with_plain_keys()) plain_ = std::make_unique<const Variant>(*std::move(plain));
  });
  return plain_.get();
}

bool Variant::has_plain_keys() const noexcept {
  return rules_->has_plain_keys;
}

int Variant::files() const noexcept {
  return rules_->board.files;
}

int Variant::ranks() const noexcept {
  return rules_->board.ranks;
}

std::string_view Variant::start_fen() const noexcept {
  return rules_->start;
}

bool Variant::uci_needs_start() const noexcept {
  return rules_->uci_needs_start;
}

bool Variant::is_shuffled() const noexcept {
  return !rules_->shuffle.empty();
}

const HistoryRules& Variant::history() const noexcept {
  return rules_->history;
}

std::string Variant::square_name(Square square) const {
  return static_cast<char>('a' + rules_->board.file(square)) + std::to_string(rules_->board.rank(square) + 1);
}

std::optional<Square> Variant::square_from_name(std::string_view text) const noexcept {
  if (text.empty()) return std::nullopt;
  const int file = text[0] - 'a';
  const std::optional<int> rank = parse_number<int>(text.substr(1));
  if (file < 0 || file >= files() || !rank || *rank < 1 || *rank > ranks()) return std::nullopt;
  return rules_->board.square(file, *rank - 1);
}

}  // namespace polyglot::variants
