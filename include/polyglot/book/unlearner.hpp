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
  std::uint64_t moves = 0;     ///< moves of games whose results were removed
  std::uint64_t halved = 0;    ///< records that may have been halved since, because they were nearly full
  std::uint64_t short_of = 0;  ///< records with fewer results than should be removed; they have none now
};

/// Removes games that try_learn() or try_learn_beside() has added. It is their exact inverse, byte for byte,
/// as long as no learn field was full. Moves without a record are skipped. Error: the file cannot be read.
[[nodiscard]] Result<UnlearnReport> unlearn(BookEditor& editor, std::span<const PlayedMove> moves,
                                            ResultsIn where);

}  // namespace polyglot::book
