#include "proxy/event.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace polyglot::proxy {

boost::asio::awaitable<void> Event::wait(std::chrono::milliseconds limit) {
  limit_.expires_after(limit);
  boost::system::error_code happened;
  co_await limit_.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, happened));
}

}  // namespace polyglot::proxy
