// SPDX-License-Identifier: MIT
#include "session/conversations/game_player.hpp"
#include <utility>

#include <fmt/format.h>

#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/uci.hpp>

#include "session/move_text.hpp"
#include "session/recovery/running_search.hpp"

namespace polyglot::session {

using config::OptionId;
using game::Color;

GamePlayer::GamePlayer(Context& context) : Conversation(context), settings_(context), report_(context) {
  driver().listen(*this);
  record_.set_chess960(options_.check(OptionId::chess960));
}

// ---- The game -------------------------------------------------------------------------------------------

void GamePlayer::position_changed() {
  ++state_;
  outcome_ = record_.game().outcome();
  excluded_.clear();
  reply_.reset();
  lost_ = GameClock::Milliseconds(0);
  if (record_.position() == nullptr) hint_.clear();
}

void GamePlayer::take_up_game() noexcept {
  if (mode_ == Mode::halted) mode_ = Mode::playing;
}

void GamePlayer::game_begun() {
  take_up_game();
  adjudicator_.new_game();
  book_.new_game();
  position_changed();
}

void GamePlayer::begin_chess() {
  (void)settings_.play_variant(protocol::kNormalChess);
  record_.begin(game::Game());
  untold_.reset();
  game_begun();
}

void GamePlayer::new_game() {
  drop_search();
  begin_chess();
  record_.play(mode_ == Mode::analyzing ? std::nullopt : std::optional(Color::black));
  record_.set_chess960(false);
  settings_.new_opponent();
  if (clock_.node_rate() > 0) settings_.set_node_rate(0);
  clock_.new_game();
  const bool tells_engine = options_.spin(OptionId::uci_version) >= 2;
  if (tells_engine) driver().new_game();
  update();
}

void GamePlayer::move_now() {
  if (thinks()) driver().stop();
}

void GamePlayer::take_ping(std::string_view tag) {
  pings_.ask(tag, true);
  if (!thinks()) ask_ready();
}

void GamePlayer::ask_ready() {
  pings_.pass_on();
  driver().ready_query();
}

void GamePlayer::answer_ping() {
  gui_.print(protocol::ReadyAnswer{pings_.take()});
}

void GamePlayer::release_pings() {
  while (pings_.any_waits()) driver().busy() ? ask_ready() : answer_ping();
}

/// Sets the variant. If the engine does not play it, nobody plays, and all moves of the GUI are accepted.
void GamePlayer::set_variant(std::string_view name, std::string_view line) {
  record_.set_chess960(name == protocol::kChess960);
  const auto variant = settings_.play_variant(name);
  if (!variant) gui_.print(protocol::CommandError{"unsupported variant", line});
  const bool is_chess = variant && variant->empty();
  if (is_chess && record_.game().is_chess()) return;
  record_.begin(variant ? variant_game(engine_.catalogue.get(), *variant, name)
                        : game::Game(game::text_start(name)));
  untold_ = variant && !protocol::is_known_to_xboard(name) ? variant : std::nullopt;
  game_begun();
  update();
}

void GamePlayer::set_position(std::string_view fen) {
  if (const auto set = record_.set_up(fen, effects_.log); !set) {
    effects_.log.push_back({LogNote::Level::warning, set.error().to_string()});
    return gui_.print(protocol::IllegalPosition{});
  }
  game_begun();
  record_.play(std::nullopt);
  claim_result();
  update();
}

void GamePlayer::hold(const protocol::SetHoldings& holdings) {
  if (!record_.hold(holdings)) return;
  position_changed();
  update();
}

void GamePlayer::push(const game::Move& move, Mover mover) {
  record_.push(move, mover);
  position_changed();
}

void GamePlayer::read_their_move(std::string_view text) {
  auto move = record_.game().read(text);
  if (!move && settings_.plays_against_program())
    move = record_.doubt_rules(text, &game::Game::read, effects_.log);
  if (move) return play_their_move(*move);
  gui_.print(protocol::IllegalMove{text});
}

std::optional<game::Move> GamePlayer::read_engine_move(std::string_view text) {
  const auto read = [&](std::string_view word) { return record_.game().read_uci(word); };
  auto move = read_uci_move(read, text, options_.check(OptionId::promote_work_around));
  return move ? move : record_.doubt_rules(text, &game::Game::read_uci, effects_.log);
}

void GamePlayer::play_their_move(const game::Move& move) {
  const bool hit = purpose_ == Purpose::ponder && driver().listening() && reply_ == move;
  const bool takes_our_side = record_.our_turn() && !searches();
  if (takes_our_side) record_.play(~record_.turn());
  take_up_game();
  push(move, Mover::other);
  claim_result();
  if (hit && wanted() == Purpose::think && !book_will_answer()) {
    searched_ = state_;
    purpose_ = Purpose::think;
    clock_.start(now_);
    driver().ponder_hit();
    return report_.ponder_hit();
  }
  update();
}

/// Plays a move of the engine or the book. The caller sets the expected reply. No search may be running.
void GamePlayer::play_our_move(const game::Move& move, Mover mover) {
  const std::string text = record_.text_of(move);
  push(move, mover);
  clock_.stop_with_move(now_, record_.next());
  gui_.print(protocol::MovePlayed{text});
  claim_result();
}

void GamePlayer::claim_result() {
  if (const auto result = claim(outcome_)) gui_.print(*result);
}

void GamePlayer::take_back(std::size_t plies) {
  if (!record_.take_back(plies)) return;
  take_up_game();
  adjudicator_.new_game();
  position_changed();
  claim_result();
  update();
}

void GamePlayer::end_game(protocol::GameResult::Score score) {
  if (mode_ == Mode::playing) mode_ = Mode::halted;
  book_.learn(record_, score);
  restart();
}

void GamePlayer::play(Color side) {
  take_up_game();
  if (mode_ != Mode::analyzing) record_.play(side);
  restart();
}

void GamePlayer::play_neither() {
  record_.play(std::nullopt);
  restart();
}

void GamePlayer::analyze(bool on) {
  if (on || mode_ == Mode::analyzing) mode_ = on ? Mode::analyzing : Mode::playing;
  play_neither();
}

void GamePlayer::pause(bool on) {
  is_paused_ = on;
  update();
}

// ---- What the user chooses --------------------------------------------------------------------------------

/// Excludes a move. It needs the rules, because an engine can only be told the moves to search.
void GamePlayer::exclude(const protocol::ExcludeMove& message, std::string_view line) {
  if (record_.position() == nullptr) {
    return gui_.print(protocol::CommandError{"not in this variant", line});
  }
  std::optional<game::Move> move;
  if (message.move) {
    move = record_.game().read(*message.move);
    if (!move) return;
  }
  const bool changed = message.excluded ? excluded_.exclude(record_.game(), move) : excluded_.include(move);
  if (changed && mode_ == Mode::analyzing) restart();
}

/// Sets an option. A running search is stopped for it and then continued. If the option has this value
/// already, nothing is sent.
void GamePlayer::set(const GameSettings::Choice& choice, std::string_view line) {
  const auto& [entry, value, complaint, about] = choice;
  if (!complaint.empty()) {
    return gui_.print(protocol::CommandError{complaint, about.empty() ? line : about});
  }
  if (entry == nullptr || (value && !value->empty() && *value == entry->value)) return;
  const bool searching = searches();
  if (searching) drop_search();
  driver().set_option(*entry, value);
  entry->option.default_value = entry->value;
  if (searching) update();
}

// ---- What to search -------------------------------------------------------------------------------------

GamePlayer::Purpose GamePlayer::wanted() const {
  const bool rests = is_paused_ || mode_ == Mode::halted || outcome_.is_over();
  if (rests || !settings_.plays_variant()) return Purpose::none;
  if (mode_ == Mode::analyzing) return Purpose::analyze;
  if (record_.our_turn()) return Purpose::think;
  if (record_.our_side() && reply_ && settings_.may_ponder()) return Purpose::ponder;
  return Purpose::none;
}

void GamePlayer::restart() {
  reply_.reset();
  adjudicator_.new_game();
  drop_search();
  update();
}

void GamePlayer::update() {
  const Purpose wanted_now = wanted();
  if (purpose_ != Purpose::none && purpose_ == wanted_now && searched_ == state_) return;
  if (purpose_ != Purpose::none) drop_search();
  switch (wanted_now) {
    case Purpose::none:
    case Purpose::await_pong:
      return;
    case Purpose::think:
      return think();
    case Purpose::ponder:
      return ponder();
    case Purpose::analyze:
      return search_on();
  }
}

void GamePlayer::drop_search() {
  clock_.stop(now_);
  drop();
  release_pings();
}

/// Source: CECP, "ping": a GUI ignores a move before the pong, because it belongs to the game before the
/// change.
void GamePlayer::think() {
  if (pings_.engine_owes() && book_will_answer()) {
    purpose_ = Purpose::await_pong;
    return;
  }
  if (play_from_book()) return;
  clock_.start(now_);
  search(Purpose::think, limits());
}

/// Ponders, but not on a move that ends the game, nor on one that the book will answer, unless that is
/// wanted.
void GamePlayer::ponder() {
  record_.push(*reply_, Mover::other);
  if (!record_.game().outcome().is_over() && (book_.ponders() || !book_will_answer())) {
    protocol::SearchLimits expected = limits();
    expected.ponder = true;
    search(Purpose::ponder, expected);
  }
  record_.take_back(1);
}

bool GamePlayer::book_will_answer() const {
  return book_.best(record_.game()).has_value();
}

void GamePlayer::search_on() {
  protocol::SearchLimits limits;
  limits.infinite = true;
  if (const auto remaining = excluded_.remaining(record_.game())) {
    limits.restricted = true;
    for (const game::Move& move : *remaining)
      limits.search_moves.push_back(record_.game().to_uci(move, record_.castling()));
  }
  search(Purpose::analyze, limits);
}

protocol::SearchLimits GamePlayer::limits() const {
  protocol::SearchLimits limits = clock_.limits(record_.next(), options_.spin(OptionId::st_fudge),
                                                engine_.options.find("UCI_PlayByNodes") == nullptr);
  if (limits.move_time) limits.move_time = time_left(*limits.move_time, lost_);
  return limits;
}

void GamePlayer::search(Purpose purpose, const protocol::SearchLimits& limits) {
  settings_.prepare(record_.chess960(), mode_ == Mode::analyzing);
  report_.begin(record_.game(), purpose == Purpose::ponder);
  searched_ = state_;
  purpose_ = purpose;
  driver().search(record_.search(limits));
}

bool GamePlayer::play_from_book() {
  const auto move = book_.move(record_.game());
  gui_.tell_trouble(book_);
  if (const std::string exit = book_.take_exit(); !exit.empty()) report_.tell(protocol::Remark{.text = exit});
  if (!move) return false;
  clock_.start(now_);
  play_book_move(*move);
  return true;
}

void GamePlayer::play_book_move(const game::Move& move) {
  protocol::BookReport report = book_.report();
  report.move = game::to_xboard_san(*record_.position(), move);
  report_.tell(report);
  play_our_move(move, Mover::book);
  reply_ = book_.expected_reply(record_.game());
  release_pings();
  update();
}

void GamePlayer::charge_time() {
  lost_ += clock_.running(now_);
  clock_.stop(now_);
}

// ---- Engine ---------------------------------------------------------------------------------------------

void GamePlayer::on_ready() {
  pings_.engine_answers();
  answer_ping();
  if (purpose_ == Purpose::await_pong) update();
}

void GamePlayer::on_words(std::string_view line) {
  gui_.print(protocol::Raw{line});
}

void GamePlayer::on_info(const protocol::Info& info) {
  if (const auto set_up = protocol::parse_uci_variant(info.text)) return on_variant(*set_up);
  if (!driver().listening()) return;
  report_.add(info);
}

void GamePlayer::on_variant(const protocol::VariantSetUp& set_up) {
  game::TextStart* const start = record_.text_start();
  if (start != nullptr && start->fen.empty() && start->variant == set_up.variant) start->ranks = set_up.ranks;
  if (untold_ != set_up.variant) return;
  untold_.reset();
  gui_.print(set_up);
}

void GamePlayer::on_best_move(const protocol::BestMove& message) {
  const Purpose purpose = std::exchange(purpose_, Purpose::none);
  if (purpose != Purpose::think) return;  // it ended too early: we can only wait

  const auto move = read_engine_move(message.move);
  if (!move) return end_without_move(message);
  report_.end_with_move();
  const bool had_choice = record_.position() == nullptr || record_.position()->legal_moves().size() > 1;
  play_our_move(*move, Mover::engine);
  reply_ = record_.game().read_uci(message.ponder);
  hint_ = reply_ ? message.ponder : std::string_view();
  if (in_game() && adjudicator_.resigns(options_, record_.game(), had_choice, report_.score())) {
    gui_.print(protocol::Resign{});
  }
  release_pings();
  update();
}

/// The engine has no move. If we do not know the rules, or know other ones, the game may be over, and the GUI
/// has to decide the result.
void GamePlayer::end_without_move(const protocol::BestMove& message) {
  mode_ = Mode::halted;
  clock_.stop(now_);
  const bool white = record_.turn() == Color::white;
  const std::string_view said = message.whole.empty() ? "nomove" : message.whole;
  if (record_.game().is_chess()) {
    gui_.print(protocol::ResultClaim{
        white ? "0-1" : "1-0",
        fmt::format("polyglot: resign (illegal engine move by {}: {})", white ? "white" : "black", said)});
  } else {
    gui_.notify(fmt::format("the engine has no move to play ({}): the game may be over by its rules", said));
  }
  release_pings();
}

Awaited GamePlayer::awaited() const {
  Awaited awaited;
  awaited.answer = driver().answer_due();
  if (!thinks()) return awaited;
  if (const auto time = time_of(limits(), record_.turn()))
    awaited.move_until = now_ - clock_.running(now_) + *time;
  return awaited;
}

bool GamePlayer::finish_without_engine() {
  if (thinks()) return false;
  engine_lost();
  if (purpose_ == Purpose::await_pong) update();
  return true;
}

void GamePlayer::before_quit() {
  drop();
  release_pings();
}

void GamePlayer::engine_replaced() {
  driver().listen(*this);
  charge_time();
  purpose_ = Purpose::none;
  for (std::size_t owed = pings_.take_back(); owed > 0; --owed) ask_ready();
  update();
  if (!thinks()) release_pings();
}

}  // namespace polyglot::session
