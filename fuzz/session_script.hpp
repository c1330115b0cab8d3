// SPDX-License-Identifier: MIT
#pragma once

#include "check.hpp"

namespace polyglot::fuzz {

/// Something that happens to a session.
struct Event {
  enum class Kind : std::uint8_t {
    start,
    gui_line,
    engine_line,
    gui_closed,
    interrupted,
    engine_lost,
    timer,   ///< the one armed first fires
    notice,  ///< the shell tells the GUI something
    clock,   ///< a second passes
  };

  Kind kind = Kind::start;
  std::string_view line = {};  ///< without its line end
  bool joined = false;         ///< comes in one block with the next line of its side
};

/// Ready-made events: of UCI on both sides, of XBoard's protocol on at least one.
[[nodiscard]] std::span<const Event> uci_events();
[[nodiscard]] std::span<const Event> cecp_events();

/// Reads the events of an input: `>` begins a line of the GUI, `<` one of the engine, up to a line feed;
/// every other byte chooses a ready-made event. Where there are few enough of these, its highest bit joins a
/// line to the next.
class SessionScript {
 public:
  SessionScript(std::string_view input, std::span<const Event> ready_made) noexcept
      : rest_(input), ready_made_(ready_made) {}

  [[nodiscard]] std::optional<Event> next();

 private:
  std::string_view rest_;
  std::span<const Event> ready_made_;
};

}  // namespace polyglot::fuzz
