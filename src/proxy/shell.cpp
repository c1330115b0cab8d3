// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <polyglot/os/error.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/process/stdio.hpp>
#include <polyglot/proxy/session_runner.hpp>

#include "proxy/outbox.hpp"

namespace polyglot::proxy {
namespace {

using boost::asio::awaitable;
using config::OptionId;
using namespace std::chrono_literals;

/// The maximum bytes of our answers that may wait for one peer. Above it, we do not read from the GUI.
constexpr std::size_t kAnswersLimit = 1UL << 20;
/// The maximum bytes to the engine that its own output may cause. It exceeds the limit of the GUI's lines
/// that the session keeps. The session may send them all at once.
constexpr std::size_t kReactionsLimit = 4UL << 20;
/// How long a GUI may read nothing at the end, if it waits for answers and if it does not.
constexpr std::chrono::milliseconds kLastAnswers = 60s;
constexpr std::chrono::milliseconds kLastWords = 1s;
/// How long another program may lock a book, for each game to learn at the end of the program.
constexpr std::chrono::milliseconds kLastLearning = 30s;
/// How long there may be no progress after the GUI has gone, if its last lines are still unread.
constexpr auto kGuiAftermath = 5000ms;

std::string_view take_whole_line(std::string_view& block) noexcept {
  const std::string_view line = block.substr(0, block.find('\n'));
  const std::string_view whole = block.substr(0, line.size() + 1);
  block.remove_prefix(whole.size());
  return whole;
}

/// Whether a person at a terminal reads both stdout and stderr. Then we write an error only to one.
bool shows_errors_beside_output() {
  return os::is_terminal(os::StandardStream::output) && os::is_terminal(os::StandardStream::errors);
}

/// Connects one session with the GUI and the engine. One thread runs a coroutine for each source of events.
///
/// A coroutine gives the lines of one read to the session, and carries out the effects. Only these wait:
/// - The engine's output waits until the GUI has read the earlier lines.
/// - The GUI's input waits for the engine, and for a session or a GUI whose queues are full.
class Shell final : public SessionRunner {
 public:
  explicit Shell(ProxySetup setup)
      : SessionRunner(std::move(setup), SessionBooks::played, nullptr),
        gui_(process::open_standard_channels(loop_.get_executor()).value()),
        to_gui_(*gui_.output, changed_) {
    process::catch_ending_signals(signals_);
  }

  /// Starts the engine and runs until the end of the session. Returns the exit code.
  int run() {
    handle([this] { report(open_log()); });
    report_faults();
    handle([this] { session_.variants_loaded(known_variants(session_.options(), setup_.ini_folder)); });
    start_engine();
    return loop();
  }

  int run_failed(const std::string& reason) {
    abandon(reason);
    return loop();
  }

 private:
  int loop() {
    run_beside(read_gui());
    run_beside(await_gui_hang_up());
    run_beside(await_signals());
    loop_.run();
    return ending_ ? ending_->exit_code : 1;
  }

  /// Handles an unexpected exception. A second one goes to main(), which reports it on stderr.
  void failed(const std::exception_ptr& thrown) override {
    if (ending_) std::rethrow_exception(thrown);
    abandon("Polyglot failed: " + os::what_of(thrown));
  }

  [[nodiscard]] bool has_room() const override {
    return to_gui_.idle() && engine_->unsent() < kReactionsLimit;
  }

  void apply(OptionId id) override {
    switch (id) {
      case OptionId::log:
      case OptionId::log_file:
      case OptionId::log_size:
      case OptionId::log_files:
        return report(open_log());
      case OptionId::use_nice:
      case OptionId::nice_value:
        return report(engine_->connection().set_nice(niceness(session_.options()).value_or(0)));
      case OptionId::affinity:
        return report(engine_->connection().set_affinity(session_.options().mask(id)));
      default:
        return;
    }
  }

  void note(const session::LogNote& note) override {
    note.level == session::LogNote::Level::info ? log_.note(note.text) : log_.error(note.text);
  }

  void to_gui(std::string& lines) override {
    log_.traffic(Direction::to_gui, lines);
    if (to_gui_.take(lines)) run_beside(write_gui());
  }

  void engine_leaves() override {
    engine_->leave(quit_timeout());
    run_beside(watch_leaving_gui());
  }

  void session_ended() override { run_beside(finish()); }

  awaitable<void> read_gui() {
    while (!ending_) {
      const Result<std::string_view> block = co_await gui_.input->read_lines();
      if (!block) co_return abandon(fmt::format("no more input from the GUI: {}", block.error().to_string()));
      if (block->empty()) break;
      for (std::string_view lines = *block; !lines.empty();) {
        const bool gui_must_read = hand_over(lines);
        while (!gui_may_speak(gui_must_read)) co_await changed_.wait();
      }
    }
    handle([this] { session_.gui_closed(); });
  }

  awaitable<void> write_gui() {
    const Result<void> written = co_await to_gui_.write_rest();
    if (written) co_return;
    if (!gui_.output->peer_gone())
      co_return abandon("no more output to the GUI: " + written.error().to_string());
    interrupt();
  }

  /// The reader notices the end of the GUI only after all lines, and a stuck engine can prevent that.
  /// Therefore this coroutine waits for the hang-up.
  awaitable<void> await_gui_hang_up() {
    const bool hung_up = co_await gui_.input->wait_hang_up();
    if (!hung_up) co_return;
    const auto progress = [this] { return (engine_ ? engine_->progress() : 0) + gui_.output->written(); };
    const auto seen = [this] { return gui_.input->at_end() || ending_; };
    for (std::uint64_t before = progress();; before = progress()) {
      const bool done = co_await changed_.wait_for(seen, kGuiAftermath);
      if (done) co_return;
      if (progress() == before) co_return interrupt();
    }
  }

  awaitable<void> await_signals() {
    const std::string signal = co_await process::next_signal(signals_);
    log_.note(signal);
    interrupt();
  }

  /// While the engine finishes its answers, checks whether the GUI may still read them.
  awaitable<void> watch_leaving_gui() {
    bool reads = true;
    while (reads && !engine_->gone() && !gui_.output->peer_gone()) {
      if (to_gui_.idle()) co_await changed_.wait();
      reads = co_await gui_takes_all();
    }
    if (!reads && awaits_answers_) abandon("the GUI does not read its last lines");
    engine_->hurry();
  }

  /// Ends the program when the engine has ended, the GUI has got all output, and all results are learned.
  awaitable<void> finish() {
    const std::string& failure = ending_->message;
    if (!failure.empty() && !shows_errors_beside_output()) process::write_error_line("polyglot: " + failure);
    if (engine_) {
      if (!failure.empty()) {
        for (const std::string& line : engine_->last_words())
          process::write_error_line("polyglot: engine's stderr: " + line);
      }
      engine_->dismiss(quit_timeout());  // nobody reads its output any more
      while (!engine_->gone()) co_await changed_.wait();
    }
    for (bool is_locked = false; !is_locked && !games_to_learn_.empty();) {
      const auto is_next_learned = [this, count = games_to_learn_.size()] {
        return games_to_learn_.size() < count;
      };
      is_locked = !co_await changed_.wait_for(is_next_learned, kLastLearning);
    }
    if (!games_to_learn_.empty())
      process::write_error_line("polyglot: the last game is not learned: the book is locked");
    if (!failure.empty()) awaits_answers_ = false;
    const bool all_taken = co_await gui_takes_all();
    if (!all_taken && std::exchange(awaits_answers_, false)) {
      process::write_error_line("polyglot: the GUI does not read its last lines");
      ending_->exit_code = 1;
    }
    loop_.stop();
  }

  /// Gives lines to the session. Stops within a block if too many answers wait. Returns true if the GUI must
  /// read them first.
  [[nodiscard]] bool hand_over(std::string_view& lines) {
    const Effects& effects = session_.effects();
    const auto full = [&] { return effects.to_gui.size() + to_gui_.size() > kAnswersLimit; };
    do {
      const std::string_view line = take_whole_line(lines);
      log_.traffic(Direction::from_gui, line);
      set_time();
      session_.gui_lines(line);
    } while (!lines.empty() && effects.requests.empty() && effects.changed_options.empty() && !full() &&
             session_.wants_gui_input() && effects.to_engine.size() <= kAnswersLimit);
    const bool gui_must_read = full();
    carry_out();
    return gui_must_read;
  }

  [[nodiscard]] bool gui_may_speak(bool must_read_first) const {
    if (ending_) return true;
    // While the engine is not ready, the session keeps the GUI's lines, up to its limit.
    const bool engine_has_read = !engine_ || !session_.engine_ready() || engine_->unsent() == 0;
    return engine_has_read && session_.wants_gui_input() && (!must_read_first || to_gui_.idle());
  }

  /// Returns true when the GUI has read all our output, false when it reads nothing for a while.
  [[nodiscard]] awaitable<bool> gui_takes_all() {
    const auto all_taken = [this] { return to_gui_.idle(); };
    const auto patience = [this] { return awaits_answers_ ? kLastAnswers : kLastWords; };
    std::uint64_t before = gui_.output->written();
    for (auto quiet = 0ms; quiet < patience(); quiet += kLastWords) {
      const bool done = co_await changed_.wait_for(all_taken, kLastWords);
      if (done) co_return true;
      if (std::exchange(before, gui_.output->written()) != before) quiet = 0ms;
    }
    co_return false;
  }

  void abandon(const std::string& reason) {
    awaits_answers_ = false;
    handle([&] { session_.abandon(reason); });
  }

  void interrupt() {
    awaits_answers_ = false;
    handle([this] { session_.interrupted(); });
    if (engine_) engine_->hurry();
  }

  /// Writes all faults of the configuration to the log, and one line about them to the GUI.
  void report_faults() {
    const std::vector<std::string>& faults = setup_.warnings;
    if (faults.empty()) return;
    handle([&] { session_.notify(config::first_of(faults)); });
    for (std::size_t i = 1; i < faults.size(); ++i) log_.error(faults[i]);
  }

  void report(const Result<void>& result) {
    if (!result) session_.notify(result.error().to_string());
  }

  process::StandardChannels gui_;
  Outbox to_gui_;
  boost::asio::signal_set signals_{loop_};
  bool awaits_answers_ = true;  ///< the GUI may still read answers that it asked for
};

}  // namespace

int run(ProxySetup setup) {
  return Shell(std::move(setup)).run();
}

void report_failure(const std::string& message) {
  // A GUI does not give us a terminal as stdin.
  if (os::is_terminal(os::StandardStream::input) || shows_errors_beside_output())
    return process::write_error_line("polyglot: " + message);
  (void)Shell(ProxySetup()).run_failed(message);
}

}  // namespace polyglot::proxy
