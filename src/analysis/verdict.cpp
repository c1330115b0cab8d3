// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <polyglot/analysis/store.hpp>

namespace polyglot::analysis {

Score Score::centipawns(std::int64_t value) noexcept {
  constexpr std::int64_t kMost = kMostCentipawns;
  return Score(static_cast<Code>(std::clamp(value, -kMost, kMost)));
}

std::optional<Chances> Chances::of(int wins, int draws, int losses) noexcept {
  const std::int64_t all = std::int64_t{wins} + draws + losses;
  if (wins < 0 || draws < 0 || losses < 0 || all == 0) return std::nullopt;
  // Rounding to the nearest could make the sum of two parts exceed the whole.
  const auto scaled = [all](std::int64_t part) { return static_cast<int>((part * kAll + all / 2) / all); };
  const int scaled_wins = scaled(wins);
  return Chances{.wins = scaled_wins, .draws = std::min(scaled(draws), kAll - scaled_wins)};
}

Score Score::mate(std::int64_t moves) noexcept {
  constexpr std::int64_t kFarthest = kMate - kMostCentipawns - 1;
  const auto distance = static_cast<Code>(std::min(moves > 0 ? moves : -moves, kFarthest));
  return Score(static_cast<Code>(moves > 0 ? kMate - distance : distance - kMate));
}

Score Score::before_move() const noexcept {
  const bool mates = code_ < -kMostCentipawns - 1;  // the farthest mate stays one
  return Score(static_cast<Code>(-code_ - (mates ? 1 : 0)));
}

std::string Score::text() const {
  if (!is_mate()) return fmt::format("{:+.2f}", code_ / 100.0);
  return code_ > 0 ? fmt::format("#{}", kMate - code_) : fmt::format("#-{}", kMate + code_);
}

namespace {

/// The score of a position in which the game is over, for the side to move.
Score score_of_end(const game::Position& position) {
  const auto winner = position.outcome().winner;
  if (!winner) return Score::centipawns(0);
  return *winner == position.side_to_move() ? Score::mate(0).turned() : Score::mate(0);
}

/// Judges a move by the verdict of one judge. Returns nothing if the store does not know the move's score.
std::optional<MoveJudgement> judge_move(const Store& store, Store::JudgeId judge, const Verdict& verdict,
                                        const game::Position& position, const game::Move& move) {
  game::Position after = position;
  after.make(move);
  MoveJudgement judgement{.judge = judge,
                          .score = {},
                          .best = verdict.moves.front(),
                          .best_line = verdict.variation,
                          .refutation = {},
                          .nodes = verdict.nodes,
                          .date = verdict.date};
  const auto next = store.find(judge, after).value();
  if (next) judgement.refutation = next->variation;
  const auto scored = std::ranges::find(verdict.moves, move, &ScoredMove::move);
  if (scored != verdict.moves.end()) {
    judgement.score = scored->score;
  } else if (next) {
    judgement.score = next->score().before_move();
    // Both moves should be judged by searches after them: such a search is deeper than one before the move.
    game::Position after_best = position;
    after_best.make(judgement.best.move);
    const auto best = store.find(judge, after_best).value();
    if (best) judgement.best.score = std::min(judgement.best.score, best->score().before_move());
  } else if (!after.has_legal_move()) {
    judgement.score = score_of_end(after).before_move();
  } else {
    return std::nullopt;
  }
  return judgement;
}

}  // namespace

int MoveJudgement::loss() const noexcept {
  // All mates by a side have the value of the highest score in centipawns.
  const auto value = [](Score any) { return Score::centipawns(any.centipawns()).centipawns(); };
  return std::max(0, value(best.score) - value(score));
}

Result<std::vector<std::optional<MoveJudgement>>> judge_moves(
    const Store& store, const game::Position& position, std::span<const game::Move> moves,
    const std::function<bool(Store::JudgeId)>& accepts) {
  return result_of([&] {
    auto verdicts = store.find_all(position).value();
    if (accepts) std::erase_if(verdicts, [&](const auto& found) { return !accepts(found.first); });
    std::ranges::stable_sort(verdicts, std::greater(), [](const auto& found) { return found.second.nodes; });
    std::vector<std::optional<MoveJudgement>> judgements(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i)
      for (const auto& [judge, verdict] : verdicts)
        if (!judgements[i]) judgements[i] = judge_move(store, judge, verdict, position, moves[i]);
    return judgements;
  });
}

}  // namespace polyglot::analysis
