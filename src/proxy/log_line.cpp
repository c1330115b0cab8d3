// SPDX-License-Identifier: MIT
#include "proxy/log_line.hpp"
#include <array>
#include <cstddef>

#include <polyglot/ascii.hpp>
#include <polyglot/process/traffic_log.hpp>

namespace polyglot::proxy {
namespace {

/// Reads "2026-05-01 12:00:00.123456" as a time of some clock. Nothing for any other text.
std::optional<std::chrono::milliseconds> read_stamp(std::string_view stamp) {
  using namespace std::chrono;
  struct Field {
    std::size_t begin;
    std::size_t size;
  };
  constexpr std::array<Field, 7> kFields{{{0, 4}, {5, 2}, {8, 2}, {11, 2}, {14, 2}, {17, 2}, {20, 6}}};
  std::array<unsigned, kFields.size()> numbers{};
  for (std::size_t i = 0; i < kFields.size(); ++i) {
    const auto number = parse_number<unsigned>(stamp.substr(kFields.at(i).begin, kFields.at(i).size));
    if (!number) return std::nullopt;
    numbers.at(i) = *number;
  }
  const auto [y, m, d, hour, minute, second, fraction] = numbers;
  const sys_days date = year(static_cast<int>(y)) / month(m) / day(d);
  return duration_cast<milliseconds>(date.time_since_epoch() + hours(hour) + minutes(minute) +
                                     seconds(second) + microseconds(fraction));
}

}  // namespace

std::optional<LogLine> read_log_line(std::string_view line) {
  constexpr std::size_t kStampSize = std::string_view("2026-05-01 12:00:00.123456").size();
  constexpr std::size_t kTextBegin = kStampSize + 1 + process::TrafficLog::kNote.size();
  if (line.size() < kTextBegin) return std::nullopt;
  const std::string_view stamp = line.substr(0, kStampSize);
  const auto time = read_stamp(stamp);
  if (!time) return std::nullopt;
  return LogLine{*time, stamp, line.substr(kStampSize + 1, process::TrafficLog::kNote.size()),
                 line.substr(kTextBegin)};
}

}  // namespace polyglot::proxy
