#pragma once

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
#include <polyglot/session/effects.hpp>

#include "session/game_record.hpp"

namespace polyglot::session {

/// What the asker wants of a book answer.
struct BookQuery {
  bool restricted = false;                     ///< only `search_moves` may be played
  std::vector<std::string_view> search_moves;  ///< coordinate notation
  bool with_reply = false;                     ///< look for an expected reply as well
  chess::CastlingNotation castling = chess::CastlingNotation::king_to_destination;
};

/// Plays from a book, as the options say.
class BookPlayer {
 public:
  explicit BookPlayer(book::RandomSource random);

  /// Asks for the book that Book and BookFile name; use() comes then. False if they name none. Until then
  /// there is none.
  bool open(const config::Options& options, Effects& effects);
  /// Plays from a book; null: from none.
  void use(std::unique_ptr<book::BookSource> book) noexcept { book_ = std::move(book); }
  /// Takes over the options that say how to choose a move.
  void set_policy(const config::Options& options);

  /// A move for the position, or nothing if the book has none to play.
  [[nodiscard]] std::optional<chess::Move> move(const chess::Position& position) const {
    return in_depth(position) ? select(position, policy_) : std::nullopt;
  }
  /// The same as the answer to a search.
  [[nodiscard]] std::optional<protocol::BookAnswer> answer(const chess::Position& position,
                                                           const BookQuery& query) const;

  /// The move that the book would most likely play, whatever BookRandom says.
  [[nodiscard]] std::optional<chess::Move> best(const chess::Position& position) const {
    return in_depth(position) ? hint(position) : std::nullopt;
  }
  /// The same whatever BookDepth says, for somebody who asks for advice.
  [[nodiscard]] std::optional<chess::Move> hint(const chess::Position& position) const;

  /// All legal moves that the book has for the position, heaviest first, with their shares.
  [[nodiscard]] protocol::BookList list(const chess::Position& position) const;

  /// The book's file name as the user wrote it; empty if there is no book.
  [[nodiscard]] std::string_view file() const noexcept;

  /// Has the book told how a game of chess went, if it learns and has not been told of this game.
  void learn(GameRecord& record, protocol::GameResult::Score result, Effects& effects) const;

  /// What is wrong with the book and was not told before, see BookSource.
  [[nodiscard]] std::optional<Error> take_trouble();

 private:
  [[nodiscard]] bool in_depth(const chess::Position& position) const {
    return position.fullmove_number() <= depth_;
  }
  [[nodiscard]] std::optional<chess::Move> select(const chess::Position& position,
                                                  const book::SelectionPolicy& policy) const;
  [[nodiscard]] bool plays_as_crafty() const {
    return as_crafty_ && book_->format() == book::BookFormat::crafty;
  }
  [[nodiscard]] std::vector<book::Candidate> eligible(const chess::Position& position,
                                                      const book::BookMoves& moves,
                                                      const book::SelectionPolicy& policy) const;
  /// All moves with their shares; 0 if Crafty would not play them, where that counts.
  [[nodiscard]] std::vector<book::Candidate> with_shares(const chess::Position& position) const;
  /// What has been learned of the book's moves, if that counts.
  [[nodiscard]] std::optional<book::LearnedMoves> learned(const chess::Position& position,
                                                          const book::BookMoves& moves) const;

  book::RandomSource random_;
  std::string file_;
  std::unique_ptr<book::BookSource> book_;
  book::SelectionPolicy policy_;
  bool learns_ = false;
  bool as_crafty_ = false;  ///< what a Crafty book has is chosen as Crafty does
  int depth_ = 0;           ///< full moves
};

}  // namespace polyglot::session
