#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

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
  };

  Kind kind = Kind::start;
  std::string_view line = {};  ///< without its line end
  bool joined = false;         ///< comes in one block with the next line of its side
};

/// Reads the events of an input: `>` begins a line of the GUI, `<` one of the engine, up to a line feed;
/// every other byte chooses a ready-made event, its highest bit joins a line to the next.
class SessionScript {
 public:
  explicit SessionScript(std::string_view input) noexcept : rest_(input) {}

  [[nodiscard]] std::optional<Event> next();

 private:
  std::string_view rest_;
};

}  // namespace polyglot::fuzz
