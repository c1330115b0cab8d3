// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include <polyglot/ascii.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/config/render.hpp>

#include "config/documents.hpp"

namespace polyglot::config {

namespace {

std::string choices_text(std::span<const Choice> choices) {
  std::string text;
  for (const Choice& choice : choices) text += (text.empty() ? "" : ", ") + std::string(choice.name);
  return text;
}

constexpr std::string_view kUsage = R"(Usage: polyglot [CONFIGFILE] [OPTION]...

Runs a chess engine for a GUI and plays the opening from a book.
Without CONFIGFILE and --noini, Polyglot reads polyglot.ini in the working
directory. Options may begin with two dashes or one.

A configuration can do harm: Polyglot starts the program in EngineCommand with
your rights, and writes the files in LogFile, BookLearnFile and other options.
Read a configuration from somebody else before you use it;
--check-config --no-engine checks it and starts nothing.

)";

constexpr std::size_t kWidth = 80;
constexpr std::size_t kSwitchIndent = 26;
constexpr std::size_t kOptionIndent = 22;

std::string switch_help(const Switch& option) {
  const std::string letter = option.letter() == 0 ? "" : std::string("-") + option.letter() + ", ";
  return hanging("  " + letter + long_form(option), doc_of(option), kSwitchIndent);
}

std::string option_help(const OptionSpec& option) {
  std::string doc = std::string(option.doc) + " [" + range_text(option.value());
  if (!option.default_value.empty()) doc += "; default " + std::string(option.default_value);
  return hanging("  " + std::string(option.name), doc + "]", kOptionIndent);
}

std::string topic_help(const TopicText& chapter) {
  std::string text = "\n" + std::string(chapter.title) + ":\n";
  if (!chapter.intro.empty()) text += hanging("", chapter.intro, 2);
  for (const OptionSpec& option : option_specs()) {
    if (option.topic == chapter.topic) text += option_help(option);
  }
  return text;
}

constexpr std::string_view kIniHead =
    R"(# Configuration of Polyglot. Copy this file to polyglot.ini and name your engine and your book.
#
# Lines that begin with ";" show options at their default values: remove the ";" to change one.
# ";" and "#" begin a comment anywhere; write \; \# for the characters themselves.
# docs/options.md and the manual page polyglot(6) describe everything.

[PolyGlot]
)";

constexpr std::string_view kEngineExample = R"(
# ---- Options of the engine itself ----
# Any option that the engine offers: its name as the GUI shows it.

[Engine]
Hash = 64
Threads = 1
)";

constexpr std::string_view kBooksExample = R"(
# ---- More books: Polyglot asks each one if the books before it have no move ----
# docs/options.md lists all options of a section.

;[Book Gambits]
;File = gambits.bin
;Colour = white
;TimeClass = bullet, blitz
;Depth = 12
)";

/// A value that the example sets, so that it can play a game without changes.
struct ExampleValue {
  OptionId id;
  std::string_view value;
};

constexpr std::array kExampleValues{
    ExampleValue{OptionId::engine_command, "stockfish"},
    ExampleValue{OptionId::book, "true"},
};

std::string assignment(const OptionSpec& option) {
  const auto set = std::find_if(kExampleValues.begin(), kExampleValues.end(),
                                [&option](const ExampleValue& example) { return example.id == option.id; });
  const bool is_set = set != kExampleValues.end();
  const std::string value = quote_ini(is_set ? set->value : option.default_value);
  return (is_set ? "" : ";") + std::string(option.name) + (value.empty() ? " =" : " = " + value) + "\n";
}

std::string explanation(const OptionSpec& option) {
  std::string line = "# " + std::string(option.doc);
  if (option.type == OptionType::spin || option.type == OptionType::decimal)
    line += " (" + range_text(option.value()) + ")";
  return line + "\n";
}

}  // namespace

std::optional<DocumentFormat> find_document_format(std::string_view name) noexcept {
  if (equal_ignoring_case(name, "ini")) return DocumentFormat::ini;
  if (equal_ignoring_case(name, "markdown")) return DocumentFormat::markdown;
  if (equal_ignoring_case(name, "man")) return DocumentFormat::man;
  return std::nullopt;
}

std::string render(DocumentFormat format) {
  switch (format) {
    case DocumentFormat::ini:
      return render_ini_example();
    case DocumentFormat::markdown:
      return render_markdown();
    case DocumentFormat::man:
      return render_man_page();
  }
  return {};
}

std::string hanging(const std::string& head, std::string_view text, std::size_t indent) {
  std::string result = head;
  std::size_t column = head.size();
  const auto break_line = [&] {
    result += "\n" + std::string(indent, ' ');
    column = indent;
  };
  if (column >= indent && column > 0) {
    break_line();
  } else {
    result.append(indent - column, ' ');
    column = indent;
  }
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (column > indent && column + 1 + word.size() > kWidth) break_line();
    if (column > indent) {
      result.push_back(' ');
      ++column;
    }
    result += word;
    column += word.size();
    text.remove_prefix(word.size() == text.size() ? word.size() : word.size() + 1);
  }
  return result + "\n";
}

std::string range_text(const ValueSpec& value) {
  switch (value.type) {
    case OptionType::check:
      return "true, false";
    case OptionType::spin:
    case OptionType::decimal:
      return std::to_string(value.min) + " to " + std::to_string(value.max);
    case OptionType::string:
      return "text";
    case OptionType::file:
      return "file";
    case OptionType::path:
      return "folder";
    case OptionType::save:
      return "button";
    case OptionType::choice:
    case OptionType::words:
      return choices_text(value.choices);
    case OptionType::mask:
      return "hexadecimal";
  }
  return {};
}

std::string help_text() {
  std::string text(kUsage);
  for (const Switch& option : proxy_switches()) text += switch_help(option);
  text += "\nOptions for section [PolyGlot] of the configuration file and for --pg:\n";
  for (const TopicText& chapter : kTopics) text += topic_help(chapter);
  return text;
}

std::string render_ini_example() {
  std::string text(kIniHead);
  for (const TopicText& chapter : kTopics) {
    text += "\n# ---- " + std::string(chapter.title) + " ----\n";
    if (!chapter.intro.empty()) text += "# " + std::string(chapter.intro) + "\n";
    for (const OptionSpec& option : option_specs()) {
      if (option.topic != chapter.topic) continue;
      text += "\n" + explanation(option) + assignment(option);
    }
  }
  return text + std::string(kEngineExample) + std::string(kBooksExample);
}

}  // namespace polyglot::config
