// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>

namespace polyglot::counts {

/// The sum of several files of counts.
class CountsSum {
 public:
  /// Opens the files, in any order, and compares their headers. Error, with names of files: settings or
  /// variant differ from the first file; an input is counted twice.
  [[nodiscard]] static Result<CountsSum> open(const std::vector<std::string>& paths);
  CountsSum(CountsSum&&) noexcept;
  CountsSum& operator=(CountsSum&&) noexcept;
  ~CountsSum();

  /// Returns the header for a file of the sum. It lacks groups and the numbers of positions and moves, which
  /// are known only after everything has been read.
  [[nodiscard]] const Header& header() const noexcept;

  /// Reads all positions. The sum must outlive the reader.
  [[nodiscard]] std::unique_ptr<PositionReader> read() const;

 private:
  friend Result<Header> write_sum(const CountsSum&, const std::string&, const std::atomic<bool>&);
  struct State;
  class Reader;
  explicit CountsSum(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

/// Error: counts with the settings and variant of `header` cannot be added to the file. The error names both;
/// `path` is the name of those counts.
[[nodiscard]] Result<void> check_alike(const CountsFile& file, const Header& header, const std::string& path);

/// Writes a sum to a file and returns its header. Memory does not depend on the size of the file. Error: as
/// CountsSum and CountsWriter, or `stop` was set. Then there is no file.
[[nodiscard]] Result<Header> write_sum(const CountsSum& sum, const std::string& output,
                                       const std::atomic<bool>& stop);

}  // namespace polyglot::counts
