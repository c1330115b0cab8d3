#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::protocol {

/// The engine's side: reads what an engine says in one protocol, writes what it is to do.
/// Lines come without their line end and are written with one.
class Back {
 public:
  virtual ~Back() = default;

  /// What a line means before the handshake is over.
  [[nodiscard]] virtual EngineMessage parse_handshake(std::string_view line) const = 0;
  /// What a line means afterwards. Looks no further than it must: engines print a million lines a game.
  [[nodiscard]] virtual EngineMessage parse(std::string_view line) const = 0;
  virtual void print_handshake(std::string& out) const = 0;
  /// No value: a button.
  virtual void print_option(std::string_view name, std::optional<std::string_view> value,
                            std::string& out) const = 0;
  virtual void print_stop(std::string& out) const = 0;
  virtual void print_quit(std::string& out) const = 0;
};

}  // namespace polyglot::protocol
