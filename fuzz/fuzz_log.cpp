// SPDX-License-Identifier: MIT
/// What users send with a report: a log for `replay`, or lines of `stats` after a first line "stats". A log
/// must be replayed, or refused with one line, with the same result each time. A record of statistics must be
/// the same when it is written again.

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include <polyglot/ascii.hpp>
#include <polyglot/proxy/replay.hpp>
#include <polyglot/proxy/statistics.hpp>

#include "check.hpp"
#include "files.hpp"

namespace polyglot::fuzz {
namespace {

void check_statistics(std::string_view text) {
  while (!text.empty()) {
    const auto record = proxy::read_statistics(take_line(text));
    if (!record) {
      check(record.error().to_string().find('\n') == std::string::npos, "a mistake is one line");
      continue;
    }
    const std::string written = proxy::to_json(*record);
    const auto again = proxy::read_statistics(written);
    check(again && proxy::to_json(*again) == written, "a record written anew is the same");
  }
}

/// What replaying a log tells.
std::string verdict(const std::string& text) {
  std::istringstream log(text);
  const auto replayed = proxy::replay(log);
  if (!replayed) return replayed.error().to_string();
  if (!replayed->difference) return "identical: " + std::to_string(replayed->sessions);
  return std::to_string(replayed->difference->line) + replayed->difference->log.value_or("-") +
         replayed->difference->session.value_or("-");
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  static const ScratchFolder kFolder;
  static const std::string kPlace = std::filesystem::current_path();
  constexpr std::string_view kStats = "stats\n";
  const std::string_view text = as_text(data, size);
  if (text.starts_with(kStats)) {
    check_statistics(text.substr(kStats.size()));
    return 0;
  }
  const std::string log(text);
  // A log names the folder where books were looked for.
  const std::string first = verdict(log);
  std::filesystem::current_path(kPlace);
  check(verdict(log) == first, "a log gives the same verdict again");
  std::filesystem::current_path(kPlace);
  return 0;
}
