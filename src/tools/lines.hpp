#pragma once

#include <functional>
#include <string_view>

#include <polyglot/result.hpp>

namespace polyglot::tools {

/// Reads an open file in large blocks and passes on its lines without their ends, `\n` or `\r\n`. After each
/// block `pause` is called: somebody may wait for answers before going on.
/// Error: what either of them returns, or the system's reason.
[[nodiscard]] Result<void> read_lines(int file, const std::function<Result<void>(std::string_view)>& line,
                                      const std::function<Result<void>()>& pause);

/// Writes to standard output, at once. Error: the system's reason.
[[nodiscard]] Result<void> write_out(std::string_view text);

}  // namespace polyglot::tools
