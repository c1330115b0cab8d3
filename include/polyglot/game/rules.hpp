// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/catalogue.hpp>

namespace polyglot::game {

/// The rules of a game: chess with Chess960, or a variant. A value type. Copies share the tables of a
/// variant.
class Rules {
 public:
  /// The rules of chess.
  Rules() = default;
  explicit Rules(std::shared_ptr<const variants::Variant> variant) noexcept : variant_(std::move(variant)) {}

  /// Finds rules by the name that XBoard, Fairy-Stockfish, Lichess or Cute Chess has for them. Chess960 has
  /// the rules of chess. This call computes the tables of a variant: keep the result. Error: nothing has that
  /// name. `known`: where to look up variants; null means the built-in ones, which are not loaded for chess.
  [[nodiscard]] static Result<Rules> find(std::string_view name, const variants::Catalogue* known = nullptr);

  /// Returns name() of the rules that have the given name; the given name itself if no rules have it.
  [[nodiscard]] static std::string name_of(std::string_view name, const variants::Catalogue* known = nullptr);

  [[nodiscard]] bool is_chess() const noexcept { return variant_ == nullptr; }
  /// Null for chess.
  [[nodiscard]] const variants::Variant* variant() const noexcept { return variant_.get(); }
  [[nodiscard]] const std::shared_ptr<const variants::Variant>& shared_variant() const noexcept {
    return variant_;
  }
  /// XBoard's name for the rules, or another program's if XBoard does not know them. Chess960 is "normal",
  /// too.
  [[nodiscard]] std::string_view name() const noexcept;
  /// Whether one of these programs calls the rules by this name. Letter case does not matter.
  [[nodiscard]] bool is_called(std::string_view name) const;
  [[nodiscard]] int ranks() const noexcept;

  /// The same rules with plain book keys, see variants::Variant::with_plain_keys(). Chess returns itself.
  /// Nothing if the variant has no plain keys.
  [[nodiscard]] std::optional<Rules> with_plain_keys() const;

  /// The start position of games that are not shuffled.
  [[nodiscard]] Position start() const;
  /// Reads a FEN as any of these programs writes it. Error: what is wrong, and where.
  [[nodiscard]] Result<Position> read_fen(std::string_view fen) const;

 private:
  std::shared_ptr<const variants::Variant> variant_;  ///< null: chess
};

}  // namespace polyglot::game
