// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <polyglot/book/learner.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The outcome of add_learned().
struct AddedResults {
  std::uint64_t records = 0;  ///< number of records that got results
  std::uint64_t unknown = 0;  ///< number of records with results whose moves the book lacks
  std::uint64_t halved = 0;   ///< number of records whose sums did not fit, see fitted()
};

/// Adds the learned results of `files` (books, or files beside books) to those of `target`, in constant
/// memory. If `target` is a book, the results of moves that it lacks are left out. If a move has several
/// records in a position, the first one gets them. If `target` is a file of results, it gets records of
/// weight 0 for new moves; a missing or empty one is created. Programs may learn in it meanwhile. Error: a
/// file cannot be read or written, or has learn fields of another program.
[[nodiscard]] Result<AddedResults> add_learned(std::span<const std::string> files, const std::string& target,
                                               ResultsIn where);

}  // namespace polyglot::book
