// SPDX-License-Identifier: MIT
// Boost.Asio's streams wait for bytes only with O_NONBLOCK, which would belong to a standard input that
// others share, and not for consoles and anonymous pipes of Windows. The C library does not wait for a flag.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>

#include <polyglot/os/file.hpp>
#include <polyglot/os/streams.hpp>

#include "os/calls.hpp"
#if defined(_WIN32)
#include <windows.h>
#include <io.h>
#else
#include <poll.h>
#include <unistd.h>
#endif

namespace polyglot::os {
namespace {

bool g_has_lost_reader = false;

/// The error for a file that could keep its reader waiting.
struct NoRegularFile final : std::error_category {
  [[nodiscard]] const char* name() const noexcept override { return "input"; }
  [[nodiscard]] std::string message(int) const override { return "it is not a regular file"; }
};

constexpr std::size_t kBlock = 65536;

/// Waits for bytes of a pipe or a terminal, which may stay silent for long. The signal handler that sets
/// `*stop` wakes no thread, so the flag is checked again and again. Returns false if it is set.
bool wait_for_bytes(const Descriptor& file, const std::atomic<bool>* stop) {
#if defined(_WIN32)
  if (stop == nullptr) return true;
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kBusy{2};
  constexpr DWORD kLookMilliseconds = 10;
  const auto sleeps_from = Clock::now() + kBusy;
  while (!*stop) {
    if (::GetFileType(file.native()) != FILE_TYPE_PIPE) {
      if (::WaitForSingleObject(file.native(), kLookMilliseconds) != WAIT_TIMEOUT) return true;
      continue;
    }
    DWORD bytes = 0;
    // If this fails, the read will report it: it may be the end of the input.
    const bool is_known = ::PeekNamedPipe(file.native(), nullptr, 0, nullptr, &bytes, nullptr) != 0;
    if (!is_known || bytes > 0) return true;
    // A pipe of cmd has room for 4 KB. Its writer needs only a moment to fill it again, and a sleep for each
    // filling would take most of the time.
    ::Sleep(Clock::now() < sleeps_from ? 0 : kLookMilliseconds);
  }
#else
  constexpr int kLookMilliseconds = 50;
  while (stop == nullptr || !*stop) {
    pollfd bytes{.fd = file.native(), .events = POLLIN, .revents = 0};
    const int ready = ::poll(&bytes, 1, stop == nullptr ? -1 : kLookMilliseconds);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
  }
#endif
  return false;
}

/// Makes an open file the standard input of this program.
bool replace_standard_input(const Descriptor& file) {
#if defined(_WIN32)
  // The C library and the system keep handles of their own. This one stays open until the program ends.
  const HANDLE handle = duplicate_of(file.native()).release();
  (void)::SetFilePointerEx(handle, {}, nullptr, FILE_BEGIN);
  const int number = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), 0);
  return number >= 0 && ::_dup2(number, 0) == 0 && ::SetStdHandle(STD_INPUT_HANDLE, handle) != 0;
#else
  return ::dup2(file.native(), STDIN_FILENO) == STDIN_FILENO;
#endif
}

}  // namespace

// ---- Input ------------------------------------------------------------------------------------------------

std::optional<std::size_t> wait_and_read(const Descriptor& file, std::span<char> room,
                                         const std::atomic<bool>* stop) {
  while (wait_for_bytes(file, stop)) {
    const auto got = read_some(file, std::as_writable_bytes(room));
    if (got || last_error() != std::errc::resource_unavailable_try_again) return got;
  }
  return std::nullopt;
}

std::optional<std::size_t> wait_and_write(const Descriptor& file, std::string_view text) {
  for (;;) {
    const auto written = write_some(file, std::as_bytes(std::span(text)));
    if (written || last_error() != std::errc::resource_unavailable_try_again) return written;
#if !defined(_WIN32)
    pollfd room{.fd = file.native(), .events = POLLOUT, .revents = 0};
    (void)::poll(&room, 1, -1);
#endif
  }
}

#if defined(_WIN32)
const char* const kStandardInputFile = "\\\\.\\stdin";  // only open_file() knows this name
#else
const char* const kStandardInputFile = "/dev/stdin";
#endif

std::string input_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

Result<Input> Input::open(const std::string& path) {
  const std::string name = input_name(path);
  Descriptor file = path == "-" ? open_stream(StandardStream::input) : open_file(path, Opening::read);
  if (!file) return system_error("cannot be opened, check its path and permissions", last_error(), name);
  const auto found = examine(file);
  if (!found) return system_error("cannot be read", last_error(), name);
  if (found->kind == PathKind::folder)
    return Error{"cannot be read: it is a folder, give the path of a file", name};
  std::optional<std::uint64_t> size;
  if (found->kind == PathKind::file) size = found->stamp.size;
  return Input(std::move(file), name, size);
}

/// A file with a size does not let its reader wait.
Result<std::size_t> Input::read(std::span<char> room, const std::atomic<bool>* stop) {
  const auto got = wait_and_read(file_, room, size_ ? nullptr : stop);
  if (got) return *got;
  if (!size_ && stop != nullptr && *stop) return Error{"reading was interrupted", name_};
  return system_error("cannot be read", last_error(), name_);
}

std::optional<std::string> read_input_line() {
  std::string line;
  int next = std::getchar();
  if (next == EOF) return std::nullopt;
  for (; next != '\n' && next != EOF; next = std::getchar()) line += static_cast<char>(next);
  return line;
}

std::error_code read_file(const std::string& path, std::string& text, std::size_t most) {
  const Descriptor file = open_file(path, Opening::read);
  if (!file) return last_error();
  const auto found = describe(file);
  if (found && found->kind == PathKind::folder) return std::make_error_code(std::errc::is_a_directory);
  static const NoRegularFile no_regular_file;
  if (found && found->kind == PathKind::other) return {1, no_regular_file};
  text.clear();
  // The block is not cleared, so that a small file touches only a few pages of memory: the proxy reads one at
  // its start.
  const auto block = std::make_unique_for_overwrite<char[]>(kBlock);
  for (;;) {
    const auto got = wait_and_read(file, {block.get(), kBlock});
    if (!got) return last_error();
    text.append(block.get(), *got);
    if (text.size() > most) return std::make_error_code(std::errc::file_too_large);
    if (*got == 0) return {};
  }
}

Result<void> make_standard_input_a_file() {
  if (is_terminal(StandardStream::input))
    return Error{"is a terminal: give the name of a file, or a pipe", input_name("-")};
  auto input = Input::open("-");
  if (!input) return input.error();
  if (input->size()) return {};
  const auto failure = [&](const std::string& reason) {
    return Error{"cannot be kept in a temporary file: " + reason, input->name()};
  };
  std::error_code error;
  auto file = File::open_temporary(std::filesystem::temp_directory_path(error).string());
  if (!file) return failure(file.error().to_string());
  const auto block = std::make_unique_for_overwrite<char[]>(kBlock);
  for (std::uint64_t size = 0;;) {
    const auto got = input->read({block.get(), kBlock});
    if (!got) return got.error();
    if (*got == 0) break;
    if (auto written = file->write_at(size, std::as_bytes(std::span(block.get(), *got))); !written)
      return failure(written.error().to_string());
    size += *got;
  }
  if (!replace_standard_input(file->descriptor())) return failure(system_text(last_error()));
  return {};
}

// ---- Standard streams -------------------------------------------------------------------------------------

bool is_terminal(StandardStream stream) noexcept {
#if defined(_WIN32)
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(stream), &mode) != 0;
#else
  return ::isatty(handle_of(stream)) == 1;
#endif
}

bool is_standard_output(std::string_view path) noexcept {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
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
  if (!g_has_lost_reader) return;
#if defined(_WIN32)
  std::_Exit(1);
#else
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
#endif
}

}  // namespace polyglot::os
