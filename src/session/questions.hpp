// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/session/game_tracker.hpp>
#include <polyglot/session/reply_order.hpp>

#include "session/book_verification.hpp"
#include "session/gui.hpp"
#include "session/last_resort.hpp"
#include "session/running_search.hpp"
#include "session/uci_game.hpp"

namespace polyglot::session {

/// What a GUI asks that gives positions to search: the position it has given, what the book answers, and the
/// order of all answers.
class Questions {
 public:
  /// What the book has for a search.
  enum class BookSays : std::uint8_t {
    nothing,
    answers,      ///< at once, or when it is known how pondering ends
    asks_engine,  ///< verification() has a search for it
  };

  Questions(const config::Options& options, Gui& gui, const Engine& engine, BookPlayer& book) noexcept
      : options_(options),
        gui_(gui),
        engine_(engine),
        book_(book),
        played_(options, gui, book),
        last_resort_(options, gui, book),
        verification_(book, engine.cecp != nullptr ? BookVerification::Search::position_after
                                                   : BookVerification::Search::move) {}

  void identify(Effects& effects);
  void set_position(const protocol::SetPosition& message, std::string_view line, Effects& effects);
  /// A search is wanted.
  [[nodiscard]] BookSays answer_from_book(const protocol::SearchLimits& limits, std::chrono::milliseconds now,
                                          Effects& effects);
  /// True if the engine may ponder where the book has an answer for the end of that.
  [[nodiscard]] bool ponders_beside_book() const noexcept {
    return held_answer_ && !verification_.runs() && book_.ponders();
  }
  /// Pondering has ended, or a verdict is not awaited any more. True if the book had an answer for that.
  bool give_held_answer(Effects& effects);
  /// Pondering has ended because the expected move has been played.
  [[nodiscard]] BookSays ponder_hit(std::chrono::milliseconds now, Effects& effects);

  /// Of the answer that the book has for the search that is wanted.
  [[nodiscard]] BookVerification& verification() noexcept { return verification_; }
  /// The engine has ended a search for it with this best move. If the book has nothing left to say, it is
  /// the engine's turn: search_again().
  [[nodiscard]] BookSays verified(std::string_view best, std::chrono::milliseconds now, Effects& effects);
  /// The engine will not end that search. The book's answer is given at once.
  void answer_unverified(Effects& effects) {
    if (verification_.runs()) give_held_answer(effects);
  }

  /// The engine's best move has come. False if nobody had asked.
  bool best_move_arrived(std::string_view move);
  /// An answer of ours, in its place among the engine's.
  void reply(const protocol::GuiReply& answer, ReplyOrder::After after, Effects& effects);

  /// A search was passed on to the engine.
  void search_begun(const protocol::SearchLimits& limits, std::chrono::milliseconds now) {
    search_ = RunningSearch(limits, game() != nullptr ? game()->turn() : game::Color::white, now);
    last_resort_.search_begun();
  }
  /// When the engine's time for the move is over that it owes.
  [[nodiscard]] std::optional<std::chrono::milliseconds> move_until() const {
    return owed() != nullptr ? owed()->ends() : std::nullopt;
  }
  /// When it is told to move, and when a move is played for it.
  [[nodiscard]] std::optional<LastMoments> last_moments() const;
  /// It has been told to move.
  void hurried() noexcept { last_resort_.hurried(); }
  /// Answers the search whose best move is due, and those before it, in the place of the engine.
  void move_for_engine(Effects& effects);
  /// Answers all that an engine owes except the search whose best move is due, in its place.
  void answer_for_engine(Effects& effects);
  /// True if take_info() is to be shown what the engine says of the search that runs.
  [[nodiscard]] bool wants_infos() const { return played_.wants_scores() || last_resort_.is_on(); }
  void take_info(const protocol::Info& info);
  /// What an engine is asked for in the place of one that has failed, or when the book has been silenced: the
  /// last search, without the time that is over.
  [[nodiscard]] protocol::SearchLimits search_again(std::chrono::milliseconds now) const {
    return for_engine(limits_left(search_, now));
  }
  /// Limits of the GUI as the engine is to be told of them: MoveOverhead.
  [[nodiscard]] protocol::SearchLimits for_engine(protocol::SearchLimits limits) const;
  /// Whether they differ.
  [[nodiscard]] bool has_overhead() const { return options_.spin(config::OptionId::move_overhead) > 0; }
  /// Puts another engine where the last one was, in UCI.
  void print_position(std::string& to_engine) const;
  [[nodiscard]] RunningSearch& search() noexcept { return search_; }
  [[nodiscard]] const RunningSearch& search() const noexcept { return search_; }
  /// True from the beginning, or `ucinewgame`, until the game is over by its rules, unless it is analysed.
  [[nodiscard]] bool in_game() const;

  /// Null while the position is not known.
  [[nodiscard]] const game::Game* game() const noexcept { return game_.game(); }
  /// How castling is written in this game.
  [[nodiscard]] game::CastlingNotation castling(const game::Game& game) const;
  [[nodiscard]] ReplyOrder& order() noexcept { return order_; }
  [[nodiscard]] const ReplyOrder& order() const noexcept { return order_; }

  /// What is known of the game that the questions are of.
  [[nodiscard]] UciGame& played() noexcept { return played_; }
  void end_game(Effects& effects) {
    game_begins_ = true;
    played_.end(game(), effects);
    verification_.new_game();
  }
  void result_told(protocol::GameResult::Score score, Effects& effects) {
    played_.result_told(score, game(), effects);
  }

 private:
  /// The search that is to be answered, by the engine or by the book when the engine has looked at its move;
  /// null: there is none.
  [[nodiscard]] const RunningSearch* owed() const noexcept {
    if (verification_.runs()) return &held_search_;
    return order_.searching() ? &search_ : nullptr;
  }
  void answer_ready_queries(Effects& effects);
  void answer_superseded_searches(Effects& effects);
  void follow_variant();
  [[nodiscard]] bool analyzes(const protocol::SearchLimits& limits) const;
  [[nodiscard]] std::optional<protocol::BookAnswer> look_up(const protocol::SearchLimits& limits,
                                                            Effects& effects);
  [[nodiscard]] BookSays consider(const protocol::SearchLimits& limits, std::chrono::milliseconds now,
                                  Effects& effects);
  [[nodiscard]] protocol::SearchLimits limits_left(const RunningSearch& search,
                                                   std::chrono::milliseconds now) const;

  const config::Options& options_;
  Gui& gui_;
  const Engine& engine_;
  BookPlayer& book_;
  GameTracker game_;
  UciGame played_;
  LastResort last_resort_;
  ReplyOrder order_;
  BookVerification verification_;
  std::optional<protocol::BookAnswer> held_answer_;  ///< until ponderhit, stop or a verdict
  RunningSearch held_search_;                        ///< that it answers
  bool has_pondered_ = false;
  RunningSearch search_;
  bool has_position_ = false;          ///< the GUI has given one
  bool game_begins_ = true;            ///< and will give the first of a game
  bool position_doubted_ = false;      ///< said in the log
  std::string position_not_followed_;  ///< the GUI's line; empty if it was
};

}  // namespace polyglot::session
