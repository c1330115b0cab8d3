// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/process/line_channel.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// Opens /dev/null on each of the descriptors 0, 1, 2 that is closed, so that no pipe or file of ours lands
/// there. Call first in main(). Idempotent.
void occupy_standard_descriptors() noexcept;

/// Writes a line to stderr in one piece, at most 4095 bytes of it. What cannot be written (disk full, reader
/// gone, or nothing read for a second) is lost: there is nobody else to complain to.
void write_error_line(std::string_view line) noexcept;

/// The GUI's side: what comes in on stdin and goes out on stdout.
struct StandardChannels {
  LineReader input;
  LineWriter output;
};

/// Channels on the descriptors 0 and 1, whatever they are: pipes, terminals, files, sockets, devices, or
/// closed ones (which read as the end and swallow what is written). 0 and 1 themselves stay open.
///
/// O_NONBLOCK belongs to the open file description, which we may share with the GUI, the user's shell and
/// our own stderr. It is never changed, so there is nothing to restore, however we end.
[[nodiscard]] Result<StandardChannels> open_standard_channels(
    const boost::asio::any_io_executor& executor, LineReader::Lines lines = LineReader::Lines::protocol);

/// A channel that reads from a descriptor we share with others; `fd` itself stays open.
[[nodiscard]] Result<LineReader> open_shared_reader(const boost::asio::any_io_executor& executor, int fd,
                                                    LineReader::Lines lines = LineReader::Lines::protocol);

/// A channel that writes to a descriptor we share with others; `fd` itself stays open.
[[nodiscard]] Result<LineWriter> open_shared_writer(const boost::asio::any_io_executor& executor, int fd);

/// A write to a peer that is gone shall return an error instead of ending us. Engines start with the
/// default disposition again. Idempotent; called by whatever writes to a pipe.
void ignore_sigpipe() noexcept;

/// The same of a write beyond the limit of file sizes (ulimit -f): it fails as one on a full disk does.
void ignore_sigxfsz() noexcept;

/// SIGINT, SIGTERM and SIGHUP as events. A signal that was ignored when the program began (nohup) stays
/// ignored. They are blocked as long as the object lives; those that nobody waited for are dropped then.
class TerminationSignals {
 public:
  /// Throws std::system_error if there is no descriptor left.
  explicit TerminationSignals(const boost::asio::any_io_executor& executor);
  ~TerminationSignals();
  TerminationSignals(const TerminationSignals&) = delete;
  TerminationSignals& operator=(const TerminationSignals&) = delete;

  /// The number of the next signal.
  [[nodiscard]] boost::asio::awaitable<int> wait();

 private:
  struct State;
  std::shared_ptr<State> state_;  ///< shared with a pending wait()
};

}  // namespace polyglot::process
