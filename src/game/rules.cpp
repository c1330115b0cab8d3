// SPDX-License-Identifier: MIT
#include <polyglot/game/rules.hpp>

namespace polyglot::game {
namespace {

constexpr std::string_view kChessName = "normal";
/// The variants of the catalogue (by their first name) whose rules are those of chess.
constexpr std::array<std::string_view, 2> kChessNames = {kChessName, "fischerandom"};

/// Loads the built-in catalogue on first use, so that a game of chess does not wait for it.
const variants::Catalogue& catalogue(const variants::Catalogue* known) {
  return known != nullptr ? *known : variants::Catalogue::builtin();
}

bool is_first_name_of_chess(std::string_view name) {
  return std::ranges::find(kChessNames, name) != kChessNames.end();
}

bool names_chess(std::string_view name, const variants::Catalogue* known) {
  if (is_first_name_of_chess(name)) return true;
  const std::optional<std::string> first_name = catalogue(known).first_name(name);
  return first_name && is_first_name_of_chess(*first_name);
}

}  // namespace

std::string Rules::name_of(std::string_view name, const variants::Catalogue* known) {
  if (names_chess(name, known)) return std::string(kChessName);
  return catalogue(known).first_name(name).value_or(std::string(name));
}

Result<Rules> Rules::find(std::string_view name, const variants::Catalogue* known) {
  if (names_chess(name, known)) return Rules();
  const auto variant = catalogue(known).find(name);
  if (!variant) return variant.error();
  return Rules(*variant);
}

std::string_view Rules::name() const noexcept {
  return is_chess() ? kChessName : variant_->name();
}

bool Rules::is_called(std::string_view name) const {
  return is_chess() ? names_chess(name, nullptr) : variant_->is_called(name);
}

std::optional<Rules> Rules::with_plain_keys() const {
  if (is_chess()) return *this;
  const variants::Variant* const plain = variant_->with_plain_keys();
  if (plain == nullptr) return std::nullopt;
  return Rules(std::shared_ptr<const variants::Variant>(variant_, plain));
}

int Rules::ranks() const noexcept {
  constexpr int kRanksOfChess = 8;
  return is_chess() ? kRanksOfChess : variant_->ranks();
}

Position Rules::start() const {
  if (is_chess()) return chess::Position();
  return variants::Position(*variant_);
}

Result<Position> Rules::read_fen(std::string_view fen) const {
  if (is_chess()) return chess::Position::from_fen(fen);
  return variants::Position::from_fen(*variant_, fen);
}

Result<Position> Rules::read_position(std::string_view text) const {
  if (text == kStartPosition) return start();
  return read_fen(text);
}

}  // namespace polyglot::game
