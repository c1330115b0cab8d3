// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/expansion.hpp>
#include <polyglot/process/stdio.hpp>
#include <polyglot/process/traffic_log.hpp>
#if defined(_WIN32)
#include <windows.h>
#else
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#endif

namespace polyglot::process {
namespace {

/// Whether a file begins like text. A book has zero bytes in its first entry.
bool is_text(const std::string& path) {
  constexpr std::size_t kBookEntry = 16;
  std::ifstream file(std::filesystem::path(path), std::ios::binary);
  char head[kBookEntry];
  file.read(head, sizeof head);
  return std::string_view(head, static_cast<std::size_t>(file.gcount())).find('\0') == std::string_view::npos;
}

#if defined(_WIN32)

/// Opens a file, pipe or device to which we append lines. Error: we cannot write it.
Result<os::Descriptor> open_for_appending(const std::string& path) {
  os::Descriptor file = os::own(
      ::CreateFileW(os::native_path(path).c_str(), FILE_APPEND_DATA | SYNCHRONIZE | FILE_READ_ATTRIBUTES,
                    os::kShareAll, nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!file) return os::system_error("cannot write the log file", os::last_error(), path);
  return file;
}

/// Writes once. Returns the number of bytes. Error: the reason.
Result<std::size_t> write_at_once(const os::Descriptor& to, std::string_view text) {
  DWORD count = 0;
  if (::WriteFile(to.native(), text.data(), static_cast<DWORD>(text.size()), &count, nullptr) == 0)
    return Error{os::system_text(os::last_error())};
  return count;
}

#else

/// Opens a file, pipe or device to which we append lines. Error: we cannot write it, or it is a pipe without
/// a reader.
Result<os::Descriptor> open_for_appending(const std::string& path) {
  os::Descriptor file =
      os::own(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666));
  if (!file && errno == ENXIO) return Error{"cannot write the log file: the pipe has no reader", path};
  if (!file) return os::system_error("cannot write the log file", os::last_error(), path);
  return file;
}

/// Writes once without waiting. Returns the number of bytes, 0 if there is no room. Error: the reason.
Result<std::size_t> write_at_once(const os::Descriptor& to, std::string_view text) {
  ssize_t count = -1;
  do count = ::write(to.native(), text.data(), text.size());
  while (count < 0 && errno == EINTR);
  if (count < 0 && errno != EAGAIN) return Error{os::system_text(errno)};
  return static_cast<std::size_t>(std::max<ssize_t>(count, 0));
}

#endif

/// Returns the path of the kept log file with this number, like NAME.2.txt for NAME.txt.
std::string kept_name(const std::filesystem::path& path, std::size_t number) {
  if (number == 0) return path.string();
  std::filesystem::path name = path;
  name.replace_extension("." + std::to_string(number) + path.extension().string());
  return name.string();
}

}  // namespace

std::string_view mark_of(Direction direction) noexcept {
  constexpr std::array<std::string_view, 5> kMarks{">  ", "<  ", ">> ", "<< ", "<! "};  // order: Direction
  return kMarks.at(static_cast<std::size_t>(direction));
}

Result<void> TrafficLog::open(std::string_view path, std::size_t max_bytes, std::size_t kept_files) {
  close();
  survive_failed_writes();
  path_ = os::with_process_id(path);
  stamped_ = std::chrono::steady_clock::now();
  wall_offset_ = std::chrono::floor<std::chrono::milliseconds>(
      std::chrono::system_clock::now().time_since_epoch() - stamped_.time_since_epoch());
  max_bytes_ = max_bytes;
  kept_files_ = kept_files;
  return open_file();
}

void TrafficLog::close() noexcept {
  file_.reset();
  unwritten_.clear();
  missing_ = 0;
}

Result<void> TrafficLog::open_file() {
  auto opened = open_for_appending(path_);
  if (!opened) return opened.error();
  std::error_code unknown;
  const bool is_file = std::filesystem::is_regular_file(path_, unknown);
  if (is_file && !is_text(path_)) return Error{"is not a text file; Polyglot appends no log to it", path_};
  if (!is_file) max_bytes_ = 0;
  size_ = is_file ? std::filesystem::file_size(path_, unknown) : 0;
  file_ = *std::move(opened);
  return {};
}

Result<void> TrafficLog::rotate() {
  file_.reset();
  for (std::size_t number = kept_files_; number > 0; --number) {
    const std::string from = kept_name(path_, number - 1);
    std::error_code failure;
    std::filesystem::rename(from, kept_name(path_, number), failure);
    // A missing file is no error, but some libraries do not report that it is missing.
    std::error_code unknown;
    if (failure && std::filesystem::exists(from, unknown))
      return Error{"cannot be renamed: " + failure.message(), from};
  }
  return open_file();
}

void TrafficLog::log_block(std::string_view mark, std::string_view block) {
  stamped_ = std::chrono::steady_clock::now();
  while (!block.empty() && is_open()) {
    std::string_view line = take_line(block);
    if (line.ends_with('\r')) line.remove_suffix(1);
    log_line(mark, line);
  }
}

void TrafficLog::log_text(std::string_view mark, std::string_view text) {
  stamped_ = std::chrono::steady_clock::now();
  log_line(mark, text);
}

void TrafficLog::log_line(std::string_view mark, std::string_view text) {
  if (!write_out()) {
    ++missing_;
    return;
  }
  if (missing_ > 0)
    append(kError,
           fmt::format("{} lines are missing here, its reader is too slow", std::exchange(missing_, 0)));
  append(mark, text);
  if (max_bytes_ > 0 && size_ > 0 && size_ + unwritten_.size() > max_bytes_) {
    if (Result<void> rotated = rotate(); !rotated) return fail(rotated.error());
  }
  static_cast<void>(write_out());
}

void TrafficLog::append(std::string_view mark, std::string_view text) {
  using namespace std::chrono;
  const auto now = duration_cast<microseconds>(stamped_.time_since_epoch()) + wall_offset_;
  const std::time_t second = floor<seconds>(now).count();
  if (std::exchange(stamped_second_, second) != second) {
    const std::tm local = os::local_time(second);
    std::strftime(stamp_.data(), stamp_.size(), "%Y-%m-%d %H:%M:%S", &local);
  }
  fmt::format_to(std::back_inserter(unwritten_), "{}.{:06} {}{}\n", stamp_.data(), (now % seconds(1)).count(),
                 mark, text);
}

/// Returns false if text has to wait for room, or if the log is closed.
bool TrafficLog::write_out() {
  while (is_open() && !unwritten_.empty()) {
    const auto count = write_at_once(file_, unwritten_);
    if (!count) fail({.what = "cannot be written: " + count.error().what, .where = path_});
    if (!count || *count == 0) return false;
    size_ += *count;
    unwritten_.erase(0, *count);
  }
  return is_open();
}

void TrafficLog::fail(Error error) {
  failure_ = Error{"the log ends here: " + error.what, std::move(error.where)};
  close();
}

std::optional<Error> TrafficLog::take_failure() noexcept {
  return std::exchange(failure_, std::nullopt);
}

}  // namespace polyglot::process
