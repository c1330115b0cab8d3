// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

class RecordFile;

/// Reads the records of a `.bin` file from the first to the last, header included, in constant memory. To
/// look up single positions use BinBook. Not thread-safe.
class BinBookReader {
 public:
  /// What to do about a book in wrong order.
  static constexpr std::string_view kRemedy =
      "damaged or not a Polyglot book; repair it with polyglot check-book --repair, or copy or build it "
      "again";

  /// Opens a sound book: its size is a multiple of 16, and its keys are in ascending order. An empty file is
  /// an empty book. Error, here or from next_block(): path, offset, and what to do.
  [[nodiscard]] static Result<BinBookReader> open(const std::string& path);
  /// Opens a book that may be damaged, for callers that look for damage. Bytes after the last whole record
  /// are ignored. Error: the file cannot be opened, or is of another kind (an archive, text).
  [[nodiscard]] static Result<BinBookReader> open_damaged(const std::string& path);
  /// Reads an open file, which may be damaged. Only this module can make a RecordFile.
  [[nodiscard]] static BinBookReader over(RecordFile file);
  /// Makes a reader accept only a sound book, see open(). It must not have returned any records. `remedy`
  /// ends the error about wrong order; it is a string literal.
  [[nodiscard]] static Result<BinBookReader> sound(BinBookReader reader, std::string_view remedy = kRemedy);
  BinBookReader(BinBookReader&& other) noexcept;
  BinBookReader& operator=(BinBookReader&&) = delete;
  ~BinBookReader();

  [[nodiscard]] const std::string& path() const noexcept;
  [[nodiscard]] std::uint64_t file_size() const noexcept;
  [[nodiscard]] std::uint64_t count() const noexcept { return file_size() / kRecordSize; }

  /// Returns the next few thousand records; none at the end. Valid until the next call. Error: see open().
  [[nodiscard]] Result<std::span<const RawEntry>> next_block();
  [[nodiscard]] Result<std::vector<RawEntry>> read_all();

 private:
  struct State;

  explicit BinBookReader(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

}  // namespace polyglot::book
