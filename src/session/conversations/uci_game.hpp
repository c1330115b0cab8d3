// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>

#include "session/context.hpp"
#include "session/conversations/game_record.hpp"

namespace polyglot::session {

/// A game that a UCI GUI lets us play.
struct FollowedGame {
  GameRecord record;                        ///< the game at the last search for a move to play
  chess::Color side = chess::Color::white;  ///< the side that we play
  bool both_sides = false;                  ///< the GUI has also asked for moves of the other side
  bool result_told = false;
  bool has_opening = false;              ///< it begins with moves of a tournament manager
  std::optional<std::size_t> first_own;  ///< ply of our first move that was played
  std::optional<game::Move> answer;      ///< our answer to the last search, in the last position
  Mover answered_by = Mover::engine;
};

/// Follows the game that a UCI GUI lets us play, for a book that learns. UCI does not tell who made a move or
/// how a game ended, so positions and searches have to show it. Nothing is kept unless BookLearn
/// is on.
///
/// A game is a sequence of searches for a move to play. A move is ours if it was the answer to such a search,
/// and a later position shows it. Analysed positions, and moves expected while pondering, do not belong to
/// the game.
///
/// We know how a game ends if we make its last move. If the opponent makes it, many GUIs do not show the
/// end, and we would learn wins but no losses. Therefore an end by the rules counts only after the GUI has
/// shown the end of a lost game. That must be an earlier game: a result must not decide which games count.
///
/// `shown`: always the game of the GUI's last `position`; null if that was not understood.
/// Source: docs/learning.md.
class UciGame {
 public:
  explicit UciGame(Context& context) noexcept : context_(context) {}

  /// What the GUI does with the best move of a search.
  enum class Search : std::uint8_t {
    none,    ///< it does not play it, or there is no search
    play,    ///< it plays it
    ponder,  ///< it plays it only after a ponder_hit()
  };

  /// The GUI has given a position.
  void position_given() noexcept;
  /// The GUI wants a search there.
  void search_begins(Search search, const game::Game* shown);
  /// The move that was expected has been played.
  void ponder_hit(const game::Game* shown);
  /// The best move of the last search, in any UCI notation.
  void answered(std::string_view move, Mover by);

  /// The GUI reports the result of the game. A win or a draw is learned at once, and only once.
  void result_told(protocol::GameResult::Score score, const game::Game* shown);
  /// The book could not learn it: the GUI may report it again.
  void learning_failed() noexcept;
  /// The game ends, because the next one is announced. If its result was not reported, it is learned by the
  /// rules, if BookLearnUci says so.
  void end(const game::Game* shown);

 private:
  struct Verdict {
    protocol::GameResult::Score score;
    std::string reason;
  };

  void follow(const game::Game* shown);
  void begin(const game::Game& shown, bool announced);
  [[nodiscard]] bool is_of_present_game(const game::Game& shown) const;
  void bring_to(const game::Game& shown);
  void take_last_position(const game::Game* shown);

  /// The GUI has shown a last move of the opponent that ends the game, and it is not a draw.
  [[nodiscard]] bool shows_lost_game() const;
  void notify_of_unseen_ends();
  [[nodiscard]] bool can_be_learned() const;
  [[nodiscard]] std::optional<Verdict> guess();
  [[nodiscard]] std::optional<Verdict> judge_by_rules();
  void learn(const Verdict& verdict);

  Context& context_;
  std::optional<FollowedGame> present_;  ///< nothing if there is no game
  bool gui_shows_ends_ = false;          ///< the GUI has shown the end of a lost game
  bool unseen_ends_notified_ = false;
  bool is_announced_ = true;      ///< the next search for a move to play begins a game
  bool position_is_new_ = false;  ///< the position may show how the game has ended
  Search search_ = Search::none;  ///< the running search
};

}  // namespace polyglot::session
