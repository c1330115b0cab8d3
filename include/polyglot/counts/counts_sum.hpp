// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

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

  /// Returns the header for a file of the sum. It lacks groups and the numbers of positions and moves, which
  /// are known only after everything has been read.
  [[nodiscard]] const Header& header() const noexcept { return header_; }

 private:
  friend class SumReader;
  explicit CountsSum(std::vector<CountsFile> files);

  std::vector<CountsFile> files_;
  Header header_;
  /// For each file and each of its inputs, the number in the header.
  std::vector<std::vector<std::uint32_t>> input_numbers_;
};

/// Reads the rows of a sum once. Not thread-safe.
class SumReader {
 public:
  /// The sum must outlive the reader.
  explicit SumReader(const CountsSum& sum);
  SumReader(const SumReader&) = delete;
  SumReader& operator=(const SumReader&) = delete;
  ~SumReader();

  /// Returns all rows of the next positions, in ascending order of their keys; none at the end. Error: a
  /// block of a file is damaged, with its offset, or a number is too large.
  [[nodiscard]] Result<std::vector<Row>> next();

 private:
  struct State;
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
