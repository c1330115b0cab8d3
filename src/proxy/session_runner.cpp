// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <polyglot/book/learner.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/proxy/open_book.hpp>
#include <polyglot/proxy/session_runner.hpp>

namespace polyglot::proxy {
namespace {

using boost::asio::awaitable;
using config::OptionId;
using session::EngineFate;
using namespace std::chrono_literals;

/// How long other programs may lock a book before we give up learning a game.
constexpr std::chrono::milliseconds kLearnPatience = 60s;
/// The pauses grow, because many frequent attempts would slow down the program that has the lock.
constexpr std::chrono::milliseconds kLongestLearnPause = 32ms;

session::SessionSetup with_random_numbers(session::SessionSetup setup, SessionBooks books) {
  setup.seed = static_cast<std::uint64_t>(setup.options.spin(OptionId::book_seed));
  if (books == SessionBooks::closed) setup.seed = 1;
  if (setup.seed == 0) setup.seed = book::random_seed();
  setup.random = book::make_random_source(setup.seed);
  return setup;
}

}  // namespace

SessionRunner::SessionRunner(ProxySetup setup, SessionBooks books, boost::asio::io_context* shared)
    : own_loop_(shared == nullptr ? std::make_unique<boost::asio::io_context>(1) : nullptr),
      books_(books),
      loop_(shared == nullptr ? *own_loop_ : *shared),
      changed_(loop_.get_executor()),
      setup_(std::move(setup)),
      session_(with_random_numbers(setup_.session, books)) {}

void SessionRunner::run_beside(awaitable<void> work) {
  process::spawn(loop_.get_executor(), std::move(work),
                 [this](const std::exception_ptr& thrown) { failed(thrown); });
}

/// The session reads no clock.
void SessionRunner::set_time() {
  session_.set_time(std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now().time_since_epoch()));
}

// ---- The engine -----------------------------------------------------------------------------------------

/// Polyglot starts the engine first, so that it loads while we open the book.
void SessionRunner::start_engine() {
  engine_fate_ = EngineFate::stays;
  auto started =
      EngineClient::start(loop_.get_executor(), changed_, session_.options(), setup_.ini_folder, *this);
  if (!started) return engine_not_started(started.error().to_string());
  engine_ = std::move(*started);
  handle([this] {
    for (const std::string& warning : engine_->connection().warnings()) session_.notify(warning);
  });
  handle([this] { session_.start(); });
}

awaitable<void> SessionRunner::start_next_engine(std::chrono::milliseconds delay) {
  process::Event never(loop_.get_executor());
  if (delay > 0ms) co_await never.wait(delay);
  while (engine_ && !engine_->gone()) co_await changed_.wait();
  if (engine_fate_ == EngineFate::is_replaced && !ending_) start_engine();
}

void SessionRunner::engine_not_started(const std::string& reason) {
  handle([&] { session_.engine_not_started(reason); });
}

void SessionRunner::engine_said(std::string_view lines) {
  log_.traffic(Direction::from_engine, lines);
  handle([&] { session_.engine_lines(lines); });
}

void SessionRunner::engine_complained(std::string_view lines) {
  log_.traffic(Direction::engine_error, lines);
}

void SessionRunner::engine_unusable(const std::string& reason) {
  if (engine_fate_ == EngineFate::is_replaced) return;  // this engine is already ending
  handle([&] { session_.engine_lost(reason); });
}

void SessionRunner::engine_gone(const std::string& how) {
  log_.note(fmt::format("the engine {}", how));
  if (engine_fate_ == EngineFate::is_replaced) return;
  const std::string reason = engine_->describe_end(how);
  if (!engine_->connection().was_reached()) return engine_not_started(reason);
  handle([&] { session_.engine_lost(reason); });
}

awaitable<void> SessionRunner::await_timer(session::TimerRequest request,
                                           std::weak_ptr<EngineClient> engine) {
  process::Event never(loop_.get_executor());
  if (const auto asked = engine.lock(); asked && request.timer == session::Timer::engine_silence)
    co_await asked->reached();
  co_await never.wait(request.delay);
  if (engine.lock() != engine_) co_return;
  handle([&] { session_.timer_fired(request.timer); });
}

// ---- Effects --------------------------------------------------------------------------------------------

void SessionRunner::carry_out() {
  if (const auto failure = log_.take_failure()) session_.notify(failure->to_string());
  Runner::carry_out(session_);
  changed_.happen();
}

/// What cannot be written at once, coroutines write. The GUI comes first, because its clock runs until it
/// gets the book move.
void SessionRunner::perform(Effects& effects) {
  for (const session::LogNote& said : effects.log) note(said);
  if (effects.interrupt_engine && engine_) engine_->connection().interrupt();
  if (!effects.to_gui.empty()) to_gui(effects.to_gui);
  if (!effects.to_engine.empty()) {
    log_.traffic(Direction::to_engine, effects.to_engine);
    if (engine_) engine_->send(effects.to_engine);
  }
  for (const session::TimerRequest& request : effects.timers) run_beside(await_timer(request, engine_));
  follow(effects);
}

void SessionRunner::follow(Effects& effects) {
  if (ending_) return;
  if (effects.ending) {
    ending_ = std::move(effects.ending);
    session_ended();
  } else if (effects.engine == EngineFate::ends && engine_fate_ != EngineFate::ends) {
    engine_fate_ = EngineFate::ends;
    if (engine_) engine_leaves();
  } else if (effects.engine != EngineFate::stays && engine_fate_ == EngineFate::stays) {
    engine_fate_ = EngineFate::is_replaced;
    if (engine_) engine_->dismiss(effects.restart_delay ? 0ms : quit_timeout());
    run_beside(start_next_engine(effects.restart_delay.value_or(0ms)));
  }
}

std::chrono::milliseconds SessionRunner::quit_timeout() const {
  return std::chrono::milliseconds(session_.options().spin(OptionId::engine_quit_timeout));
}

void SessionRunner::answer(const session::LoadProfile&) {
  session::EngineProfile profile = setup_.load_profile(session_.engine_name());
  const bool same_variants =
      profile.options.text(OptionId::variants_file) == session_.options().text(OptionId::variants_file);
  if (!same_variants) session_.variants_loaded(known_variants(profile.options, setup_.ini_folder));
  session_.profile_loaded(std::move(profile));
}

void SessionRunner::answer(const session::OpenBook& request) {
  if (books_ == SessionBooks::closed)
    return session_.book_opened(request.place, std::unique_ptr<book::BookSource>());
  const auto engine_name = [this] { return name_of_engine(session_.engine_name(), session_.options()); };
  session_.book_opened(request.place, open_for_play(request, setup_.ini_folder, engine_name));
}

void SessionRunner::answer(const session::Learn& game) {
  if (books_ == SessionBooks::closed) return;
  games_to_learn_.push_back(game);
  if (games_to_learn_.size() == 1) run_beside(learn_games());
}

void SessionRunner::answer(const session::Save& settings) {
  session_.saved(setup_.write_settings(settings, session_.engine_name()));
}

Result<void> SessionRunner::open_log() {
  const config::Options& options = session_.options();
  log_.close();
  if (!options.check(OptionId::log)) return {};
  const auto path = config::expand_file_name(options.text(OptionId::log_file));
  const auto book = config::find_file(options.text(OptionId::book_file), setup_.ini_folder);
  std::error_code none;  // an error means that the files differ
  if (path && book && std::filesystem::equivalent(*path, *book, none))
    return Error{"is the BookFile; Polyglot appends no log to it", *path};
  const auto max_bytes = static_cast<std::size_t>(options.spin(OptionId::log_size)) << 20;
  const auto kept_files = static_cast<std::size_t>(options.spin(OptionId::log_files));
  auto checked = path ? book::check_output(*path, book::FileKind::text) : Result<void>(path.error());
  return checked ? log_.open(*path, max_bytes, kept_files) : checked;
}

// ---- Learning -------------------------------------------------------------------------------------------

/// Learns games at once if possible, otherwise when no other program has locked the book. It learns them one
/// after the other, so that they do not wait for each other's locks.
awaitable<void> SessionRunner::learn_games() {
  while (!games_to_learn_.empty()) {
    const session::Learn game = games_to_learn_.front();
    const Result<void> outcome = co_await learn(game);
    handle([&] { session_.learned(outcome); });
    games_to_learn_.pop_front();
    changed_.happen();
  }
}

awaitable<Result<void>> SessionRunner::learn(const session::Learn& game) {
  process::Event never(loop_.get_executor());
  if (const auto may = may_learn(game.file); game.where == book::ResultsIn::book && !may) co_return may;
  auto learned = book::try_learn(game.file, game.moves, game.where);
  auto pause = book::kLearnPause;
  for (auto waited = 0ms; learned && !*learned && waited < kLearnPatience; waited += pause) {
    co_await never.wait(pause);
    learned = book::try_learn(game.file, game.moves, game.where);
    pause = std::min(2 * pause, kLongestLearnPause);
  }
  if (!learned) co_return learned.error();
  if (!*learned) co_return os::locked_by_another(game.file);
  co_return Result<void>();
}

}  // namespace polyglot::proxy
