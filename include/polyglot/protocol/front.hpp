// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::protocol {

/// The GUI's side of one protocol: reads the GUI's commands and writes Polyglot's replies. It takes lines
/// without their line end, and ends each line that it writes.
class Front {
 public:
  virtual ~Front() = default;

  /// Reads one line. Some commands have several lines, so the front may remember what came before. The
  /// message is valid as long as `line`.
  [[nodiscard]] virtual GuiMessage parse(std::string_view line) = 0;
  /// Appends the reply to `out`; appends nothing if the protocol cannot express it.
  virtual void print(const GuiReply& reply, std::string& out) const = 0;
};

/// The properties of a protocol that a GUI or an engine speaks.
struct Dialect {
  /// How the protocol sees a game.
  enum class View : std::uint8_t {
    positions,  ///< as positions to search
    moves,      ///< as moves to play
  };

  std::string_view name;    ///< "xboard"
  std::string_view option;  ///< the value of EngineProtocol that chooses it: "cecp"
  std::string_view title;   ///< its name for people: "XBoard (CECP)"
  View view;
  std::unique_ptr<Front> (*make_front)();  ///< makes a front for a GUI that speaks it
};

}  // namespace polyglot::protocol
