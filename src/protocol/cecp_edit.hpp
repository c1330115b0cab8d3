// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::protocol {

/// The command `edit` of protocol 1. It begins a mode in which every line puts a piece. A line "." ends it.
///
/// The mode begins with the current position, which a front does not know. Therefore only lines after `#`
/// make a position. `#` clears the board, and XBoard sends it first. Source: CECP, "edit".
class CecpEdit {
 public:
  [[nodiscard]] bool active() const noexcept { return active_; }
  /// The mode does not change `side_to_move`.
  void begin(chess::Color side_to_move);
  /// Returns SetUp at the end, and Unknown for a position that cannot be known. `line` is trimmed.
  [[nodiscard]] GuiMessage parse(std::string_view line);

 private:
  [[nodiscard]] bool put(std::string_view line);
  [[nodiscard]] GuiMessage finish();
  [[nodiscard]] char& at(chess::Square square);
  void write_fen();

  bool active_ = false;
  bool cleared_ = false;
  chess::Color side_to_move_ = chess::Color::white;
  chess::Color color_ = chess::Color::white;  ///< the colour of the next pieces
  std::array<char, 64> board_{};              ///< letters of FEN; 0: empty
  std::string fen_;
};

}  // namespace polyglot::protocol
