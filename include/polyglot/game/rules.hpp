// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/catalogue.hpp>

namespace polyglot::game {

/// The name of the start position in UCI. Users may write it instead of the FEN.
inline constexpr std::string_view kStartPosition = "startpos";

/// The rules of a game: of chess and Chess960, or of a variant. A value type. Copies share the tables of a
/// variant.
class Rules {
 public:
  /// The rules of chess.
  Rules() = default;
  explicit Rules(std::shared_ptr<const variants::Variant> variant) noexcept : variant_(std::move(variant)) {}

  /// Finds rules by the name that XBoard, Fairy-Stockfish, Lichess or Cute Chess has for them. Chess960 has
  /// the rules of chess. Variants are looked up in `known`, or among the built-in ones if it is null. Cost:
  /// it computes the tables of a variant, so keep the result; chess loads no variants. Error: nothing has
  /// that name.
  [[nodiscard]] static Result<Rules> find(std::string_view name, const variants::Catalogue* known = nullptr);

  /// Returns name() of the rules with the given name; the given name itself if there are none.
  [[nodiscard]] static std::string name_of(std::string_view name, const variants::Catalogue* known = nullptr);

  [[nodiscard]] bool is_chess() const noexcept { return variant_ == nullptr; }
  /// Returns null for chess.
  [[nodiscard]] const variants::Variant* variant() const noexcept { return variant_.get(); }
  [[nodiscard]] const std::shared_ptr<const variants::Variant>& shared_variant() const noexcept {
    return variant_;
  }
  /// Returns XBoard's name for the rules, or another program's if it has none. Chess and Chess960: "normal".
  [[nodiscard]] std::string_view name() const noexcept;
  /// Returns true if one of the programs of find() calls the rules by this name. Letter case does not matter.
  [[nodiscard]] bool is_called(std::string_view name) const;
  [[nodiscard]] int ranks() const noexcept;

  /// Returns the same rules with plain book keys, see variants::Variant::with_plain_keys(). Chess returns
  /// itself. Returns nothing if the variant has no plain keys.
  [[nodiscard]] std::optional<Rules> with_plain_keys() const;

  /// Returns the start position of games that are not shuffled.
  [[nodiscard]] Position start() const;
  /// Reads a FEN as any of the programs of find() writes it. Error: what is wrong, and where.
  [[nodiscard]] Result<Position> read_fen(std::string_view fen) const;
  /// Reads kStartPosition, or a FEN as read_fen() does.
  [[nodiscard]] Result<Position> read_position(std::string_view text) const;

 private:
  std::shared_ptr<const variants::Variant> variant_;  ///< null: chess
};

}  // namespace polyglot::game
