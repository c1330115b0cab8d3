// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <unistd.h>

#include <polyglot/os/error.hpp>
#include <polyglot/os/standard_streams.hpp>

namespace polyglot::os {

bool is_terminal(StandardStream stream) noexcept {
  return ::isatty(static_cast<int>(stream)) == 1;
}

bool is_standard_output(std::string_view path) noexcept {
  constexpr std::array<std::string_view, 4> kNames{"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
  return std::ranges::find(kNames, path) != kNames.end();
}

Result<void> write_output(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  const int reason = errno;
  std::clearerr(stdout);  // it is told once
  return system_error("cannot be written", reason, "standard output");
}

}  // namespace polyglot::os
