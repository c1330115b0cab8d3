// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Reads the records of a `.bin` file from the first to the last, header included, in constant memory.
/// For single positions see BinBook.
class BinBookReader {
 public:
  /// A sound book: its size a multiple of 16, keys that do not descend. An empty file is an empty book.
  /// Error, here or where it shows in next_block(): path, offset, and what to do.
  [[nodiscard]] static Result<BinBookReader> open(const std::string& path);
  /// Whatever the file holds; bytes after the last whole record are left out. For those who look for damage.
  /// Error: it cannot be opened, or is of another kind (an archive, text).
  [[nodiscard]] static Result<BinBookReader> open_damaged(const std::string& path);
  BinBookReader(BinBookReader&& other) noexcept;
  BinBookReader& operator=(BinBookReader&&) = delete;
  ~BinBookReader();

  [[nodiscard]] const std::string& path() const noexcept;
  /// Bytes of the file.
  [[nodiscard]] std::uint64_t file_size() const noexcept;
  /// Records of the file.
  [[nodiscard]] std::uint64_t count() const noexcept { return file_size() / kRecordSize; }

  /// Some thousand records that follow those of the call before; none at the end. They stay valid until the
  /// next call.
  [[nodiscard]] Result<std::span<const RawEntry>> next_block();
  /// Calls `visit` with all that follow, block by block. Error: that of `visit`, which ends the walk, too.
  [[nodiscard]] Result<void> visit_blocks(
      const std::function<Result<void>(std::span<const RawEntry>)>& visit);
  /// All that follow.
  [[nodiscard]] Result<std::vector<RawEntry>> read_all();

 private:
  struct State;

  explicit BinBookReader(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

}  // namespace polyglot::book
