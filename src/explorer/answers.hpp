// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <polyglot/explorer/explorer.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/openings/opening_names.hpp>
#include <polyglot/result.hpp>

#include "explorer/open_books.hpp"

/// What the page is told of books and positions, as JSON.
namespace polyglot::explorer {

/// {"edit", "books": [{"name", "path", "format": "polyglot" | "crafty" | …, "entries": see
/// BookSource::size(), "header": {"version", "variants", "comment"} | null, "learn_layout": "none" |
/// "polyglot" | "xboard" | "prodeo" | "unknown"}]}; in place of a book that cannot be read any more {"name",
/// "path", "error"}. Of books of a variant "variant", too: its name, and "setup", what its FENs are made of,
/// see variants::FenLetters: {"pieces", "held": letters, "castling": "none" | "sides" | "files"}. "shuffled"
/// is true if may_be_shuffled(), and else missing. Where openings have names (`names` is not null),
/// "openings": {"file": without folders, "count"}, too.
[[nodiscard]] boost::json::object describe_books(OpenBooks& opened, bool edit,
                                                 const openings::OpeningNames* names = nullptr);

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
/// position behind the move}]; of these only those behind which `is_wanted(key)`, if it is given.
[[nodiscard]] boost::json::object describe_position(
    OpenBooks& opened, const game::Position& position,
    const std::function<bool(chess::Key key)>& is_wanted = {});

/// Whether the books may have games of shuffled pieces: their header says so, or the variant shuffles them.
[[nodiscard]] bool may_be_shuffled(OpenBooks& opened);

/// Whether a page of the books opens on the list of starts: they may be shuffled, or have no move at the
/// usual start. The page itself decides by the same rule (App.showStarts).
[[nodiscard]] bool opens_on_starts(OpenBooks& opened);

/// The start positions of shuffled pieces, of chess those of Chess960, that one of the books has: [{"number",
/// "fen", "moves": the most that a book has there}], by their numbers. Empty where nothing is shuffled.
[[nodiscard]] boost::json::array describe_starts(OpenBooks& opened);

/// {"eco", "name"}, or null. Where openings have names, Service says so of each position: "opening" is that
/// of the position itself, "game_opening" the last one on the way there.
[[nodiscard]] boost::json::value describe_opening(const openings::Opening* opening);

/// {"count": all that match, "openings": the best of them, a hundred at most: [{"eco", "name", "uci",
/// "san"}]}. uci: moves from the start, separated by blanks; san: the same as games are written, "1. e4 c5".
/// Where the count is 0, those with names near the text, see OpeningNames::search_near().
[[nodiscard]] boost::json::object describe_search(const openings::OpeningNames& names, std::string_view text);

/// All that have a name, in the order of the file: [{"key", "eco", "name", "uci"}]. key: 16 hexadecimal
/// digits. Several may have the same: the first one counts.
[[nodiscard]] boost::json::array describe_all(const openings::OpeningNames& names);

/// The answers for an exported page with books of a variant: it has no server to ask. A JSON array of what
/// describe_position() returns, the start position first. It covers the positions that games reach in the
/// books (book::ReachedPositions) and those after the books' moves. "legal" has only the moves that lead to
/// another position of the array. `report` is called for each position of a book that is not reached.
/// Error: a book that cannot be read, or more than `most` bytes.
[[nodiscard]] Result<std::string> reached_answers(OpenBooks& opened, std::uint64_t most,
                                                  const Report& report);

}  // namespace polyglot::explorer
