// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/any_io_executor.hpp>

#include <polyglot/process/line_channel.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// Opens a channel that reads from a descriptor that we share with others. `fd` itself stays open.
[[nodiscard]] Result<LineReader> open_shared_reader(const boost::asio::any_io_executor& executor, int fd,
                                                    LineReader::Lines lines = LineReader::Lines::protocol);

/// Opens a channel that writes to a descriptor that we share with others. `fd` itself stays open.
[[nodiscard]] Result<LineWriter> open_shared_writer(const boost::asio::any_io_executor& executor, int fd);

}  // namespace polyglot::process
