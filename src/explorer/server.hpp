// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <polyglot/explorer/explorer.hpp>
#include <polyglot/result.hpp>

#include "explorer/origin_check.hpp"

namespace polyglot::explorer {

/// Opens a socket on 127.0.0.1; port 0: any free port. Error: the system's reason.
[[nodiscard]] Result<boost::asio::ip::tcp::acceptor> listen(boost::asio::io_context& context,
                                                            std::uint16_t port);

using Handler = std::function<Response(const Request&)>;

/// Lets `handler` answer all requests while the acceptor's context runs. If the handler throws, the answer is
/// the reason. Other failures of a connection are reported, and the connection is dropped.
void start_serving(boost::asio::ip::tcp::acceptor& acceptor, Handler handler, Report report);

}  // namespace polyglot::explorer
