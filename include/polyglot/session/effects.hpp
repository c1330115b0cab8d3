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
#include <polyglot/config/options.hpp>
#include <polyglot/config/save.hpp>
#include <polyglot/session/verdict_source.hpp>

namespace polyglot::session {

enum class Timer : std::uint8_t {
  engine_start,     ///< the engine should have finished its handshake
  engine_silence,   ///< a UCI engine should have answered in UCI; starts when the engine is connected
  engine_features,  ///< an engine with features should have begun to declare them
  early_quit,       ///< the GUI left during the handshake: the last moment to answer its questions
  unheard_stop,     ///< the engine should have ended a stopped search
  book_search,      ///< a search for the verdict on a book move has had its time
  book_verdict,     ///< the verdict on a book move is overdue
  engine_overdue,   ///< an answer or a move of the engine is overdue
  last_word,        ///< the session has failed, and the GUI has not shown its protocol yet
};

/// The name in the declaration: "engine_start".
[[nodiscard]] std::string_view name_of(Timer timer);
[[nodiscard]] std::optional<Timer> timer_named(std::string_view name);

struct TimerRequest {
  Timer timer;
  std::chrono::milliseconds delay;
};

/// How the session ended.
struct Ending {
  int exit_code = 0;    ///< 0, or 1 if the engine failed
  std::string message;  ///< for stderr; empty after success
};

struct LogNote {
  enum class Level : std::uint8_t { info, warning, error };
  Level level;
  std::string text;
};

/// An engine that has failed: it ended by itself, or hangs.
struct EngineFailure {
  std::string reason;
  std::string game;  ///< as in UCI's `position`; empty if it is not known
  std::string fen;   ///< the present position
};

/// What the shell does with the running engine.
enum class EngineFate : std::uint8_t {
  stays,
  is_replaced,  ///< it ends, and Session::start() is called with a new one; see Effects::restart_delay
  ends,         ///< it has been told to quit: wait for its end
};

/// Requests the settings for an engine named Session::engine_name(). Answered by Session::profile_loaded()
/// before any other event.
struct LoadProfile {};

/// Requests a book by its file name as the user wrote it. Answered by Session::book_opened() before any event
/// that is not an answer to a request.
struct OpenBook {
  std::size_t place = 0;  ///< its place in the order in which books are asked
  std::string file{};
  std::optional<book::BookFormat> format = std::nullopt;  ///< nothing: recognised by its contents
  book::BookKeys keys = book::BookKeys::automatic;
  bool variations = false;      ///< see book::ListOptions
  std::string learn_file = {};  ///< BookLearnFile, not expanded; empty: none
  bool or_starter = false;      ///< the user named no book: use the starter book if the file is missing
};

/// Requests to learn a game, in the open book of this path, or in the file of results of this path. Answered
/// by Session::learned(), perhaps much later.
struct Learn {
  std::string file;
  std::vector<book::PlayedMove> moves;
  bool beside = false;
};

/// Requests to save the settings in force in the file of Save. Answered by Session::saved().
struct Save {
  config::Options options;
  std::vector<config::EngineValue> engine;
};

/// Figures about a game in which we have played at least one move.
struct GameFigures {
  std::size_t plies = 0;                   ///< plies of both sides
  std::size_t book_moves = 0;              ///< ours
  std::optional<std::size_t> out_of_book;  ///< plies before the engine's first move; nothing: it made no move
  std::string book{};                      ///< the book that was used, as the user wrote it; empty: none
  std::vector<std::size_t> book_plies{};   ///< plies of our book moves, from 0
  std::string position{};                  ///< as in UCI's `position`, with castling as king takes rook
};

/// A request to the shell. The session needs its outcome.
using Request = std::variant<LoadProfile, OpenBook, Learn, Save>;

/// What a session wants to be done. Its functions append; the shell carries the effects out in the order of
/// the members, and clears them.
struct Effects {
  std::vector<config::OptionId> changed_options;  ///< set by the GUI; the shell applies those it owns
  std::vector<LogNote> log;
  bool interrupt_engine = false;     ///< with SIGINT, before to_engine is written
  std::string to_engine;             ///< complete lines
  std::string to_gui;                ///< complete lines
  std::vector<TimerRequest> timers;  ///< timers to start; they end with the present engine
  EngineFate engine = EngineFate::stays;
  /// The engine that is replaced has failed: end it by force, and wait this long before the next start.
  /// Nothing: it has been told to quit, or has ended.
  std::optional<std::chrono::milliseconds> restart_delay;
  std::optional<EngineFailure> failure;  ///< for CrashReport
  std::optional<Ending> ending;          ///< the session ends when the engine has ended
  std::vector<Request> requests;         ///< answers to them may have further effects
  std::vector<GameFigures> ended_games;
  std::vector<FoundVerdict> verdicts;  ///< for BookVerifyStore

  /// Clears all effects. It keeps the memory of normal blocks for the next time, but not that of a very long
  /// line.
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
