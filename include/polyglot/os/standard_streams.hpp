// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include <polyglot/result.hpp>

namespace polyglot::os {

enum class StandardStream : std::uint8_t { input, output, errors };

/// Returns true if the stream is a terminal.
[[nodiscard]] bool is_terminal(StandardStream stream) noexcept;

/// Returns true if a path means standard output: "-", or the system's name for it.
[[nodiscard]] bool is_standard_output(std::string_view path) noexcept;

/// Writes to standard output at once, after everything that was printed before. Error: the system's reason.
[[nodiscard]] Result<void> write_output(std::string_view text);

}  // namespace polyglot::os
