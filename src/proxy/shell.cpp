#include "proxy/shell.hpp"
#include <algorithm>
#include <cstdio>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/process/paths.hpp>
#include <polyglot/proxy/engine_launch.hpp>

namespace polyglot::proxy {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using config::OptionId;
using namespace std::chrono_literals;

/// Lines of the engine's stderr that a report of its death quotes.
constexpr std::size_t kQuotedErrorLines = 5;
/// How long `quit` may take to reach an engine that does not read.
constexpr auto kQuitDelivery = 100ms;
/// How long an engine may live on after closing its output.
constexpr auto kSilentDeath = 1000ms;
/// How long a GUI may take to read our last words.
constexpr auto kLastWords = 1000ms;
/// How often a session that wants no more lines for now is asked again.
constexpr auto kGuiCheck = 20ms;
/// How long a GUI's last lines may take to be read once it has gone.
constexpr auto kGuiAftermath = 5000ms;

/// For the session, which reads no clock.
std::chrono::milliseconds now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

Shell::Shell(const Setup& setup)
    : context_(1),
      ini_folder_(setup.ini_folder),
      warnings_(setup.warnings),
      session_(session_setup(setup)),
      gui_(process::open_standard_channels(context_.get_executor()).value()),
      to_gui_(context_.get_executor(), gui_.output),
      signals_(context_.get_executor()) {}

session::Setup Shell::session_setup(const Setup& setup) {
  session::Setup made;
  made.options = setup.options;
  made.engine_settings = setup.engine_settings;
  made.load_profile = setup.load_profile;
  made.random = book::make_random_source(static_cast<std::uint64_t>(setup.options.spin(OptionId::book_seed)));
  made.write_settings = setup.write_settings;
  made.settings_path = setup.settings_path;
  made.learn_book = [this](const std::string& name,
                           std::span<const book::PlayedMove> moves) -> Result<std::size_t> {
    const auto path = process::find_file(name, ini_folder_);
    if (!path) return path.error();
    return book::learn(path->string(), moves);
  };
  made.open_book = [this](const std::string& name) -> Result<std::unique_ptr<book::BookSource>> {
    const auto path = process::find_file(name, ini_folder_);
    if (!path) return path.error();
    auto book = book::open_book(path->string());
    if (!book) return book.error();
    return std::unique_ptr<book::BookSource>(std::move(*book));
  };
  return made;
}

int Shell::run() {
  Effects effects;
  open_log(effects);
  for (const std::string& warning : warnings_) log_.error(warning);
  start_engine(effects);
  return loop(effects);
}

int Shell::run_failed(const std::string& reason) {
  Effects effects;
  session_.engine_lost(reason, effects);
  return loop(effects);
}

/// The engine goes first, so that it starts up while we open the book.
void Shell::start_engine(Effects& effects) {
  const auto launch = make_engine_launch(session_.options(), ini_folder_);
  if (!launch) return session_.engine_lost(launch.error().to_string(), effects);
  auto started = process::EngineProcess::start(context_.get_executor(), *launch);
  if (!started) {
    return session_.engine_lost(fmt::format("the engine cannot be started: {}", started.error().to_string()),
                                effects);
  }
  engine_ = std::make_shared<RunningEngine>(context_.get_executor(), std::move(*started));
  for (const std::string& warning : engine_->process->warnings()) session_.notify(warning, effects);
  session_.start(effects);

  asio::co_spawn(context_, read_engine(engine_), asio::detached);
  asio::co_spawn(context_, read_engine_errors(engine_), asio::detached);
  asio::co_spawn(context_, await_engine_death(engine_), asio::detached);
}

int Shell::loop(Effects& effects) {
  carry_out(effects);
  asio::co_spawn(context_, read_gui(), asio::detached);
  asio::co_spawn(context_, await_gui_hang_up(), asio::detached);
  asio::co_spawn(context_, await_signals(), asio::detached);
  context_.run();
  return ending_ ? ending_->exit_code : 1;
}

// ---- Sources of events ----------------------------------------------------------------------------------

awaitable<void> Shell::read_gui() {
  Effects effects;
  while (!ending_) {
    while (!session_.wants_gui_input()) co_await sleep(kGuiCheck);
    const Result<std::string_view> block = co_await gui_.input.read_lines();
    if (!block || block->empty()) break;
    log_.traffic(process::Direction::from_gui, *block);
    session_.set_time(now());
    session_.gui_lines(*block, effects);
    carry_out(effects);
    if (!all_written()) co_await await_written();
  }
  session_.gui_closed(effects);
  carry_out(effects);
  if (!all_written()) co_await await_written();
}

/// The reader sees the end of the GUI only when it comes to it, which a stuck engine can prevent.
awaitable<void> Shell::await_gui_hang_up() {
  const bool hung_up = co_await gui_.input.wait_hang_up();
  if (!hung_up) co_return;
  co_await sleep(kGuiAftermath);
  Effects effects;
  session_.interrupted(effects);
  carry_out(effects);
  if (!all_written()) co_await await_written();
}

awaitable<void> Shell::read_engine(std::shared_ptr<RunningEngine> engine) {
  Effects effects;
  while (true) {
    const Result<std::string_view> block = co_await engine->process->output().read_lines();
    if (!block || block->empty()) break;
    log_.traffic(process::Direction::from_engine, *block);
    session_.set_time(now());
    session_.engine_lines(*block, effects);
    carry_out(effects);
    if (!all_written()) co_await await_written();
  }
  if (--engine->readers == 0) engine->read_out.happen();
  co_await sleep(kSilentDeath);
  if (engine->going || ending_ || restarting_ || engine != engine_) co_return;
  session_.engine_lost("the engine closed its output", effects);
  carry_out(effects);
  if (!all_written()) co_await await_written();
}

awaitable<void> Shell::read_engine_errors(std::shared_ptr<RunningEngine> engine) {
  while (true) {
    const Result<std::string_view> block = co_await engine->process->errors().read_lines();
    if (!block || block->empty()) break;
    log_.traffic(process::Direction::engine_error, *block);
    remember_error_lines(*block);
  }
  if (--engine->readers == 0) engine->read_out.happen();
}

/// Reports the death only when everything the engine had written has been relayed.
awaitable<void> Shell::await_engine_death(std::shared_ptr<RunningEngine> engine) {
  const process::ExitReport report = co_await engine->process->wait();
  if (engine->readers > 0) co_await engine->read_out.wait(kLastWords);
  log_.note(fmt::format("the engine {}", report.text()));
  Effects effects;
  if (!restarting_) session_.engine_lost(death_notice(report), effects);
  carry_out(effects);
  if (restarting_) restart_engine();
  if (!all_written()) co_await await_written();
}

void Shell::restart_engine() {
  restarting_ = false;
  last_errors_.clear();
  Effects effects;
  start_engine(effects);
  carry_out(effects);
}

awaitable<void> Shell::await_signals() {
  const int signal = co_await signals_.wait();
  if (signal == 0) co_return;
  log_.note(fmt::format("signal {}", signal));
  Effects effects;
  session_.interrupted(effects);
  carry_out(effects);
  if (!all_written()) co_await await_written();
}

awaitable<void> Shell::await_timer(session::TimerRequest request, std::shared_ptr<RunningEngine> engine) {
  co_await sleep(request.delay);
  if (engine != engine_) co_return;
  Effects effects;
  session_.set_time(now());
  session_.timer_fired(request.timer, effects);
  carry_out(effects);
  if (!all_written()) co_await await_written();
}

// ---- Effects --------------------------------------------------------------------------------------------

/// Carries out what the session wants. What cannot be written at once is left to await_written().
void Shell::carry_out(Effects& effects) {
  if (const auto failure = log_.take_failure()) session_.notify(failure->to_string(), effects);
  for (std::size_t i = 0; i < effects.changed_options.size(); ++i) {
    apply_option(effects.changed_options[i], effects);
  }
  for (const session::LogNote& note : effects.log) {
    note.level == session::LogNote::Level::info ? log_.note(note.text) : log_.error(note.text);
  }
  if (effects.interrupt_engine && engine_) engine_->process->interrupt();
  if (!effects.to_engine.empty()) {
    log_.traffic(process::Direction::to_engine, effects.to_engine);
    if (engine_) engine_->outbox.take(effects.to_engine);
  }
  if (!effects.to_gui.empty()) {
    log_.traffic(process::Direction::to_gui, effects.to_gui);
    to_gui_.take(effects.to_gui);
  }
  for (const session::TimerRequest& request : effects.timers) {
    asio::co_spawn(context_, await_timer(request, engine_), asio::detached);
  }
  restarting_ |= effects.restart_engine && !ending_;
  restarting_ &= !effects.end_engine;
  if ((effects.end_engine || effects.restart_engine) && engine_ && !std::exchange(engine_->going, true)) {
    asio::co_spawn(context_, see_engine_out(engine_), asio::detached);
  }
  if (effects.ending && !ending_) {
    ending_ = std::move(effects.ending);
    asio::co_spawn(context_, finish(), asio::detached);
  }
  effects.clear();
}

/// Returns when everything has been written: whoever caused it is not read before.
awaitable<void> Shell::await_written() {
  const bool gui_is_there = co_await to_gui_.flush();
  if (!gui_is_there && !ending_) {
    Effects effects;
    session_.gui_closed(effects);
    carry_out(effects);
  }
  if (engine_) {
    const std::shared_ptr<RunningEngine> engine = engine_;
    co_await engine->outbox.flush();
  }
}

awaitable<void> Shell::see_engine_out(std::shared_ptr<RunningEngine> engine) {
  co_await engine->outbox.wait_until_idle(kQuitDelivery);
  const std::chrono::milliseconds grace(session_.options().spin(OptionId::engine_quit_timeout));
  co_await engine->process->shutdown(grace);
}

/// Ends the program when the engine is gone and the GUI has been told everything.
awaitable<void> Shell::finish() {
  if (!ending_->message.empty()) {
    fmt::print(stderr, "polyglot: {}\n", ending_->message);
    for (const std::string& line : last_errors_) fmt::print(stderr, "polyglot: engine's stderr: {}\n", line);
  }
  const std::shared_ptr<RunningEngine> engine = engine_;
  if (engine) co_await engine->process->wait();
  co_await to_gui_.wait_until_idle(kLastWords);
  context_.stop();
}

void Shell::apply_option(OptionId id, Effects& effects) {
  switch (id) {
    case OptionId::log:
    case OptionId::log_file:
    case OptionId::log_size:
    case OptionId::log_files:
      return open_log(effects);
    case OptionId::use_nice:
    case OptionId::nice_value:
      return report(engine_->process->set_nice(niceness(session_.options()).value_or(0)), effects);
    case OptionId::affinity:
      return report(engine_->process->set_affinity(session_.options().mask(id)), effects);
    default:
      return;
  }
}

void Shell::report(const Result<void>& result, Effects& effects) {
  if (!result) session_.notify(result.error().to_string(), effects);
}

void Shell::open_log(Effects& effects) {
  const config::Options& options = session_.options();
  if (!options.check(OptionId::log)) return log_.close();
  const auto path = process::expand_file_name(options.text(OptionId::log_file));
  const auto max_bytes = static_cast<std::size_t>(options.spin(OptionId::log_size)) << 20;
  const auto kept_files = static_cast<std::size_t>(options.spin(OptionId::log_files));
  report(path ? log_.open(*path, max_bytes, kept_files) : Result<void>(path.error()), effects);
}

// ---- Small helpers --------------------------------------------------------------------------------------

std::string Shell::death_notice(const process::ExitReport& report) const {
  std::string text =
      fmt::format("the engine \"{}\" {}", session_.options().text(OptionId::engine_command), report.text());
  if (!last_errors_.empty()) text += fmt::format(", its last words: {}", last_errors_.back());
  return text;
}

void Shell::remember_error_lines(std::string_view block) {
  while (!block.empty()) {
    last_errors_.emplace_back(process::take_line(block).substr(0, 500));
    if (last_errors_.size() > kQuotedErrorLines) last_errors_.erase(last_errors_.begin());
  }
}

awaitable<void> Shell::sleep(std::chrono::milliseconds delay) {
  asio::steady_timer timer(context_, delay);
  boost::system::error_code ignored;
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
}

}  // namespace polyglot::proxy
