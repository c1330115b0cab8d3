// SPDX-License-Identifier: MIT
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include <boost/asio/use_awaitable.hpp>

#include <polyglot/os/error.hpp>
#include <polyglot/os/interruption.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/byte_stream.hpp"
#if defined(_WIN32)
#include <windows.h>
#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <future>
#include <io.h>
#include <thread>
#else
#include <climits>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace polyglot::process {

using boost::asio::any_io_executor;

/// GUIs of Windows give us anonymous pipes, for which the system cannot wait.
Result<std::unique_ptr<ByteStream>> open_shared_stream(const any_io_executor& executor,
                                                       os::NativeHandle shared, StreamUse use) {
#if !defined(_WIN32)
  // A pipe or terminal is opened again, so that we do not share its blocking mode. The position of a file
  // would start at 0.
  struct stat status {};
  if (::fstat(shared, &status) == 0 && (S_ISFIFO(status.st_mode) || ::isatty(shared) == 1)) {
    const std::string link = "/proc/self/fd/" + std::to_string(shared);
    const int access = use == StreamUse::reads ? O_RDONLY : O_WRONLY;
    const int own = ::open(link.c_str(), access | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (own >= 0) return make_stream(PipeEnd(executor, own));
  }
#endif
  os::Descriptor copy = os::duplicate_of(shared);
  if (!copy) return os::system_error("cannot be opened", os::last_error(), "a standard stream");
  return make_blocking_stream(executor, std::move(copy), use);
}

Result<StandardChannels> open_standard_channels(const any_io_executor& executor, LineReader::Lines lines) {
  occupy_standard_descriptors();
  auto input = open_shared_stream(executor, os::handle_of(os::StandardStream::input), StreamUse::reads);
  if (!input) return input.error();
  auto output = open_shared_stream(executor, os::handle_of(os::StandardStream::output), StreamUse::writes);
  if (!output) return output.error();
  return StandardChannels{make_channel<LineReader>(*std::move(input), lines),
                          make_channel<LineWriter>(*std::move(output))};
}

void catch_ending_signals(boost::asio::signal_set& signals) {
  for (const int number : os::ending_signals()) signals.add(number);
}

boost::asio::awaitable<std::string> next_signal(boost::asio::signal_set& signals) {
  const int number = co_await signals.async_wait(boost::asio::use_awaitable);
  co_return "signal " + std::to_string(number);
}

#if defined(_WIN32)

namespace {

bool is_open(HANDLE handle) noexcept {
  return handle != nullptr && handle != INVALID_HANDLE_VALUE &&
         (::GetFileType(handle) != FILE_TYPE_UNKNOWN || ::GetLastError() == NO_ERROR);
}

}  // namespace

/// It also makes consoles show UTF-8 and colours.
void occupy_standard_descriptors() noexcept {
  constexpr std::array kNumbers = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
  constexpr std::size_t kBuffer = 64UL * 1024;
  static bool is_done = false;
  if (std::exchange(is_done, true)) return;
  ::SetConsoleCP(CP_UTF8);
  ::SetConsoleOutputCP(CP_UTF8);
  const std::array streams = {stdin, stdout, stderr};
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const HANDLE handle = ::GetStdHandle(kNumbers[i]);
    if (!is_open(handle))
      ::SetStdHandle(kNumbers[i],
                     ::CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                   nullptr, OPEN_EXISTING, 0, nullptr));
    if (::_fileno(streams[i]) < 0) (void)!std::freopen("NUL", i == 0 ? "rb" : "wb", streams[i]);
    (void)::_setmode(::_fileno(streams[i]), _O_BINARY);  // a line ends with \n, as on other systems
    if (i == 0) continue;
    // Without a buffer, the C library writes single bytes, and a console shows each byte of a letter.
    (void)std::setvbuf(streams[i], nullptr, _IOFBF, kBuffer);
    DWORD mode = 0;
    if (::GetConsoleMode(handle, &mode) != 0)
      ::SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
}

void write_error_line(std::string_view line) noexcept {
  constexpr std::size_t kLongest = 4095;
  constexpr std::chrono::seconds kPatience{1};
  try {
    // A thread writes it, because a pipe that nobody reads would hold us.
    std::promise<void> written;
    const std::future<void> is_written = written.get_future();
    std::thread([text = std::string(line.substr(0, kLongest)) + "\n",
                 written = std::move(written)]() mutable {
      DWORD ignored = 0;
      ::WriteFile(::GetStdHandle(STD_ERROR_HANDLE), text.data(), static_cast<DWORD>(text.size()), &ignored,
                  nullptr);
      written.set_value();
    }).detach();
    is_written.wait_for(kPatience);
  } catch (const std::exception&) {
    return;
  }
}

/// On Windows a failed write does not end a program.
void survive_failed_writes() noexcept {}

#else

void occupy_standard_descriptors() noexcept {
  constexpr int kStandardStreams = 3;
  for (int fd = 0; fd < kStandardStreams; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    // open() returns the lowest free number, and all lower ones are in use.
    static_cast<void>(::open("/dev/null", O_RDWR));
  }
}

void write_error_line(std::string_view line) noexcept {
  constexpr int kPatienceMs = 1000;
  char text[PIPE_BUF];
  const std::size_t size = line.copy(text, sizeof text - 1);
  text[size] = '\n';
  pollfd room{STDERR_FILENO, POLLOUT, 0};
  if (::poll(&room, 1, kPatienceMs) != 0) (void)!::write(STDERR_FILENO, text, size + 1);
}

void survive_failed_writes() noexcept {
  static const auto ignored = [](int signal) { return std::signal(signal, SIG_IGN); };
  static const std::array previous = {ignored(SIGPIPE), ignored(SIGXFSZ)};
  static_cast<void>(previous);
}

#endif

}  // namespace polyglot::process
