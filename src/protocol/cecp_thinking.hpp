#pragma once

#include <string>

#include <polyglot/protocol/messages.hpp>

/// Lines of thinking output as XBoard reads them. Written for every line an engine thinks: nothing here
/// formats more than it must.
namespace polyglot::protocol {

void print_thinking(const Thinking& thinking, std::string& out);
void print_kibitz(const Kibitz& kibitz, std::string& out);

/// Centiseconds, rounded.
[[nodiscard]] constexpr std::uint64_t centiseconds(std::uint64_t milliseconds) noexcept {
  return milliseconds / 10 + (milliseconds % 10 >= 5 ? 1 : 0);
}

}  // namespace polyglot::protocol
