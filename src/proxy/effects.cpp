// SPDX-License-Identifier: MIT
// Carries out the effects of the session.
#include <chrono>
#include <deque>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <polyglot/os/expansion.hpp>
#include <polyglot/proxy/open_book.hpp>
#include <polyglot/proxy/played_game.hpp>

#include "proxy/shell.hpp"

namespace polyglot::proxy {

using config::OptionId;
using namespace std::chrono_literals;

void Shell::carry_out(Effects& effects) {
  if (const auto failure = log_.take_failure()) session_.notify(failure->to_string(), effects);
  perform(effects);
  while (!effects.requests.empty()) {
    const auto asked = std::exchange(effects.requests, {});
    effects.clear();
    for (const session::Request& request : asked) {
      std::visit([&](const auto& known) { answer(known, effects); }, request);
    }
    perform(effects);
  }
  effects.clear();
  if (statistics_ && statistics_->has_games()) {
    write_ended_games(effects);
    perform(effects);
    effects.clear();
  }
  changed_.happen();
}

/// Carries out all effects except requests. Coroutines write the text that we cannot write at once. The GUI
/// comes first, because its clock runs until it gets the book move.
void Shell::perform(Effects& effects) {
  for (std::size_t i = 0; i < effects.changed_options.size(); ++i) {
    apply_option(effects.changed_options[i], effects);
  }
  if (log_.is_open())
    for (const session::GameFigures& game : effects.ended_games) log_.note(played_note(game));
  for (const session::LogNote& note : effects.log) {
    note.level == session::LogNote::Level::info ? log_.note(note.text) : log_.error(note.text);
  }
  if (effects.failure && crash_reports_) write_crash_report(*effects.failure, effects);
  if (effects.interrupt_engine && engine_) engine_->connection().interrupt();
  if (!effects.to_gui.empty()) {
    log_.traffic(process::Direction::to_gui, effects.to_gui);
    if (to_gui_.take(effects.to_gui)) run_beside(write_gui());
  }
  if (!effects.to_engine.empty()) {
    log_.traffic(process::Direction::to_engine, effects.to_engine);
    if (crash_reports_) crash_reports_->to_engine(effects.to_engine);
    if (engine_) engine_->send(effects.to_engine);
  }
  if (statistics_) {
    for (const session::GameFigures& game : effects.ended_games) statistics_->game_ended(game);
  }
  for (const session::TimerRequest& request : effects.timers) run_beside(await_timer(request, engine_));
  follow(effects);
}

void Shell::answer(const session::LoadProfile&, Effects& effects) {
  session::EngineProfile profile = setup_.load_profile(session_.engine_name());
  const bool same_variants =
      profile.options.text(OptionId::variants_file) == session_.options().text(OptionId::variants_file);
  if (!same_variants) session_.variants_loaded(known_variants(profile.options, setup_.ini_folder), effects);
  session_.profile_loaded(std::move(profile), effects);
}

void Shell::answer(const session::OpenBook& request, Effects& effects) {
  const auto engine_name = [this] { return name_of_engine(session_.engine_name(), session_.options()); };
  session_.book_opened(request.place, open_for_play(request, setup_.ini_folder, engine_name), effects);
}

void Shell::answer(const session::Learn& game, Effects&) {
  games_to_learn_.push_back(game);
  if (games_to_learn_.size() == 1) run_beside(learn_games());
}

void Shell::answer(const session::Save& settings, Effects& effects) {
  session_.saved(setup_.write_settings(settings, session_.engine_name()), effects);
}

/// Begins the next stage if the effects ask for it.
void Shell::follow(Effects& effects) {
  if (stage_ == Stage::ending) return;
  if (effects.ending) {
    stage_ = Stage::ending;
    ending_ = std::move(*effects.ending);
    run_beside(finish());
  } else if (effects.engine == session::EngineFate::ends && stage_ != Stage::leaving) {
    stage_ = Stage::leaving;
    if (!engine_) return;
    engine_->leave(quit_timeout());
    run_beside(watch_leaving_gui());
  } else if (effects.engine != session::EngineFate::stays && stage_ == Stage::playing) {
    stage_ = Stage::restarting;
    if (engine_) engine_->dismiss(effects.restart_delay ? 0ms : quit_timeout());
    run_beside(restart_engine(effects.restart_delay.value_or(0ms)));
  }
}

std::chrono::milliseconds Shell::quit_timeout() const {
  return std::chrono::milliseconds(session_.options().spin(OptionId::engine_quit_timeout));
}

void Shell::apply_option(OptionId id, Effects& effects) {
  switch (id) {
    case OptionId::log:
    case OptionId::log_file:
    case OptionId::log_size:
    case OptionId::log_files:
      return open_log(effects);
    case OptionId::crash_report:
      return open_crash_reports(effects);
    case OptionId::stats:
      return open_statistics(effects);
    case OptionId::use_nice:
    case OptionId::nice_value:
      return report(engine_->connection().set_nice(niceness(session_.options()).value_or(0)), effects);
    case OptionId::affinity:
      return report(engine_->connection().set_affinity(session_.options().mask(id)), effects);
    default:
      return;
  }
}

void Shell::report(const Result<void>& result, Effects& effects) {
  if (!result) session_.notify(result.error().to_string(), effects);
}

void Shell::open_log(Effects& effects) {
  const config::Options& options = session_.options();
  log_.close();
  if (!options.check(OptionId::log)) return;
  const auto path = os::expand_file_name(options.text(OptionId::log_file));
  const auto book = os::find_file(options.text(OptionId::book_file), setup_.ini_folder);
  std::error_code none;  // an error means that the files differ
  if (path && book && std::filesystem::equivalent(*path, *book, none))
    return report(Error{"is the BookFile; Polyglot appends no log to it", *path}, effects);
  const auto max_bytes = static_cast<std::size_t>(options.spin(OptionId::log_size)) << 20;
  const auto kept_files = static_cast<std::size_t>(options.spin(OptionId::log_files));
  report(path ? log_.open(*path, max_bytes, kept_files) : Result<void>(path.error()), effects);
}

void Shell::open_statistics(Effects& effects) {
  statistics_.reset();
  statistics_failed_ = false;
  const std::string& name = session_.options().text(OptionId::stats);
  if (name.empty()) return;
  const auto path = os::expand_file_name(name);
  if (!path) return report(path.error(), effects);
  auto opened = StatisticsFile::open(os::with_process_id(*path));
  if (!opened) return report(opened.error(), effects);
  statistics_ = std::make_unique<StatisticsFile>(std::move(*opened));
}

void Shell::open_crash_reports(Effects& effects) {
  crash_reports_.reset();
  const std::string& name = session_.options().text(OptionId::crash_report);
  if (name.empty()) return;
  const auto folder = os::find_file(name, setup_.ini_folder);
  if (!folder) {
    return report(
        Error{fmt::format("CrashReport = {}: there is no such folder; create it to get reports", name)},
        effects);
  }
  crash_reports_ = std::make_unique<CrashReports>(folder->string());
}

void Shell::write_crash_report(const session::EngineFailure& failure, Effects& effects) {
  const auto written = crash_reports_->write(
      failure, {.name = session_.engine_name(),
                .command = session_.options().text(OptionId::engine_command),
                .executable = engine_ ? engine_->connection().place() : "",
                .last_words = engine_ ? engine_->last_words() : std::deque<std::string>()});
  if (!written)
    return report(Error{"no crash report: " + written.error().what, written.error().where}, effects);
  log_.note(fmt::format("crash report: {}", *written));
}

/// Writes the statistics of the games whose results have been learned.
void Shell::write_ended_games(Effects& effects) {
  if (games_to_learn_.empty()) tell_statistics(statistics_->write_games(parties()), effects);
}

void Shell::close_statistics(Effects& effects) {
  tell_statistics(statistics_->write_games(parties()), effects);
  tell_statistics(statistics_->write_session(parties()), effects);
}

/// Reports a failure once, because a full disk usually stays full.
void Shell::tell_statistics(const Result<void>& written, Effects& effects) {
  if (written || std::exchange(statistics_failed_, true)) return;
  report(Error{"no statistics: " + written.error().to_string()}, effects);
}

Parties Shell::parties() const {
  const auto name = [](const protocol::Dialect* spoken) {
    return std::string(spoken != nullptr ? spoken->name : "");
  };
  const std::string& given = session_.options().text(OptionId::engine_name);
  return {.engine = given.empty() ? session_.engine_name() : given,
          .gui_protocol = name(session_.gui_dialect()),
          .engine_protocol = name(session_.engine_dialect())};
}

}  // namespace polyglot::proxy
