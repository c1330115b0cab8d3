// SPDX-License-Identifier: MIT
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/process/event.hpp>
#include <polyglot/process/stdio.hpp>

#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace guard_tool {
namespace {

using boost::asio::awaitable;
using process::ExitReport;
using process::LineReader;
using namespace std::chrono_literals;
using Milliseconds = std::chrono::milliseconds;

constexpr int kNotStarted = 127;
/// How long to read the output of an ended program if another process keeps it open.
constexpr auto kLastOutput = 1000ms;

/// Runs a program between our standard streams. Ends all of them when one of them ends.
class Guard {
 public:
  Guard(const Command& command, Milliseconds grace)
      : command_(command),
        grace_(grace),
        changed_(loop_.get_executor()),
        streams_(process::open_standard_channels(loop_.get_executor(), LineReader::Lines::bytes).value()) {
    process::catch_ending_signals(signals_);
  }

  /// Returns the exit code. Failure: why the program cannot be started.
  int run(std::vector<std::string> command) {
    auto started = process::EngineConnection::start(loop_.get_executor(), {.argv = std::move(command),
                                                                           .output = LineReader::Lines::bytes,
                                                                           .shares_stderr = true})
                       .value();
    program_ = std::move(started);
    spawn(pass_input());
    spawn(watch_input());
    spawn(pass_output());
    spawn(watch_output());
    spawn(await_signal());
    spawn(await_end());
    loop_.run();
    if (failure_.empty()) return exit_code_;
    command_.tell("standard output: " + failure_);
    return kFailure;
  }

 private:
  void spawn(awaitable<void> work) {
    process::spawn(loop_.get_executor(), std::move(work), std::rethrow_exception);
  }

  awaitable<void> pass_input() {
    for (;;) {
      const Result<std::string_view> bytes = co_await streams_.input->read_lines();
      if (!bytes || bytes->empty()) break;
      const Result<void> written = co_await program_->input().write(*bytes);
      if (!written) co_return;  // await_end() reports the end of the program
    }
    program_->input().close();
    co_await end_when_idle();
  }

  /// Watches our input, even while the program reads nothing.
  awaitable<void> watch_input() {
    const bool closed = co_await streams_.input->wait_hang_up();
    if (closed) co_await end_when_idle();
  }

  awaitable<void> pass_output() {
    for (;;) {
      const Result<std::string_view> bytes = co_await program_->output().read_lines();
      if (!bytes || bytes->empty()) break;
      ++blocks_;
      is_writing_ = true;
      const Result<void> written = co_await streams_.output->write(*bytes);
      is_writing_ = false;
      if (written) continue;
      if (!streams_.output->peer_gone()) failure_ = written.error().to_string();
      co_await end();
      break;
    }
    has_said_all_ = true;
    changed_.happen();
  }

  awaitable<void> watch_output() {
    const bool closed = co_await streams_.output->wait_hang_up();
    if (closed) co_await end();
  }

  awaitable<void> await_signal() {
    (void)co_await process::next_signal(signals_);
    co_await end();
  }

  awaitable<void> end() { (void)co_await program_->shutdown(); }

  /// Our caller has closed our input, but may still read. The program may continue while it writes.
  awaitable<void> end_when_idle() {
    const auto is_gone = [this] { return !program_->running(); };
    for (std::uint64_t before = blocks_;; before = blocks_) {
      const bool gone = co_await changed_.wait_for(is_gone, grace_);
      if (gone) co_return;
      if (before == blocks_ && !is_writing_) co_return co_await end();
    }
  }

  awaitable<void> await_end() {
    const ExitReport report = co_await program_->wait();
    const auto has_said_all = [this] { return has_said_all_; };
    for (std::uint64_t before = blocks_;; before = blocks_) {
      const bool done = co_await changed_.wait_for(has_said_all, kLastOutput);
      if (done || (before == blocks_ && !is_writing_)) break;
    }
    if (report.kind != ExitReport::Kind::unguarded) exit_code_ = report.code;
    loop_.stop();
  }

  const Command& command_;
  Milliseconds grace_;
  boost::asio::io_context loop_{1};
  process::Event changed_;
  boost::asio::signal_set signals_{loop_};
  process::StandardChannels streams_;
  std::shared_ptr<process::EngineConnection> program_;
  std::uint64_t blocks_ = 0;  ///< blocks of output
  bool is_writing_ = false;   ///< the program's output waits for its reader
  bool has_said_all_ = false;
  int exit_code_ = kFailure;
  std::string failure_;  ///< why the output could not be written; empty: no failure
};

int run(Command& command) {
  std::vector<std::string> words;
  double grace = 5;
  command.add({{.name = "command",
                .argument = "COMMAND",
                .doc = "the program and its arguments",
                .action = tools::words(words, config::Arity::one),
                .plain = config::kAllPlain,
                .required = true,
                .is_command = true},
               {"grace", "SECONDS",
                "after the end of standard input, end the program when it has written nothing for this time",
                number(grace, {0, 86400}, "a number of seconds, at most a day")}});
  if (const auto exit_code = command.parse()) return *exit_code;
  return Guard(command, std::chrono::duration_cast<Milliseconds>(std::chrono::duration<double>(grace)))
      .run(std::move(words));
}

}  // namespace
}  // namespace guard_tool

const Tool kGuard{
    .name = "guard",
    .summary = "Runs a program, and leaves none of its processes running.",
    .examples =
        "polyglot guard stockfish\n"
        "ssh host polyglot guard stockfish\n",
    .run = guard_tool::run,
    .failure = guard_tool::kNotStarted,
    .exit_codes =
        "0 success of the program, else its own code; 128 + N ended by signal N, 127 not started, "
        "2 wrong usage",
};

}  // namespace polyglot::tools
