#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

class BinFile;

/// A Polyglot `.bin` book, memory-mapped and read-only, of any size. Never loaded: a lookup touches a few
/// pages of the file.
///
/// A file that changes its size while the book is in use is an Error of the lookups from then on. A book
/// replaced by rename stays the one that was opened.
/// Not thread-safe. Source: docs/book-format.md.
class BinBook final : public BookSource {
 public:
  /// Checked at once: a regular, readable file, no archive and no text, not empty, its size a multiple of 16,
  /// holding moves, sorted (books over 64 MiB: sorted in blocks spread over them).
  /// Error: path, size and offending offset, and what to do.
  [[nodiscard]] static Result<std::unique_ptr<BinBook>> open(const std::string& path);
  /// The same for whoever looks at books or edits them: an empty file, or a header alone, is a book without
  /// moves. A game needs some.
  [[nodiscard]] static Result<std::unique_ptr<BinBook>> open_even_empty(const std::string& path);
  ~BinBook() override;

  [[nodiscard]] BookMoves find(const chess::Position& position) const override;
  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] const std::string& path() const override;
  [[nodiscard]] std::optional<Error> last_error() const override;

  /// Every record stored for `key`, in file order; none for key 0, which is the header's.
  ///
  /// Cost: two or three reads of 4 KiB at any size, O(log n) of them in a book made to be slow.
  /// Weights are raw, zero included.
  /// Error: the file has changed its size, could not be read, or holds over 65,536 records of the key.
  [[nodiscard]] Result<std::vector<RawEntry>> find(chess::Key key) const;

  /// Records [first, first + count), those of the header not counted; first + count <= size().
  [[nodiscard]] Result<std::vector<RawEntry>> read(std::uint64_t first, std::uint64_t count) const;

  /// The header; nothing if the book has none. Error: there is one that cannot be read.
  [[nodiscard]] Result<std::optional<BookHeader>> header() const;

 private:
  BinBook(std::string path, std::unique_ptr<const BinFile> file, std::uint64_t first_position);

  std::string path_;
  std::unique_ptr<const BinFile> file_;
  std::uint64_t first_position_;  ///< index of the first record that is not the header's
  mutable std::optional<Error> last_error_;
};

/// Opens a Polyglot `.bin` book for a caller who does not care about its format: see BinBook::open().
[[nodiscard]] Result<std::unique_ptr<BookSource>> open_bin_book(const std::string& path);

}  // namespace polyglot::book
