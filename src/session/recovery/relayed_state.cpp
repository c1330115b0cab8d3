// SPDX-License-Identifier: MIT
#include "session/recovery/relayed_state.hpp"
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>

#include "session/recovery/running_search.hpp"

namespace polyglot::session {
namespace {

void print_line(std::string_view line, std::string& out) {
  if (!line.empty()) out.append(line) += '\n';
}

/// Writes a line whose number counts units of `unit` ms. It subtracts `spent`, but leaves at least 1.
void print_shortened(std::string_view line, std::int64_t unit, std::chrono::milliseconds spent,
                     std::string& out) {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  const auto number = parse_clamped_number<std::int32_t>(take_word(rest));
  if (!number) return print_line(line, out);
  const std::int64_t left = time_left(*number * unit, spent) / unit;
  fmt::format_to(std::back_inserter(out), "{} {}\n", word, std::max<std::int64_t>(left, 1));
}

}  // namespace

struct RelayedState::Command {
  std::string_view word;
  Slot slot;
};

const RelayedState::Command* RelayedState::find(std::string_view word) noexcept {
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

void RelayedState::forget(Slot first, Slot last) noexcept {
  for (auto slot = static_cast<std::size_t>(first); slot <= static_cast<std::size_t>(last); ++slot) {
    lines_[slot].clear();
  }
}

/// Source: CECP, "new", "level", "st".
void RelayedState::note(std::string_view line) {
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

void RelayedState::print(Slot first, Slot last, std::string& out) const {
  for (auto slot = static_cast<std::size_t>(first); slot <= static_cast<std::size_t>(last); ++slot) {
    print_line(lines_[slot], out);
  }
}

void RelayedState::print_resources(std::string& out) const {
  print(Slot::memory, Slot::tablebases, out);
}

std::optional<RelayedState::Milliseconds> RelayedState::time() const {
  const bool fixed = !fixed_time().empty();
  std::string_view line = fixed ? fixed_time() : of(Slot::our_clock);
  (void)take_word(line);
  const auto number = parse_clamped_number<std::int32_t>(take_word(line));
  if (!number) return std::nullopt;
  return Milliseconds(*number * (fixed ? kMillisecondsPerSecond : kMillisecondsPerCentisecond));
}

/// Writes the settings. An engine shows no thinking if the GUI has sent neither `post` nor `nopost`.
void RelayedState::print_settings(Milliseconds spent, std::string& out) const {
  print(Slot::server, Slot::control, out);
  if (of(Slot::thinking).empty()) out += "nopost\n";
  print_fixed_time(spent, out);
  print(Slot::depth, Slot::node_rate, out);
}

void RelayedState::print_fixed_time(Milliseconds spent, std::string& out) const {
  print_shortened(fixed_time(), kMillisecondsPerSecond, spent, out);
}

void RelayedState::print_clocks(Milliseconds spent, std::string& out) const {
  print_shortened(of(Slot::our_clock), kMillisecondsPerCentisecond, spent, out);
  print_line(of(Slot::their_clock), out);
}

}  // namespace polyglot::session
