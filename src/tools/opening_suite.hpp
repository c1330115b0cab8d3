// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <polyglot/chess/position.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

/// A suite of openings: lines of FEN or EPD, or games of PGN, each of which ends at the position where a
/// tournament's game begins.
class OpeningSuite {
 public:
  struct Opening {
    std::string text;      ///< as the file writes it: a line without its end, or a game
    std::string name;      ///< the operation id, the tag Opening, or the moves; empty: it has none of them
    std::size_t line = 0;  ///< in the file
    chess::Position position;
  };

  /// Error: the file cannot be read, holds no opening, or a line of it is no position (`file:line`).
  [[nodiscard]] static Result<OpeningSuite> read(const std::string& path);

  /// In the order of the file.
  [[nodiscard]] const std::vector<Opening>& openings() const noexcept { return openings_; }
  /// The number of the opening that a game was played from, counted from 0: the one at its start, or else the
  /// last one that its moves reach. Nothing if the suite does not have it.
  [[nodiscard]] std::optional<std::size_t> opening_of(const pgn::GameText& game) const;
  /// The suite without some openings, in its own format.
  [[nodiscard]] std::string text_without(const std::vector<bool>& dropped) const;

 private:
  [[nodiscard]] Result<void> read_lists(const std::string& path);
  [[nodiscard]] Result<void> read_games(const std::string& path);
  void add(Opening opening, std::size_t plies);
  [[nodiscard]] std::optional<std::size_t> find(const chess::Position& position) const;

  std::vector<Opening> openings_;
  std::unordered_map<chess::Key, std::size_t> numbers_;
  std::size_t plies_ = 0;  ///< of the longest opening
  bool of_games_ = false;
};

}  // namespace polyglot::tools
