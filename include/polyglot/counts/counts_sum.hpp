// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>

namespace polyglot::counts {

/// The sum of several files of counts.
class CountsSum {
 public:
  /// Opens the files, in any order, and compares their headers. If files have ranges of the partitions, each
  /// range must have all inputs. `wanted` are the partitions of the sum; without it, the sum has those of the
  /// files. If all shards of an input are present, they become the input.
  ///
  /// Error, with names of files: settings, variant or number of partitions differ from the first file; an
  /// input or a shard is counted twice; one range lacks an input that another has; no file has some
  /// partitions.
  [[nodiscard]] static Result<CountsSum> open(const std::vector<std::string>& paths,
                                              std::optional<PartitionRange> wanted = std::nullopt);
  CountsSum(CountsSum&&) noexcept;
  CountsSum& operator=(CountsSum&&) noexcept;
  ~CountsSum();

  /// Returns the header for a file of the sum. It lacks groups and the numbers of positions and moves, which
  /// are known only after everything has been read.
  [[nodiscard]] const Header& header() const noexcept;
  /// Checks whether all shards and partitions are present. `wanted` are the necessary partitions; without it,
  /// all of them. Error: the missing shard or range.
  [[nodiscard]] Result<void> check_is_complete(std::optional<PartitionRange> wanted = std::nullopt) const;

  /// Reads all positions of some partitions. The sum must outlive the reader.
  [[nodiscard]] std::unique_ptr<PositionReader> read(PartitionRange partitions) const;

  /// Passes the kept games of some partitions to `take`, in the order of CountsFile::GameCursor. Error:
  /// damage, with the file, or the error of `take`.
  [[nodiscard]] Result<void> read_games(PartitionRange partitions,
                                        const std::function<Result<void>(const ShownGame&)>& take) const;

 private:
  friend Result<Header> write_sum(const CountsSum&, const std::string&, const std::atomic<bool>&);
  struct State;
  class Reader;
  explicit CountsSum(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

/// Returns range `number`, from 1, of `of` equal ranges of the partitions. Error: there is no such range, or
/// the partitions cannot be divided like that.
[[nodiscard]] Result<PartitionRange> range_of(std::uint64_t number, std::uint64_t of,
                                              std::uint32_t partitions);

/// Writes a sum to a file and returns its header. Memory does not depend on the size of the file. Error: as
/// CountsSum and CountsWriter, or `stop` was set. Then there is no file.
[[nodiscard]] Result<Header> write_sum(const CountsSum& sum, const std::string& output,
                                       const std::atomic<bool>& stop);

}  // namespace polyglot::counts
