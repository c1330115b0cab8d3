// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/config/syntax.hpp>

#include "config/documents.hpp"

namespace polyglot::config {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kSwitchIndent = 26;
constexpr std::size_t kOptionIndent = 22;
constexpr std::string_view kGrammar =
    "A single dash is accepted too: -help. A value may follow \"=\". The file name - is standard input or "
    "output.";

constexpr std::string_view kUsage = R"(Usage: polyglot [CONFIGFILE] [OPTION]...

Runs a chess engine for a GUI and plays the opening from a book.
Without CONFIGFILE and --noini, Polyglot reads polyglot.ini in the working
directory. Options may begin with two dashes or one.

A configuration can do harm: Polyglot starts the program in EngineCommand with
your rights, and writes the files in LogFile, BookLearnFile and other options.
Read a configuration from somebody else before you use it;
--check-config --no-engine checks it and starts nothing.

)";

/// Returns `head`, then `text` wrapped into the column that begins at `indent`.
std::string hanging(const std::string& head, std::string_view text, std::size_t indent) {
  std::string result;
  std::string line = head;
  const auto break_line = [&] {
    result += line + "\n";
    line.assign(indent, ' ');
  };
  if (line.size() >= indent && !line.empty()) break_line();
  line.resize(std::max(line.size(), indent), ' ');
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (line.size() > indent && line.size() + 1 + word.size() > kWidth) break_line();
    if (line.size() > indent) line += ' ';
    line += word;
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return result + line + "\n";
}

/// The form of plain words in the usage line: `BOOK`, `[BOOK]` or `[BOOK]...`.
std::string plain_form(const Switch& option) {
  const std::string name = option.argument.substr(0, option.argument.find("..."));
  return (option.required ? name : "[" + name + "]") + (option.plain == kAllPlain ? "..." : "");
}

/// The description of an option with its default. `pad` stands for a letter that it lacks.
std::string switch_help(const Switch& option, std::string_view pad) {
  const std::string& standard = option.action.standard;
  const bool says_so = standard.empty() || option.doc.find("default") != option.doc.npos;
  const std::string letter = option.letter() == 0 ? std::string(pad) : letter_form(option);
  return hanging("  " + letter + long_form(option),
                 option.doc + (says_so ? "" : " (default: " + standard + ")"), kSwitchIndent);
}

std::string option_help(const OptionSpec& option) {
  std::string doc = std::string(option.doc) + " [" + range_text(option);
  if (!option.default_value.empty()) doc += "; default " + std::string(option.default_value);
  return hanging("  " + std::string(option.name), doc + "]", kOptionIndent);
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
        part += switch_help(option, "    ");
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

std::string letter_form(const Switch& option) {
  return option.letter() == 0 ? std::string() : std::string("-") + option.letter() + ", ";
}

std::string long_form(const Switch& option) {
  return "--" + std::string(option.own_name()) + (option.argument.empty() ? "" : " " + option.argument);
}

std::string range_text(const ValueSpec& value) {
  std::string words;
  for (const Choice& choice : value.choices) words += (words.empty() ? "" : ", ") + std::string(choice.name);
  switch (value.type) {
    case OptionType::check:
      return "true, false";
    case OptionType::spin:
    case OptionType::decimal:
      return std::to_string(value.min) + " to " + std::to_string(value.max);
    case OptionType::string:
    case OptionType::pattern:
      return "text";
    case OptionType::file:
      return "file";
    case OptionType::path:
      return "folder";
    case OptionType::save:
      return "button";
    case OptionType::choice:
    case OptionType::words:
      return words;
    case OptionType::mask:
      return "hexadecimal";
  }
  return {};
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

std::string help_text() {
  std::string text(kUsage);
  CommandLine unused;
  for (const ProxySwitch& entry : proxy_switches(unused)) text += switch_help(entry.option, "");
  text += "\nOptions for section [PolyGlot] of the configuration file and for --pg:\n";
  return text + all_chapters(
                    [](const Chapter& chapter) {
                      return "\n" + std::string(chapter.title) + ":\n" +
                             (chapter.intro.empty() ? "" : hanging("", chapter.intro, 2));
                    },
                    option_help);
}

}  // namespace polyglot::config
