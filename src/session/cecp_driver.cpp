#include "session/cecp_driver.hpp"
#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <polyglot/chess/notation.hpp>

namespace polyglot::session {
namespace {

using chess::Move;
using chess::Position;
using protocol::SearchLimits;

/// A search that only `stop` ends.
bool has_no_limit(const SearchLimits& limits, chess::Color to_move) {
  const auto& time = to_move == chess::Color::white ? limits.white_time : limits.black_time;
  return limits.infinite || !(time || limits.move_time || limits.depth || limits.nodes || limits.mate);
}

/// The moves that may be answered. Names that are no legal moves restrict nothing: an answer is owed.
std::vector<Move> candidates_of(const Position& root, const SearchLimits& limits) {
  std::vector<Move> candidates;
  for (const std::string_view name : limits.search_moves) {
    if (const auto move = chess::move_from_uci(root, name)) candidates.push_back(*move);
  }
  if (candidates.empty()) {
    const chess::MoveList moves = root.legal_moves();
    candidates.assign(moves.begin(), moves.end());
  }
  return candidates;
}

std::optional<Move> take_legal_pv_move(const Position& position, std::string_view& pv) {
  const std::string_view word = protocol::take_pv_move(pv);
  return word.empty() ? std::nullopt : protocol::read_engine_move(position, word);
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
  board_.begin(effects.to_engine);
  time_.forget();
  in_force_ = true;
  moves_excluded_ = false;
  return EngineFate::stays;
}

void CecpDriver::search(const protocol::Search& search, Effects& effects) {
  if (stage_ == Stage::gone || search.limits.perft) return;
  drop(effects);
  game_ = Game::running;
  take_over(search);
  if (candidates_.empty()) {
    finish_without_move(effects);
  } else {
    launch(effects);
  }
}

/// A game by rules that we do not know has no move to answer with.
void CecpDriver::take_over(const protocol::Search& search) {
  static const chess::Game no_game;
  const chess::Game& game = search.game != nullptr ? *search.game : no_game;
  target_.start = game.start();
  target_.moves.assign(game.moves().begin(), game.moves().end());
  target_.chess960 = search.castling == chess::CastlingNotation::king_takes_rook;
  root_ = game.position();
  limits_ = search.limits;
  limits_.search_moves.clear();  // views that do not outlive this call
  castling_ = search.castling;
  candidates_.clear();
  if (search.game != nullptr) candidates_ = candidates_of(root_, search.limits);
  limits_.infinite = has_no_limit(limits_, root_.side_to_move());
  if (limits_.infinite) limits_.white_time = limits_.black_time = limits_.move_time = std::nullopt;
  answer_wanted_ = !limits_.ponder && !limits_.infinite;
  started_over_ = false;
  pv_.clear();
}

void CecpDriver::drop(Effects& effects) {
  if (listening()) abandon(effects);
  end_came();
}

void CecpDriver::ponder_hit(Effects& effects) {
  if (!listening() || !limits_.ponder) return;
  limits_.ponder = false;
  answer_wanted_ = !limits_.infinite;
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
  const bool unlimited = limits_.infinite || limits_.ponder;
  limits_.ponder = false;
  answer_wanted_ = true;
  if (stage_ == Stage::over) {
    end(effects);
  } else if (stage_ == Stage::analysing) {
    close(effects);
  } else if (thinks()) {
    move_now(effects);
    // Engines may ignore `?`. One that plays against a clock moves by itself, any other has to be made to
    // end.
    if (unlimited && features().ping) close(effects);
  }
}

void CecpDriver::give_up(Effects& effects) {
  const bool searches = listening() && stage_ != Stage::over;
  stage_ = Stage::gone;
  if (searches) finish_without_move(effects);
}

void CecpDriver::ready_query(Effects& effects) {
  if (stage_ == Stage::gone) return;
  // An engine that thinks answers a ping after its move, but a GUI wants to know that it is alive.
  if (!features().ping || thinks() || stage_ == Stage::analysing) return listener().on_ready(effects);
  ready_pings_.push_back(ping(effects));
}

void CecpDriver::send_option(std::string_view name, std::optional<std::string_view> value, Effects& effects) {
  if (stage_ != Stage::gone) back_.print_option(name, value, effects.to_engine);
}

void CecpDriver::quit(Effects& effects) {
  interrupt(effects);
  if (stage_ == Stage::analysing) effects.to_engine += "exit\n";
  effects.to_engine += "quit\n";
  stage_ = Stage::gone;
}

// ---- Steps ----------------------------------------------------------------------------------------------

bool CecpDriver::runs_in_analysis() const {
  return features().analyze && knows_analyze_ && (limits_.infinite || limits_.ponder || limits_.mate);
}

/// Brings the engine's board to the target and sets it searching.
void CecpDriver::launch(Effects& effects) {
  const bool anew = !board_.leads_to(target_) || time_.needs_new_game(limits_, root_.side_to_move());
  if (anew) {
    board_.begin(target_, effects.to_engine);
    time_.forget();
    in_force_ = true;
    moves_excluded_ = false;
  }
  force(effects);
  if (limits_.ponder || !runs_in_analysis()) time_.print_control(limits_, root_, effects.to_engine);
  board_.reach(target_, effects.to_engine);
  if (!runs_in_analysis()) {
    exclude_moves(effects);
    begin_thinking(effects);
    return;
  }
  effects.to_engine += "analyze\n";
  exclude_moves(effects);  // fairymax forgets what it was told before
  in_force_ = false;
  stage_ = Stage::analysing;
}

void CecpDriver::begin_thinking(Effects& effects) {
  const bool white = root_.side_to_move() == chess::Color::white;
  // Version 1 means GNU Chess 4, which takes the clocks for its own ones only after the wrong colour's word.
  // Source: CECP, "Idioms and backward compatibility features".
  const bool idiom = features().is_version_1();
  if (idiom) effects.to_engine += white ? "black\n" : "white\n";
  time_.print_clocks(limits_, root_.side_to_move(), effects.to_engine);
  if (idiom) effects.to_engine += white ? "white\n" : "black\n";
  effects.to_engine += "go\n";
  in_force_ = false;
  stage_ = Stage::thinking;
}

void CecpDriver::exclude_moves(Effects& effects) {
  if (!features().exclude) return;
  if (moves_excluded_) effects.to_engine += "include all\n";
  moves_excluded_ = false;
  for (const Move move : root_.legal_moves()) {
    if (is_candidate(move)) continue;
    fmt::format_to(std::back_inserter(effects.to_engine), "exclude {}\n", board_.text_of(root_, move));
    moves_excluded_ = true;
  }
}

void CecpDriver::leave_analysis(Effects& effects) {
  effects.to_engine += "exit\n";
  // gnuchess leaves the protocol with it and goes on in words for people.
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

/// Some engines read nothing while they search; others die of the signal when they do not.
/// Source: CECP, "Signals".
void CecpDriver::interrupt(Effects& effects) const {
  effects.interrupt_engine |= features().sigint && (thinks() || stage_ == Stage::analysing);
}

/// Gives up the search that is going on: its answer is not wanted any more.
void CecpDriver::abandon(Effects& effects) {
  interrupt(effects);
  const bool searches = thinks() || stage_ == Stage::analysing;
  if (stage_ == Stage::analysing) leave_analysis(effects);
  if (thinks()) {
    force(effects);
    board_.forget();  // it may move before it obeys
  }
  if (searches) dropped_ = features().ping ? ping(effects) : 0;
  if (stage_ == Stage::closing) dropped_ = closing_;
  closing_ = 0;
  stage_ = Stage::idle;
}

/// Ends a search that has no end of its own.
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

/// The engine's board is not what we think it is.
void CecpDriver::lose_track(Effects& effects) {
  board_.forget();
  if (!listening() || stage_ == Stage::over) return;
  if (started_over_ || stage_ == Stage::closing) {
    abandon(effects);
    finish_without_move(effects);
  } else {
    start_over(effects);
  }
}

void CecpDriver::start_over(Effects& effects) {
  abandon(effects);
  board_.forget();
  started_over_ = true;
  pv_.clear();
  launch(effects);
}

void CecpDriver::finish(Move move, Effects& effects) {
  answer_ = chess::to_uci(move, castling_);
  expected_reply_.clear();
  std::string_view pv = pv_;
  const bool in_pv = take_legal_pv_move(root_, pv) == move;
  Position after = root_;
  after.make(move);
  if (const auto reply = in_pv ? take_legal_pv_move(after, pv) : std::nullopt) {
    expected_reply_ = chess::to_uci(*reply, castling_);
  }
  if (!after.has_legal_move()) game_ = Game::over;
  answered_root_ = root_;
  answered_ = move;
  end(effects);
}

/// The engine says no move, or none of those that may be answered: the last variation's, or any.
void CecpDriver::finish_without_move(Effects& effects) {
  // Book moves come in parentheses.
  std::string_view pv = pv_.starts_with('(') ? std::string_view(pv_).substr(1) : std::string_view(pv_);
  const auto best = take_legal_pv_move(root_, pv);
  if (!candidates_.empty()) {
    return finish(best && is_candidate(*best) ? *best : candidates_.front(), effects);
  }
  answer_.clear();
  expected_reply_.clear();
  answered_ = Move();
  game_ = Game::over;
  end(effects);
}

bool CecpDriver::is_candidate(Move move) const {
  return std::find(candidates_.begin(), candidates_.end(), move) != candidates_.end();
}

void CecpDriver::end(Effects& effects) {
  closing_ = 0;
  if (!answer_wanted_) {
    stage_ = Stage::over;
    return;
  }
  if (stage_ != Stage::gone) stage_ = Stage::idle;
  end_came();
  listener().on_best_move({.move = answer_, .ponder = expected_reply_, .whole = answer_}, effects);
}

// ---- What the engine says -------------------------------------------------------------------------------

void CecpDriver::hear(std::string_view line, Effects& effects) {
  std::string unsent;
  const protocol::EngineMessage message =
      back_.parse(line, stage_ == Stage::gone ? unsent : effects.to_engine);
  std::visit([&](const auto& known) { on(known, line, effects); }, message);
}

bool CecpDriver::has_limit_reached(const protocol::CecpThinking& thinking) const {
  if (limits_.ponder || limits_.infinite) return false;
  if (limits_.nodes && thinking.nodes >= *limits_.nodes) return true;
  // phalanx and gnuchess do not know `sd`.
  if (limits_.depth && thinking.depth > *limits_.depth) return true;
  const protocol::Score score = protocol::read_cecp_score(thinking.score);
  return limits_.mate && score.is_mate && score.value > 0 && score.value <= *limits_.mate;
}

void CecpDriver::on(const protocol::SearchOutput&, std::string_view line, Effects& effects) {
  const bool ours = thinks() || stage_ == Stage::analysing || stage_ == Stage::closing;
  const auto thinking = protocol::read_cecp_thinking(line);
  if (!ours || dropped_ != 0 || !thinking) return;
  // A search that failed low has not found a move, it has doubts about one.
  if (!thinking->pv.empty() && !thinking->pv.ends_with('?')) pv_ = thinking->pv;
  std::string moves;
  listener().on_info(protocol::to_info(*thinking, moves), effects);
  if (stage_ == Stage::closing || !has_limit_reached(*thinking)) return;
  if (stage_ == Stage::analysing) {
    close(effects);
  } else {
    move_now(effects);
  }
}

void CecpDriver::on(const protocol::EngineMoved& message, std::string_view, Effects& effects) {
  if (dropped_ != 0) return;
  const bool answers = thinks() || stage_ == Stage::closing;
  if (const auto move = answers ? protocol::read_engine_move(root_, message.move) : std::nullopt) {
    board_.played(*move);
    return is_candidate(*move) ? finish(*move, effects) : finish_without_move(effects);
  }
  // gnuchess says each move twice.
  if (!answered_.is_null() && protocol::read_engine_move(answered_root_, message.move) == answered_) return;
  lose_track(effects);
}

void CecpDriver::on(const protocol::MoveRefused& message, std::string_view, Effects& effects) {
  if (dropped_ != 0 || !board_.was_sent(message.move)) return;
  // Without a ping between, the moves after the first one may be refused when we have long started over.
  if (started_over_ && message.move != refused_) return;
  refused_ = message.move;
  lose_track(effects);
}

void CecpDriver::on(const protocol::AnalysisRefused&, std::string_view, Effects& effects) {
  knows_analyze_ = false;
  if (stage_ != Stage::analysing || dropped_ != 0) return;
  force(effects);
  time_.print_control(limits_, root_, effects.to_engine);
  begin_thinking(effects);
}

void CecpDriver::on(const protocol::EngineTells& message, std::string_view line, Effects& effects) {
  listener().on_words(line, effects);
  if (message.ends_game) take_for_over(effects);
}

/// Its move may follow.
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
    if (thinks()) abandon(effects);  // it took the game for over
    closing_ = 0;
    return finish_without_move(effects);
  }
  const auto query = std::lower_bound(ready_pings_.begin(), ready_pings_.end(), message.number);
  if (query == ready_pings_.end() || *query != message.number) return;
  ready_pings_.erase(query);
  listener().on_ready(effects);
}

}  // namespace polyglot::session
