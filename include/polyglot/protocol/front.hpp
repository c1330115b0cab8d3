// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace polyglot::protocol
