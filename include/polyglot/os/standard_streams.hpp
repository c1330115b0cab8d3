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

/// Records that a write to standard output failed because nobody reads it any more. write_output() and
/// AtomicFile call this.
void note_lost_reader() noexcept;

/// Ends this program without a message after note_lost_reader(), as in
/// `polyglot dump-book book.bin --format csv | head`. On POSIX systems it ends by SIGPIPE, like the system's
/// own programs (exit code 141 in a shell); on Windows with exit code 1. Otherwise returns.
void end_without_reader() noexcept;

}  // namespace polyglot::os
