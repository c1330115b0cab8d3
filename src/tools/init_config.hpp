// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// What `polyglot init` finds on the machine and writes into a configuration.
namespace polyglot::tools {

/// What a new configuration says.
struct InitAnswers {
  std::string engine;               ///< a command, see EngineCommand
  std::string protocol;             ///< a value of EngineProtocol
  std::string engine_name;          ///< as the engine calls itself; for a comment
  bool has_hash = false;            ///< the engine has the option Hash
  bool has_threads = false;         ///< and Threads
  std::string book;                 ///< a file; empty: the starter book
  std::string side = "both";        ///< a value of Colour
  std::string choice = "weighted";  ///< a value of BookMode
  bool learns = false;
};

/// A configuration with comments, for a file of this name.
[[nodiscard]] std::string configuration_text(const InitAnswers& answers, const std::string& name);

/// Well-known engines that are installed, by the names that start them, the strongest first.
[[nodiscard]] std::vector<std::string> installed_engines();
/// Books in the working directory, in the folder books of it and of the user, and where packages have some.
[[nodiscard]] std::vector<std::string> installed_books();

}  // namespace polyglot::tools
