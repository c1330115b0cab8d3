#pragma once

#include <cstddef>
#include <string_view>

namespace polyglot::session {

/// Calls `use` for every line of a block, without its line end (LF or CRLF).
template <class Use>
void for_each_line(std::string_view block, Use use) {
  while (!block.empty()) {
    const std::size_t end = block.find('\n');
    std::string_view line = block.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    use(line);
    if (end == std::string_view::npos) return;
    block.remove_prefix(end + 1);
  }
}

}  // namespace polyglot::session
