#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "session/adjudicator.hpp"
#include "session/conversation.hpp"
#include "session/exclusions.hpp"
#include "session/game_clock.hpp"
#include "session/game_record.hpp"
#include "session/game_settings.hpp"
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
  void engine_lost(Effects& effects) override;
  EngineFate engine_replaced(Effects& effects) override;
  void learning_failed() override { record_.set_learned(false); }
  [[nodiscard]] std::size_t held() const override;

 private:
  enum class Purpose : std::uint8_t { none, think, ponder, analyze };
  /// Whether there is anything to search.
  enum class Mode : std::uint8_t {
    playing,
    halted,  ///< the game was given up or decided; the next move or `go` takes it up again
    analyzing
  };

  // What the GUI says. `line` is all of it, for the answer that it was not understood.
  void on(const protocol::Unknown&, std::string_view line, Effects& effects);
  void on(const protocol::Handshake&, std::string_view line, Effects& effects);
  void on(const protocol::ReadyQuery& message, std::string_view line, Effects& effects);
  void on(const protocol::SetVariant& message, std::string_view line, Effects& effects);
  void on(const protocol::SetUp& message, std::string_view line, Effects& effects);
  void on(const protocol::PlayMove& message, std::string_view line, Effects& effects);
  void on(const protocol::Force&, std::string_view line, Effects& effects);
  void on(const protocol::PlaySideToMove&, std::string_view line, Effects& effects);
  void on(const protocol::PlayOtherSide&, std::string_view line, Effects& effects);
  void on(const protocol::SetTurn& message, std::string_view line, Effects& effects);
  void on(const protocol::SetTimeControl& message, std::string_view, Effects&) { clock_.set(message); }
  void on(const protocol::SetMoveTime& message, std::string_view, Effects&) { clock_.set(message); }
  void on(const protocol::SetDepthLimit& message, std::string_view, Effects&) { clock_.set(message); }
  void on(const protocol::SetNodeRate& message, std::string_view line, Effects& effects);
  void on(const protocol::SetClock& message, std::string_view, Effects&) { clock_.set(message); }
  void on(const protocol::MoveNow&, std::string_view line, Effects& effects);
  void on(const protocol::DrawOffered&, std::string_view line, Effects& effects);
  void on(const protocol::GameResult& message, std::string_view line, Effects& effects);
  void on(const protocol::TakeBack& message, std::string_view line, Effects& effects);
  void on(const protocol::SetPondering& message, std::string_view line, Effects& effects);
  void on(const protocol::ShowThinking& message, std::string_view, Effects&) { report_.post(message.on); }
  void on(const protocol::Analyze&, std::string_view line, Effects& effects);
  void on(const protocol::LeaveAnalysis&, std::string_view line, Effects& effects);
  void on(const protocol::Pause&, std::string_view line, Effects& effects);
  void on(const protocol::Resume&, std::string_view line, Effects& effects);
  void on(const protocol::ProgressQuery&, std::string_view line, Effects& effects);
  void on(const protocol::BookQuery&, std::string_view line, Effects& effects);
  void on(const protocol::HintQuery&, std::string_view line, Effects& effects);
  void on(const protocol::ExcludeMove& message, std::string_view line, Effects& effects);
  void on(const protocol::OpponentName& message, std::string_view, Effects&) {
    settings_.name_opponent(message.name);
  }
  void on(const protocol::OpponentIsComputer&, std::string_view, Effects&) {
    settings_.opponent_is_computer();
  }
  void on(const protocol::SetOption& message, std::string_view line, Effects& effects);
  void on(const protocol::SetMemory& message, std::string_view line, Effects& effects);
  void on(const protocol::SetCores& message, std::string_view line, Effects& effects);
  void on(const protocol::SetTablebasePath& message, std::string_view line, Effects& effects);
  /// Messages of GUIs that give positions, and those of no consequence.
  template <class Other>
  void on(const Other&, std::string_view, Effects&) {}

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
  /// One side from now on, unless this is analysis.
  void play(chess::Color side, Effects& effects);
  void play_their_move(const GameMove& move, Effects& effects);
  void play_our_move(const GameMove& move, Effects& effects);
  void claim_result(Effects& effects);
  /// The engine has no move that it could make.
  void end_without_move(const protocol::BestMove& message, Effects& effects);
  /// Its move is illegal.
  void claim_loss_by(const protocol::BestMove& message, Effects& effects) const;

  // What to search.
  [[nodiscard]] Purpose wanted() const;
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
  void answer_pings(Effects& effects);
  void pass_ping_on(Effects& effects);
  void take_up_game() noexcept;
  void drop_search(Effects& effects);
  [[nodiscard]] bool play_from_book(Effects& effects);

  // Options of the engine.
  void set_by_gui(EngineOptions::Entry& entry, std::optional<std::string_view> value, Effects& effects);
  [[nodiscard]] bool check(config::OptionId id) const { return options_.check(id); }

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

  GameRecord record_;
  chess::Termination termination_ = chess::Termination::none;  ///< of its last position
  std::optional<GameMove> reply_;  ///< what we expect the opponent to answer to our last move
  std::string hint_;               ///< the last of those, legal or not by now
  bool setup_due_ = false;         ///< the GUI does not know the variant, and waits for how it begins
  bool awaits_reply_ = false;      ///< nothing has come between that move and its answer

  Mode mode_ = Mode::playing;
  bool paused_ = false;
  Purpose purpose_ = Purpose::none;  ///< of the search that runs, or will as soon as the engine is free
  std::uint64_t searched_ = 0;       ///< the state_ that it is of
  std::uint64_t state_ = 1;          ///< counts changes of the position
  bool book_awaits_pong_ = false;    ///< its move would come before the answer to a ping

  std::deque<std::string> pings_;  ///< of the GUI that have not been answered
  std::size_t passed_on_ = 0;      ///< that many of them wait for the engine, the others for our move
};

}  // namespace polyglot::session
