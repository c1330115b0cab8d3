// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <polyglot/process/event.hpp>
#include <polyglot/process/stdio.hpp>
#include <polyglot/process/traffic_log.hpp>
#include <polyglot/proxy/engine_client.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/session/session.hpp>

#include "proxy/outbox.hpp"

namespace polyglot::proxy {

/// Connects one session with the GUI and the engine. One thread runs a coroutine for each source of events.
///
/// A coroutine gives the lines of one read to the session, and carries out the effects. Only these wait:
/// - The engine's output waits until the GUI has read the earlier lines.
/// - The GUI's input waits for the engine, and for a session or a GUI whose queues are full.
class Shell final : private EngineListener {
 public:
  explicit Shell(Setup setup);

  /// Starts the engine and runs until the end of the session. Returns the exit code.
  int run();
  /// Runs a session that has failed before it began.
  int run_failed(const std::string& reason);

 private:
  using Effects = session::Effects;

  enum class Stage {
    playing,     ///< with the engine, or starting it
    restarting,  ///< another engine follows when this one has ended
    leaving,     ///< the engine has got `quit`; we still use its remaining output
    ending,      ///< only the end of the engine and the GUI's reading of its last lines remain
  };

  int loop();
  void run_beside(boost::asio::awaitable<void> work);
  /// Gives the session an event, and carries out the effects. `tell` calls it.
  template <class Tell>
  void handle(Tell tell);

  void start_engine();
  boost::asio::awaitable<void> restart_engine(std::chrono::milliseconds delay);
  void engine_not_started(const std::string& reason);
  void engine_said(std::string_view lines) override;
  void engine_complained(std::string_view lines) override;
  void engine_failed(const std::string& reason) override;
  void engine_gone(const std::string& how) override;
  void failed(const std::exception_ptr& thrown) override;
  [[nodiscard]] bool has_room() const override;

  boost::asio::awaitable<void> read_gui();
  boost::asio::awaitable<void> write_gui();
  boost::asio::awaitable<void> await_gui_hang_up();
  boost::asio::awaitable<void> await_signals();
  boost::asio::awaitable<void> await_timer(session::TimerRequest request, std::weak_ptr<EngineClient> engine);
  boost::asio::awaitable<void> watch_leaving_gui();
  boost::asio::awaitable<void> learn_games();
  boost::asio::awaitable<Result<void>> learn(const session::Learn& game);
  boost::asio::awaitable<void> finish();
  [[nodiscard]] bool hand_over(std::string_view& lines);
  [[nodiscard]] bool gui_may_speak(bool must_read_first) const;
  [[nodiscard]] boost::asio::awaitable<bool> gui_takes_all();
  void abandon(const std::string& reason);
  void interrupt();

  // effects.cpp
  void carry_out();
  std::vector<session::Request> perform();
  void answer(const session::LoadProfile&);
  void answer(const session::OpenBook& request);
  void answer(const session::Learn& game);
  void answer(const session::Save& settings);
  void follow(Effects& effects);
  [[nodiscard]] std::chrono::milliseconds quit_timeout() const;
  void apply_option(config::OptionId id);
  void tell_faults();
  void report(const Result<void>& result);
  void open_log();

  boost::asio::io_context loop_{1};
  process::Event changed_;  ///< happens when a state changes that a coroutine waits for
  Setup setup_;
  process::TrafficLog log_;
  session::Session session_;
  process::StandardChannels gui_;
  Outbox to_gui_;
  process::TerminationSignals signals_;
  std::shared_ptr<EngineClient> engine_;  ///< the current or the last engine; null if none has started
  Effects spare_effects_;                 ///< reused, so that much engine output needs no allocations
  Stage stage_ = Stage::playing;
  bool awaits_answers_ = true;                 ///< the GUI may still read answers that it asked for
  std::deque<session::Learn> games_to_learn_;  ///< the first one is being learned, and may wait for a lock
  session::Ending ending_{.exit_code = 1, .message = {}};
};

}  // namespace polyglot::proxy
