// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/config/options.hpp>
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/process/event.hpp>
#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// Makes of EngineCommand, EngineDir and the limits of an engine what is to be started. A program
/// with a relative path is looked for in EngineDir, then in the ini's folder, then in the current one.
/// Error: what is wrong with the command or the folder.
[[nodiscard]] Result<process::EngineLaunch> make_engine_launch(const config::Options& options,
                                                               const std::filesystem::path& ini_folder);

/// The niceness that the options ask for.
[[nodiscard]] std::optional<int> niceness(const config::Options& options);

class Outbox;

/// What the owner of an engine is told about it, from the loop.
class EngineListener {
 public:
  virtual ~EngineListener() = default;

  /// Complete lines of its output; one that it ended within is left out. The next ones are read when
  /// has_room().
  virtual void engine_said(std::string_view lines) = 0;
  /// Complete lines that it wrote to stderr.
  virtual void engine_complained(std::string_view) {}
  /// It lives, but is of no use any more: `reason`.
  virtual void engine_failed(const std::string& reason) = 0;
  /// It has ended, and everything it had written has been handed over. Nothing follows.
  /// `how`: see process::EngineConnection::ended().
  virtual void engine_gone(const std::string& how) = 0;
  /// A coroutine of ours, or what the listener did in one of these calls, has thrown.
  virtual void failed(const std::exception_ptr& thrown) = 0;

  /// False while what the engine has said waits for others: it is not read then. Asked again when the event
  /// happens that the engine was started with.
  [[nodiscard]] virtual bool has_room() const { return true; }
};

/// An engine for whoever talks to it: its connection, the text on its way to it, its last words, its end.
///
/// Its output waits only for the listener. For the single-threaded loop that `changed` belongs to; the
/// listener must outlive the loop's last turn.
class EngineClient : public std::enable_shared_from_this<EngineClient> {
  struct Private {};

 public:
  using Milliseconds = std::chrono::milliseconds;

  /// Starts the engine that the options name, see make_engine_launch(). Error: why not, as a sentence.
  /// `changed` happens whenever unsent() or gone() may have changed.
  [[nodiscard]] static Result<std::shared_ptr<EngineClient>> start(
      const boost::asio::any_io_executor& executor, process::Event& changed, const config::Options& options,
      const std::filesystem::path& ini_folder, EngineListener& listener);

  /// `command`: EngineCommand.
  EngineClient(Private, const boost::asio::any_io_executor& executor, process::Event& changed,
               EngineListener& listener, std::string command,
               std::unique_ptr<process::EngineConnection> connection);
  ~EngineClient();
  EngineClient(const EngineClient&) = delete;
  EngineClient& operator=(const EngineClient&) = delete;

  /// Sends complete lines. Afterwards the contents of `lines` are of no meaning.
  void send(std::string& lines);
  /// Bytes that are still to be written to the engine.
  [[nodiscard]] std::size_t unsent() const noexcept;

  /// Returns when the engine is there, or will not come.
  [[nodiscard]] boost::asio::awaitable<void> reached();

  /// The engine has been sent the word to quit. It may work through what it was sent before: it is ended by
  /// force when for `grace` it has neither read anything nor given an answer, or has answered for a minute
  /// without reading, that in which it had to wait for its listener not counted. Then it is gone(). What it
  /// says of a search is no answer.
  void leave(Milliseconds grace);
  /// The same where nobody waits for its answers: `grace` is all the time it has left.
  void dismiss(Milliseconds grace);
  /// One that is leaving is dismissed.
  void hurry() noexcept;
  /// It has ended, and everything it had written has been handed over.
  [[nodiscard]] bool gone() const noexcept { return state_ == State::gone; }

  /// Grows as long as the engine reads or answers.
  [[nodiscard]] std::uint64_t progress() const noexcept;
  /// "the engine "stockfish" exited with status 3, its last words: …".
  [[nodiscard]] std::string obituary(const std::string& how) const;
  /// The last lines that it wrote to stderr.
  [[nodiscard]] const std::deque<std::string>& last_words() const noexcept { return last_words_; }
  [[nodiscard]] process::EngineConnection& connection() noexcept { return *connection_; }

 private:
  using Self = std::shared_ptr<EngineClient>;

  enum class State {
    running,
    leaving,  ///< may work through what it was sent before `quit`
    hurried,  ///< is to end, whatever it has left to say
    ended,    ///< by itself; its last lines are still handed over
    gone,
  };

  /// What its output waits for: the engine, or a listener that has no room.
  enum class Reading { free, held_up, held_up_with_answers };

  /// In each of them `self` keeps the engine alive.
  boost::asio::awaitable<void> read_output(Self self);
  boost::asio::awaitable<void> read_errors(Self self);
  boost::asio::awaitable<void> write(Self self);
  boost::asio::awaitable<void> watch_input(Self self);
  boost::asio::awaitable<void> await_end(Self self);
  boost::asio::awaitable<void> see_out(Self self, Milliseconds grace);
  boost::asio::awaitable<void> doubt(Self self, std::string reason);

  void run(boost::asio::awaitable<void> work);
  [[nodiscard]] boost::asio::awaitable<void> await_last_lines();
  [[nodiscard]] std::size_t unread() const noexcept;

  boost::asio::any_io_executor executor_;
  process::Event& changed_;
  EngineListener& listener_;
  std::string command_;
  std::unique_ptr<process::EngineConnection> connection_;
  std::unique_ptr<Outbox> outbox_;
  State state_ = State::running;
  std::uint64_t blocks_ = 0;   ///< read from its output
  std::uint64_t answers_ = 0;  ///< blocks with answers, since it is leaving
  int open_outputs_ = 2;       ///< stdout and stderr
  Reading reading_ = Reading::free;
  std::deque<std::string> last_words_;
};

}  // namespace polyglot::proxy
