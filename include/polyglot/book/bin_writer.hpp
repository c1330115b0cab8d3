// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <type_traits>

#include <polyglot/book/header.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Writes a `.bin` book of any size record by record, in constant memory.
///
/// The book is written completely or not at all: it is written beside `path`, and commit() flushes it to the
/// disk and renames it. Therefore readers see the old book or the new one, even after a power failure.
/// Without commit() nothing remains. An existing file keeps its permissions, and a symbolic link stays a
/// link. A book without records is an empty file. Not thread-safe.
class BinBookWriter {
 public:
  /// Begins a book. Error: the system's reason with the path.
  [[nodiscard]] static Result<BinBookWriter> create(const std::string& path);
  BinBookWriter(BinBookWriter&& other) noexcept;
  BinBookWriter& operator=(BinBookWriter&&) = delete;
  ~BinBookWriter();

  /// Adds the header, before all other records. Error: also a header that make_header() refuses.
  [[nodiscard]] Result<void> add(const BookHeader& header);
  /// Adds a record. Keys must be in ascending order; key 0 is for the header. The caller decides the order
  /// within a position.
  [[nodiscard]] Result<void> add(const RawEntry& entry);
  [[nodiscard]] Result<void> add(std::span<const RawEntry> entries);
  /// Gives the book its name. Call this last. Error: the system's reason with the path.
  [[nodiscard]] Result<void> commit();

 private:
  friend Result<void> replace_book(std::span<const std::string> sources, const std::string& out,
                                   const std::function<Result<bool>(BinBookWriter&)>& make,
                                   bool may_be_empty);
  struct State;

  explicit BinBookWriter(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

/// Sorts entries for a `.bin` book: by key, then by weight, highest first. Equal ones keep their order.
void sort_entries(std::vector<RawEntry>& entries);

/// Writes a `.bin` book, with entries sorted by sort_entries().
/// Error: an entry with key 0, a header that make_header() refuses, or the system's reason with the path.
[[nodiscard]] Result<void> write_bin_book(const std::string& path, std::vector<RawEntry> entries,
                                          const std::optional<BookHeader>& header = std::nullopt);

/// Writes the book `out` from the books `sources`; `out` may be one of them.
///
/// `make` reads the sources and fills the new book. Other programs may write to `out` meanwhile, for example
/// learned results. If `out` is one of the sources, `make` is then called again, so that nothing of theirs is
/// lost. An existing book is locked only while it is replaced. If others write without pause, the last call
/// of `make` runs under the lock. Nothing is written if `make` returns false. Error: the error of `make`, the
/// system's reason, a program that ignores the lock and writes to the book, an `out` that is a file of
/// another kind, or a new book without records, unless `may_be_empty`.
[[nodiscard]] Result<void> replace_book(std::span<const std::string> sources, const std::string& out,
                                        const std::function<Result<bool>(BinBookWriter&)>& make,
                                        bool may_be_empty = false);

/// Writes a book by replace_book(), and returns the Result of the last call of `make`.
template <class Make>
[[nodiscard]] std::invoke_result_t<Make, BinBookWriter&> write_book(std::span<const std::string> sources,
                                                                    const std::string& out, const Make& make,
                                                                    bool may_be_empty = false) {
  std::invoke_result_t<Make, BinBookWriter&> made = Error{};
  const auto replaced = replace_book(
      sources, out,
      [&](BinBookWriter& writer) {
        made = make(writer);
        return made ? Result<bool>(true) : made.error();
      },
      may_be_empty);
  return replaced ? made : replaced.error();
}

}  // namespace polyglot::book
