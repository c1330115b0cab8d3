#include "config/topics.hpp"

namespace polyglot::config {

namespace {

std::string choices_text(std::span<const Choice> choices) {
  std::string text;
  for (const Choice& choice : choices) text += (text.empty() ? "" : ", ") + std::string(choice.name);
  return text;
}

}  // namespace

std::string range_text(const OptionSpec& option) {
  switch (option.type) {
    case OptionType::check:
      return "true, false";
    case OptionType::spin:
      return std::to_string(option.min) + " to " + std::to_string(option.max);
    case OptionType::string:
      return "text";
    case OptionType::file:
      return "file";
    case OptionType::path:
      return "folder";
    case OptionType::save:
      return "button";
    case OptionType::choice:
      return choices_text(option.choices);
    case OptionType::mask:
      return "hexadecimal";
  }
  return {};
}

}  // namespace polyglot::config
