// SPDX-License-Identifier: MIT
#include <windows.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <polyglot/os/error.hpp>
#include <polyglot/os/standard_streams.hpp>

namespace polyglot::os {
namespace {

bool g_has_lost_reader = false;

}  // namespace

bool is_terminal(StandardStream stream) noexcept {
  constexpr DWORD kNumbers[] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
  DWORD mode = 0;
  return ::GetConsoleMode(::GetStdHandle(kNumbers[static_cast<std::size_t>(stream)]), &mode) != 0;
}

bool is_standard_output(std::string_view path) noexcept {
  return path == "-";
}

Result<void> write_output(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  const std::error_code reason(errno, std::generic_category());
  if (reason == std::errc::broken_pipe) note_lost_reader();
  std::clearerr(stdout);  // so that the failure is reported once
  return system_error("cannot be written", reason, "standard output");
}

void note_lost_reader() noexcept {
  g_has_lost_reader = true;
}

void end_without_reader() noexcept {
  if (g_has_lost_reader) std::_Exit(1);
}

}  // namespace polyglot::os
