// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <polyglot/explorer/explorer.hpp>
#include <polyglot/result.hpp>

#include "explorer/open_books.hpp"

namespace polyglot::explorer {

/// What a page is told that has books of a variant and no server: a JSON array of answers as
/// describe_position() gives them, that of the start first. They are of the positions that games reach in the
/// books (book::ReachedPositions), and of those behind the books' moves; "legal" has only the moves that lead
/// to another of them. `report` hears of positions of a book that are not reached.
/// Error: a book that cannot be read, or more than `most` bytes.
[[nodiscard]] Result<std::string> reached_answers(OpenBooks& opened, std::uint64_t most,
                                                  const Report& report);

}  // namespace polyglot::explorer
