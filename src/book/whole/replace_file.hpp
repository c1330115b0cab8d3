// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The bytes of a book from its start to its end, written in blocks.
class BlockFile {
 public:
  explicit BlockFile(os::AtomicFile file) noexcept : file_(std::move(file)) {}

  /// Has `encode` write the next bytes, a record's or fewer.
  template <std::size_t kBytes, class Encode>
  [[nodiscard]] Result<void> add(const Encode& encode) {
    encode(std::span(block_).subspan(used_).template first<kBytes>());
    used_ += kBytes;
    return used_ + kLongest <= kBlockBytes ? Result<void>() : flush();
  }
  [[nodiscard]] Result<void> flush() { return file_.write(std::span(block_).first(std::exchange(used_, 0))); }
  /// Once all is flushed.
  [[nodiscard]] os::AtomicFile& file() noexcept { return file_; }

 private:
  /// Large enough that system calls cost nothing beside the work, small enough for the cache.
  static constexpr std::size_t kBlockBytes = 128 << 10;
  static constexpr std::size_t kLongest = 16;

  os::AtomicFile file_;
  std::size_t used_ = 0;
  std::array<std::byte, kBlockBytes> block_;
};

/// Whether a file is to be replaced.
[[nodiscard]] bool is_there(const std::string& out);

/// Makes a book that has not taken its name yet; nothing: there is nothing to write. `is_source`: the book
/// that it is to replace is one of its sources.
using MakeFile = std::function<Result<std::optional<os::AtomicFile>>(bool is_source)>;

/// What replace_book() does, for a book of any format.
[[nodiscard]] Result<void> replace_file(std::span<const std::string> sources, const std::string& out,
                                        const MakeFile& make);

}  // namespace polyglot::book
