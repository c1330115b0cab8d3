// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/session/game_tracker.hpp>
#include <polyglot/session/reply_order.hpp>

#include "session/conversations/conversation.hpp"
#include "session/conversations/uci_game.hpp"
#include "session/recovery/running_search.hpp"

namespace polyglot::session {

/// The common part of conversations with a GUI that gives positions to search: its position, the answers of
/// the book, searches that the GUI does not see, and the order of all answers.
class QuestionConversation : public Conversation {
 public:
  void before_quit(Effects& effects) override {
    give_unverified(effects);
    end_game(effects);
  }
  void leave_game(Effects& effects) override { played_.leave(effects); }
  void result_told(protocol::GameResult::Score score, Effects& effects) override {
    played_.result_told(score, game(), effects);
  }
  void learning_failed() override { played_.learning_failed(); }
  /// True from the beginning, or `ucinewgame`, until the game is over by its rules, unless it is analysed.
  [[nodiscard]] bool in_game() const override;
  [[nodiscard]] const game::Game* game() const override { return game_.game(); }
  void engine_lost(Effects& effects) override {
    give_unverified(effects);
    order_.release_all(effects.to_gui);
  }
  [[nodiscard]] bool finish_without_engine(Effects& effects) override;

 protected:
  /// `now`: the time of the present event.
  QuestionConversation(const config::Options& options, const std::chrono::milliseconds& now, Gui& gui,
                       Engine& engine, BookPlayer& book, HiddenSearch::Way way) noexcept
      : Conversation(options, now, gui, engine, book, way), played_(options, gui, book) {}

  // ---- What the GUI says ----------------------------------------------------------------------------------

  void identify(Effects& effects);
  void set_position(const protocol::SetPosition& message, std::string_view line, Effects& effects);
  /// The GUI wants a search. True if the book answers: at once, or at the end of pondering, or after the
  /// engine has verified the move.
  [[nodiscard]] bool answer_from_book(const protocol::SearchLimits& limits, Effects& effects);
  /// True if `ponderhit`, or `stop`, has to go to the engine.
  [[nodiscard]] bool ponder_hit(Effects& effects);
  [[nodiscard]] bool stop(Effects& effects);
  void new_game(Effects& effects);

  // ---- Searches that the GUI does not see -----------------------------------------------------------------

  /// True if the engine may ponder although the book has an answer for the end of pondering.
  [[nodiscard]] bool ponders_beside_book() const noexcept {
    return held_answer_ && !hidden_.verifies() && book_.ponders();
  }
  /// A hidden search has ended with this best move.
  void hidden_search_ended(std::string_view best, Effects& effects) {
    if (!hidden_.verifies()) return hidden_.forget();
    verifying_search_ended(game()->read_uci(best), effects);
  }

  // ---- Searches that it sees ------------------------------------------------------------------------------

  /// A search was passed on to the engine.
  void search_begun(const protocol::SearchLimits& limits);
  /// Starts the GUI's last search again, with the remaining time: after an engine has failed, or after the
  /// book's move was dropped.
  virtual void search_again(Effects& effects) = 0;
  /// The limits for search_again().
  [[nodiscard]] protocol::SearchLimits limits_again() const { return limits_left(search_); }
  /// When the engine's time for its owed move is over.
  [[nodiscard]] std::optional<std::chrono::milliseconds> move_until() const {
    return search_owed() != nullptr ? search_owed()->ends() : std::nullopt;
  }

  // ---- Answers --------------------------------------------------------------------------------------------

  /// The engine's best move has come. False if nobody has asked for it.
  [[nodiscard]] bool best_move_arrived(std::string_view move);
  /// Pondering has ended, or no verdict will come. Gives the held answer; true if there was one.
  bool give_held_answer(Effects& effects);
  /// Gives an answer of ours, in its place among the engine's.
  void reply(const protocol::GuiReply& answer, ReplyOrder::After after, Effects& effects);

  /// Writes the position of the last engine for another one, in UCI.
  void print_position(std::string& to_engine) const;
  /// How castling is written in this game.
  [[nodiscard]] game::CastlingNotation castling(const game::Game& game) const;

  ReplyOrder order_;
  RunningSearch search_;
  UciGame played_;

 private:
  void play_verified(Effects& effects) override { give_held_answer(effects); }
  void choose_again(Effects& effects) override;
  void tell_verdict(Effects& effects) override {
    reply(protocol::Notice{hidden_.words()}, ReplyOrder::After::ready_and_best_move, effects);
  }
  /// The engine cannot verify the book's answer any more: gives it.
  void give_unverified(Effects& effects) {
    if (hidden_.verifies()) give_held_answer(effects);
  }
  /// The search that the GUI waits for, by the engine or by a book move that is being verified; null: none.
  [[nodiscard]] const RunningSearch* search_owed() const noexcept {
    if (hidden_.verifies()) return &held_search_;
    return order_.searching() ? &search_ : nullptr;
  }
  void end_game(Effects& effects);
  void follow_variant();
  [[nodiscard]] std::optional<game::Color> turn() const {
    return game() != nullptr ? std::optional(game()->turn()) : std::nullopt;
  }
  [[nodiscard]] bool analyzes(const protocol::SearchLimits& limits) const;
  [[nodiscard]] std::optional<protocol::BookAnswer> look_up(const protocol::SearchLimits& limits,
                                                            Effects& effects);
  /// Gives the book's answer, or lets the engine verify its move first.
  void consider(const protocol::SearchLimits& limits, Effects& effects);
  [[nodiscard]] protocol::SearchLimits limits_left(const RunningSearch& search) const {
    return after(now_ - search.begun(), search.limits(), turn());
  }

  GameTracker game_;
  std::optional<protocol::BookAnswer> held_answer_;  ///< until ponderhit, stop or a verdict
  RunningSearch held_search_;                        ///< the search that it answers
  bool has_pondered_ = false;
  bool has_position_ = false;          ///< the GUI has given a position
  bool game_begins_ = true;            ///< the next position will be the first of a game
  std::string position_not_followed_;  ///< the GUI's line that could not be followed; empty if none
};

}  // namespace polyglot::session
