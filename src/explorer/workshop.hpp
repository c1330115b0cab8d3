#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::explorer {

/// What a person wants changed of one position in one book.
struct Change {
  enum class Kind : std::uint8_t { set, add, remove };

  std::string book;  ///< path
  chess::Position position;
  chess::Move move;
  Kind kind = Kind::set;
  std::uint16_t weight = 0;  ///< for set and add
};

/// Changes books, each change written at once, and takes changes back, the last one first.
class Workshop {
 public:
  /// Error: what BookEditor says; the book is as it was then.
  [[nodiscard]] Result<void> apply(const Change& change);
  /// Makes the position of the last change what it was before. Error: there is nothing to take back, or the
  /// position has been changed by others since; what they wrote stays.
  [[nodiscard]] Result<void> undo();

  /// How many changes can be taken back.
  [[nodiscard]] std::size_t depth() const noexcept { return done_.size(); }
  /// The change that undo() would take back, in words: "gm2001.bin: e4 600 → 700"; empty if there is none.
  [[nodiscard]] std::string last() const { return done_.empty() ? "" : done_.back().words; }

 private:
  struct Done {
    std::string book;
    chess::Key key = 0;
    std::vector<book::RawEntry> before;
    std::vector<book::RawEntry> after;
    std::string words;
  };

  std::vector<Done> done_;
};

}  // namespace polyglot::explorer
