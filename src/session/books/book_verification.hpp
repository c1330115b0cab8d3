// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/session/effects.hpp>

#include "session/books/book_player.hpp"

namespace polyglot::session {

/// A score as one number that can be compared and subtracted: centipawns, or more than any centipawns for a
/// mate. A nearer mate is worth more. Being mated is negative in the same way.
[[nodiscard]] std::int64_t worth_of(const protocol::Score& score) noexcept;

/// For people: "+0.35", "mates in 3", "mated in 0".
[[nodiscard]] std::string worth_in_words(std::int64_t worth);

/// Lets the engine verify a book move before it is played. The engine first searches its own choice, which
/// may be the same move; the result is kept for other book moves in the position. Then it searches the book's
/// move. The last scores of both decide.
///
/// This class decides what to search, and judges. The owner of the engine starts each search and passes on
/// the engine's output. Source: docs/play.md, "Book moves that the engine verifies".
class BookVerification {
 public:
  /// How an engine searches one move.
  enum class Search : std::uint8_t {
    move,            ///< the move, by UCI's `searchmoves`
    position_after,  ///< the position after the move; the score is the opponent's
  };
  enum class Verdict : std::uint8_t {
    pending,  ///< another search has to follow
    kept,
    dropped,  ///< the book does not play the move any more in this game
  };

  BookVerification(BookPlayer& book, Search search) noexcept : book_(book), search_(search) {}

  /// Begins to verify a book move for the last position of a game, in a search with these limits. False if
  /// the move has to be played at once; otherwise the first search has to start.
  [[nodiscard]] bool begin(const game::Game& game, const game::Move& move,
                           const protocol::SearchLimits& limits, game::CastlingNotation castling,
                           std::chrono::milliseconds now, Effects& effects);
  /// Call it when Timer::book_verdict fires. True, with a note in the log, if the verdict is overdue: play
  /// the move without it.
  [[nodiscard]] bool give_up(std::chrono::milliseconds now, Effects& effects) const;
  /// Ends the verification without a verdict.
  void cancel() noexcept { runs_ = false; }
  /// Drops all verdicts and scores.
  void new_game() noexcept {
    cancel();
    own_.reset();
    book_.new_game();
  }

  /// True from begin() to the verdict.
  [[nodiscard]] bool runs() const noexcept { return runs_; }
  /// Whether the present search is about the book's move, and not about all moves.
  [[nodiscard]] bool searches_book_move() const noexcept { return own_.has_value(); }
  [[nodiscard]] const game::Move& move() const noexcept { return move_; }
  /// A search begins: starts Timer::book_search, for an engine that has to be told when the time is over.
  void search_begins(std::chrono::milliseconds now, Effects& effects) {
    search_end_ = now + time_;
    effects.timers.push_back({Timer::book_search, time_});
  }
  [[nodiscard]] bool search_is_over(std::chrono::milliseconds now) const noexcept {
    return now >= search_end_;
  }
  /// The time of each search.
  [[nodiscard]] std::chrono::milliseconds time() const noexcept { return time_; }
  /// The limits of a search with Search::move: the time, and the book's move if that is searched.
  [[nodiscard]] protocol::SearchLimits limits() const;
  /// The game to search with Search::position_after.
  [[nodiscard]] game::Game game() const;

  /// Takes the engine's reports about the search.
  void hear(const protocol::Info& info);
  /// The search has ended with this move, or none. A verdict goes to the log.
  [[nodiscard]] Verdict end_search(const std::optional<game::Move>& best, Effects& effects);
  /// The last verdict in words.
  [[nodiscard]] const std::string& words() const noexcept { return words_; }

 private:
  /// The engine's own choice in a position, with its score as worth_of().
  struct Own {
    game::Key position = 0;
    std::optional<game::Move> move;
    std::optional<std::int64_t> score;
  };

  [[nodiscard]] bool needs_engine() const;
  [[nodiscard]] bool is_own_choice() const { return own_ && own_->move == move_; }
  [[nodiscard]] Verdict judge(Effects& effects);
  [[nodiscard]] Verdict end(bool is_good, std::string_view why, Effects& effects);
  [[nodiscard]] std::string text_of(const game::Move& move) const;

  BookPlayer& book_;
  Search search_;
  game::Game game_;  ///< its last position is the one of the book move
  game::Move move_;
  game::CastlingNotation castling_ = game::CastlingNotation::king_to_destination;
  std::string move_text_;
  std::chrono::milliseconds time_{0};
  std::chrono::milliseconds search_end_{0};
  std::chrono::milliseconds until_{0};  ///< time at which the verdict is overdue
  bool runs_ = false;
  std::optional<Own> own_;
  std::optional<std::int64_t> score_;  ///< the last score of the running search
  std::string words_;
};

}  // namespace polyglot::session
