// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <polyglot/book/editor.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// What became of results that were to be taken back.
struct UnlearnReport {
  std::uint64_t moves = 0;     ///< moves of games whose results were taken back
  std::uint64_t halved = 0;    ///< records that were so full once that they may have been halved since
  std::uint64_t short_of = 0;  ///< records with fewer results than were to be taken back; they have none now
};

/// Where results are taken from.
enum class ResultsIn : std::uint8_t {
  book,        ///< its records stay
  learn_file,  ///< a record without weight and results goes, as if it had never been added
};

/// Takes games back that try_learn() or try_learn_beside() added: the inverse of both, byte for byte, as long
/// as no learn field was full. Moves without a record are passed over. Error: the file cannot be read.
[[nodiscard]] Result<UnlearnReport> unlearn(BookEditor& editor, std::span<const PlayedMove> moves,
                                            ResultsIn where);

}  // namespace polyglot::book
