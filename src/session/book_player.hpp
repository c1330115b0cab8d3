#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/game/game.hpp>
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
  game::CastlingNotation castling = game::CastlingNotation::king_to_destination;
};

/// Plays from a book, as the options say: in the last position of a game. Nothing is played in a game whose
/// rules are not known, or of a variant that the book's header does not name.
class BookPlayer {
 public:
  explicit BookPlayer(book::RandomSource random);

  /// Asks for the book that Book and BookFile name; use() comes then. False if they name none. Until then
  /// there is none.
  bool open(const config::Options& options, Effects& effects);
  /// Plays from a book; null: from none. `known`: the variants that its header may name.
  void use(std::unique_ptr<book::BookSource> book,
           const variants::Catalogue& known = variants::Catalogue::builtin());
  /// Takes over the options that say how to choose a move.
  void set_policy(const config::Options& options);

  /// A move, or nothing if the book has none to play.
  [[nodiscard]] std::optional<game::Move> move(const game::Game& game) const {
    return in_depth(game) ? select(*game.position(), policy_) : std::nullopt;
  }
  /// The same as the answer to a search.
  [[nodiscard]] std::optional<protocol::BookAnswer> answer(const game::Game& game,
                                                           const BookQuery& query) const;

  /// The move that the book would most likely play, whatever BookRandom says.
  [[nodiscard]] std::optional<game::Move> best(const game::Game& game) const {
    return in_depth(game) ? likeliest(*game.position()) : std::nullopt;
  }
  /// The same whatever BookDepth says, for somebody who asks for advice.
  [[nodiscard]] std::optional<game::Move> hint(const game::Game& game) const {
    return knows(game) ? likeliest(*game.position()) : std::nullopt;
  }

  /// All legal moves that the book has, heaviest first, with their shares.
  [[nodiscard]] protocol::BookList list(const game::Game& game) const;

  /// The book's file name as the user wrote it; empty if there is no book.
  [[nodiscard]] std::string_view file() const noexcept;

  /// Has the book told how a game went, if it learns and has not been told of this game.
  void learn(GameRecord& record, protocol::GameResult::Score result, Effects& effects) const;

  /// What is wrong with the book and was not told before, see BookSource.
  [[nodiscard]] std::optional<Error> take_trouble();

 private:
  /// Whether the book is made for these rules, which it was asked for last.
  struct Judged {
    std::string rules;
    bool fits = true;
  };

  /// Whether the book's header lets it be played in a game that this position is of.
  [[nodiscard]] bool is_made_for(const game::Position& position) const;
  /// What the book has, if it is made for the game.
  [[nodiscard]] book::BookMoves find(const game::Position& position) const;
  [[nodiscard]] bool knows(const game::Game& game) const { return book_ && game.position() != nullptr; }
  [[nodiscard]] bool in_depth(const game::Game& game) const {
    return knows(game) && in_depth(*game.position());
  }
  [[nodiscard]] bool in_depth(const game::Position& position) const {
    return position.fullmove_number() <= depth_;
  }
  [[nodiscard]] std::optional<game::Move> select(const game::Position& position,
                                                 const book::SelectionPolicy& policy) const;
  [[nodiscard]] std::optional<game::Move> likeliest(const game::Position& position) const;
  [[nodiscard]] bool plays_as_crafty() const {
    return as_crafty_ && book_->format() == book::BookFormat::crafty;
  }
  [[nodiscard]] std::vector<book::Candidate> eligible(const game::Position& position,
                                                      const book::BookMoves& moves,
                                                      const book::SelectionPolicy& policy) const;
  /// All moves with their shares; 0 if Crafty would not play them, where that counts.
  [[nodiscard]] std::vector<book::Candidate> with_shares(const game::Position& position) const;
  /// What has been learned of the book's moves, if that counts.
  [[nodiscard]] std::optional<book::LearnedMoves> learned(const game::Position& position,
                                                          const book::BookMoves& moves) const;

  book::RandomSource random_;
  std::string file_;
  std::unique_ptr<book::BookSource> book_;
  std::vector<std::string> made_for_;        ///< names of rules; none: for all
  std::vector<game::Rules> made_for_rules_;  ///< those of them that are known
  mutable Judged judged_;
  mutable std::string untold_refusal_;      ///< rules that it is not made for, and for which it was asked
  std::vector<std::string> refusals_told_;  ///< rules for which that was told
  book::SelectionPolicy policy_;
  bool learns_ = false;
  bool as_crafty_ = false;  ///< what a Crafty book has is chosen as Crafty does
  int depth_ = 0;           ///< full moves
};

}  // namespace polyglot::session
