#pragma once

#include <memory>
#include <optional>
#include <string>

#include <polyglot/book/diff.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

#include "tools/text_files.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

/// What is to be said of a difference.
struct DiffRow {
  chess::Key key;
  const chess::Position* position;
  book::MoveNames names;
  std::optional<book::RawEntry> a;
  std::optional<book::RawEntry> b;

  [[nodiscard]] const char* kind() const noexcept { return !b ? "only A" : !a ? "only B" : "changed"; }
  [[nodiscard]] std::string fen() const { return position == nullptr ? "" : position->to_fen(); }
};

/// Differences as text.
class DiffFormat {
 public:
  explicit DiffFormat(Output& output) : output_(output) {}
  virtual ~DiffFormat() = default;
  [[nodiscard]] virtual Result<void> begin() = 0;
  [[nodiscard]] virtual Result<void> add(const DiffRow& row) = 0;
  [[nodiscard]] virtual Result<void> end(const book::DiffCounts& counts) = 0;

 protected:
  [[nodiscard]] Result<void> put(const std::string& text) { return output_.put(text); }

 private:
  Output& output_;
};

using MakeDiffFormat = std::unique_ptr<DiffFormat> (*)(Output& output);

/// Takes the name of a format; that of text is put to the place at once.
[[nodiscard]] config::Action diff_format(MakeDiffFormat& place);

}  // namespace polyglot::tools
