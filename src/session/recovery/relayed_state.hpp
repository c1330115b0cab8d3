// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>

#include "session/recovery/running_search.hpp"

namespace polyglot::session {

/// The settings and clocks that an XBoard GUI has sent to its engine, so that they can be sent to another
/// engine.
class RelayedState {
 public:
  using Milliseconds = std::chrono::milliseconds;

  /// Records a line of the GUI that goes to the engine.
  /// Source: CECP, "new", "level", "st".
  void note(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    if (word == "new") {
      forget(Slot::opponent, Slot::computer);
      forget(Slot::depth, Slot::their_clock);
    }
    const Command* const command = find(word);
    if (command == nullptr) return;
    if (command->slot == Slot::control) of(Slot::fixed_time).clear();
    if (command->slot == Slot::tablebases) {
      std::string& paths = of(Slot::tablebases);  // there are several kinds of tables
      paths.append(paths.empty() ? "" : "\n").append(line);
    } else {
      of(command->slot) = trim(line);
    }
  }

  /// Write what comes before `new`, after it, and after the moves. `spent`: the used part of the time for
  /// this move.
  void print_resources(std::string& out) const { print(Slot::memory, Slot::tablebases, out); }

  /// Writes the settings. An engine shows no thinking if the GUI has sent neither `post` nor `nopost`.
  void print_settings(Milliseconds spent, std::string& out) const {
    print(Slot::server, Slot::control, out);
    if (of(Slot::thinking).empty()) out += "nopost\n";
    print_fixed_time(spent, out);
    print(Slot::depth, Slot::node_rate, out);
  }

  void print_clocks(Milliseconds spent, std::string& out) const {
    print_shortened(of(Slot::our_clock), kMillisecondsPerCentisecond, spent, out);
    print_line(of(Slot::their_clock), out);
  }

  /// Writes the rest of a fixed time for each move, if there is one.
  void print_fixed_time(Milliseconds spent, std::string& out) const {
    print_shortened(of(Slot::fixed_time), kMillisecondsPerSecond, spent, out);
  }

  /// The time for the engine's next move, or until its flag falls; nothing if it is not known.
  [[nodiscard]] std::optional<Milliseconds> time() const {
    const bool fixed = !of(Slot::fixed_time).empty();
    std::string_view line = of(fixed ? Slot::fixed_time : Slot::our_clock);
    (void)take_word(line);
    const auto number = parse_clamped_number<std::int32_t>(take_word(line));
    if (!number) return std::nullopt;
    return Milliseconds(*number * (fixed ? kMillisecondsPerSecond : kMillisecondsPerCentisecond));
  }

  [[nodiscard]] bool allows_pondering() const { return of(Slot::pondering).starts_with("hard"); }
  [[nodiscard]] bool shows_thinking() const { return of(Slot::thinking).starts_with("post"); }

 private:
  static void print_line(std::string_view line, std::string& out) {
    if (!line.empty()) out.append(line) += '\n';
  }

  /// Writes a line whose number counts units of `unit` ms. It subtracts `spent`, but leaves at least 1.
  static void print_shortened(std::string_view line, std::int64_t unit, std::chrono::milliseconds spent,
                              std::string& out) {
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    const auto number = parse_clamped_number<std::int32_t>(take_word(rest));
    if (!number) return print_line(line, out);
    const std::int64_t left = time_left(*number * unit, spent) / unit;
    fmt::format_to(std::back_inserter(out), "{} {}\n", word, std::max<std::int64_t>(left, 1));
  }

  /// The settings in the order in which they are repeated.
  enum class Slot : std::uint8_t {
    memory,
    cores,
    tablebases,
    server,
    opponent,
    rating,
    computer,
    pondering,
    thinking,
    control,
    fixed_time,
    depth,
    node_rate,
    our_clock,
    their_clock,
    count
  };
  struct Command {
    std::string_view word;
    Slot slot;
  };

  [[nodiscard]] std::string& of(Slot slot) noexcept { return lines_[static_cast<std::size_t>(slot)]; }
  [[nodiscard]] const std::string& of(Slot slot) const noexcept {
    return lines_[static_cast<std::size_t>(slot)];
  }
  void forget(Slot first, Slot last) noexcept {
    for (std::string* line = &of(first); line <= &of(last); ++line) line->clear();
  }
  void print(Slot first, Slot last, std::string& out) const {
    for (const std::string* line = &of(first); line <= &of(last); ++line) print_line(*line, out);
  }

  static const Command* find(std::string_view word) noexcept {
    static constexpr auto kCommands = std::to_array<Command>({{"time", Slot::our_clock},
                                                              {"otim", Slot::their_clock},
                                                              {"memory", Slot::memory},
                                                              {"cores", Slot::cores},
                                                              {"egtpath", Slot::tablebases},
                                                              {"ics", Slot::server},
                                                              {"name", Slot::opponent},
                                                              {"rating", Slot::rating},
                                                              {"computer", Slot::computer},
                                                              {"hard", Slot::pondering},
                                                              {"easy", Slot::pondering},
                                                              {"post", Slot::thinking},
                                                              {"nopost", Slot::thinking},
                                                              {"level", Slot::control},
                                                              {"st", Slot::fixed_time},
                                                              {"sd", Slot::depth},
                                                              {"nps", Slot::node_rate}});
    const auto found = std::ranges::find(kCommands, word, &Command::word);
    return found != kCommands.end() ? &*found : nullptr;
  }

  std::array<std::string, static_cast<std::size_t>(Slot::count)> lines_;  ///< the last line of each; empty:
                                                                          ///< none
};

}  // namespace polyglot::session
