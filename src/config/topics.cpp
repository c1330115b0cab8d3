#include "config/topics.hpp"

namespace polyglot::config {

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
    case OptionType::mask:
      return "hexadecimal";
  }
  return {};
}

}  // namespace polyglot::config
