// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/builder/build.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// Collects problems in the order of the input, although threads find them in any order.
class ProblemLog {
 public:
  /// Keeps the first `shown` problems, and writes all of them to the file `report` unless that is empty. The
  /// file gets its name when it is complete.
  [[nodiscard]] Result<void> open(const std::string& report, std::size_t shown);

  /// Takes the problems of the chunk with this number. Each number comes once, from any thread.
  void add(std::uint64_t number, std::vector<Problem> problems);

  /// The number of problems of all chunks before the first missing one.
  [[nodiscard]] std::uint64_t count() const;
  /// The first problems.
  [[nodiscard]] std::vector<Problem> first() const;
  /// The first problem as the error that ends the run.
  [[nodiscard]] Error first_error() const;
  /// Call it last. Adds the problems to the summary. Error: the report cannot be written.
  [[nodiscard]] Result<void> close(Summary& summary);

 private:
  void log(Problem problem);
  void flush();

  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Problem>> waiting_;  ///< by chunk, until all earlier chunks have come
  std::uint64_t next_ = 0;
  std::uint64_t count_ = 0;
  std::size_t shown_ = 0;
  std::vector<Problem> first_;
  std::optional<os::AtomicFile> report_;
  std::string waiting_text_;  ///< for the report
  std::optional<Error> failure_;
};

}  // namespace polyglot::builder
