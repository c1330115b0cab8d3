#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/text.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/session/session.hpp>

#include "session/context.hpp"
#include "session/engine_start.hpp"
#include "session/game_conversation.hpp"
#include "session/game_relay.hpp"
#include "session/lines.hpp"
#include "session/position_conversation.hpp"
#include "session/uci_relay.hpp"

namespace polyglot::session {
namespace {

using config::OptionId;
using Level = LogNote::Level;

constexpr std::string_view kOwnPrefix = "Polyglot ";

/// How long a GUI's quit waits for an engine that is still starting, so that what was asked before gets
/// its answer: scripts send everything at once.
constexpr std::chrono::milliseconds kEarlyQuitDelay{3000};

/// How long a failure waits for the GUI's first line, which tells how to report it.
constexpr std::chrono::milliseconds kLastWordDelay{1000};

/// Lines kept for a GUI that has not spoken yet. An engine that says more is not worth it.
constexpr std::size_t kEarlyOutputLimit = 1 << 14;

bool is_own_option(std::string_view name) {
  return name.size() > kOwnPrefix.size() &&
         protocol::equals_ignoring_case(name.substr(0, kOwnPrefix.size()), kOwnPrefix);
}

std::unique_ptr<protocol::Front> make_front(bool uci) {
  if (uci) return std::make_unique<protocol::UciFront>();
  return std::make_unique<protocol::CecpFront>();
}

}  // namespace

Session::Session(Setup setup)
    : context_(std::make_unique<Context>(setup)),
      engine_start_(std::make_unique<EngineStart>()),
      engine_settings_(std::move(setup.engine_settings)),
      load_profile_(std::move(setup.load_profile)) {}

Session::~Session() = default;

const config::Options& Session::options() const noexcept {
  return context_->options;
}

const EngineOptions& Session::engine_options() const noexcept {
  return context_->engine_options;
}

const std::string& Session::engine_name() const noexcept {
  return context_->engine_name;
}

void Session::set_time(std::chrono::milliseconds now) noexcept {
  context_->now = now;
}

void Session::start(Effects& effects) {
  const bool again = engine_start_->begun();
  engine_start_->begin(context_->options, effects);
  const auto limit = std::chrono::milliseconds(options().spin(OptionId::engine_start_timeout));
  if (limit.count() > 0) effects.timers.push_back({Timer::engine_start, limit});
  if (!again) context_->open_book(effects);
  if (stage_ == Stage::leaving) effects.timers.push_back({Timer::early_quit, kEarlyQuitDelay});
}

// ---- GUI ------------------------------------------------------------------------------------------------

void Session::gui_lines(std::string_view block, Effects& effects) {
  for_each_line(block, [&](std::string_view line) { gui_line(line, effects); });
}

void Session::gui_line(std::string_view line, Effects& effects) {
  if (!context_->front) meet_gui(line);
  if (!context_->front) return;
  switch (stage_) {
    case Stage::starting:
    case Stage::switching:
      return keep_line(line, effects);
    case Stage::playing:
      return serve(line, effects);
    case Stage::failing:
      return give_up(effects);
    case Stage::leaving:
    case Stage::quitting:
    case Stage::over:
      return;
  }
}

/// The first line tells what the GUI speaks; an empty one tells nothing.
void Session::meet_gui(std::string_view line) {
  if (protocol::trim(line).empty()) return;
  gui_speaks_uci_ = options().check(OptionId::uci) || protocol::begins_uci(line);
  context_->front = make_front(gui_speaks_uci_);
}

/// Until the engine is ready its GUI waits, but it may always leave.
void Session::keep_line(std::string_view line, Effects& effects) {
  // A front of its own: the line is read again when it is served.
  const protocol::GuiMessage message = make_front(gui_speaks_uci_)->parse(line);
  if (std::holds_alternative<protocol::Quit>(message)) return gui_closed(effects);
  if (std::holds_alternative<protocol::Handshake>(message)) context_->print(protocol::Patience{}, effects);
  waiting_lines_.append(line) += '\n';
}

void Session::serve_kept_lines(Effects& effects) {
  const std::string lines = std::exchange(waiting_lines_, {});
  gui_lines(lines, effects);
}

void Session::gui_closed(Effects& effects) {
  if (stage_ == Stage::starting && !waiting_lines_.empty()) {
    stage_ = Stage::leaving;
    effects.timers.push_back({Timer::early_quit, kEarlyQuitDelay});
  } else if (stage_ != Stage::leaving) {
    interrupted(effects);
  }
}

void Session::interrupted(Effects& effects) {
  if (stage_ == Stage::failing) return give_up(effects);
  if (engine_starts() || engine_plays()) begin_quit(effects);
}

void Session::serve(std::string_view line, Effects& effects) {
  if (!gui_speaks_uci_ && protocol::trim(line) == "uci") return begin_switch_to_uci(line, effects);
  if (!conversation_) begin_conversation();
  const protocol::GuiMessage message = context_->front->parse(line);
  const auto* option = std::get_if<protocol::SetOption>(&message);
  if (std::holds_alternative<protocol::Quit>(message)) {
    begin_quit(effects);
  } else if (option != nullptr && is_own_option(option->name) &&
             context_->engine_options.find(option->name) == nullptr) {
    set_own_option(option->name.substr(kOwnPrefix.size()), option->value.value_or(""), effects);
  } else {
    follow(conversation_->gui_message(message, line, effects), effects);
  }
  if (!std::exchange(context_->gui_has_spoken, true)) {
    effects.to_gui += std::exchange(early_output_, {});
    context_->tell_notices(effects);
  }
}

/// Some GUIs try both protocols. There is no way back. What the engine still owes is not for the new
/// conversation, which waits for it.
void Session::begin_switch_to_uci(std::string_view line, Effects& effects) {
  waiting_lines_.append(line) += '\n';
  stage_ = Stage::switching;
  if (conversation_) conversation_->before_quit(effects);
  if (!conversation_ || !conversation_->engine_busy()) finish_switch_to_uci(effects);
}

void Session::finish_switch_to_uci(Effects& effects) {
  stage_ = Stage::playing;
  gui_speaks_uci_ = true;
  context_->front = make_front(true);
  begin_conversation();
  serve_kept_lines(effects);
}

void Session::begin_conversation() {
  protocol::CecpBack* const cecp = context_->cecp.get();
  if (gui_speaks_uci_ && cecp == nullptr) {
    conversation_ = std::make_unique<UciRelay>(*context_);
  } else if (gui_speaks_uci_) {
    conversation_ = std::make_unique<PositionConversation>(*context_);
  } else if (cecp == nullptr) {
    conversation_ = std::make_unique<GameConversation>(*context_);
  } else {
    conversation_ = std::make_unique<GameRelay>(*context_, *cecp);
  }
}

// ---- Options --------------------------------------------------------------------------------------------

void Session::set_own_option(std::string_view name, std::string_view value, Effects& effects) {
  const config::OptionSpec* const spec = config::find_option(name);
  if (spec == nullptr) {
    return notify(fmt::format("Polyglot has no option \"{}\"{}", name,
                              config::did_you_mean(config::nearest_option(name))),
                  effects);
  }
  if (const auto set = context_->options.set(spec->id, value); !set) {
    return notify(set.error().to_string(), effects);
  }
  if (spec->id == OptionId::save) return context_->save_settings(effects);
  effects.changed_options.push_back(spec->id);
  context_->book.set_policy(context_->options);
  if (spec->id == OptionId::book || spec->id == OptionId::book_file) context_->open_book(effects);
  if (conversation_) conversation_->option_changed(spec->id, effects);
}

void Session::adopt(EngineProfile profile, Effects& effects) {
  for (std::string& warning : profile.warnings) effects.log.push_back({Level::warning, std::move(warning)});
  for (const config::OptionSpec& spec : config::option_specs()) {
    if (profile.options.text(spec.id) != options().text(spec.id)) effects.changed_options.push_back(spec.id);
  }
  context_->options = std::move(profile.options);
  engine_settings_ = std::move(profile.engine_settings);
  context_->book.set_policy(options());
  const auto& changed = effects.changed_options;
  if (std::ranges::count(changed, OptionId::book) + std::ranges::count(changed, OptionId::book_file) > 0) {
    context_->open_book(effects);
  }
}

/// Sends the engine what its section of the configuration says, where that differs from its own default.
void Session::configure_engine(Effects& effects) {
  for (const config::EngineSetting& setting : engine_settings_) {
    EngineOptions::Entry* const entry = context_->engine_options.find(setting.name);
    if (entry == nullptr) {
      effects.log.push_back(
          {Level::warning, fmt::format("{}: the engine has no option \"{}\"", setting.where, setting.name)});
      continue;
    }
    if (entry->option.type == "button") {
      context_->driver->set_option(*entry, std::nullopt, effects);
      continue;
    }
    if (setting.value == entry->engine_default) continue;
    context_->driver->set_option(*entry, setting.value, effects);
    entry->option.default_value = setting.value;
  }
}

/// A new engine is set as the one before it was.
void Session::repeat_settings(const EngineOptions& before, Effects& effects) {
  for (const EngineOptions::Entry& old : before.entries()) {
    EngineOptions::Entry* const entry = context_->engine_options.find(old.option.name);
    if (entry != nullptr && entry->value != old.value) {
      context_->driver->set_option(*entry, old.value, effects);
    }
  }
}

// ---- Engine ---------------------------------------------------------------------------------------------

void Session::engine_lines(std::string_view block, Effects& effects) {
  while (!block.empty()) {
    const bool heard = (engine_plays() || stage_ == Stage::quitting) && context_->gui_has_spoken;
    if (heard) effects.to_gui += conversation_->take_output(block);
    if (block.empty()) return;
    const std::string_view line = take_line(block);
    if (engine_starts()) {
      handshake_line(line, effects);
    } else if (heard) {
      follow(conversation_->engine_line(line, effects), effects);
    } else if (stage_ == Stage::playing) {
      hear_out_early_engine(line);
    }
  }
}

/// What has been said may have ended the engine's service, or the last thing that kept the GUI from UCI.
void Session::follow(EngineFate fate, Effects& effects) {
  if (fate == EngineFate::is_replaced && engine_plays()) return replace_engine(effects);
  if (stage_ == Stage::switching && !conversation_->engine_busy()) finish_switch_to_uci(effects);
}

/// What an engine says before the GUI has spoken is for a UCI GUI that speaks to the same engine, but for
/// answers: nobody has asked.
void Session::hear_out_early_engine(std::string_view line) {
  if (context_->cecp) {
    std::string no_answer;
    (void)context_->cecp->parse(line, no_answer);  // features, perhaps
    return;
  }
  const protocol::EngineMessage message = protocol::UciBack::parse(line);
  const bool answers =
      std::holds_alternative<protocol::BestMove>(message) || std::holds_alternative<protocol::Ready>(message);
  if (!answers && early_output_.size() + line.size() < kEarlyOutputLimit) {
    early_output_.append(line) += '\n';
  }
}

void Session::handshake_line(std::string_view line, Effects& effects) {
  switch (engine_start_->engine_line(line, effects)) {
    case EngineStart::Outcome::pending:
      return;
    case EngineStart::Outcome::ready:
      return finish_handshake(effects);
    case EngineStart::Outcome::confused:
      return replace_engine(effects);
    case EngineStart::Outcome::refused:
      return fail(fmt::format("\"{}\" is not a UCI engine, it answered: {}",
                              options().text(OptionId::engine_command), engine_start_->refusal()),
                  effects);
  }
}

/// The conversation goes on with another one, and whatever the GUI says meanwhile waits.
void Session::replace_engine(Effects& effects) {
  if (stage_ == Stage::switching) {  // nothing of what ends is for the new engine
    conversation_->engine_lost(effects);
    conversation_.reset();
  }
  if (stage_ != Stage::leaving) stage_ = Stage::starting;
  tell_engine_to_quit(effects);
  effects.restart_engine = true;
}

void Session::finish_handshake(Effects& effects) {
  const bool leaving = std::exchange(stage_, Stage::playing) == Stage::leaving;
  const EngineOptions before = std::exchange(context_->engine_options, {});
  context_->engine_name = engine_start_->name();
  context_->engine_author = engine_start_->author();
  for (protocol::EngineOption& option : engine_start_->take_options()) {
    context_->engine_options.declare(std::move(option));
  }
  context_->take_engine(engine_start_->take_cecp());

  if (const auto load = std::exchange(load_profile_, nullptr)) adopt(load(context_->engine_name), effects);
  configure_engine(effects);
  repeat_settings(before, effects);
  if (conversation_) follow(conversation_->engine_replaced(effects), effects);
  serve_kept_lines(effects);
  if (leaving) gui_closed(effects);
}

void Session::engine_lost(std::string_view reason, Effects& effects) {
  if (stage_ == Stage::failing || stage_ == Stage::over) return;
  if (engine_starts() && engine_start_->try_other_protocol()) {
    effects.restart_engine = true;
    return;
  }
  if (stage_ == Stage::playing && conversation_ && conversation_->engine_may_leave()) {
    stage_ = Stage::starting;
    effects.restart_engine = true;
    return;
  }
  if (conversation_) conversation_->engine_lost(effects);
  if (stage_ != Stage::quitting) return fail(std::string(reason), effects);
  effects.ending = Ending{};
  stage_ = Stage::over;
}

void Session::abandon(std::string_view reason, Effects& effects) {
  if (stage_ == Stage::failing || stage_ == Stage::over) return;
  if (conversation_) conversation_->engine_lost(effects);
  fail(std::string(reason), effects);
}

void Session::timer_fired(Timer timer, Effects& effects) {
  switch (timer) {
    case Timer::last_word:
      if (stage_ == Stage::failing) give_up(effects);
      return;
    case Timer::early_quit:
      if (stage_ == Stage::leaving) begin_quit(effects);
      return;
    case Timer::unheard_stop:
      if (!engine_plays() || !conversation_ || conversation_->timer_fired(effects) == EngineFate::stays)
        return;
      notify("the engine does not stop, it is started anew", effects);
      return replace_engine(effects);
    case Timer::engine_silence:
    case Timer::engine_features:
      if (engine_starts() && engine_start_->timer_fired(timer, effects) == EngineStart::Outcome::ready) {
        finish_handshake(effects);
      }
      return;
    case Timer::engine_start:
      if (engine_starts() && engine_start_->pending()) {
        fail(fmt::format("\"{}\" did not answer {} within {} ms (EngineStartTimeout)",
                         options().text(OptionId::engine_command), engine_start_->question(),
                         options().spin(OptionId::engine_start_timeout)),
             effects);
      }
      return;
  }
}

// ---- Ends and messages ----------------------------------------------------------------------------------

void Session::notify(std::string text, Effects& effects) {
  context_->notify(std::move(text), effects);
}

void Session::tell_engine_to_quit(Effects& effects) {
  if (context_->driver) {
    context_->driver->quit(effects);
  } else {
    effects.to_engine += "quit\n";  // the same word in both protocols
  }
}

void Session::begin_quit(Effects& effects) {
  if (conversation_) conversation_->before_quit(effects);
  tell_engine_to_quit(effects);
  stage_ = Stage::quitting;
  effects.end_engine = true;
  effects.restart_engine = false;
}

/// The session cannot go on. The GUI is told in its own protocol, once it has shown which that is.
void Session::fail(std::string text, Effects& effects) {
  effects.log.push_back({Level::error, text});
  failure_ = std::move(text);
  effects.end_engine = true;
  effects.restart_engine = false;
  stage_ = Stage::failing;
  if (context_->front) {
    give_up(effects);
  } else {
    effects.timers.push_back({Timer::last_word, kLastWordDelay});
  }
}

/// A GUI that never spoke is told in UCI.
void Session::give_up(Effects& effects) {
  if (!context_->front) context_->front = make_front(true);
  context_->print(protocol::Alarm{failure_}, effects);
  effects.ending = Ending{.exit_code = 1, .message = failure_};
  stage_ = Stage::over;
}

bool Session::wants_gui_input() const noexcept {
  return waiting_lines_.size() + (conversation_ ? conversation_->held() : 0) < kHeldLimit;
}

}  // namespace polyglot::session
