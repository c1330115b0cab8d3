// SPDX-License-Identifier: MIT
#include "session/drivers/cecp_driver.hpp"
#include <algorithm>
#include <iterator>
#include <variant>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>

namespace polyglot::session {
namespace {

using game::Move;

bool ends_game(const game::Game& root, const std::optional<Move>& move) {
  if (!move) return true;
  if (root.position() == nullptr) return false;
  game::Position after = *root.position();
  after.make(*move);
  return !after.has_legal_move();
}

}  // namespace

// ---- What it is to do -----------------------------------------------------------------------------------

EngineFate CecpDriver::new_game(Effects& effects) {
  if (stage_ == Stage::gone) return EngineFate::stays;
  if (game_ != Game::none && !features().reuse) {
    stage_ = Stage::gone;
    return EngineFate::is_replaced;
  }
  drop(effects);
  begin_game(CecpTarget{}, effects);
  return EngineFate::stays;
}

void CecpDriver::search(const protocol::Search& search, Effects& effects) {
  if (stage_ == Stage::gone || search.limits.perft) return;
  drop(effects);
  game_ = Game::running;
  search_ = CecpSearch(search);
  own_move_.reset();
  attempt_ = Attempt::first;
  if (search_.has_no_move()) return finish_without_move(effects);
  if (board_.can_show(search_.target())) return launch(effects);
  const game::Rules* const rules = root().rules();
  const std::string_view variant = rules != nullptr ? rules->name() : root().text_start()->variant;
  listener().on_words(fmt::format("the engine does not play {}, or not from this position", variant),
                      effects);
  finish(std::nullopt, effects);
}

void CecpDriver::drop(Effects& effects) {
  if (listening()) abandon(effects);
  end_came();
}

void CecpDriver::ponder_hit(Effects& effects) {
  if (!listening() || !limits().ponder) return;
  search_.ponder_hit();
  if (stage_ == Stage::over) {
    end(effects);
  } else if (stage_ == Stage::analysing && !runs_in_analysis()) {
    interrupt(effects);
    leave_analysis(effects);
    force(effects);
    begin_thinking(effects);
  }
}

void CecpDriver::stop(Effects& effects) {
  if (!listening() || awaits_end()) return;
  await_end(effects);
  const bool unlimited = !search_.wants_answer();
  search_.stop();
  if (stage_ == Stage::over) {
    end(effects);
  } else if (stage_ == Stage::analysing) {
    close(effects);
  } else if (thinks()) {
    move_now(effects);
    // Engines may ignore `?`. An engine with a clock then moves by itself; any other has to be forced.
    if (unlimited && features().ping) close(effects);
  }
}

void CecpDriver::give_up(Effects& effects) {
  const bool answers = listening() && stage_ != Stage::over;
  stage_ = Stage::gone;
  if (answers) finish_without_move(effects);
}

void CecpDriver::ready_query(Effects& effects) {
  if (stage_ == Stage::gone) return;
  // A thinking engine answers a ping only after its move, but the GUI wants to know that it lives.
  if (!features().ping || searches()) return listener().on_ready(effects);
  ready_pings_.push_back(ping(effects));
}

void CecpDriver::send_option(std::string_view name, std::optional<std::string_view> value, Effects& effects) {
  if (stage_ == Stage::gone) return;
  memory_told_ |= equal_ignoring_case(name, "Hash");
  back_.print_option(name, value, effects.to_engine);
}

void CecpDriver::quit(Effects& effects) {
  interrupt(effects);
  if (stage_ == Stage::analysing) effects.to_engine += "exit\n";
  effects.to_engine += "quit\n";
  stage_ = Stage::gone;
}

// ---- Steps ----------------------------------------------------------------------------------------------

bool CecpDriver::runs_in_analysis() const {
  return features().analyze && (!search_.wants_answer() || limits().mate);
}

/// Begins a new game, so that no limit and no excluded move of the last search remains.
void CecpDriver::begin_game(const CecpTarget& target, Effects& effects) {
  if (!std::exchange(memory_told_, true)) back_.print_usual_memory(effects.to_engine);
  board_.begin(target, effects.to_engine);
  time_.forget();
  in_force_ = true;
  moves_excluded_ = false;
}

/// Brings the engine's board to the target and starts the search.
void CecpDriver::launch(Effects& effects) {
  const CecpTarget& target = search_.target();
  const bool leads_there = board_.leads_to(target) && !time_.needs_new_game(limits(), root().turn());
  if (!leads_there) begin_game(target, effects);
  force(effects);
  if (limits().ponder || !runs_in_analysis())
    time_.print_control(limits(), next_move(root()), effects.to_engine);
  board_.reach(target, effects.to_engine);
  if (!runs_in_analysis()) {
    exclude_moves(effects);
    begin_thinking(effects);
    return;
  }
  effects.to_engine += "analyze\n";
  exclude_moves(effects);  // here, because fairymax forgets earlier ones
  in_force_ = false;
  stage_ = Stage::analysing;
}

void CecpDriver::begin_thinking(Effects& effects) {
  const bool white = root().turn() == game::Color::white;
  // Version 1 means GNU Chess 4, which reads the clocks correctly only after the command for the wrong
  // colour. Source: CECP, "Idioms and backward compatibility features".
  const bool idiom = features().is_version_1();
  if (idiom) effects.to_engine += white ? "black\n" : "white\n";
  time_.print_clocks(limits(), root().turn(), effects.to_engine);
  if (idiom) effects.to_engine += white ? "white\n" : "black\n";
  effects.to_engine += "go\n";
  in_force_ = false;
  stage_ = Stage::thinking;
}

void CecpDriver::exclude_moves(Effects& effects) {
  if (!features().exclude || root().position() == nullptr) return;
  if (moves_excluded_) effects.to_engine += "include all\n";
  moves_excluded_ = false;
  for (const Move& move : root().position()->legal_moves()) {
    if (search_.is_candidate(move)) continue;
    fmt::format_to(std::back_inserter(effects.to_engine), "exclude {}\n", board_.text_of(root(), move));
    moves_excluded_ = true;
  }
}

void CecpDriver::leave_analysis(Effects& effects) {
  effects.to_engine += "exit\n";
  // gnuchess leaves the protocol at this command and writes text for people.
  if (features().is_gnuchess()) effects.to_engine += "xboard\neasy\npost\n";
  in_force_ = false;
}

void CecpDriver::force(Effects& effects) {
  if (!in_force_) effects.to_engine += "force\n";
  in_force_ = true;
}

int CecpDriver::ping(Effects& effects) {
  fmt::format_to(std::back_inserter(effects.to_engine), "ping {}\n", ++pings_);
  return pings_;
}

/// Interrupts only a search: some engines read nothing while they search, but others die of the signal when
/// they do not search. Source: CECP, "Signals".
void CecpDriver::interrupt(Effects& effects) const {
  effects.interrupt_engine |= features().sigint && searches();
}

/// Gives up the running search, whose answer is no longer wanted.
void CecpDriver::abandon(Effects& effects) {
  interrupt(effects);
  const bool searched = searches();
  if (stage_ == Stage::analysing) leave_analysis(effects);
  if (thinks()) {
    force(effects);
    board_.forget();  // it may move before it reads the command
  }
  if (searched) dropped_ = features().ping ? ping(effects) : 0;
  if (stage_ == Stage::closing) dropped_ = closing_;
  closing_ = 0;
  stage_ = Stage::idle;
}

/// Ends a search that does not end by itself.
void CecpDriver::close(Effects& effects) {
  interrupt(effects);
  if (stage_ == Stage::analysing) {
    leave_analysis(effects);
  } else {
    force(effects);
  }
  if (!features().ping) return finish_without_move(effects);
  closing_ = ping(effects);
  stage_ = Stage::closing;
}

void CecpDriver::move_now(Effects& effects) {
  if (stage_ == Stage::hurried) return;
  interrupt(effects);
  effects.to_engine += "?\n";
  stage_ = Stage::hurried;
}

/// The engine's board differs from what we assume.
void CecpDriver::lose_track(Effects& effects) {
  board_.forget();
  if (!listening() || stage_ == Stage::over) return;
  const bool may_start_over = attempt_ == Attempt::first && stage_ != Stage::closing;
  abandon(effects);
  if (!may_start_over) return finish_without_move(effects);
  attempt_ = Attempt::second;
  search_.forget();
  launch(effects);
}

void CecpDriver::finish(const std::optional<Move>& move, Effects& effects) {
  answer_ = move ? Answer{.text = search_.text_of(*move), .reply = search_.reply_to(*move)} : Answer{};
  if (ends_game(root(), move)) game_ = Game::over;
  end(effects);
}

/// The engine has sent no move, or none that may be answered.
void CecpDriver::finish_without_move(Effects& effects) {
  finish(search_.best_known(), effects);
}

void CecpDriver::end(Effects& effects) {
  closing_ = 0;
  if (!search_.wants_answer()) {
    stage_ = Stage::over;
    return;
  }
  if (stage_ != Stage::gone) stage_ = Stage::idle;
  end_came();
  listener().on_best_move({.move = answer_.text, .ponder = answer_.reply, .whole = answer_.text}, effects);
}

// ---- What the engine says -------------------------------------------------------------------------------

bool CecpDriver::volunteers(std::string_view line, Effects& effects) {
  (void)back_.parse(line, effects.to_engine);
  return false;
}

/// An engine of protocol 1 declares nothing, so the GUI gets the defaults.
std::optional<std::vector<std::string>> CecpDriver::declared_features() const {
  if (!features().declared.empty()) return features().declared;
  return {{"usermove=0", "ping=0", "setboard=0"}};
}

std::vector<protocol::EngineOption> CecpDriver::late_options() {
  const std::size_t declared = features().options.size();
  if (std::exchange(options_declared_, declared) == declared) return {};
  return back_.options();
}

void CecpDriver::hear(std::string_view line, Effects& effects) {
  std::string unsent;
  const protocol::EngineMessage message =
      back_.parse(line, stage_ == Stage::gone ? unsent : effects.to_engine);
  std::visit([&](const auto& known) { on(known, line, effects); }, message);
}

void CecpDriver::on(const protocol::SearchOutput&, std::string_view line, Effects& effects) {
  const bool ours = searches() || stage_ == Stage::closing;
  const auto thinking = protocol::read_cecp_thinking(line);
  if (!ours || dropped_ != 0 || !thinking) return;
  search_.hear(*thinking);
  std::string moves;
  listener().on_info(protocol::to_info(*thinking, moves), effects);
  if (stage_ == Stage::closing || !search_.has_reached_limit(*thinking)) return;
  if (stage_ == Stage::analysing) {
    close(effects);
  } else {
    move_now(effects);
  }
}

void CecpDriver::on(const protocol::EngineMoved& message, std::string_view, Effects& effects) {
  if (dropped_ != 0) return;
  const auto move = protocol::read_engine_move(root(), message.move);
  // gnuchess writes each move twice.
  if (own_move_ && move == own_move_) return;
  const bool answers = thinks() || stage_ == Stage::closing;
  if (!answers || !move) return lose_track(effects);
  own_move_ = move;
  board_.played(*move);
  return search_.is_candidate(*move) ? finish(*move, effects) : finish_without_move(effects);
}

void CecpDriver::on(const protocol::MoveRefused& message, std::string_view, Effects& effects) {
  if (dropped_ != 0 || !board_.was_sent(message.move)) return;
  // Without a ping, refusals of later moves may come after we have already started again.
  if (attempt_ == Attempt::second && message.move != refused_) return;
  refused_ = message.move;
  lose_track(effects);
}

void CecpDriver::on(const protocol::AnalysisRefused&, std::string_view, Effects& effects) {
  if (stage_ != Stage::analysing || dropped_ != 0) return;
  force(effects);
  time_.print_control(limits(), next_move(root()), effects.to_engine);
  begin_thinking(effects);
}

void CecpDriver::on(const protocol::EngineTells& message, std::string_view line, Effects& effects) {
  if (dropped_ == 0) listener().on_words(line, effects);
  if (message.ends_game) take_for_over(effects);
}

/// The engine considers the game over; a move of its own may still follow.
void CecpDriver::take_for_over(Effects& effects) {
  if (game_ == Game::running) game_ = Game::over;
  if (!thinks() || dropped_ != 0) return;
  if (features().ping) {
    closing_ = ping(effects);
  } else {
    abandon(effects);
    finish_without_move(effects);
  }
}

void CecpDriver::on(const protocol::Pong& message, std::string_view, Effects& effects) {
  if (message.number <= 0) return;
  if (message.number == dropped_) dropped_ = 0;
  if (message.number == closing_) {
    if (thinks()) abandon(effects);  // the engine considered the game over
    closing_ = 0;
    return finish_without_move(effects);
  }
  const auto query = std::lower_bound(ready_pings_.begin(), ready_pings_.end(), message.number);
  if (query == ready_pings_.end() || *query != message.number) return;
  ready_pings_.erase(query);
  listener().on_ready(effects);
}

}  // namespace polyglot::session
