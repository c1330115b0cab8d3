// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "support/program_under_test.hpp"
#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::tools::test {

struct Outcome {
  int exit_code = -1;  ///< -1: killed by a signal
  std::string out;
  std::string err;

  friend void PrintTo(const Outcome& outcome, std::ostream* stream);
};

using Arguments = std::vector<std::string>;
[[nodiscard]] Arguments operator+(Arguments first, const Arguments& then);

using OutputMatcher = ::testing::Matcher<const std::string&>;

/// Matches the outcome of a run that ends with exit code 0 and prints what these match.
[[nodiscard]] ::testing::Matcher<const Outcome&> Succeeds(const OutputMatcher& out = ::testing::_,
                                                          const OutputMatcher& err = ::testing::_);
/// Matches that of one which ends with another exit code.
[[nodiscard]] ::testing::Matcher<const Outcome&> Fails(int exit_code, const OutputMatcher& err = ::testing::_,
                                                       const OutputMatcher& out = ::testing::_);

/// What a run may need besides its arguments.
struct Surroundings {
  std::string input = {};      ///< what it reads on stdin
  std::string folder = {};     ///< where it runs; empty: here
  bool silent = false;         ///< stdin is a pipe on which nothing ever comes
  unsigned limit = 0;          ///< it is killed after so many seconds; 0: never
  bool out_is_full = false;    ///< its stdout is on a device without room; on POSIX systems alone
  bool out_is_unread = false;  ///< its stdout is a pipe that nobody reads; on POSIX systems alone
  bool err_is_full = false;    ///< its stderr is
  std::vector<std::pair<std::string, std::string>> variables = {};  ///< of its environment, beside ours
};

using polyglot::test::program_under_test;
using polyglot::test::read_text;
using polyglot::test::TemporaryFolder;
using polyglot::test::write_text;
using ::testing::_;

/// A program that runs beside the test, which has to await its end.
class RunningProgram {
 public:
  RunningProgram(const std::string& program, const std::vector<std::string>& arguments,
                 const Surroundings& surroundings);

  /// Waits until the program catches a signal. This and the next two are for POSIX systems alone.
  void await_handler(int signal) const;
  void kill(int signal) const;
  /// Sends a signal as soon as the program is ready to catch it.
  void send(int signal) const;
  [[nodiscard]] Outcome end();

 private:
  TemporaryFolder work_;
  std::intptr_t process_;                ///< its number; on Windows a HANDLE
  [[maybe_unused]] unsigned limit_ = 0;  ///< in seconds, for Windows
};

/// Runs a program to its end; a relative path to it counts from here.
[[nodiscard]] Outcome run_program(const std::string& program, const std::vector<std::string>& arguments,
                                  const Surroundings& surroundings = {});

/// The same for the program under test.
[[nodiscard]] Outcome polyglot(const std::vector<std::string>& arguments,
                               const Surroundings& surroundings = {});

/// A test with a folder of its own, in which the program runs.
class ToolTest : public ::testing::Test {
 protected:
  [[nodiscard]] Outcome run(const std::vector<std::string>& arguments) const {
    return polyglot(arguments, {.folder = folder_.path()});
  }

  TemporaryFolder folder_;
};

/// How messages name the crash of an engine.
extern const char* const kCrash;

/// A path as the program writes it.
[[nodiscard]] std::string native(const std::string& path);

/// Debian's Polyglot 2.0.4.
inline constexpr const char* kOldPolyglot = "/usr/games/polyglot";
[[nodiscard]] bool has_old_polyglot();
[[nodiscard]] Outcome old_polyglot(const std::vector<std::string>& arguments,
                                   const Surroundings& surroundings = {});

/// Splits a command at its blanks.
[[nodiscard]] std::vector<std::string> words_of(const std::string& command);

}  // namespace polyglot::tools::test
