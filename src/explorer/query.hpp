// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/url/url_view.hpp>

namespace polyglot::explorer {

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
