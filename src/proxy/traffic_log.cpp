// SPDX-License-Identifier: MIT
#include <array>
#include <filesystem>
#include <iterator>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/chrono.h>

#include <polyglot/ascii.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/process/stdio.hpp>
#include <polyglot/proxy/traffic_log.hpp>

namespace polyglot::proxy {
namespace {

/// Returns the local time: "2026-05-01 12:00:00.123456".
std::string stamp_of_now() {
  const auto now = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
  const std::tm local = fmt::localtime(std::chrono::system_clock::to_time_t(now));
  return fmt::format("{:%Y-%m-%d %H:%M:%S}.{:06}", local, now.time_since_epoch().count() % 1'000'000);
}

/// Returns the path of the kept log file with this number, like NAME.2.txt for NAME.txt.
std::string kept_name(const std::filesystem::path& path, std::size_t number) {
  if (number == 0) return path.string();
  std::filesystem::path name = path;
  name.replace_extension("." + std::to_string(number) + path.extension().string());
  return name.string();
}

}  // namespace

Result<void> TrafficLog::open(std::string_view path, std::size_t max_bytes, std::size_t kept_files) {
  close();
  process::survive_failed_writes();
  path_ = boost::replace_all_copy(std::string(path), "%p", os::own_process_id());
  max_bytes_ = max_bytes;
  kept_files_ = kept_files;
  return open_file();
}

Result<void> TrafficLog::open_file() {
  auto opened = os::open_to_append(path_);
  if (!opened) return opened.error();
  std::error_code unknown;
  const bool is_file = std::filesystem::is_regular_file(path_, unknown);
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

void TrafficLog::log(std::size_t mark, std::string_view block) {
  constexpr std::array<std::string_view, 7> kMarks{">  ", "<  ", ">> ", "<< ", "<! ", "*  ", "!  "};
  const std::string stamp = stamp_of_now();
  std::string text;
  do {
    std::string_view line = take_line(block);
    if (line.ends_with('\r')) line.remove_suffix(1);
    fmt::format_to(std::back_inserter(text), "{} {}{}\n", stamp, kMarks.at(mark), line);
  } while (!block.empty());
  Result<void> done;
  if (max_bytes_ > 0 && size_ > 0 && size_ + text.size() > max_bytes_) done = rotate();
  if (done) done = os::append(file_, text, path_);
  size_ += text.size();
  if (done) return;
  failure_ = Error{"the log ends here: " + done.error().what, done.error().where};
  close();
}

std::optional<Error> TrafficLog::take_failure() noexcept {
  return std::exchange(failure_, std::nullopt);
}

}  // namespace polyglot::proxy
