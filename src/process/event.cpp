// SPDX-License-Identifier: MIT
// Not in the header: g++ names the fields of a coroutine's frame differently in each source, and warns of
// that when it links them.
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <polyglot/process/event.hpp>

namespace polyglot::process {

namespace asio = boost::asio;

asio::awaitable<void> Event::wait() {
  const auto timer = timer_;  // it lives on if the event is destroyed meanwhile
  boost::system::error_code happened;
  co_await timer->async_wait(asio::redirect_error(asio::use_awaitable, happened));
}

asio::awaitable<void> Event::wait(Milliseconds limit) {
  asio::steady_timer deadline(timer_->get_executor(), limit);
  deadline.async_wait([timer = timer_](const boost::system::error_code& is_cancelled) {
    if (!is_cancelled) timer->cancel();
  });
  co_await wait();
}

}  // namespace polyglot::process
