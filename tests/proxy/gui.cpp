// SPDX-License-Identifier: MIT
#include "proxy/gui.hpp"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace polyglot::proxy::testing {
namespace {

/// Lines that the report of a failure quotes, from the last one back.
constexpr std::size_t kQuotedLines = 20;
constexpr std::size_t kQuotedLength = 300;

}  // namespace

std::string Gui::expect(std::string_view prefix) {
  return lines_until(prefix).back();
}

std::string Gui::ask(std::string_view lines, std::string_view prefix) {
  return ask_all(lines, prefix).back();
}

std::vector<std::string> Gui::ask_all(std::string_view lines, std::string_view prefix) {
  send(lines);
  return lines_until(prefix);
}

std::vector<std::string> Gui::lines_until(std::string_view prefix) {
  std::vector<std::string> lines;
  const auto deadline = Clock::now() + kPatience;
  for (;;) {
    for (std::string line; take_line(line);) {
      lines.push_back(line);
      if (line.starts_with(prefix)) return lines;
    }
    if (!read_some(deadline, prefix)) give_up(prefix);
  }
}

std::optional<std::string> Gui::next_line(std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  std::string line;
  while (!take_line(line)) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (at_end_ || left.count() <= 0 || !await_output(left)) return std::nullopt;
    (void)read_some(Clock::now() + kPatience, "output");
  }
  return line;
}

std::vector<std::string> Gui::lines_until_ready() {
  auto lines = ask_all("isready", "readyok");
  lines.pop_back();
  return lines;
}

std::vector<std::string> Gui::rest() {
  const auto deadline = Clock::now() + kPatience;
  while (read_some(deadline, "the end")) {
  }
  std::vector<std::string> lines;
  for (std::string line; take_line(line);) lines.push_back(line);
  if (taken_ < pending_.size()) lines.push_back(pending_.substr(taken_) + " [no end of line]");
  return lines;
}

bool Gui::hears_something(std::chrono::milliseconds time) const {
  return taken_ < pending_.size() || await_output(time);
}

bool Gui::read_some(Clock::time_point deadline, std::string_view wanted) {
  if (at_end_) return false;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  if (left.count() <= 0 || !await_output(left)) give_up(wanted);
  const std::string block = read_block();
  at_end_ = block.empty();
  pending_ += block;
  return !at_end_;
}

bool Gui::take_line(std::string& line) {
  const auto end = pending_.find('\n', taken_);
  if (end == std::string::npos) {
    pending_.erase(0, std::exchange(taken_, 0));
    return false;
  }
  line = pending_.substr(taken_, end - taken_);
  taken_ = end + 1;
  seen_.push_back(line);
  return true;
}

void Gui::give_up(std::string_view wanted) const {
  std::string report = "waited in vain for: " + std::string(wanted) + "\nlast lines seen:\n";
  for (std::size_t i = seen_.size() - std::min(seen_.size(), kQuotedLines); i < seen_.size(); ++i) {
    report += "  " + seen_[i].substr(0, kQuotedLength) + "\n";
  }
  throw std::runtime_error(report + "its stderr:\n" + errors());
}

void Gui::close_input() {
  input_.reset();
}
void Gui::close_output() {
  output_.reset();
}

process::ExitReport Gui::wait() {
  (void)rest();
  return wait_unread();
}

std::string Gui::errors() const {
  std::ifstream file(std::filesystem::path(std::u8string(errors_file_.begin(), errors_file_.end())));
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace polyglot::proxy::testing
