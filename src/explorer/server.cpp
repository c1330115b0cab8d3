// SPDX-License-Identifier: MIT
#include "explorer/server.hpp"
#include <chrono>
#include <list>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <fmt/format.h>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/interruption.hpp>

namespace polyglot::explorer {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;

// These limits are far above the size of any FEN and of the parts in which the page sends games.
constexpr std::uint32_t kMaxHeaderBytes = 16'384;
constexpr std::uint64_t kMaxBodyBytes = 1'048'576;
/// The maximum time for a request, with the silence before it.
constexpr auto kRequestTimeout = 30s;
/// The maximum number of connections; a browser opens six. Above it, the connection that was silent for
/// longest is closed.
constexpr std::size_t kMaxConnections = 64;

/// How long to read after the last answer. If we closed a connection while the client still sends, the system
/// would reset it, and the client would lose the answer.
constexpr auto kDrainTime = 1s;
constexpr std::size_t kMaxDrainedBytes = 4'194'304;
/// The pause before accepting again when no descriptor is free.
constexpr auto kAcceptPause = 100ms;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

/// The status for bytes that are not a valid request; nothing if the client is gone or silent.
std::optional<http::status> complaint(const error_code& error) {
  if (error == http::error::need_more) return http::status::length_required;
  if (error == http::error::header_limit) return http::status::request_header_fields_too_large;
  if (error == http::error::body_limit) return http::status::payload_too_large;
  const bool is_gone = error == http::error::end_of_stream || error == http::error::partial_message;
  const bool is_syntax = error.category() == make_error_code(http::error::bad_version).category();
  return is_syntax && !is_gone ? std::optional(http::status::bad_request) : std::nullopt;
}

std::string in_words(http::status status) {
  if (status == http::status::request_header_fields_too_large)
    return fmt::format("The fields of a request may have {} bytes at most", kMaxHeaderBytes);
  if (status == http::status::payload_too_large)
    return fmt::format("The body of a request may have {} bytes at most", kMaxBodyBytes);
  if (status == http::status::length_required)
    return "A body is taken with a Content-Length only, not in chunks";
  return "This is not a request that can be answered";
}

/// The answer to a request; nothing if the client is gone.
std::optional<Response> respond(const Handler& handler, const Refusal& refuse, const error_code& error,
                                const Request& request) {
  try {
    if (!error) return handler(request);
  } catch (const std::exception& unforeseen) {
    return refuse(request, http::status::internal_server_error, unforeseen.what());
  }
  const auto status = complaint(error);
  if (!status) return std::nullopt;
  Response response = refuse(request, *status, in_words(*status));
  response.keep_alive(false);
  return response;
}

asio::awaitable<void> drain(beast::tcp_stream& stream) {
  error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  stream.expires_after(kDrainTime);
  std::array<char, 4096> waste{};
  const asio::mutable_buffer buffer = asio::buffer(waste);
  for (std::size_t total = 0; total < kMaxDrainedBytes;) {
    const auto [error, bytes] = co_await stream.async_read_some(buffer, kAwait);
    if (error) co_return;
    total += bytes;
  }
}

using Parser = http::request_parser<http::string_body>;

/// Reads a request. Answers yes if the client asks whether to send its body (Expect: 100-continue).
asio::awaitable<error_code> read_request(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                                         Parser& parser) {
  const auto [header_error, header_bytes] = co_await http::async_read_header(stream, buffer, parser, kAwait);
  if (header_error) co_return header_error;
  // Refuse chunked bodies: some of their parts have no limit, and our page never sends them.
  if (parser.chunked()) co_return make_error_code(http::error::need_more);
  if (beast::iequals(parser.get()[http::field::expect], "100-continue")) {
    const http::response<http::empty_body> go_on(http::status::continue_, parser.get().version());
    const auto [write_error, written] = co_await http::async_write(stream, go_on, kAwait);
    if (write_error) co_return write_error;
  }
  const auto [error, bytes] = co_await http::async_read(stream, buffer, parser, kAwait);
  co_return error;
}

/// The connection that has been silent for longest comes first.
using Connections = std::list<beast::tcp_stream>;

asio::awaitable<void> answer_all(Connections& connections, Connections::iterator place,
                                 const Handler& handler, const Refusal& refuse) {
  beast::tcp_stream& stream = *place;
  beast::flat_buffer buffer;
  for (bool keep_alive = true; keep_alive;) {
    Parser parser;
    parser.header_limit(kMaxHeaderBytes);
    parser.body_limit(kMaxBodyBytes);
    stream.expires_after(kRequestTimeout);
    const error_code read_error = co_await read_request(stream, buffer, parser);
    connections.splice(connections.end(), connections, place);
    const std::optional<Response> response = respond(handler, refuse, read_error, parser.get());
    if (!response) break;
    stream.expires_after(kRequestTimeout);
    const auto [write_error, bytes_written] = co_await http::async_write(stream, *response, kAwait);
    keep_alive = !write_error && response->keep_alive();
  }
  co_await drain(stream);
}

asio::awaitable<void> accept_all(tcp::acceptor& acceptor, Handler handler, Refusal refuse, Report report) {
  Connections connections;
  asio::steady_timer pause(acceptor.get_executor());
  for (;;) {
    auto [error, socket] = co_await acceptor.async_accept(kAwait);
    if (error == asio::error::operation_aborted) co_return;
    if (error) {
      pause.expires_after(kAcceptPause);
      const auto [interrupted] = co_await pause.async_wait(kAwait);
      if (interrupted) co_return;
    }
    if (error) continue;
    os::keep_from_children(static_cast<std::intptr_t>(socket.native_handle()));
    if (connections.size() >= kMaxConnections) connections.front().close();
    const auto place = connections.emplace(connections.end(), std::move(socket));
    const auto forget = [&connections, &report, place](const std::exception_ptr& failure) {
      connections.erase(place);
      if (failure) report("a connection is given up: " + os::what_of(failure));
    };
    asio::awaitable<void> conversation = answer_all(connections, place, handler, refuse);
    asio::co_spawn(acceptor.get_executor(), std::move(conversation), forget);
  }
}

}  // namespace

Result<tcp::acceptor> listen(asio::io_context& context, std::uint16_t port) {
  tcp::acceptor acceptor(context);
  const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), port);
  try {
    acceptor.open(endpoint.protocol());
    os::prepare_to_listen(static_cast<std::intptr_t>(acceptor.native_handle()));
    acceptor.bind(endpoint);
    acceptor.listen();
  } catch (const boost::system::system_error& error) {
    return Error{"cannot listen: " + error.code().message(), fmt::format("127.0.0.1:{}", port)};
  }
  return acceptor;
}

StopSignals::StopSignals(asio::io_context& context) : signals_(context) {
  for (const int signal : os::ending_signals()) signals_.add(signal);
  signals_.async_wait([&context](const error_code&, int) { context.stop(); });
}

Response response_to(const Request& request, http::status status, std::string_view content_type,
                     std::string body) {
  Response response(status, request.version());
  response.set(http::field::content_type, content_type);
  response.set(http::field::cache_control, "no-store");
  response.set("X-Content-Type-Options", "nosniff");
  response.keep_alive(request.keep_alive());
  response.body() = std::move(body);
  response.prepare_payload();
  return response;
}

void start_serving(tcp::acceptor& acceptor, Handler handler, Refusal refuse, Report report) {
  const auto ended = [](const std::exception_ptr& failure) {
    if (failure) std::rethrow_exception(failure);
  };
  asio::co_spawn(acceptor.get_executor(),
                 accept_all(acceptor, std::move(handler), std::move(refuse), std::move(report)), ended);
}

}  // namespace polyglot::explorer
