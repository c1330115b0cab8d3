// SPDX-License-Identifier: MIT
#include "proxy/shell.hpp"
#include <utility>

#include <fmt/format.h>

#include <polyglot/book/learner.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/standard_streams.hpp>
#include <polyglot/proxy/open_book.hpp>

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
/// How long other programs may lock a book before we give up learning a game. kLastLearning: for each game at
/// the end of the program.
constexpr std::chrono::milliseconds kLearnPatience = 60s;
constexpr std::chrono::milliseconds kLastLearning = 30s;
/// The pauses grow, because many frequent attempts would slow down the program that has the lock.
constexpr std::chrono::milliseconds kLongestLearnPause = 32ms;
/// How long there may be no progress after the GUI has gone, if its last lines are still unread.
constexpr auto kGuiAftermath = 5000ms;

std::string_view take_whole_line(std::string_view& block) noexcept {
  const std::string_view line = block.substr(0, block.find('\n'));
  const std::string_view whole = block.substr(0, line.size() + 1);
  block.remove_prefix(whole.size());
  return whole;
}

std::uint64_t seed_of(const config::Options& options) {
  const auto wanted = static_cast<std::uint64_t>(options.spin(OptionId::book_seed));
  return wanted != 0 ? wanted : book::random_seed();
}

/// Returns the time for the session, which reads no clock.
std::chrono::milliseconds now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
}

/// Whether a person at a terminal reads both stdout and stderr. Then we write an error only to one.
bool shows_errors_beside_output() {
  return os::is_terminal(os::StandardStream::output) && os::is_terminal(os::StandardStream::errors);
}

}  // namespace

int run(Setup setup) {
  return Shell(std::move(setup)).run();
}

void report_failure(const std::string& message) {
  // A GUI does not give us a terminal as stdin.
  if (os::is_terminal(os::StandardStream::input) || shows_errors_beside_output())
    return process::write_error_line("polyglot: " + message);
  (void)Shell(Setup()).run_failed(message);
}

// ---- The run --------------------------------------------------------------------------------------------

Shell::Shell(Setup setup)
    : changed_(loop_.get_executor()),
      setup_(std::move(setup)),
      session_(setup_.for_session(seed_of(setup_.options))),
      gui_(process::open_standard_channels(loop_.get_executor()).value()),
      to_gui_(gui_.output, changed_),
      signals_(loop_.get_executor()) {}

int Shell::run() {
  handle([this] { open_log(); });
  tell_faults();
  handle([this] { session_.variants_loaded(known_variants(setup_.options, setup_.ini_folder)); });
  start_engine();
  return loop();
}

/// Writes all faults of the configuration to the log, and one line about them to the GUI.
void Shell::tell_faults() {
  const std::vector<std::string>& faults = setup_.warnings;
  if (faults.empty()) return;
  handle([&] { session_.notify(config::first_of(faults)); });
  for (std::size_t i = 1; i < faults.size(); ++i) log_.error(faults[i]);
}

int Shell::run_failed(const std::string& reason) {
  abandon(reason);
  return loop();
}

int Shell::loop() {
  run_beside(read_gui());
  run_beside(await_gui_hang_up());
  run_beside(await_signals());
  loop_.run();
  return ending_.exit_code;
}

void Shell::run_beside(awaitable<void> work) {
  process::spawn(loop_.get_executor(), std::move(work),
                 [this](const std::exception_ptr& thrown) { failed(thrown); });
}

template <class Tell>
void Shell::handle(Tell tell) {
  session_.set_time(now());
  tell();
  carry_out();
}

// ---- The engine -----------------------------------------------------------------------------------------

/// Polyglot starts the engine first, so that it loads while we open the book.
void Shell::start_engine() {
  stage_ = Stage::playing;
  auto started =
      EngineClient::start(loop_.get_executor(), changed_, session_.options(), setup_.ini_folder, *this);
  if (!started) return engine_not_started(started.error().to_string());
  engine_ = std::move(*started);
  handle([this] {
    for (const std::string& warning : engine_->connection().warnings()) session_.notify(warning);
  });
  handle([this] { session_.start(); });
}

/// Starts another engine when the previous one has ended.
awaitable<void> Shell::restart_engine(std::chrono::milliseconds delay) {
  process::Event never(loop_.get_executor());
  if (delay > 0ms) co_await never.wait(delay);
  while (engine_ && !engine_->gone()) co_await changed_.wait();
  if (stage_ != Stage::restarting) co_return;
  start_engine();
}

void Shell::engine_not_started(const std::string& reason) {
  handle([&] { session_.engine_not_started(reason); });
}

void Shell::engine_said(std::string_view lines) {
  log_.traffic(process::Direction::from_engine, lines);
  handle([&] { session_.engine_lines(lines); });
}

bool Shell::has_room() const {
  return to_gui_.idle() && engine_->unsent() < kReactionsLimit;
}

void Shell::engine_complained(std::string_view lines) {
  log_.traffic(process::Direction::engine_error, lines);
}

void Shell::engine_failed(const std::string& reason) {
  if (stage_ == Stage::restarting) return;  // this engine is already ending
  handle([&] { session_.engine_lost(reason); });
}

void Shell::engine_gone(const std::string& how) {
  log_.note(fmt::format("the engine {}", how));
  if (stage_ == Stage::restarting) return;
  const std::string reason = engine_->obituary(how);
  if (!engine_->connection().was_reached()) return engine_not_started(reason);
  handle([&] { session_.engine_lost(reason); });
}

// ---- The GUI --------------------------------------------------------------------------------------------

awaitable<void> Shell::read_gui() {
  while (stage_ != Stage::ending) {
    const Result<std::string_view> block = co_await gui_.input.read_lines();
    if (!block) co_return abandon(fmt::format("no more input from the GUI: {}", block.error().to_string()));
    if (block->empty()) break;
    for (std::string_view lines = *block; !lines.empty();) {
      const bool gui_must_read = hand_over(lines);
      while (!gui_may_speak(gui_must_read)) co_await changed_.wait();
    }
  }
  handle([this] { session_.gui_closed(); });
}

/// Gives lines to the session. Stops within a block if too many answers wait. Returns true if the GUI must
/// read them first.
bool Shell::hand_over(std::string_view& lines) {
  const Effects& effects = session_.effects();
  const auto full = [&] { return effects.to_gui.size() + to_gui_.size() > kAnswersLimit; };
  do {
    const std::string_view line = take_whole_line(lines);
    log_.traffic(process::Direction::from_gui, line);
    session_.set_time(now());
    session_.gui_lines(line);
  } while (!lines.empty() && effects.requests.empty() && effects.changed_options.empty() && !full() &&
           session_.wants_gui_input() && effects.to_engine.size() <= kAnswersLimit);
  const bool gui_must_read = full();
  carry_out();
  return gui_must_read;
}

bool Shell::gui_may_speak(bool must_read_first) const {
  if (stage_ == Stage::ending) return true;
  // While the engine is not ready, the session keeps the GUI's lines, up to its limit.
  const bool engine_has_read = !engine_ || !session_.engine_ready() || engine_->unsent() == 0;
  return engine_has_read && session_.wants_gui_input() && (!must_read_first || to_gui_.idle());
}

awaitable<void> Shell::write_gui() {
  const Result<void> written = co_await to_gui_.write_rest();
  if (written) co_return;
  if (!gui_.output.peer_gone())
    co_return abandon("no more output to the GUI: " + written.error().to_string());
  interrupt();
}

/// The reader notices the end of the GUI only after all lines, and a stuck engine can prevent that. Therefore
/// this coroutine waits for the hang-up.
awaitable<void> Shell::await_gui_hang_up() {
  const bool hung_up = co_await gui_.input.wait_hang_up();
  if (!hung_up) co_return;
  const auto progress = [this] { return (engine_ ? engine_->progress() : 0) + gui_.output.written(); };
  const auto seen = [this] { return gui_.input.at_end() || stage_ == Stage::ending; };
  for (std::uint64_t before = progress();; before = progress()) {
    const bool done = co_await changed_.wait_for(seen, kGuiAftermath);
    if (done) co_return;
    if (progress() == before) co_return interrupt();
  }
}

awaitable<void> Shell::await_signals() {
  const std::string signal = co_await signals_.wait();
  log_.note(signal);
  interrupt();
}

void Shell::interrupt() {
  awaits_answers_ = false;
  handle([this] { session_.interrupted(); });
  if (engine_) engine_->hurry();
}

// ---- Timers ---------------------------------------------------------------------------------------------

awaitable<void> Shell::await_timer(session::TimerRequest request, std::weak_ptr<EngineClient> engine) {
  process::Event never(loop_.get_executor());
  if (const auto asked = engine.lock(); asked && request.timer == session::Timer::engine_silence)
    co_await asked->reached();
  co_await never.wait(request.delay);
  if (engine.lock() != engine_) co_return;
  handle([&] { session_.timer_fired(request.timer); });
}

// ---- Ends -----------------------------------------------------------------------------------------------

/// Handles an unexpected exception. A second one goes to main(), which reports it on stderr.
void Shell::failed(const std::exception_ptr& thrown) {
  if (stage_ == Stage::ending) std::rethrow_exception(thrown);
  abandon("Polyglot failed: " + os::what_of(thrown));
}

void Shell::abandon(const std::string& reason) {
  awaits_answers_ = false;
  handle([&] { session_.abandon(reason); });
}

/// Returns true when the GUI has read all our output, false when it reads nothing for a while.
awaitable<bool> Shell::gui_takes_all() {
  const auto all_taken = [this] { return to_gui_.idle(); };
  const auto patience = [this] { return awaits_answers_ ? kLastAnswers : kLastWords; };
  std::uint64_t before = gui_.output.written();
  for (auto quiet = 0ms; quiet < patience(); quiet += kLastWords) {
    const bool done = co_await changed_.wait_for(all_taken, kLastWords);
    if (done) co_return true;
    if (std::exchange(before, gui_.output.written()) != before) quiet = 0ms;
  }
  co_return false;
}

/// While the engine finishes its answers, checks whether the GUI may still read them.
awaitable<void> Shell::watch_leaving_gui() {
  bool reads = true;
  while (reads && !engine_->gone() && !gui_.output.peer_gone()) {
    if (to_gui_.idle()) co_await changed_.wait();
    reads = co_await gui_takes_all();
  }
  if (!reads && awaits_answers_) abandon("the GUI does not read its last lines");
  engine_->hurry();
}

/// Learns games at once if possible, otherwise when no other program has locked the book. It learns them one
/// after the other, so that they do not wait for each other's locks.
awaitable<void> Shell::learn_games() {
  while (!games_to_learn_.empty()) {
    const session::Learn game = games_to_learn_.front();
    const Result<void> outcome = co_await learn(game);
    handle([&] { session_.learned(outcome); });
    games_to_learn_.pop_front();
    changed_.happen();
  }
}

awaitable<Result<void>> Shell::learn(const session::Learn& game) {
  process::Event never(loop_.get_executor());
  if (const auto may = may_learn(game.file); !game.beside && !may) co_return may;
  const auto learn_in = game.beside ? &book::try_learn_beside : &book::try_learn;
  auto learned = learn_in(game.file, game.moves);
  auto pause = book::kLearnPause;
  for (auto waited = 0ms; learned && !*learned && waited < kLearnPatience; waited += pause) {
    co_await never.wait(pause);
    learned = learn_in(game.file, game.moves);
    pause = std::min(2 * pause, kLongestLearnPause);
  }
  if (!learned) co_return learned.error();
  if (!*learned) co_return os::locked_by_another(game.file);
  co_return Result<void>();
}

/// Ends the program when the engine has ended, the GUI has got all output, and all results are learned.
awaitable<void> Shell::finish() {
  if (!ending_.message.empty() && !shows_errors_beside_output())
    process::write_error_line("polyglot: " + ending_.message);
  if (engine_) {
    if (!ending_.message.empty()) {
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
  if (!ending_.message.empty()) awaits_answers_ = false;
  const bool told = co_await gui_takes_all();
  if (!told && std::exchange(awaits_answers_, false)) {
    process::write_error_line("polyglot: the GUI does not read its last lines");
    ending_.exit_code = 1;
  }
  loop_.stop();
}

}  // namespace polyglot::proxy
