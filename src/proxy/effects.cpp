// SPDX-License-Identifier: MIT
// Carries out the effects of the session.
#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <polyglot/os/expansion.hpp>
#include <polyglot/proxy/open_book.hpp>

#include "proxy/shell.hpp"

namespace polyglot::proxy {

using config::OptionId;
using namespace std::chrono_literals;

void Shell::carry_out() {
  if (const auto failure = log_.take_failure()) session_.notify(failure->to_string());
  for (auto asked = perform(); !asked.empty(); asked = perform()) {
    for (const session::Request& request : asked) {
      std::visit([this](const auto& known) { answer(known); }, request);
    }
  }
  changed_.happen();
}

/// Carries out all effects except requests, and returns these. Coroutines write the text that we cannot write
/// at once. The GUI comes first, because its clock runs until it gets the book move.
std::vector<session::Request> Shell::perform() {
  for (const OptionId changed : std::exchange(session_.effects().changed_options, {})) apply_option(changed);
  Effects effects = std::exchange(spare_effects_, {});
  std::swap(effects, session_.effects());
  for (const session::LogNote& note : effects.log) {
    note.level == session::LogNote::Level::info ? log_.note(note.text) : log_.error(note.text);
  }
  if (effects.interrupt_engine && engine_) engine_->connection().interrupt();
  if (!effects.to_gui.empty()) {
    log_.traffic(process::Direction::to_gui, effects.to_gui);
    if (to_gui_.take(effects.to_gui)) run_beside(write_gui());
  }
  if (!effects.to_engine.empty()) {
    log_.traffic(process::Direction::to_engine, effects.to_engine);
    if (engine_) engine_->send(effects.to_engine);
  }
  for (const session::TimerRequest& request : effects.timers) run_beside(await_timer(request, engine_));
  follow(effects);
  auto requests = std::move(effects.requests);
  effects.clear();
  spare_effects_ = std::move(effects);
  return requests;
}

void Shell::answer(const session::LoadProfile&) {
  session::EngineProfile profile = setup_.load_profile(session_.engine_name());
  const bool same_variants =
      profile.options.text(OptionId::variants_file) == session_.options().text(OptionId::variants_file);
  if (!same_variants) session_.variants_loaded(known_variants(profile.options, setup_.ini_folder));
  session_.profile_loaded(std::move(profile));
}

void Shell::answer(const session::OpenBook& request) {
  const auto engine_name = [this] { return name_of_engine(session_.engine_name(), session_.options()); };
  session_.book_opened(request.place, open_for_play(request, setup_.ini_folder, engine_name));
}

void Shell::answer(const session::Learn& game) {
  games_to_learn_.push_back(game);
  if (games_to_learn_.size() == 1) run_beside(learn_games());
}

void Shell::answer(const session::Save& settings) {
  session_.saved(setup_.write_settings(settings, session_.engine_name()));
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

void Shell::apply_option(OptionId id) {
  switch (id) {
    case OptionId::log:
    case OptionId::log_file:
    case OptionId::log_size:
    case OptionId::log_files:
      return open_log();
    case OptionId::use_nice:
    case OptionId::nice_value:
      return report(engine_->connection().set_nice(niceness(session_.options()).value_or(0)));
    case OptionId::affinity:
      return report(engine_->connection().set_affinity(session_.options().mask(id)));
    default:
      return;
  }
}

void Shell::report(const Result<void>& result) {
  if (!result) session_.notify(result.error().to_string());
}

void Shell::open_log() {
  const config::Options& options = session_.options();
  log_.close();
  if (!options.check(OptionId::log)) return;
  const auto path = os::expand_file_name(options.text(OptionId::log_file));
  const auto book = os::find_file(options.text(OptionId::book_file), setup_.ini_folder);
  std::error_code none;  // an error means that the files differ
  if (path && book && std::filesystem::equivalent(*path, *book, none))
    return report(Error{"is the BookFile; Polyglot appends no log to it", *path});
  const auto max_bytes = static_cast<std::size_t>(options.spin(OptionId::log_size)) << 20;
  const auto kept_files = static_cast<std::size_t>(options.spin(OptionId::log_files));
  report(path ? log_.open(*path, max_bytes, kept_files) : Result<void>(path.error()));
}

}  // namespace polyglot::proxy
