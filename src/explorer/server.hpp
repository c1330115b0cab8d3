// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/beast/http/status.hpp>

#include <polyglot/explorer/explorer.hpp>
#include <polyglot/result.hpp>

#include "explorer/target.hpp"

namespace polyglot::explorer {

/// Opens a socket on 127.0.0.1; port 0: any free port. Error: the system's reason.
[[nodiscard]] Result<boost::asio::ip::tcp::acceptor> listen(boost::asio::io_context& context,
                                                            std::uint16_t port);

using Handler = std::function<Response(const Request&)>;
/// Makes the answer to a request that cannot be read or answered: its status, and why.
using Refusal = std::function<Response(const Request&, boost::beast::http::status, std::string_view)>;

/// An answer to a request. Browsers do not cache it, and do not guess another type.
[[nodiscard]] Response response_to(const Request& request, boost::beast::http::status status,
                                   std::string_view content_type, std::string body);

/// Lets `handler` answer all requests while the acceptor's context runs. If the handler throws, or if a
/// request is too large or is not HTTP, `refuse` answers with the reason. Other failures of a connection are
/// reported, and the connection is dropped.
void start_serving(boost::asio::ip::tcp::acceptor& acceptor, Handler handler, Refusal refuse, Report report);

/// Stops a context on SIGINT or SIGTERM, as long as this object lives.
class StopSignals {
 public:
  explicit StopSignals(boost::asio::io_context& context);

 private:
  boost::asio::signal_set signals_;
};

}  // namespace polyglot::explorer
