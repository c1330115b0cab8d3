// SPDX-License-Identifier: MIT
/// Requests to `polyglot explore --edit`: bytes of a connection, or a target and a body for a request in the
/// page's form. Every answer must be whole, and answers of the API must be JSON. Without the secret, every
/// request is refused. The book must stay sound.
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/json/parse.hpp>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/chess/position.hpp>

#include "explorer/service.hpp"
#include "files.hpp"

namespace polyglot::fuzz {
namespace {

namespace http = boost::beast::http;

constexpr std::uint16_t kPort = 4711;
constexpr const char* kSecret = "secret";

/// Reads requests like the server: see src/explorer/server.cpp.
std::vector<explorer::Request> read_requests(std::string_view bytes) {
  constexpr std::uint32_t kMost = 16'384;
  std::vector<explorer::Request> requests;
  while (!bytes.empty()) {
    http::request_parser<http::string_body> parser;
    parser.header_limit(kMost);
    parser.body_limit(kMost);
    boost::system::error_code error;
    while (!parser.is_done() && !error && !bytes.empty()) {
      const std::size_t taken = parser.put(boost::asio::buffer(bytes.data(), bytes.size()), error);
      if (parser.is_header_done() && parser.chunked()) return requests;
      if (taken == 0) break;
      bytes.remove_prefix(taken);
    }
    if (error || !parser.is_done()) break;
    requests.push_back(parser.release());
  }
  return requests;
}

/// "GET TARGET", or "POST TARGET" and the body behind a line end.
std::string as_the_page_asks(std::string_view text, bool posts) {
  const std::size_t end = posts ? text.find('\n') : text.npos;
  const std::string_view body = end == text.npos ? std::string_view() : text.substr(end + 1);
  std::string request = posts ? "POST /" : "GET /";
  request.append(kSecret)
      .append("/api/")
      .append(text.substr(0, end))
      .append(" HTTP/1.1\r\nHost: 127.0.0.1:4711\r\n");
  if (posts)
    request += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  return request.append("\r\n").append(body);
}

void check_answer(const explorer::Request& request, const explorer::Response& response) {
  const unsigned status = response.result_int();
  check(status >= 200 && status < 600, "an answer has a status");
  const std::string_view target(request.target().data(), request.target().size());
  if (target.find(kSecret) == target.npos) check(status >= 400, "nothing is told without the secret");
  if (response[http::field::content_type].find("json") == std::string_view::npos) return;
  boost::system::error_code error;
  boost::json::parse(response.body(), error);
  check(!error, "an answer of the API is JSON");
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot;
  using namespace polyglot::fuzz;
  static const ScratchFolder kFolder;
  static const std::vector<std::string> kBooks = {kFolder.file("book.bin")};
  const std::string& path = kBooks.front();
  const book::RawEntry entry{.key = chess::Position().key(), .move = 0x031C, .weight = 5};
  if (!book::write_bin_book(path, {entry})) std::abort();
  auto books = explorer::OpenBooks::open(kBooks, std::nullopt, {});
  check(books.has_value(), "a sound book opens");
  explorer::Service service(std::move(*books), {.port = kPort, .secret = kSecret, .edit = true});
  Bytes input({data, size});
  const auto how = input.take<std::uint8_t>();
  const std::string_view text = as_text(input.rest());
  const std::string bytes = how % 3 == 0 ? std::string(text) : as_the_page_asks(text, how % 3 == 1);
  for (const explorer::Request& request : read_requests(bytes))
    check_answer(request, service.handle(request));
  const auto sound = book::check_records(path);
  check(sound.has_value(), "the book stays one");
  return 0;
}
