#pragma once

#include <string>
#include <system_error>

namespace polyglot::process {

/// The system's words for an errno value.
[[nodiscard]] inline std::string system_text(int error) {
  return std::system_category().message(error);
}

}  // namespace polyglot::process
