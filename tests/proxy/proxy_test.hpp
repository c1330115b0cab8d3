// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "process/test_folder.hpp"
#include "proxy/gui.hpp"
#include "support/program_under_test.hpp"
#include "support/testing.hpp"

namespace polyglot::proxy::testing {

using Lines = std::vector<std::string>;
using polyglot::test::program_under_test;

/// The moves of one position of a book, with their weights.
struct BookPosition {
  std::string moves;  ///< from the start position, coordinate notation
  std::vector<std::pair<std::string, int>> replies;
};

/// The moves that the reference transcripts of 2.0.4 were recorded with.
[[nodiscard]] std::vector<BookPosition> small_book();
/// Writes it; castling as king takes rook.
void write_book(const std::string& path, const std::vector<BookPosition>& positions);

/// How a session ends.
struct Way {
  const char* name;
  void (*take)(Gui&);
  const char* report;  ///< of the program's end

  friend void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }
};
/// All that the system has.
[[nodiscard]] std::vector<Way> ways_to_end();

/// The real program between a test and an engine. After each test, no process of it may be left.
class ProxyTest : public ::testing::Test {
 protected:
  ProxyTest();
  void TearDown() override;

  /// Starts Polyglot with these arguments in the test's folder. `environment`: NAME=VALUE.
  Gui& start(std::vector<std::string> arguments, Lines environment = {});
  /// Starts it with a file for its standard input.
  Gui& start_script(const std::string& input, std::vector<std::string> arguments);
  /// On POSIX systems alone: starts `command` in a shell, where $POLYGLOT is the program. With `exec`, it is
  /// the process that the test sees.
  Gui& start_shell(const std::string& command, Lines environment = {});
  /// Starts it like start(), and greets with `uci`.
  Gui& greet(std::vector<std::string> arguments);
  /// Starts Polyglot with -noini, the scripted engine with these flags, and more arguments.
  Gui& start_scripted(const std::string& flags = "", std::vector<std::string> arguments = {});
  /// Starts it like start_scripted(), and greets with `uci`.
  Gui& greet_scripted(const std::string& flags = "", std::vector<std::string> arguments = {});
  /// Starts another Polyglot beside it.
  [[nodiscard]] std::unique_ptr<Gui> launch(std::vector<std::string> arguments, Lines environment = {}) const;

  /// Sends quit and waits for the end: the exit code is 0, and nothing is left.
  void quit(Gui& gui);
  void expect_nothing_left();

  /// The scripted engine's command; what it receives is appended to the file "echo".
  [[nodiscard]] std::string scripted(const std::string& flags = "") const;
  /// A shell script, or a batch file, that runs a command.
  [[nodiscard]] std::string script_of(const std::string& command) const;
  /// The lines the scripted engine has received.
  [[nodiscard]] Lines received() const;
  /// Writes the small book to "book.bin" and returns the arguments that use it, best move first.
  [[nodiscard]] Lines with_book() const;
  [[nodiscard]] std::string content(const std::string& name) const;
  /// What a program of this test is started with, so that expect_nothing_left() looks for it.
  [[nodiscard]] Lines environment() const;

  process::testing::TemporaryFolder folder_;

 private:
  std::string mark_;
  std::unique_ptr<Gui> gui_;
};

/// Path of an installed program, on PATH or in /usr/games; on Windows, of an engine that was built for these
/// tests. Empty if there is none.
[[nodiscard]] std::string find_program(const std::string& name);

/// Path of a file in a folder, as the program writes it.
[[nodiscard]] std::string joined(const std::string& folder, const std::string& file);

/// The names of a folder's files without what follows the last dot, sorted, and such a name as that of a
/// test.
[[nodiscard]] Lines names_of_files(const std::string& folder);
[[nodiscard]] std::string name_of_test(const ::testing::TestParamInfo<std::string>& tested);

/// All lines until the program ends; its exit code is this one.
[[nodiscard]] Lines rest_of(Gui& gui, int exit_code);

[[nodiscard]] Lines operator+(Lines a, const Lines& b);
[[nodiscard]] Lines split_lines(const std::string& text);
[[nodiscard]] Lines words_of(const std::string& text);
/// The part of `lines` that begins with `prefix`.
[[nodiscard]] Lines starting_with(const Lines& lines, std::string_view prefix);

}  // namespace polyglot::proxy::testing
