// SPDX-License-Identifier: MIT
#include <algorithm>
#include <thread>
#include <variant>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/proxy/headless_session.hpp>
#include <polyglot/proxy/open_book.hpp>

namespace polyglot::proxy {
namespace {

using namespace std::chrono_literals;
using config::OptionId;
using process::Direction;
using session::EngineFate;

/// Returns the seed for the choice among book moves.
std::uint64_t seed_of(const config::Options& options, HeadlessBooks books) {
  const auto wanted = options.spin(OptionId::book_seed);
  if (books == HeadlessBooks::closed) return 1;
  if (wanted != 0) return static_cast<std::uint64_t>(wanted);
  return book::random_seed();
}

/// Learns a game. Waits for other programs that learn in the same file.
Result<void> learn(const session::Learn& game) {
  constexpr auto kPatience = 30s;
  const auto deadline = HeadlessSession::Clock::now() + kPatience;
  for (;;) {
    const auto learned =
        game.beside ? book::try_learn_beside(game.file, game.moves) : book::try_learn(game.file, game.moves);
    if (!learned) return learned.error();
    if (*learned) return {};
    if (HeadlessSession::Clock::now() > deadline) return os::locked_by_another(game.file);
    std::this_thread::sleep_for(book::kLearnPause);
  }
}

}  // namespace

HeadlessSession::HeadlessSession(Setup setup, HeadlessBooks books)
    : HeadlessSession(std::move(setup), books, std::make_unique<boost::asio::io_context>(1), nullptr) {}

HeadlessSession::HeadlessSession(Setup setup, boost::asio::io_context& loop)
    : HeadlessSession(std::move(setup), HeadlessBooks::closed, nullptr, &loop) {}

HeadlessSession::HeadlessSession(Setup setup, HeadlessBooks books,
                                 std::unique_ptr<boost::asio::io_context> own,
                                 boost::asio::io_context* shared)
    : own_loop_(std::move(own)),
      loop_(own_loop_ ? *own_loop_ : *shared),
      changed_(loop_.get_executor()),
      setup_(std::move(setup)),
      books_(books),
      session_(setup_.for_session(seed_of(setup_.options, books))) {}

Result<void> HeadlessSession::start() {
  launch();
  while (!session_.engine_ready() && why_over_.empty() &&
         process::run_one_until(loop_, Clock::time_point::max())) {
  }
  return why_over_.empty() ? Result<void>() : Error{why_over_};
}

void HeadlessSession::launch() {
  restarts_ = false;
  auto started =
      EngineClient::start(loop_.get_executor(), changed_, session_.options(), setup_.ini_folder, *this);
  if (!started) {
    tell([&] { session_.engine_not_started(started.error().to_string()); });
    return;
  }
  engine_ = std::move(*started);
  for (const std::string& warning : engine_->connection().warnings()) warnings_.push_back(warning);
  tell([this] { session_.start(); });
}

void HeadlessSession::say(std::string_view lines) {
  tell([&] { session_.gui_lines(lines); });
}

Result<void> HeadlessSession::open_log() {
  return options().check(OptionId::log) ? log_.open(options().text(OptionId::log_file)) : Result<void>();
}

void HeadlessSession::say_new_game(bool chess960) {
  std::string text;
  if (engine_options().check("UCI_Chess960") != chess960)
    protocol::UciBack::print_option("UCI_Chess960", chess960 ? "true" : "false", text);
  say(text.append(protocol::UciBack::kNewGame).append(protocol::UciBack::kReadyQuery));
}

void HeadlessSession::say_search(const protocol::Search& search) {
  std::string text;
  protocol::UciBack::print_search(search, text);
  say(text);
}

Result<bool> HeadlessSession::await_ready() {
  const auto deadline = Clock::now() + patience();
  for (;;) {
    const auto line = next_line(deadline);
    if (!line) return line.error();
    if (!*line) return false;
    if (std::holds_alternative<protocol::Ready>(protocol::UciBack::parse(**line))) return true;
  }
}

std::chrono::milliseconds HeadlessSession::patience() const {
  constexpr std::chrono::hours kForEver{24 * 365};
  const auto limit = options().spin(OptionId::engine_start_timeout);
  return limit > 0 ? std::chrono::milliseconds(limit) : kForEver;
}

Result<void> HeadlessSession::set_variant(const game::Rules& rules) {
  const auto* const option = engine_options().find("UCI_Variant");
  const auto is_wanted = [&rules](const std::string& choice) {
    return rules.is_chess() ? choice == "chess" || choice == "normal" : rules.is_called(choice);
  };
  const std::vector<std::string> none;
  const auto& choices = option != nullptr ? option->option.choices : none;
  const auto wanted = std::ranges::find_if(choices, is_wanted);
  if (wanted == choices.end())
    return rules.is_chess() ? Result<void>()
                            : Error{fmt::format("{} does not play {}", engine_name(), rules.name())};
  if (option->value == *wanted) return {};
  std::string text;
  protocol::UciBack::print_option("UCI_Variant", *wanted, text);
  say(text);
  return {};
}

Result<std::optional<std::string>> HeadlessSession::next_line(Clock::time_point deadline) {
  while (lines_.empty() && why_over_.empty() && process::run_one_until(loop_, deadline)) {
  }
  return take_line();
}

Result<std::optional<std::string>> HeadlessSession::take_line() {
  if (lines_.empty() && !why_over_.empty()) return Error{why_over_};
  if (lines_.empty()) return {boost::system::in_place_value, std::nullopt};
  std::optional<std::string> line = std::move(lines_.front());
  lines_.pop_front();
  return {boost::system::in_place_value, std::move(line)};
}

void HeadlessSession::quit() {
  tell([this] { session_.gui_closed(); });
  while (engine_ && !engine_->gone() && process::run_one_until(loop_, Clock::time_point::max())) {
  }
}

// ---- Events -----------------------------------------------------------------------------------------------

template <class Event>
void HeadlessSession::tell(Event event) {
  session_.set_time(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()));
  event();
  carry_out();
}

void HeadlessSession::engine_said(std::string_view lines) {
  log_.traffic(Direction::from_engine, lines);
  tell([&] { session_.engine_lines(lines); });
}

void HeadlessSession::engine_complained(std::string_view lines) {
  log_.traffic(Direction::engine_error, lines);
}

void HeadlessSession::engine_failed(const std::string& reason) {
  if (!restarts_) tell([&] { session_.engine_lost(reason); });
}

void HeadlessSession::engine_gone(const std::string& how) {
  if (restarts_) return launch();
  const std::string reason = engine_->obituary(how);
  tell([&] {
    engine_->connection().was_reached() ? session_.engine_lost(reason) : session_.engine_not_started(reason);
  });
}

boost::asio::awaitable<void> HeadlessSession::await_timer(session::TimerRequest request,
                                                          std::weak_ptr<EngineClient> engine) {
  process::Event never(loop_.get_executor());
  if (const auto asked = engine.lock(); asked && request.timer == session::Timer::engine_silence)
    co_await asked->reached();
  co_await never.wait(request.delay);
  if (restarts_ || engine.lock() != engine_) co_return;
  tell([&] { session_.timer_fired(request.timer); });
}

// ---- Effects ----------------------------------------------------------------------------------------------

void HeadlessSession::carry_out() {
  while (!session_.effects().requests.empty())
    for (const session::Request& request : std::exchange(session_.effects().requests, {})) answer(request);
  session::Effects effects = std::exchange(session_.effects(), {});
  for (session::LogNote& note : effects.log) {
    if (note.level == session::LogNote::Level::error) why_over_ = note.text;
    if (note.level == session::LogNote::Level::warning) warnings_.push_back(std::move(note.text));
  }
  for (std::string_view rest = effects.to_gui; !rest.empty();) lines_.emplace_back(polyglot::take_line(rest));
  if (!engine_) return;
  if (effects.interrupt_engine) engine_->connection().interrupt();
  log_.traffic(Direction::to_engine, effects.to_engine);
  engine_->send(effects.to_engine);
  for (const session::TimerRequest& request : effects.timers)
    process::spawn(loop_.get_executor(), await_timer(request, engine_), std::rethrow_exception);
  if (effects.engine == EngineFate::stays) return;
  restarts_ = effects.engine != EngineFate::ends;
  engine_->dismiss(std::chrono::milliseconds(session_.options().spin(OptionId::engine_quit_timeout)));
  if (restarts_ && engine_->gone()) launch();
}

Result<std::unique_ptr<book::BookSource>> HeadlessSession::open(const session::OpenBook& request) {
  if (books_ == HeadlessBooks::closed) return std::unique_ptr<book::BookSource>();
  return open_for_play(request, setup_.ini_folder,
                       [this] { return name_of_engine(session_.engine_name(), session_.options()); });
}

void HeadlessSession::answer(const session::Request& request) {
  if (const auto* const book = std::get_if<session::OpenBook>(&request)) {
    session_.book_opened(book->place, open(*book));
  } else if (const auto* const game = std::get_if<session::Learn>(&request);
             game != nullptr && books_ == HeadlessBooks::played) {
    session_.learned(learn(*game));
  } else if (std::holds_alternative<session::LoadProfile>(request)) {
    session_.profile_loaded(setup_.load_profile(session_.engine_name()));
  }
}

}  // namespace polyglot::proxy
