// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <polyglot/book/header.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Writes a `.bin` book of any size record by record, in constant memory.
///
/// All or nothing: it is written beside `path`, flushed to the disk and renamed by commit(), so that readers
/// and a power cut see the old book or the new one; without commit() nothing remains. An existing file keeps
/// its permissions, a symbolic link stays a link. No records give an empty file.
class BinBookWriter {
 public:
  /// Error: the system's reason with the path.
  [[nodiscard]] static Result<BinBookWriter> create(const std::string& path);
  BinBookWriter(BinBookWriter&& other) noexcept;
  BinBookWriter& operator=(BinBookWriter&&) = delete;
  ~BinBookWriter();

  /// Before all other records. Error: also a header that make_header() refuses.
  [[nodiscard]] Result<void> add(const BookHeader& header);
  /// Keys must not descend; those of 0 are the header's. The order within a position is the caller's.
  [[nodiscard]] Result<void> add(const RawEntry& entry);
  /// The same for several.
  [[nodiscard]] Result<void> add(std::span<const RawEntry> entries);
  /// Gives the book its name. Call it last.
  [[nodiscard]] Result<void> commit();

 private:
  friend Result<void> replace_book(std::span<const std::string> sources, const std::string& out,
                                   const std::function<Result<bool>(BinBookWriter&)>& make);
  struct State;

  explicit BinBookWriter(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

/// The order of a `.bin` book: by key, then by weight, highest first; equals keep the order they came in.
void sort_entries(std::vector<RawEntry>& entries);

/// Writes a `.bin` book, entries sorted as by sort_entries(), with a BinBookWriter.
/// Error: an entry with key 0, a header that make_header() refuses, or the system's reason with the path.
[[nodiscard]] Result<void> write_bin_book(const std::string& path, std::vector<RawEntry> entries,
                                          const std::optional<BookHeader>& header = std::nullopt);

/// Writes the book `out`, which is made of the books `sources` and may be one of them.
///
/// `make` reads the sources and fills the new book. If `out` is one of them and others write to it meanwhile,
/// as those do who learn, `make` is called again: nothing of theirs is lost. A book that is there is locked
/// for the moment in which it is replaced; only where others write without pause, `make` works under the lock
/// at last. Nothing is written if `make` returns false. Error: what `make` returns, the system's reason, or a
/// program that writes to the book in spite of the lock.
[[nodiscard]] Result<void> replace_book(std::span<const std::string> sources, const std::string& out,
                                        const std::function<Result<bool>(BinBookWriter&)>& make);

/// Has replace_book() write a book, and returns what `make` has returned in the end: a Result of what it says
/// of the book. `Book`: what `make` fills, a BinBookWriter or a CraftyContent.
template <class Book, class Make>
[[nodiscard]] std::invoke_result_t<Make, Book&> write_book(std::span<const std::string> sources,
                                                           const std::string& out, const Make& make) {
  std::invoke_result_t<Make, Book&> made = Error{};
  const std::function<Result<bool>(Book&)> make_and_note = [&](Book& book) {
    made = make(book);
    return made ? Result<bool>(true) : made.error();
  };
  if (auto replaced = replace_book(sources, out, make_and_note); !replaced) return replaced.error();
  return made;
}

}  // namespace polyglot::book
