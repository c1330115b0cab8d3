// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <polyglot/analysis/verdict.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>

#include "tools/variant_options.hpp"

namespace polyglot::tools {

/// Positions that an engine is to judge on any host. Source of its file: docs/verdicts.md, "Job files".
struct JudgingJob {
  game::Rules rules;          ///< of the positions
  std::string configuration;  ///< the configuration file of the engine
  analysis::Judge judge;
  std::vector<game::Position> positions;
};

/// Reads a job. Error: the file cannot be read, or is not a job. `variant`: finds the variants.
[[nodiscard]] Result<JudgingJob> read_job(const std::string& path, const VariantOptions& variant);

/// Writes jobs of at most `size` positions each into a folder, and makes the folder if it is missing. Error:
/// the folder holds something already, or the system's reason.
class JobWriter {
 public:
  [[nodiscard]] static Result<JobWriter> create(const std::string& folder, std::size_t size);

  [[nodiscard]] Result<void> write(const std::string& configuration, const analysis::Judge& judge,
                                   std::span<const game::Position> positions);
  /// The number of jobs so far.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  JobWriter(std::string folder, std::size_t size) noexcept : folder_(std::move(folder)), size_(size) {}

  std::string folder_;
  std::size_t size_;  ///< positions
  std::size_t count_ = 0;
};

/// The store of a job's verdicts: beside the job, with the suffix ".verdicts".
[[nodiscard]] std::string results_of_job(const std::string& job);

/// The jobs of a folder, by name.
[[nodiscard]] Result<std::vector<std::string>> jobs_in(const std::string& folder);

}  // namespace polyglot::tools
