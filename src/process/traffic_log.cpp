#include <cerrno>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/rotating_file_sink.h>

#include <polyglot/process/line_channel.hpp>
#include <polyglot/process/traffic_log.hpp>

#include "process/system_error.hpp"

namespace polyglot::process {
namespace {

constexpr auto kPattern = "%Y-%m-%d %H:%M:%S.%f %v";

std::string with_process_id(std::string_view path) {
  std::string result(path);
  const std::string id = std::to_string(::getpid());
  for (std::size_t at = 0; (at = result.find("%p", at)) != std::string::npos; at += id.size())
    result.replace(at, 2, id);
  return result;
}

/// Tried before spdlog does, which would create folders, retry for 50 ms and hide the reason.
Result<void> check_writable(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666));
  if (!file) return Error{"cannot write the log file: " + system_text(errno), path};
  return {};
}

/// Without stdio's buffer each line is one write(2) to a file opened for append.
spdlog::file_event_handlers unbuffered() {
  spdlog::file_event_handlers handlers;
  handlers.after_open = [](const spdlog::filename_t&, std::FILE* file) {
    std::setvbuf(file, nullptr, _IONBF, 0);
    ::fcntl(::fileno(file), F_SETFD, FD_CLOEXEC);
  };
  return handlers;
}

spdlog::sink_ptr make_sink(const std::string& path, std::size_t max_bytes, std::size_t kept_files) {
  if (max_bytes == 0) return std::make_shared<spdlog::sinks::basic_file_sink_st>(path, false, unbuffered());
  return std::make_shared<spdlog::sinks::rotating_file_sink_st>(path, max_bytes, kept_files, false,
                                                                unbuffered());
}

std::string_view mark_of(Direction direction) noexcept {
  switch (direction) {
    case Direction::to_engine:
      return ">  ";
    case Direction::from_engine:
      return "<  ";
    case Direction::to_gui:
      return ">> ";
    case Direction::from_gui:
      return "<< ";
    case Direction::engine_error:
      return "<! ";
  }
  return "?  ";
}

}  // namespace

/// Outlives a move of the log: the logger's error handler holds on to it.
struct TrafficLog::Failure {
  std::optional<Error> error;
};

TrafficLog::TrafficLog() : failure_(std::make_shared<Failure>()) {}
TrafficLog::~TrafficLog() = default;
TrafficLog::TrafficLog(TrafficLog&&) noexcept = default;
TrafficLog& TrafficLog::operator=(TrafficLog&&) noexcept = default;

Result<void> TrafficLog::open(std::string_view path, std::size_t max_bytes, std::size_t kept_files) {
  close();
  path_ = with_process_id(path);
  Result<void> writable = check_writable(path_);
  if (!writable) return writable;
  try {
    logger_ = std::make_shared<spdlog::logger>("traffic", make_sink(path_, max_bytes, kept_files));
    logger_->set_pattern(kPattern);
  } catch (const std::exception& failure) {
    logger_.reset();
    return Error{failure.what(), path_};
  }
  const std::string place = path_;
  const std::shared_ptr<Failure> failure = failure_;
  logger_->set_error_handler([failure, place](const std::string& what) {
    if (!failure->error) failure->error = Error{"the log ends here: " + what, place};
  });
  return {};
}

void TrafficLog::close() noexcept {
  logger_.reset();
}

void TrafficLog::log_block(Direction direction, std::string_view block) {
  while (!block.empty() && is_open()) {
    std::string_view line = take_line(block);
    if (line.ends_with('\r')) line.remove_suffix(1);
    log_line(mark_of(direction), line, false);
  }
}

void TrafficLog::log_note(std::string_view text) {
  log_line("*  ", text, false);
}

void TrafficLog::log_error(std::string_view text) {
  log_line("!  ", text, true);
}

void TrafficLog::log_line(std::string_view mark, std::string_view text, bool is_error) {
  line_.assign(mark).append(text);
  logger_->log(is_error ? spdlog::level::err : spdlog::level::info,
               spdlog::string_view_t(line_.data(), line_.size()));
  if (failure_->error) close();
}

void TrafficLog::flush() noexcept {
  if (is_open()) logger_->flush();
}

std::optional<Error> TrafficLog::take_failure() noexcept {
  return std::exchange(failure_->error, {});
}

}  // namespace polyglot::process
