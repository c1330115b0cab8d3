// SPDX-License-Identifier: MIT
#include "session/conversations/hidden_search.hpp"
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <polyglot/protocol/cecp_engine.hpp>

#include "session/recovery/running_search.hpp"

namespace polyglot::session {
namespace {

/// Both searches together may take half of the time for a move, or a tenth of the clock, so that they never
/// cost the game on time.
constexpr int kPartOfMoveTime = 4;
constexpr int kPartOfClock = 20;
/// In less time an engine reports nothing useful.
constexpr std::chrono::milliseconds kLeastTime{10};
/// How late an engine may be: this or the time of a search, whichever is longer, but at most most_time().
constexpr std::chrono::milliseconds kPatience{200};

constexpr std::string_view kSameChoice = "it is the engine's own choice";

/// The maximum time for one search.
std::chrono::milliseconds most_time(const protocol::SearchLimits& limits, game::Color turn) {
  const auto there_is = time_of(limits, turn);
  if (!there_is) return std::chrono::milliseconds::max();
  return *there_is / (limits.move_time ? kPartOfMoveTime : kPartOfClock);
}

/// The score of the position after a move, for its side to move: a mate by the other side is one move nearer.
protocol::Score score_after(const protocol::Score& score) noexcept {
  protocol::Score after = score;
  after.value = score.is_mate && score.value > 0 ? 1 - score.value : -score.value;
  return after;
}

constexpr std::int64_t kMateAtOnce = 10'000'000;
constexpr std::int64_t kLongestMate = 10'000;
/// The maximum for a position without a mate; more than engines normally report.
constexpr std::int64_t kMostCentipawns = kMateAtOnce - kLongestMate - 1;

}  // namespace

std::int64_t worth_of(const protocol::Score& score) noexcept {
  if (!score.is_mate) return std::clamp(score.value, -kMostCentipawns, kMostCentipawns);
  const std::int64_t moves = std::clamp(score.value, -kLongestMate, kLongestMate);
  return moves > 0 ? kMateAtOnce - moves : -kMateAtOnce - moves;
}

std::string worth_in_words(std::int64_t worth) {
  constexpr double kPawn = 100;
  if (worth > kMostCentipawns) return fmt::format("mates in {}", kMateAtOnce - worth);
  if (worth < -kMostCentipawns) return fmt::format("mated in {}", kMateAtOnce + worth);
  return fmt::format("{:+.2f}", static_cast<double>(worth) / kPawn);
}

bool HiddenSearch::verify(const game::Game& game, const game::Move& move,
                          const protocol::SearchLimits& limits, game::CastlingNotation castling,
                          Effects& effects) {
  if (!book_.verifies()) return false;
  const std::chrono::milliseconds most = most_time(limits, game.turn());
  time_ = std::min(book_.verify_policy().time, most);
  move_ = move;
  game_ = game;
  castling_ = castling;
  move_text_ = text_of(move);
  if (!needs_engine()) return false;
  const game::Key key = game_.position()->key();
  if (own_ && own_->position != key) own_.reset();
  if (is_own_choice()) {
    (void)end(true, kSameChoice, effects);
    return false;
  }
  score_.reset();
  report_.reset();
  const std::chrono::milliseconds wait = 2 * time_ + std::min(std::max(time_, kPatience), most);
  until_ = now_ + wait;
  effects.timers.push_back({Timer::book_verdict, wait});
  search(effects);
  return true;
}

void HiddenSearch::search(Effects& effects) {
  stage_ = Stage::verifying;
  game::Game searched = game_;
  protocol::SearchLimits limits;
  if (way_ == Way::position_after) {
    if (searches_book_move()) searched.push(move_);
    limits.infinite = true;
    search_end_ = now_ + time_;
    effects.timers.push_back({Timer::book_search, time_});
  } else {
    limits.move_time = time_.count();
    limits.restricted = searches_book_move();
    if (limits.restricted) limits.search_moves = {move_text_};
  }
  engine_->search({.game = &searched, .limits = std::move(limits), .castling = castling_}, effects);
}

void HiddenSearch::drop(Effects& effects) {
  if (std::exchange(stage_, Stage::none) != Stage::none) engine_->drop(effects);
}

void HiddenSearch::time_over(Effects& effects) {
  if (way_ != Way::position_after || stage_ != Stage::verifying || now_ < search_end_) return;
  stage_ = Stage::closing;
  engine_->stop(effects);
}

/// Whether the engine has to verify the move: not if it is known to be good, is the only one, or ends the
/// game, nor if there is too little time.
bool HiddenSearch::needs_engine() const {
  const game::Position& position = *game_.position();
  if (time_ < kLeastTime || book_.verified().is_good(position, move_)) return false;
  game::Position after = position;
  after.make(move_);
  return after.has_legal_move() && position.legal_moves().size() > 1;
}

/// The search is not dropped, so that an engine that does not end it is noticed.
bool HiddenSearch::gives_up(Effects& effects) {
  if (!verifies() || now_ < until_) return false;
  effects.log.push_back({LogNote::Level::warning,
                         fmt::format("book move {} is played unverified: the engine is late", move_text_)});
  forget();
  engine_->stop(effects);
  return true;
}

std::string HiddenSearch::text_of(const game::Move& move) const {
  return game_.to_uci(move, castling_);
}

void HiddenSearch::hear(const protocol::Info& info) {
  if (!verifies() || !info.score || info.multipv.value_or(1) != 1) return;
  const bool is_opponents = searches_book_move() && way_ == Way::position_after;
  score_ = is_opponents ? -worth_of(*info.score) : worth_of(*info.score);
  if (!book_.uses_store() || info.pv.empty() || info.score->bound != protocol::Score::Bound::exact) return;
  report_ = Report{.score = *info.score,
                   .pv = std::string(info.pv),
                   .depth = info.depth.value_or(0),
                   .nodes = info.nodes.value_or(0),
                   .milliseconds = info.time.value_or(0)};
}

/// Results of searches that the clock has shortened are not kept: their time would be another one each time.
void HiddenSearch::keep(const std::optional<game::Move>& best, Effects& effects) {
  const auto report = std::exchange(report_, std::nullopt);
  if (!report || time_ != book_.verify_policy().time) return;
  FoundVerdict found{.variant = std::string(game_.rules()->name()),
                     .position = *game_.position(),
                     .score = report->score,
                     .variation = {},
                     .depth = report->depth,
                     .nodes = report->nodes,
                     .milliseconds = report->milliseconds,
                     .time = time_};
  game::Game line = game_.from_here();
  const bool is_of_book_move = searches_book_move();
  if (is_of_book_move) {
    line.push(move_);
    found.position = *line.position();
  }
  std::string_view pv = report->pv;
  if (is_of_book_move && way_ == Way::move) {
    if (protocol::read_engine_move(game_, protocol::take_pv_move(pv)) != move_) return;
    found.score = score_after(report->score);
    --found.depth;
  }
  while (const auto move = protocol::read_engine_move(line, protocol::take_pv_move(pv))) {
    found.variation.push_back(*move);
    line.push(*move);
  }
  if (found.variation.empty() || (!is_of_book_move && found.variation.front() != best)) return;
  effects.verdicts.push_back(std::move(found));
}

HiddenSearch::Verdict HiddenSearch::ended(const std::optional<game::Move>& best, Effects& effects) {
  const bool has_verified = verifies();
  forget();
  if (!has_verified) return Verdict::pending;
  keep(best, effects);
  if (searches_book_move()) return judge(effects);
  own_ = Own{.position = game_.position()->key(), .move = best, .score = std::exchange(score_, std::nullopt)};
  if (is_own_choice()) return end(true, kSameChoice, effects);
  search(effects);
  return Verdict::pending;
}

HiddenSearch::Verdict HiddenSearch::judge(Effects& effects) {
  if (!own_->score || !score_) return end(true, "the engine gives no evaluation", effects);
  const std::string scores =
      fmt::format("{} against {} of its own choice{}", worth_in_words(*score_), worth_in_words(*own_->score),
                  own_->move ? " " + text_of(*own_->move) : std::string());
  return end(*own_->score - *score_ <= book_.verify_policy().margin, scores, effects);
}

HiddenSearch::Verdict HiddenSearch::end(bool is_good, std::string_view why, Effects& effects) {
  book_.verified().add(*game_.position(), move_, is_good);
  words_ = verdict_in_words(move_text_, is_good, why);
  effects.log.push_back({LogNote::Level::info, words_});
  return is_good ? Verdict::kept : Verdict::dropped;
}

}  // namespace polyglot::session
