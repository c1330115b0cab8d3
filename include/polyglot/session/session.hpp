// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <set>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/config/book_section.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/protocol/front.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/effects.hpp>
#include <polyglot/session/engine_options.hpp>

namespace polyglot::session {

class BookPlayer;
class Conversation;
class EngineStart;
class Recovery;
struct Awaited;
struct Context;
struct Engine;
struct Gui;

/// All settings, including those for the engine's name.
struct EngineProfile {
  config::Options options;
  std::vector<config::EngineSetting> engine_settings;
  std::vector<std::string> warnings;
  /// The books beside BookFile, in the order in which they are asked.
  std::vector<config::BookSection> books{};
};

/// Returns the path of the file that Save writes for an engine of this name. It opens nothing.
using SettingsPath = std::function<std::string(const config::Options& options, std::string_view engine_name)>;

struct SessionSetup {
  config::Options options;
  std::vector<config::EngineSetting> engine_settings;  ///< sent to the engine after its handshake
  book::RandomSource random;
  std::uint64_t seed = 0;  ///< the seed of `random`, for the log
  /// The books beside BookFile, in the order in which they are asked.
  std::vector<config::BookSection> books{};
  bool has_profile = false;    ///< settings depend on the engine's name: request LoadProfile
  SettingsPath settings_path;  ///< null: SettingsFile is shown unchanged
};

/// A session between one GUI and one engine. This class makes all of Polyglot's decisions during play.
///
/// It does no I/O and reads no clock. Every event is a call. The session appends to effects() what it wants
/// to be done, and the shell in src/proxy carries that out. A transcript test is a list of such calls. Only
/// the books that it was given may use files during a call. Not thread-safe.
///
/// The session itself handles the start and the end. It finds out which protocols GUI and engine speak, and
/// chooses the kind of Conversation that fits both.
///
/// It promises, whatever the GUI and the engine send:
/// - answers reach the GUI in the order of its questions: a book move waits for the owed `readyok`s and best
///   moves;
/// - one best move per `go`; a best move that nobody waits for is dropped;
/// - all questions of a UCI GUI before its end are answered, except infinite searches;
/// - a UCI GUI gets nothing before its first line has been handled;
/// - nothing is sent to the engine after the quit command;
/// - all this also holds for an engine that replaces a failed one.
class Session {
 public:
  explicit Session(SessionSetup setup);
  ~Session();

  /// Sets the time of the next events, on any clock that never goes back.
  void set_time(std::chrono::milliseconds now) noexcept;
  /// Returns what the session has asked for since the last Effects::clear(). The shell carries it out and
  /// clears it.
  [[nodiscard]] Effects& effects() noexcept { return effects_; }

  /// Sets the known variants; null: the built-in ones. Call it with the first settings, and when settings
  /// name another file of variants. An error changes nothing and is reported.
  void variants_loaded(Result<std::shared_ptr<const variants::Catalogue>> variants);
  /// Call this when the engine has been launched or will be at once, for the first time or again. Begins the
  /// handshake.
  void start();
  /// Takes complete lines from the GUI, each ended by '\n'.
  void gui_lines(std::string_view block);
  void gui_closed();
  /// Call this when the user wants Polyglot to end at once (a signal).
  void interrupted();
  /// Takes complete lines from the engine, each ended by '\n'.
  void engine_lines(std::string_view block);
  /// Call this when the engine has ended and all its lines were delivered, or when it cannot be used any
  /// more.
  void engine_lost(std::string_view reason);
  void engine_not_started(std::string_view reason);
  /// Ends a session that cannot continue. The GUI gets the reason, and the exit code will be 1.
  void abandon(std::string_view reason);
  void timer_fired(Timer timer);

  // Answers to requests.
  void profile_loaded(EngineProfile profile);
  /// Null means that there is no book, which is not a failure.
  void book_opened(std::size_t place, Result<std::unique_ptr<book::BookSource>> opened);
  void learned(const Result<void>& outcome);
  void saved(const Result<void>& outcome);

  /// Sends the GUI a message as soon as possible.
  void notify(std::string text);

  /// Returns false while the session could only queue lines of the GUI. Then do not read them.
  [[nodiscard]] bool wants_gui_input() const noexcept;

  [[nodiscard]] const config::Options& options() const noexcept { return options_; }
  [[nodiscard]] const EngineOptions& engine_options() const noexcept;
  [[nodiscard]] const std::string& engine_name() const noexcept;
  /// These two return the protocols of both sides; null until they are known.
  [[nodiscard]] const protocol::Dialect* engine_dialect() const noexcept;
  [[nodiscard]] bool engine_ready() const noexcept { return engine_plays(); }

 private:
  enum class EngineSide : std::uint8_t {
    starting,  ///< the handshake is running
    ready,
    switching,  ///< it owes answers from before the GUI changed to UCI
    ending,     ///< it has been told to quit
    lost,       ///< it has failed or was told to quit, and another one will start soon
    none,       ///< there is no engine, and none will start
  };
  // What happens to a line:
  //
  // | engine   | of a GUI that speaks                              | of the engine                |
  // |----------|---------------------------------------------------|------------------------------|
  // | starting | waits                                             | belongs to the handshake     |
  // | lost     | waits                                             | is ignored                   |
  // | ready    | is served (1)                                     | goes to the conversation (1) |
  // | switching | waits                                             | goes to the conversation (1) |
  // | ending   | is ignored                                        | goes to the conversation (1) |
  // | none     | is ignored; the first one shows how to report why | is ignored                   |
  // (1) It waits while the shell has requests to answer.
  // A GUI that has gone sends no lines. When its questions are answered, `ready` becomes `ending`.
  // Until a GUI has sent a line, its protocol is not known (Gui::front is null).

  [[nodiscard]] bool awaits_shell() const noexcept { return open_requests_ > 0; }
  void gui_line(std::string_view line);
  [[nodiscard]] bool serves_gui() const noexcept;
  void keep_line(std::string_view line);
  [[nodiscard]] bool answers_without_engine();
  void serve_kept_lines();
  void serve(std::string_view line);
  void begin_switch_to_uci(std::string_view line);
  void finish_switch_to_uci();
  void speak_uci();

  void set_own_option(std::string_view name, std::string_view value);
  void take_result(std::string_view value);
  void option_changed(config::OptionId id);
  void go_on();

  void follow_handshake();
  void finish_handshake();
  void begin_service(const EngineOptions& before);
  /// Reports settings that the engine has no option for. Settings that may be for other engines are only
  /// logged.
  void report_settings_without_option();
  void follow_engine();
  void replace_engine();
  void request_new_engine();
  void recover_or_fail(std::string_view why);
  [[nodiscard]] Awaited awaited() const;
  void watch();
  void follow_timer(Timer timer);
  void check_deadlines();
  [[nodiscard]] bool try_to_recover(std::string& reason);
  [[nodiscard]] bool engine_starts() const noexcept {
    return engine_side_ == EngineSide::starting || engine_side_ == EngineSide::lost;
  }
  [[nodiscard]] bool engine_plays() const noexcept {
    return engine_side_ == EngineSide::ready || engine_side_ == EngineSide::switching;
  }
  [[nodiscard]] bool is_failing() const noexcept;

  void quit_when_served();
  void begin_quit();
  void end();
  void fail(std::string text);
  void give_up();
  void notify_once(const std::string& text);

  std::unique_ptr<Context> context_;
  // The parts of the context.
  config::Options& options_;
  Effects& effects_;
  Gui& gui_;
  Engine& engine_;
  BookPlayer& book_;

  std::unique_ptr<EngineStart> engine_start_;
  std::unique_ptr<Recovery> recovery_;
  std::unique_ptr<Conversation> conversation_;  ///< null until both sides are known

  std::vector<config::EngineSetting> engine_settings_;
  bool wants_profile_;

  EngineSide engine_side_ = EngineSide::starting;
  std::size_t open_requests_ = 0;        ///< requested profiles and books; lines of both sides wait for them
  std::string waiting_lines_;            ///< the GUI's lines until they can be served
  std::string waiting_output_;           ///< the engine's lines while awaits_shell()
  std::set<std::string> reported_once_;  ///< messages that must not be repeated: games not learned, books not
                                         ///< opened, settings without an option
  std::string failure_;
};

}  // namespace polyglot::session
