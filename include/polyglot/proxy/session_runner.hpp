// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>

#include <polyglot/process/event.hpp>
#include <polyglot/proxy/engine_client.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/proxy/traffic_log.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/runner.hpp>
#include <polyglot/session/session.hpp>

namespace polyglot::proxy {

/// What a session does with its books.
enum class SessionBooks : std::uint8_t {
  closed,  ///< it opens no book and learns no game
  played,  ///< it plays and learns from them, with a new seed unless BookSeed is set
};

/// A session with its engine, its timers, its books and its log. Derived classes say where the lines for the
/// GUI go, and what follows when the engine or the session ends. Not thread-safe.
class SessionRunner : protected session::Runner, protected EngineListener {
 public:
  SessionRunner(const SessionRunner&) = delete;
  SessionRunner& operator=(const SessionRunner&) = delete;

  [[nodiscard]] const session::Session& session() const noexcept { return session_; }

 protected:
  using Effects = session::Effects;

  /// `shared`: the loop of the owner; null: the runner has its own.
  SessionRunner(ProxySetup setup, SessionBooks books, boost::asio::io_context* shared);
  ~SessionRunner() override = default;

  /// Gives the session an event, and carries out the effects. `event` calls the session.
  template <class Event>
  void handle(Event event) {
    set_time();
    event();
    carry_out();
  }
  void set_time();
  void carry_out();
  void run_beside(boost::asio::awaitable<void> work);

  void start_engine();
  void engine_not_started(const std::string& reason);
  [[nodiscard]] std::chrono::milliseconds quit_timeout() const;
  /// Opens the log if the options ask for one.
  Result<void> open_log();
  [[nodiscard]] bool is_learning() const noexcept { return !games_to_learn_.empty(); }

  virtual void note(const session::LogNote& note) = 0;
  virtual void to_gui(std::string& lines) = 0;
  /// The engine has been told to quit.
  virtual void engine_leaves() = 0;
  /// `ending_` has just been set.
  virtual void session_ended() = 0;

  void engine_said(std::string_view lines) override;
  void engine_complained(std::string_view lines) override;
  void engine_unusable(const std::string& reason) override;
  void engine_gone(const std::string& how) override;

 private:
  std::unique_ptr<boost::asio::io_context> own_loop_;  ///< null if the loop is shared
  SessionBooks books_;

 protected:
  boost::asio::io_context& loop_;
  process::Event changed_;  ///< happens when a state changes that a coroutine waits for
  ProxySetup setup_;
  TrafficLog log_;
  session::Session session_;
  std::shared_ptr<EngineClient> engine_;  ///< the current or the last engine; null if none has started
  session::EngineFate engine_fate_ = session::EngineFate::stays;
  std::optional<session::Ending> ending_;      ///< set when the session has ended
  std::deque<session::Learn> games_to_learn_;  ///< the first one is being learned, and may wait for a lock

 private:
  void perform(Effects& effects) final;
  void answer(const session::LoadProfile&) final;
  void answer(const session::OpenBook& request) final;
  void answer(const session::Learn& game) final;
  void answer(const session::Save& settings) final;
  void follow(Effects& effects);
  boost::asio::awaitable<void> start_next_engine(std::chrono::milliseconds delay);
  boost::asio::awaitable<void> await_timer(session::TimerRequest request, std::weak_ptr<EngineClient> engine);
  boost::asio::awaitable<void> learn_games();
  boost::asio::awaitable<Result<void>> learn(const session::Learn& game);
};

}  // namespace polyglot::proxy
