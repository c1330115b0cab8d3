// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/editor.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::explorer {

/// What a person wants changed of one position in one book.
struct Change {
  using Kind = book::BookEdit::Action;

  std::string book;  ///< path
  game::Position position;
  game::Move move;
  Kind kind = Kind::set;
  std::uint16_t weight = 0;  ///< for set, add and ensure
  /// The weight that the person saw, for set and remove: nothing is changed if it is another by now.
  std::optional<std::uint16_t> seen = std::nullopt;
};

/// Changes books, each change written at once, and takes changes back, the last one first.
class EditHistory {
 public:
  /// Error: what edit_book() says, or the weight is not the one that was seen; the book is as it was then.
  [[nodiscard]] Result<void> apply(const Change& change) { return apply(std::span(&change, 1)); }
  /// Makes several changes of one book at once: all or none, to be taken back together.
  /// Error: as above, with the first change that cannot be made; or the book is already as it is wanted.
  [[nodiscard]] Result<void> apply(std::span<const Change> changes);
  /// Makes the position of the last change what it was before; `expected` is the number of the change that is
  /// meant, if somebody names it.
  ///
  /// Error: there is nothing to take back, the last change is another one, or the book cannot be written: the
  /// change can be taken back later. If others have changed the position since, what they wrote stays, and
  /// the change is given up.
  [[nodiscard]] Result<void> undo(std::optional<std::uint64_t> expected = std::nullopt);

  /// How many changes can be taken back.
  [[nodiscard]] std::size_t depth() const noexcept { return done_.size(); }
  /// The change that undo() would take back, in words: "gm2001.bin: e4 600 → 700", or
  /// "gm2001.bin: 12 moves"; empty if there is none.
  [[nodiscard]] std::string last() const { return done_.empty() ? "" : done_.back().words; }
  /// Its number, given to no other change; 0 if there is none.
  [[nodiscard]] std::uint64_t last_number() const { return done_.empty() ? 0 : done_.back().number; }

 private:
  /// The records of a position, before and after.
  struct Place {
    chess::Key key = 0;
    std::vector<book::RawEntry> before;
    std::vector<book::RawEntry> after;
  };
  struct Done {
    std::uint64_t number = 0;
    std::string book;
    std::vector<Place> places;  ///< each position once
    std::string words;
  };

  [[nodiscard]] static Result<void> carry_out(book::BookEditor& editor, std::span<const Change> changes,
                                              std::vector<Place>& places);

  [[nodiscard]] static Result<void> take_back(const Done& change, bool& others_wrote);

  std::vector<Done> done_;
  std::uint64_t changes_ = 0;  ///< all that were ever made
};

}  // namespace polyglot::explorer
