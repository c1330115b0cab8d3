// SPDX-License-Identifier: MIT
#pragma once

#include <future>

#include <polyglot/builder/build.hpp>
#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// The file of counts of a run. While the games are read, it hashes the content of the inputs.
class CountsOutput {
 public:
  /// Begins the file `path`. Settings and progress must outlive it. Failure: as the error of CountsWriter.
  CountsOutput(const std::string& path, const Settings& settings, Progress& progress);
  ~CountsOutput() {
    // If the run has failed, only its error is reported.
    if (hashes_.valid()) stop_ = true;
  }
  CountsOutput(const CountsOutput&) = delete;
  CountsOutput& operator=(const CountsOutput&) = delete;

  void add(const counts::PackedRows& packed) { writer_.add(packed).value(); }
  /// Completes the file. Failure: more games than the sums of a run have room for; an input that changed, or
  /// the system's reason.
  [[nodiscard]] counts::Header commit(const Summary& summary);

 private:
  [[nodiscard]] std::vector<counts::Input> hash_inputs();
  /// Failure: a file has changed since its content was read.
  void check_inputs() const;

  counts::CountsWriter writer_;
  const Settings& settings_;
  Progress& progress_;
  std::atomic<bool> stop_ = false;
  std::vector<os::FileStamp> stamps_;  ///< of the inputs when they were hashed
  std::future<std::vector<counts::Input>> hashes_;
};

/// The header of the counts of these settings, without inputs and numbers.
[[nodiscard]] counts::Header header_of(const Settings& settings);

/// Throws a Failure if a setting depends on how games are cut into files, or is not possible for counts, or
/// if inputs are not in the order of their names, or given twice.
void check_counting(const Settings& settings);

}  // namespace polyglot::builder
