#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <polyglot/tools/tools.hpp>

#include "tools/command_line.hpp"
#include "tools/list.hpp"

namespace polyglot::tools {

namespace {

/// In the order of the alphabet, as they are shown.
constexpr std::array kTools{
    &kCheckBook,  //
    &kDiffBook,  &kDumpBook, &kEditBook, &kExplore,   &kHeader, &kImport,
    &kInfoBook,  &kKey,      &kMakeBook, &kMergeBook, &kPerft,  &kProbe,
};

const Tool* find(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kTools, name, &Tool::name);
  return found == kTools.end() ? nullptr : *found;
}

}  // namespace

bool is_tool(std::string_view word) noexcept {
  return find(word) != nullptr;
}

int run(std::string_view name, std::span<const std::string> arguments) {
  return run(*find(name), arguments);
}

std::string overview() {
  std::string text;
  for (const Tool* tool : kTools) text += fmt::format("  {:<14}{}\n", tool->name, tool->summary);
  return text;
}

}  // namespace polyglot::tools
