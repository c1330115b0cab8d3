// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/chess/position.hpp>

#include "proxy/cecp/dice.hpp"

namespace polyglot::proxy::testing {

/// What kind of engine a session has.
struct EngineCharacter {
  std::vector<std::string> options;  ///< it announces `option name …`
  std::uint64_t seed = 0;
  int thinking_percent = 0;  ///< searches that go on until somebody ends them
  int illegal_percent = 0;   ///< best moves that are illegal
  int lines = 1;             ///< principal variations of a depth
  bool offers = false;       ///< offers draws and resigns in info strings now and then
  bool complete = false;     ///< no numbers without a variation, nor depths
  bool shuffles = false;     ///< moves its pieces to and fro

  [[nodiscard]] bool has_option(std::string_view name) const;
};

/// A UCI engine whose answers depend only on its character and on the position line. So a session is the same
/// in every run.
class EngineModel {
 public:
  using Lines = std::vector<std::string>;
  enum class Search : std::uint8_t { none, normal, ponder, infinite };

  explicit EngineModel(EngineCharacter character) : character_(std::move(character)) {}

  /// Its answer to a line from Polyglot.
  [[nodiscard]] Lines react(const std::string& line);
  /// Ends the search that runs, unless it is infinite.
  [[nodiscard]] Lines finish();
  /// One more iteration of the search that runs.
  [[nodiscard]] Lines deepen();

  [[nodiscard]] Search search() const noexcept { return search_; }
  /// The move it ponders on, as it was written to it.
  [[nodiscard]] const std::string& expected_move() const noexcept { return last_move_; }
  [[nodiscard]] const EngineCharacter& character() const noexcept { return character_; }

 private:
  [[nodiscard]] Lines greet() const;
  void set_option(const std::string& line);
  void set_position(const std::string& line);
  [[nodiscard]] Lines go(const std::string& line);
  [[nodiscard]] Lines best_move();
  [[nodiscard]] chess::Move choose(Dice& dice, const std::vector<chess::Move>& moves) const;
  [[nodiscard]] std::string iteration(Dice& dice, int line);
  [[nodiscard]] std::string aside(Dice& dice) const;
  [[nodiscard]] std::string variation(Dice& dice) const;
  [[nodiscard]] std::string text(chess::Move move) const;

  EngineCharacter character_;
  chess::Position position_;
  std::string own_last_move_;  ///< two plies ago
  std::string last_move_;
  std::uint64_t position_hash_ = 0;
  Search search_ = Search::none;
  int depth_ = 0;
  bool terse_ = false;  ///< lines may leave numbers out
  bool chess960_ = false;
};

/// The way back of a move in coordinate notation.
[[nodiscard]] std::string reversed(const std::string& move);

}  // namespace polyglot::proxy::testing
