// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

struct BookEdit {
  enum class Action : std::uint8_t {
    set,     ///< set the weight of a move
    add,     ///< add a move that is missing
    ensure,  ///< add a move, unless the book has it
    remove,  ///< remove all records of a move
    clear,   ///< remove all moves of the position
  };

  Action action = Action::set;
  std::uint16_t move = 0;    ///< a code, see move_code.hpp; not used for clear
  std::uint16_t weight = 0;  ///< for set, add and ensure
  std::uint32_t learn = 0;   ///< for add and ensure: the learn fields
  std::uint32_t number = 0;  ///< number of the line or word that requested the change, from 1
  chess::Key key = 0;
  /// The other code that the book may have for the move, see MoveCodes. Records that have it keep it.
  std::optional<std::uint16_t> other_code = std::nullopt;
};

/// Changes single positions of a `.bin` book, for edit_book().
///
/// The header and the records of all other positions are copied byte for byte. A move keeps its learn fields
/// when its weight changes. A record that is added or gets another weight is placed before the first one with
/// less weight. The others keep their order, so that adding a move and removing it again gives the same
/// bytes. Moves are codes, see move_code.hpp; the caller checks whether they are legal.
///
/// Cost: a change reads a few pages of the book, and keeps the records of its position in memory. Writing is
/// one pass over the file. Memory does not depend on the size of the book. Not thread-safe.
class BookEditor {
 public:
  /// Opens a book as BinBook does. A book may be empty or have no moves. Error: as BinBook::open().
  [[nodiscard]] static Result<BookEditor> open(const std::string& path);
  BookEditor(BookEditor&& other) noexcept;
  BookEditor& operator=(BookEditor&&) = delete;
  ~BookEditor();

  /// Makes all changes in this order. For many thousands of positions it reads the whole book. Setting a
  /// weight joins several records of the move into the first one. Error: the first change that cannot be
  /// made, with the text of `place` for it; those before it were made. The book lacks the move, or has the
  /// move to be added, or the key is 0 (the header) or that of a closing record.
  [[nodiscard]] Result<void> apply(std::span<const BookEdit> edits,
                                   const std::function<std::string(const BookEdit&)>& place);
  /// Replaces all records of a position by these, in this order. Error: key 0, or a record of another key.
  [[nodiscard]] Result<void> replace(chess::Key key, std::vector<RawEntry> records);

  /// Returns the records of a position with all changes so far.
  [[nodiscard]] Result<std::vector<RawEntry>> records(chess::Key key) const;
  /// Returns the records of a position as they are in the file.
  [[nodiscard]] Result<std::vector<RawEntry>> original(chess::Key key) const;
  /// Returns the keys of changed positions, in ascending order.
  [[nodiscard]] std::vector<chess::Key> changed_keys() const;

 private:
  friend Result<void> edit_book(const std::string& path, const std::string& out,
                                const std::function<Result<void>(BookEditor&)>& change);
  struct State;
  explicit BookEditor(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

/// Calls `change` on the book at `path` and writes the result to `out`, which may be the book itself. It is
/// written completely or not at all, see os::AtomicFile. Programs that have the book open keep the old one. A
/// book without changes is not written.
///
/// If other programs write the book meanwhile, for example learned results, `change` is called again with the
/// new contents, and the last call counts. Therefore nothing of theirs is lost. Error: the error of `change`,
/// a book that is not sorted, or the system's reason; nothing is written then.
[[nodiscard]] Result<void> edit_book(const std::string& path, const std::string& out,
                                     const std::function<Result<void>(BookEditor&)>& change);

}  // namespace polyglot::book
