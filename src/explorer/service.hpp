// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/analysis/store.hpp>
#include <polyglot/openings/opening_names.hpp>

#include "explorer/added_counts.hpp"
#include "explorer/edit_history.hpp"
#include "explorer/games.hpp"
#include "explorer/lichess.hpp"
#include "explorer/open_books.hpp"
#include "explorer/target.hpp"

namespace polyglot::explorer {

/// Answers requests for the page and its questions about books. It does not use sockets. "?" marks what may
/// be missing. Moves are separated by blanks. A failure is {"error": text} with a status of 400 or more.
/// - GET api/books: describe_books(), "store"?: name of the store, and with `edit` the answer to api/edit
/// - GET api/position?fen=FEN&moves=MOVES?: describe_position(), and with a store "verdicts":
///   describe_verdicts(). In a variant the FEN, too, may be missing. Also parameters of read_filter().
/// - POST api/positions {"positions": [{"fen", "moves"?}, at most 100]}: {"positions": [these answers, or
///   {"error": text}]}. Also parameters of read_filter().
/// - GET api/starts: {"starts": describe_starts()}
/// - GET api/openings?name=TEXT: describe_search(), if openings have names
/// - POST api/games {"text", "fen"}: describe_games()
/// - POST api/lines {"book", "text", "variations"?: true, "side"?: "white" | "black", the only side whose
/// moves
///   are added}: what added_moves() would add, {"lines", "moves", "weighed": how many of them have a weight
///   by marks or comments, "left_out", "variations", "missing": how many of them the book does not have,
///   "problem"}
/// - POST api/edit, with `edit`, one of
///   {"book", "fen", "moves"?, "move", "action": "set" | "add" | "remove", "weight", "seen"?: old weight},
///   {"book", "changes": [the same without "book"]}, {"book", "lines": [{"fen", "moves", "weights"?: one for
///   each move, null: do not add the move}], "weight", "side"?}, or what api/lines takes with "weight", that
///   of a move without marks. Answer: {"undo": number of changes that can be undone, "last": the last of them
///   in words, "change": its number}
/// - GET lichess and masters, if a book is counts of games: lichess_response(). Programs of this machine need
///   no secret for these. With the secret, pages of any site may ask.
/// - POST api/undo {"change"?: number of the change to undo}, with `edit`: the answer to api/edit
class Service {
 public:
  struct Settings {
    std::uint16_t port;
    std::string secret;  ///< the first part of every valid path: "/SECRET/api/books"
    bool edit = false;   ///< requests may change books
    std::shared_ptr<const openings::OpeningNames> opening_names = nullptr;  ///< for chess; null: none
    std::shared_ptr<const analysis::Store> store = nullptr;                 ///< of verdicts; null: none
  };

  Service(OpenBooks opened, const Settings& settings);

  [[nodiscard]] Response handle(const Request& request);

 private:
  using Handler = Response (Service::*)(const Request&);
  struct Route;

  [[nodiscard]] Response checked_answer(const Request& request);
  /// The open files of counts.
  [[nodiscard]] LichessSource lichess_source();
  [[nodiscard]] Response answer_at(std::string_view path, const Request& request);
  [[nodiscard]] Response books(const Request& request);
  [[nodiscard]] Response position(const Request& request);
  [[nodiscard]] Response positions(const Request& request);
  [[nodiscard]] Response starts(const Request& request);
  [[nodiscard]] Response find_openings(const Request& request);
  [[nodiscard]] Response games(const Request& request);
  [[nodiscard]] Response lines(const Request& request);
  /// Returns the answer about a position. Failure: what cannot be read.
  [[nodiscard]] boost::json::object describe(const std::optional<std::string>& fen, std::string_view moves,
                                             const GroupFilter& filter);
  [[nodiscard]] Response edit(const Request& request);
  [[nodiscard]] Response undo(const Request& request);
  [[nodiscard]] Response edit_answer(const Request& request, const Result<void>& done) const;
  [[nodiscard]] boost::json::object what_can_be_undone() const;
  [[nodiscard]] Response page(const Request& request, std::string_view path) const;
  /// Reads a position. Calls `visit` with each position of the game, the last one included, and `leave` with
  /// each position except the last, and the move played there.
  [[nodiscard]] game::Position read_position(
      const std::optional<std::string>& fen, std::string_view moves,
      const std::function<void(const game::Position&)>& visit = {},
      const std::function<void(const game::Position&, const game::Move&)>& leave = {}) const;
  /// The index of the `.bin` that a request wants to change.
  [[nodiscard]] std::size_t read_book(const boost::json::object& wish);
  [[nodiscard]] Change read_change(const boost::json::object& wish, std::size_t book) const;
  [[nodiscard]] std::vector<Change> read_changes(const boost::json::object& wish);
  [[nodiscard]] std::vector<Change> read_lines(const boost::json::object& wish, std::size_t book) const;
  [[nodiscard]] std::vector<Change> read_text(const boost::json::object& wish, std::size_t book) const;
  [[nodiscard]] AddedMoves read_games(const boost::json::object& wish) const;

  OpenBooks books_;
  OriginCheck origin_check_;
  std::string root_;  ///< "/SECRET/"
  bool may_edit_;
  std::shared_ptr<const openings::OpeningNames> opening_names_;
  std::shared_ptr<const analysis::Store> store_;
  EditHistory history_;
};

/// An answer {"error": text}, for code without a Service.
[[nodiscard]] Response refusal(const Request& request, boost::beast::http::status status,
                               std::string_view why);

}  // namespace polyglot::explorer
