// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json/object.hpp>

#include <polyglot/game/position.hpp>

#include "explorer/open_books.hpp"

/// What the page is told of books and positions, as JSON.
namespace polyglot::explorer {

/// {"edit", "books": [{"name", "path", "format": "polyglot" | "crafty" | …, "records": see
/// BookSource::size(), "header": {"version", "variants", "comment"} | null, "learn_layout": "none" |
/// "polyglot" | "xboard" | "prodeo" | "unknown"}]}; in place of a book that cannot be read any more {"name",
/// "path", "error"}. Of books of a variant "variant", too: its name.
[[nodiscard]] boost::json::object describe_books(OpenBooks& opened, bool edit);

/// {"fen", "key", "books": [{"moves": [{"uci", "san", "weight", "share", "next", "n", "sum", "facts"}],
/// "unusable", "troubles"}]}.
///
/// Moves are in file order. share: of the weight, 0 to 1; next: moves that the book has behind the move; of a
/// `.bin` n, sum: the learn fields, games and half points where the layout is Polyglot's; of other formats
/// facts: an object of what they keep beside their moves, if anything (BookMove::facts); unusable: records of
/// a `.bin` without a legal move; troubles: what is wrong with the book, in words, if anything is. Books in
/// the order of the command line; in place of one that cannot be opened {"error"}.
///
/// The page knows the rules of chess alone. In a position of a variant moves of books have a "code", four
/// hexadecimal digits, and beside the books there are "check", "ending": null | "checkmate" | "stalemate" |
/// "variant_end", "winner": null | "white" | "black", and "legal": all moves, [{"uci", "san", "from", a
/// square, or "drop", a piece's letter, "to", "promotion": what the text has behind the squares, "key" of the
/// position behind the move}].
[[nodiscard]] boost::json::object describe_position(OpenBooks& opened, const game::Position& position);

}  // namespace polyglot::explorer
