// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// The parts of `polyglot init` that find engines and books, and write a configuration.
namespace polyglot::tools {

/// The contents of a new configuration.
struct InitAnswers {
  std::string engine;               ///< a command, see EngineCommand
  std::string protocol;             ///< a value of EngineProtocol
  std::string engine_name;          ///< the engine's name for itself; for a comment
  bool has_hash = false;            ///< the engine has the option Hash
  bool has_threads = false;         ///< the engine has the option Threads
  std::string book;                 ///< a file; empty: the starter book
  bool has_variations = false;      ///< the book is a list of games with variations
  std::string side = "both";        ///< a value of Colour
  std::string choice = "weighted";  ///< a value of BookMode
  bool learns = false;
};

/// The text of a configuration with comments, for a file of this name.
[[nodiscard]] std::string configuration_text(const InitAnswers& answers, const std::string& name);

/// The installed well-known engines, by their commands, the strongest first.
[[nodiscard]] std::vector<std::string> installed_engines();
/// The books in the working directory, in its folder books and in that of the user, and in the folders of
/// packages.
[[nodiscard]] std::vector<std::string> installed_books();

}  // namespace polyglot::tools
