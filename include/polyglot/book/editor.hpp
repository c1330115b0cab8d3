// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <polyglot/book/crafty_record.hpp>
#include <polyglot/book/crafty_writer.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// One change of what a book has in a position.
struct BookEdit {
  enum class Action : std::uint8_t {
    set,     ///< another weight
    add,     ///< a move that is not there
    ensure,  ///< the same, unless it is there
    remove,  ///< all records of a move
    clear,   ///< all moves of the position
  };

  Action action = Action::set;
  std::uint16_t move = 0;    ///< a code, see move_code.hpp; none for clear
  std::uint16_t weight = 0;  ///< for set, add and ensure
  std::uint32_t learn = 0;   ///< for add and ensure: the learn fields
  std::uint32_t number = 0;  ///< of the line or word that asks for it, from 1
  chess::Key key = 0;
  /// The other code with which the book may have the move, see MoveCodes: its records stay as they are
  /// written.
  std::optional<std::uint16_t> other_code = std::nullopt;
};

/// Changes what a `.bin` book holds for single positions, for edit_book().
///
/// Records of positions that are not named are copied byte for byte, the header with them. A move keeps its
/// learn fields whatever becomes of its weight. A record that is added or gets another weight goes before
/// the first that weighs less; the others keep their order, so that adding a move and removing it again gives
/// the same bytes. Moves are codes, see move_code.hpp; whether they are legal is the caller's business.
///
/// Cost: a change reads a few pages of the book and remembers the records of its position, changes made at
/// once take steps in proportion to them and to these records; writing is one pass over the file. Memory does
/// not depend on the size of the book. Not thread-safe.
class BookEditor {
 public:
  /// Opens a book as BinBook does; an empty file and one without moves can be edited as well.
  [[nodiscard]] static Result<BookEditor> open(const std::string& path);
  BookEditor(BookEditor&& other) noexcept;
  BookEditor& operator=(BookEditor&&) = delete;
  ~BookEditor();

  /// Makes all changes, in this order. Of many thousands of positions it reads the book from end to end.
  /// Error: the first that cannot be made, with what `place` says of it; others may have been made.
  [[nodiscard]] Result<void> apply(std::span<const BookEdit> edits,
                                   const std::function<std::string(const BookEdit&)>& place);
  /// One of them. Setting a weight makes one record of several of the move, the first.
  /// Error: the book does not have the move, or has one to be added already, or the key is 0, the header's,
  /// or that of a closing record.
  [[nodiscard]] Result<void> apply(const BookEdit& edit);
  /// Makes these the records of a position, in this order, whatever they were: for taking changes back.
  /// Error: key 0, or a record of another key.
  [[nodiscard]] Result<void> replace(chess::Key key, std::vector<RawEntry> records);

  /// The records of a position, with all changes until now.
  [[nodiscard]] Result<std::vector<RawEntry>> records(chess::Key key) const;
  /// The same as the file has them.
  [[nodiscard]] Result<std::vector<RawEntry>> original(chess::Key key) const;
  /// The positions that will not be what they were, in ascending order.
  [[nodiscard]] Result<std::vector<chess::Key>> changed_keys() const;

 private:
  friend Result<void> edit_book(const std::string& path, const std::string& out,
                                const std::function<Result<void>(BookEditor&)>& change);
  struct State;
  explicit BookEditor(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

/// Has `change` change the book at `path` and writes it to `out`, which may be the book itself: complete or
/// not at all, see os::AtomicFile. Programs that have it open keep seeing the old one. A book in which
/// nothing has changed is left alone.
///
/// Where others write the book meanwhile, such as those who learn, `change` is called again with what it is
/// then; the last call counts. Nothing of theirs is lost.
/// Error: what `change` returns, a book that is not sorted, or the system's reason; nothing is written then.
[[nodiscard]] Result<void> edit_book(const std::string& path, const std::string& out,
                                     const std::function<Result<void>(BookEditor&)>& change);

/// One change of what a Crafty book has in a position.
struct CraftyEdit {
  enum class Action : std::uint8_t {
    set,     ///< what is given of a move
    add,     ///< a move that is not there
    remove,  ///< a move
    clear,   ///< all moves of the position
  };

  Action action = Action::set;
  chess::Position position;
  chess::Move move = {};                    ///< legal; none for clear
  std::optional<std::uint32_t> count = {};  ///< kMostCount at most; not given: as it was, added 1
  std::optional<std::uint8_t> marks = {};   ///< those of kMarks, in place of the ones that are there
  std::optional<float> learn = {};          ///< in pawns
  std::string place = {};                   ///< what errors are about
};

/// A move whose record is another one now, or was there on one side only.
struct CraftyChange {
  chess::Position position;
  chess::Move move;
  std::optional<CraftyRecord> before;
  std::optional<CraftyRecord> after;
};

/// Changes what a Crafty book holds for single positions, for edit_book(). Every other record, the empty
/// clusters and the version stay. An added move counts as played in games with unknown results, as Crafty
/// marks them. Takes 16 bytes of memory for a move of the book.
class CraftyEditor {
 public:
  /// Error: it cannot be read, or is damaged.
  [[nodiscard]] static Result<CraftyEditor> open(const std::string& path);

  /// Makes all changes, in this order. Error: the first that cannot be made, with its place; those before it
  /// have been made.
  [[nodiscard]] Result<void> apply(std::span<const CraftyEdit> edits);
  /// What has changed, in the order of the changes.
  [[nodiscard]] std::span<const CraftyChange> changes() const noexcept { return changes_; }

 private:
  friend Result<void> edit_book(const std::string& path, const std::string& out,
                                const std::function<Result<void>(CraftyEditor&)>& change);
  explicit CraftyEditor(CraftyContent content) noexcept : content_(std::move(content)) {}

  [[nodiscard]] Result<void> apply(const CraftyEdit& edit);
  [[nodiscard]] Result<void> clear(const CraftyEdit& edit);
  void note(const CraftyEdit& edit, std::optional<CraftyRecord> before, std::optional<CraftyRecord> after);

  CraftyContent content_;
  std::vector<CraftyChange> changes_;
};

/// Has `change` change a book of Crafty in the same way.
[[nodiscard]] Result<void> edit_book(const std::string& path, const std::string& out,
                                     const std::function<Result<void>(CraftyEditor&)>& change);

}  // namespace polyglot::book
