// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/os/standard_streams.hpp>
#include <polyglot/tools/tools.hpp>

#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

/// In the order of the alphabet, as they are shown.
// clang-format off
constexpr std::array kTools{
    &kApplyLearn,
    &kCheckBook,
    &kCode,
    &kConvert,
    &kDiffBook,
    &kDumpBook,
    &kEditBook,
    &kEpdTest,
    &kExplain,
    &kExplore,
    &kHeader,
    &kImport,
    &kInfoBook,
    &kKey,
    &kLearnGames,
    &kLearnInfo,
    &kMakeBook,
    &kMergeBook,
    &kMergeLearn,
    &kPerft,
    &kProbe,
    &kReplay,
    &kStats,
};
// clang-format on

const Tool* find(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kTools, name, &Tool::name);
  return found == kTools.end() ? nullptr : *found;
}

/// The word that names a tool: the first, or a later one if the words before it may be for the tool, too.
std::size_t find_name(std::span<const std::string> arguments) noexcept {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Tool* const tool = find(arguments[i]);
    if (tool != nullptr && (i == 0 || tool->behind_configuration)) return i;
  }
  return arguments.size();
}

int run(const Tool& tool, std::span<const std::string> arguments) {
  Command command(tool, arguments);
  Result<int> done = kSuccess;
  try {
    done = tool.run(command);
  } catch (const std::exception& unforeseen) {
    done = Error{unforeseen.what()};
  }
  // A result that could not be printed is none.
  if (const auto flushed = os::write_output(""); done && !flushed) done = flushed.error();
  if (done) return *done;
  command.tell(done.error().to_string());
  return tool.failure;
}

}  // namespace

std::optional<int> Command::parse() {
  bool help = false;
  add({{"help,h", "", "print this help and exit", flag(help)}});
  if (const auto parsed = syntax_.parse(arguments_); !parsed) return wrong_usage(parsed.error());
  if (!help) return std::nullopt;
  fmt::print("Usage: polyglot {} {}\n\n{}\n\nOptions, with one dash or two:\n{}", tool_.name, tool_.usage,
             tool_.summary, syntax_.help());
  return kSuccess;
}

void Command::tell(std::string_view message) const {
  // Not fmt::print, which throws.
  std::fputs(fmt::format("polyglot {}: {}\n", tool_.name, message).c_str(), stderr);
}

int Command::wrong_usage(const Error& error) const {
  tell(fmt::format("{}; see polyglot {} -h", error.to_string(), tool_.name));
  return kWrongUsage;
}

std::optional<int> run(std::span<const std::string> arguments) {
  const std::size_t name = find_name(arguments);
  if (name == arguments.size()) return std::nullopt;
  std::vector<std::string> others(arguments.begin(), arguments.end());
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(name));
  return run(*find(arguments[name]), others);
}

std::string suggestion(std::span<const std::string> arguments) {
  std::error_code error;
  if (arguments.empty() || std::filesystem::exists(arguments[0], error)) return {};
  std::array<std::string_view, kTools.size()> names;
  std::ranges::transform(kTools, names.begin(), &Tool::name);
  const auto nearest = config::nearest_name(arguments[0], names);
  return nearest ? fmt::format("; did you mean the tool {}?", *nearest) : std::string();
}

std::string overview() {
  std::string text;
  for (const Tool* tool : kTools) text += fmt::format("  {:<14}{}\n", tool->name, tool->summary);
  return text;
}

}  // namespace polyglot::tools
