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

/// A variant: its rules, and tables that are computed from them once. It never changes, so any number of
/// threads may use it. Positions refer to it, so it must outlive them.
class Variant {
 public:
  explicit Variant(Rules rules);
  ~Variant();
  Variant(const Variant&) = delete;
  Variant& operator=(const Variant&) = delete;

  /// Returns XBoard's name for the variant, or another program's if XBoard does not know it.
  [[nodiscard]] std::string_view name() const noexcept;
  /// Returns true if XBoard, Fairy-Stockfish, Lichess or Cute Chess calls the variant by this name. Letter
  /// case, blanks and hyphens do not matter.
  [[nodiscard]] bool is_called(std::string_view name) const;
  [[nodiscard]] int files() const noexcept;
  [[nodiscard]] int ranks() const noexcept;
  /// Returns the FEN of the start position of a game that is not shuffled.
  [[nodiscard]] std::string_view start_fen() const noexcept;
  /// Returns true if UCI engines need the start position, because they have another one under this name.
  [[nodiscard]] bool uci_needs_start() const noexcept;
  /// Returns true if games have various start positions (start_position()). Each has to name its own.
  [[nodiscard]] bool is_shuffled() const noexcept;
  /// Returns the rules for ends of a game that do not depend on the position alone.
  [[nodiscard]] const HistoryRules& history() const noexcept;

  /// Returns the same variant with plain book keys and codes. These are computed as in chess and in
  /// python-chess, without variant, holdings and checks. Null if the board or a piece differs from chess.
  /// Valid as long as this object. Source: docs/variant-books.md, "Plain keys".
  [[nodiscard]] const Variant* with_plain_keys() const;
  [[nodiscard]] bool has_plain_keys() const noexcept;

  /// Returns "a1" to "p16": ranks count from 1.
  [[nodiscard]] std::string square_name(Square square) const;
  /// Reads what square_name() writes. Returns nothing for any other text.
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
  mutable std::unique_ptr<const Variant> plain_;  ///< computed by the first call of with_plain_keys()
};

}  // namespace polyglot::variants
