// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <system_error>

#include <polyglot/result.hpp>

namespace polyglot::os {

/// The system's words for an errno value: "Input/output error".
[[nodiscard]] inline std::string system_text(int errno_value) {
  return std::generic_category().message(errno_value);
}

/// What an exception says that was caught somewhere else.
[[nodiscard]] inline std::string what_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& exception) {
    return exception.what();
  } catch (...) {
    return "unknown";
  }
}

/// "cannot read: Input/output error", for an errno value.
[[nodiscard]] inline Error system_error(std::string_view what_failed, int errno_value, std::string where) {
  return {.what = std::string(what_failed) + ": " + system_text(errno_value), .where = std::move(where)};
}

}  // namespace polyglot::os
