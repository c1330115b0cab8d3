// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <polyglot/utf8.hpp>

namespace polyglot::tools {

/// JSON, valid whatever bytes the texts are made of.
[[nodiscard]] inline std::string json_text(const boost::json::value& value) {
  return valid_utf8(boost::json::serialize(value));
}

}  // namespace polyglot::tools
