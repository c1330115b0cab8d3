#include "explorer/server.hpp"
#include <array>
#include <chrono>
#include <list>
#include <optional>
#include <string>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
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

namespace polyglot::explorer {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;

// A FEN and a change fit many times over.
constexpr std::uint32_t kMaxHeaderBytes = 16'384;
constexpr std::uint64_t kMaxBodyBytes = 16'384;
/// How long a request, and the silence before it, may take.
constexpr auto kPatience = 30s;
/// A browser opens six; of more than this the one that has been silent for longest is closed.
constexpr std::size_t kMaxConnections = 64;

/// How long to go on reading from somebody who has had his last answer: closed over what he still sends, the
/// connection would be reset and the answer lost.
constexpr auto kFarewell = 1s;
constexpr std::size_t kMaxFarewellBytes = 1'048'576;
/// How long to leave those alone who want to connect while we are out of descriptors.
constexpr auto kRespite = 100ms;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

/// What to tell somebody whose bytes are no request of ours, nothing if he is gone or silent.
std::optional<http::status> complaint(const error_code& error) {
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
  return "This is no request that could be answered";
}

/// The answer to what was read, nothing if there is nobody to answer.
std::optional<Response> respond(Service& service, const error_code& error, const Request& request) {
  if (!error) return service.handle(request);
  const auto status = complaint(error);
  if (!status) return std::nullopt;
  Response response = refusal(request, *status, in_words(*status));
  response.keep_alive(false);
  return response;
}

asio::awaitable<void> see_off(beast::tcp_stream& stream) {
  error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  stream.expires_after(kFarewell);
  std::array<char, 4096> waste{};
  const asio::mutable_buffer room = asio::buffer(waste);
  for (std::size_t total = 0; total < kMaxFarewellBytes;) {
    const auto [error, bytes] = co_await stream.async_read_some(room, kAwait);
    if (error) co_return;
    total += bytes;
  }
}

using Parser = http::request_parser<http::string_body>;

/// Somebody who asks whether to send his body is told to.
asio::awaitable<error_code> read_request(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                                         Parser& parser) {
  const auto [header_error, header_bytes] = co_await http::async_read_header(stream, buffer, parser, kAwait);
  if (header_error) co_return header_error;
  if (beast::iequals(parser.get()[http::field::expect], "100-continue")) {
    const http::response<http::empty_body> go_on(http::status::continue_, parser.get().version());
    const auto [write_error, written] = co_await http::async_write(stream, go_on, kAwait);
    if (write_error) co_return write_error;
  }
  const auto [error, bytes] = co_await http::async_read(stream, buffer, parser, kAwait);
  co_return error;
}

/// The connections, the one that has been silent for longest first.
using Connections = std::list<beast::tcp_stream>;

/// Makes room for one more: whoever has been silent for longest goes.
void make_room(Connections& connections) {
  if (connections.size() < kMaxConnections) return;
  connections.front().close();
}

asio::awaitable<void> answer_all(Connections& connections, Connections::iterator place, Service& service) {
  beast::tcp_stream& stream = *place;
  beast::flat_buffer buffer;
  for (bool keep_alive = true; keep_alive;) {
    Parser parser;
    parser.header_limit(kMaxHeaderBytes);
    parser.body_limit(kMaxBodyBytes);
    stream.expires_after(kPatience);
    const error_code read_error = co_await read_request(stream, buffer, parser);
    connections.splice(connections.end(), connections, place);
    const std::optional<Response> response = respond(service, read_error, parser.get());
    if (!response) break;
    stream.expires_after(kPatience);
    const auto [write_error, bytes_written] = co_await http::async_write(stream, *response, kAwait);
    keep_alive = !write_error && response->keep_alive();
  }
  co_await see_off(stream);
}

asio::awaitable<void> converse(Connections& connections, Connections::iterator place, Service& service) {
  co_await answer_all(connections, place, service);
  connections.erase(place);
}

asio::awaitable<void> accept_all(tcp::acceptor& acceptor, Service& service) {
  Connections connections;
  asio::steady_timer respite(acceptor.get_executor());
  for (;;) {
    auto [error, socket] = co_await acceptor.async_accept(kAwait);
    if (error == asio::error::operation_aborted) co_return;
    if (error) {
      respite.expires_after(kRespite);
      const auto [interrupted] = co_await respite.async_wait(kAwait);
      if (interrupted) co_return;
    }
    if (error) continue;
    make_room(connections);
    const auto place = connections.emplace(connections.end(), std::move(socket));
    asio::awaitable<void> conversation = converse(connections, place, service);
    asio::co_spawn(acceptor.get_executor(), std::move(conversation), asio::detached);
  }
}

}  // namespace

Result<tcp::acceptor> listen(asio::io_context& context, std::uint16_t port) {
  tcp::acceptor acceptor(context);
  const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), port);
  try {
    acceptor.open(endpoint.protocol());
    acceptor.set_option(tcp::acceptor::reuse_address(true));
    acceptor.bind(endpoint);
    acceptor.listen();
  } catch (const boost::system::system_error& error) {
    return Error{"cannot listen: " + error.code().message(), fmt::format("127.0.0.1:{}", port)};
  }
  return acceptor;
}

void start_serving(tcp::acceptor& acceptor, Service& service) {
  asio::co_spawn(acceptor.get_executor(), accept_all(acceptor, service), asio::detached);
}

}  // namespace polyglot::explorer
