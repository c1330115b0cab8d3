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

namespace polyglot::explorer {

using Request = boost::beast::http::request<boost::beast::http::string_body>;
using Response = boost::beast::http::response<boost::beast::http::string_body>;

/// What a request asks for, and whom. The views are into the text it was read from.
///
/// Source: RFC 9112, section 3.2.
struct Target {
  std::optional<std::string_view> authority;  ///< of "http://AUTHORITY/…"; nothing where it is not named
  std::string_view path;                      ///< "/" if an authority stands alone
  std::string_view resource;                  ///< the path, and a query if there is one: "/api/books?x"
};

/// Reads "/api/books", as browsers ask, and "http://127.0.0.1:4711/api/books", as a proxy is asked and any
/// server may be. Whatever else somebody sends is a path, one that there is not.
[[nodiscard]] Target read_target(std::string_view text);

/// Tells our page's requests from those that other pages in the same browser send here.
class OriginCheck {
 public:
  explicit OriginCheck(std::uint16_t port);

  /// Why a request is refused, nothing if it is not.
  ///
  /// The host must be 127.0.0.1 or localhost with our port, in the Host field and in the target if it names
  /// one: a name of somebody else's that resolves to this machine would make his page the same origin as ours
  /// (DNS rebinding). An origin, if named, must be ours. Of what another site or port has a browser send
  /// (Sec-Fetch-Site), only navigations pass.
  [[nodiscard]] std::optional<std::string> objection(const Request& request) const;

 private:
  std::vector<std::string> hosts_;
};

/// 32 hexadecimal digits from the system's entropy.
[[nodiscard]] std::string random_secret();
inline constexpr std::size_t kSecretDigits = 32;

}  // namespace polyglot::explorer
