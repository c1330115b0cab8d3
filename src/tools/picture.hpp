// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <boost/describe/enum.hpp>

#include <polyglot/result.hpp>

#include "tools/option_values.hpp"

namespace polyglot::tools {

/// A picture in SVG, for bright and for dark pages. Lengths are in pixels, from the left and upper edge.
class Picture {
 public:
  /// The look of a dot or a line.
  enum class Kind : std::uint8_t { grid, good, bad };
  BOOST_DESCRIBE_NESTED_ENUM(Kind, grid, good, bad)
  /// Which part of a text is at the given point.
  enum class Anchor : std::uint8_t { start, middle, end };
  BOOST_DESCRIBE_NESTED_ENUM(Anchor, start, middle, end)

  /// `label`: describes the picture for people who cannot see it.
  Picture(int width, int height, std::string_view label);

  void line(double left, double top, double right, double bottom, Kind kind = Kind::grid);
  /// `title`: the tooltip of the bar or dot.
  void bar(double left, double top, double width, double height, std::string_view title);
  void dot(double x, double y, Kind kind, std::string_view title);
  void text(double x, double y, std::string_view text, Anchor anchor = Anchor::middle);

  /// The whole file.
  [[nodiscard]] std::string svg() const { return svg_ + "</svg>\n"; }

 private:
  std::string svg_;
};

/// The value of --picture: the name of a file that will be written. It ends in .svg.
[[nodiscard]] Action picture_file(std::string& place);
/// Writes a picture, unless `path` is empty.
[[nodiscard]] Result<void> write_picture(const std::string& path, const Picture& picture);

}  // namespace polyglot::tools
