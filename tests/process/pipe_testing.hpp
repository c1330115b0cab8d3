// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <stdexcept>
#include <string_view>
#include <thread>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/line_channel.hpp>

#include "process/loop_testing.hpp"
#include "process/stream.hpp"

namespace polyglot::process::testing {

inline Pipe open_pipe() {
  return taken(process::make_pipe());
}

/// Writes all of it, however long that takes.
inline void write_all(const os::Descriptor& to, std::string_view text) {
  while (!text.empty()) {
    const Moved moved = write_some(to, LineWriter::Mode::non_blocking, text);
    if (moved.outcome != Moved::Outcome::some && moved.outcome != Moved::Outcome::none_yet)
      throw std::runtime_error("the pipe has ended");
    text.remove_prefix(moved.bytes);
    if (moved.bytes == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace polyglot::process::testing
