// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::protocol {

/// The GUI's side: reads what a GUI says in one protocol, writes what it is told.
/// Lines come without their line end and are written with one.
class Front {
 public:
  virtual ~Front() = default;

  /// Not const: some protocols have commands of several lines.
  [[nodiscard]] virtual GuiMessage parse(std::string_view line) = 0;
  /// What a protocol has no words for is not written.
  virtual void print(const GuiReply& reply, std::string& out) const = 0;
};

/// A protocol as a value: what there is to know of the one that a GUI or an engine speaks.
struct Dialect {
  /// How it sees a game.
  enum class View : std::uint8_t {
    positions,  ///< that are searched
    moves,      ///< that are played
  };

  std::string_view name;    ///< "xboard"
  std::string_view option;  ///< the same as a value of EngineProtocol: "cecp"
  std::string_view title;   ///< the same for people: "XBoard (CECP)"
  View view;
  std::unique_ptr<Front> (*make_front)();  ///< for a GUI that speaks it
};

}  // namespace polyglot::protocol
