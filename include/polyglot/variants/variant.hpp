// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/variants/types.hpp>

namespace polyglot::variants {

struct HistoryRules;
struct Rules;
class AttackTable;
class KeyTerms;
class MoveTable;

/// A variant that can be played: its rules, and what is computed from them once. Immutable; any number of
/// threads may use one. Positions refer to it: it has to outlive them.
class Variant {
 public:
  explicit Variant(Rules rules);
  ~Variant();
  Variant(const Variant&) = delete;
  Variant& operator=(const Variant&) = delete;

  /// As XBoard calls it, or whoever knows it if XBoard does not.
  [[nodiscard]] std::string_view name() const noexcept;
  /// True for each name that one of these programs, Lichess or Cute Chess has for it, in any letter case;
  /// blanks and hyphens do not matter.
  [[nodiscard]] bool is_called(std::string_view name) const;
  [[nodiscard]] int files() const noexcept;
  [[nodiscard]] int ranks() const noexcept;
  /// Where games begin, if nothing is shuffled.
  [[nodiscard]] std::string_view start_fen() const noexcept;
  /// Whether UCI engines begin elsewhere under this name, so that they have to be given the position.
  [[nodiscard]] bool tells_start() const noexcept;
  /// True if games begin with other arrays too (start_positions.hpp), so that each has to say with which.
  [[nodiscard]] bool is_shuffled() const noexcept;
  /// Ends of games that are no matter of the position alone.
  [[nodiscard]] const HistoryRules& history() const noexcept;

  /// The same with what XBoard lets pass in games: pawns of grand chess become what was never lost.
  [[nodiscard]] std::shared_ptr<const Variant> as_xboard_lets_pass() const;

  /// The same variant with plain keys and codes in its books: Polyglot's of chess, as python-chess computes
  /// them, without the variant, holdings and checks. Null if the board or a piece is not as in chess. Lives
  /// as long as this. Source: docs/variant-books.md, "Plain keys".
  [[nodiscard]] const Variant* with_plain_keys() const;
  [[nodiscard]] bool has_plain_keys() const noexcept;

  /// "a1" to "p16": ranks count from 1.
  [[nodiscard]] std::string square_name(Square square) const;
  /// The inverse; nothing for any other text.
  [[nodiscard]] std::optional<Square> square_from_name(std::string_view text) const noexcept;

  // For the files of this module.
  [[nodiscard]] const Rules& rules() const noexcept { return *rules_; }
  [[nodiscard]] const MoveTable& moves() const noexcept { return *moves_; }
  [[nodiscard]] const AttackTable& attacks() const noexcept { return *attacks_; }
  [[nodiscard]] const KeyTerms& key_terms() const noexcept { return *key_terms_; }

 private:
  std::unique_ptr<const Rules> rules_;
  std::unique_ptr<const MoveTable> moves_;
  std::unique_ptr<const AttackTable> attacks_;
  std::unique_ptr<const KeyTerms> key_terms_;
  mutable std::once_flag plain_asked_;
  mutable std::unique_ptr<const Variant> plain_;  ///< computed when it is asked for
};

}  // namespace polyglot::variants
