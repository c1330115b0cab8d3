#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include <polyglot/os/input.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

/// Reads an input in large blocks and passes on its lines without their ends, `\n` or `\r\n`, and without a
/// byte order mark. After each block `pause` is called: somebody may wait for answers before going on.
/// Error: what either of them returns, or the system's reason, without the input's name.
[[nodiscard]] Result<void> read_lines(os::Input& input,
                                      const std::function<Result<void>(std::string_view)>& line,
                                      const std::function<Result<void>()>& pause);

/// "file:line"; the file alone if no line of it has been read.
[[nodiscard]] std::string place_of_line(std::string_view file, std::size_t line);

/// Writes to standard output, at once. Error: the system's reason.
[[nodiscard]] Result<void> write_out(std::string_view text);

}  // namespace polyglot::tools
