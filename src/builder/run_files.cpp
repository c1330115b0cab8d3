// SPDX-License-Identifier: MIT
#include <filesystem>
#include <string>
#include <vector>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/input.hpp>

#include "builder/run.hpp"
#include "builder/run_file.hpp"

namespace polyglot::builder {
namespace {

/// Whether two names are the same file. Devices like terminals are ignored, because they may be read and
/// written at once.
bool are_same(const std::string& first, const std::string& second) {
  const os::PathKind kind = os::kind_of(first);
  if (kind != os::PathKind::missing && os::kind_of(second) != os::PathKind::missing) {
    const auto one = os::stamp_of(first);
    const auto other = os::stamp_of(second);
    return kind == os::PathKind::file && one && other && one->is_same_file(*other);
  }
  std::error_code error;
  return std::filesystem::weakly_canonical(first, error) == std::filesystem::weakly_canonical(second, error);
}

Result<void> check_is_no_input(const std::string& path, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (are_same(path, input == "-" ? os::kStandardInputFile : input))
      return Error{"is an input, and would be overwritten: choose another name", path};
  }
  return {};
}

}  // namespace

Result<void> check_files(const Settings& settings) {
  for (const std::string& path : {settings.output, settings.report}) {
    if (auto checked = os::check_kind_of_output(path); !checked) return checked;
  }
  for (const auto& inputs : {settings.inputs, settings.added})
    if (auto checked = check_is_no_input(settings.output, inputs); !checked) return checked;
  if (!settings.report.empty()) {
    if (auto checked = check_is_no_input(settings.report, settings.inputs); !checked) return checked;
    if (are_same(settings.report, settings.output))
      return Error{"cannot be the book and the report", settings.report};
  }
  if (!settings.counts.empty()) {
    if (auto checked = os::check_kind_of_output(settings.counts); !checked) return checked;
    if (auto checked = check_is_no_input(settings.counts, settings.inputs); !checked) return checked;
    for (const std::string& other : {settings.output, settings.report})
      if (!other.empty() && are_same(settings.counts, other))
        return Error{"cannot be the file of counts and another output", settings.counts};
  }
  if (settings.temporary_folder.empty()) return {};
  const auto probe = RunFile::create(settings.temporary_folder);
  return probe ? Result<void>() : probe.error();
}

}  // namespace polyglot::builder
