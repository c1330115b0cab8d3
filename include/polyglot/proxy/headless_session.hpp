// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include <polyglot/game/rules.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/proxy/session_runner.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/session.hpp>

namespace polyglot::proxy {

/// A session without a GUI. Its owner sends the lines that a UCI GUI would send, and waits for each answer.
///
/// It saves no settings. The destructor ends the engine by force. If several sessions share a loop, they must
/// live until its last turn, and be destroyed before it. Not thread-safe.
class HeadlessSession final : public SessionRunner {
 public:
  using Clock = std::chrono::steady_clock;

  explicit HeadlessSession(ProxySetup setup, SessionBooks books = SessionBooks::closed)
      : SessionRunner(std::move(setup), books, nullptr) {}
  /// Makes a session without books on a loop that its owner runs.
  HeadlessSession(ProxySetup setup, boost::asio::io_context& loop)
      : SessionRunner(std::move(setup), SessionBooks::closed, &loop) {}

  /// Starts the engine and waits until it is ready. Error: why it is not.
  [[nodiscard]] Result<void> start();
  /// Starts the engine without waiting for it. It is ready when session().engine_ready().
  void launch() { start_engine(); }
  using SessionRunner::open_log;
  void say(std::string_view lines);
  /// Announces a new game, so that the engine clears its memory, and asks whether it is ready.
  void say_new_game(bool chess960);
  void say_search(const protocol::Search& search);
  /// Waits for the answer to say_new_game(). Returns false if none comes by `deadline`. Error: as
  /// next_line().
  [[nodiscard]] Result<bool> await_ready(Clock::time_point deadline);
  /// Returns how long an answer may take: the value of EngineStartTimeout.
  [[nodiscard]] std::chrono::milliseconds answer_timeout() const;
  /// Sets the game of an engine that is ready. Error: the engine does not play it.
  [[nodiscard]] Result<void> set_variant(const game::Rules& rules);
  /// Returns the next line for the GUI; nothing if none comes by `deadline`. Error: why no more will come.
  [[nodiscard]] Result<std::optional<std::string>> next_line(Clock::time_point deadline);
  /// Returns the next line that has come already, without waiting. Error: as next_line().
  [[nodiscard]] Result<std::optional<std::string>> take_line();
  /// Gives up an engine that does not answer: the session is over, and next_line() returns the reason.
  void give_up(const std::string& reason) {
    handle([&] { session_.abandon(reason); });
  }
  /// Ends the session, and waits until the engine has ended. After EngineQuitTimeout it is ended by force.
  void quit();

  [[nodiscard]] const config::Options& options() const noexcept { return session_.options(); }
  /// engine_name() is the name that the engine has reported, engine_options() are its options.
  [[nodiscard]] const std::string& engine_name() const noexcept { return session_.engine_name(); }
  [[nodiscard]] const session::EngineOptions& engine_options() const noexcept {
    return session_.engine_options();
  }
  /// Returns null if no engine could be started.
  [[nodiscard]] process::EngineConnection* connection() noexcept {
    return engine_ ? &engine_->connection() : nullptr;
  }
  /// Returns the warnings of the session since the last call, without the reason for its end.
  [[nodiscard]] std::vector<std::string> take_warnings() { return std::exchange(warnings_, {}); }

 private:
  void failed(const std::exception_ptr& thrown) override { std::rethrow_exception(thrown); }
  void note(const session::LogNote& note) override;
  void to_gui(std::string& lines) override;
  void engine_leaves() override { engine_->dismiss(quit_timeout()); }
  void session_ended() override {
    if (engine_) engine_leaves();
  }

  std::vector<std::string> warnings_;
  std::deque<std::string> lines_;  ///< for the GUI
  std::string why_over_;           ///< why the session has ended; empty while it continues
};

}  // namespace polyglot::proxy
