// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <stdexcept>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/line_channel.hpp>

#include "process/byte_stream.hpp"
#include "process/loop_testing.hpp"
#if defined(_WIN32)
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace polyglot::process::testing {

/// A pipe for reading or writing, whose other end blocks.
inline Pipe open_pipe(TestLoop& loop, StreamUse use) {
  return taken(make_pipe(loop.executor(), use));
}

/// Writes all of it, however long that takes.
inline void write_all(const os::Descriptor& to, std::string_view text) {
  while (!text.empty()) {
#if defined(_WIN32)
    DWORD count = 0;
    ::WriteFile(to.native(), text.data(), static_cast<DWORD>(text.size()), &count, nullptr);
#else
    const ssize_t count = ::write(to.native(), text.data(), text.size());
#endif
    if (count <= 0) throw std::runtime_error("the pipe has ended");
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace polyglot::process::testing
