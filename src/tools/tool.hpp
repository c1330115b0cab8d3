#pragma once

#include <span>
#include <string>
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
  /// The exit code; an Error is shown and becomes `failure`. For wrong usage see wrong_usage().
  Result<int> (*run)(const Arguments& arguments);
  /// The program's own arguments, a configuration file and options, may stand before the name.
  bool behind_configuration = false;
  int failure = kFailure;  ///< the exit code of a failure
};

/// Reads a tool's arguments, options with one dash or two, and runs it. Help goes to stdout, errors to
/// stderr as `polyglot NAME: …`. Returns the exit code.
[[nodiscard]] int run(const Tool& tool, std::span<const std::string> arguments);

/// Tells the user `polyglot NAME: …` on stderr. Does nothing if stderr cannot be written: nobody could be
/// told.
void tell(std::string_view tool, std::string_view message);

/// Tells what makes no sense about a tool's arguments, whatever the files hold. Returns the exit code: a
/// tool's run() may do so, too.
[[nodiscard]] ExitCode wrong_usage(const Tool& tool, std::string_view message);
[[nodiscard]] inline ExitCode wrong_usage(const Tool& tool, const Error& error) {
  return wrong_usage(tool, error.to_string());
}

extern const Tool kCheckBook;
extern const Tool kDiffBook;
extern const Tool kDumpBook;
extern const Tool kEditBook;
extern const Tool kEpdTest;
extern const Tool kExplore;
extern const Tool kHeader;
extern const Tool kImport;
extern const Tool kInfoBook;
extern const Tool kKey;
extern const Tool kMakeBook;
extern const Tool kMergeBook;
extern const Tool kPerft;
extern const Tool kProbe;

}  // namespace polyglot::tools
