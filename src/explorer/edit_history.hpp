// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/editor.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::explorer {

/// A change that the user wants in one position of one book.
struct Change {
  using Kind = book::BookEdit::Action;

  std::string book;  ///< path
  game::Position position;
  game::Move move;
  Kind kind = Kind::set;
  std::uint16_t weight = 0;  ///< for set, add and ensure
  /// For set and remove: the weight that the user saw. If the weight has changed since, the change fails.
  std::optional<std::uint16_t> seen = std::nullopt;
};

/// Changes books and undoes changes, the last one first. Each change is written at once.
class EditHistory {
 public:
  /// Makes a change. Error: that of edit_book(), or the weight is not the one that the user saw. Then the
  /// book does not change.
  [[nodiscard]] Result<void> apply(const Change& change) { return apply(std::span(&change, 1)); }
  /// Makes several changes of one book at once: all or none. They are undone together. Error: the first
  /// change that cannot be made, or nothing would change.
  [[nodiscard]] Result<void> apply(std::span<const Change> changes);
  /// Undoes the last change. `expected` is the number of the change that the user means, if given.
  ///
  /// Error: there is nothing to undo; the last change is another one; or the book cannot be written, and the
  /// change can be undone later. If other programs have changed the position since, their values stay, and
  /// the change can no longer be undone.
  [[nodiscard]] Result<void> undo(std::optional<std::uint64_t> expected = std::nullopt);

  /// The number of changes that can be undone.
  [[nodiscard]] std::size_t depth() const noexcept { return done_.size(); }
  /// The change that undo() would undo, in words: "gm2001.bin: e4 600 → 700", or "gm2001.bin: changes in 12
  /// positions"; empty if there is none.
  [[nodiscard]] std::string last() const { return done_.empty() ? "" : done_.back().words; }
  /// The unique number of that change; 0 if there is none.
  [[nodiscard]] std::uint64_t last_number() const { return done_.empty() ? 0 : done_.back().number; }

 private:
  /// The records of a position, before and after.
  struct ChangedPosition {
    chess::Key key = 0;
    std::vector<book::RawEntry> before;
    std::vector<book::RawEntry> after;
  };
  struct Done {
    std::uint64_t number = 0;
    std::string book;
    std::vector<ChangedPosition> positions;  ///< each one once
    std::string words;
  };

  /// Returns the positions that the changes are about.
  [[nodiscard]] static std::vector<ChangedPosition> carry_out(book::BookEditor& editor,
                                                              std::span<const Change> changes);
  [[nodiscard]] static Result<void> take_back(const Done& change, bool& others_wrote);

  std::vector<Done> done_;
  std::uint64_t changes_ = 0;  ///< the number of all changes so far
};

}  // namespace polyglot::explorer
