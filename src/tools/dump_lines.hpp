#pragma once

#include <string>
#include <vector>

#include <polyglot/book/lines.hpp>
#include <polyglot/result.hpp>

#include "tools/output.hpp"

namespace polyglot::tools {

/// Lines as Polyglot 2.0.4 dumps them.
class TextLines {
 public:
  explicit TextLines(Output& output) : output_(output) {}

  [[nodiscard]] Result<void> add(const book::BookLine& line);

 private:
  void add_step(const book::LineStep& step);

  Output& output_;
  std::string text_;               ///< of the steps of the last line
  std::vector<std::size_t> ends_;  ///< of each of them
};

/// Lines as games in PGN.
class PgnLines {
 public:
  /// `book` and `side` are for the tags.
  PgnLines(Output& output, const std::string& book, const std::string& side);

  [[nodiscard]] Result<void> add(const book::BookLine& line);

 private:
  Output& output_;
  std::string event_;
};

}  // namespace polyglot::tools
