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

namespace polyglot::session {

enum class Timer : std::uint8_t {
  engine_start,     ///< the engine should have finished its handshake
  engine_silence,   ///< it should have said something of UCI if it speaks that; begins when it is reached
  engine_features,  ///< it should have begun to declare features if it has any
  early_quit,       ///< the GUI left during the handshake: last moment to answer what it asked before
  unheard_stop,     ///< the engine should have ended the search that it was told to stop
  book_search,      ///< the engine has searched long enough for a verdict on a book move
  book_verdict,     ///< it should have given that verdict
  engine_overdue,   ///< the engine should have answered what it was asked, or moved
  last_word,        ///< all is lost, and the GUI has not said yet which protocol it speaks
};

/// As its declaration has it: "engine_start".
[[nodiscard]] std::string_view name_of(Timer timer);
[[nodiscard]] std::optional<Timer> timer_named(std::string_view name);

struct TimerRequest {
  Timer timer;
  std::chrono::milliseconds delay;
};

/// How the session ended.
struct Ending {
  int exit_code = 0;    ///< 0, or 1 if the engine failed
  std::string message;  ///< for stderr; empty if all went well
};

struct LogNote {
  enum class Level : std::uint8_t { info, warning, error };
  Level level;
  std::string text;
};

/// An engine that has failed: it has ended by itself, or hangs.
struct EngineFailure {
  std::string reason;
  std::string game;  ///< as UCI's `position` gives it; empty if it is not known
  std::string fen;   ///< where it stands
};

/// What becomes of the engine that runs.
enum class EngineFate : std::uint8_t {
  stays,
  is_replaced,  ///< see it out, and call Session::start() with a new one
  is_given_up,  ///< the same, but end it by force, and start the new one no sooner than
                ///< Effects::restart_delay
  ends,         ///< it has been told to quit: see it out
};

/// The settings for an engine of the name that Session::engine_name() tells.
/// Answered by Session::profile_loaded() before any other event.
struct LoadProfile {};

/// A book, by its file name as the user wrote it. Answered by Session::book_opened() before any other event
/// but the answers to requests.
struct OpenBook {
  std::size_t place = 0;  ///< in the order in which books are asked
  std::string file{};
  std::optional<book::BookFormat> format = std::nullopt;  ///< nothing: as its content says
  book::BookKeys keys = book::BookKeys::automatic;
  std::string learn_file = {};  ///< BookLearnFile, not expanded; empty: none
  bool or_starter = false;      ///< nobody named a book: the starter book, where there is no such file
};

/// A game to learn in the open book of this path, or beside one in the file of this path. Answered by
/// Session::learned(), which may take its time.
struct Learn {
  std::string file;
  std::vector<book::PlayedMove> moves;
  bool beside = false;
};

/// Settings in force, for the file that Save means. Answered by Session::saved().
struct Save {
  config::Options options;
  std::vector<config::EngineValue> engine;
};

/// What the book has done in a game, of which we have played at least one move.
struct GameFigures {
  std::size_t plies = 0;                   ///< of both sides
  std::size_t book_moves = 0;              ///< ours
  std::optional<std::size_t> out_of_book;  ///< plies before the engine's first move; nothing: it made none
  std::string book{};                      ///< that was played from, as the user wrote it; empty: none
  std::vector<std::size_t> book_plies{};   ///< of our book moves, from 0
  std::string position{};                  ///< as UCI's `position` gives it, castling as king takes rook
};

/// What has an outcome that the session is to be told.
using Request = std::variant<LoadProfile, OpenBook, Learn, Save>;

/// What a session wants done. Handlers append; the shell carries it out in this order and clears it.
struct Effects {
  std::vector<config::OptionId> changed_options;  ///< set by the GUI; the shell applies those it owns
  std::vector<LogNote> log;
  bool interrupt_engine = false;     ///< with SIGINT, before to_engine is written
  std::string to_engine;             ///< complete lines
  std::string to_gui;                ///< complete lines
  std::vector<TimerRequest> timers;  ///< to arm; they end with the engine that runs now
  EngineFate engine = EngineFate::stays;
  std::chrono::milliseconds restart_delay{0};
  std::optional<EngineFailure> failure;  ///< for CrashReport
  std::optional<Ending> ending;          ///< nothing more to do once the engine is gone
  std::vector<Request> requests;         ///< their answers may have further effects
  std::vector<GameFigures> ended_games;

  /// Memory is kept for the next time, unless a giant line has blown it up: a flood comes in thousands of
  /// equal blocks.
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
