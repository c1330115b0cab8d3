// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/uci.hpp>

#include "session/conversations/conversation.hpp"
#include "session/conversations/game_tracker.hpp"
#include "session/conversations/reply_order.hpp"
#include "session/conversations/uci_game.hpp"
#include "session/recovery/running_search.hpp"

namespace polyglot::session {

/// The common part of conversations with a GUI that gives positions to search: its position, the answers of
/// the book, searches that the GUI does not see, and the order of all answers.
class QuestionConversation : public Conversation {
 public:
  void before_quit() override { new_game(); }
  void result_reported(protocol::GameResult::Score score) override { played_.result_reported(score, game()); }
  void learning_failed() override { played_.learning_failed(); }
  /// True from the beginning, or `ucinewgame`, until the game is over by its rules, unless it is analysed.
  [[nodiscard]] bool in_game() const override {
    if (is_in_analysis()) return false;
    if (game_begins_) return true;
    if (search_.is_endless()) return false;
    return order_.searching() || game() == nullptr || !game()->outcome().is_over();
  }

  [[nodiscard]] const game::Game* game() const { return game_.game(); }
  void engine_lost() override { order_.release_all(effects_.to_gui); }
  [[nodiscard]] bool finish_without_engine() override {
    if (order_.searching()) return false;
    while (order_.ready_arrived()) {
      gui_.print(protocol::ReadyAnswer{});
      order_.release(effects_.to_gui);
    }
    while (order_.best_moves_superseded() > 0) {
      if (order_.best_move_arrived()) gui_.print(protocol::SearchAnswer{});
      order_.release(effects_.to_gui);
    }
    return true;
  }

 protected:
  explicit QuestionConversation(Context& context) noexcept : Conversation(context), played_(context) {}

  void identify() {
    protocol::Identity identity = gui_.identity(engine_);
    if (gui_.offers_analyse_mode(engine_)) {
      protocol::EngineOption& mode = identity.options.emplace_back();
      mode.name = Gui::kAnalyseMode;
      mode.type = "check";
      mode.default_value = "false";
    }
    if (book_.wants_opponent() && engine_.options.find(BookPlayer::kOpponentOption) == nullptr) {
      protocol::EngineOption& opponent = identity.options.emplace_back();
      opponent.name = BookPlayer::kOpponentOption;
      opponent.type = "string";
    }
    reply(identity, ReplyOrder::After::ready);
  }

  void set_position(const protocol::SetPosition& message, std::string_view line) {
    follow_variant();
    played_.position_given();
    const auto followed = game_.set(message);
    if (!followed && position_not_followed_.empty()) {
      effects_.warn(fmt::format("position not understood, no book for it: {} in \"{}\"",
                                followed.error().to_string(), line.substr(0, 200)));
    }
    has_position_ = true;
    game_begins_ = false;
    position_not_followed_ = followed ? std::string_view() : line;
  }

  /// The GUI wants a search. True if the book answers: at once, or at the end of pondering.
  [[nodiscard]] bool answer_from_book(const protocol::SearchLimits& limits) {
    has_pondered_ |= limits.ponder;
    follow_variant();
    played_.search_begins(analyzes(limits) ? UciGame::Search::none
                          : limits.ponder  ? UciGame::Search::ponder
                                           : UciGame::Search::play,
                          game());
    auto answer = look_up(limits);
    if (!answer) return false;
    if (limits.ponder) {
      ponder_answer_ = std::move(answer);
    } else {
      give(*answer);
    }
    return true;
  }

  [[nodiscard]] bool ponder_hit() {
    played_.ponder_hit(game());
    if (end_pondering()) return false;
    search_.ponder_hit(now_);
    return true;
  }
  /// Ends pondering while the book has the answer, and gives it. True if there was one.
  bool end_pondering() {
    end_hidden_search();
    const auto answer = std::exchange(ponder_answer_, std::nullopt);
    if (answer) give(*answer);
    return answer.has_value();
  }

  void new_game() {
    game_begins_ = true;
    played_.end(game());
    book_.new_game();
  }

  /// True if the engine may ponder although the book has an answer for the end of pondering.
  [[nodiscard]] bool ponders_beside_book() const noexcept { return ponder_answer_ && book_.ponders(); }

  void search_begun(const protocol::SearchLimits& limits) {
    search_ = RunningSearch(limits, turn().value_or(game::Color::white), now_);
    order_.expect_best_move();
  }

  /// The limits of the GUI's last search with the remaining time, for another engine.
  [[nodiscard]] protocol::SearchLimits limits_again() const {
    return after(now_ - search_.begun(), search_.limits(), turn());
  }
  /// When the engine's time for its owed move is over.
  [[nodiscard]] std::optional<std::chrono::milliseconds> move_until() const {
    return order_.searching() ? search_.ends() : std::nullopt;
  }

  /// The engine's best move has come. False if nobody has asked for it.
  /// If the GUI has not waited, a best move of an earlier search is not a move of the game.
  [[nodiscard]] bool take_best_move(std::string_view move) {
    if (!driver().is_lost()) ++engine_.moves;
    if (!order_.best_move_arrived()) return false;
    if (!order_.searching()) played_.answered(move, Mover::engine);
    return true;
  }

  void give(const protocol::BookAnswer& answer) {
    played_.answered(answer.report.move, Mover::book);
    reply(answer, ReplyOrder::After::ready_and_best_move);
  }

  /// Gives an answer of ours, in its place among the engine's.
  void reply(const protocol::GuiReply& answer, ReplyOrder::After after) {
    std::string text;
    gui_.front->print(answer, text);
    order_.add(std::move(text), after);
    order_.release(effects_.to_gui);
  }

  /// Writes the position of the last engine for another one, in UCI.
  void print_position(std::string& to_engine) const {
    if (game() == nullptr) {
      to_engine.append(position_not_followed_) += '\n';
    } else if (has_position_) {
      protocol::UciBack::print_position(*game(), castling(*game()), to_engine);
    }
  }

  [[nodiscard]] game::CastlingNotation castling(const game::Game& game) const {
    return game::castling_notation(game, engine_.options.check("UCI_Chess960"));
  }

  ReplyOrder order_;
  RunningSearch search_;
  UciGame played_;
  bool searches_hidden_ = false;  ///< the engine ponders, unseen by the GUI, while the book has the answer

 private:
  /// Ends a search whose best move is not wanted.
  virtual void drop_search() = 0;
  void end_hidden_search() {
    if (std::exchange(searches_hidden_, false)) drop_search();
  }
  /// Follows the option of the variant: the GUI may have set it, or it may have its own default.
  void follow_variant() {
    game_.play_variant(engine_.options.value(protocol::kVariantOption), engine_.catalogue.get());
  }

  [[nodiscard]] std::optional<game::Color> turn() const {
    return game() != nullptr ? std::optional(game()->turn()) : std::nullopt;
  }
  [[nodiscard]] bool analyzes(const protocol::SearchLimits& limits) const {
    return limits.infinite || limits.mate || is_in_analysis();
  }
  [[nodiscard]] bool is_in_analysis() const {
    return gui_.in_analysis || engine_.options.check(Gui::kAnalyseMode);
  }

  [[nodiscard]] std::optional<protocol::BookAnswer> look_up(const protocol::SearchLimits& limits) {
    if (game() == nullptr) return std::nullopt;
    book_.conditions().search_begins(*game(), limits);
    if (analyzes(limits)) return std::nullopt;
    auto answer = book_.answer(*game(), {.restricted = limits.restricted,
                                         .search_moves = limits.search_moves,
                                         .with_reply = has_pondered_ || engine_.options.check("Ponder"),
                                         .castling = castling(*game())});
    report_books(true);
    return answer;
  }

  GameTracker game_;
  std::optional<protocol::BookAnswer> ponder_answer_;  ///< until ponderhit or stop
  bool has_pondered_ = false;
  bool has_position_ = false;          ///< the GUI has given a position
  bool game_begins_ = true;            ///< the next position will be the first of a game
  std::string position_not_followed_;  ///< the GUI's line that could not be followed; empty if none
};

}  // namespace polyglot::session
