// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/engine_connection.hpp>

namespace polyglot::proxy::testing {

/// How long anything may take if the test is not about time. It is long, because machines are busy.
constexpr std::chrono::seconds kPatience{120};

/// How a program is started.
struct Launch {
  std::vector<std::string> argv;
  std::string folder;                    ///< its current folder; its stderr goes to a file there
  std::vector<std::string> environment;  ///< NAME=VALUE, besides our own
  std::string input = {};                ///< a file that is its stdin; empty: a pipe from the GUI
  bool is_detached = false;              ///< on Windows: without any console, as WinBoard starts engines
};

/// The report of a program after Gui::end_by_force().
extern const char* const kForcedEnd;

/// How reports of a crash by access to memory that is not there name it.
extern const char* const kCrash;

/// Drives a program over pipes, like a GUI. If something takes too long, it throws, with all lines so far.
class Gui {
 public:
  explicit Gui(const Launch& launch);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Sends a line, or several with '\n' between them. Reads meanwhile, so that the two sides cannot wait for
  /// each other.
  void send(std::string_view lines);
  /// Sends as much as the pipe takes and does not read; returns the number of bytes.
  std::size_t send_without_reading(std::string_view text);

  /// Reads up to the next line that begins with `prefix` and returns it.
  std::string expect(std::string_view prefix);
  /// Reads up to the next line that begins with `prefix` and returns all lines since the last call, it
  /// included.
  std::vector<std::string> lines_until(std::string_view prefix);
  /// These send lines first.
  std::string ask(std::string_view lines, std::string_view prefix);
  std::vector<std::string> ask_all(std::string_view lines, std::string_view prefix);
  /// The same up to the line `bestmove`.
  std::string best_move(std::string_view lines) { return ask(lines, "bestmove"); }
  std::vector<std::string> search(std::string_view lines) { return ask_all(lines, "bestmove"); }
  /// The next line; nothing if none comes within `limit`, or the program has closed its output.
  std::optional<std::string> next_line(std::chrono::milliseconds limit);
  [[nodiscard]] bool at_end() const noexcept { return at_end_; }  ///< nothing more can come
  /// All lines until the program closes its output.
  std::vector<std::string> rest();
  /// All lines that have been taken so far.
  [[nodiscard]] const std::vector<std::string>& seen() const noexcept { return seen_; }
  /// Reads nothing for a while; true if the program has written something meanwhile.
  [[nodiscard]] bool hears_something(std::chrono::milliseconds time) const;

  /// What the engine answers to isready comes last: all lines up to readyok, without it.
  std::vector<std::string> lines_until_ready();

  void close_input();             ///< the GUI's end of the program's stdin
  void close_output();            ///< of its stdout
  void end_by_force() const;      ///< as a GUI does whose user closes it by force: SIGKILL, TerminateProcess
  void signal(int number) const;  ///< once the program catches it; on POSIX systems alone

  [[nodiscard]] int pid() const noexcept { return pid_; }
  [[nodiscard]] bool running() const;
  /// Reads to the end of the output and waits for the end of the program.
  process::ExitReport wait();
  /// Waits for its end without reading.
  process::ExitReport wait_unread(std::chrono::milliseconds limit = kPatience);
  /// What it has written to stderr.
  [[nodiscard]] std::string errors() const;

 private:
  using Clock = std::chrono::steady_clock;

  [[noreturn]] void give_up(std::string_view wanted) const;
  /// Whether output, or its end, has come within this time.
  [[nodiscard]] bool await_output(std::chrono::milliseconds limit) const;
  /// What has come of the output, at least a byte; nothing at its end.
  [[nodiscard]] std::string read_block() const;
  /// Waits for output and reads some; false at its end.
  bool read_some(Clock::time_point deadline, std::string_view wanted);
  bool take_line(std::string& line);

  int pid_ = -1;
  os::Descriptor process_;
  os::Descriptor input_;
  os::Descriptor output_;
  std::string errors_file_;
  std::string pending_;    ///< output not yet taken by the test
  std::size_t taken_ = 0;  ///< of `pending_`
  bool at_end_ = false;
  std::vector<std::string> seen_;
};

}  // namespace polyglot::proxy::testing
