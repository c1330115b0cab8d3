// SPDX-License-Identifier: MIT
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/variants/variant.hpp>

#include "variants/attack_table.hpp"
#include "variants/key_terms.hpp"
#include "variants/move_table.hpp"
#include "variants/rules.hpp"

namespace polyglot::variants {

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
