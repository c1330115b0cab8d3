// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/learned_results.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A Polyglot `.bin` book of any size, read-only. It is never loaded as a whole. Cost: opening reads at most
/// seventeen pages of 4 KiB, and a lookup two to four pages, for any size.
///
/// A damaged book is used as far as possible. If the pages that are read show wrong order, the keys are
/// sorted in memory: 16 bytes for each record, files up to 64 MiB. In a larger file a binary search still
/// finds most records that are in their place. Bytes after the last record are ignored. take_trouble()
/// reports all this.
///
/// If the file changes its size while the book is in use, or the disk fails, lookups return an Error until
/// that is over. The next lookup sees what others write in place. If another file takes the name, the book
/// keeps using the one that it opened. Not thread-safe. Source: docs/book-format.md.
class BinBook final : public BookSource {
 public:
  /// Opens a regular, readable file. It must not be an archive, text, another format, or random bytes.
  ///
  /// An empty file, or a header alone, is a book without moves (size() 0); take_trouble() reports it. Error:
  /// path, reason, and what to do.
  [[nodiscard]] static Result<std::unique_ptr<BinBook>> open(const std::string& path);
  /// Opens a book whose file is open. Only this module can make a RecordFile.
  [[nodiscard]] static Result<std::unique_ptr<BinBook>> over(RecordFile file);
  ~BinBook() override;

  [[nodiscard]] BookFormat format() const noexcept override { return BookFormat::polyglot; }
  [[nodiscard]] const BinBook* records() const noexcept override { return this; }
  [[nodiscard]] BookMoves find(const game::Position& position) const override;
  /// Makes lookups compare the size of the file in only one of 64 cases. take_trouble() always compares it.
  void expect_many_lookups() const override;
  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] const std::string& path() const override;
  /// Returns the variants of its header; none without a readable header.
  [[nodiscard]] std::vector<std::string> variants() const override;
  [[nodiscard]] std::optional<Error> take_trouble() const override;
  /// Returns results(), or nothing if another program wrote the learn fields; take_trouble() reports that.
  [[nodiscard]] std::optional<LearnedMoves> learned(const game::Position& position,
                                                    const BookMoves& moves) const override;
  /// Returns the layout of the learn fields, which is guessed from sixteen pages of the book.
  [[nodiscard]] LearnLayout learn_layout() const noexcept;
  /// Returns the learn fields of the records, as they are now or were at the last lookup of the position.
  [[nodiscard]] LearnedMoves results(const game::Position& position) const;

  /// Returns every record stored for `key`, in file order. The header has key 0, so there are none for it.
  /// XBoard's closing record is not one of them.
  ///
  /// Weights are raw, zero included. Error: the file has changed its size, cannot be read, or has more than
  /// 65,536 records of the key.
  [[nodiscard]] Result<std::vector<RawEntry>> find(chess::Key key) const;

  /// Returns records in file order, without header and closing record; first + count <= size().
  [[nodiscard]] Result<std::vector<RawEntry>> read(std::uint64_t first, std::uint64_t count) const;

  /// Returns the header; nothing if the book has none. Error: the header cannot be read.
  [[nodiscard]] Result<std::optional<BookHeader>> header() const;

  /// Returns a reader of the same open file from its first record, see BinBookReader::open_damaged().
  [[nodiscard]] BinBookReader reader() const;

 private:
  struct State;
  [[nodiscard]] Result<std::vector<RawEntry>> entries_of(const game::Position& position) const;
  explicit BinBook(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

}  // namespace polyglot::book
