#include "builder/file_check.hpp"
#include <filesystem>
#include <string>

#include "builder/run_file.hpp"

namespace polyglot::builder {
namespace {

namespace fs = std::filesystem;

/// Under whatever names. Terminals and other devices may be read and written at once.
bool are_same(const std::string& first, const std::string& second) {
  std::error_code error;
  if (fs::exists(first, error) && fs::exists(second, error))
    return fs::equivalent(first, second, error) && fs::is_regular_file(first, error);
  return fs::weakly_canonical(first, error) == fs::weakly_canonical(second, error);
}

/// Replacing a device by a file helps nobody.
Result<void> check_can_be_replaced(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status) || fs::is_regular_file(status)) return {};
  return Error{"is no file: it cannot be written to", path};
}

Result<void> check_is_no_input(const std::string& path, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (are_same(path, input == "-" ? "/dev/stdin" : input))
      return Error{"is an input, and would be overwritten", path};
  }
  return {};
}

}  // namespace

Result<void> check_files(const Settings& settings) {
  for (const std::string& path : {settings.output, settings.report}) {
    if (auto checked = check_can_be_replaced(path); !checked) return checked;
  }
  if (auto checked = check_is_no_input(settings.output, settings.inputs); !checked) return checked;
  if (!settings.report.empty()) {
    if (auto checked = check_is_no_input(settings.report, settings.inputs); !checked) return checked;
    if (are_same(settings.report, settings.output))
      return Error{"cannot be the book and the report", settings.report};
  }
  if (settings.temporary_folder.empty()) return {};
  const auto probe = RunFile::create(settings.temporary_folder);
  return probe ? Result<void>() : probe.error();
}

}  // namespace polyglot::builder
