#include <polyglot/config/options.hpp>
#include <polyglot/config/render.hpp>

#include "config/switches.hpp"
#include "config/topics.hpp"

namespace polyglot::config {

namespace {

constexpr std::string_view kUsage = R"(Usage: polyglot [CONFIGFILE] [OPTION]...

Stands between a chess GUI and an engine and plays the opening from a book.
Without CONFIGFILE and -noini it reads polyglot.ini in the current folder.
Options may be written with one dash or two.

)";

constexpr std::size_t kWidth = 80;
constexpr std::size_t kSwitchIndent = 24;
constexpr std::size_t kOptionIndent = 22;

/// `head`, then `text` wrapped into the column that begins at `indent`.
std::string hanging(const std::string& head, std::string_view text, std::size_t indent) {
  std::string result = head;
  std::size_t column = head.size();
  const auto break_line = [&] {
    result += "\n" + std::string(indent, ' ');
    column = indent;
  };
  if (column >= indent) {
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

std::string switch_help(const ProxySwitch& entry) {
  const std::string head = "  " + std::string(entry.dashes) + std::string(entry.name) +
                           (entry.argument.empty() ? "" : " " + std::string(entry.argument));
  return hanging(head, entry.doc, kSwitchIndent);
}

std::string option_help(const OptionSpec& option) {
  std::string doc = std::string(option.doc) + " [" + range_text(option);
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

}  // namespace

std::string help_text() {
  std::string text(kUsage);
  for (const ProxySwitch& entry : kSwitches) text += switch_help(entry);
  text += "\nOptions for section [PolyGlot] of the configuration file and for -pg:\n";
  for (const TopicText& chapter : kTopics) text += topic_help(chapter);
  return text;
}

}  // namespace polyglot::config
