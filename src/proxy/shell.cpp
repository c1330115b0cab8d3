#include "proxy/shell.hpp"
#include <utility>

#include <fmt/format.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/process/expansion.hpp>

namespace polyglot::proxy {
namespace {

using boost::asio::awaitable;
using config::OptionId;
using namespace std::chrono_literals;

/// Bytes of answers of ours that may wait for one peer before the GUI is left unread.
constexpr std::size_t kAnswersLimit = 1UL << 20;
/// Bytes that an engine's own words may cause to wait for it. More than a session keeps of the GUI's lines,
/// all of which may go at once.
constexpr std::size_t kReactionsLimit = 4UL << 20;
/// How long a GUI may take nothing of what it is still to be told: one that has asked for it, and any other.
constexpr std::chrono::milliseconds kLastAnswers = 60s;
constexpr std::chrono::milliseconds kLastWords = 1s;
/// How long a book may be locked by others before a game is given up; and at the very end.
constexpr std::chrono::milliseconds kLearnPatience = 60s;
constexpr std::chrono::milliseconds kLastLearning = 5s;
/// How long nothing may move once the GUI has gone and its last lines have not been read.
constexpr auto kGuiAftermath = 5000ms;

/// For the session, which reads no clock.
std::chrono::milliseconds now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
}

std::string_view take_whole_line(std::string_view& block) noexcept {
  const std::string_view line = block.substr(0, block.find('\n'));
  const std::string_view whole = block.substr(0, line.size() + 1);
  block.remove_prefix(whole.size());
  return whole;
}

session::Setup session_setup(const Setup& setup) {
  return {
      .options = setup.options,
      .engine_settings = setup.engine_settings,
      .random = book::make_random_source(static_cast<std::uint64_t>(setup.options.spin(OptionId::book_seed))),
      .has_profile = setup.load_profile != nullptr,
      .settings_path = setup.settings_path};
}

}  // namespace

int run(Setup setup) {
  return Shell(std::move(setup)).run();
}

void report_failure(const std::string& message) {
  (void)Shell(Setup()).run_failed(message);
}

// ---- The run --------------------------------------------------------------------------------------------

Shell::Shell(Setup setup)
    : context_(1),
      changed_(context_.get_executor()),
      setup_(std::move(setup)),
      session_(session_setup(setup_)),
      gui_(process::open_standard_channels(context_.get_executor()).value()),
      to_gui_(gui_.output, changed_),
      signals_(context_.get_executor()) {}

int Shell::run() {
  handle([this](Effects& effects) { open_log(effects); });
  for (const std::string& warning : setup_.warnings) log_.error(warning);
  handle([this](Effects& effects) {
    session_.variants_loaded(known_variants(setup_.options, setup_.ini_folder), effects);
  });
  start_engine();
  return loop();
}

int Shell::run_failed(const std::string& reason) {
  abandon(reason);
  return loop();
}

int Shell::loop() {
  run_beside(read_gui());
  run_beside(await_gui_hang_up());
  run_beside(await_signals());
  context_.run();
  return ending_.exit_code;
}

void Shell::run_beside(awaitable<void> work) {
  process::spawn(context_.get_executor(), std::move(work),
                 [this](const std::exception_ptr& thrown) { failed(thrown); });
}

template <class Tell>
void Shell::handle(Tell tell) {
  Effects effects;
  session_.set_time(now());
  tell(effects);
  carry_out(effects);
}

// ---- The engine -----------------------------------------------------------------------------------------

/// The engine goes first, so that it starts up while we open the book.
void Shell::start_engine() {
  stage_ = Stage::playing;
  const auto launch = make_engine_launch(session_.options(), setup_.ini_folder);
  if (!launch) return abandon(launch.error().to_string());
  auto started = EngineClient::start(context_.get_executor(), changed_, *launch, *this);
  if (!started) return abandon(fmt::format("the engine cannot be started: {}", started.error().to_string()));
  engine_ = std::move(*started);
  handle([this](Effects& effects) {
    for (const std::string& warning : engine_->process().warnings()) session_.notify(warning, effects);
    session_.start(effects);
  });
}

void Shell::engine_said(std::string_view lines) {
  log_.traffic(process::Direction::from_engine, lines);
  session_.set_time(now());
  session_.engine_lines(lines, engine_effects_);
  carry_out(engine_effects_);
}

bool Shell::has_room() const {
  return to_gui_.idle() && engine_->unsent() < kReactionsLimit;
}

void Shell::engine_complained(std::string_view lines) {
  log_.traffic(process::Direction::engine_error, lines);
}

void Shell::engine_failed(const std::string& reason) {
  if (stage_ == Stage::restarting) return;  // it is on its way out
  handle([&](Effects& effects) { session_.engine_lost(reason, effects); });
}

void Shell::engine_gone(const process::ExitReport& report) {
  log_.note(fmt::format("the engine {}", report.text()));
  if (stage_ != Stage::restarting) {
    const std::string reason = fmt::format(
        "the engine \"{}\" {}", session_.options().text(OptionId::engine_command), engine_->obituary(report));
    handle([&](Effects& effects) { session_.engine_lost(reason, effects); });
  }
  if (stage_ == Stage::restarting) start_engine();
}

// ---- The GUI --------------------------------------------------------------------------------------------

awaitable<void> Shell::read_gui() {
  Effects effects;
  while (stage_ != Stage::ending) {
    const Result<std::string_view> block = co_await gui_.input.read_lines();
    if (!block) co_return abandon(fmt::format("no more input from the GUI: {}", block.error().to_string()));
    if (block->empty()) break;
    log_.traffic(process::Direction::from_gui, *block);
    for (std::string_view lines = *block; !lines.empty();) {
      const bool gui_must_read = hand_over(lines, effects);
      while (!gui_may_speak(gui_must_read)) co_await changed_.wait();
    }
  }
  handle([this](Effects& end) { session_.gui_closed(end); });
}

/// Stops within a block of thousands of short questions where the answers become too many: true if the GUI
/// has to read them first.
bool Shell::hand_over(std::string_view& lines, Effects& effects) {
  const auto full = [&] { return effects.to_gui.size() + to_gui_.size() > kAnswersLimit; };
  session_.set_time(now());
  do {
    session_.gui_lines(take_whole_line(lines), effects);
  } while (!lines.empty() && effects.requests.empty() && !full() && session_.wants_gui_input() &&
           effects.to_engine.size() <= kAnswersLimit);
  const bool gui_must_read = full();
  carry_out(effects);
  return gui_must_read;
}

bool Shell::gui_may_speak(bool must_read_first) const {
  if (stage_ == Stage::ending) return true;
  const bool engine_has_read = !engine_ || engine_->unsent() == 0;
  return engine_has_read && session_.wants_gui_input() && (!must_read_first || to_gui_.idle());
}

awaitable<void> Shell::write_gui() {
  const Result<void> written = co_await to_gui_.write_rest();
  if (written) co_return;
  if (!gui_.output.peer_gone())
    co_return abandon("no more output to the GUI: " + written.error().to_string());
  interrupt();
}

/// The reader sees the end of the GUI only when it comes to it, which a stuck engine can prevent.
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
  const int signal = co_await signals_.wait();
  log_.note(fmt::format("signal {}", signal));
  interrupt();
}

void Shell::interrupt() {
  awaits_answers_ = false;
  handle([this](Effects& effects) { session_.interrupted(effects); });
  if (engine_) engine_->hurry();
}

// ---- Timers ---------------------------------------------------------------------------------------------

awaitable<void> Shell::await_timer(session::TimerRequest request, std::weak_ptr<EngineClient> engine) {
  process::Event never(context_.get_executor());
  co_await never.wait(request.delay);
  if (stage_ == Stage::restarting || engine.lock() != engine_) co_return;
  handle([&](Effects& effects) { session_.timer_fired(request.timer, effects); });
}

// ---- Ends -----------------------------------------------------------------------------------------------

/// Something that should never happen. A second time nobody is told any more but stderr, from main().
void Shell::failed(const std::exception_ptr& thrown) {
  if (stage_ == Stage::ending) std::rethrow_exception(thrown);
  abandon("Polyglot failed: " + os::what_of(thrown));
}

void Shell::abandon(const std::string& reason) {
  awaits_answers_ = false;
  handle([&](Effects& effects) { session_.abandon(reason, effects); });
}

/// Returns true when the GUI has taken all there is for it, false when it takes nothing for a while.
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

/// While the engine works through what was asked, its GUI is waited for as long as it may still read.
awaitable<void> Shell::watch_leaving_gui() {
  bool reads = true;
  while (reads && !engine_->gone() && !gui_.output.peer_gone()) {
    if (to_gui_.idle()) co_await changed_.wait();
    reads = co_await gui_takes_all();
  }
  if (!reads && awaits_answers_) abandon("the GUI does not read its last lines");
  engine_->hurry();
}

/// At once where it can be, else as soon as no other program has the book locked.
awaitable<void> Shell::learn(session::Learn game) {
  process::Event never(context_.get_executor());
  const auto path = process::find_file(game.file, setup_.ini_folder);
  const auto try_it = [&]() -> Result<std::optional<std::size_t>> {
    if (!path) return path.error();
    return book::try_learn(path->string(), game.moves);
  };
  auto learned = try_it();
  for (auto waited = 0ms; learned && !*learned && waited < kLearnPatience; waited += book::kLearnPause) {
    co_await never.wait(book::kLearnPause);
    learned = try_it();
  }
  --games_to_learn_;
  Result<void> outcome;
  if (!learned) outcome = learned.error();
  if (learned && !*learned) outcome = os::locked_by_another(path->string());
  handle([&](Effects& effects) { session_.learned(outcome, effects); });
}

/// Ends the program when the engine is gone, the GUI has been told everything and the book all results.
awaitable<void> Shell::finish() {
  if (!ending_.message.empty()) process::write_error_line("polyglot: " + ending_.message);
  if (engine_) {
    if (!ending_.message.empty()) {
      for (const std::string& line : engine_->last_words())
        process::write_error_line("polyglot: engine's stderr: " + line);
    }
    engine_->dismiss(quit_timeout());  // nobody hears any more what it says
    while (!engine_->gone()) co_await changed_.wait();
  }
  const auto all_learned = [this] { return games_to_learn_ == 0; };
  const bool done = co_await changed_.wait_for(all_learned, kLastLearning);
  if (!done) process::write_error_line("polyglot: the last game is not learned: the book is locked");
  if (!ending_.message.empty()) awaits_answers_ = false;
  const bool told = co_await gui_takes_all();
  if (!told && std::exchange(awaits_answers_, false)) {
    process::write_error_line("polyglot: the GUI does not read its last lines");
    ending_.exit_code = 1;
  }
  context_.stop();
}

}  // namespace polyglot::proxy
