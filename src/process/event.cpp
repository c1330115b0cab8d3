// SPDX-License-Identifier: MIT
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <polyglot/process/event.hpp>

namespace polyglot::process {

namespace asio = boost::asio;

asio::awaitable<void> Event::wait(Milliseconds limit) {
  const auto end = limit == kForEver ? Clock::time_point::max() : Clock::now() + limit;
  asio::steady_timer timer(executor_, end);
  const auto leave = [&timer](std::shared_ptr<Waiting>* list) { std::erase(**list, &timer); };
  auto waiting = waiting_;  // it lives on if the event is destroyed meanwhile
  const std::unique_ptr<std::shared_ptr<Waiting>, decltype(leave)> entry(&waiting, leave);
  waiting->push_back(&timer);
  boost::system::error_code happened;
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, happened));
}

}  // namespace polyglot::process
