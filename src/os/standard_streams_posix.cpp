// SPDX-License-Identifier: MIT
#include <cerrno>
#include <cstdio>
#include <unistd.h>

#include <polyglot/os/error.hpp>
#include <polyglot/os/standard_streams.hpp>

namespace polyglot::os {

bool is_terminal(StandardStream stream) noexcept {
  return ::isatty(static_cast<int>(stream)) == 1;
}

Result<void> write_output(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  const int reason = errno;
  std::clearerr(stdout);  // it is told once
  return system_error("cannot be written", reason, "standard output");
}

}  // namespace polyglot::os
