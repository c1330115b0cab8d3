// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/game/game.hpp>
#include <polyglot/game/table_verdict.hpp>
#include <polyglot/os/expansion.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/effects.hpp>
#include <polyglot/session/session.hpp>

namespace polyglot::proxy {

/// A line of the log, see process::TrafficLog. The members are views of its text.
struct LogLine {
  std::chrono::milliseconds time{0};
  std::string_view stamp;
  std::string_view mark;
  std::string_view text;
};

/// Reads a line of the log. Returns nothing for any other text.
[[nodiscard]] std::optional<LogLine> read_log_line(std::string_view line);

/// Notes of the log about events that are not lines. replay() repeats these events. A note has the form
/// `event NAME` or `event NAME TEXT`.
namespace event {
inline constexpr std::string_view kSession = "session";  ///< the session begins: Beginning as JSON
inline constexpr std::string_view kProfile = "profile";  ///< EngineProfile as JSON
inline constexpr std::string_view kEngineStarts = "engine-starts";
inline constexpr std::string_view kEngineLost = "engine-lost";               ///< why
inline constexpr std::string_view kEngineNotStarted = "engine-not-started";  ///< why
inline constexpr std::string_view kAbandoned = "abandoned";                  ///< why
inline constexpr std::string_view kTimer = "timer";                          ///< session::name_of() the timer
inline constexpr std::string_view kGuiClosed = "gui-closed";
inline constexpr std::string_view kInterrupted = "interrupted";
inline constexpr std::string_view kLearned = "learned";  ///< why it was not learned; empty: it was
inline constexpr std::string_view kSaved = "saved";      ///< why they were not saved; empty: they were
inline constexpr std::string_view kNotice = "notice";    ///< the text for the GUI
inline constexpr std::string_view kLine = "line";        ///< of BookPairs: its moves, or why there is no line
inline constexpr std::string_view kNoLine = "none: ";    ///< comes before the reason of kLine
inline constexpr std::string_view kVerdict = "verdict";  ///< of BookVerifyStore: print_verdict() of it
inline constexpr std::string_view kTablebase = "tablebase";  ///< of Tablebase: print_tables() of it
}  // namespace event

struct EventNote {
  std::string_view name;
  std::string_view text;
};

[[nodiscard]] std::string print_event(const EventNote& note);
/// Reads a note. Returns nothing for a note of another kind.
[[nodiscard]] std::optional<EventNote> read_event(std::string_view note);

/// Returns the text of a note about an outcome: the reason of a failure, or nothing.
[[nodiscard]] inline std::string trouble_of(const Result<void>& outcome) {
  return outcome ? std::string() : outcome.error().to_string();
}

/// Prints the answer of a VerdictSource for a note: "LOSS WORDS", "none", or "error: " and the reason.
[[nodiscard]] std::string print_verdict(const Result<std::optional<book::StoredVerdict>>& answer);
/// Reads the text of print_verdict(). Error: the printed error, or the text is damaged.
[[nodiscard]] Result<std::optional<book::StoredVerdict>> read_verdict(std::string_view text);

/// Prints the answer of a TablebaseSource about a game for a note. It is "none", or the points, "certain" or
/// "uncertain", and the moves in UCI.
[[nodiscard]] std::string print_tables(const std::optional<game::TableVerdict>& verdict,
                                       const game::Game& game);
/// Reads the text of print_tables(). Returns nothing for "none" and for a damaged text.
[[nodiscard]] std::optional<game::TableVerdict> read_tables(std::string_view text, const game::Game& game);

/// The complete input of a session at its beginning.
struct Beginning {
  std::string version;  ///< of Polyglot
  std::uint64_t seed = 0;
  std::string ini_path;
  std::string ini_folder;
  std::string current_folder;
  bool has_profile = false;
  session::EngineProfile settings;
  os::Variables environment;  ///< HOME, and the variables in names of files
};

[[nodiscard]] Beginning beginning_of(const Setup& setup, std::uint64_t seed);
[[nodiscard]] std::string to_json(const Beginning& beginning);
[[nodiscard]] std::string to_json(const session::EngineProfile& profile);
/// These read the JSON of a note. Error: what is wrong with the text.
[[nodiscard]] Result<Beginning> read_beginning(std::string_view text);
[[nodiscard]] Result<session::EngineProfile> read_profile(std::string_view text);

}  // namespace polyglot::proxy
