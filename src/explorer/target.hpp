// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/url/url_view.hpp>

namespace polyglot::explorer {

using Request = boost::beast::http::request<boost::beast::http::string_body>;
using Response = boost::beast::http::response<boost::beast::http::string_body>;

/// The target of a request: authority and path. The views point into the text from which it was read.
///
/// Source: RFC 9112, section 3.2.
struct Target {
  std::optional<std::string_view> authority;  ///< of "http://AUTHORITY/…"; nothing if it is missing
  std::string_view path;                      ///< "/" if there is only an authority
  std::string_view resource;                  ///< the path, and a query if there is one: "/api/books?x"
};

/// Reads "/api/books", as browsers send it, and "http://127.0.0.1:4711/api/books", as proxies get it. Any
/// other text becomes a path that does not exist.
[[nodiscard]] Target read_target(std::string_view text);

/// Tells requests of our page from those that other pages in the same browser send.
class OriginCheck {
 public:
  explicit OriginCheck(std::uint16_t port);

  /// Why a request is refused; nothing if it is accepted.
  ///
  /// The host must be 127.0.0.1 or localhost with our port, in the Host field, and in the target if it names
  /// one. Otherwise a foreign name that resolves to this machine would give a foreign page the same origin as
  /// ours (DNS rebinding). An Origin field must be ours. If another site or port caused the request
  /// (Sec-Fetch-Site), only navigations are accepted.
  [[nodiscard]] std::optional<std::string> objection(const Request& request) const;

 private:
  std::vector<std::string> hosts_;
};

/// 32 hexadecimal digits from the system's entropy.
[[nodiscard]] std::string random_secret();
inline constexpr std::size_t kSecretDigits = 32;

/// The parameters of a request, after the `?`. It refers to the text from which it was read.
class Query {
 public:
  /// Returns nothing if the target is not a valid URL, for example if blanks or brackets are not encoded.
  [[nodiscard]] static std::optional<Query> read(std::string_view target);

  /// Returns the value of a parameter, with blanks for `+`; nothing if it is missing.
  [[nodiscard]] std::optional<std::string> value(std::string_view name) const;

 private:
  explicit Query(const boost::urls::url_view& resource) : resource_(resource) {}

  boost::urls::url_view resource_;
};

}  // namespace polyglot::explorer
