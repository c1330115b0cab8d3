#include "protocol/cecp_searcher.hpp"
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/text.hpp>

#include "protocol/cecp_words.hpp"

namespace polyglot::protocol {
namespace {

using chess::Move;
using chess::Position;

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
  const std::string_view word = take_pv_move(pv);
  return word.empty() ? std::nullopt : read_engine_move(position, word);
}

}  // namespace

CecpSearcher::CecpSearcher(const CecpFeatures& features) noexcept
    : features_(features), board_(features), time_(features) {}

// ---- From the session -----------------------------------------------------------------------------------

void CecpSearcher::new_game(std::string& out) {
  abandon(out);
  board_.begin(out);
  time_.forget();
  in_force_ = true;
  moves_excluded_ = false;
}

void CecpSearcher::search(const Search& search, std::string& out) {
  if (search.limits.perft) return;
  abandon(out);
  bystander_ = false;
  take_over(search);
  if (candidates_.empty()) {
    finish_without_move();
  } else {
    launch(out);
  }
}

/// A game by rules that we do not know has no move to answer with.
void CecpSearcher::take_over(const Search& search) {
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
  may_answer_ = !limits_.ponder && !limits_.infinite;
  told_to_move_ = started_over_ = answer_due_ = false;
  pv_.clear();
}

void CecpSearcher::ponder_hit(std::string& out) {
  if (stage_ == Stage::idle || !limits_.ponder) return;
  limits_.ponder = false;
  may_answer_ = !limits_.infinite;
  if (stage_ == Stage::over) {
    end();
  } else if (stage_ == Stage::analysing && !runs_in_analysis()) {
    interrupt();
    leave_analysis(out);
    force(out);
    begin_thinking(out);
  }
}

void CecpSearcher::stop(std::string& out) {
  if (stage_ == Stage::idle) return;
  const bool unlimited = limits_.infinite || limits_.ponder;
  limits_.ponder = false;
  may_answer_ = true;
  if (stage_ == Stage::over) {
    end();
  } else if (stage_ == Stage::analysing) {
    close(out);
  } else if (stage_ == Stage::thinking) {
    move_now(out);
    // Engines may ignore `?`. One that plays against a clock moves by itself, any other has to be made to
    // end.
    if (unlimited && features_.ping) close(out);
  }
}

void CecpSearcher::give_up() {
  if (stage_ != Stage::idle && stage_ != Stage::over) finish_without_move();
}

void CecpSearcher::query_ready(std::string& out) {
  // An engine that thinks answers a ping after its move, but a GUI wants to know that it is alive.
  if (!features_.ping || stage_ == Stage::thinking || stage_ == Stage::analysing) {
    ++ready_due_;
  } else {
    ready_pings_.push_back(ping(out));
  }
}

void CecpSearcher::quit(std::string& out) {
  interrupt();
  if (stage_ == Stage::analysing) out += "exit\n";
  out += "quit\n";
  stage_ = Stage::idle;
}

// ---- Steps ----------------------------------------------------------------------------------------------

bool CecpSearcher::runs_in_analysis() const {
  return features_.analyze && (limits_.infinite || limits_.ponder || limits_.mate);
}

/// Brings the engine's board to the target and sets it searching.
void CecpSearcher::launch(std::string& out) {
  const bool anew = !board_.leads_to(target_) || time_.needs_new_game(limits_, root_.side_to_move());
  if (anew) {
    board_.begin(target_, out);
    time_.forget();
    in_force_ = true;
    moves_excluded_ = false;
  }
  force(out);
  if (limits_.ponder || !runs_in_analysis()) time_.print_control(limits_, root_, out);
  board_.reach(target_, out);
  if (!runs_in_analysis()) {
    exclude_moves(out);
    begin_thinking(out);
    return;
  }
  out += "analyze\n";
  exclude_moves(out);  // fairymax forgets what it was told before
  in_force_ = false;
  stage_ = Stage::analysing;
}

void CecpSearcher::begin_thinking(std::string& out) {
  const bool white = root_.side_to_move() == chess::Color::white;
  // Version 1 means GNU Chess 4, which takes the clocks for its own ones only after the wrong colour's word.
  // Source: CECP, "Idioms and backward compatibility features".
  const bool idiom = features_.is_version_1();
  if (idiom) out += white ? "black\n" : "white\n";
  time_.print_clocks(limits_, root_.side_to_move(), out);
  if (idiom) out += white ? "white\n" : "black\n";
  out += "go\n";
  in_force_ = false;
  stage_ = Stage::thinking;
}

void CecpSearcher::exclude_moves(std::string& out) {
  if (!features_.exclude) return;
  if (moves_excluded_) out += "include all\n";
  moves_excluded_ = false;
  for (const Move move : root_.legal_moves()) {
    if (is_candidate(move)) continue;
    fmt::format_to(std::back_inserter(out), "exclude {}\n", board_.text_of(root_, move));
    moves_excluded_ = true;
  }
}

void CecpSearcher::leave_analysis(std::string& out) {
  out += "exit\n";
  // gnuchess leaves the protocol with it and goes on in words for people.
  if (features_.is_gnuchess()) out += "xboard\neasy\npost\n";
  in_force_ = false;
}

void CecpSearcher::force(std::string& out) {
  if (!in_force_) out += "force\n";
  in_force_ = true;
}

int CecpSearcher::ping(std::string& out) {
  fmt::format_to(std::back_inserter(out), "ping {}\n", ++pings_);
  return pings_;
}

/// Some engines read nothing while they search; others die of the signal when they do not.
void CecpSearcher::interrupt() noexcept {
  interrupt_due_ |= features_.sigint && (stage_ == Stage::thinking || stage_ == Stage::analysing);
}

/// Gives up the search that is going on: its answer is not wanted any more.
void CecpSearcher::abandon(std::string& out) {
  interrupt();
  if (stage_ == Stage::analysing) leave_analysis(out);
  if (stage_ == Stage::thinking) {
    force(out);
    board_.forget();  // it may move before it obeys
  }
  if (stage_ == Stage::thinking || stage_ == Stage::analysing) fence_ = features_.ping ? ping(out) : 0;
  if (stage_ == Stage::closing) fence_ = closing_;
  closing_ = 0;
  stage_ = Stage::idle;
  answer_due_ = false;
}

/// Ends a search that has no end of its own.
void CecpSearcher::close(std::string& out) {
  interrupt();
  if (stage_ == Stage::analysing) {
    leave_analysis(out);
  } else {
    force(out);
  }
  if (!features_.ping) {
    finish_without_move();
    return;
  }
  closing_ = ping(out);
  stage_ = Stage::closing;
}

void CecpSearcher::move_now(std::string& out) {
  if (told_to_move_) return;
  interrupt();
  out += "?\n";
  told_to_move_ = true;
}

/// The engine's board is not what we think it is.
void CecpSearcher::trouble(std::string& out) {
  board_.forget();
  if (stage_ == Stage::idle || stage_ == Stage::over) return;
  if (started_over_ || stage_ == Stage::closing) {
    abandon(out);
    finish_without_move();
  } else {
    start_over(out);
  }
}

void CecpSearcher::start_over(std::string& out) {
  abandon(out);
  board_.forget();
  started_over_ = true;
  told_to_move_ = false;
  pv_.clear();
  launch(out);
}

void CecpSearcher::finish(Move move) {
  answer_.move = chess::to_uci(move, castling_);
  answer_.ponder.clear();
  std::string_view pv = pv_;
  if (take_legal_pv_move(root_, pv) == move) {
    Position after = root_;
    after.make(move);
    if (const auto reply = take_legal_pv_move(after, pv)) answer_.ponder = chess::to_uci(*reply, castling_);
  }
  answered_root_ = root_;
  answered_ = move;
  end();
}

/// The engine says no move, or none of those that may be answered: the last variation's, or any.
void CecpSearcher::finish_without_move() {
  // Book moves come in parentheses.
  std::string_view pv = pv_.starts_with('(') ? std::string_view(pv_).substr(1) : std::string_view(pv_);
  const auto best = take_legal_pv_move(root_, pv);
  if (!candidates_.empty()) {
    finish(best && is_candidate(*best) ? *best : candidates_.front());
    return;
  }
  answer_ = Answer{};
  answered_ = Move();
  end();
}

bool CecpSearcher::is_candidate(Move move) const {
  return std::find(candidates_.begin(), candidates_.end(), move) != candidates_.end();
}

void CecpSearcher::end() {
  closing_ = 0;
  answer_due_ = may_answer_;
  stage_ = may_answer_ ? Stage::idle : Stage::over;
}

// ---- From the engine ------------------------------------------------------------------------------------

bool CecpSearcher::has_limit_reached(const CecpThinking& thinking) const {
  if (limits_.ponder || limits_.infinite) return false;
  if (limits_.nodes && thinking.nodes >= *limits_.nodes) return true;
  // phalanx and gnuchess do not know `sd`.
  if (limits_.depth && thinking.depth > *limits_.depth) return true;
  const Score score = read_cecp_score(thinking.score);
  return limits_.mate && score.is_mate && score.value > 0 && score.value <= *limits_.mate;
}

bool CecpSearcher::thinks(const CecpThinking& thinking, std::string& out) {
  if (bystander_) return true;
  const bool ours = stage_ == Stage::thinking || stage_ == Stage::analysing || stage_ == Stage::closing;
  if (!ours || fence_ != 0) return false;
  // A search that failed low has not found a move, it has doubts about one.
  if (!thinking.pv.empty() && !thinking.pv.ends_with('?')) pv_ = thinking.pv;
  if (stage_ == Stage::closing || !has_limit_reached(thinking)) return true;
  if (stage_ == Stage::analysing) {
    close(out);
  } else {
    move_now(out);
  }
  return true;
}

void CecpSearcher::moves(std::string_view text, std::string& out) {
  if (bystander_) {
    whole_ = text;
    answer_ = Answer{whole_, {}};
    answer_due_ = true;
    return;
  }
  if (fence_ != 0) return;
  const bool answers = stage_ == Stage::thinking || stage_ == Stage::closing;
  if (const auto move = answers ? read_engine_move(root_, text) : std::nullopt) {
    board_.played(*move);
    is_candidate(*move) ? finish(*move) : finish_without_move();
    return;
  }
  // gnuchess says each move twice.
  if (!answered_.is_null() && read_engine_move(answered_root_, text) == answered_) return;
  trouble(out);
}

void CecpSearcher::refuses_move(std::string_view move, std::string& out) {
  if (fence_ != 0 || !board_.was_sent(move)) return;
  // Without a ping between, the moves after the first one may be refused when we have long started over.
  if (started_over_ && move != refused_) return;
  refused_ = move;
  trouble(out);
}

void CecpSearcher::refuses_analysis(std::string& out) {
  if (stage_ != Stage::analysing || fence_ != 0) return;
  force(out);
  time_.print_control(limits_, root_, out);
  begin_thinking(out);
}

void CecpSearcher::ends_game(std::string& out) {
  if (stage_ != Stage::thinking || fence_ != 0) return;
  // Its move may follow.
  if (features_.ping) {
    closing_ = ping(out);
  } else {
    abandon(out);
    finish_without_move();
  }
}

void CecpSearcher::answers_ping(int number, std::string& out) {
  if (number <= 0) return;
  if (number == fence_) fence_ = 0;
  if (number == closing_) {
    if (stage_ == Stage::thinking) abandon(out);  // it took the game for over
    closing_ = 0;
    finish_without_move();
  }
  ready_due_ += static_cast<int>(std::erase(ready_pings_, number));
}

std::optional<EngineMessage> CecpSearcher::take_message() {
  if (ready_due_ > 0) {
    --ready_due_;
    return Ready{};
  }
  if (!answer_due_) return std::nullopt;
  answer_due_ = false;
  return BestMove{answer_.move, answer_.ponder, answer_.move};
}

}  // namespace polyglot::protocol
