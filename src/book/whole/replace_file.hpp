// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>

#include <polyglot/os/atomic_file.hpp>

namespace polyglot::book {

/// Writes the bytes of a book from start to end in blocks. Throws a Failure if that fails.
class BlockFile {
 public:
  explicit BlockFile(os::AtomicFile file) noexcept : file_(std::move(file)) {}

  /// Calls `encode` to write the next bytes, at most kLongest.
  template <std::size_t kBytes, class Encode>
  void add(const Encode& encode) {
    encode(std::span(block_).subspan(used_).template first<kBytes>());
    used_ += kBytes;
    if (used_ + kLongest > kBlockBytes) flush();
  }
  void flush() { file_.write(std::span(block_).first(std::exchange(used_, 0))).value(); }
  /// The file. Call it after flushing.
  [[nodiscard]] os::AtomicFile& file() noexcept { return file_; }

 private:
  /// System calls take little of the time with this size, and a block fits into the cache.
  static constexpr std::size_t kBlockBytes = 128 << 10;
  static constexpr std::size_t kLongest = 16;

  os::AtomicFile file_;
  std::size_t used_ = 0;
  std::array<std::byte, kBlockBytes> block_;
};

/// Makes a book that does not have its name yet. Nothing: there is nothing to write. `is_source`: the
/// replaced book is one of the sources.
using MakeFile = std::function<std::optional<os::AtomicFile>(bool is_source)>;

/// Does the work of replace_book() for a book of any format. Throws its error.
void replace_file(std::span<const std::string> sources, const std::string& out, const MakeFile& make);

}  // namespace polyglot::book
