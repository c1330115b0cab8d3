// SPDX-License-Identifier: MIT
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
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
  const auto timer = timer_;
  asio::steady_timer deadline(timer->get_executor(), limit);
  auto either = asio::experimental::make_parallel_group(timer->async_wait(asio::deferred),
                                                        deadline.async_wait(asio::deferred));
  co_await either.async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);
}

}  // namespace polyglot::process
