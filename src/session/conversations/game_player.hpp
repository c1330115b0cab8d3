// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "session/conversations/adjudicator.hpp"
#include "session/conversations/conversation.hpp"
#include "session/conversations/exclusions.hpp"
#include "session/conversations/game_clock.hpp"
#include "session/conversations/game_record.hpp"
#include "session/conversations/game_settings.hpp"
#include "session/conversations/pings.hpp"
#include "session/conversations/thinking_report.hpp"

namespace polyglot::session {

/// A game in which a searching engine is one of the players. We keep the board, the clocks and the rules; the
/// engine gets a search when it has to think.
///
/// Each command only changes the state of the game. Then update() compares the wanted search for that state
/// with the running one.
class GamePlayer : public Conversation, private EngineListener {
 public:
  void engine_line(std::string_view line) override {
    driver().hear(line);
    return;
  }
  [[nodiscard]] Awaited awaited() const override;
  /// True while a game goes on that is not an analysis.
  [[nodiscard]] bool in_game() const override { return mode_ == Mode::playing && !outcome_.is_over(); }
  void before_quit() override;
  void engine_lost() override {
    pings_.take_back();
    while (pings_.any()) answer_ping();
  }
  [[nodiscard]] bool finish_without_engine() override;
  void engine_replaced() override;
  void learning_failed() override { record_.learning_failed(); }

 protected:
  [[nodiscard]] std::size_t own_held() const override { return pings_.bytes(); }

  explicit GamePlayer(Context& context);

  void new_game();
  /// `line` is the whole command, for the answer that the engine does not play the variant.
  void set_variant(std::string_view name, std::string_view line);
  void set_position(std::string_view fen);
  void hold(const protocol::SetHoldings& holdings);
  void read_their_move(std::string_view text);
  void take_back(std::size_t plies);
  void end_game(protocol::GameResult::Score score);
  /// We play this side from now on, unless this is an analysis.
  void play(chess::Color side);
  void play_neither();
  void analyze(bool on);
  void pause(bool on);
  void move_now();
  void take_ping(std::string_view tag);
  /// `line` is the whole command, for the answer that it was not understood.
  void exclude(const protocol::ExcludeMove& message, std::string_view line);
  void set(const GameSettings::Choice& choice, std::string_view line);
  /// Starts the present search again.
  void restart();

  [[nodiscard]] bool analyzes() const noexcept { return purpose_ == Purpose::analyze; }

  GameSettings settings_;
  ThinkingReport report_;
  GameClock clock_;
  Exclusions excluded_;
  GameRecord record_;
  std::string hint_;  ///< the last move that we expected, which may be illegal by now; empty: none

 private:
  /// The purpose of the search that runs, or will run when the engine is free.
  enum class Purpose : std::uint8_t {
    none,
    think,
    ponder,
    analyze,
    await_pong  ///< there is no search: the book's move would come before the answer to a ping
  };
  /// The mode of the game, which decides whether to search.
  enum class Mode : std::uint8_t {
    playing,
    halted,  ///< the game was resigned or decided; the next move or `go` continues it
    analyzing
  };

  // Output of the engine.
  void on_info(const protocol::Info& info) override;
  void on_best_move(const protocol::BestMove& best) override;
  void on_ready() override;
  void on_words(std::string_view line) override;
  void on_variant(const protocol::VariantSetUp& set_up);

  // The game.
  void begin_chess();
  /// Call it after record_ has got another game.
  void game_begun();
  void position_changed();
  void push(const game::Move& move, Mover mover);
  /// Reads a move of the engine. It may show that the engine has other rules for a variant.
  [[nodiscard]] std::optional<game::Move> read_engine_move(std::string_view text);
  void play_their_move(const game::Move& move);
  void play_our_move(const game::Move& move, Mover mover);
  /// Claims the result of a game that is over by its rules.
  void claim_result();
  /// The engine has reported that it has no move.
  void end_without_move(const protocol::BestMove& message);

  // What to search.
  [[nodiscard]] Purpose wanted() const;
  [[nodiscard]] bool searches() const noexcept {
    return purpose_ != Purpose::none && purpose_ != Purpose::await_pong;
  }
  [[nodiscard]] bool thinks() const noexcept { return purpose_ == Purpose::think; }
  /// Starts or stops searches so that they fit the state of the game.
  void update();
  void think();
  void ponder();
  void search_on();
  /// limits() returns the limits by the clocks, search() starts a search. Both are about the last position of
  /// the game: the present one, or the expected one while pondering.
  [[nodiscard]] protocol::SearchLimits limits() const;
  void search(Purpose purpose, const protocol::SearchLimits& limits);
  [[nodiscard]] bool book_will_answer() const;
  void take_up_game() noexcept;
  void drop_search();
  void drop() {
    purpose_ = Purpose::none;
    driver().drop();
  }
  /// Stops our clock. The time used is lost for the search of this move.
  void charge_time();
  void ask_ready();
  void answer_ping();
  /// The engine has stopped thinking: answers the pings that waited for that, or passes them on.
  void release_pings();
  /// True if the book has a move, which is played.
  [[nodiscard]] bool play_from_book();
  void play_book_move(const game::Move& move);

  [[nodiscard]] EngineDriver& driver() const noexcept { return *engine_.driver; }

  Adjudicator adjudicator_;
  Pings pings_;

  game::Outcome outcome_;              ///< the outcome of the last position
  std::optional<game::Move> reply_;    ///< the expected next move, while it can still come
  std::optional<std::string> untold_;  ///< the engine's name of a variant whose start the GUI still needs

  Mode mode_ = Mode::playing;
  GameClock::Milliseconds lost_{0};  ///< the part of the time for this move before the running search
  bool is_paused_ = false;           ///< paused, in any mode
  Purpose purpose_ = Purpose::none;
  std::uint64_t searched_ = 0;  ///< the state_ of the present search
  std::uint64_t state_ = 1;     ///< counts changes of the position
};

}  // namespace polyglot::session
