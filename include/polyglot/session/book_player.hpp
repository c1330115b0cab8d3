#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/result.hpp>

namespace polyglot::session {

/// Opens the book of a file name as the user wrote it.
using BookOpener = std::function<Result<std::unique_ptr<book::BookSource>>(const std::string& file)>;

/// What the asker wants of a book answer.
struct BookQuery {
  bool restricted = false;                     ///< only `search_moves` may be played
  std::vector<std::string_view> search_moves;  ///< coordinate notation
  bool with_reply = false;                     ///< look for an expected reply as well
  chess::CastlingNotation castling = chess::CastlingNotation::king_to_destination;
};

/// Plays from the book that the options name.
class BookPlayer {
 public:
  BookPlayer(BookOpener open, book::RandomSource random);

  /// Opens the book that Book and BookFile ask for, or closes it. Error: why the book cannot be used; there
  /// is none then.
  Result<void> open(const config::Options& options);
  /// Takes over the options that say how to choose a move.
  void set_policy(const config::Options& options);

  /// A move for the position, or nothing if the book has none to play.
  [[nodiscard]] std::optional<protocol::BookAnswer> answer(const chess::Position& position,
                                                           const BookQuery& query) const;

  /// Why the book could not be read just now; nothing if it could, or if that was told before.
  [[nodiscard]] std::optional<Error> take_trouble();

 private:
  [[nodiscard]] std::vector<book::Candidate> candidates(const book::BookMoves& moves,
                                                        const chess::Position& position) const;
  [[nodiscard]] std::string reply(const chess::Position& position, chess::CastlingNotation castling) const;

  BookOpener open_;
  book::RandomSource random_;
  std::string file_;
  std::unique_ptr<book::BookSource> book_;
  bool trouble_told_ = false;
  book::SelectionPolicy policy_;
  int depth_ = 0;  ///< full moves
};

}  // namespace polyglot::session
