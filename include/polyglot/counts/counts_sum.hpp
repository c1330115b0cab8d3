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
  /// range must have all inputs. `wanted`: the partitions of the sum; without it, those of the files. The
  /// shards of an input become the input if all are present.
  ///
  /// Error, with names of files: settings, variant or number of partitions differ from the first file; an
  /// input or a shard is counted twice; one range lacks an input that another has; no file has some
  /// partitions.
  [[nodiscard]] static Result<CountsSum> open(const std::vector<std::string>& paths,
                                              std::optional<Ranges> wanted = std::nullopt);
  CountsSum(CountsSum&&) noexcept;
  CountsSum& operator=(CountsSum&&) noexcept;
  ~CountsSum();

  /// The header of a file of the sum. The numbers of positions and moves and the groups are missing, because
  /// they are known only after all has been read.
  [[nodiscard]] const Header& header() const noexcept;
  /// `wanted`: partitions that must be present; without it, all of them. Error: names the missing shard or
  /// range.
  [[nodiscard]] Result<void> check_is_complete(std::optional<Ranges> wanted = std::nullopt) const;

  /// Reads all positions of some partitions. The sum must outlive the reader.
  [[nodiscard]] std::unique_ptr<PositionReader> read(Ranges partitions) const;

  /// Passes the games that are kept and belong to some partitions to `take`, in the order of
  /// CountsFile::GameCursor. Error: damage, by file, or that of `take`.
  [[nodiscard]] Result<void> read_games(Ranges partitions,
                                        const std::function<Result<void>(const ShownGame&)>& take) const;

 private:
  friend Result<Header> write_sum(const CountsSum&, const std::string&, const std::atomic<bool>&);
  struct State;
  class Reader;
  explicit CountsSum(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

/// Range `number`, from 1, of `of` equal ranges of the partitions. Error: there is no such range, or the
/// partitions cannot be divided like that.
[[nodiscard]] Result<Ranges> range_of(std::uint64_t number, std::uint64_t of, std::uint32_t partitions);

/// Writes a sum into a file and returns its header. The memory does not depend on the size of the file.
/// Error: as CountsSum and CountsWriter, or `stop` was set. Then there is no file.
[[nodiscard]] Result<Header> write_sum(const CountsSum& sum, const std::string& output,
                                       const std::atomic<bool>& stop);

}  // namespace polyglot::counts
