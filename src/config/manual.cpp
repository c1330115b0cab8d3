// SPDX-License-Identifier: MIT
#include <algorithm>

#include <polyglot/ascii.hpp>
#include <polyglot/config/manual.hpp>

#include "config/documents.hpp"

namespace polyglot::config {

namespace {

constexpr std::size_t kDocIndent = 26;
constexpr std::string_view kGrammar =
    "A single dash is accepted too: -help. A value may follow \"=\". The file name - is standard input or "
    "output.";

/// The form of plain words in the usage line: `BOOK`, `[BOOK]` or `[BOOK]...`.
std::string plain_form(const Switch& option) {
  const std::string name = option.argument.substr(0, option.argument.find("..."));
  return (option.required ? name : "[" + name + "]") + (option.plain == kAllPlain ? "..." : "");
}

std::string option_help(const Switch& option) {
  const std::string letter = option.letter() == 0 ? "    " : std::string("-") + option.letter() + ", ";
  std::string head = "  " + letter + long_form(option);
  return hanging(head, doc_of(option), kDocIndent);
}

/// The entries section by section, each section below its title.
std::string by_sections(std::span<const Switch> switches) {
  std::vector<std::string> sections = {""};
  for (const Switch& option : switches)
    if (std::ranges::find(sections, option.section) == sections.end()) sections.push_back(option.section);
  std::string text;
  for (const std::string& section : sections) {
    std::string part;
    for (const Switch& option : switches)
      if (option.section == section && !option.name.empty() && !option.doc.empty())
        part += option_help(option);
    if (!part.empty()) text += (section.empty() ? "" : "\n" + hanging("", section + ":", 0)) + part;
  }
  return text;
}

/// "polyglot merge-book [OPTION]... [BOOK]... [-o out.bin]": names the default output, too.
std::string usage_line(const Manual& tool) {
  std::string text = "polyglot " + std::string(tool.name) + " [OPTION]...";
  for (const Switch& option : tool.switches)
    if (option.plain > 0 && !option.argument.empty()) text += " " + plain_form(option);
  for (const Switch& option : tool.switches) {
    if (option.own_name() != "out" || option.plain > 0) continue;
    if (option.required)
      text += " -o " + option.argument;
    else if (!option.action.standard.empty())
      text += " [-o " + option.action.standard + "]";
  }
  return text;
}

}  // namespace

std::string long_form(const Switch& option) {
  return "--" + std::string(option.own_name()) + (option.argument.empty() ? "" : " " + option.argument);
}

std::string doc_of(const Switch& option) {
  const bool says_so = option.action.standard.empty() || option.doc.find("default") != option.doc.npos;
  return option.doc + (says_so ? "" : " (default: " + option.action.standard + ")");
}

std::string help_text(const Manual& tool) {
  const std::string options = by_sections(tool.switches);
  std::string text = "Usage: " + usage_line(tool) + "\n\n" + hanging("", tool.summary, 0) +
                     (options.starts_with('\n') ? "" : "\n") + options + hanging("", kGrammar, 0) +
                     hanging("", "Exit code: " + std::string(tool.exit_codes) + ".", 0);
  if (!tool.examples.empty()) text += "\nExamples:\n";
  for (std::string_view rest = tool.examples; !rest.empty();)
    text += "  " + std::string(take_line(rest)) + "\n";
  return text;
}

}  // namespace polyglot::config
