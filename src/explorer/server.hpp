#pragma once

#include <cstdint>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <polyglot/result.hpp>

#include "explorer/service.hpp"

namespace polyglot::explorer {

/// A socket on 127.0.0.1; port 0: any that is free. Error: the system's reason.
[[nodiscard]] Result<boost::asio::ip::tcp::acceptor> listen(boost::asio::io_context& context,
                                                            std::uint16_t port);

/// Has `service` answer whoever connects, for as long as `context` runs.
void start_serving(boost::asio::ip::tcp::acceptor& acceptor, Service& service);

}  // namespace polyglot::explorer
