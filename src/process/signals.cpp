#include <csignal>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <polyglot/os/interruption.hpp>
#include <polyglot/process/signals.hpp>

namespace polyglot::process {

namespace asio = boost::asio;

void ignore_sigpipe() noexcept {
  static const auto previous = std::signal(SIGPIPE, SIG_IGN);
  static_cast<void>(previous);
}

TerminationSignals::TerminationSignals(const asio::any_io_executor& executor) : signals_(executor) {
  for (const int number : os::ending_signals()) signals_.add(number);
}

asio::awaitable<int> TerminationSignals::wait() {
  boost::system::error_code failure;
  const int number = co_await signals_.async_wait(asio::redirect_error(asio::use_awaitable, failure));
  co_return failure ? 0 : number;
}

void TerminationSignals::cancel() {
  signals_.cancel();
}

}  // namespace polyglot::process
