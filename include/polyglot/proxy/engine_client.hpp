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
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/config/options.hpp>
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/process/event.hpp>
#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// Makes an EngineLaunch from EngineCommand, EngineDir and the limits for an engine. A program with a
/// relative path is searched in EngineDir, then in the folder of the configuration file, then in the working
/// directory. Error: what is wrong with the command or the folder.
[[nodiscard]] Result<process::EngineLaunch> make_engine_launch(const config::Options& options,
                                                               const std::filesystem::path& ini_folder);

/// Returns the well-known engines that are installed, by their commands, the strongest first.
[[nodiscard]] std::vector<std::string> installed_engines();

/// Returns the niceness that the options set; nothing if they set none.
[[nodiscard]] std::optional<int> niceness(const config::Options& options);

class Outbox;

/// Receives the events of an engine. The loop makes all calls.
class EngineListener {
 public:
  virtual ~EngineListener() = default;

  /// Takes complete lines of the engine's output, without an incomplete last one. More is read when
  /// has_room().
  virtual void engine_said(std::string_view lines) = 0;
  /// Takes complete lines that the engine wrote to stderr.
  virtual void engine_complained(std::string_view) {}
  /// Called if the engine lives, but cannot be used any more because of `reason`.
  virtual void engine_unusable(const std::string& reason) = 0;
  /// Called when the engine has ended and all its output has been delivered. No further calls follow. `how`
  /// is process::ExitReport::text.
  virtual void engine_gone(const std::string& how) = 0;
  /// Called if a coroutine of the client, or one of these functions, has thrown an exception.
  virtual void failed(const std::exception_ptr& thrown) = 0;

  /// Returns false to stop reading the engine's output for now. It is called again at each event `changed`.
  [[nodiscard]] virtual bool has_room() const { return true; }
};

/// An engine for the code that talks to it. It has the connection, queued text, and the last stderr lines.
///
/// Only the listener can stop its output. It runs on the single-threaded loop of `changed`. The listener must
/// live until the loop's last turn. Not thread-safe.
class EngineClient : public std::enable_shared_from_this<EngineClient> {
  struct Private {};

 public:
  using Milliseconds = std::chrono::milliseconds;

  /// Starts the engine that the options name, see make_engine_launch(). `changed` happens whenever unsent()
  /// or gone() may have changed. Error: the reason, as a sentence.
  [[nodiscard]] static Result<std::shared_ptr<EngineClient>> start(
      const boost::asio::any_io_executor& executor, process::Event& changed, const config::Options& options,
      const std::filesystem::path& ini_folder, EngineListener& listener);

  /// For start() only. `command` is the value of EngineCommand.
  EngineClient(Private, const boost::asio::any_io_executor& executor, process::Event& changed,
               EngineListener& listener, std::string command,
               std::shared_ptr<process::EngineConnection> connection);
  ~EngineClient();
  EngineClient(const EngineClient&) = delete;
  EngineClient& operator=(const EngineClient&) = delete;

  /// Sends complete lines. Afterwards the contents of `lines` are unspecified. It does not wait.
  void send(std::string& lines);
  /// Returns the number of bytes that are not yet written to the engine.
  [[nodiscard]] std::size_t unsent() const noexcept;

  /// Waits until the engine is connected, or connecting has failed.
  [[nodiscard]] boost::asio::awaitable<void> reached();

  /// Call this after sending `quit`. The engine may finish what it was asked before. The client ends it by
  /// force if it neither reads nor answers for `grace`, or if it answers for a minute without reading. Time
  /// in which it waits for the listener does not count, nor does output about a search. Then it is gone().
  void leave(Milliseconds grace);
  /// Call this instead of leave() if nobody waits for answers. The engine has only `grace` to end.
  void dismiss(Milliseconds grace);
  /// Dismisses the engine if leave() was called.
  void hurry() noexcept;
  /// Returns true when the engine has ended and all its output has been delivered.
  [[nodiscard]] bool gone() const noexcept { return state_ == State::gone; }

  /// Returns a counter that grows while the engine reads or answers.
  [[nodiscard]] std::uint64_t progress() const noexcept;
  /// Returns a sentence about the end: how the engine ended, and its last line on stderr.
  [[nodiscard]] std::string describe_end(const std::string& how) const;
  [[nodiscard]] const std::deque<std::string>& last_words() const noexcept { return last_words_; }
  [[nodiscard]] process::EngineConnection& connection() noexcept { return *connection_; }

 private:
  using Self = std::shared_ptr<EngineClient>;

  enum class State {
    running,
    leaving,  ///< may finish what it was sent before `quit`
    hurried,  ///< has to end now, even if answers are missing
    ended,    ///< it ended by itself; its last lines are being delivered
    gone,
  };

  /// Why the client does not read the output: not at all (free), or a listener without room.
  enum class Reading { free, held_up, held_up_with_answers };

  /// In each of these coroutines `self` keeps the client alive.
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
  std::shared_ptr<process::EngineConnection> connection_;
  std::unique_ptr<Outbox> outbox_;
  State state_ = State::running;
  std::uint64_t blocks_ = 0;   ///< blocks read from its output
  std::uint64_t answers_ = 0;  ///< blocks with answers since leave()
  int open_outputs_ = 2;       ///< how many of stdout and stderr are open
  Reading reading_ = Reading::free;
  std::deque<std::string> last_words_;
};

}  // namespace polyglot::proxy
