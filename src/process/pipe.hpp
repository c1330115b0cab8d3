// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/any_io_executor.hpp>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

#include "process/byte_stream.hpp"

namespace polyglot::process {

/// A pipe to or from a process that we start. Children inherit neither end by themselves.
struct Pipe {
  PipeEnd ours;
  os::Descriptor theirs;  ///< blocks, as programs expect
};

enum class PipeUse { we_read, we_write };

/// Error: the system's reason.
[[nodiscard]] Result<Pipe> make_pipe(const boost::asio::any_io_executor& executor, PipeUse use);

/// The value of a descriptor for Boost.
[[nodiscard]] PipeEnd::native_handle_type native_handle_of(const os::Descriptor& descriptor) noexcept;

}  // namespace polyglot::process
