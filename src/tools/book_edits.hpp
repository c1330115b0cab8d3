#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/book/editor.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

using book::BookEdit;

/// Which moves an edit speaks of: those of a position, or records of a key whose position nobody knows.
class EditSubject {
 public:
  explicit EditSubject(const chess::Position& position) : position_(position), key_(position.key()) {}
  explicit EditSubject(chess::Key key) noexcept : key_(key) {}

  [[nodiscard]] chess::Key key() const noexcept { return key_; }
  /// The code of a move. In a position: coordinates or SAN of a legal one. Of a key: coordinates, or a code
  /// in hexadecimal.
  [[nodiscard]] Result<std::uint16_t> move(std::string_view text) const;
  /// The same for a record that may be illegal.
  [[nodiscard]] Result<std::uint16_t> record(std::string_view text) const;

 private:
  std::optional<chess::Position> position_;
  chess::Key key_;
};

/// Reads "set e2e4 10", "add Nf3=5", "delete e4", "zero e4", "delete *".
/// Two more numbers behind the weight of an added move are its learn fields.
[[nodiscard]] Result<BookEdit> parse_edit(const EditSubject& subject, std::string_view text);

/// What is different now, one line for each record: key, move, weight before and after, "-" where there is
/// none; with learn fields where they differ. Empty only if nothing is.
[[nodiscard]] Result<std::string> describe_changes(const book::BookEditor& editor);

}  // namespace polyglot::tools
