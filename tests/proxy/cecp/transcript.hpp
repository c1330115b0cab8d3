// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace polyglot::proxy::testing {

/// A recording of Debian's Polyglot 2.0.4 between a GUI and an engine. Files look like this:
///
///     # A title
///     arguments: -pg Book=true    more arguments of Polyglot, separated by blanks
///     gui> new                    the GUI says
///     eng> isready                the engine hears
///     eng< readyok                the engine says
///     gui< move a7a5              the GUI hears
///     # differs: A topic          the heading of docs/differences.md for the marked lines that follow
///     2.0.4 gui< resign           only 2.0.4 says this
///     ours gui< move a2a3         only we say this
struct Transcript {
  enum class Way : std::uint8_t { from_gui, to_gui, from_engine, to_engine };
  enum class Who : std::uint8_t { both, old_only, new_only };
  struct Event {
    Way way = Way::from_gui;
    Who who = Who::both;
    std::string text = {};
  };

  std::string title;
  std::vector<std::string> arguments;
  std::vector<std::string> topics;
  std::vector<Event> events;
};

/// Throws what is wrong, with the line.
[[nodiscard]] Transcript read_transcript(const std::filesystem::path& path);

}  // namespace polyglot::proxy::testing
