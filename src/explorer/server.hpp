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

/// A socket on 127.0.0.1; port 0: any that is free. Error: the system's reason.
[[nodiscard]] Result<boost::asio::ip::tcp::acceptor> listen(boost::asio::io_context& context,
                                                            std::uint16_t port);

using Handler = std::function<Response(const Request&)>;

/// Has `handler` answer whoever connects, for as long as the acceptor's context runs. A request whose handler
/// throws is answered with the reason. A connection that fails in any other way is forgotten, and reported.
void start_serving(boost::asio::ip::tcp::acceptor& acceptor, Handler handler, Report report);

}  // namespace polyglot::explorer
