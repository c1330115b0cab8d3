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

/// A score as one number, to compare and to subtract: centipawns, or more than any for a mate, the nearer the
/// more. Being mated is as much below zero.
[[nodiscard]] std::int64_t worth_of(const protocol::Score& score) noexcept;

/// For people: "+0.35", "mates in 3", "mated in 0".
[[nodiscard]] std::string worth_in_words(std::int64_t worth);

/// Has the engine look at a book move before it is played. It searches its own choice first, which may be the
/// same move, and is kept for what else the book has in the position; then the book's move. That is worse or
/// not by the last scores of both.
///
/// Says what is to be searched, and judges; whoever has the engine starts each search and tells what comes of
/// it. Source: docs/play.md, "Book moves that the engine verifies".
class BookVerification {
 public:
  /// How an engine searches one move.
  enum class Search : std::uint8_t {
    move,            ///< by UCI's `searchmoves`
    position_after,  ///< of which the score is the opponent's
  };
  enum class Verdict : std::uint8_t {
    pending,  ///< another search is due
    kept,
    dropped,  ///< the book does not play it any more in this game
  };

  BookVerification(BookPlayer& book, Search search) noexcept : book_(book), search_(search) {}

  /// The book's move for the last position of a game is to be played, in a search of such limits. False if it
  /// is to be played at once; otherwise the first search is due.
  [[nodiscard]] bool begin(const game::Game& game, const game::Move& move,
                           const protocol::SearchLimits& limits, game::CastlingNotation castling,
                           std::chrono::milliseconds now, Effects& effects);
  /// Timer::book_verdict has fired. True, and told in the log, if the verdict is overdue: the move is to be
  /// played without it.
  [[nodiscard]] bool give_up(std::chrono::milliseconds now, Effects& effects) const;
  /// The move is played without a verdict, or not at all.
  void cancel() noexcept { runs_ = false; }
  /// Nothing of what the engine has said of moves counts any more.
  void new_game() noexcept {
    cancel();
    own_.reset();
    book_.new_game();
  }

  /// True from begin() to the verdict.
  [[nodiscard]] bool runs() const noexcept { return runs_; }
  /// What is searched: all moves, or that of the book.
  [[nodiscard]] bool searches_book_move() const noexcept { return own_.has_value(); }
  [[nodiscard]] const game::Move& move() const noexcept { return move_; }
  /// A search for it begins, of that time: Timer::book_search tells when it is over. For an engine that has
  /// to be told.
  void search_begins(std::chrono::milliseconds now, Effects& effects) {
    search_end_ = now + time_;
    effects.timers.push_back({Timer::book_search, time_});
  }
  [[nodiscard]] bool search_is_over(std::chrono::milliseconds now) const noexcept {
    return now >= search_end_;
  }
  /// How long, whatever the search.
  [[nodiscard]] std::chrono::milliseconds time() const noexcept { return time_; }
  /// The same and the move, as Search::move has it.
  [[nodiscard]] protocol::SearchLimits limits() const;
  /// The game that is searched, as Search::position_after has it.
  [[nodiscard]] game::Game game() const;

  /// What the engine says of the search.
  void hear(const protocol::Info& info);
  /// The search has ended, with this move, if it is one. A verdict goes to the log.
  [[nodiscard]] Verdict end_search(const std::optional<game::Move>& best, Effects& effects);
  /// The last verdict in words.
  [[nodiscard]] const std::string& words() const noexcept { return words_; }

 private:
  /// The engine's own choice in a position. The score: centipawns, beyond all of them for mates.
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
  game::Game game_;  ///< in its last position the move is to be played
  game::Move move_;
  game::CastlingNotation castling_ = game::CastlingNotation::king_to_destination;
  std::string move_text_;
  std::chrono::milliseconds time_{0};
  std::chrono::milliseconds search_end_{0};
  std::chrono::milliseconds until_{0};  ///< when the verdict is overdue
  bool runs_ = false;
  std::optional<Own> own_;
  std::optional<std::int64_t> score_;  ///< the last of the search that runs
  std::string words_;
};

}  // namespace polyglot::session
