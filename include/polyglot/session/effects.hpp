// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/book_keys.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/options.hpp>

namespace polyglot::session {

enum class Timer : std::uint8_t {
  engine_start,     ///< the time limit of the engine's handshake
  engine_silence,   ///< the time limit of the first answer to `uci`; starts when the engine is connected
  engine_features,  ///< the time limit of the first `feature` line
  early_quit,       ///< the GUI left during the handshake: the time limit for answers to its questions
  stop_limit,       ///< the time limit of an engine to end a stopped search
  engine_overdue,   ///< the engine has not answered or moved in time
  last_word,        ///< the session has failed, and the GUI has not shown its protocol yet
};

struct TimerRequest {
  Timer timer;
  std::chrono::milliseconds delay;
};

struct Ending {
  int exit_code = 0;    ///< 0, or 1 if the engine failed
  std::string message;  ///< for stderr; empty after success
};

struct LogNote {
  enum class Level : std::uint8_t { info, warning, error };
  Level level;
  std::string text;
};

/// What the shell does with the running engine.
enum class EngineFate : std::uint8_t {
  stays,
  is_replaced,  ///< it ends, and Session::start() is called with a new one; see Effects::restart_delay
  ends,         ///< it has been told to quit: wait for its end
};

/// Requests the settings for an engine named Session::engine_name(). The shell answers with
/// Session::profile_loaded() before any other event.
struct LoadProfile {};

/// Requests a book by its file name as the user wrote it. The shell answers with Session::book_opened()
/// before any event that is not an answer to a request.
struct OpenBook {
  std::size_t place = 0;  ///< its place in the order in which books are asked
  std::string file{};
  std::optional<book::BookFormat> format = std::nullopt;  ///< nothing: the contents decide
  book::BookKeys keys = book::BookKeys::automatic;
  bool variations = false;      ///< see book::ListOptions
  std::string learn_file = {};  ///< BookLearnFile, not expanded; empty: none
  bool or_starter = false;      ///< the user named no book: use the starter book if the file is missing
};

/// Requests to learn a game. The shell answers with Session::learned(), perhaps much later.
struct Learn {
  std::string file;  ///< the path of an open book, or of its file of results
  std::vector<book::PlayedMove> moves;
  book::ResultsIn where = book::ResultsIn::book;
};

/// Requests to save the settings in force in the file of Save. The shell answers with Session::saved().
struct Save {
  config::Options options;
  std::vector<config::EngineValue> engine;
};

/// A request to the shell, which answers it by a call of the session.
using Request = std::variant<LoadProfile, OpenBook, Learn, Save>;

/// What a session asks the shell to do. The session appends; the shell carries the effects out in the order
/// of the members and clears them.
struct Effects {
  std::vector<config::OptionId> changed_options;  ///< set by the GUI; the shell applies those it owns
  std::vector<LogNote> log;
  bool interrupt_engine = false;     ///< send SIGINT before to_engine is written
  std::string to_engine;             ///< complete lines
  std::string to_gui;                ///< complete lines
  std::vector<TimerRequest> timers;  ///< timers to start; they stop with the present engine
  EngineFate engine = EngineFate::stays;
  /// Set if the engine to be replaced has failed: end it by force, and wait this long before the next start.
  /// Nothing: it has been told to quit, or has ended.
  std::optional<std::chrono::milliseconds> restart_delay;
  std::optional<Ending> ending;   ///< set: the session ends when the engine has ended
  std::vector<Request> requests;  ///< their answers may have further effects

  void note(std::string text) { log.push_back({LogNote::Level::info, std::move(text)}); }
  void warn(std::string text) { log.push_back({LogNote::Level::warning, std::move(text)}); }

  /// Clears all effects. It keeps the memory of blocks up to 256 KiB for the next time.
  void clear() noexcept {
    Effects next;
    for (const auto text : {&Effects::to_engine, &Effects::to_gui}) {
      if ((this->*text).capacity() <= kKeptCapacity) std::swap(next.*text, this->*text);
      (next.*text).clear();
    }
    *this = std::move(next);
  }

 private:
  static constexpr std::size_t kKeptCapacity = 256UL * 1024;
};

}  // namespace polyglot::session
