// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/signal_set.hpp>

#include <polyglot/process/line_channel.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// Opens /dev/null for each standard stream that is closed, so that no pipe or file of ours gets its number.
/// Call this first in main(). A second call has no effect.
void occupy_standard_descriptors() noexcept;

/// Writes a line of at most 4095 bytes to stderr in one piece. A line is lost if it cannot be written (disk
/// full, no reader, or nothing read for a second), because no other place can report that.
void write_error_line(std::string_view line) noexcept;

/// The channels of the GUI: standard input and output.
struct StandardChannels {
  std::shared_ptr<LineReader> input;
  std::shared_ptr<LineWriter> output;
};

/// Opens channels on standard input and output, of any kind. A closed input is at its end, and a closed
/// output drops what is written. The standard descriptors stay open, and their blocking mode, which others
/// share, as it was.
[[nodiscard]] Result<StandardChannels> open_standard_channels(
    const boost::asio::any_io_executor& executor, LineReader::Lines lines = LineReader::Lines::protocol);

/// Makes a write return an error, instead of ending this program, if the peer is gone or the file would
/// exceed its limit (ulimit -f). All code that writes to a pipe calls this; a second call has no effect.
void survive_failed_writes() noexcept;

/// Adds the signals that end the program (Ctrl-C, SIGTERM, SIGHUP), except those that were ignored at the
/// start of the program (nohup). The set keeps them for next_signal(), and drops the rest when it is
/// destroyed. Throws std::system_error if no descriptor is free.
void catch_ending_signals(boost::asio::signal_set& signals);
/// Waits for the next signal, and returns its name: "signal 15".
[[nodiscard]] boost::asio::awaitable<std::string> next_signal(boost::asio::signal_set& signals);

}  // namespace polyglot::process
