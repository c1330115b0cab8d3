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

/// Hashes the content of a run's inputs while the games are read.
class InputHashes {
 public:
  InputHashes(const Settings& settings, Progress& progress)
      : settings_(settings),
        progress_(progress),
        hashes_(std::async(std::launch::async, [this] { return read(); })) {}
  ~InputHashes() {
    // If the run has failed, only its error is reported.
    if (hashes_.valid()) stop_ = true;
  }
  InputHashes(const InputHashes&) = delete;
  InputHashes& operator=(const InputHashes&) = delete;

  /// Waits for the hashes. Error: also if a file has changed.
  [[nodiscard]] Result<std::vector<counts::Input>> get() { return hashes_.get(); }
  /// Error: a file has changed since its content was read.
  [[nodiscard]] Result<void> check() const {
    for (std::size_t i = 0; i < stamps_.size(); ++i) {
      const auto stamp = os::stamp_of(settings_.inputs[i]);
      if (!stamp) return stamp.error();
      if (*stamp != stamps_[i]) return Error{"has been changed while it was counted", settings_.inputs[i]};
    }
    return {};
  }

 private:
  [[nodiscard]] Result<std::vector<counts::Input>> read();

  const Settings& settings_;
  Progress& progress_;
  std::atomic<bool> stop_ = false;
  std::vector<os::FileStamp> stamps_;
  std::future<Result<std::vector<counts::Input>>> hashes_;
};

/// The file of counts of a run.
class CountsOutput {
 public:
  /// Begins the file `path`. Settings and progress must outlive it. Error: as CountsWriter.
  [[nodiscard]] static Result<CountsOutput> create(const std::string& path, const Settings& settings,
                                                   Progress& progress);

  [[nodiscard]] Result<void> add(const counts::PackedRows& packed) { return writer_.add(packed); }
  /// Completes the file. Error: more games than the sums of a run have room for; an input that changed, or
  /// the system's.
  [[nodiscard]] Result<counts::Header> commit(const Summary& summary);

 private:
  CountsOutput(counts::CountsWriter writer, std::unique_ptr<InputHashes> hashes)
      : writer_(std::move(writer)), hashes_(std::move(hashes)) {}

  counts::CountsWriter writer_;
  std::unique_ptr<InputHashes> hashes_;
};

/// The header of the counts of these settings, without inputs and numbers.
[[nodiscard]] counts::Header header_of(const Settings& settings);

/// Error: a setting depends on how games are cut into files, or is not possible for counts; inputs are not
/// in the order of their names, or given twice.
[[nodiscard]] Result<void> check_counting(const Settings& settings);

}  // namespace polyglot::builder
