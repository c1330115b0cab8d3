// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <string>

namespace polyglot::os {

/// Returns the text of an exception that was caught elsewhere; "unknown" if it is not a std::exception.
[[nodiscard]] inline std::string what_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& exception) {
    return exception.what();
  } catch (...) {
    return "unknown";
  }
}

}  // namespace polyglot::os
