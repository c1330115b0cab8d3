// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <boost/json/serialize.hpp>

#include <polyglot/utf8.hpp>

namespace polyglot {

/// JSON, valid whatever bytes the texts are made of. `json`: a value, an object or a string of Boost.JSON.
template <class Json>
[[nodiscard]] std::string json_text(const Json& json) {
  return valid_utf8(boost::json::serialize(json));
}

}  // namespace polyglot
