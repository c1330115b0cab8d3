// SPDX-License-Identifier: MIT
#include "tools/edit_report.hpp"
#include <cstddef>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/standard_streams.hpp>

namespace polyglot::tools {
namespace {

/// "entries: 2 changed, 1 added, 3 removed" of the lines that tell of changes.
std::string sum_up(std::string_view changes) {
  std::size_t added = 0;
  std::size_t removed = 0;
  std::size_t changed = 0;
  while (!changes.empty()) {
    const std::string_view line = take_line(changes);
    ++(line.ends_with(" -> -") ? removed : line.find(" - -> ") != line.npos ? added : changed);
  }
  return fmt::format("entries: {} changed, {} added, {} removed", changed, added, removed);
}

}  // namespace

Result<void> show_changes(const std::string& changes) {
  return os::write_output(changes.empty() ? "nothing would change\n" : changes);
}

void tell_changes(const Command& command, const std::string& book, const std::string& changes,
                  std::string_view notes) {
  if (!changes.empty()) command.say_more(changes.substr(0, changes.size() - 1));
  command.say(fmt::format("{}: {}{}", book, sum_up(changes), notes));
}

Result<void> back_up(const std::string& book, std::string& notes) {
  std::error_code error;
  if (!std::filesystem::exists(book, error)) return {};
  const std::string old = book + "~";
  if (auto copied = os::copy_file(book, old); !copied) return copied;
  notes += "; the old book is " + old;
  return {};
}

}  // namespace polyglot::tools
