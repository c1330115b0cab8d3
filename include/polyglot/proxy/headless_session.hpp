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
#include <boost/asio/io_context.hpp>

#include <polyglot/game/rules.hpp>
#include <polyglot/process/event.hpp>
#include <polyglot/process/traffic_log.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/proxy/engine_client.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/session.hpp>

namespace polyglot::proxy {

/// What a HeadlessSession does with its books.
enum class HeadlessBooks : std::uint8_t {
  closed,  ///< the session opens no book and learns no game
  played,  ///< the session plays and learns from them, with a new seed unless BookSeed is set
};

/// A session without a GUI. Its owner sends the lines that a UCI GUI would send, and waits for each answer.
///
/// It saves no settings. The destructor ends the engine by force. If several sessions share a loop, they must
/// live until its last turn, and be destroyed before it. Not thread-safe.
class HeadlessSession final : private EngineListener {
 public:
  using Clock = std::chrono::steady_clock;

  explicit HeadlessSession(Setup setup, HeadlessBooks books = HeadlessBooks::closed);
  /// Makes a session without books on a loop that its owner runs.
  HeadlessSession(Setup setup, boost::asio::io_context& loop);

  /// Starts the engine and waits until it is ready. Error: why it is not.
  [[nodiscard]] Result<void> start();
  /// Starts the engine without waiting for it. It is ready when session().engine_ready().
  void launch();
  /// Opens the log if the options ask for one. Error: the log cannot be opened.
  [[nodiscard]] Result<void> open_log();
  /// Sends complete lines to the session.
  void say(std::string_view lines);
  /// Announces a new game, so that the engine clears its memory, and asks whether it is ready.
  void say_new_game(bool chess960);
  void say_search(const protocol::Search& search);
  /// Waits for the answer to say_new_game(). Returns false if the engine does not answer in time. Error: as
  /// next_line().
  [[nodiscard]] Result<bool> await_ready();
  /// Returns how long an answer may take: the value of EngineStartTimeout.
  [[nodiscard]] std::chrono::milliseconds patience() const;
  /// Sets the game of an engine that is ready. Error: the engine does not play it.
  [[nodiscard]] Result<void> set_variant(const game::Rules& rules);
  /// Returns the next line for the GUI; nothing if none comes by `deadline`. Error: why no more will come.
  [[nodiscard]] Result<std::optional<std::string>> next_line(Clock::time_point deadline);
  /// Returns the next line that has come already, without waiting. Error: as next_line().
  [[nodiscard]] Result<std::optional<std::string>> take_line();
  /// Ends the session, and waits until the engine has ended. After EngineQuitTimeout it is ended by force.
  void quit();

  [[nodiscard]] const session::Session& session() const noexcept { return session_; }
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
  /// Returns the log of all lines to and from the engine. It is closed until the owner opens it.
  [[nodiscard]] process::TrafficLog& log() noexcept { return log_; }

 private:
  HeadlessSession(Setup setup, HeadlessBooks books, std::unique_ptr<boost::asio::io_context> own,
                  boost::asio::io_context* shared);

  void engine_said(std::string_view lines) override;
  void engine_complained(std::string_view lines) override;
  void engine_failed(const std::string& reason) override;
  void engine_gone(const std::string& how) override;
  void failed(const std::exception_ptr& thrown) override { std::rethrow_exception(thrown); }

  /// Gives the session an event and carries out the effects. `event` calls it.
  template <class Event>
  void tell(Event event);
  void carry_out();
  void answer(const session::Request& request);
  [[nodiscard]] Result<std::unique_ptr<book::BookSource>> open(const session::OpenBook& request);
  boost::asio::awaitable<void> await_timer(session::TimerRequest request, std::weak_ptr<EngineClient> engine);

  std::unique_ptr<boost::asio::io_context> own_loop_;  ///< null if the loop is shared
  boost::asio::io_context& loop_;
  process::Event changed_;
  Setup setup_;
  HeadlessBooks books_;
  process::TrafficLog log_;
  session::Session session_;
  std::shared_ptr<EngineClient> engine_;  ///< the present engine or the last one; null if none could be
                                          ///< started
  bool restarts_ = false;                 ///< another engine follows when this one has ended
  std::vector<std::string> warnings_;
  std::deque<std::string> lines_;  ///< for the GUI
  std::string why_over_;           ///< why the session has ended; empty while it continues
};

}  // namespace polyglot::proxy
