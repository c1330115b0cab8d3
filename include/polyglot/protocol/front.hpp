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

  [[nodiscard]] virtual GuiMessage parse(std::string_view line) const = 0;
  virtual void print(const Identity& identity, std::string& out) const = 0;
  virtual void print(const BookAnswer& answer, std::string& out) const = 0;
  virtual void print(const Notice& notice, std::string& out) const = 0;
  /// Tells a GUI of another protocol, in its own words, that it is not understood.
  virtual void print_refusal(std::string& out) const = 0;
};

}  // namespace polyglot::protocol
