#include <polyglot/config/render.hpp>

#include "config/text.hpp"
#include "config/topics.hpp"

namespace polyglot::config {

namespace {

std::string choices_text(std::span<const Choice> choices) {
  std::string text;
  for (const Choice& choice : choices) text += (text.empty() ? "" : ", ") + std::string(choice.name);
  return text;
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
