// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/process/line_channel.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// Opens /dev/null for each standard stream that is closed, so that no pipe or file of ours gets its number.
/// Call it first in main(). Idempotent.
void occupy_standard_descriptors() noexcept;

/// Writes a line of at most 4095 bytes to stderr in one piece. If it cannot be written (disk full, no reader,
/// or nothing read for a second), it is lost, because it cannot be reported elsewhere.
void write_error_line(std::string_view line) noexcept;

/// The GUI's side: standard input and output.
struct StandardChannels {
  LineReader input;
  LineWriter output;
};

/// Opens channels on standard input and output, which may be pipes, terminals, files, sockets, devices or
/// closed. A closed one reads as the end and drops what is written. The standard descriptors stay open.
///
/// Blocking mode is a property of the open file, which we may share with the GUI, the user's shell and our
/// own stderr. We never change it, so nothing has to be restored.
[[nodiscard]] Result<StandardChannels> open_standard_channels(
    const boost::asio::any_io_executor& executor, LineReader::Lines lines = LineReader::Lines::protocol);

/// Makes a write return an error instead of ending us if the peer is gone or the file would exceed its limit
/// (ulimit -f). Engines start with the default behaviour. Idempotent; all code that writes to a pipe calls
/// it.
void survive_failed_writes() noexcept;

/// Receives the signals that end the program (Ctrl-C, SIGTERM, SIGHUP) as events. A signal that was ignored
/// at the start of the program (nohup) stays ignored. Signals are held for wait() while the object lives; the
/// destructor drops the rest.
class TerminationSignals {
 public:
  /// Throws std::system_error if no descriptor is free.
  explicit TerminationSignals(const boost::asio::any_io_executor& executor);
  ~TerminationSignals();
  TerminationSignals(const TerminationSignals&) = delete;
  TerminationSignals& operator=(const TerminationSignals&) = delete;

  /// Waits for the next signal and returns its name: "signal 15". Empty if the object has been destroyed.
  [[nodiscard]] boost::asio::awaitable<std::string> wait();

 private:
  struct State;
  std::shared_ptr<State> state_;  ///< shared with a pending wait()
};

}  // namespace polyglot::process
