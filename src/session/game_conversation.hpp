#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "session/adjudicator.hpp"
#include "session/conversation.hpp"
#include "session/exclusions.hpp"
#include "session/game_clock.hpp"
#include "session/game_record.hpp"
#include "session/game_settings.hpp"
#include "session/ping_queue.hpp"
#include "session/thinking_report.hpp"

namespace polyglot::session {

/// A GUI that plays move by move, over whatever engine: we keep the board, the clocks and the rules, and the
/// engine gets a search whenever there is something to think about.
///
/// Each message only changes the state of the game; update() then compares what should be searched in that
/// state with what is.
class GameConversation final : public Conversation, private EngineListener {
 public:
  /// `now`: the time of the present event.
  GameConversation(const config::Options& options, const std::chrono::milliseconds& now, Gui& gui,
                   Engine& engine, BookPlayer& book);

  EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                         Effects& effects) override;
  EngineFate engine_line(std::string_view line, Effects& effects) override;
  void option_changed(config::OptionId, Effects&) override { report_.set_style(); }
  EngineFate timer_fired(Effects& effects) override { return driver().timer_fired(effects); }
  void before_quit(Effects& effects) override;
  [[nodiscard]] bool engine_busy() const override { return driver().busy(); }
  [[nodiscard]] bool engine_may_leave() const override { return driver().may_leave(); }
  void engine_lost(Effects& effects) override { pings_.engine_lost(effects); }
  EngineFate engine_replaced(Effects& effects) override;
  void learning_failed() override { record_.set_learned(false); }
  [[nodiscard]] std::size_t held() const override { return driver().held() + pings_.held(); }

 private:
  /// Of the search that runs, or will as soon as the engine is free.
  enum class Purpose : std::uint8_t {
    none,
    think,
    ponder,
    analyze,
    await_pong  ///< there is no search: the book's move would come before the answer to a ping
  };
  /// Whether there is anything to search.
  enum class Mode : std::uint8_t {
    playing,
    halted,  ///< the game was given up or decided; the next move or `go` takes it up again
    analyzing
  };

  // What the GUI says. `line` is all of it, for the answer that it was not understood.
  void identify(Effects& effects);
  void set_variant(std::string_view name, Effects& effects);
  void set_position(std::string_view fen, Effects& effects);
  void read_their_move(std::string_view text, Effects& effects);
  void take_back(std::size_t plies, Effects& effects);
  void end_game(protocol::GameResult::Score score, Effects& effects);
  void play(std::optional<chess::Color> side, Mode mode, Effects& effects);
  /// One side from now on, unless this is analysis.
  void play(chess::Color side, Effects& effects);
  void pause(bool on, Effects& effects);
  void answer_draw_offer(Effects& effects);
  void give_hint(Effects& effects);
  [[nodiscard]] protocol::BookList moves_to_play() const;
  void exclude(const protocol::ExcludeMove& message, std::string_view line, Effects& effects);
  void set(const GameSettings::Choice& choice, std::string_view line, Effects& effects);

  // What the engine says.
  void on_info(const protocol::Info& info, Effects& effects) override;
  void on_best_move(const protocol::BestMove& best, Effects& effects) override;
  void on_ready(Effects& effects) override;
  void on_words(std::string_view line, Effects& effects) override;
  void on_variant(const protocol::VariantSetUp& set_up, Effects& effects);

  // The game.
  EngineFate new_game(Effects& effects);
  void begin_chess(Effects& effects);
  /// record_ holds another game.
  void game_begun();
  void position_changed();
  void push(const GameMove& move, bool ours);
  void play_their_move(const GameMove& move, Effects& effects);
  void play_our_move(const GameMove& move, Effects& effects);
  void claim_result(Effects& effects);
  /// The engine has no move that it could make.
  void end_without_move(const protocol::BestMove& message, Effects& effects);

  // What to search.
  [[nodiscard]] Purpose wanted() const;
  [[nodiscard]] bool searches() const noexcept {
    return purpose_ != Purpose::none && purpose_ != Purpose::await_pong;
  }
  /// Has the engine search what the state of the game asks for.
  void update(Effects& effects);
  /// The same, but what is being searched begins anew.
  void restart(Effects& effects);
  void think(Effects& effects);
  void ponder(Effects& effects);
  void analyze(Effects& effects);
  /// What the clocks allow, and a search; both of the last position of the game: the present one, or the one
  /// we expect while we ponder.
  [[nodiscard]] protocol::SearchLimits limits() const;
  void search(Purpose purpose, const protocol::SearchLimits& limits, Effects& effects);
  [[nodiscard]] bool book_will_answer() const;
  void take_up_game() noexcept;
  void drop_search(Effects& effects);
  [[nodiscard]] bool play_from_book(Effects& effects);

  [[nodiscard]] EngineDriver& driver() const noexcept { return *engine_.driver; }

  const config::Options& options_;
  const std::chrono::milliseconds& now_;
  Gui& gui_;
  Engine& engine_;
  BookPlayer& book_;
  GameSettings settings_;
  ThinkingReport report_;
  GameClock clock_;
  Exclusions excluded_;
  Adjudicator adjudicator_;
  PingQueue pings_;

  GameRecord record_;
  chess::Termination termination_ = chess::Termination::none;  ///< of its last position
  std::optional<GameMove> reply_;  ///< what we expect next, as long as nothing has come between
  std::string hint_;               ///< the last of those; in chess, legal or not by now

  Mode mode_ = Mode::playing;
  bool is_paused_ = false;  ///< in whatever mode
  Purpose purpose_ = Purpose::none;
  std::uint64_t searched_ = 0;  ///< the state_ that it is of
  std::uint64_t state_ = 1;     ///< counts changes of the position
};

}  // namespace polyglot::session
