// SPDX-License-Identifier: MIT
#include <string>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <polyglot/os/interruption.hpp>
#include <polyglot/process/stdio.hpp>

namespace polyglot::process {

namespace asio = boost::asio;

struct TerminationSignals::State {
  explicit State(const asio::any_io_executor& executor) : signals(executor) {
    for (const int number : os::ending_signals()) signals.add(number);
  }

  asio::signal_set signals;
};

TerminationSignals::TerminationSignals(const asio::any_io_executor& executor)
    : state_(std::make_shared<State>(executor)) {}

TerminationSignals::~TerminationSignals() {
  boost::system::error_code ignored;
  state_->signals.clear(ignored);
  state_->signals.cancel(ignored);
}

asio::awaitable<std::string> TerminationSignals::wait() {
  const auto state = state_;
  boost::system::error_code cancelled;
  const int number = co_await state->signals.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  co_return cancelled ? std::string() : "signal " + std::to_string(number);
}

}  // namespace polyglot::process
