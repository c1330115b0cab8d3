// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/crafty_record.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

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

/// Makes all changes of the book at `path`, in this order, and writes it to `out`, which may be the book
/// itself: all or nothing, under its lock. Every other record, the empty clusters and the version stay. An
/// added move counts as played in games with unknown results, as Crafty marks them. Takes 16 bytes of memory
/// for a move of the book.
///
/// A book in which nothing changes is not written. Returns what has changed, in the order of the changes.
/// `before_writing`, if given, is called under the lock where anything has; its error ends it.
/// Error: the first change that cannot be made, with its place; a book that cannot be read or is damaged; the
/// system's reason.
[[nodiscard]] Result<std::vector<CraftyChange>> edit_crafty_book(
    const std::string& path, const std::string& out, std::span<const CraftyEdit> edits,
    const std::function<Result<void>()>& before_writing = {});
/// The same without writing.
[[nodiscard]] Result<std::vector<CraftyChange>> preview_crafty_edits(const std::string& path,
                                                                     std::span<const CraftyEdit> edits);

}  // namespace polyglot::book
