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
  void before_quit() override { new_game(); }
  void result_told(protocol::GameResult::Score score) override { played_.result_told(score, game()); }
  void learning_failed() override { played_.learning_failed(); }
  /// True from the beginning, or `ucinewgame`, until the game is over by its rules, unless it is analysed.
  [[nodiscard]] bool in_game() const override;
  [[nodiscard]] const game::Game* game() const { return game_.game(); }
  void engine_lost() override { order_.release_all(effects_.to_gui); }
  [[nodiscard]] bool finish_without_engine() override;

 protected:
  explicit QuestionConversation(Context& context) noexcept : Conversation(context), played_(context) {}

  // ---- What the GUI says ----------------------------------------------------------------------------------

  void identify();
  void set_position(const protocol::SetPosition& message, std::string_view line);
  /// The GUI wants a search. True if the book answers: at once, or at the end of pondering.
  [[nodiscard]] bool answer_from_book(const protocol::SearchLimits& limits);
  /// True if `ponderhit`, or `stop`, has to go to the engine.
  [[nodiscard]] bool ponder_hit();
  [[nodiscard]] bool stop();
  void new_game();

  // ---- Searches that the GUI does not see -----------------------------------------------------------------

  /// True if the engine may ponder although the book has an answer for the end of pondering.
  [[nodiscard]] bool ponders_beside_book() const noexcept { return held_answer_ && book_.ponders(); }
  /// Ends the hidden search, if there is one. Its best move is not wanted.
  void end_hidden_search() {
    if (std::exchange(searches_hidden_, false)) drop_search();
  }

  // ---- Searches that it sees ------------------------------------------------------------------------------

  /// A search was passed on to the engine.
  void search_begun(const protocol::SearchLimits& limits);
  /// The limits of the GUI's last search with the remaining time, for another engine.
  [[nodiscard]] protocol::SearchLimits limits_again() const {
    return after(now_ - search_.begun(), search_.limits(), turn());
  }
  /// When the engine's time for its owed move is over.
  [[nodiscard]] std::optional<std::chrono::milliseconds> move_until() const {
    return order_.searching() ? search_.ends() : std::nullopt;
  }

  // ---- Answers --------------------------------------------------------------------------------------------

  /// The engine's best move has come. False if nobody has asked for it.
  [[nodiscard]] bool best_move_arrived(std::string_view move);
  /// Pondering has ended. Gives the held answer; true if there was one.
  bool give_held_answer();
  /// Gives an answer of ours, in its place among the engine's.
  void reply(const protocol::GuiReply& answer, ReplyOrder::After after);

  /// Writes the position of the last engine for another one, in UCI.
  void print_position(std::string& to_engine) const;
  /// How castling is written in this game.
  [[nodiscard]] game::CastlingNotation castling(const game::Game& game) const;

  ReplyOrder order_;
  RunningSearch search_;
  UciGame played_;
  bool searches_hidden_ = false;  ///< the engine ponders, unseen by the GUI, while the book has the answer

 private:
  /// Ends a search whose best move is not wanted.
  virtual void drop_search() = 0;
  void follow_variant();
  [[nodiscard]] std::optional<game::Color> turn() const {
    return game() != nullptr ? std::optional(game()->turn()) : std::nullopt;
  }
  [[nodiscard]] bool analyzes(const protocol::SearchLimits& limits) const;
  [[nodiscard]] std::optional<protocol::BookAnswer> look_up(const protocol::SearchLimits& limits);

  GameTracker game_;
  std::optional<protocol::BookAnswer> held_answer_;  ///< until ponderhit or stop
  bool has_pondered_ = false;
  bool has_position_ = false;          ///< the GUI has given a position
  bool game_begins_ = true;            ///< the next position will be the first of a game
  std::string position_not_followed_;  ///< the GUI's line that could not be followed; empty if none
};

}  // namespace polyglot::session
