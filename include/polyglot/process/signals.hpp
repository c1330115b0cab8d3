#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/signal_set.hpp>

namespace polyglot::process {

/// A write to a peer that is gone shall return an error instead of ending us. Engines start with the
/// default disposition again. Idempotent; called by whatever writes to a pipe.
void ignore_sigpipe() noexcept;

/// SIGINT, SIGTERM and SIGHUP as events. A signal that was ignored when the program began (nohup) stays
/// ignored. The default dispositions return with the destruction of the object. One object per process.
class TerminationSignals {
 public:
  explicit TerminationSignals(const boost::asio::any_io_executor& executor);

  /// The number of the next signal, or 0 after cancel().
  [[nodiscard]] boost::asio::awaitable<int> wait();

  /// Ends a pending wait().
  void cancel();

 private:
  boost::asio::signal_set signals_;
};

}  // namespace polyglot::process
