#include <polyglot/config/render.hpp>

#include "config/text.hpp"

namespace polyglot::config {

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

}  // namespace polyglot::config
