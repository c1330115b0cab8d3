// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>

#include <polyglot/config/syntax.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/result.hpp>
#include <polyglot/visible.hpp>

namespace polyglot::tools {

enum ExitCode : int { kSuccess = 0, kFailure = 1, kWrongUsage = 2 };

class Command;

/// A Failure about the arguments themselves.
class WrongUsage : public Failure {
 public:
  using Failure::Failure;
};

/// Calls a function about the arguments. Its Failure becomes a WrongUsage.
template <class Function>
decltype(auto) usage(Function function) {
  try {
    return function();
  } catch (const Failure& failure) {
    throw WrongUsage(failure.error());
  }
}

/// A sub-command. Each one has its own file, and tools.cpp lists them all.
struct Tool {
  std::string_view name;
  std::string_view summary;   ///< one sentence, with its final period
  std::string_view examples;  ///< two or three commands, one per line
  /// Runs the tool and returns the exit code. A Failure is shown and becomes `failure`. It becomes wrong
  /// usage if it is a WrongUsage, or if its place is an option: `--fen 8/8: …`.
  int (*run)(Command& command);
  /// Whether a configuration file and options of the proxy may stand before the name.
  bool behind_configuration = false;
  int failure = kFailure;  ///< the exit code of a failure
  std::string_view exit_codes = "0 success, 1 failure, 2 wrong usage";
};

/// The meanings of colours on a terminal.
enum class Paint : std::uint8_t { good, bad, strong };

/// A tool's command line: run() adds options bound to its variables, and parse() fills them. All tools also
/// have --help, --version, --quiet, --verbose and --color.
class Command {
 public:
  Command(const Tool& tool, std::span<const std::string> arguments) : tool_(tool), arguments_(arguments) {}

  void add(std::vector<config::Switch> switches, const std::string& section = {}) {
    syntax_.add(std::move(switches), section);
  }
  [[nodiscard]] config::Syntax& syntax() noexcept { return syntax_; }
  /// Reads the arguments. Returns the exit code if the tool must not run: help was printed, or the usage is
  /// wrong.
  [[nodiscard]] std::optional<int> parse();
  /// Lets run() only add its options, and returns their declaration.
  [[nodiscard]] config::Manual describe();
  [[nodiscard]] bool has(std::string_view name) const { return syntax_.has(name); }
  [[nodiscard]] const std::set<std::string, std::less<>>& given() const noexcept { return syntax_.given(); }

  /// With --quiet, only the requested output and errors are shown.
  [[nodiscard]] bool is_quiet() const noexcept { return quiet_; }
  [[nodiscard]] bool is_verbose() const noexcept { return verbose_ && !quiet_; }
  /// The output of a changed book without --out: the book itself, or standard output for standard input.
  [[nodiscard]] std::string in_place_of(const std::string& book);
  /// Reports what was done, unless --quiet is given: on stdout, or on stderr if the result goes to stdout.
  /// Makes control characters visible, except line ends and the colours of painted().
  void say(std::string_view message) const;
  /// Adds colour for say() if the output may have colours.
  [[nodiscard]] std::string painted(Paint paint, std::string_view text) const;

  /// Writes `polyglot NAME: …` to stderr. If stderr cannot be written, the message is lost.
  void tell(std::string_view message) const;
  /// Reports an error. If a default book is missing, explains that no book was named. If nobody reads
  /// standard output any more, ends the program instead, see os::end_without_reader().
  void tell(const Error& error) const;
  /// Reports something that is worth knowing and no error, unless --quiet is given.
  void note(std::string_view message) const;
  /// Reports an error about the arguments themselves. Returns the exit code.
  [[nodiscard]] int wrong_usage(const Error& error) const;
  /// Ends work that wrote nothing. Returns the exit code if the user interrupted it, otherwise throws the
  /// error.
  [[nodiscard]] int failed(const Error& error) const;

 private:
  enum class Colors : std::uint8_t { automatic, always, never };

  void add_common();
  void set_colors(const std::string& word);
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
  std::FILE* words_ = stdout;  ///< the stream of say()
  Colors colors_ = Colors::automatic;
};

/// Calls `examine` for each book, below a title with its name if there are several. Reports a Failure and
/// goes on to the next book, unless it is about the usage. Returns the exit code: success if `examine`
/// returned true for all books.
[[nodiscard]] int for_each_book(const Command& command, std::span<const std::string> paths, bool has_titles,
                                const std::function<bool(const std::string& path)>& examine);

/// Prints a text for people on stdout, see visible_lines(). Use os::write_output() for output that programs
/// read.
inline void print_text(std::string_view text) {
  os::write_output(visible_lines(text)).value();
}

using NamedCounts = std::vector<std::pair<std::uint64_t, std::string_view>>;

/// The counts above 0 after a title: "; dropped: 12 too light, 3 too late". Empty if all are 0.
[[nodiscard]] std::string listed(std::string_view title, const NamedCounts& counts);

/// Makes a function without a result a callback of the modules below: its Failure becomes a failed Result.
template <class Function>
[[nodiscard]] auto as_callback(Function function) {
  return [function = std::move(function)](auto&&... arguments) -> Result<void> {
    return result_of([&] { function(std::forward<decltype(arguments)>(arguments)...); });
  };
}

/// Calls a function. Its Failure gets a place.
template <class Function>
decltype(auto) at_place(const std::string& place, Function function) {
  try {
    return function();
  } catch (const Failure& failure) {
    throw Failure(failure.error().to_string(), place);
  }
}

extern const Tool kAnalyse;
extern const Tool kCheckBook;
extern const Tool kConvert;
extern const Tool kCountGames;
extern const Tool kDiffBook;
extern const Tool kDumpBook;
extern const Tool kEditBook;
extern const Tool kEpdTest;
extern const Tool kExplain;
extern const Tool kExplore;
extern const Tool kGuard;
extern const Tool kInfoBook;
extern const Tool kInit;
extern const Tool kKey;
extern const Tool kLearnGames;
extern const Tool kMakeBook;
extern const Tool kMakeOpenings;
extern const Tool kMergeBook;
extern const Tool kPerft;
extern const Tool kPlay;
extern const Tool kProbe;
extern const Tool kPruneBook;
extern const Tool kReviewBook;
extern const Tool kReviewGames;

}  // namespace polyglot::tools
