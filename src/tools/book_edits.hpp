#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/editor.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

/// One change of a book.
struct BookEdit {
  enum class Action : std::uint8_t {
    set,     ///< another weight
    add,     ///< a move that is not there
    remove,  ///< all records of a move
    clear,   ///< all moves of the position
  };

  Action action = Action::set;
  std::uint16_t move = 0;
  std::uint16_t weight = 0;
  std::uint32_t learn = 0;
  std::uint32_t number = 0;  ///< of its line or argument, from 1
  chess::Key key = 0;
};

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

/// Makes all changes, without saving. Error: the first that cannot be made, `place` says where it was asked
/// for.
[[nodiscard]] Result<void> apply(book::BookEditor& editor, std::span<const BookEdit> edits,
                                 const std::function<std::string(const BookEdit&)>& place);

/// What is different now, one line for each record: key, move, weight before and after, "-" where there is
/// none; with learn fields where they differ. Empty only if nothing is.
[[nodiscard]] Result<std::string> describe_changes(const book::BookEditor& editor);

}  // namespace polyglot::tools
