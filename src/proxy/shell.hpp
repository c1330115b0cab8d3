#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <polyglot/process/engine_process.hpp>
#include <polyglot/process/line_channel.hpp>
#include <polyglot/process/signals.hpp>
#include <polyglot/process/stdio.hpp>
#include <polyglot/process/traffic_log.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/session/session.hpp>

#include "proxy/event.hpp"
#include "proxy/running_engine.hpp"

namespace polyglot::proxy {

/// Connects one session with the world: coroutines of one thread, one for each source of events.
///
/// Each source takes all lines that one read brought, hands them to the session, carries out what the
/// session wants, and reads again only when that has been written.
class Shell {
 public:
  explicit Shell(const Setup& setup);

  /// Starts the engine and runs until all is over. Returns the exit code.
  int run();
  /// Runs a session that has failed before it began.
  int run_failed(const std::string& reason);

 private:
  using Effects = session::Effects;

  [[nodiscard]] session::Setup session_setup(const Setup& setup);
  void start_engine(Effects& effects);
  void restart_engine();
  int loop(Effects& effects);

  boost::asio::awaitable<void> read_gui();
  boost::asio::awaitable<void> read_engine(std::shared_ptr<RunningEngine> engine);
  boost::asio::awaitable<void> read_engine_errors(std::shared_ptr<RunningEngine> engine);
  boost::asio::awaitable<void> await_engine_death(std::shared_ptr<RunningEngine> engine);
  boost::asio::awaitable<void> await_signals();
  boost::asio::awaitable<void> await_timer(session::TimerRequest request,
                                           std::shared_ptr<RunningEngine> engine);
  boost::asio::awaitable<void> await_gui_hang_up();
  boost::asio::awaitable<void> see_engine_out(std::shared_ptr<RunningEngine> engine);
  boost::asio::awaitable<void> finish();

  void carry_out(Effects& effects);
  [[nodiscard]] bool all_written() const noexcept {
    return to_gui_.idle() && (!engine_ || engine_->outbox.idle());
  }
  [[nodiscard]] boost::asio::awaitable<void> await_written();
  void apply_option(config::OptionId id, Effects& effects);
  void report(const Result<void>& result, Effects& effects);
  void open_log(Effects& effects);
  [[nodiscard]] std::string death_notice(const process::ExitReport& report) const;
  void remember_error_lines(std::string_view block);
  [[nodiscard]] boost::asio::awaitable<void> sleep(std::chrono::milliseconds delay);

  boost::asio::io_context context_;
  std::filesystem::path ini_folder_;
  std::vector<std::string> warnings_;
  process::TrafficLog log_;
  session::Session session_;
  process::StandardChannels gui_;
  Outbox to_gui_;
  process::TerminationSignals signals_;
  std::shared_ptr<RunningEngine> engine_;  ///< whoever waits for one keeps it
  bool restarting_ = false;                ///< a new engine is to follow the present one
  std::vector<std::string> last_errors_;   ///< the engine's last lines on stderr
  std::optional<session::Ending> ending_;
};

}  // namespace polyglot::proxy
