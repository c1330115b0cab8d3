#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/result.hpp>

#include "book/block_reader.hpp"

namespace polyglot::book {

/// Writes a book out of parts of another one, which come in its order, and of new records. Reads and writes
/// in large blocks, however small the parts are.
class RecordCopier {
 public:
  RecordCopier(const BinFile& source, os::AtomicFile& target);

  /// Copies the source's records from the present place up to number `last`, as they are. Error: they are not
  /// sorted.
  [[nodiscard]] Result<void> copy_until(std::uint64_t last);
  /// Passes over records of the source.
  void skip(std::uint64_t count) noexcept { next_ += count; }
  [[nodiscard]] Result<void> append(std::span<const RawEntry> entries);
  /// Writes what is still held back. Call it last.
  [[nodiscard]] Result<void> finish();

 private:
  [[nodiscard]] Result<void> check_order(std::span<const std::byte> bytes);
  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);

  const BinFile& file_;
  BlockReader source_;
  std::uint64_t next_ = 0;  ///< record of the source
  chess::Key last_key_ = 0;
  os::AtomicFile& target_;
  std::vector<std::byte> held_back_;
};

}  // namespace polyglot::book
