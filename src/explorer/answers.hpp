// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <polyglot/analysis/store.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/openings/opening_names.hpp>
#include <polyglot/result.hpp>

#include "explorer/added_counts.hpp"
#include "explorer/counts_book.hpp"
#include "explorer/open_books.hpp"

/// The answers to the page about books and positions, as JSON.
namespace polyglot::explorer {

/// {"error": text}
[[nodiscard]] boost::json::object error_object(const Error& error);

/// A book key as hexadecimal digits.
[[nodiscard]] std::string key_text(game::Key key);

/// A move as the page names it: as engines do, with castling as the position needs it.
[[nodiscard]] std::string coordinates(const game::Position& position, const game::Move& move);

/// What all books tell of a move: {"uci", "san", "weight", "share", "next"}, see describe_position().
[[nodiscard]] boost::json::object describe_book_move(const book::BookSource& book,
                                                     const game::Position& position, const game::Move& move,
                                                     std::uint64_t weight, double share);

/// {"edit", "books": [{"name", "path", "format": "polyglot" | "crafty" | …, "entries": see
/// BookSource::size(), "header": {"version", "variants", "comment"} | null, "learn_layout": "none" |
/// "polyglot" | "xboard" | "prodeo" | "unknown"}]}; counts of games have the format "counts", and also the
/// fields of describe_counts(); a book that can no longer be read has {"name", "path", "error"} instead.
/// "setup" has the letters of FENs, see variants::FenLetters: {"pieces", "held": letters, "castling": "none"
/// | "sides" | "files"}. Books of a variant also have "variant", its name. "shuffled" is true if
/// may_be_shuffled(), and otherwise missing. If openings have names (`names` is not null), there is also
/// "openings": {"file": without folders, "count"}.
[[nodiscard]] boost::json::object describe_books(OpenBooks& opened, bool edit,
                                                 const openings::OpeningNames* names = nullptr);

/// {"fen", "key", "books": [{"moves": [{"uci", "san", "weight", "share", "next", "n", "sum", "facts"}],
/// "unusable", "troubles"}]}.
///
/// Moves are in file order. share: part of the weight, 0 to 1; next: number of the book's moves after the
/// move; n, sum (only of a `.bin`): the learn fields, which are games and half points in Polyglot's layout;
/// facts (only of other formats): an object of BookMove::facts, if there are any; unusable: records of a
/// `.bin` without a legal move; troubles: the problems of the book, as texts, if there are any. Books are in
/// the order of the command line; a book that cannot be opened is {"error"}. Counts of games have the
/// moves of describe_counted(), from the games that `filter` takes.
///
/// The page knows no rules. Therefore there are "check", "chess960": true if e1g1 could be misread, otherwise
/// missing, "ending": null | "checkmate" | "stalemate" | "variant_end", "winner": null | "white" | "black",
/// and "legal": all moves, [{"uci", "san", "from", a square, or "drop", a piece's letter, "to", "promotion":
/// the text after the squares, "rook": its square if the move castles in chess, "key" of the position after
/// the move}]. In a variant, moves of books have a "code" of four hexadecimal digits.
[[nodiscard]] boost::json::object describe_position(OpenBooks& opened, const game::Position& position,
                                                    const GroupFilter& filter = {});

/// Whether the books may have games of shuffled pieces, by their headers or by the rules of the variant.
[[nodiscard]] bool may_be_shuffled(OpenBooks& opened);

/// The start positions of shuffled pieces (in chess those of Chess960) that at least one book has:
/// [{"number", "fen", "moves": the highest number of moves that a book has there}], sorted by number. Empty
/// for a variant with only one start, or with more than 100,000.
[[nodiscard]] boost::json::array describe_starts(OpenBooks& opened);

/// {"eco", "name"}, or null. If openings have names, Service adds them to each position: "opening" is that of
/// the position itself, "game_opening" the last one of the game.
[[nodiscard]] boost::json::value describe_opening(const openings::Opening* opening);

/// {"count": number of matches, "openings": the best of them, at most a hundred: [{"eco", "name", "uci",
/// "san"}]}. uci: moves from the start, separated by blanks; san: these moves as "1. e4 c5". If the count is
/// 0, openings with names near the text, see OpeningNames::search_near().
[[nodiscard]] boost::json::object describe_search(const openings::OpeningNames& names, std::string_view text);

/// {"games", "groups": {"speeds": ["bullet", …], "ratings": [lower ends of bands], "years"}}: the number
/// of games counted, and the values of each kind of group, in order. A list is empty if the games were not
/// counted by that kind.
[[nodiscard]] boost::json::object describe_counts(const counts::CountsFile& file);

/// The moves of a position in the games of some groups, the most played first: [{"uci", "san", "weight":
/// games, "share": of the games, "next", "facts": {"games", "wins", "draws", "losses": of the side that
/// moves, "rating", "performance", "first", "last": dates as YYYYMMDD}}]. Unknown
/// values are left out. Failure: damage.
[[nodiscard]] boost::json::array describe_counted(const CountsBook& book, const game::Position& position,
                                                  const GroupFilter& filter);

/// Returns the verdicts of a store on a position: {"score": {"cp", "text", "engine", "nodes", "date"},
/// "moves": [{"uci", "san", "loss" and the same}]}, or {"error"} if the store cannot be read.
///
/// cp: centipawns for the side to move, at least 30000 for a mate; text: the same in pawns, "+0.25", or "#3".
/// "score" is from the verdict with most nodes; it is missing without a verdict. "moves" are all legal moves
/// with a known score, the best first; loss: centipawns against the choice of the engine that judged. date:
/// seconds since 1970. Source: docs/verdicts.md, "Judging a move".
[[nodiscard]] boost::json::object describe_verdicts(const analysis::Store& store,
                                                    const game::Position& position, const game::Rules& rules);

}  // namespace polyglot::explorer
