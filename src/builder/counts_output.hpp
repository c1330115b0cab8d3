// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <polyglot/builder/build.hpp>
#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// The file of counts of a run. While the games are read, it hashes the content of the inputs.
class CountsOutput {
 public:
  /// Begins the file `path`. Settings and progress must outlive it. Error: as CountsWriter.
  [[nodiscard]] static Result<std::unique_ptr<CountsOutput>> create(const std::string& path,
                                                                    const Settings& settings,
                                                                    Progress& progress);
  ~CountsOutput() {
    // If the run has failed, only its error is reported.
    if (hashes_.valid()) stop_ = true;
  }
  CountsOutput(const CountsOutput&) = delete;
  CountsOutput& operator=(const CountsOutput&) = delete;

  [[nodiscard]] Result<void> add(const counts::PackedRows& packed) { return writer_.add(packed); }
  /// Completes the file. Error: more games than the sums of a run have room for; an input that changed, or
  /// the system's.
  [[nodiscard]] Result<counts::Header> commit(const Summary& summary);

 private:
  CountsOutput(counts::CountsWriter writer, const Settings& settings, Progress& progress)
      : writer_(std::move(writer)),
        settings_(settings),
        progress_(progress),
        hashes_(std::async(std::launch::async, [this] { return hash_inputs(); })) {}

  [[nodiscard]] Result<std::vector<counts::Input>> hash_inputs();
  /// Error: a file has changed since its content was read.
  [[nodiscard]] Result<void> check_inputs() const;

  counts::CountsWriter writer_;
  const Settings& settings_;
  Progress& progress_;
  std::atomic<bool> stop_ = false;
  std::vector<os::FileStamp> stamps_;  ///< of the inputs when they were hashed
  std::future<Result<std::vector<counts::Input>>> hashes_;
};

/// The header of the counts of these settings, without inputs and numbers.
[[nodiscard]] counts::Header header_of(const Settings& settings);

/// Error: a setting depends on how games are cut into files, or is not possible for counts; inputs are not
/// in the order of their names, or given twice.
[[nodiscard]] Result<void> check_counting(const Settings& settings);

}  // namespace polyglot::builder
