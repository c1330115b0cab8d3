// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include <polyglot/utf8.hpp>

namespace polyglot::explorer {

/// JSON, valid whatever bytes the strings are made of.
[[nodiscard]] std::string to_text(const boost::json::object& object);

/// Source: RFC 4648, section 4.
[[nodiscard]] std::string to_base64(std::span<const std::byte> bytes);

}  // namespace polyglot::explorer
