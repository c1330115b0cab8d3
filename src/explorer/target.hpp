#pragma once

#include <optional>
#include <string_view>

namespace polyglot::explorer {

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

}  // namespace polyglot::explorer
