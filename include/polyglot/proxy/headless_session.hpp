// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include <polyglot/process/event.hpp>
#include <polyglot/process/loop.hpp>
#include <polyglot/process/traffic_log.hpp>
#include <polyglot/proxy/engine_client.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/session.hpp>

namespace polyglot::proxy {

/// What a HeadlessSession does with its books.
enum class HeadlessBooks : std::uint8_t {
  closed,  ///< none is opened, and no game is learned
  played,  ///< they are played from, with a new seed unless BookSeed is set, and learn if they are to
};

/// A session without a GUI: its owner says what a UCI GUI would say, and waits for each answer.
///
/// No settings are saved. The engine is ended by force when the
/// object is destroyed.
class HeadlessSession final : private EngineListener {
 public:
  using Clock = process::Loop::Clock;

  explicit HeadlessSession(Setup setup, HeadlessBooks books = HeadlessBooks::closed);

  /// Starts the engine and waits until it is ready. Error: why it is not.
  [[nodiscard]] Result<void> start();
  /// Says complete lines to the session.
  void say(std::string_view lines);
  /// The next line for the GUI; nothing: there is none by `deadline`. Error: why no line comes any more.
  [[nodiscard]] Result<std::optional<std::string>> next_line(Clock::time_point deadline);
  /// Leaves the session, and waits until the engine has ended: by itself, or after EngineQuitTimeout by
  /// force.
  void quit();

  [[nodiscard]] const session::Session& session() const noexcept { return session_; }
  [[nodiscard]] const config::Options& options() const noexcept { return session_.options(); }
  /// What the engine calls itself, and what can be set.
  [[nodiscard]] const std::string& engine_name() const noexcept { return session_.engine_name(); }
  [[nodiscard]] const session::EngineOptions& engine_options() const noexcept {
    return session_.engine_options();
  }
  /// Null if no engine could be started.
  [[nodiscard]] process::EngineConnection* connection() noexcept {
    return engine_ ? &engine_->connection() : nullptr;
  }
  /// What the session has reported since the last call, without the reason why it cannot go on.
  [[nodiscard]] std::vector<std::string> take_warnings() { return std::exchange(warnings_, {}); }
  /// Closed at first. What the engine is told and says goes there.
  [[nodiscard]] process::TrafficLog& log() noexcept { return log_; }

 private:
  void engine_said(std::string_view lines) override;
  void engine_complained(std::string_view lines) override;
  void engine_failed(const std::string& reason) override;
  void engine_gone(const std::string& how) override;
  void failed(const std::exception_ptr& thrown) override { std::rethrow_exception(thrown); }

  /// Tells the session of an event, `event` being a function of Effects, and carries out what it wants.
  template <class Event>
  void tell(Event event);
  void launch();
  void carry_out();
  void answer(const session::Request& request);
  [[nodiscard]] Result<std::unique_ptr<book::BookSource>> open(const session::OpenBook& request);
  boost::asio::awaitable<void> await_timer(session::TimerRequest request, std::weak_ptr<EngineClient> engine);

  process::Loop loop_;
  process::Event changed_;
  Setup setup_;
  HeadlessBooks books_;
  process::TrafficLog log_;
  session::Session session_;
  session::Effects effects_;
  std::shared_ptr<EngineClient> engine_;  ///< the present one, or the last; null if none could be started
  bool restarts_ = false;                 ///< another one follows when it has gone
  std::vector<std::string> warnings_;
  std::deque<std::string> lines_;  ///< for the GUI
  std::string why_over_;           ///< empty while the session goes on
};

}  // namespace polyglot::proxy
