// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>

namespace polyglot::explorer {

/// The same with U+FFFD for every byte that is no UTF-8: names of files and comments of books may be
/// anything.
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// JSON, valid whatever bytes the strings are made of.
[[nodiscard]] std::string to_text(const boost::json::object& object);

/// Source: RFC 4648, section 4.
[[nodiscard]] std::string to_base64(std::span<const std::byte> bytes);

}  // namespace polyglot::explorer
