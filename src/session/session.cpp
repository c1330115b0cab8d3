#include <utility>
#include <variant>

#include <fmt/format.h>

#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/protocol/text.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/session/session.hpp>

#include "session/conversation.hpp"
#include "session/engine_start.hpp"
#include "session/gui.hpp"
#include "session/lines.hpp"

namespace polyglot::session {
namespace {

using config::OptionId;
using Level = LogNote::Level;

constexpr std::string_view kOwnPrefix = "Polyglot ";

/// How long a GUI's quit waits for an engine that is still starting, so that what was asked before gets
/// its answer: scripts send everything at once. Enough for an engine that has to be asked in both protocols.
constexpr std::chrono::milliseconds kEarlyQuitDelay{6000};

/// How long a failure waits for the GUI's first line, which tells how to report it.
constexpr std::chrono::milliseconds kLastWordDelay{1000};

bool is_own_option(std::string_view name) {
  return name.size() > kOwnPrefix.size() &&
         equal_ignoring_case(name.substr(0, kOwnPrefix.size()), kOwnPrefix);
}

}  // namespace

Session::Session(Setup setup)
    : options_(std::move(setup.options)),
      engine_settings_(std::move(setup.engine_settings)),
      wants_profile_(setup.has_profile),
      engine_start_(std::make_unique<EngineStart>()),
      engine_(std::make_unique<Engine>()),
      book_(std::make_unique<BookPlayer>(std::move(setup.random))),
      gui_(std::make_unique<Gui>(options_, std::move(setup.settings_path))) {
  book_->set_policy(options_);
}

Session::~Session() = default;

const EngineOptions& Session::engine_options() const noexcept {
  return engine_->options;
}

const std::string& Session::engine_name() const noexcept {
  return engine_->name;
}

void Session::start(Effects& effects) {
  const bool again = engine_start_->begun();
  engine_start_->begin(options_, effects);
  const auto limit = std::chrono::milliseconds(options_.spin(OptionId::engine_start_timeout));
  if (limit.count() > 0) effects.timers.push_back({Timer::engine_start, limit});
  if (!again) awaits_shell_ = book_->open(options_, effects);
  if (stage_ == Stage::leaving) effects.timers.push_back({Timer::early_quit, kEarlyQuitDelay});
}

// ---- GUI ------------------------------------------------------------------------------------------------

void Session::gui_lines(std::string_view block, Effects& effects) {
  for_each_line(block, [&](std::string_view line) { gui_line(line, effects); });
}

void Session::gui_line(std::string_view line, Effects& effects) {
  if (!gui_->meets(line, options_.check(OptionId::uci))) return;
  switch (stage_) {
    case Stage::starting:
    case Stage::switching:
      return keep_line(line, effects);
    case Stage::playing:
      return serves_gui() ? serve(line, effects) : keep_line(line, effects);
    case Stage::failing:
      return give_up(effects);
    case Stage::leaving:
    case Stage::finishing:
    case Stage::finishing_switch:
    case Stage::quitting:
    case Stage::over:
      return;
  }
}

bool Session::serves_gui() const noexcept {
  return (stage_ == Stage::playing || stage_ == Stage::finishing) && !awaits_shell_;
}

/// Until the engine is ready its GUI waits, but it may always leave.
void Session::keep_line(std::string_view line, Effects& effects) {
  const protocol::GuiMessage message = gui_->peek(line);
  if (std::holds_alternative<protocol::Quit>(message)) return gui_closed(effects);
  if (std::holds_alternative<protocol::Handshake>(message) && stage_ != Stage::playing) {
    gui_->print(protocol::Patience{}, effects);
  }
  waiting_lines_.append(line) += '\n';
}

void Session::serve_kept_lines(Effects& effects) {
  const std::string lines = std::exchange(waiting_lines_, {});
  std::string_view rest = lines;
  while (!rest.empty() && serves_gui()) serve(take_line(rest), effects);
  waiting_lines_ += rest;
  quit_when_served(effects);
}

void Session::gui_closed(Effects& effects) {
  const bool has_asked = !waiting_lines_.empty() || (conversation_ && conversation_->held() > 0);
  if (stage_ == Stage::starting && has_asked) {
    stage_ = Stage::leaving;
    effects.timers.push_back({Timer::early_quit, kEarlyQuitDelay});
  } else if (stage_ == Stage::playing) {
    stage_ = Stage::finishing;
    quit_when_served(effects);
  } else if (stage_ == Stage::switching) {
    stage_ = Stage::finishing_switch;
  } else if (!gui_has_gone()) {
    interrupted(effects);
  }
}

void Session::interrupted(Effects& effects) {
  if (stage_ == Stage::failing) return give_up(effects);
  if (engine_starts() || engine_plays()) begin_quit(effects);
}

void Session::serve(std::string_view line, Effects& effects) {
  if (!gui_->speaks_uci && trim(line) == "uci") return begin_switch_to_uci(line, effects);
  if (!conversation_) conversation_ = make_conversation(options_, now_, *gui_, *engine_, *book_);
  const protocol::GuiMessage message = gui_->front->parse(line);
  const auto* option = std::get_if<protocol::SetOption>(&message);
  if (std::holds_alternative<protocol::Quit>(message)) {
    gui_closed(effects);
  } else if (option != nullptr && is_own_option(option->name) &&
             engine_->options.find(option->name) == nullptr) {
    set_own_option(option->name.substr(kOwnPrefix.size()), option->value.value_or(""), effects);
  } else {
    follow(conversation_->gui_message(message, line, effects), effects);
  }
  gui_->line_served(effects);
}

/// Some GUIs try both protocols. There is no way back. What the engine still owes is not for the new
/// conversation, which waits for it.
void Session::begin_switch_to_uci(std::string_view line, Effects& effects) {
  if (conversation_) conversation_->before_quit(effects);
  if (!conversation_ || !conversation_->engine_busy()) {
    speak_uci();
    return serve(line, effects);
  }
  stage_ = stage_ == Stage::finishing ? Stage::finishing_switch : Stage::switching;
  waiting_lines_.append(line) += '\n';
}

void Session::finish_switch_to_uci(Effects& effects) {
  stage_ = stage_ == Stage::finishing_switch ? Stage::finishing : Stage::playing;
  speak_uci();
  serve_kept_lines(effects);
}

void Session::speak_uci() {
  gui_->speak(true);
  conversation_ = make_conversation(options_, now_, *gui_, *engine_, *book_);
}

// ---- Options --------------------------------------------------------------------------------------------

void Session::set_own_option(std::string_view name, std::string_view value, Effects& effects) {
  const config::OptionSpec* const spec = config::find_option(name);
  if (spec == nullptr) {
    return notify(fmt::format("Polyglot has no option \"{}\"{}", name,
                              config::did_you_mean(config::nearest_option(name))),
                  effects);
  }
  if (const auto set = options_.set(spec->id, value); !set) return notify(set.error().to_string(), effects);
  if (spec->id != OptionId::save) return option_changed(spec->id, effects);
  effects.requests.emplace_back(Save{.options = options_, .engine = engine_->values()});
}

void Session::option_changed(OptionId id, Effects& effects) {
  effects.changed_options.push_back(id);
  book_->set_policy(options_);
  const bool other_book = id == OptionId::book || id == OptionId::book_file;
  if (other_book && !awaits_shell_) awaits_shell_ = book_->open(options_, effects);
  if (conversation_) conversation_->option_changed(id, effects);
}

// ---- Answers of the shell -------------------------------------------------------------------------------

/// With what has been said since the shell was asked.
void Session::go_on(Effects& effects) {
  serve_kept_lines(effects);
  if (!awaits_shell_) engine_lines(std::exchange(waiting_output_, {}), effects);
}

void Session::variants_loaded(Result<std::shared_ptr<const variants::Catalogue>> variants, Effects& effects) {
  if (!variants) return notify(fmt::format("no more variants: {}", variants.error().to_string()), effects);
  engine_->catalogue = std::move(*variants);
}

void Session::profile_loaded(EngineProfile profile, Effects& effects) {
  awaits_shell_ = false;
  for (std::string& warning : profile.warnings) effects.log.push_back({Level::warning, std::move(warning)});
  const config::Options before = std::exchange(options_, std::move(profile.options));
  for (const config::OptionSpec& spec : config::option_specs()) {
    if (options_.text(spec.id) != before.text(spec.id)) option_changed(spec.id, effects);
  }
  engine_settings_ = std::move(profile.engine_settings);
  begin_service({}, effects);
  go_on(effects);
}

void Session::book_opened(Result<std::unique_ptr<book::BookSource>> opened, Effects& effects) {
  awaits_shell_ = false;
  if (opened) {
    book_->use(std::move(*opened), engine_->known_variants());
    gui_->tell_trouble(*book_, effects);
  } else {
    notify(fmt::format("no book: {}", opened.error().to_string()), effects);
  }
  go_on(effects);
}

void Session::learned(const Result<void>& outcome, Effects& effects) {
  if (outcome) return learning_trouble_.clear();
  if (conversation_) conversation_->learning_failed();
  const std::string trouble = fmt::format("nothing learned: {}", outcome.error().to_string());
  if (std::exchange(learning_trouble_, trouble) != trouble) notify(trouble, effects);
}

void Session::saved(const Result<void>& outcome, Effects& effects) {
  if (outcome) return;
  gui_->print(protocol::Alarm{fmt::format("settings not saved: {}", outcome.error().to_string())}, effects);
}

// ---- Engine ---------------------------------------------------------------------------------------------

void Session::engine_lines(std::string_view block, Effects& effects) {
  while (!block.empty()) {
    if (awaits_shell_) {
      waiting_output_ += block;
      return;
    }
    const bool heard = conversation_ && (engine_plays() || stage_ == Stage::quitting) && gui_->is_served;
    if (heard) effects.to_gui += conversation_->take_output(block);
    if (block.empty()) break;
    const std::string_view line = take_line(block);
    if (engine_starts()) {
      handshake_line(line, effects);
    } else if (heard) {
      follow(conversation_->engine_line(line, effects), effects);
    } else if (stage_ == Stage::playing && engine_->volunteers(line)) {
      gui_->keep_early_line(line);
    }
  }
  quit_when_served(effects);
}

/// What has been said may have ended the engine's service, or the last thing that kept the GUI from UCI.
void Session::follow(EngineFate fate, Effects& effects) {
  if (fate == EngineFate::is_replaced && engine_plays()) return replace_engine(effects);
  if (switches_to_uci() && !conversation_->engine_busy()) finish_switch_to_uci(effects);
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
      return fail(engine_start_->complaint(options_), effects);
  }
}

/// The conversation goes on with another one, and whatever the GUI says meanwhile waits.
void Session::replace_engine(Effects& effects) {
  if (switches_to_uci()) {  // nothing of what ends is for the new engine
    conversation_->engine_lost(effects);
    conversation_.reset();
  }
  stage_ = gui_has_gone() ? Stage::leaving : Stage::starting;
  engine_->quit(effects);
  effects.engine = EngineFate::is_replaced;
}

void Session::finish_handshake(Effects& effects) {
  const EngineOptions before = std::exchange(engine_->options, {});
  engine_->name = engine_start_->name();
  engine_->author = engine_start_->author();
  for (protocol::EngineOption& option : engine_start_->take_options()) {
    engine_->options.declare(std::move(option));
  }
  engine_->begin(engine_start_->take_cecp(), now_);
  if (!std::exchange(wants_profile_, false)) return begin_service(before, effects);
  effects.requests.emplace_back(LoadProfile{});
  awaits_shell_ = true;
}

/// `before`: the options of the engine in whose place this one is.
void Session::begin_service(const EngineOptions& before, Effects& effects) {
  stage_ = stage_ == Stage::leaving ? Stage::finishing : Stage::playing;
  engine_->configure(engine_settings_, effects);
  engine_->repeat_settings(before, effects);
  if (conversation_) follow(conversation_->engine_replaced(effects), effects);
  serve_kept_lines(effects);
}

void Session::engine_lost(std::string_view reason, Effects& effects) {
  if (stage_ == Stage::failing || stage_ == Stage::over) return;
  if (engine_starts() && engine_start_->try_other_protocol()) {
    effects.engine = EngineFate::is_replaced;
    return;
  }
  if (stage_ == Stage::playing && conversation_ && conversation_->engine_may_leave()) {
    stage_ = Stage::starting;
    effects.engine = EngineFate::is_replaced;
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
      quit_when_served(effects);
      if (!engine_plays()) return;
      notify("the engine does not stop, it is started anew", effects);
      return follow(EngineFate::is_replaced, effects);
    case Timer::engine_silence:
    case Timer::engine_features:
      if (engine_starts() && engine_start_->timer_fired(timer, effects) == EngineStart::Outcome::ready) {
        finish_handshake(effects);
      }
      return;
    case Timer::engine_start:
      if (engine_starts() && engine_start_->pending()) fail(engine_start_->complaint(options_), effects);
      return;
  }
}

// ---- Ends and messages ----------------------------------------------------------------------------------

void Session::notify(std::string text, Effects& effects) {
  gui_->notify(std::move(text), effects);
}

void Session::quit_when_served(Effects& effects) {
  if (stage_ != Stage::finishing || awaits_shell_ || !waiting_lines_.empty()) return;
  if (!conversation_ || conversation_->finish(effects)) begin_quit(effects);
}

void Session::begin_quit(Effects& effects) {
  if (conversation_) conversation_->before_quit(effects);
  const bool told_before = engine_starts() && !engine_start_->pending();  // another was to replace it
  if (!told_before) engine_->quit(effects);
  stage_ = Stage::quitting;
  effects.engine = EngineFate::ends;
}

/// The session cannot go on. The GUI is told in its own protocol, once it has shown which that is.
void Session::fail(std::string text, Effects& effects) {
  effects.log.push_back({Level::error, text});
  failure_ = std::move(text);
  effects.engine = EngineFate::ends;
  stage_ = Stage::failing;
  if (gui_->front) {
    give_up(effects);
  } else {
    effects.timers.push_back({Timer::last_word, kLastWordDelay});
  }
}

/// A GUI that never spoke is told in UCI.
void Session::give_up(Effects& effects) {
  if (!gui_->front) gui_->speak(true);
  gui_->print(protocol::Alarm{failure_}, effects);
  effects.ending = Ending{.exit_code = 1, .message = failure_};
  stage_ = Stage::over;
}

bool Session::wants_gui_input() const noexcept {
  return waiting_lines_.size() + (conversation_ ? conversation_->held() : 0) < kHeldLimit;
}

}  // namespace polyglot::session
