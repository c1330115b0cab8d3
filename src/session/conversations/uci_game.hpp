// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/options.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/session/effects.hpp>

#include "session/books/book_player.hpp"
#include "session/conversations/game_record.hpp"
#include "session/gui.hpp"

namespace polyglot::session {

/// A game that a UCI GUI has us play.
struct FollowedGame {
  struct Evaluation {
    std::size_t ply;
    std::int64_t score;  ///< worth_of(), from our point of view
  };

  GameRecord record;                        ///< as of the last search for a move to play
  chess::Color side = chess::Color::white;  ///< that we play
  bool both_sides = false;                  ///< we were asked for moves of the other side as well
  bool result_told = false;
  bool has_opening = false;              ///< a manager has it begin with moves of its own
  std::optional<std::size_t> first_own;  ///< ply of our first move that was played
  std::optional<game::Move> answer;      ///< to the last search, in the last position
  Mover answered_by = Mover::engine;
  std::vector<Evaluation> evaluations;  ///< of our last answers, those in a row
};

/// The game that a UCI GUI has us play, as its positions and searches show it, for a book that learns: UCI
/// tells neither who made a move nor how a game ended. Nothing is kept unless BookLearn, Stats or Log is on.
///
/// A game is what searches for a move to play are about, and a move is ours if it was the answer to one and a
/// later position shows it. What is only analysed, or expected while pondering, is no part of it.
///
/// Our own last move ends a game before our eyes, the opponent's only if the GUI shows us the position behind
/// it, which many do not: then we would see our wins and not our losses. So an end by the rules counts only
/// once the GUI has shown us a lost one, in an earlier game: this one then counts whatever its result is.
///
/// `shown`: always the game of the GUI's last `position`; null if that was not understood.
/// Source: docs/learning.md.
class UciGame {
 public:
  UciGame(const config::Options& options, Gui& gui, const BookPlayer& book) noexcept
      : options_(options), gui_(gui), book_(book) {}

  /// What becomes of the best move of a search.
  enum class Search : std::uint8_t {
    none,    ///< it is not played, or there is no search
    play,    ///< it is played
    ponder,  ///< it is not played, but for a ponder_hit()
  };

  /// The GUI has given a position.
  void position_given() noexcept;
  /// It wants a search there.
  void search_begins(Search search, const game::Game* shown, Effects& effects);
  /// The move that was expected has been played.
  void ponder_hit(const game::Game* shown, Effects& effects);
  /// The best move of the last search, in whatever notation UCI has for it.
  void answered(std::string_view move, Mover by);
  /// True if take_score() is to be shown what the engine says of the search that runs.
  [[nodiscard]] bool wants_scores() const noexcept { return wants_scores_; }
  void take_score(const protocol::Info& info) noexcept;

  /// The GUI knows how the game has ended. A winner or a draw is learned at once, and once.
  void result_told(protocol::GameResult::Score score, const game::Game* shown, Effects& effects);
  /// The book has not taken it: the GUI may tell it again.
  void learning_failed() noexcept;
  /// There will be no more of this game, the next one is announced. Unless its result was told, it is learned
  /// as the rules or the scores say, if BookLearnUci wants that.
  void end(const game::Game* shown, Effects& effects);
  /// The same where nobody can tell what becomes of it.
  void leave(Effects& effects);

 private:
  struct Verdict {
    protocol::GameResult::Score score;
    std::string reason;
  };

  /// Whether anybody wants to know of games.
  [[nodiscard]] bool is_wanted() const;
  void follow(const game::Game* shown, Effects& effects);
  void begin(const game::Game& shown, bool announced);
  [[nodiscard]] bool is_of_present_game(const game::Game& shown) const;
  void bring_to(const game::Game& shown);
  void take_last_position(const game::Game* shown);

  /// The opponent has ended the game, not drawn, and the GUI has shown that.
  [[nodiscard]] bool shows_lost_game() const;
  void notify_of_unseen_ends(Effects& effects);
  [[nodiscard]] bool can_be_learned() const;
  [[nodiscard]] std::optional<Verdict> guess();
  [[nodiscard]] std::optional<Verdict> judge_by_rules();
  [[nodiscard]] std::optional<Verdict> judge_by_scores() const;
  void learn(const Verdict& verdict, Effects& effects);

  const config::Options& options_;
  Gui& gui_;
  const BookPlayer& book_;
  std::optional<FollowedGame> present_;  ///< nothing: there is no game
  bool gui_shows_ends_ = false;          ///< it has shown a game that the opponent had ended
  bool unseen_ends_notified_ = false;
  bool is_announced_ = true;      ///< the next search for a move to play begins a game
  bool position_is_new_ = false;  ///< it may be how the game has ended
  Search search_ = Search::none;  ///< that runs
  bool wants_scores_ = false;
  std::optional<std::int64_t> score_;  ///< of the search that runs, the last one it told
};

}  // namespace polyglot::session
