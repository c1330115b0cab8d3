#include "session/game_conversation.hpp"
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <polyglot/chess/listing.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/uci.hpp>

namespace polyglot::session {

using chess::Color;
using config::OptionId;

GameConversation::GameConversation(const config::Options& options, const std::chrono::milliseconds& now,
                                   Gui& gui, Engine& engine, BookPlayer& book)
    : options_(options),
      now_(now),
      gui_(gui),
      engine_(engine),
      book_(book),
      settings_(options, engine),
      report_(options, engine, gui, now) {
  driver().listen(*this);
  record_.set_chess960(check(OptionId::chess960));
}

// ---- The game -------------------------------------------------------------------------------------------

EngineFate GameConversation::gui_message(const protocol::GuiMessage& message, std::string_view line,
                                         Effects& effects) {
  if (std::holds_alternative<protocol::NewGame>(message)) return new_game(effects);
  std::visit([&](const auto& known) { on(known, line, effects); }, message);
  return EngineFate::stays;
}

void GameConversation::on(const protocol::Unknown&, std::string_view line, Effects& effects) {
  gui_.print(protocol::CommandError{"unknown command", line}, effects);
}

void GameConversation::on(const protocol::Handshake&, std::string_view, Effects& effects) {
  protocol::Identity identity = gui_.identity(engine_);
  if (const std::string& name = options_.text(OptionId::engine_name); !name.empty()) {
    identity.name = name;
  }
  gui_.print(identity, effects);
}

/// Answered when the engine is ready for what came before: after the move it thinks about.
void GameConversation::on(const protocol::ReadyQuery& message, std::string_view, Effects& effects) {
  pings_.emplace_back(message.tag);
  if (purpose_ != Purpose::think) pass_ping_on(effects);
}

void GameConversation::pass_ping_on(Effects& effects) {
  ++passed_on_;
  driver().ready_query(effects);
}

/// Our move has been made, or will not be: answers what waited for it.
void GameConversation::answer_pings(Effects& effects) {
  while (passed_on_ < pings_.size()) {
    if (driver().busy()) {
      pass_ping_on(effects);
    } else {
      gui_.print(protocol::ReadyAnswer{pings_.front()}, effects);
      pings_.pop_front();
    }
  }
}

void GameConversation::position_changed() {
  ++state_;
  termination_ = record_.termination();
  excluded_.clear();
  reply_.reset();
  awaits_reply_ = false;
}

void GameConversation::take_up_game() noexcept {
  if (mode_ == Mode::halted) mode_ = Mode::playing;
}

void GameConversation::game_begun() {
  take_up_game();
  adjudicator_.new_game();
  position_changed();
}

void GameConversation::begin_chess(Effects& effects) {
  (void)settings_.play_variant(protocol::kNormalChess, effects);
  setup_due_ = false;
  record_.begin(chess::Position());
  game_begun();
}

EngineFate GameConversation::new_game(Effects& effects) {
  drop_search(effects);
  begin_chess(effects);
  record_.play(mode_ == Mode::analyzing ? std::nullopt : std::optional(Color::black));
  record_.set_chess960(false);
  settings_.new_opponent();
  if (clock_.node_rate() > 0) settings_.set_node_rate(0, effects);
  clock_.new_game();
  const bool tells_engine = options_.spin(OptionId::uci_version) >= 2;
  const EngineFate fate = tells_engine ? driver().new_game(effects) : EngineFate::stays;
  update(effects);
  return fate;
}

/// A variant that the engine does not play counts as chess, as in 2.0.4.
void GameConversation::on(const protocol::SetVariant& message, std::string_view, Effects& effects) {
  record_.set_chess960(message.name == protocol::kChess960);
  if (const auto variant = settings_.play_variant(message.name, effects)) {
    setup_due_ = !protocol::is_known_to_xboard(message.name);
    record_.begin_variant(*variant);
    game_begun();
    update(effects);
  } else if (record_.variant() != nullptr) {
    begin_chess(effects);
    update(effects);
  }
}

void GameConversation::on(const protocol::SetUp& message, std::string_view, Effects& effects) {
  if (const auto set = record_.set_up(message.fen); !set) {
    effects.log.push_back({LogNote::Level::warning, set.error().to_string()});
    return gui_.print(protocol::IllegalPosition{}, effects);
  }
  game_begun();
  record_.play(std::nullopt);
  claim_result(effects);
  update(effects);
}

void GameConversation::push(const GameMove& move, bool ours) {
  record_.push(move, ours);
  position_changed();
}

void GameConversation::on(const protocol::PlayMove& message, std::string_view, Effects& effects) {
  const auto move = record_.read(message.move);
  if (move) return play_their_move(*move, effects);
  gui_.print(protocol::IllegalMove{message.move}, effects);
}

void GameConversation::play_their_move(const GameMove& move, Effects& effects) {
  const bool hit = purpose_ == Purpose::ponder && driver().listening() && reply_ == move;
  const bool takes_our_side = record_.our_turn() && purpose_ == Purpose::none;
  if (takes_our_side) record_.play(~record_.turn());
  take_up_game();
  push(move, false);
  if (hit && wanted() == Purpose::think) {
    searched_ = state_;
    purpose_ = Purpose::think;
    clock_.start(now_);
    driver().ponder_hit(effects);
    return report_.ponder_hit(effects);
  }
  claim_result(effects);
  update(effects);
}

/// The engine's or the book's; the caller knows the reply it expects. Nothing is searched when this is
/// called.
void GameConversation::play_our_move(const GameMove& move, Effects& effects) {
  const std::string text = record_.text_of(move);
  push(move, true);
  clock_.stop_with_move(now_, record_.next());
  awaits_reply_ = true;
  gui_.print(protocol::MovePlayed{text}, effects);
  claim_result(effects);
}

void GameConversation::claim_result(Effects& effects) {
  if (const auto result = claim(termination_, record_.turn())) gui_.print(*result, effects);
}

void GameConversation::on(const protocol::TakeBack& message, std::string_view, Effects& effects) {
  if (!record_.take_back(static_cast<std::size_t>(message.plies))) return;
  take_up_game();
  adjudicator_.new_game();
  position_changed();
  claim_result(effects);
  update(effects);
}

void GameConversation::on(const protocol::GameResult& message, std::string_view, Effects& effects) {
  if (mode_ == Mode::playing) mode_ = Mode::halted;
  if (record_.variant() == nullptr) book_.learn(record_, message.score, effects);
  restart(effects);
}

// ---- Who plays ------------------------------------------------------------------------------------------

void GameConversation::on(const protocol::Force&, std::string_view, Effects& effects) {
  record_.play(std::nullopt);
  restart(effects);
}

void GameConversation::play(Color side, Effects& effects) {
  take_up_game();
  if (mode_ != Mode::analyzing) record_.play(side);
  restart(effects);
}

void GameConversation::on(const protocol::PlaySideToMove&, std::string_view, Effects& effects) {
  play(record_.turn(), effects);
}

void GameConversation::on(const protocol::PlayOtherSide&, std::string_view, Effects& effects) {
  play(~record_.turn(), effects);
}

void GameConversation::on(const protocol::SetTurn& message, std::string_view, Effects& effects) {
  if (message.color == record_.turn()) play(~record_.turn(), effects);
}

void GameConversation::on(const protocol::SetPondering& message, std::string_view, Effects& effects) {
  settings_.allow_pondering(message.on);
  restart(effects);
}

void GameConversation::on(const protocol::Analyze&, std::string_view, Effects& effects) {
  mode_ = Mode::analyzing;
  record_.play(std::nullopt);
  restart(effects);
}

void GameConversation::on(const protocol::LeaveAnalysis&, std::string_view, Effects& effects) {
  if (mode_ == Mode::analyzing) mode_ = Mode::playing;
  record_.play(std::nullopt);
  restart(effects);
}

void GameConversation::on(const protocol::Pause&, std::string_view, Effects& effects) {
  paused_ = true;
  update(effects);
}

void GameConversation::on(const protocol::Resume&, std::string_view, Effects& effects) {
  paused_ = false;
  update(effects);
}

void GameConversation::on(const protocol::MoveNow&, std::string_view, Effects& effects) {
  if (purpose_ == Purpose::think) driver().stop(effects);
}

void GameConversation::on(const protocol::SetNodeRate& message, std::string_view, Effects& effects) {
  clock_.set(message);
  settings_.set_node_rate(clock_.node_rate(), effects);
}

void GameConversation::on(const protocol::DrawOffered&, std::string_view, Effects& effects) {
  if (settings_.offer_draw(effects)) return;
  if (Adjudicator::takes_draw(options_, report_.last_score())) {
    gui_.print(protocol::OfferDraw{}, effects);
  }
}

// ---- Questions ------------------------------------------------------------------------------------------

void GameConversation::on(const protocol::ProgressQuery&, std::string_view, Effects& effects) {
  if (purpose_ == Purpose::analyze) gui_.print(report_.progress(), effects);
}

void GameConversation::on(const protocol::HintQuery&, std::string_view, Effects& effects) {
  if (record_.variant() != nullptr) {
    if (reply_) gui_.print(protocol::Hint{record_.text_of(*reply_)}, effects);
    return;
  }
  std::optional<chess::Move> move = book_.hint(record_.position());
  if (!move) move = chess::move_from_uci(record_.position(), hint_);
  if (!move) return;
  gui_.print(protocol::Hint{chess::to_san(record_.position(), *move)}, effects);
}

void GameConversation::on(const protocol::BookQuery&, std::string_view, Effects& effects) {
  if (record_.variant() != nullptr) return gui_.print(protocol::BookList{}, effects);
  if (check(OptionId::book)) return gui_.print(book_.list(record_.position()), effects);
  protocol::BookList list;
  for (const chess::Move move : chess::listed_moves(record_.position())) {
    list.rows.push_back({.san = chess::to_san(record_.position(), move),
                         .excluded = excluded_.contains(move),
                         .share = std::nullopt});
  }
  gui_.print(list, effects);
}

/// An engine can only be told what to search, which takes the rules.
void GameConversation::on(const protocol::ExcludeMove& message, std::string_view line, Effects& effects) {
  if (record_.variant() != nullptr) {
    return gui_.print(protocol::CommandError{"not in this variant", line}, effects);
  }
  const chess::Position& position = record_.position();
  std::optional<chess::Move> move;
  if (message.move) {
    move = chess::move_from_text(position, *message.move);
    if (!move) return;
  }
  const bool changed = message.excluded ? excluded_.exclude(position, move) : excluded_.include(move);
  if (changed && mode_ == Mode::analyzing) restart(effects);
}

// ---- Options of the engine ------------------------------------------------------------------------------

/// An engine that searches is stopped for it, and searches on. Nobody hears of what is so already.
void GameConversation::set_by_gui(EngineOptions::Entry& entry, std::optional<std::string_view> value,
                                  Effects& effects) {
  if (value && !value->empty() && *value == entry.value) return;
  const bool searching = purpose_ != Purpose::none;
  if (searching) drop_search(effects);
  driver().set_option(entry, value, effects);
  entry.option.default_value = entry.value;
  if (searching) update(effects);
}

void GameConversation::on(const protocol::SetOption& message, std::string_view, Effects& effects) {
  EngineOptions::Entry* const entry = engine_.options.find(message.name);
  if (entry == nullptr) {
    return gui_.print(protocol::CommandError{"unknown option", message.name}, effects);
  }
  std::optional<std::string_view> value = message.value;
  if (entry->option.type == "check" && value) value = *value == "1" || *value == "true" ? "true" : "false";
  set_by_gui(*entry, value, effects);
}

void GameConversation::on(const protocol::SetMemory& message, std::string_view line, Effects& effects) {
  EngineOptions& options = engine_.options;
  EngineOptions::Entry* const hash = options.find("Hash");
  if (hash == nullptr) return on(protocol::Unknown{}, line, effects);
  if (const auto mebibytes = memory_for_hash(options, message.mebibytes)) {
    set_by_gui(*hash, std::to_string(*mebibytes), effects);
  }
}

void GameConversation::on(const protocol::SetCores& message, std::string_view line, Effects& effects) {
  EngineOptions::Entry* const threads = find_thread_option(engine_.options);
  if (threads == nullptr) return on(protocol::Unknown{}, line, effects);
  set_by_gui(*threads, std::to_string(clamp_to_range(*threads, message.cores)), effects);
}

void GameConversation::on(const protocol::SetTablebasePath& message, std::string_view, Effects& effects) {
  EngineOptions::Entry* const entry = find_tablebase_option(engine_.options, message.kind);
  if (entry != nullptr) return set_by_gui(*entry, message.path, effects);
  gui_.print(protocol::CommandError{"unsupported table base format", fmt::format("egtpath {}", message.kind)},
             effects);
}

// ---- What to search -------------------------------------------------------------------------------------

GameConversation::Purpose GameConversation::wanted() const {
  if (paused_ || mode_ == Mode::halted || termination_ != chess::Termination::none) return Purpose::none;
  if (mode_ == Mode::analyzing) return Purpose::analyze;
  if (record_.our_turn()) return Purpose::think;
  if (record_.our_side() && awaits_reply_ && reply_ && settings_.may_ponder()) return Purpose::ponder;
  return Purpose::none;
}

void GameConversation::restart(Effects& effects) {
  awaits_reply_ = false;
  adjudicator_.new_game();
  drop_search(effects);
  update(effects);
}

void GameConversation::update(Effects& effects) {
  const Purpose wanted_now = wanted();
  if (purpose_ != Purpose::none && purpose_ == wanted_now && searched_ == state_) return;
  if (purpose_ != Purpose::none) drop_search(effects);
  switch (wanted_now) {
    case Purpose::none:
      return;
    case Purpose::think:
      return think(effects);
    case Purpose::ponder:
      return ponder(effects);
    case Purpose::analyze:
      return analyze(effects);
  }
}

void GameConversation::drop_search(Effects& effects) {
  clock_.stop(now_);
  purpose_ = Purpose::none;
  driver().drop(effects);
  answer_pings(effects);
}

void GameConversation::think(Effects& effects) {
  book_awaits_pong_ = passed_on_ > 0 && book_will_answer();
  if (book_awaits_pong_) return;
  if (play_from_book(effects)) return update(effects);
  clock_.start(now_);
  search(Purpose::think, limits(), effects);
}

/// Not on what ends the game, nor on what the book will answer.
void GameConversation::ponder(Effects& effects) {
  record_.push(*reply_, false);
  if (record_.termination() == chess::Termination::none && !book_will_answer()) {
    protocol::SearchLimits expected = limits();
    expected.ponder = true;
    search(Purpose::ponder, expected, effects);
  }
  record_.take_back(1);
}

bool GameConversation::book_will_answer() const {
  return record_.variant() == nullptr && book_.best(record_.position()).has_value();
}

void GameConversation::analyze(Effects& effects) {
  protocol::SearchLimits limits;
  limits.infinite = true;
  std::vector<std::string> moves;
  if (const auto remaining = excluded_.remaining(record_.position())) {
    for (const chess::Move move : *remaining) moves.push_back(chess::to_uci(move, record_.castling()));
    limits.restricted = true;
    limits.search_moves.assign(moves.begin(), moves.end());
  }
  search(Purpose::analyze, limits, effects);
}

protocol::SearchLimits GameConversation::limits() const {
  return clock_.limits(record_.next(), options_.spin(OptionId::st_fudge),
                       engine_.options.find("UCI_PlayByNodes") == nullptr);
}

void GameConversation::search(Purpose purpose, const protocol::SearchLimits& limits, Effects& effects) {
  settings_.prepare(record_.chess960(), mode_ == Mode::analyzing, effects);
  report_.begin(record_, purpose == Purpose::ponder ? reply_ : std::nullopt);
  searched_ = state_;
  purpose_ = purpose;
  driver().search(record_.search(limits), effects);
}

bool GameConversation::play_from_book(Effects& effects) {
  if (record_.variant() != nullptr) return false;
  const auto move = book_.move(record_.position());
  if (!move) {
    gui_.tell_trouble(book_, effects);
    return false;
  }
  clock_.start(now_);
  play_our_move(*move, effects);
  reply_ = book_.best(record_.position());
  return true;
}

// ---- Engine ---------------------------------------------------------------------------------------------

EngineFate GameConversation::engine_line(std::string_view line, Effects& effects) {
  driver().hear(line, effects);
  return EngineFate::stays;
}

/// Source: CECP, "ping": a move before the pong is of the game before, and not taken note of.
void GameConversation::on_ready(Effects& effects) {
  gui_.print(protocol::ReadyAnswer{pings_.front()}, effects);
  pings_.pop_front();
  --passed_on_;
  if (std::exchange(book_awaits_pong_, false)) update(effects);
}

void GameConversation::on_words(std::string_view line, Effects& effects) {
  gui_.print(protocol::Raw{line}, effects);
}

void GameConversation::on_info(const protocol::Info& info, Effects& effects) {
  if (const auto set_up = protocol::parse_uci_variant(info.text)) return on_variant(*set_up, effects);
  if (driver().listening()) report_.add(info, effects);
}

void GameConversation::on_variant(const protocol::VariantSetUp& set_up, Effects& effects) {
  VariantRecord* const variant = record_.variant();
  if (variant == nullptr || set_up.variant != variant->name()) return;
  if (variant->game().start.empty()) variant->set_ranks(set_up.ranks);
  if (std::exchange(setup_due_, false)) gui_.print(set_up, effects);
}

void GameConversation::on_best_move(const protocol::BestMove& message, Effects& effects) {
  if (std::exchange(purpose_, Purpose::none) != Purpose::think)
    return;  // ended before its time: there is nothing to do but wait

  const bool chess = record_.variant() == nullptr;
  const auto move = record_.read_uci(message.move, check(OptionId::promote_work_around));
  if (!move) return end_without_move(message, effects);
  report_.end_with_move(effects);
  const bool had_choice = !chess || record_.position().legal_moves().size() > 1;
  play_our_move(*move, effects);
  reply_ = record_.read_uci(message.ponder);
  hint_ = reply_ ? message.ponder : std::string_view();
  const chess::Game* const game = chess ? &record_.game() : nullptr;
  const bool goes_on = termination_ == chess::Termination::none;
  if (goes_on && adjudicator_.resigns(options_, game, had_choice, report_.score())) {
    gui_.print(protocol::Resign{}, effects);
  }
  answer_pings(effects);
  update(effects);
}

/// By rules that we do not know the game may be over, and who has won is for the GUI to say.
void GameConversation::end_without_move(const protocol::BestMove& message, Effects& effects) {
  mode_ = Mode::halted;
  clock_.stop(now_);
  if (record_.variant() == nullptr) claim_loss_by(message, effects);
  answer_pings(effects);
}

void GameConversation::claim_loss_by(const protocol::BestMove& message, Effects& effects) const {
  const bool white = record_.turn() == Color::white;
  gui_.print(protocol::ResultClaim{white ? "0-1" : "1-0",
                                   fmt::format("polyglot: resign (illegal engine move by {}: {})",
                                               white ? "white" : "black",
                                               message.whole.empty() ? "nomove" : message.whole)},
             effects);
}

void GameConversation::before_quit(Effects& effects) {
  purpose_ = Purpose::none;
  driver().drop(effects);
  answer_pings(effects);
}

void GameConversation::engine_lost(Effects& effects) {
  for (std::string& tag : std::exchange(pings_, {})) {
    gui_.print(protocol::ReadyAnswer{std::move(tag)}, effects);
  }
  passed_on_ = 0;
}

EngineFate GameConversation::engine_replaced(Effects& effects) {
  driver().listen(*this);
  clock_.stop(now_);
  purpose_ = Purpose::none;
  for (std::size_t i = std::exchange(passed_on_, 0); i > 0; --i) pass_ping_on(effects);
  update(effects);
  if (purpose_ != Purpose::think) answer_pings(effects);
  return EngineFate::stays;
}

std::size_t GameConversation::held() const {
  std::size_t bytes = driver().held();
  for (const std::string& tag : pings_) bytes += sizeof(std::string) + tag.size();
  return bytes;
}

}  // namespace polyglot::session
