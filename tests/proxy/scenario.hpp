// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace polyglot::proxy::testing {

/// What a GUI does in a session. Files look like this:
///
///     # A title
///     arguments: -pg Book=true      more arguments of Polyglot, separated by blanks
///     engine: --wait-go             flags of the scripted engine, or
///     program: stockfish            another engine
///     gui> position startpos        the GUI sends a line
///     wait bestmove                 and waits for a line that begins so
///     leave                         or closes its pipe
struct Scenario {
  struct Step {
    enum class Kind { send, wait, leave };
    Kind kind = Kind::send;
    std::string text = {};
  };

  std::string title;
  std::vector<std::string> arguments;
  std::string engine_flags;
  std::string program;  ///< empty: the scripted engine
  std::vector<Step> steps;
};

/// Throws what is wrong, with the line.
[[nodiscard]] Scenario read_scenario(const std::filesystem::path& path);

}  // namespace polyglot::proxy::testing
