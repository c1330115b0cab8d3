#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <polyglot/result.hpp>

#include "book/bin_file.hpp"

namespace polyglot::book {

/// Reads a book from its start to its end in large blocks, whatever parts are asked for.
class BlockReader {
 public:
  static constexpr std::uint64_t kBlockRecords = 65536;

  /// `source` must outlive this.
  explicit BlockReader(const BinFile& source) noexcept : source_(&source) {}

  /// The bytes of records [first, last), or of as many of them as are at hand, at least one. They live until
  /// the next call.
  [[nodiscard]] Result<std::span<const std::byte>> bytes(std::uint64_t first, std::uint64_t last);

 private:
  const BinFile* source_;
  std::vector<std::byte> block_;  ///< read last
  std::uint64_t block_first_ = 0;
};

}  // namespace polyglot::book
