#pragma once

#include <string_view>

#include <boost/program_options.hpp>

#include <polyglot/result.hpp>

namespace polyglot::tools {

/// What a sub-command understands.
struct Syntax {
  boost::program_options::options_description options;
  boost::program_options::positional_options_description positional;
};

using Arguments = boost::program_options::variables_map;

enum ExitCode : int { kSuccess = 0, kFailure = 1, kWrongUsage = 2 };

/// A sub-command: each is one file that defines one of these, named in tools.cpp.
struct Tool {
  std::string_view name;
  std::string_view usage;    ///< what stands behind the name: "[-fen FEN] [-max-depth N]"
  std::string_view summary;  ///< one sentence, with its final period
  void (*declare)(Syntax& syntax);
  /// The exit code; an Error is shown and becomes `failure`. For wrong usage see command_line.hpp.
  Result<int> (*run)(const Arguments& arguments);
  /// The program's own arguments, a configuration file and options, may stand before the name.
  bool behind_configuration = false;
  int failure = kFailure;  ///< the exit code of a failure
};

}  // namespace polyglot::tools
