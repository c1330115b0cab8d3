// SPDX-License-Identifier: MIT
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/open_book.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/session/book_uses.hpp>
#include <polyglot/session/session.hpp>

#include "session/books/book_player.hpp"
#include "session/conversations/conversation.hpp"
#include "session/conversations/game_conversation.hpp"
#include "session/conversations/game_relay.hpp"
#include "session/conversations/position_conversation.hpp"
#include "session/conversations/uci_relay.hpp"
#include "session/drivers/engine_start.hpp"
#include "session/gui.hpp"
#include "session/lines.hpp"
#include "session/recovery/recovery.hpp"

namespace polyglot::session {
namespace {

using config::OptionId;
using Level = LogNote::Level;

constexpr std::string_view kOwnPrefix = "Polyglot ";

/// How long a GUI's quit waits for a starting engine: scripts send all lines at once and expect answers.
/// The time is enough to ask an engine in both protocols.
constexpr std::chrono::milliseconds kEarlyQuitDelay{6000};

/// How long a failure waits for the GUI's first line, which shows in which protocol to report it.
constexpr std::chrono::milliseconds kLastWordDelay{1000};

bool is_own_option(std::string_view name) {
  return name.size() > kOwnPrefix.size() &&
         equal_ignoring_case(name.substr(0, kOwnPrefix.size()), kOwnPrefix);
}

/// Makes the conversation that fits both protocols. `now`: the time of the present event.
std::unique_ptr<Conversation> make_conversation(const config::Options& options,
                                                const std::chrono::milliseconds& now, Gui& gui,
                                                Engine& engine, BookPlayer& book) {
  if (gui.dialect == engine.dialect) {
    if (gui.dialect == &protocol::kUci) return std::make_unique<UciRelay>(options, now, gui, engine, book);
    if (gui.dialect == &protocol::kCecp) return std::make_unique<GameRelay>(options, now, gui, engine, book);
  }
  if (gui.gives_positions()) return std::make_unique<PositionConversation>(options, now, gui, engine, book);
  return std::make_unique<GameConversation>(options, now, gui, engine, book);
}

}  // namespace

Session::Session(Setup setup)
    : options_(std::move(setup.options)),
      engine_settings_(std::move(setup.engine_settings)),
      wants_profile_(setup.has_profile),
      engine_start_(std::make_unique<EngineStart>()),
      engine_(std::make_unique<Engine>()),
      book_(std::make_unique<BookPlayer>(options_, std::move(setup.random), setup.seed)),
      gui_(std::make_unique<Gui>(options_, std::move(setup.settings_path))),
      recovery_(std::make_unique<Recovery>(options_)) {
  (void)book_->set_sections(std::move(setup.books));
}

Session::~Session() = default;

const EngineOptions& Session::engine_options() const noexcept {
  return engine_->options;
}

const std::string& Session::engine_name() const noexcept {
  return engine_->name;
}

const protocol::Dialect* Session::engine_dialect() const noexcept {
  return engine_->dialect;
}

void Session::start(Effects& effects) {
  const bool again = engine_start_->begun();
  engine_side_ = EngineSide::starting;
  recovery_->engine_started();
  engine_start_->begin(options_, effects);
  const auto limit = std::chrono::milliseconds(options_.spin(OptionId::engine_start_timeout));
  if (limit.count() > 0) effects.timers.push_back({Timer::engine_start, limit});
  if (!again) open_requests_ += book_->open(effects);
  if (gui_has_gone()) effects.timers.push_back({Timer::early_quit, kEarlyQuitDelay});
}

// ---- GUI ------------------------------------------------------------------------------------------------

void Session::gui_lines(std::string_view block, Effects& effects) {
  for_each_line(block, [&](std::string_view line) { gui_line(line, effects); });
  watch(effects);
}

void Session::gui_line(std::string_view line, Effects& effects) {
  if (gui_has_gone() || !gui_->meets(line, options_.check(OptionId::uci))) return;
  if (is_failing()) return give_up(effects);
  gui_side_ = GuiSide::speaking;
  switch (engine_side_) {
    case EngineSide::starting:
    case EngineSide::settling:
    case EngineSide::lost:
      return keep_line(line, effects);
    case EngineSide::ready:
      return awaits_shell() ? keep_line(line, effects) : serve(line, effects);
    case EngineSide::ending:
    case EngineSide::none:
      return;
  }
}

bool Session::serves_gui() const noexcept {
  return engine_side_ == EngineSide::ready && !awaits_shell();
}

/// Keeps a line until the engine is ready, except that the GUI may always quit.
void Session::keep_line(std::string_view line, Effects& effects) {
  const protocol::GuiMessage message = gui_->peek(line);
  if (std::holds_alternative<protocol::Quit>(message)) return gui_closed(effects);
  if (std::holds_alternative<protocol::Handshake>(message) && engine_side_ != EngineSide::ready) {
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
  if (is_failing()) return give_up(effects);
  if (std::exchange(gui_side_, GuiSide::gone) == GuiSide::gone) return;
  quit_when_served(effects);
  if (!engine_starts()) return;
  const bool has_asked = !waiting_lines_.empty() || (conversation_ && conversation_->held() > 0);
  if (has_asked && !answers_without_engine(effects)) {
    effects.timers.push_back({Timer::early_quit, kEarlyQuitDelay});
  } else {
    begin_quit(effects);
  }
}

/// True if no question remains that needs another engine.
bool Session::answers_without_engine(Effects& effects) {
  return conversation_ && waiting_lines_.empty() && conversation_->finish_without_engine(effects);
}

void Session::interrupted(Effects& effects) {
  if (is_failing()) return give_up(effects);
  if (engine_starts() || engine_plays()) begin_quit(effects);
}

void Session::serve(std::string_view line, Effects& effects) {
  gui_->begin_service(effects);
  if (gui_->turns_to_uci(line)) return begin_switch_to_uci(line, effects);
  if (!conversation_) conversation_ = make_conversation(options_, now_, *gui_, *engine_, *book_);
  const protocol::GuiMessage message = gui_->front->parse(line);
  if (std::holds_alternative<protocol::NewGame>(message)) recovery_->game_begun();
  const auto* option = std::get_if<protocol::SetOption>(&message);
  book_->circumstances().hear(message, gui_->dialect->view);
  if (std::holds_alternative<protocol::Quit>(message)) {
    gui_closed(effects);
  } else if (option != nullptr && is_own_option(option->name) &&
             engine_->options.find(option->name) == nullptr) {
    set_own_option(option->name.substr(kOwnPrefix.size()), option->value.value_or(""), effects);
  } else if (option != nullptr && book_->wants_opponent() &&
             equal_ignoring_case(option->name, BookPlayer::kOpponentOption) &&
             engine_->options.find(option->name) == nullptr) {
    // The message is only for the books; their circumstances have it already.
  } else {
    follow(conversation_->gui_message(message, line, effects), effects);
  }
  gui_->line_served(effects);
}

/// Some GUIs try both protocols; a change to UCI is final. The new conversation waits until the engine
/// has given the answers that it still owes.
void Session::begin_switch_to_uci(std::string_view line, Effects& effects) {
  if (conversation_) conversation_->before_quit(effects);
  if (!conversation_ || !conversation_->engine_busy()) {
    speak_uci();
    return serve(line, effects);
  }
  engine_side_ = EngineSide::settling;
  waiting_lines_.append(line) += '\n';
}

void Session::finish_switch_to_uci(Effects& effects) {
  engine_side_ = EngineSide::ready;
  speak_uci();
  serve_kept_lines(effects);
}

void Session::speak_uci() {
  gui_->speak(protocol::kUci);
  conversation_ = make_conversation(options_, now_, *gui_, *engine_, *book_);
}

// ---- Options --------------------------------------------------------------------------------------------

void Session::set_own_option(std::string_view name, std::string_view value, Effects& effects) {
  if (equal_ignoring_case(name, Gui::kResultOption)) return take_result(value, effects);
  const config::OptionSpec* const spec = config::find_option(name);
  if (spec == nullptr) {
    return notify(fmt::format("Polyglot has no option \"{}\"{}", name,
                              config::did_you_mean(config::nearest_option(name))),
                  effects);
  }
  if (value == protocol::kEmptyText) value = {};
  if (const auto set = options_.set(spec->id, value); !set) return notify(set.error().to_string(), effects);
  if (spec->id != OptionId::save) return option_changed(spec->id, effects);
  effects.requests.emplace_back(Save{.options = options_, .engine = engine_->values()});
}

/// Takes the result of a game. It is an option only by name, and its value is not kept.
void Session::take_result(std::string_view value, Effects& effects) {
  const auto score = protocol::parse_result(value);
  if (score) return conversation_->result_told(*score, effects);
  notify(fmt::format("Polyglot {}: \"{}\" is not one of 1-0, 0-1, 1/2-1/2 and *", Gui::kResultOption, value),
         effects);
}

void Session::option_changed(OptionId id, Effects& effects) {
  effects.changed_options.push_back(id);
  book_->follow_options();
  if (!awaits_shell()) open_requests_ += book_->open_for(id, effects);
}

// ---- Answers of the shell -------------------------------------------------------------------------------

/// Continues with the lines that have come since the request to the shell.
void Session::go_on(Effects& effects) {
  serve_kept_lines(effects);
  if (!awaits_shell()) engine_lines(std::exchange(waiting_output_, {}), effects);
}

void Session::variants_loaded(Result<std::shared_ptr<const variants::Catalogue>> variants, Effects& effects) {
  if (!variants) return notify(fmt::format("no more variants: {}", variants.error().to_string()), effects);
  engine_->catalogue = std::move(*variants);
}

void Session::profile_loaded(EngineProfile profile, Effects& effects) {
  --open_requests_;
  if (!profile.warnings.empty()) notify(config::first_of(profile.warnings), effects);
  for (std::size_t i = 1; i < profile.warnings.size(); ++i)
    effects.log.push_back({Level::warning, std::move(profile.warnings[i])});
  const bool other_books = book_->set_sections(std::move(profile.books));
  const config::Options before = std::exchange(options_, std::move(profile.options));
  for (const config::OptionSpec& spec : config::option_specs()) {
    if (options_.text(spec.id) != before.text(spec.id)) option_changed(spec.id, effects);
  }
  if (other_books && !awaits_shell()) open_requests_ += book_->open(effects);
  engine_settings_ = std::move(profile.engine_settings);
  begin_service({}, effects);
  go_on(effects);
}

void Session::book_opened(std::size_t place, Result<std::unique_ptr<book::BookSource>> opened,
                          Effects& effects) {
  --open_requests_;
  if (opened) {
    const auto note = *opened ? book::note_on_variations(**opened, kReadVariations) : std::nullopt;
    if (note && reported_once_.insert(note->to_string()).second)
      effects.log.push_back({Level::info, note->to_string()});
    book_->use(place, std::move(*opened), engine_->catalogue.get());
    gui_->tell_trouble(*book_, effects);
  } else {
    const std::string trouble = fmt::format("no book: {}", opened.error().to_string());
    // Books of sections are opened again when a BookFile appears or disappears, so their troubles are
    // reported once.
    if (book_->is_main(place) || reported_once_.insert(trouble).second) notify(trouble, effects);
  }
  go_on(effects);
}

void Session::learned(const Result<void>& outcome, Effects& effects) {
  if (outcome) return;
  if (conversation_) conversation_->learning_failed();
  const auto [trouble, is_new] =
      reported_once_.insert(fmt::format("nothing learned: {}", outcome.error().to_string()));
  if (is_new) notify(*trouble, effects);
}

void Session::saved(const Result<void>& outcome, Effects& effects) {
  if (outcome) return;
  gui_->print(protocol::Alarm{fmt::format("settings not saved: {}", outcome.error().to_string())}, effects);
}

// ---- Engine ---------------------------------------------------------------------------------------------

void Session::engine_lines(std::string_view block, Effects& effects) {
  while (!block.empty()) {
    if (awaits_shell()) {
      waiting_output_ += block;
      return;
    }
    const bool heard =
        conversation_ && (engine_plays() || engine_side_ == EngineSide::ending) && gui_->is_served;
    if (heard) effects.to_gui += conversation_->take_output(block);
    if (block.empty()) break;
    const std::string_view line = take_line(block);
    if (engine_side_ == EngineSide::starting) {
      handshake_line(line, effects);
    } else if (heard) {
      follow(conversation_->engine_line(line, effects), effects);
    } else if (engine_side_ == EngineSide::ready && engine_->volunteers(line, effects)) {
      gui_->keep_early_line(line);
    }
    if (engine_plays()) engine_->take_late_options(engine_settings_, effects);
  }
  quit_when_served(effects);
  watch(effects);
}

/// Acts on the engine's fate after a line, which may also have ended the wait before a change to UCI.
void Session::follow(EngineFate fate, Effects& effects) {
  if (fate == EngineFate::is_replaced && engine_plays()) return replace_engine(effects);
  if (engine_side_ == EngineSide::settling && !conversation_->engine_busy()) finish_switch_to_uci(effects);
}

void Session::handshake_line(std::string_view line, Effects& effects) {
  switch (engine_start_->engine_line(line, effects)) {
    case EngineStart::Outcome::pending:
      return;
    case EngineStart::Outcome::unrelated:
      return gui_->keep_early_line(line);
    case EngineStart::Outcome::ready:
      return finish_handshake(effects);
    case EngineStart::Outcome::confused:
      return replace_engine(effects);
    case EngineStart::Outcome::refused:
      return engine_failed(engine_start_->complaint(options_), effects);
  }
}

/// Replaces the engine. The conversation continues with the new one, and lines of the GUI wait meanwhile.
void Session::replace_engine(Effects& effects) {
  detach_engine(effects);
  engine_->quit(effects);
  effects.engine = EngineFate::is_replaced;
}

void Session::detach_engine(Effects& effects) {
  if (engine_side_ == EngineSide::settling) {  // the new engine gets nothing of the ending conversation
    conversation_->engine_lost(effects);
    conversation_.reset();
  }
  engine_side_ = EngineSide::lost;
}

void Session::finish_handshake(Effects& effects) {
  const EngineOptions before = std::exchange(engine_->options, {});
  engine_->name = engine_start_->name();
  engine_->author = engine_start_->author();
  for (protocol::EngineOption& option : engine_start_->take_options()) {
    engine_->options.declare(std::move(option));
  }
  if (engine_start_->has_left_options_out()) {
    const auto [text, is_new] =
        reported_once_.insert("the engine declares more than 1 MB of options; Polyglot ignores the others");
    if (is_new) notify(*text, effects);
  }
  engine_->begin(engine_start_->dialect(), engine_start_->make_driver(now_));
  if (engine_->dialect->view == protocol::Dialect::View::moves) gui_->forget_early_lines();
  if (!std::exchange(wants_profile_, false)) return begin_service(before, effects);
  effects.requests.emplace_back(LoadProfile{});
  ++open_requests_;
}

/// `before`: the options of the engine that this one replaces.
void Session::begin_service(const EngineOptions& before, Effects& effects) {
  engine_side_ = EngineSide::ready;
  recovery_->engine_ready(now_);
  report_settings_without_option(effects);
  engine_->configure(engine_settings_, effects);
  engine_->repeat_settings(before, effects);
  if (conversation_) follow(conversation_->engine_replaced(effects), effects);
  serve_kept_lines(effects);
}

void Session::report_settings_without_option(Effects& effects) {
  for (const config::EngineSetting& setting : engine_settings_) {
    if (engine_->options.find(setting.name) != nullptr) continue;
    const auto [text, is_new] = reported_once_.insert(engine_->options.no_option_message(setting));
    if (!is_new) continue;
    if (engine_->options.nearest(setting.name)) {
      notify(*text, effects);
    } else {
      effects.log.push_back({Level::warning, *text});
    }
  }
}

void Session::engine_lost(std::string_view reason, Effects& effects) {
  if (engine_side_ == EngineSide::none || engine_side_ == EngineSide::lost) return;
  if (engine_side_ == EngineSide::starting && engine_start_->may_start_again()) {
    engine_side_ = EngineSide::lost;
    effects.engine = EngineFate::is_replaced;
    return;
  }
  const bool serves = engine_side_ == EngineSide::ready && !gui_has_gone();
  if (serves && conversation_ && conversation_->engine_may_leave()) {
    engine_->lose();
    engine_side_ = EngineSide::lost;
    effects.engine = EngineFate::is_replaced;
    return;
  }
  if (engine_side_ != EngineSide::ending) return engine_failed(reason, effects);
  if (conversation_) conversation_->engine_lost(effects);
  end(effects);
}

void Session::engine_not_started(std::string_view reason, Effects& effects) {
  engine_starts() ? engine_failed(reason, effects) : engine_lost(reason, effects);
}

/// The engine cannot be used any more.
void Session::engine_failed(std::string_view why, Effects& effects) {
  std::string reason(why);
  if (recovers(reason, effects)) return;
  if (conversation_) {
    engine_->lose();
    conversation_->engine_lost(effects);
  }
  fail(std::move(reason), effects);
}

/// Watches deadlines, because a running engine may hang.
void Session::watch(Effects& effects) {
  if (recovery_->watches()) recovery_->watch(awaited(), now_, effects);
}

/// What the engine has to do next. While it is not ready it owes nothing.
Awaited Session::awaited() const {
  return conversation_ && engine_plays() ? conversation_->awaited() : Awaited();
}

void Session::check_deadlines(Effects& effects) {
  recovery_->timer_fired(now_);
  const auto trouble = recovery_->overdue(awaited(), now_);
  if (!trouble) return;
  engine_failed(fmt::format("the engine \"{}\" {}", options_.text(OptionId::engine_command), *trouble),
                effects);
}

/// True if another engine is started. If the limit forbids it, that is added to `reason`. An engine that was
/// never ready is configured wrongly and not restarted.
bool Session::recovers(std::string& reason, Effects& effects) {
  const bool was_ready = engine_->driver != nullptr;
  const bool in_game = !conversation_ || conversation_->in_game();
  if (!was_ready || !recovery_->is_wanted(in_game)) return false;
  if (recovery_->limit_reached()) {
    reason += fmt::format("; Polyglot does not restart it, because EngineRestartLimit = {} is reached",
                          options_.spin(OptionId::engine_restart_limit));
    return false;
  }
  detach_engine(effects);
  engine_->lose();
  effects.engine = EngineFate::is_replaced;
  effects.restart_delay = recovery_->next_delay();
  notify(fmt::format("{}; {}", reason, recovery_->describe()), effects);
  return true;
}

void Session::abandon(std::string_view reason, Effects& effects) {
  if (engine_side_ == EngineSide::none) return;
  if (conversation_) conversation_->engine_lost(effects);
  fail(std::string(reason), effects);
}

void Session::timer_fired(Timer timer, Effects& effects) {
  follow_timer(timer, effects);
  watch(effects);
}

void Session::follow_timer(Timer timer, Effects& effects) {
  switch (timer) {
    case Timer::engine_overdue:
      return check_deadlines(effects);
    case Timer::last_word:
      if (is_failing()) give_up(effects);
      return;
    case Timer::early_quit:
      if (gui_has_gone() && engine_starts()) begin_quit(effects);
      return;
    case Timer::unheard_stop:
      if (!engine_plays() || !conversation_ || conversation_->timer_fired(effects) == EngineFate::stays)
        return;
      quit_when_served(effects);
      if (!engine_plays()) return;
      notify("the engine does not stop; Polyglot restarts it", effects);
      return follow(EngineFate::is_replaced, effects);
    case Timer::engine_silence:
    case Timer::engine_features:
    case Timer::engine_start:
      if (engine_side_ != EngineSide::starting || !engine_start_->pending()) return;
      const EngineStart::Outcome outcome = engine_start_->timer_fired(timer, effects);
      if (outcome == EngineStart::Outcome::ready) return finish_handshake(effects);
      if (outcome == EngineStart::Outcome::confused) return replace_engine(effects);
      if (timer == Timer::engine_start) engine_failed(engine_start_->complaint(options_), effects);
      return;
  }
}

// ---- Ends and messages ----------------------------------------------------------------------------------

void Session::notify(std::string text, Effects& effects) {
  gui_->notify(std::move(text), effects);
}

void Session::quit_when_served(Effects& effects) {
  if (!gui_has_gone() || !serves_gui() || !waiting_lines_.empty()) return;
  if (!conversation_ || conversation_->finish(effects)) begin_quit(effects);
}

void Session::begin_quit(Effects& effects) {
  if (conversation_) conversation_->before_quit(effects);
  if (engine_side_ == EngineSide::lost) {
    if (conversation_) conversation_->engine_lost(effects);
    return end(effects);
  }
  engine_->quit(effects);
  engine_side_ = EngineSide::ending;
  effects.engine = EngineFate::ends;
}

/// Ends the session after the engine has ended as expected.
void Session::end(Effects& effects) {
  effects.ending = Ending{};
  engine_side_ = EngineSide::none;
  gui_side_ = GuiSide::gone;
}

/// The session cannot continue. The GUI gets the reason in its own protocol, when that is known.
void Session::fail(std::string text, Effects& effects) {
  effects.log.push_back({Level::error, text});
  failure_ = std::move(text);
  effects.engine = EngineFate::ends;
  engine_side_ = EngineSide::none;
  if (!is_failing()) return give_up(effects);
  effects.timers.push_back({Timer::last_word, kLastWordDelay});
}

/// Reports the failure; in UCI if the GUI has never sent a line.
void Session::give_up(Effects& effects) {
  if (!gui_->front) gui_->speak(protocol::kUci);
  gui_->print(protocol::Alarm{failure_}, effects);
  effects.ending = Ending{.exit_code = 1, .message = failure_};
  gui_side_ = GuiSide::gone;
}

bool Session::wants_gui_input() const noexcept {
  const std::size_t held = conversation_ ? conversation_->held() : 0;
  return waiting_lines_.size() + held < kHeldLimit;
}

}  // namespace polyglot::session
