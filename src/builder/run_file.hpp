// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

#include "builder/block.hpp"

namespace polyglot::builder {

/// Records that did not fit into memory, in a file that has no name and is gone with this object. Each run
/// holds blocks put together partition by partition, so that one partition can be read back alone.
class RunFile {
 public:
  [[nodiscard]] static Result<RunFile> create(const std::string& folder);

  /// Puts blocks, in the order of their games, behind all others.
  [[nodiscard]] Result<void> append(std::span<const Block* const> blocks);

  [[nodiscard]] std::size_t runs() const noexcept { return begins_.size(); }
  [[nodiscard]] std::size_t records(std::size_t run, std::size_t partition) const noexcept {
    return static_cast<std::size_t>(begins_[run][partition + 1] - begins_[run][partition]);
  }
  /// Reads records of a partition from the `first` on. May be called from several threads.
  [[nodiscard]] Result<void> read(std::size_t run, std::size_t partition, std::size_t first,
                                  std::span<Record> room) const;
  [[nodiscard]] std::uint64_t bytes() const noexcept { return size_ * sizeof(Record); }

 private:
  explicit RunFile(os::File file) noexcept : file_(std::move(file)) {}

  [[nodiscard]] Result<void> flush(std::vector<Record>& records);

  os::File file_;
  /// For each run, where its partitions begin: in records from the start of the file.
  std::vector<std::array<std::uint64_t, kPartitions + 1>> begins_;
  std::uint64_t size_ = 0;
};

}  // namespace polyglot::builder
