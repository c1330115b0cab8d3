#pragma once

#include <cstdint>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// Positions of the book with `side` to move that games can reach in which that side plays any legal move,
/// of the book or not, and the other side moves that lead back to a playable move of the book.
/// The start position counts if the book has it at all. Includes those of visit_lines().
[[nodiscard]] std::uint64_t count_reachable(const LoadedBook& book, chess::Color side);

}  // namespace polyglot::book
