// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::session {

/// The settings and clocks that an XBoard GUI has sent to its engine, so that they can be sent to another
/// engine.
class RelayedState {
 public:
  using Milliseconds = std::chrono::milliseconds;

  /// Records a line of the GUI that goes to the engine.
  void note(std::string_view line);
  /// Write what comes before `new`, after it, and after the moves. `spent`: the used part of the time for
  /// this move.
  void print_resources(std::string& out) const;
  void print_settings(Milliseconds spent, std::string& out) const;
  void print_clocks(Milliseconds spent, std::string& out) const;
  /// Writes the rest of a fixed time for each move, if there is one.
  void print_fixed_time(Milliseconds spent, std::string& out) const;

  /// The time for the engine's next move, or until its flag falls; nothing if it is not known.
  [[nodiscard]] std::optional<Milliseconds> time() const;
  /// True if the GUI allows pondering.
  [[nodiscard]] bool allows_pondering() const { return of(Slot::pondering).starts_with("hard"); }
  /// True if the GUI wants thinking output.
  [[nodiscard]] bool shows_thinking() const { return of(Slot::thinking).starts_with("post"); }
  /// The line that sets a fixed time for each move; empty if there is none.
  [[nodiscard]] const std::string& fixed_time() const noexcept { return of(Slot::fixed_time); }

 private:
  /// The settings in the order in which they are repeated.
  enum class Slot : std::uint8_t {
    memory,
    cores,
    tablebases,
    server,
    opponent,
    rating,
    computer,
    pondering,
    thinking,
    control,
    fixed_time,
    depth,
    node_rate,
    our_clock,
    their_clock,
    count
  };
  struct Command;

  [[nodiscard]] std::string& of(Slot slot) noexcept { return lines_[static_cast<std::size_t>(slot)]; }
  [[nodiscard]] const std::string& of(Slot slot) const noexcept {
    return lines_[static_cast<std::size_t>(slot)];
  }
  void forget(Slot first, Slot last) noexcept;
  void print(Slot first, Slot last, std::string& out) const;
  static const Command* find(std::string_view word) noexcept;

  std::array<std::string, static_cast<std::size_t>(Slot::count)> lines_;  ///< the last line of each; empty:
                                                                          ///< none
};

}  // namespace polyglot::session
