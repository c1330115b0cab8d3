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

/// The rules of a game: those of chess and Chess960, or of a variant. A value; copies share what a variant
/// has computed.
class Rules {
 public:
  /// Those of chess.
  Rules() = default;
  explicit Rules(std::shared_ptr<const variants::Variant> variant) noexcept : variant_(std::move(variant)) {}

  /// The rules by the name that XBoard, Fairy-Stockfish, Lichess or Cute Chess has for them. Chess960 has
  /// those of chess. A variant's tables are computed now: keep them. Error: there are none of that name.
  /// `known`: where variants are looked up; null: among the built-in ones, which are not read for chess.
  [[nodiscard]] static Result<Rules> find(std::string_view name, const variants::Catalogue* known = nullptr);

  /// What name() says of the rules by any of their names; that name itself if there are none of it.
  [[nodiscard]] static std::string name_of(std::string_view name, const variants::Catalogue* known = nullptr);

  [[nodiscard]] bool is_chess() const noexcept { return variant_ == nullptr; }
  /// Null for chess.
  [[nodiscard]] const variants::Variant* variant() const noexcept { return variant_.get(); }
  [[nodiscard]] const std::shared_ptr<const variants::Variant>& shared_variant() const noexcept {
    return variant_;
  }
  /// As XBoard calls them, or whoever knows them if XBoard does not. Chess960 is "normal", too.
  [[nodiscard]] std::string_view name() const noexcept;
  /// Whether any of these programs has this name for it, in any letter case.
  [[nodiscard]] bool is_called(std::string_view name) const;
  [[nodiscard]] int ranks() const noexcept;

  /// The same with plain keys in books: see variants::Variant::with_plain_keys(). In chess they are the same.
  /// Nothing if the variant has none.
  [[nodiscard]] std::optional<Rules> with_plain_keys() const;

  /// Where games begin, if nothing is shuffled.
  [[nodiscard]] Position start() const;
  /// Reads a FEN as any of these programs writes it. Error: what is wrong, and where.
  [[nodiscard]] Result<Position> read_fen(std::string_view fen) const;

 private:
  std::shared_ptr<const variants::Variant> variant_;  ///< null: chess
};

}  // namespace polyglot::game
