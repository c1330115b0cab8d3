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

/// What was lost, in the order of the input, though threads find it in any order.
class ProblemLog {
 public:
  /// Keeps the first `shown`, writes all to the file `report` unless that is empty. A file appears complete
  /// or not at all.
  [[nodiscard]] Result<void> open(const std::string& report, std::size_t shown);

  /// The problems of the chunk of this number. Each number comes once; from any thread.
  void add(std::uint64_t number, std::vector<Problem> problems);

  /// Of all chunks up to the first that is missing.
  [[nodiscard]] std::uint64_t count() const;
  /// The first ones.
  [[nodiscard]] std::vector<Problem> first() const;
  /// The first one, where it ends the run.
  [[nodiscard]] Error first_error() const;
  /// Call it last: puts them into the summary. Error: the report could not be written.
  [[nodiscard]] Result<void> close(Summary& summary);

 private:
  void log(Problem problem);
  void flush();

  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Problem>> waiting_;  ///< for a chunk before theirs
  std::uint64_t next_ = 0;
  std::uint64_t count_ = 0;
  std::size_t shown_ = 0;
  std::vector<Problem> first_;
  std::optional<os::AtomicFile> report_;
  std::string waiting_text_;  ///< for the report
  std::optional<Error> failure_;
};

}  // namespace polyglot::builder
