#pragma once

#include <cstddef>
#include <string_view>

namespace polyglot::session {

/// Cuts the first line off a block and returns it without its line end (LF or CRLF).
inline std::string_view take_line(std::string_view& block) noexcept {
  const std::size_t end = block.find('\n');
  std::string_view line = block.substr(0, end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  block.remove_prefix(end == std::string_view::npos ? block.size() : end + 1);
  return line;
}

/// Calls `use` for every line of a block.
template <class Use>
void for_each_line(std::string_view block, Use use) {
  while (!block.empty()) use(take_line(block));
}

}  // namespace polyglot::session
