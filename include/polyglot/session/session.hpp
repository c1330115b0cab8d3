#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/selection.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/protocol/back.hpp>
#include <polyglot/protocol/front.hpp>
#include <polyglot/session/book_player.hpp>
#include <polyglot/session/effects.hpp>
#include <polyglot/session/engine_options.hpp>
#include <polyglot/session/game_tracker.hpp>
#include <polyglot/session/reply_order.hpp>

namespace polyglot::session {

/// Settings that depend on the engine's name: all of them, the earlier ones included.
struct EngineProfile {
  config::Options options;
  std::vector<config::EngineSetting> engine_settings;
  std::vector<std::string> warnings;
};

/// What a session is told before it starts.
struct Setup {
  config::Options options;
  std::vector<config::EngineSetting> engine_settings;  ///< sent to the engine after its handshake
  BookOpener open_book;
  book::RandomSource random;
  /// Called once, when the engine has named itself; null if nothing depends on that.
  std::function<EngineProfile(std::string_view engine_name)> load_profile;
};

/// One session between a GUI and an engine: the heart of Polyglot.
///
/// Does no I/O and reads no clock. Every event is a call, everything it wants done is appended to Effects;
/// the shell in src/proxy carries that out. A transcript test is a list of such calls.
///
/// Promises, whatever the GUI and the engine send:
/// - answers reach the GUI in the order of its questions: a book move waits for the `readyok`s and the best
///   moves that are still due;
/// - one best move per `go`; one that nobody waits for is dropped;
/// - nothing reaches a UCI GUI before its first line has been dealt with;
/// - nothing is sent to the engine after the quit command.
class Session {
 public:
  explicit Session(Setup setup);

  /// The engine has been launched (or is about to be): greet it.
  void start(Effects& effects);
  /// Complete lines from the GUI, each ended by '\n'.
  void gui_lines(std::string_view block, Effects& effects);
  /// The GUI has gone.
  void gui_closed(Effects& effects);
  /// Somebody wants us to end at once.
  void interrupted(Effects& effects);
  /// Complete lines from the engine, each ended by '\n'.
  void engine_lines(std::string_view block, Effects& effects);
  /// The engine cannot be started, or its process has ended and all its lines were handed over.
  void engine_lost(std::string_view reason, Effects& effects);
  void timer_fired(Timer timer, Effects& effects);

  /// Tells the GUI something, as soon as it can be told.
  void notify(std::string text, Effects& effects);

  /// False while lines of the GUI would only pile up: leave them in the pipe.
  [[nodiscard]] bool wants_gui_input() const noexcept;

  [[nodiscard]] const config::Options& options() const noexcept { return options_; }
  [[nodiscard]] const EngineOptions& engine_options() const noexcept { return engine_options_; }
  [[nodiscard]] const std::string& engine_name() const noexcept { return engine_name_; }
  [[nodiscard]] bool engine_ready() const noexcept { return stage_ == Stage::playing; }

 private:
  enum class Stage {
    starting,  ///< the engine's handshake is under way
    playing,
    quitting,  ///< the engine has been told to quit, its last lines still count
    failing,   ///< only waiting for the GUI's first line to learn its protocol
    over,
  };

  void gui_line(std::string_view line, Effects& effects);
  void wait_for_engine(std::string_view line, const protocol::GuiMessage& message, Effects& effects);
  void serve(std::string_view line, const protocol::GuiMessage& message, Effects& effects);
  void on(const protocol::Handshake&, std::string_view line, Effects& effects);
  void on(const protocol::ReadyQuery&, std::string_view line, Effects& effects);
  void on(const protocol::SetOption& message, std::string_view line, Effects& effects);
  void on(const protocol::SetPosition& message, std::string_view line, Effects& effects);
  void on(const protocol::Go& message, std::string_view line, Effects& effects);
  void on(const protocol::Stop&, std::string_view line, Effects& effects);
  void on(const protocol::PonderHit&, std::string_view line, Effects& effects);
  void on(const protocol::Quit&, std::string_view line, Effects& effects);
  void on(const protocol::ForeignProtocol&, std::string_view line, Effects& effects);
  void on(const protocol::Unknown&, std::string_view line, Effects& effects);

  [[nodiscard]] std::optional<protocol::BookAnswer> book_answer(const protocol::SearchLimits& limits) const;
  void give_book_answer(const protocol::BookAnswer& answer, Effects& effects);
  void release_ponder_answer(Effects& effects);
  void open_book(Effects& effects);

  void set_own_option(std::string_view name, std::string_view value, Effects& effects);
  void adopt(EngineProfile profile, Effects& effects);
  void configure_engine(Effects& effects);

  [[nodiscard]] std::string_view take_output(std::string_view& block) const;
  void handshake_line(std::string_view line, Effects& effects);
  void finish_handshake(Effects& effects);
  void engine_line(std::string_view line, Effects& effects);
  void relay_to_gui(std::string_view line, Effects& effects);
  void stop_search(Effects& effects);

  void begin_quit(Effects& effects);
  void fail(std::string text, Effects& effects);
  void give_up(Effects& effects);

  config::Options options_;
  std::vector<config::EngineSetting> engine_settings_;
  std::function<EngineProfile(std::string_view)> load_profile_;
  std::unique_ptr<protocol::Front> front_;
  std::unique_ptr<protocol::Back> back_;

  Stage stage_ = Stage::starting;
  bool gui_has_spoken_ = false;       ///< the GUI's first line has been dealt with
  bool gui_is_foreign_ = false;       ///< that line was of another protocol
  bool quit_after_start_ = false;     ///< the GUI left while the engine was starting
  std::string waiting_lines_;         ///< the GUI's lines until the engine is ready
  std::string early_output_;          ///< engine lines until the GUI has spoken
  std::vector<std::string> notices_;  ///< until the GUI has spoken

  std::string engine_name_;
  std::string engine_author_;
  EngineOptions engine_options_;
  GameTracker game_;
  BookPlayer book_;
  ReplyOrder order_;
  std::optional<protocol::BookAnswer> ponder_answer_;  ///< held until ponderhit or stop
  bool gui_has_pondered_ = false;
  bool stop_sent_ = false;         ///< to the search that runs
  bool position_doubted_ = false;  ///< said in the log
  std::string failure_;
};

}  // namespace polyglot::session
