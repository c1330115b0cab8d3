// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/manual.hpp>
#include <polyglot/config/syntax.hpp>
#include <polyglot/os/standard_streams.hpp>
#include <polyglot/result.hpp>
#include <polyglot/visible.hpp>

namespace polyglot::tools {

enum ExitCode : int { kSuccess = 0, kFailure = 1, kWrongUsage = 2 };

class Command;

/// A sub-command: each is one file that defines one of these, named in tools.cpp.
struct Tool {
  std::string_view name;
  std::string_view summary;   ///< one sentence, with its final period
  std::string_view examples;  ///< two or three commands, one a line
  /// The exit code; an Error is shown and becomes `failure`, or wrong usage where its place is an option:
  /// `--fen 8/8: …`.
  Result<int> (*run)(Command& command);
  /// The program's own arguments, a configuration file and options, may stand before the name.
  bool behind_configuration = false;
  std::string_view group = {};  ///< of those that the overview tells in one line; empty: it has its own
  int failure = kFailure;       ///< the exit code of a failure
  std::string_view exit_codes = "0 success, 1 failure, 2 wrong usage";
};

/// What colour says on a terminal.
enum class Paint : std::uint8_t { good, bad, strong };

/// A tool's command line: run() adds options bound to its variables, then has them filled. All tools have
/// --help, --version, --quiet, --verbose and --color besides.
class Command {
 public:
  Command(const Tool& tool, std::span<const std::string> arguments) : tool_(tool), arguments_(arguments) {}

  void add(std::vector<config::Switch> switches, const std::string& section = {}) {
    syntax_.add(std::move(switches), section);
  }
  /// Of the tool.
  [[nodiscard]] std::string_view name() const noexcept { return tool_.name; }
  [[nodiscard]] config::Syntax& syntax() noexcept { return syntax_; }
  /// Reads the arguments. The exit code if nothing is left to be done: help was wanted, on stdout, or the
  /// usage is wrong.
  [[nodiscard]] std::optional<int> parse();
  /// Has run() do no more than add its options, and tells of them.
  [[nodiscard]] config::Manual describe();
  /// Whether an option was given.
  [[nodiscard]] bool has(std::string_view name) const { return syntax_.has(name); }
  /// The names of all options that were given.
  [[nodiscard]] const std::set<std::string, std::less<>>& given() const noexcept { return syntax_.given(); }

  /// With --quiet, nothing but what was asked for and what went wrong is to be shown.
  [[nodiscard]] bool is_quiet() const noexcept { return quiet_; }
  [[nodiscard]] bool is_verbose() const noexcept { return verbose_ && !quiet_; }
  /// Where a changed book goes without --out: to the book itself, and from standard input to standard output.
  [[nodiscard]] std::string in_place_of(const std::string& book);
  /// Says a line on stdout, on stderr where the result goes to stdout: what was done. Not with --quiet.
  /// Control characters are made visible, except line ends and the colours of painted().
  void say(std::string_view message) const;
  /// Says more of it there, with --verbose only.
  void say_more(std::string_view message) const;
  /// For say(): where that may have colour.
  [[nodiscard]] std::string painted(Paint paint, std::string_view text) const;

  /// Tells the user `polyglot NAME: …` on stderr. Does nothing if stderr cannot be written: nobody could be
  /// told.
  void tell(std::string_view message) const;
  /// Tells what makes no sense about the arguments, whatever the files hold. Returns the exit code.
  [[nodiscard]] int wrong_usage(const Error& error) const;

 private:
  enum class Colors : std::uint8_t { automatic, always, never };

  void add_common();
  [[nodiscard]] Result<void> set_colors(const std::string& word);
  [[nodiscard]] bool has_color(os::StandardStream stream) const;
  [[nodiscard]] config::Manual manual() const;

  const Tool& tool_;
  std::span<const std::string> arguments_;
  config::Syntax syntax_;
  bool describes_ = false;
  bool help_ = false;
  bool version_ = false;
  bool quiet_ = false;
  bool verbose_ = false;
  std::FILE* words_ = stdout;  ///< where say() writes
  Colors colors_ = Colors::automatic;
};

/// Has `examine` look at one book after the other, with titles below its name where there are several; an
/// error is told, and the next one's turn comes. The exit code: success if all went well and `examine` was
/// true of all. Error: one about the usage, with which it ends.
[[nodiscard]] Result<int> for_each_book(const Command& command, std::span<const std::string> paths,
                                        bool has_titles,
                                        const std::function<Result<bool>(const std::string& path)>& examine);

/// Prints a text for people on stdout: see visible_lines(). What programs read goes to os::write_output().
[[nodiscard]] inline Result<void> print_text(std::string_view text) {
  return os::write_output(visible_lines(text));
}

/// What run() returns where all depends on the last step.
[[nodiscard]] inline Result<int> success_if(const Result<void>& done) {
  return done ? Result<int>(kSuccess) : Result<int>(done.error());
}

extern const Tool kApplyLearn;
extern const Tool kCheckBook;
extern const Tool kCode;
extern const Tool kConvert;
extern const Tool kDiffBook;
extern const Tool kDumpBook;
extern const Tool kEditBook;
extern const Tool kEpdTest;
extern const Tool kExplain;
extern const Tool kExplore;
extern const Tool kGuard;
extern const Tool kHeader;
extern const Tool kImport;
extern const Tool kInfoBook;
extern const Tool kInit;
extern const Tool kKey;
extern const Tool kLearnGames;
extern const Tool kLearnInfo;
extern const Tool kMakeBook;
extern const Tool kMarkBookMoves;
extern const Tool kMergeBook;
extern const Tool kMergeLearn;
extern const Tool kPerft;
extern const Tool kPlay;
extern const Tool kProbe;
extern const Tool kPruneBook;
extern const Tool kReplay;
extern const Tool kReviewBook;
extern const Tool kReviewGames;
extern const Tool kStats;
extern const Tool kUnlearnGames;

}  // namespace polyglot::tools
