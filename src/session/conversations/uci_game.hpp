// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>

#include "session/books/book_player.hpp"
#include "session/context.hpp"
#include "session/conversations/adjudicator.hpp"
#include "session/conversations/game_record.hpp"
#include "session/gui.hpp"

namespace polyglot::session {

struct FollowedGame {
  GameRecord record;                        ///< the game at the last search for a move to play
  chess::Color side = chess::Color::white;  ///< the side that we play
  bool both_sides = false;                  ///< the GUI has also asked for moves of the other side
  bool result_reported = false;
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

  void position_given() noexcept {
    position_is_new_ = true;
    search_ = Search::none;  // the GUI has not waited for the best move
  }

  void search_begins(Search search, const game::Game* shown) {
    position_is_new_ = false;
    search_ = context_.options.check(OptionId::book_learn) ? search : Search::none;
    if (search_ == Search::play) follow(shown);
  }

  void ponder_hit(const game::Game* shown) {
    if (search_ != Search::ponder) return;
    search_ = Search::play;
    follow(shown);
  }

  /// The best move of the last search, in any UCI notation.
  void answered(std::string_view move, Mover by) {
    if (std::exchange(search_, Search::none) != Search::play || !present_) return;
    present_->answer = present_->record.game().read_uci(move);
    present_->answered_by = by;
  }

  /// The GUI reports the result of the game. A win or a draw is learned at once, and only once.
  void result_reported(Score score, const game::Game* shown) {
    if (!present_) return;
    take_last_position(shown);
    present_->result_reported = true;
    if (can_be_learned()) learn({.score = score, .reason = "reported by the GUI"});
  }

  /// The book could not learn it: the GUI may report it again.
  void learning_failed() noexcept {
    if (present_) present_->record.learning_failed();
  }

  /// The game ends, because the next one is announced. If its result was not reported, it is learned by the
  /// rules, if BookLearnUci says so.
  void end(const game::Game* shown) {
    if (present_ && !present_->result_reported) {
      take_last_position(shown);
      const bool shows_end = shows_lost_game();
      if (can_be_learned()) {
        if (const auto verdict = guess()) {
          learn(*verdict);
        } else if (!gui_shows_ends_) {
          notify_of_unseen_ends();
        }
      }
      gui_shows_ends_ |= shows_end;  // only for lost games: a game that we have won does not show it
    }
    present_.reset();
    is_announced_ = true;
  }

 private:
  using OptionId = config::OptionId;
  using Score = protocol::GameResult::Score;

  /// Whether two games have the same start, compared by keys. It is called for each search, and comparing
  /// texts would cost more than a book answer.
  static bool begin_alike(const game::Game& a, const game::Game& b) {
    return a.rules()->name() == b.rules()->name() && a.start()->key() == b.start()->key() &&
           a.start()->fullmove_number() == b.start()->fullmove_number();
  }

  static std::size_t common_plies(std::span<const game::Move> a, std::span<const game::Move> b) {
    const std::size_t most = std::min(a.size(), b.size());
    const auto differ = std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(most), b.begin());
    return static_cast<std::size_t>(differ.first - a.begin());
  }

  struct Verdict {
    protocol::GameResult::Score score;
    std::string reason;
  };

  void follow(const game::Game* shown) {
    if (shown == nullptr || shown->rules() == nullptr) return present_.reset();
    if (is_of_present_game(*shown)) {
      bring_to(*shown);
    } else {
      const bool announced = is_announced_;
      end(nullptr);
      begin(*shown, announced);
    }
    is_announced_ = false;
    present_->both_sides |= present_->side != shown->turn();
  }

  /// Begins a game. Only an announced game may have an opening, because an analysis may begin in the middle
  /// of a game.
  void begin(const game::Game& shown, bool announced) {
    present_.emplace();
    present_->record.begin(shown.beginning());
    present_->side = shown.turn();
    bring_to(shown);
    present_->has_opening = announced && shown.ply() > 1;
    if (present_->has_opening) present_->record.end_opening();
  }

  /// Whether the shown game continues the present one, perhaps after take-backs. If none of our moves
  /// remains, it is another game: some GUIs do not announce a new game.
  [[nodiscard]] bool is_of_present_game(const game::Game& shown) const {
    if (!present_ || !begin_alike(present_->record.game(), shown)) return false;
    const std::size_t common = common_plies(present_->record.game().moves(), shown.moves());
    if (present_->first_own) return common > *present_->first_own;
    return common == present_->record.ply() && common < shown.ply() &&
           shown.moves()[common] == present_->answer;
  }

  void bring_to(const game::Game& shown) {
    GameRecord& record = present_->record;
    const std::size_t common = common_plies(record.game().moves(), shown.moves());
    const auto answer = std::exchange(present_->answer, std::nullopt);
    const std::size_t answered = record.ply();
    (void)record.take_back(answered - common);
    for (std::size_t ply = common; ply < shown.ply(); ++ply) {
      const bool ours = ply == answered && shown.moves()[ply] == answer;
      if (ours && !present_->first_own) present_->first_own = ply;
      record.push(shown.moves()[ply], ours ? present_->answered_by : Mover::other);
    }
  }

  /// Takes a last position without a search: the GUI may show with it how the game has ended.
  void take_last_position(const game::Game* shown) {
    const bool may_end =
        std::exchange(position_is_new_, false) && shown != nullptr && shown->rules() != nullptr;
    if (!may_end || !is_of_present_game(*shown)) return;
    const std::size_t known = present_->record.ply();
    if (common_plies(present_->record.game().moves(), shown->moves()) == known) bring_to(*shown);
  }

  /// The GUI has shown a last move of the opponent that ends the game, and it is not a draw.
  [[nodiscard]] bool shows_lost_game() const {
    const game::Game& game = present_->record.game();
    return game.turn() == present_->side && game.outcome().winner.has_value();
  }

  void notify_of_unseen_ends() {
    if (context_.options.text(OptionId::book_learn_uci) != "rules" ||
        std::exchange(unseen_ends_notified_, true))
      return;
    context_.gui->notify(
        "BookLearnUci = rules: nothing is learned until this GUI has shown the end of a lost game. "
        "polyglot learn-games learns from the tournament's PGN, whatever the GUI shows");
  }

  /// Whether we have played exactly one side of it, move by move. After an opening, a single move is not a
  /// game but an answer to a question, unless the GUI reports a result.
  [[nodiscard]] bool can_be_learned() const {
    const std::size_t least = present_->has_opening && !present_->result_reported ? 2 : 1;
    return !present_->both_sides && present_->record.results(Score::draw).size() >= least;
  }

  [[nodiscard]] std::optional<Verdict> guess() {
    if (context_.options.text(OptionId::book_learn_uci) == "off") return std::nullopt;
    auto verdict = judge_by_rules();
    return gui_shows_ends_ ? verdict : std::nullopt;
  }

  /// Judges the game by its rules. The GUI may not show the position after our last move.
  [[nodiscard]] std::optional<Verdict> judge_by_rules() {
    GameRecord& record = present_->record;
    const bool goes_on = !record.game().outcome().is_over();
    if (goes_on && present_->answer) record.push(*present_->answer, present_->answered_by);
    const auto result = Adjudicator::claim(record.game().outcome());
    if (result) {
      return Verdict{.score = protocol::parse_result(result->score).value(),
                     .reason = std::string(result->comment)};
    }
    if (present_->answer) (void)record.take_back(1);  // we do not know whether it was played
    return std::nullopt;
  }

  void learn(const Verdict& verdict) {
    const bool learned_before = present_->record.learned();
    context_.book->learn(present_->record, verdict.score);
    if (learned_before || !present_->record.learned()) return;
    context_.effects.note(
        fmt::format("the book learns {}: {}", protocol::to_text(verdict.score), verdict.reason));
  }

  Context& context_;
  std::optional<FollowedGame> present_;  ///< nothing if there is no game
  bool gui_shows_ends_ = false;          ///< the GUI has shown the end of a lost game
  bool unseen_ends_notified_ = false;
  bool is_announced_ = true;      ///< the next search for a move to play begins a game
  bool position_is_new_ = false;  ///< the position may show how the game has ended
  Search search_ = Search::none;  ///< the running search
};

}  // namespace polyglot::session
