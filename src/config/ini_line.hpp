// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::config {

/// Characters that may surround a name or a value. Files from Windows have a CR at the end of each line.
inline constexpr std::string_view kBlanks = " \t\r";

/// The special characters. A backslash before one makes it ordinary.
inline constexpr std::string_view kIniSpecial = ";#[]=\\";

/// One physical line of a configuration file, unquoted.
struct IniLine {
  enum class Kind : std::uint8_t { blank, section, entry, malformed };

  Kind kind = Kind::blank;
  std::string name;     ///< of the section or entry
  std::string value;    ///< of the entry
  std::string problem;  ///< malformed: what is wrong; section: text after the bracket, which is ignored

  /// entry: the place of the value in the line. The rest of the line is blank or a comment.
  std::size_t value_begin = 0;
  std::size_t value_end = 0;
};

/// Applies Polyglot's rules of quoting, comments and blanks to a line without its line end.
[[nodiscard]] IniLine read_ini_line(std::string_view line);

/// What is wrong with one file: the first complaints, and the number of the others.
class Complaints {
 public:
  /// `describe` returns the Error. It is called only for a complaint that is kept.
  template <class Describe>
  void add(Describe describe) {
    if (kept_.size() < kMost)
      kept_.push_back(describe());
    else
      ++more_;
  }

  [[nodiscard]] std::vector<Error> finish(const std::string& file) && {
    if (more_ > 0) kept_.push_back({"and " + std::to_string(more_) + " more like these", file});
    return std::move(kept_);
  }

 private:
  static constexpr std::size_t kMost = 100;

  std::vector<Error> kept_;
  std::size_t more_ = 0;
};

}  // namespace polyglot::config
