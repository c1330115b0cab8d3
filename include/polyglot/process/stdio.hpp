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

/// Has each of the standard streams that is closed lead nowhere, so that no pipe or file of ours lands there.
/// Call first in main(). Idempotent.
void occupy_standard_descriptors() noexcept;

/// Writes a line to stderr in one piece, at most 4095 bytes of it. What cannot be written (disk full, reader
/// gone, or nothing read for a second) is lost: there is nobody else to complain to.
void write_error_line(std::string_view line) noexcept;

/// The GUI's side: what comes in on stdin and goes out on stdout.
struct StandardChannels {
  LineReader input;
  LineWriter output;
};

/// Channels on standard input and output, whatever they are: pipes, terminals, files, sockets, devices, or
/// closed ones (which read as the end and swallow what is written). They themselves stay open.
///
/// Whether they block belongs to what is open there, which we may share with the GUI, the user's shell and
/// our own stderr. It is never changed, so there is nothing to restore, however we end.
[[nodiscard]] Result<StandardChannels> open_standard_channels(
    const boost::asio::any_io_executor& executor, LineReader::Lines lines = LineReader::Lines::protocol);

/// A write to a peer that is gone, or beyond the limit of file sizes (ulimit -f), shall return an error
/// instead of ending us. Engines start with the default again. Idempotent; called by whatever writes to a
/// pipe.
void survive_failed_writes() noexcept;

/// What is to end the program (Ctrl-C, SIGTERM, SIGHUP) as events. What was ignored when the program began
/// (nohup) stays ignored. It waits as long as the object lives; what nobody waited for is dropped then.
class TerminationSignals {
 public:
  /// Throws std::system_error if there is no descriptor left.
  explicit TerminationSignals(const boost::asio::any_io_executor& executor);
  ~TerminationSignals();
  TerminationSignals(const TerminationSignals&) = delete;
  TerminationSignals& operator=(const TerminationSignals&) = delete;

  /// Waits for the next, and returns its name: "signal 15". Empty: the object has been destroyed.
  [[nodiscard]] boost::asio::awaitable<std::string> wait();

 private:
  struct State;
  std::shared_ptr<State> state_;  ///< shared with a pending wait()
};

}  // namespace polyglot::process
