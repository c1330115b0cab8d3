#pragma once

#include <boost/json/object.hpp>

#include <polyglot/chess/position.hpp>

#include "explorer/open_books.hpp"

/// What the page is told of books and positions, as JSON.
namespace polyglot::explorer {

/// {"edit", "books": [{"name", "path", "records", "header": {"version", "variants", "comment"} | null,
/// "learn_layout": "none" | "polyglot" | "xboard" | "prodeo" | "unknown"}]}; in place of a book that cannot
/// be read any more {"name", "path", "error"}.
[[nodiscard]] boost::json::object describe_books(OpenBooks& opened, bool edit);

/// {"fen", "key", "books": [{"moves": [{"uci", "san", "weight", "share", "n", "sum", "next"}], "unusable"}]}.
///
/// Moves are in file order. share: of the weight, 0 to 1; n, sum: the learn fields, games and half points
/// where the layout is Polyglot's; next: records that the book has behind the move; unusable: records without
/// a legal move. Books in the order of the command line; in place of one that cannot be read {"error"}.
[[nodiscard]] boost::json::object describe_position(OpenBooks& opened, const chess::Position& position);

}  // namespace polyglot::explorer
