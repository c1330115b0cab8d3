// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <polyglot/ascii.hpp>

namespace polyglot::session {

/// Cuts the first line off a block and returns it without its line end: LF, CRLF, or CRCRLF, which programs
/// of Windows write by mistake.
inline std::string_view take_line(std::string_view& block) noexcept {
  std::string_view line = polyglot::take_line(block);
  while (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// Removes and returns the leading lines that `is_taken` accepts, with their line ends. An unfinished line
/// stays.
template <class IsTaken>
std::string_view take_lines_while(std::string_view& block, IsTaken is_taken) {
  std::size_t size = 0;
  for (std::size_t end = 0; (end = block.find('\n', size)) != std::string_view::npos; size = end + 1) {
    if (!is_taken(block.substr(size, end - size))) break;
  }
  const std::string_view taken = block.substr(0, size);
  block.remove_prefix(size);
  return taken;
}

}  // namespace polyglot::session
