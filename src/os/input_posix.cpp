// SPDX-License-Identifier: MIT
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "os/calls_posix.hpp"

namespace polyglot::os {
namespace {

constexpr std::string_view kStandardInput = "-";
/// The signal handler only sets the stop flag and wakes no thread. Therefore the flag is checked at this
/// interval.
constexpr int kLookMilliseconds = 50;

/// Standard input is duplicated, so that closing our copy leaves it open. Opening a FIFO must not wait for
/// its writer; wait_for_bytes() does that.
int open_for_reading(const std::string& path) {
  if (path == kStandardInput) return ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  std::error_code error;
  const int mode = std::filesystem::is_fifo(path, error) ? O_NONBLOCK : 0;
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | mode);
}

}  // namespace

const char* const kStandardInputFile = "/dev/stdin";

Result<Input> Input::open(const std::string& path) {
  const std::string name = input_name(path);
  Descriptor file = own(make_call(Call::open, [&] { return open_for_reading(path); }));
  if (!file) return system_error("cannot be opened, check its path and permissions", errno, name);
  struct stat status {};
  if (examine(number_of(file), status) != 0) return system_error("cannot be read", errno, name);
  if (S_ISDIR(status.st_mode)) return Error{"cannot be read: it is a folder, give the path of a file", name};
  std::optional<std::uint64_t> size;
  if (S_ISREG(status.st_mode)) size = static_cast<std::uint64_t>(status.st_size);
  return Input(std::move(file), name, size);
}

Result<std::size_t> Input::read(std::span<char> room, const std::atomic<bool>* stop) {
  for (;;) {
    if (!wait_for_bytes(stop)) return Error{"reading was interrupted", name_};
    const ssize_t got = transfer(Call::read, room.size(), [&](std::size_t size) {
      return ::read(number_of(file_), room.data(), size);
    });
    if (got >= 0) return static_cast<std::size_t>(got);
    // The program that opened standard input may have made it non-blocking.
    if (errno != EAGAIN) return system_error("cannot be read", errno, name_);
  }
}

/// Waits for bytes of a pipe, which may stay silent for long. False if the stop flag is set.
bool Input::wait_for_bytes(const std::atomic<bool>* stop) const {
  if (size_) return true;
  while (stop == nullptr || !*stop) {
    pollfd file{.fd = number_of(file_), .events = POLLIN, .revents = 0};
    const int ready = ::poll(&file, 1, stop == nullptr ? -1 : kLookMilliseconds);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
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
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  if (!file) return system_error("cannot be kept in a temporary file", errno, input->name());
  std::vector<char> block(65536);
  for (;;) {
    const auto got = input->read(block);
    if (!got) return got.error();
    if (*got == 0) break;
    if (std::fwrite(block.data(), 1, *got, file.get()) != *got)
      return system_error("cannot be kept in a temporary file", errno, input->name());
  }
  if (std::fflush(file.get()) != 0 || ::dup2(::fileno(file.get()), STDIN_FILENO) < 0)
    return system_error("cannot be kept in a temporary file", errno, input->name());
  return {};
}

std::error_code read_file(const std::string& path, std::string& text, std::size_t most) {
  constexpr std::size_t kBlock = 65536;
  const Descriptor file =
      own(make_call(Call::open, [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (!file) return last_error();
  text.clear();
  // The block is not cleared, so that a small file touches only a few pages of memory: the proxy reads one at
  // its start.
  const auto block = std::make_unique_for_overwrite<char[]>(kBlock);
  for (;;) {
    const ssize_t got = transfer(
        Call::read, kBlock, [&](std::size_t room) { return ::read(number_of(file), block.get(), room); });
    if (got < 0) return last_error();
    text.append(block.get(), static_cast<std::size_t>(got));
    if (text.size() > most) return std::make_error_code(std::errc::file_too_large);
    if (got == 0) return {};
  }
}

}  // namespace polyglot::os
