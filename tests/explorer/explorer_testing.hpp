// SPDX-License-Identifier: MIT
#pragma once

#include <boost/beast/http/verb.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>

#include "book/book_files.hpp"
#include "explorer/target.hpp"

namespace polyglot::explorer::test {

inline constexpr std::uint16_t kPort = 4711;

/// e4 600, d4 300 (10 games, 12 half points), Nf3 100 at the start; after e4 the move e5.
inline std::vector<book::RawEntry> example_entries() {
  const chess::Position start;
  const chess::Position after = book::test::position_after("e2e4");
  return {{.key = start.key(), .move = book::test::code("e2e4"), .weight = 600},
          {.key = start.key(), .move = book::test::code("d2d4"), .weight = 300, .learn = 0x000A000C},
          {.key = start.key(), .move = book::test::code("g1f3"), .weight = 100},
          {.key = after.key(), .move = book::test::code("e7e5"), .weight = 65535}};
}

/// Writes a book and returns its path.
inline std::string write_book(const polyglot::test::TemporaryFolder& folder, std::string_view name,
                              std::vector<book::RawEntry> entries = example_entries(),
                              const std::optional<book::BookHeader>& header = std::nullopt) {
  std::string path = folder / name;
  book::write_bin_book(path, std::move(entries), header).value();
  return path;
}

/// The secret in the path of the page's address.
inline constexpr const char* kSecret = "0123456789abcdef0123456789abcdef";

inline std::string with_secret(std::string_view path) {
  return "/" + std::string(kSecret) + std::string(path);
}

/// A request from a program that knows only the port, not the secret.
inline Request get_without_secret(std::string_view target) {
  Request request(boost::beast::http::verb::get, target, 11);
  request.set(boost::beast::http::field::host, "127.0.0.1:" + std::to_string(kPort));
  return request;
}

/// A request from the page.
inline Request get(std::string_view path) {
  return get_without_secret(with_secret(path));
}

/// A request of the page that posts JSON.
inline Request post(std::string_view path, std::string body) {
  Request request = get(path);
  request.method(boost::beast::http::verb::post);
  request.set(boost::beast::http::field::content_type, "application/json");
  request.body() = std::move(body);
  return request;
}

inline boost::json::value json_of(const Response& response) {
  return boost::json::parse(response.body());
}

}  // namespace polyglot::explorer::test
