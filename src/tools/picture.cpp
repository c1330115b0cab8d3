// SPDX-License-Identifier: MIT
#include "tools/picture.hpp"

#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/utf8.hpp>
#include <polyglot/visible.hpp>

#include "tools/text_files.hpp"

namespace polyglot::tools {
namespace {

using boost::describe::enum_to_string;

constexpr std::string_view kStyle = R"(<style>
  svg { --ink: #24292f; --grid: #d0d7de; --page: #ffffff; --good: #3d857e; --bad: #c4532d; font: 14px sans-serif; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e6edf3; --grid: #3d444d; --page: #0d1117; --good: #55a197; --bad: #e0805c; }
  }
  .page { fill: var(--page); } .bar { fill: var(--good); } text { fill: var(--ink); text-anchor: middle; }
  .start { text-anchor: start; } .end { text-anchor: end; }
  circle { fill-opacity: 0.6; } circle.good { fill: var(--good); } circle.bad { fill: var(--bad); }
  line { stroke: var(--grid); } line.good { stroke: var(--good); } line.bad { stroke: var(--bad); }
  line.good, line.bad { stroke-opacity: 0.35; }
</style>
)";

/// Makes a text from a file valid in XML.
std::string as_xml(std::string_view text) {
  std::string xml;
  for (const char c : valid_utf8(visible_line(text))) {
    if (c == '&')
      xml += "&amp;";
    else if (c == '<')
      xml += "&lt;";
    else if (c == '>')
      xml += "&gt;";
    else
      xml += c;
  }
  return xml;
}

}  // namespace

Picture::Picture(int width, int height, std::string_view label)
    : svg_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
                       "aria-label=\"{2}\">\n{3}<rect class=\"page\" width=\"{0}\" height=\"{1}\"/>\n",
                       width, height, label, kStyle)) {}

void Picture::line(double left, double top, double right, double bottom, Kind kind) {
  svg_ += fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                      enum_to_string(kind, ""), left, top, right, bottom);
}

void Picture::bar(double left, double top, double width, double height, std::string_view title) {
  svg_ += fmt::format(
      "<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\">"
      "<title>{}</title></rect>\n",
      left, top, width, height, as_xml(title));
}

void Picture::dot(double x, double y, Kind kind, std::string_view title) {
  svg_ += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}</title></circle>\n",
                      enum_to_string(kind, ""), x, y, as_xml(title));
}

void Picture::text(double x, double y, std::string_view text, Anchor anchor) {
  const std::string place =
      anchor == Anchor::middle ? "" : fmt::format(" class=\"{}\"", enum_to_string(anchor, ""));
  svg_ += fmt::format("<text{} x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", place, x, y, as_xml(text));
}

Action picture_file(std::string& place) {
  return value([&place](const std::string& path) -> Result<void> {
    if (!lower_case(path).ends_with(".svg")) return wrong_value(path, "a file that ends in .svg");
    return output_file(place).take({path});
  });
}

Result<void> write_picture(const std::string& path, const Picture& picture) {
  return path.empty() ? Result<void>() : write_text(path, picture.svg());
}

}  // namespace polyglot::tools
