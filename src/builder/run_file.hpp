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

/// A temporary file of counted records that do not fit into memory and are added up later. It has runs of
/// plain records. A run has its records sorted by partition, so that a single partition can be read.
template <class Stored>
class BasicRunFile {
 public:
  [[nodiscard]] static Result<BasicRunFile> create(const std::string& folder);

  /// Appends blocks in the order of their games.
  [[nodiscard]] Result<void> append(std::span<const BasicBlock<Stored>* const> blocks);

  [[nodiscard]] std::size_t runs() const noexcept { return runs_.size(); }
  [[nodiscard]] std::size_t records(std::size_t run, std::size_t partition) const noexcept {
    return static_cast<std::size_t>(runs_[run][partition + 1] - runs_[run][partition]) / sizeof(Stored);
  }
  /// Reads records of a partition, beginning with number `first`. Several threads may call it.
  [[nodiscard]] Result<void> read(std::size_t run, std::size_t partition, std::size_t first,
                                  std::span<Stored> room) const;
  /// The bytes of all records.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return size_; }

 private:
  explicit BasicRunFile(os::File file) noexcept : file_(std::move(file)) {}

  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);

  os::File file_;
  /// For each run, the offsets in the file at which its partitions begin, and at which it ends.
  std::vector<std::array<std::uint64_t, kPartitions + 1>> runs_;
  std::uint64_t size_ = 0;
};

using RunFile = BasicRunFile<Record>;

}  // namespace polyglot::builder
