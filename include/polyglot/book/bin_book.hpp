// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/learn_layout.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A Polyglot `.bin` book, read-only, of any size. Never loaded: opening reads seventeen pages of 4 KiB at
/// most and a lookup two to four, whatever the size.
///
/// What is found in it is played. Where it turns out not to be sorted, by these pages or by those that a
/// lookup reads, its keys are sorted in memory (16 bytes a record, files up to 64 MiB), or it is searched by
/// halving, which finds most of what is where it belongs. Bytes behind the last whole record are passed over.
/// take_trouble() says so.
///
/// A file that changes its size while the book is in use, and a disk that fails, are an Error of the lookups
/// from then on, until it is as it was. What is written to it in place is seen by the next lookup. A book
/// replaced by rename stays the one that was opened.
/// Not thread-safe. Source: docs/book-format.md.
class BinBook final : public BookSource, public LearnStore {
 public:
  /// Opens a regular, readable file that is no archive, no text and no book of another format.
  ///
  /// An empty file, or a header alone, is a book without moves (size() 0); take_trouble() says so.
  /// Error: path, reason, and what to do.
  [[nodiscard]] static Result<std::unique_ptr<BinBook>> open(const std::string& path);
  ~BinBook() override;

  [[nodiscard]] BookFormat format() const noexcept override { return BookFormat::polyglot; }
  [[nodiscard]] const BinBook* records() const noexcept override { return this; }
  [[nodiscard]] BookMoves find(const game::Position& position) const override;
  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] const std::string& path() const override;
  /// Those of its header, if there is one that can be read.
  [[nodiscard]] std::vector<std::string> variants() const override;
  [[nodiscard]] std::optional<Error> take_trouble() const override;
  /// Null if the learn fields are another program's, which take_trouble() tells then.
  [[nodiscard]] const LearnStore* learn_store() const override;
  /// Whose they are, by sixteen pages of it.
  [[nodiscard]] LearnLayout learn_layout() const noexcept;
  /// The learn fields of the records, as they were when the position was looked up last, or are now.
  [[nodiscard]] LearnedMoves results(const game::Position& position, const BookMoves& moves) const override;

  /// Every record stored for `key`, in file order; none for key 0, which is the header's.
  /// XBoard's closing record is none.
  ///
  /// Weights are raw, zero included.
  /// Error: the file has changed its size, could not be read, or holds over 65,536 records of the key.
  [[nodiscard]] Result<std::vector<RawEntry>> find(chess::Key key) const;

  /// Records [first, first + count) in file order, those of the header and a closing one not
  /// counted; first + count <= size().
  [[nodiscard]] Result<std::vector<RawEntry>> read(std::uint64_t first, std::uint64_t count) const;

  /// The header; nothing if the book has none. Error: there is one that cannot be read.
  [[nodiscard]] Result<std::optional<BookHeader>> header() const;

 private:
  struct State;
  [[nodiscard]] Result<std::vector<RawEntry>> entries_of(const game::Position& position) const;
  explicit BinBook(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

}  // namespace polyglot::book
