// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::protocol {

/// The GUI's side of one protocol: reads the GUI's commands and writes our replies. Lines come without their
/// line end and are written with one.
class Front {
 public:
  virtual ~Front() = default;

  /// Not const, because some protocols have commands of several lines.
  [[nodiscard]] virtual GuiMessage parse(std::string_view line) = 0;
  /// Writes nothing if the protocol cannot express the reply.
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
  std::string_view option;  ///< its value of EngineProtocol: "cecp"
  std::string_view title;   ///< its name for people: "XBoard (CECP)"
  View view;
  std::unique_ptr<Front> (*make_front)();  ///< for a GUI that speaks it
};

}  // namespace polyglot::protocol
