// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <boost/asio/any_io_executor.hpp>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/line_channel.hpp>

#include "process/byte_stream.hpp"
#include "process/loop_testing.hpp"
#include "process/pipe.hpp"
#include "process/raw_io.hpp"

namespace polyglot::process::testing {

/// A pipe for reading or writing, whose other end blocks.
inline Pipe open_pipe(TestLoop& loop, PipeUse use) {
  return taken(make_pipe(loop.executor(), use));
}

/// Writes all of it, however long that takes.
inline void write_all(const os::Descriptor& to, std::string_view text) {
  while (!text.empty()) {
    boost::system::error_code error;
    text.remove_prefix(write_blocking(to, text, error));
    if (error) throw std::runtime_error("the pipe has ended");
  }
}

}  // namespace polyglot::process::testing
