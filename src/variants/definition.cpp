// SPDX-License-Identifier: MIT
#include "variants/definition.hpp"
#include <algorithm>
#include <ini.h>

namespace polyglot::variants {
namespace {

/// Receives the lines that inih finds. inih also reads them through this class. So line numbers are known, no
/// line is cut, and blanks before a name have no effect.
class DefinitionReader {
 public:
  DefinitionReader(std::string_view text, std::string_view file_name) : rest_(text), file_name_(file_name) {}

  Result<std::vector<Definition>> read() {
    const int wrong_line = ini_parse_stream(&give_line, this, &take_line, this);
    if (!problem_ && wrong_line != 0)
      problem_ = Error{"is neither a [section] nor a \"name = value\"",
                       file_name_ + ":" + std::to_string(wrong_line)};
    if (problem_) return *std::move(problem_);
    return std::move(definitions_);
  }

 private:
  /// The function with which inih reads a line. It behaves like fgets.
  static char* give_line(char* buffer, int size, void* self) {
    auto& reader = *static_cast<DefinitionReader*>(self);
    if (reader.rest_.empty() || reader.problem_) return nullptr;
    std::string_view line = reader.next_line();
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    reader.note_section(line);
    if (line.size() + 1 >= static_cast<std::size_t>(size)) {
      reader.problem_ =
          Error{"the line is longer than " + std::to_string(size - 2) + " bytes", reader.place()};
      return nullptr;
    }
    *std::ranges::copy(line, buffer).out = '\0';
    return buffer;
  }

  /// Records a section, because inih reports a section only with its first line.
  void note_section(std::string_view line) {
    const std::size_t end = line.find(']');
    if (line.starts_with('[') && end != std::string_view::npos)
      definitions_.push_back({std::string(line.substr(1, end - 1)), {}, line_});
  }

  static int take_line(void* self, const char* /*section*/, const char* name, const char* value) {
    auto& reader = *static_cast<DefinitionReader*>(self);
    return reader.add({name, value, reader.line_}) ? 1 : 0;
  }

  bool add(DefinitionLine line) {
    if (definitions_.empty()) {
      problem_ = Error{"stands before the first [section]", place()};
      return false;
    }
    Definition& definition = definitions_.back();
    const auto same = std::ranges::find(definition.lines, line.name, &DefinitionLine::name);
    if (same != definition.lines.end()) {
      problem_ = Error{"[" + definition.name + "] " + line.name + ": line " + std::to_string(same->line) +
                           " has that already, keep one of them",
                       place()};
      return false;
    }
    definition.lines.push_back(std::move(line));
    return true;
  }

  std::string_view next_line() {
    ++line_;
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
    return line;
  }

  std::string place() const { return file_name_ + ":" + std::to_string(line_); }

  std::string_view rest_;
  std::string file_name_;
  std::size_t line_ = 0;
  std::vector<Definition> definitions_;
  std::optional<Error> problem_;
};

}  // namespace

void Definition::set(DefinitionLine added) {
  const auto found = std::ranges::find(lines, added.name, &DefinitionLine::name);
  if (found == lines.end()) {
    lines.push_back(std::move(added));
  } else {
    *found = std::move(added);
  }
}

Result<std::vector<Definition>> read_definitions(std::string_view text, std::string_view file_name) {
  return DefinitionReader(text, file_name).read();
}

}  // namespace polyglot::variants
