// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/session/book_uses.hpp>
#include <polyglot/session/session.hpp>

#include "session/books/book_player.hpp"
#include "session/context.hpp"
#include "session/conversations/conversation.hpp"
#include "session/drivers/engine_start.hpp"
#include "session/gui.hpp"
#include "session/lines.hpp"
#include "session/recovery/recovery.hpp"

namespace polyglot::session {
namespace {

using config::OptionId;

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

std::unique_ptr<Conversation> make_conversation(Context& context) {
  const Gui& gui = *context.gui;
  if (gui.dialect == context.engine->dialect) {
    if (gui.dialect == &protocol::kUci) return make_uci_relay(context);
    if (gui.dialect == &protocol::kCecp) return make_game_relay(context);
  }
  if (gui.gives_positions()) return make_position_conversation(context);
  return make_game_conversation(context);
}

std::unique_ptr<Context> make_context(SessionSetup& setup) {
  auto context = std::make_unique<Context>();
  context->options = std::move(setup.options);
  context->engine = std::make_unique<Engine>(*context);
  context->book = std::make_unique<BookPlayer>(*context, std::move(setup.random), setup.seed);
  context->gui = std::make_unique<Gui>(*context, std::move(setup.settings_path));
  return context;
}

}  // namespace

Context::Context() = default;
Context::~Context() = default;

Session::Session(SessionSetup setup)
    : context_(make_context(setup)),
      options_(context_->options),
      effects_(context_->effects),
      gui_(*context_->gui),
      engine_(*context_->engine),
      book_(*context_->book),
      engine_start_(std::make_unique<EngineStart>(*context_)),
      recovery_(std::make_unique<Recovery>(*context_)),
      engine_settings_(std::move(setup.engine_settings)),
      wants_profile_(setup.has_profile) {
  (void)book_.set_sections(std::move(setup.books));
}

Session::~Session() = default;

void Session::set_time(std::chrono::milliseconds now) noexcept {
  context_->now = now;
}

const EngineOptions& Session::engine_options() const noexcept {
  return engine_.options;
}

const std::string& Session::engine_name() const noexcept {
  return engine_.name;
}

const protocol::Dialect* Session::engine_dialect() const noexcept {
  return engine_.dialect;
}

void Session::start() {
  const bool again = engine_start_->begun();
  engine_side_ = EngineSide::starting;
  recovery_->engine_started();
  engine_start_->begin();
  const auto limit = std::chrono::milliseconds(options_.spin(OptionId::engine_start_timeout));
  if (limit.count() > 0) effects_.timers.push_back({Timer::engine_start, limit});
  if (!again) open_requests_ += book_.open();
  if (gui_.has_gone) effects_.timers.push_back({Timer::early_quit, kEarlyQuitDelay});
}

// ---- GUI ------------------------------------------------------------------------------------------------

void Session::gui_lines(std::string_view block) {
  while (!block.empty()) gui_line(take_line(block));
  watch();
}

void Session::gui_line(std::string_view line) {
  const bool fails = is_failing();
  if (gui_.has_gone || !gui_.meets(line, options_.check(OptionId::uci))) return;
  if (fails) return give_up();
  switch (engine_side_) {
    case EngineSide::starting:
    case EngineSide::switching:
    case EngineSide::lost:
      return keep_line(line);
    case EngineSide::ready:
      return awaits_shell() ? keep_line(line) : serve(line);
    case EngineSide::ending:
    case EngineSide::none:
      return;
  }
}

bool Session::serves_gui() const noexcept {
  return engine_side_ == EngineSide::ready && !awaits_shell();
}

/// Keeps a line until the engine is ready, except that the GUI may always quit.
void Session::keep_line(std::string_view line) {
  // Another front reads it, because the line will be read again. Texts in the message are not valid.
  const protocol::GuiMessage message = gui_.dialect->make_front()->parse(line);
  if (std::holds_alternative<protocol::Quit>(message)) return gui_closed();
  if (std::holds_alternative<protocol::Handshake>(message) && engine_side_ != EngineSide::ready)
    gui_.print(protocol::EngineStarts{});
  waiting_lines_.append(line) += '\n';
}

void Session::serve_kept_lines() {
  const std::string lines = std::exchange(waiting_lines_, {});
  std::string_view rest = lines;
  while (!rest.empty() && serves_gui()) serve(take_line(rest));
  waiting_lines_ += rest;
  quit_when_served();
}

void Session::gui_closed() {
  if (is_failing()) return give_up();
  if (std::exchange(gui_.has_gone, true)) return;
  quit_when_served();
  if (!engine_starts()) return;
  const bool has_asked = !waiting_lines_.empty() || (conversation_ && conversation_->held() > 0);
  if (has_asked && !answers_without_engine()) {
    effects_.timers.push_back({Timer::early_quit, kEarlyQuitDelay});
  } else {
    begin_quit();
  }
}

/// True if no question remains that needs another engine.
bool Session::answers_without_engine() {
  return conversation_ && waiting_lines_.empty() && conversation_->finish_without_engine();
}

void Session::interrupted() {
  if (is_failing()) return give_up();
  if (engine_starts() || engine_plays()) begin_quit();
}

void Session::serve(std::string_view line) {
  gui_.begin_service();
  if (gui_.turns_to_uci(line)) return begin_switch_to_uci(line);
  if (!conversation_) conversation_ = make_conversation(*context_);
  const protocol::GuiMessage message = gui_.front->parse(line);
  if (std::holds_alternative<protocol::NewGame>(message)) recovery_->game_begun();
  const auto* option = std::get_if<protocol::SetOption>(&message);
  if (option != nullptr && engine_.options.find(option->name) != nullptr) option = nullptr;  // the engine's
  book_.conditions().hear(message, gui_.dialect->view);
  if (std::holds_alternative<protocol::Quit>(message)) {
    gui_closed();
  } else if (option != nullptr && is_own_option(option->name)) {
    set_own_option(option->name.substr(kOwnPrefix.size()), option->value.value_or(""));
  } else if (option != nullptr && book_.wants_opponent() &&
             equal_ignoring_case(option->name, BookPlayer::kOpponentOption)) {
    // The message is only for the books; their conditions have it already.
  } else if (option != nullptr && gui_.offers_analyse_mode(engine_) &&
             equal_ignoring_case(option->name, Gui::kAnalyseMode)) {
    gui_.in_analysis = option->value && equal_ignoring_case(*option->value, "true");
  } else {
    conversation_->gui_message(message, line);
    follow_engine();
  }
  gui_.line_served();
}

/// Some GUIs try both protocols; a change to UCI is final. The new conversation waits until the engine
/// has given the answers that it still owes.
void Session::begin_switch_to_uci(std::string_view line) {
  if (conversation_) conversation_->before_quit();
  if (!conversation_ || !engine_.driver->busy()) {
    speak_uci();
    return serve(line);
  }
  engine_side_ = EngineSide::switching;
  waiting_lines_.append(line) += '\n';
}

void Session::finish_switch_to_uci() {
  engine_side_ = EngineSide::ready;
  speak_uci();
  serve_kept_lines();
}

void Session::speak_uci() {
  gui_.speak(protocol::kUci);
  conversation_ = make_conversation(*context_);
}

// ---- Options --------------------------------------------------------------------------------------------

void Session::set_own_option(std::string_view name, std::string_view value) {
  if (equal_ignoring_case(name, Gui::kResultOption)) return take_result(value);
  const config::OptionSpec* const spec = config::find_option(name);
  if (spec == nullptr) {
    return notify(fmt::format("Polyglot has no option \"{}\"{}", name,
                              config::did_you_mean(config::nearest_option(name))));
  }
  if (value == protocol::kEmptyText) value = {};
  if (const auto set = options_.set(spec->id, value); !set) return notify(set.error().to_string());
  if (spec->id != OptionId::save) return option_changed(spec->id);
  effects_.requests.emplace_back(Save{.options = options_, .engine = engine_.values()});
}

/// Takes the result of a game. It is an option only by name, and its value is not kept.
void Session::take_result(std::string_view value) {
  const auto score = protocol::parse_result(value);
  if (score) return conversation_->result_reported(*score);
  notify(fmt::format("Polyglot {}: \"{}\" is not one of 1-0, 0-1, 1/2-1/2 and *", Gui::kResultOption, value));
}

void Session::option_changed(OptionId id) {
  effects_.changed_options.push_back(id);
  book_.follow_options();
  if (!awaits_shell()) open_requests_ += book_.open_for(id);
}

// ---- Answers of the shell -------------------------------------------------------------------------------

/// Continues with the lines that have come since the request to the shell.
void Session::go_on() {
  serve_kept_lines();
  if (!awaits_shell()) engine_lines(std::exchange(waiting_output_, {}));
}

void Session::variants_loaded(Result<std::shared_ptr<const variants::Catalogue>> variants) {
  if (!variants) return notify(fmt::format("no more variants: {}", variants.error().to_string()));
  engine_.catalogue = std::move(*variants);
}

void Session::profile_loaded(EngineProfile profile) {
  --open_requests_;
  if (!profile.warnings.empty()) notify(config::first_of(profile.warnings));
  for (std::size_t i = 1; i < profile.warnings.size(); ++i) effects_.warn(std::move(profile.warnings[i]));
  const bool other_books = book_.set_sections(std::move(profile.books));
  const config::Options before = std::exchange(options_, std::move(profile.options));
  for (const config::OptionSpec& spec : config::option_specs()) {
    if (options_.text(spec.id) != before.text(spec.id)) option_changed(spec.id);
  }
  if (other_books && !awaits_shell()) open_requests_ += book_.open();
  engine_settings_ = std::move(profile.engine_settings);
  begin_service({});
  go_on();
}

void Session::book_opened(std::size_t place, Result<std::unique_ptr<book::BookSource>> opened) {
  --open_requests_;
  if (opened) {
    const auto note = *opened ? book::note_on_variations(**opened, kReadVariations) : std::nullopt;
    if (note && reported_once_.insert(note->to_string()).second) effects_.note(note->to_string());
    book_.use(place, std::move(*opened), engine_.catalogue.get());
    gui_.report_trouble(book_);
  } else {
    const std::string trouble = fmt::format("no book: {}", opened.error().to_string());
    // Books of sections are opened again when a BookFile appears or disappears, so their troubles are
    // reported once.
    book_.is_main(place) ? notify(trouble) : notify_once(trouble);
  }
  go_on();
}

void Session::learned(const Result<void>& outcome) {
  if (outcome) return;
  if (conversation_) conversation_->learning_failed();
  notify_once(fmt::format("nothing learned: {}", outcome.error().to_string()));
}

void Session::saved(const Result<void>& outcome) {
  if (outcome) return;
  gui_.print(protocol::Alarm{fmt::format("settings not saved: {}", outcome.error().to_string())});
}

// ---- Engine ---------------------------------------------------------------------------------------------

void Session::engine_lines(std::string_view block) {
  while (!block.empty()) {
    if (awaits_shell()) {
      waiting_output_ += block;
      return;
    }
    const bool heard =
        conversation_ && (engine_plays() || engine_side_ == EngineSide::ending) && gui_.is_served;
    if (heard) effects_.to_gui += conversation_->take_output(block);
    if (block.empty()) break;
    const std::string_view line = take_line(block);
    if (engine_side_ == EngineSide::starting) {
      if (!engine_start_->engine_line(line)) gui_.keep_early_line(line);
      follow_handshake();
    } else if (heard) {
      conversation_->engine_line(line);
      follow_engine();
    } else if (engine_side_ == EngineSide::ready && engine_.hear_early(line)) {
      gui_.keep_early_line(line);
    }
    if (engine_plays()) engine_.take_late_options(engine_settings_);
  }
  quit_when_served();
  watch();
}

/// After a line, the engine may be lost, or the wait before a change to UCI may be over.
void Session::follow_engine() {
  if (!engine_plays()) return;
  if (engine_.driver->is_lost()) return replace_engine();
  if (engine_side_ == EngineSide::switching && !engine_.driver->busy()) finish_switch_to_uci();
}

/// The handshake may have ended with a line, or by a timer.
void Session::follow_handshake() {
  switch (engine_start_->stage()) {
    case EngineStart::Stage::ready:
      return finish_handshake();
    case EngineStart::Stage::confused:
      return replace_engine();
    case EngineStart::Stage::refused:
      return recover_or_fail(engine_start_->complaint());
    default:
      return;
  }
}

void Session::replace_engine() {
  request_new_engine();
  engine_.quit();
}

/// Asks for another engine. The conversation continues with it, and lines of the GUI wait meanwhile.
void Session::request_new_engine() {
  if (engine_side_ == EngineSide::switching) {  // the new engine gets nothing of the ending conversation
    conversation_->engine_lost();
    conversation_.reset();
  }
  engine_side_ = EngineSide::lost;
  effects_.engine = EngineFate::is_replaced;
}

void Session::finish_handshake() {
  const EngineOptions before = engine_.options;
  engine_start_->hand_over();
  if (engine_start_->has_left_options_out())
    notify_once("the engine declares more than 1 MB of options; Polyglot ignores the others");
  if (engine_.dialect->view == protocol::Dialect::View::moves) gui_.forget_early_lines();
  if (!std::exchange(wants_profile_, false)) return begin_service(before);
  effects_.requests.emplace_back(LoadProfile{});
  ++open_requests_;
}

/// `before`: the options of the engine that this one replaces.
void Session::begin_service(const EngineOptions& before) {
  engine_side_ = EngineSide::ready;
  recovery_->engine_ready();
  report_settings_without_option();
  engine_.configure(engine_settings_);
  engine_.repeat_settings(before);
  if (conversation_) {
    conversation_->engine_replaced();
    follow_engine();
  }
  serve_kept_lines();
}

void Session::report_settings_without_option() {
  for (const config::EngineSetting& setting : engine_settings_) {
    if (engine_.options.find(setting.name) != nullptr) continue;
    const std::string text = engine_.options.no_option_message(setting);
    if (engine_.options.nearest(setting.name)) {
      notify_once(text);
    } else if (reported_once_.insert(text).second) {
      effects_.warn(text);
    }
  }
}

void Session::engine_lost(std::string_view reason) {
  if (engine_side_ == EngineSide::none || engine_side_ == EngineSide::lost) return;
  if (engine_side_ == EngineSide::starting && engine_start_->may_start_again()) return request_new_engine();
  const bool serves = engine_side_ == EngineSide::ready && !gui_.has_gone;
  if (serves && conversation_ && engine_.driver->may_leave()) {
    engine_.driver->lose();
    return request_new_engine();
  }
  if (engine_side_ != EngineSide::ending) return recover_or_fail(reason);
  if (conversation_) conversation_->engine_lost();
  end();
}

void Session::engine_not_started(std::string_view reason) {
  engine_starts() ? recover_or_fail(reason) : engine_lost(reason);
}

void Session::recover_or_fail(std::string_view why) {
  std::string reason(why);
  if (try_to_recover(reason)) return;
  if (conversation_) {
    engine_.driver->lose();
    conversation_->engine_lost();
  }
  fail(std::move(reason));
}

/// Watches deadlines, because a running engine may hang.
void Session::watch() {
  if (recovery_->watches()) recovery_->watch(awaited());
}

/// What the engine has to do next. While it is not ready it owes nothing.
Awaited Session::awaited() const {
  return conversation_ && engine_plays() ? conversation_->awaited() : Awaited();
}

void Session::check_deadlines() {
  recovery_->timer_fired();
  const auto trouble = recovery_->overdue(awaited());
  if (!trouble) return;
  recover_or_fail(fmt::format("the engine \"{}\" {}", options_.text(OptionId::engine_command), *trouble));
}

/// True if another engine will be started. If the limit forbids it, that is added to `reason`. An engine that
/// was never ready is configured wrongly and not restarted.
bool Session::try_to_recover(std::string& reason) {
  const bool was_ready = engine_.driver != nullptr;
  const bool in_game = !conversation_ || conversation_->in_game();
  if (!was_ready || !recovery_->is_wanted(in_game)) return false;
  if (recovery_->limit_reached()) {
    reason += fmt::format("; Polyglot does not restart it, because EngineRestartLimit = {} is reached",
                          options_.spin(OptionId::engine_restart_limit));
    return false;
  }
  request_new_engine();
  engine_.driver->lose();
  effects_.restart_delay = recovery_->next_delay();
  notify(fmt::format("{}; {}", reason, recovery_->describe()));
  return true;
}

void Session::abandon(std::string_view reason) {
  if (engine_side_ == EngineSide::none) return;
  if (conversation_) conversation_->engine_lost();
  fail(std::string(reason));
}

void Session::timer_fired(Timer timer) {
  follow_timer(timer);
  watch();
}

void Session::follow_timer(Timer timer) {
  switch (timer) {
    case Timer::engine_overdue:
      return check_deadlines();
    case Timer::last_word:
      if (is_failing()) give_up();
      return;
    case Timer::early_quit:
      if (gui_.has_gone && engine_starts()) begin_quit();
      return;
    case Timer::stop_limit:
      if (!engine_plays() || !conversation_) return;
      conversation_->timer_fired();
      if (!engine_.driver->is_lost()) return;
      quit_when_served();
      if (!engine_plays()) return;
      notify("the engine does not stop; Polyglot restarts it");
      return replace_engine();
    case Timer::engine_silence:
    case Timer::engine_features:
    case Timer::engine_start:
      if (engine_side_ != EngineSide::starting || !engine_start_->pending()) return;
      engine_start_->timer_fired(timer);
      return follow_handshake();
  }
}

// ---- Ends and messages ----------------------------------------------------------------------------------

void Session::notify(std::string text) {
  gui_.notify(std::move(text));
}

void Session::notify_once(const std::string& text) {
  if (reported_once_.insert(text).second) notify(text);
}

/// True if the session has failed and waits only for the GUI's first line.
bool Session::is_failing() const noexcept {
  return engine_side_ == EngineSide::none && !gui_.has_gone && !gui_.front;
}

void Session::quit_when_served() {
  if (!gui_.has_gone || !serves_gui() || !waiting_lines_.empty()) return;
  if (!conversation_ || conversation_->finish()) begin_quit();
}

void Session::begin_quit() {
  if (conversation_) conversation_->before_quit();
  if (engine_side_ == EngineSide::lost) {
    if (conversation_) conversation_->engine_lost();
    return end();
  }
  engine_.quit();
  engine_side_ = EngineSide::ending;
  effects_.engine = EngineFate::ends;
}

void Session::end() {
  effects_.ending = Ending{};
  engine_side_ = EngineSide::none;
  gui_.has_gone = true;
}

/// The session cannot continue. The GUI gets the reason in its own protocol, when that is known.
void Session::fail(std::string text) {
  effects_.log.push_back({LogNote::Level::error, text});
  failure_ = std::move(text);
  effects_.engine = EngineFate::ends;
  engine_side_ = EngineSide::none;
  if (!is_failing()) return give_up();
  effects_.timers.push_back({Timer::last_word, kLastWordDelay});
}

/// Reports the failure; in UCI if the GUI has never sent a line.
void Session::give_up() {
  if (!gui_.front) gui_.speak(protocol::kUci);
  gui_.print(protocol::Alarm{failure_});
  effects_.ending = Ending{.exit_code = 1, .message = failure_};
  gui_.has_gone = true;
}

bool Session::wants_gui_input() const noexcept {
  const std::size_t held = conversation_ ? conversation_->held() : 0;
  return waiting_lines_.size() + held < kHeldLimit;
}

}  // namespace polyglot::session
