// SPDX-License-Identifier: MIT
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include <polyglot/os/error.hpp>
#include <polyglot/os/standard_streams.hpp>

namespace polyglot::os {
namespace {

bool g_has_lost_reader = false;

}  // namespace

bool is_terminal(StandardStream stream) noexcept {
  return ::isatty(static_cast<int>(stream)) == 1;
}

bool is_standard_output(std::string_view path) noexcept {
  if (path == "-" || path == "/dev/stdout" || path == "/dev/fd/1") return true;
  std::error_code no_link;
  return path == std::filesystem::read_symlink("/dev/stdout", no_link).string();
}

Result<void> write_output(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  const int reason = errno;
  if (reason == EPIPE) note_lost_reader();
  std::clearerr(stdout);  // so that the failure is reported once
  return system_error("cannot be written", reason, "standard output");
}

void note_lost_reader() noexcept {
  g_has_lost_reader = true;
}

void end_without_reader() noexcept {
  if (!g_has_lost_reader) return;
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

}  // namespace polyglot::os
