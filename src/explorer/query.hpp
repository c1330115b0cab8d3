// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/url/url_view.hpp>

namespace polyglot::explorer {

/// What a request asks behind the `?`. It looks into the text it was read from.
class Query {
 public:
  /// Nothing if the target is not written as URLs are: blanks and brackets encoded.
  [[nodiscard]] static std::optional<Query> read(std::string_view target);

  /// The one value of a parameter, `+` read as a blank; nothing if it is missing.
  [[nodiscard]] std::optional<std::string> value(std::string_view name) const;

 private:
  explicit Query(const boost::urls::url_view& resource) : resource_(resource) {}

  boost::urls::url_view resource_;
};

}  // namespace polyglot::explorer
