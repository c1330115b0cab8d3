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
#include "session/drivers/engine_driver.hpp"

namespace polyglot::session {

/// A score as one number that can be compared and subtracted: centipawns, or more than any centipawns for a
/// mate. A nearer mate is worth more. Being mated is negative in the same way.
[[nodiscard]] std::int64_t worth_of(const protocol::Score& score) noexcept;

/// For people: "+0.35", "mates in 3", "mated in 0".
[[nodiscard]] std::string worth_in_words(std::int64_t worth);

/// A search that the GUI does not see: the engine ponders while the book has the answer, or verifies a book
/// move before it is played. It ends when the GUI wants something else, and leaves the engine where it was.
/// The engine is a driver, or a relay between two lines of the GUI.
///
/// To verify a book move, the engine first searches its own choice, which may be the same move; the result is
/// kept for other book moves in the position. Then it searches the book's move. The last scores of both
/// decide. Source: docs/play.md, "Book moves that the engine verifies".
class HiddenSearch {
 public:
  /// How an engine searches one move.
  enum class Way : std::uint8_t {
    move,            ///< the move, by UCI's `searchmoves`; the engine stops when its time is over
    position_after,  ///< the position after the move; we stop the engine, and the score is the opponent's
  };
  enum class Verdict : std::uint8_t {
    pending,  ///< another search runs, or none was wanted
    kept,
    dropped,  ///< the book does not play the move any more in this game
  };

  /// `now`: the time of the present event.
  HiddenSearch(const std::chrono::milliseconds& now, BookPlayer& book, Way way) noexcept
      : now_(now), book_(book), way_(way) {}

  /// Sets the engine, which does not search yet. Call it for every new engine.
  void use(Searcher& engine) noexcept {
    engine_ = &engine;
    forget();
  }

  void ponder(const protocol::Search& search, Effects& effects) {
    stage_ = Stage::pondering;
    engine_->search(search, effects);
  }
  /// Verifies a book move for the last position of a game, in a search with these limits. False if the move
  /// has to be played at once.
  [[nodiscard]] bool verify(const game::Game& game, const game::Move& move,
                            const protocol::SearchLimits& limits, game::CastlingNotation castling,
                            Effects& effects);
  /// Ends the search. Its result is not wanted.
  void drop(Effects& effects);
  /// There is no search any more. The engine is not told.
  void forget() noexcept { stage_ = Stage::none; }
  /// Drops all verdicts and scores.
  void new_game() noexcept {
    if (verifies()) forget();
    own_.reset();
    book_.new_game();
  }

  [[nodiscard]] bool runs() const noexcept { return stage_ != Stage::none; }
  [[nodiscard]] bool ponders() const noexcept { return stage_ == Stage::pondering; }
  /// True from verify() to the verdict.
  [[nodiscard]] bool verifies() const noexcept {
    return stage_ == Stage::verifying || stage_ == Stage::closing;
  }
  /// The book move that is, or was, verified.
  [[nodiscard]] const game::Move& move() const noexcept { return move_; }
  /// The last verdict in words.
  [[nodiscard]] const std::string& words() const noexcept { return words_; }

  /// Timer::book_search has fired: a search for the verdict ends when its time is over. With Way::move the
  /// engine ends it by itself.
  void time_over(Effects& effects);
  /// Timer::book_verdict has fired. True, with a note in the log, if the verdict is overdue: the move has to
  /// be played without it.
  [[nodiscard]] bool gives_up(Effects& effects);
  /// Takes the engine's reports about the search.
  void hear(const protocol::Info& info);
  /// The search has ended with this move, or none. Starts the next one, or gives the verdict, which goes to
  /// the log.
  [[nodiscard]] Verdict ended(const std::optional<game::Move>& best, Effects& effects);

 private:
  enum class Stage : std::uint8_t {
    none,
    pondering,
    verifying,
    closing,  ///< the search for the verdict has been told to end, and its result is wanted
  };
  /// The engine's own choice in a position, with its score as worth_of().
  struct Own {
    game::Key position = 0;
    std::optional<game::Move> move;
    std::optional<std::int64_t> score;
  };

  /// What the engine reported last about the running search, if a store keeps it.
  struct Report {
    protocol::Score score;
    std::string pv;
    int depth = 0;
    std::uint64_t nodes = 0;
    std::uint64_t milliseconds = 0;
  };

  /// Keeps the result of the search that has ended with this move.
  void keep(const std::optional<game::Move>& best, Effects& effects);
  /// Starts the search of the book's move, or of all moves.
  void search(Effects& effects);
  /// Whether the present search is about the book's move, and not about all moves.
  [[nodiscard]] bool searches_book_move() const noexcept { return own_.has_value(); }
  [[nodiscard]] bool needs_engine() const;
  [[nodiscard]] bool is_own_choice() const { return own_ && own_->move == move_; }
  [[nodiscard]] Verdict judge(Effects& effects);
  [[nodiscard]] Verdict end(bool is_good, std::string_view why, Effects& effects);
  [[nodiscard]] std::string text_of(const game::Move& move) const;

  const std::chrono::milliseconds& now_;
  BookPlayer& book_;
  Way way_;
  Searcher* engine_ = nullptr;
  Stage stage_ = Stage::none;
  game::Game game_;  ///< its last position is the one of the book move
  game::Move move_;
  game::CastlingNotation castling_ = game::CastlingNotation::king_to_destination;
  std::string move_text_;
  std::chrono::milliseconds time_{0};  ///< of each search
  std::chrono::milliseconds search_end_{0};
  std::chrono::milliseconds until_{0};  ///< time at which the verdict is overdue
  std::optional<Own> own_;
  std::optional<std::int64_t> score_;  ///< the last score of the running search
  std::optional<Report> report_;
  std::string words_;
};

}  // namespace polyglot::session
