// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <polyglot/result.hpp>

/// Errors from errno values. Only files for one operating system include this header.
namespace polyglot::os {

/// Returns the system's text for an errno value: "Input/output error".
[[nodiscard]] inline std::string system_text(int errno_value) {
  return std::generic_category().message(errno_value);
}

/// Returns an Error for an errno value: "cannot read: Input/output error".
[[nodiscard]] inline Error system_error(std::string_view what_failed, int errno_value, std::string where) {
  return {.what = std::string(what_failed) + ": " + system_text(errno_value), .where = std::move(where)};
}

}  // namespace polyglot::os
