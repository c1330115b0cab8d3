// SPDX-License-Identifier: MIT
#include <windows.h>
#include <array>
#include <cstdio>
#include <fcntl.h>
#include <io.h>
#include <utility>

#include <polyglot/os/error_win32.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/wire_win32.hpp"

namespace polyglot::process {
namespace {

constexpr std::array<DWORD, 3> kStandard = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};

constexpr std::size_t kStreamBuffer = 64UL * 1024;

bool is_open(HANDLE handle) noexcept {
  return handle != nullptr && handle != INVALID_HANDLE_VALUE &&
         (::GetFileType(handle) != FILE_TYPE_UNKNOWN || ::GetLastError() == NO_ERROR);
}

/// Makes consoles show UTF-8 and colours.
void prepare_console() noexcept {
  static bool is_prepared = false;
  if (std::exchange(is_prepared, true)) return;
  ::SetConsoleCP(CP_UTF8);
  ::SetConsoleOutputCP(CP_UTF8);
  for (const DWORD number : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
    DWORD mode = 0;
    const HANDLE console = ::GetStdHandle(number);
    if (::GetConsoleMode(console, &mode) != 0)
      ::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
}

/// Opens a channel's descriptor on a standard handle, which stays open. A pipe or console gets a thread. A
/// file or device needs none.
Result<os::Descriptor> share(DWORD number, Way way) {
  const HANDLE handle = ::GetStdHandle(number);
  auto copy = duplicate(os::Handle{reinterpret_cast<std::intptr_t>(handle)});
  if (!copy) return Error{"cannot use a standard stream: " + copy.error().what};
  DWORD mode = 0;
  const bool waits = ::GetFileType(handle) == FILE_TYPE_PIPE || ::GetConsoleMode(handle, &mode) != 0;
  return waits ? watch(make_wire(*std::move(copy)), way) : std::move(*copy);
}

}  // namespace

void occupy_standard_descriptors() noexcept {
  const std::array streams = {stdin, stdout, stderr};
  for (std::size_t i = 0; i < kStandard.size(); ++i) {
    if (!is_open(::GetStdHandle(kStandard[i])))
      ::SetStdHandle(kStandard[i],
                     ::CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                   nullptr, OPEN_EXISTING, 0, nullptr));
    if (::_fileno(streams[i]) < 0) (void)!std::freopen("NUL", i == 0 ? "rb" : "wb", streams[i]);
    (void)::_setmode(::_fileno(streams[i]), _O_BINARY);  // a line ends with \n, as on other systems
    // Without a buffer, the C library writes single bytes, and a console shows each byte of a letter.
    if (i > 0) (void)std::setvbuf(streams[i], nullptr, _IOFBF, kStreamBuffer);
  }
  prepare_console();
}

void write_error_line(std::string_view line) noexcept {
  constexpr std::size_t kLongest = 4095;
  constexpr ULONGLONG kPatienceMs = 1000;
  try {
    // We keep its thread, because it may still be writing the last line.
    static const os::Descriptor errors = share(STD_ERROR_HANDLE, Way::out).value();
    const std::string text = std::string(line.substr(0, kLongest)) + "\n";
    Watched* const watched = watched_of(errors);
    if (watched == nullptr) {
      (void)write_some(errors, LineWriter::Mode::file, text);
      return;
    }
    // Drop the line if an earlier one is still unread.
    if (watched->unwritten() == 0) (void)watched->write(text);
    const ULONGLONG deadline = ::GetTickCount64() + kPatienceMs;
    while (watched->unwritten() > 0 && ::GetTickCount64() < deadline) ::Sleep(1);
  } catch (const std::exception&) {
    return;
  }
}

Result<StandardChannels> open_standard_channels(const boost::asio::any_io_executor& executor,
                                                LineReader::Lines lines) {
  auto input = share(STD_INPUT_HANDLE, Way::in);
  if (!input) return input.error();
  auto output = share(STD_OUTPUT_HANDLE, Way::out);
  if (!output) return output.error();
  const auto mode = watched_of(*output) == nullptr ? LineWriter::Mode::file : LineWriter::Mode::polite;
  return StandardChannels{
      LineReader(executor, *std::move(input), Sharing::shared, LineReader::kDefaultMaxLine, lines),
      LineWriter(executor, *std::move(output), mode)};
}

/// On Windows a failed write does not end a program.
void survive_failed_writes() noexcept {}

}  // namespace polyglot::process
