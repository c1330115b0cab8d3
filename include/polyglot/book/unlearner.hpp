// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <polyglot/book/editor.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The outcome of removing learned results.
struct UnlearnReport {
  std::uint64_t moves = 0;  ///< number of moves of games whose results were removed
  /// Number of records that may have been halved since, because they were nearly full.
  std::uint64_t halved = 0;
  /// Number of records with fewer results than were to be removed; they have none now.
  std::uint64_t short_of = 0;
};

/// Removes games that try_learn() or try_learn_beside() has added. It is their exact reverse, byte for byte,
/// if no learn field was full. Moves without a record are skipped. Error: the file cannot be read.
[[nodiscard]] Result<UnlearnReport> unlearn(BookEditor& editor, std::span<const PlayedMove> moves,
                                            ResultsIn where);

}  // namespace polyglot::book
