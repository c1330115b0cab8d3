// SPDX-License-Identifier: MIT
#include <windows.h>
#include <chrono>
#include <filesystem>
#include <io.h>
#include <memory>
#include <utility>

#include <polyglot/os/error.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "os/calls_win32.hpp"

namespace polyglot::os {
namespace {

constexpr std::string_view kStandardInput = "-";
/// How often a pipe is asked for bytes. Its reader cannot wait for bytes and for the stop flag at once.
constexpr DWORD kLookMilliseconds = 10;

/// Standard input is duplicated, so that closing our copy leaves it open. If it is a file, it is opened
/// again, with a position of its own.
Descriptor open_for_reading(const std::string& path) {
  if (is_made_to_fail(Call::open)) return {};
  if (path != kStandardInput && path != kStandardInputFile)
    return own(::CreateFileW(native_path(path).c_str(), GENERIC_READ, kShareAll, nullptr, OPEN_EXISTING,
                             FILE_FLAG_BACKUP_SEMANTICS, nullptr));
  const HANDLE input = ::GetStdHandle(STD_INPUT_HANDLE);
  if (path == kStandardInputFile)
    if (Descriptor again = own(::ReOpenFile(input, GENERIC_READ, kShareAll, 0))) return again;
  return duplicate_of(input);
}

}  // namespace

/// Windows does not know this name; only File and Input do.
const char* const kStandardInputFile = "\\\\.\\stdin";

Result<Input> Input::open(const std::string& path) {
  const std::string name = input_name(path);
  Descriptor file = open_for_reading(path);
  if (!file) return system_error("cannot be opened, check its path and permissions", last_error(), name);
  std::optional<std::uint64_t> size;
  if (::GetFileType(handle_of(file)) == FILE_TYPE_DISK) {
    BY_HANDLE_FILE_INFORMATION information{};
    if (!examine(file, information)) return system_error("cannot be read", last_error(), name);
    if ((information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
      return Error{"cannot be read: it is a folder, give the path of a file", name};
    size = join(information.nFileSizeHigh, information.nFileSizeLow);
  }
  return Input(std::move(file), name, size);
}

Result<std::size_t> Input::read(std::span<char> room, const std::atomic<bool>* stop) {
  if (!wait_for_bytes(stop)) return Error{"reading was interrupted", name_};
  const auto got = read_bytes(file_, std::as_writable_bytes(room));
  if (!got) return system_error("cannot be read", last_error(), name_);
  return *got;
}

/// Waits for bytes of a pipe or a console, which may stay silent for long. False if the stop flag is set.
bool Input::wait_for_bytes(const std::atomic<bool>* stop) const {
  if (size_ || stop == nullptr) return true;
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kBusy{2};
  const auto sleeps_from = Clock::now() + kBusy;
  while (!*stop) {
    if (::GetFileType(handle_of(file_)) != FILE_TYPE_PIPE) {
      if (::WaitForSingleObject(handle_of(file_), kLookMilliseconds) != WAIT_TIMEOUT) return true;
      continue;
    }
    DWORD bytes = 0;
    // If this fails, the read will report it: it may be the end of the input.
    const bool is_known = ::PeekNamedPipe(handle_of(file_), nullptr, 0, nullptr, &bytes, nullptr) != 0;
    if (!is_known || bytes > 0) return true;
    // A pipe of cmd has room for 4 KB. Its writer needs only a moment to fill it again, and a sleep for each
    // filling would take most of the time.
    if (Clock::now() < sleeps_from) {
      ::SwitchToThread();
    } else {
      ::Sleep(kLookMilliseconds);
    }
  }
  return false;
}

Result<void> make_standard_input_a_file() {
  if (is_terminal(StandardStream::input))
    return Error{"is a terminal: give the name of a file, or a pipe",
                 input_name(std::string(kStandardInput))};
  auto input = Input::open("-");
  if (!input) return input.error();
  if (input->size()) return {};
  const auto failure = [&](const std::string& reason) {
    return Error{"cannot be kept in a temporary file: " + reason, input->name()};
  };
  auto file = File::open_temporary(std::filesystem::temp_directory_path().string());
  if (!file) return failure(file.error().to_string());
  const auto block = std::make_unique_for_overwrite<char[]>(65536);
  for (std::uint64_t size = 0;;) {
    const auto got = input->read({block.get(), 65536});
    if (!got) return got.error();
    if (*got == 0) break;
    if (auto written = file->write_at(size, std::as_bytes(std::span(block.get(), *got))); !written)
      return failure(written.error().to_string());
    size += *got;
  }
  // The C library and the system keep handles of their own. This one stays open until the program ends.
  Descriptor copy = duplicate_of(handle_of(file->descriptor()));
  if (!copy) return failure(system_text(last_error()));
  (void)::SetFilePointerEx(handle_of(copy), {}, nullptr, FILE_BEGIN);
  const HANDLE handle = copy.release();
  const int number = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), 0);
  if (number < 0 || ::_dup2(number, 0) != 0) return failure("the C library does not take it");
  ::SetStdHandle(STD_INPUT_HANDLE, handle);
  return {};
}

std::error_code read_file(const std::string& path, std::string& text, std::size_t most) {
  constexpr std::size_t kBlock = 65536;
  const Descriptor file = open_for_reading(path);
  if (!file) return last_error();
  BY_HANDLE_FILE_INFORMATION information{};
  const bool is_known = ::GetFileInformationByHandle(handle_of(file), &information) != 0;
  if (is_known && (information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
    return std::make_error_code(std::errc::is_a_directory);
  text.clear();
  const auto block = std::make_unique_for_overwrite<char[]>(kBlock);
  for (;;) {
    const auto got = read_bytes(file, std::as_writable_bytes(std::span(block.get(), kBlock)));
    if (!got) return last_error();
    text.append(block.get(), *got);
    if (text.size() > most) return std::make_error_code(std::errc::file_too_large);
    if (*got == 0) return {};
  }
}

}  // namespace polyglot::os
