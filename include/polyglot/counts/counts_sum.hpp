// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>

namespace polyglot::counts {

/// Several files of counts as one: what the games of all of them brought.
class CountsSum {
 public:
  /// Opens the files, in any order, and compares what they say of themselves. Of files that hold ranges of
  /// the partitions all inputs must be there in each range. `wanted`: partitions that the sum is to have;
  /// without it, those that the files have. The shards of a file become the file when all are there.
  ///
  /// Error, by the names of files: other settings, variant or number of partitions than the first file has;
  /// an input, or a shard, that is counted twice; an input that one range lacks and another has; partitions
  /// that no file has.
  [[nodiscard]] static Result<CountsSum> open(const std::vector<std::string>& paths,
                                              std::optional<Ranges> wanted = std::nullopt);
  CountsSum(CountsSum&&) noexcept;
  CountsSum& operator=(CountsSum&&) noexcept;
  ~CountsSum();

  /// As a file of the sum would have it, without the numbers of positions and moves and the groups, which
  /// nobody knows before all has been read.
  [[nodiscard]] const Header& header() const noexcept;
  /// `wanted`: partitions that must be there, all of them without it. Error: a shard or a range is missing,
  /// by name.
  [[nodiscard]] Result<void> check_is_complete(std::optional<Ranges> wanted = std::nullopt) const;

  /// Reads all positions of some partitions in the order of their keys, once. The sum must outlive it; each
  /// is for one thread.
  class Cursor {
   public:
    Cursor(Cursor&&) noexcept;
    Cursor& operator=(Cursor&&) noexcept;
    ~Cursor();
    /// The next position, valid until the next call; nothing at the end. Error: damage, by file and
    /// partition, or a sum that does not fit.
    [[nodiscard]] Result<std::optional<PositionRows>> next();

   private:
    friend class CountsSum;
    struct State;
    explicit Cursor(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
  };
  [[nodiscard]] Cursor read(Ranges partitions) const;

 private:
  struct State;
  explicit CountsSum(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

/// Range `number` (from 1 on) of `of` equal ranges of so many partitions. Error: no such range, or the
/// partitions cannot be shared out so.
[[nodiscard]] Result<Ranges> range_of(std::uint64_t number, std::uint64_t of, std::uint32_t partitions);

/// Writes a sum into a file, in memory that does not depend on its size, and returns the file's header.
/// Setting `stop` makes an error of it. Error: that of CountsSum or of CountsWriter; nothing is left then.
[[nodiscard]] Result<Header> write_sum(const CountsSum& sum, const std::string& output,
                                       const std::atomic<bool>& stop);

}  // namespace polyglot::counts
