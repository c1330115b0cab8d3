#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/protocol/text.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/session/session.hpp>

#include "session/lines.hpp"

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

/// What may pile up before the GUI is left unread.
constexpr std::size_t kWaitingLinesLimit = 1 << 20;
constexpr std::size_t kWaitingAnswersLimit = 1 << 10;

/// Lines kept for a GUI that has not spoken yet. An engine that says more is not worth it.
constexpr std::size_t kEarlyOutputLimit = 1 << 14;

bool is_own_option(std::string_view name) {
  return name.size() > kOwnPrefix.size() &&
         protocol::equals_ignoring_case(name.substr(0, kOwnPrefix.size()), kOwnPrefix);
}

/// Variants whose rules, and so whose books, are those of chess.
bool plays_chess(std::string_view variant) {
  static constexpr std::array<std::string_view, 6> kNames = {"",         "chess",    "normal",
                                                             "standard", "chess960", "fischerandom"};
  for (const std::string_view name : kNames) {
    if (protocol::equals_ignoring_case(variant, name)) return true;
  }
  return false;
}

/// One of our options as the GUI is shown it. Source: 2.0.4, which calls every text a string.
protocol::EngineOption exported(const config::OptionSpec& spec, const config::Options& options) {
  protocol::EngineOption option;
  option.name = std::string(kOwnPrefix) + std::string(spec.name);
  option.type = spec.type == config::OptionType::check  ? "check"
                : spec.type == config::OptionType::spin ? "spin"
                                                        : "string";
  option.default_value = options.text(spec.id);
  if (spec.type == config::OptionType::spin) {
    option.min = std::to_string(spec.min);
    option.max = std::to_string(spec.max);
  }
  return option;
}

void relay_to_engine(std::string_view line, Effects& effects) {
  effects.to_engine.append(line) += '\n';
}

}  // namespace

Session::Session(Setup setup)
    : options_(std::move(setup.options)),
      engine_settings_(std::move(setup.engine_settings)),
      load_profile_(std::move(setup.load_profile)),
      front_(std::make_unique<protocol::UciFront>(options_.check(OptionId::uci))),
      back_(std::make_unique<protocol::UciBack>()),
      book_(std::move(setup.open_book), std::move(setup.random)) {
  book_.set_policy(options_);
}

void Session::start(Effects& effects) {
  back_->print_handshake(effects.to_engine);
  const auto limit = std::chrono::milliseconds(options_.spin(OptionId::engine_start_timeout));
  if (limit.count() > 0) effects.timers.push_back({Timer::engine_start, limit});
  open_book(effects);
}

// ---- GUI ------------------------------------------------------------------------------------------------

void Session::gui_lines(std::string_view block, Effects& effects) {
  for_each_line(block, [&](std::string_view line) { gui_line(line, effects); });
}

void Session::gui_line(std::string_view line, Effects& effects) {
  switch (stage_) {
    case Stage::starting:
      return wait_for_engine(line, front_->parse(line), effects);
    case Stage::playing:
      return serve(line, front_->parse(line), effects);
    case Stage::failing:
      gui_is_foreign_ = std::holds_alternative<protocol::ForeignProtocol>(front_->parse(line));
      return give_up(effects);
    case Stage::quitting:
    case Stage::over:
      return;
  }
}

/// Until the engine is ready its GUI waits, but it may always leave.
void Session::wait_for_engine(std::string_view line, const protocol::GuiMessage& message, Effects& effects) {
  if (quit_after_start_) return;
  if (const auto* foreign = std::get_if<protocol::ForeignProtocol>(&message);
      foreign && waiting_lines_.empty()) {
    return on(*foreign, line, effects);
  }
  if (std::holds_alternative<protocol::Quit>(message)) return gui_closed(effects);
  waiting_lines_.append(line) += '\n';
}

void Session::gui_closed(Effects& effects) {
  if (stage_ == Stage::failing) return give_up(effects);
  if (stage_ == Stage::starting && !waiting_lines_.empty()) {
    if (!std::exchange(quit_after_start_, true)) {
      effects.timers.push_back({Timer::early_quit, kEarlyQuitDelay});
    }
  } else if (stage_ == Stage::starting || stage_ == Stage::playing) {
    begin_quit(effects);
  }
}

void Session::interrupted(Effects& effects) {
  if (stage_ == Stage::failing) return give_up(effects);
  if (stage_ == Stage::starting || stage_ == Stage::playing) begin_quit(effects);
}

void Session::serve(std::string_view line, const protocol::GuiMessage& message, Effects& effects) {
  std::visit([&](const auto& known) { on(known, line, effects); }, message);
  if (!std::exchange(gui_has_spoken_, true) && !gui_is_foreign_) {
    effects.to_gui += std::exchange(early_output_, {});
    for (std::string& text : std::exchange(notices_, {})) notify(std::move(text), effects);
  }
}

void Session::on(const protocol::Handshake&, std::string_view, Effects& effects) {
  protocol::Identity identity{.name = engine_name_.empty() ? "unknown" : engine_name_,
                              .author = engine_author_.empty() ? "<empty>" : engine_author_,
                              .options = {}};
  for (const EngineOptions::Entry& entry : engine_options_.entries()) {
    identity.options.push_back(entry.option);
  }
  for (const config::OptionSpec& spec : config::option_specs()) {
    if (spec.exported(config::Export::uci)) {
      identity.options.push_back(exported(spec, options_));
    }
  }
  std::string text;
  front_->print(identity, text);
  order_.add(std::move(text), ReplyOrder::After::ready);
  order_.release(effects.to_gui);
}

void Session::on(const protocol::ReadyQuery&, std::string_view line, Effects& effects) {
  order_.expect_ready();
  relay_to_engine(line, effects);
}

void Session::on(const protocol::SetOption& message, std::string_view line, Effects& effects) {
  EngineOptions::Entry* const entry = engine_options_.find(message.name);
  if (entry == nullptr && is_own_option(message.name)) {
    set_own_option(message.name.substr(kOwnPrefix.size()), message.value.value_or(""), effects);
    return;
  }
  if (entry != nullptr && message.value) entry->value = *message.value;
  relay_to_engine(line, effects);
}

void Session::on(const protocol::SetPosition& message, std::string_view line, Effects& effects) {
  relay_to_engine(line, effects);
  if (const auto followed = game_.set(message); !followed && !position_doubted_) {
    effects.log.push_back(
        {Level::warning, fmt::format("position not understood, no book for it: {} in \"{}\"",
                                     followed.error().to_string(), line.substr(0, 200))});
    position_doubted_ = true;
  } else if (followed) {
    position_doubted_ = false;
  }
}

void Session::on(const protocol::Go& message, std::string_view line, Effects& effects) {
  release_ponder_answer(effects);
  if (message.limits.perft) return relay_to_engine(line, effects);
  if (order_.searching() && !stop_sent_) stop_search(effects);  // the GUI forgot to
  gui_has_pondered_ |= message.limits.ponder;

  if (auto answer = book_answer(message.limits)) {
    if (message.limits.ponder) {
      ponder_answer_ = std::move(answer);
    } else {
      give_book_answer(*answer, effects);
    }
    return;
  }
  if (const auto trouble = book_.take_trouble()) {
    notify(fmt::format("no book move: {}", trouble->to_string()), effects);
  }
  order_.expect_best_move();
  stop_sent_ = false;
  relay_to_engine(line, effects);
}

void Session::on(const protocol::Stop&, std::string_view line, Effects& effects) {
  if (ponder_answer_) return release_ponder_answer(effects);
  stop_sent_ = true;
  relay_to_engine(line, effects);
}

void Session::on(const protocol::PonderHit&, std::string_view line, Effects& effects) {
  if (ponder_answer_) return release_ponder_answer(effects);
  relay_to_engine(line, effects);
}

void Session::on(const protocol::Quit&, std::string_view, Effects& effects) {
  begin_quit(effects);
}

void Session::on(const protocol::ForeignProtocol&, std::string_view line, Effects& effects) {
  if (gui_has_spoken_) return relay_to_engine(line, effects);
  gui_is_foreign_ = true;
  fail("the GUI speaks the XBoard protocol, this version speaks UCI to the GUI", effects);
}

void Session::on(const protocol::Unknown&, std::string_view line, Effects& effects) {
  relay_to_engine(line, effects);
}

// ---- Book -----------------------------------------------------------------------------------------------

std::optional<protocol::BookAnswer> Session::book_answer(const protocol::SearchLimits& limits) const {
  if (limits.infinite || limits.mate) return std::nullopt;
  if (engine_options_.check("UCI_AnalyseMode") || !plays_chess(engine_options_.value("UCI_Variant"))) {
    return std::nullopt;
  }
  const chess::Game* const game = game_.game();
  if (game == nullptr) return std::nullopt;

  const bool chess960 = engine_options_.check("UCI_Chess960") || game->position().needs_chess960();
  return book_.answer(game->position(),
                      {.restricted = limits.restricted,
                       .search_moves = limits.search_moves,
                       .with_reply = gui_has_pondered_ || engine_options_.check("Ponder"),
                       .castling = chess960 ? chess::CastlingNotation::king_takes_rook
                                            : chess::CastlingNotation::king_to_destination});
}

void Session::give_book_answer(const protocol::BookAnswer& answer, Effects& effects) {
  std::string text;
  front_->print(answer, text);
  order_.add(std::move(text), ReplyOrder::After::ready_and_best_move);
  order_.release(effects.to_gui);
}

void Session::release_ponder_answer(Effects& effects) {
  if (const auto answer = std::exchange(ponder_answer_, std::nullopt)) give_book_answer(*answer, effects);
}

void Session::open_book(Effects& effects) {
  if (const auto opened = book_.open(options_); !opened) {
    notify(fmt::format("no book: {}", opened.error().to_string()), effects);
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
  if (const auto set = options_.set(spec->id, value); !set) return notify(set.error().to_string(), effects);
  effects.changed_options.push_back(spec->id);
  book_.set_policy(options_);
  if (spec->id == OptionId::book || spec->id == OptionId::book_file) open_book(effects);
}

void Session::adopt(EngineProfile profile, Effects& effects) {
  for (std::string& warning : profile.warnings) effects.log.push_back({Level::warning, std::move(warning)});
  for (const config::OptionSpec& spec : config::option_specs()) {
    if (profile.options.text(spec.id) != options_.text(spec.id)) effects.changed_options.push_back(spec.id);
  }
  options_ = std::move(profile.options);
  engine_settings_ = std::move(profile.engine_settings);
  book_.set_policy(options_);
  const auto& changed = effects.changed_options;
  if (std::ranges::count(changed, OptionId::book) + std::ranges::count(changed, OptionId::book_file) > 0) {
    open_book(effects);
  }
}

/// Sends the engine what its section of the configuration says, where that differs from its own default.
void Session::configure_engine(Effects& effects) {
  for (const config::EngineSetting& setting : engine_settings_) {
    EngineOptions::Entry* const entry = engine_options_.find(setting.name);
    if (entry == nullptr) {
      effects.log.push_back(
          {Level::warning, fmt::format("{}: the engine has no option \"{}\"", setting.where, setting.name)});
      continue;
    }
    if (entry->option.type == "button") {
      back_->print_option(entry->option.name, std::nullopt, effects.to_engine);
      continue;
    }
    if (setting.value == entry->engine_default) continue;
    back_->print_option(entry->option.name, setting.value, effects.to_engine);
    entry->value = setting.value;
    entry->option.default_value = setting.value;
  }
}

// ---- Engine ---------------------------------------------------------------------------------------------

void Session::engine_lines(std::string_view block, Effects& effects) {
  while (!block.empty()) {
    const bool relaying = stage_ == Stage::playing || stage_ == Stage::quitting;
    if (relaying && gui_has_spoken_) effects.to_gui += take_output(block);
    if (block.empty()) return;
    const std::string_view line = take_line(block);
    if (stage_ == Stage::starting) {
      handshake_line(line, effects);
    } else if (relaying) {
      engine_line(line, effects);
    }
  }
}

/// Cuts off the lines up to the first that matters to more than the GUI: a search prints thousands of lines
/// between two of those, and they are passed on in one piece.
std::string_view Session::take_output(std::string_view& block) const {
  std::size_t size = 0;
  for (std::size_t end = 0; (end = block.find('\n', size)) != std::string_view::npos; size = end + 1) {
    const std::string_view line = block.substr(size, end - size);
    if (line.ends_with('\r') || !std::holds_alternative<protocol::Output>(back_->parse(line))) break;
  }
  const std::string_view output = block.substr(0, size);
  block.remove_prefix(size);
  return output;
}

void Session::handshake_line(std::string_view line, Effects& effects) {
  const protocol::EngineMessage message = back_->parse_handshake(line);
  if (const auto* name = std::get_if<protocol::IdName>(&message)) {
    engine_name_ = name->text;
  } else if (const auto* author = std::get_if<protocol::IdAuthor>(&message)) {
    engine_author_ = author->text;
  } else if (const auto* declared = std::get_if<protocol::OptionDeclared>(&message)) {
    engine_options_.declare(declared->option);
  } else if (std::holds_alternative<protocol::HandshakeDone>(message)) {
    finish_handshake(effects);
  } else if (std::holds_alternative<protocol::HandshakeRefused>(message)) {
    fail(fmt::format("\"{}\" is not a UCI engine, it answered: {}", options_.text(OptionId::engine_command),
                     line),
         effects);
  }
}

void Session::finish_handshake(Effects& effects) {
  stage_ = Stage::playing;
  if (load_profile_) adopt(load_profile_(engine_name_), effects);
  configure_engine(effects);
  const std::string lines = std::exchange(waiting_lines_, {});
  gui_lines(lines, effects);
  if (quit_after_start_ && stage_ == Stage::playing) begin_quit(effects);
}

void Session::engine_line(std::string_view line, Effects& effects) {
  const protocol::EngineMessage message = back_->parse(line);
  if (std::holds_alternative<protocol::BestMove>(message)) {
    if (!order_.best_move_arrived()) {
      effects.log.push_back({Level::warning, fmt::format("dropped a best move nobody asked for: {}", line)});
      return;
    }
  } else if (std::holds_alternative<protocol::Ready>(message)) {
    order_.ready_arrived();
  }
  relay_to_gui(line, effects);
  if (!std::holds_alternative<protocol::Output>(message)) order_.release(effects.to_gui);
}

void Session::relay_to_gui(std::string_view line, Effects& effects) {
  if (gui_has_spoken_) {
    effects.to_gui.append(line) += '\n';
  } else if (early_output_.size() + line.size() < kEarlyOutputLimit) {
    early_output_.append(line) += '\n';
  }
}

void Session::engine_lost(std::string_view reason, Effects& effects) {
  if (stage_ == Stage::starting || stage_ == Stage::playing) {
    order_.release_all(effects.to_gui);
    fail(std::string(reason), effects);
  } else if (stage_ == Stage::quitting) {
    order_.release_all(effects.to_gui);
    effects.ending = Ending{};
    stage_ = Stage::over;
  }
}

void Session::timer_fired(Timer timer, Effects& effects) {
  if (timer == Timer::last_word && stage_ == Stage::failing) return give_up(effects);
  if (timer == Timer::last_word || stage_ != Stage::starting) return;
  if (timer == Timer::early_quit) return begin_quit(effects);
  fail(fmt::format("\"{}\" did not answer \"uci\" with \"uciok\" within {} ms (EngineStartTimeout)",
                   options_.text(OptionId::engine_command), options_.spin(OptionId::engine_start_timeout)),
       effects);
}

// ---- Ends and messages ----------------------------------------------------------------------------------

void Session::notify(std::string text, Effects& effects) {
  effects.log.push_back({Level::warning, text});
  if (gui_has_spoken_) {
    front_->print(protocol::Notice{std::move(text)}, effects.to_gui);
  } else {
    notices_.push_back(std::move(text));
  }
}

void Session::stop_search(Effects& effects) {
  back_->print_stop(effects.to_engine);
  stop_sent_ = true;
}

void Session::begin_quit(Effects& effects) {
  back_->print_quit(effects.to_engine);
  stage_ = Stage::quitting;
  effects.end_engine = true;
}

/// The session cannot go on. The GUI is told in its own protocol, once it has shown which that is.
void Session::fail(std::string text, Effects& effects) {
  effects.log.push_back({Level::error, text});
  failure_ = std::move(text);
  effects.end_engine = true;
  stage_ = Stage::failing;
  if (gui_has_spoken_ || gui_is_foreign_ || !waiting_lines_.empty()) {
    give_up(effects);
  } else {
    effects.timers.push_back({Timer::last_word, kLastWordDelay});
  }
}

void Session::give_up(Effects& effects) {
  if (gui_is_foreign_) {
    front_->print_refusal(effects.to_gui);
  } else {
    front_->print(protocol::Notice{failure_}, effects.to_gui);
  }
  effects.ending = Ending{.exit_code = 1, .message = failure_};
  stage_ = Stage::over;
}

bool Session::wants_gui_input() const noexcept {
  return waiting_lines_.size() < kWaitingLinesLimit && order_.waiting() < kWaitingAnswersLimit;
}

}  // namespace polyglot::session
