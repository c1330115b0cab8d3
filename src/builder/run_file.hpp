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

/// Records on their way from counting to adding, as far as they do not fit into memory: a header, then runs.
/// A run begins with the places of its partitions, and holds blocks put together partition by partition, so
/// that one partition can be read back alone. Source: docs/run-file.md.
///
/// After each run the file is complete, and tells by itself what is in it. It is gone with this object.
template <class Stored>
class BasicRunFile {
 public:
  [[nodiscard]] static Result<BasicRunFile> create(const std::string& folder);

  /// Puts blocks, in the order of their games, behind all others.
  [[nodiscard]] Result<void> append(std::span<const BasicBlock<Stored>* const> blocks);

  [[nodiscard]] std::size_t runs() const noexcept { return runs_.size(); }
  [[nodiscard]] std::size_t records(std::size_t run, std::size_t partition) const noexcept {
    return static_cast<std::size_t>(runs_[run][partition + 1] - runs_[run][partition]) / sizeof(Stored);
  }
  /// Reads records of a partition from the `first` on. May be called from several threads.
  [[nodiscard]] Result<void> read(std::size_t run, std::size_t partition, std::size_t first,
                                  std::span<Stored> room) const;
  /// Of all records.
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  explicit BasicRunFile(os::File file) noexcept : file_(std::move(file)) {}

  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);

  os::File file_;
  /// Where the partitions of each run begin, and at last where it ends: in bytes from the start of the file.
  std::vector<std::array<std::uint64_t, kPartitions + 1>> runs_;
  std::uint64_t size_ = 0;
};

using RunFile = BasicRunFile<Record>;

}  // namespace polyglot::builder
