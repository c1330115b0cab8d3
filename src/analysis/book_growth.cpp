// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <set>
#include <utility>

#include <polyglot/analysis/book_growth.hpp>
#include <polyglot/book/move_code.hpp>

#include "analysis/stored_position.hpp"

namespace polyglot::analysis {
namespace {

constexpr double kMostCentipawns = Score::kMostCentipawns;
/// Scores of at least this size are certain: tablebases give the largest ones, and each ply takes one off.
constexpr double kCertain = kMostCentipawns - 1000;
constexpr double kEndless = std::numeric_limits<double>::infinity();

/// Returns the score, but the same score for all mates by one side.
double without_distance_of_mate(double score) noexcept {
  return std::clamp(score, -kMostCentipawns, kMostCentipawns);
}

/// The value of a move of a position, for White. The largest values come first, whoever wins by them.
struct MoveValue {
  double value = 0;
  BookGrowth::Number number = BookGrowth::kNone;  ///< the position before the move

  friend bool operator<(const MoveValue& a, const MoveValue& b) noexcept {
    return std::pair(std::abs(a.value), b.number) < std::pair(std::abs(b.value), a.number);
  }
};

Score rounded(double score) noexcept {
  return Score::from_code(static_cast<Score::Code>(std::lround(score)));
}

}  // namespace

BookGrowth::BookGrowth(const book::LoadedBook& book, std::span<const game::Position> starts,
                       const GrowthRule& rule)
    : book_(book), rule_(rule) {
  for (const game::Position& start : starts) {
    const Number number = enter(start);
    if (std::ranges::find(starts_, number) == starts_.end()) starts_.push_back(number);
  }
  update();
}

BookGrowth::Number BookGrowth::enter(const game::Position& position) {
  const auto [place, is_new] =
      numbers_.emplace(text_without_counters(position), static_cast<Number>(nodes_.size()));
  if (!is_new) return place->second;
  nodes_.push_back({.position = position});
  if (!position.has_legal_move()) {
    Node& node = nodes_.back();
    node.state = State::judged;
    const auto winner = position.outcome().winner;
    node.value = !winner ? 0 : *winner == chess::Color::white ? Score::kMate : -Score::kMate;
    judged_.push_back(place->second);
  }
  return place->second;
}

std::vector<game::Position> BookGrowth::next(std::size_t count) {
  std::vector<Number> waiting;
  for (Number number = 0; number < nodes_.size(); ++number)
    if (nodes_[number].state == State::waiting) waiting.push_back(number);
  const auto by_cost = [this](Number a, Number b) {
    return std::pair(nodes_[a].cost, a) < std::pair(nodes_[b].cost, b);
  };
  count = std::min(count, waiting.size());
  std::ranges::partial_sort(waiting, waiting.begin() + static_cast<std::ptrdiff_t>(count), by_cost);
  waiting.resize(count);
  asked_ = std::move(waiting);
  std::vector<game::Position> positions;
  positions.reserve(asked_.size());
  for (const Number number : asked_) positions.push_back(nodes_[number].position);
  return positions;
}

void BookGrowth::judge(std::span<const std::optional<Verdict>> verdicts) {
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    const Number number = asked_[i];
    nodes_[number].state = verdicts[i] ? State::judged : State::given_up;
    if (!verdicts[i]) continue;
    judged_.push_back(number);
    add_moves(number, *verdicts[i]);
  }
  asked_.clear();
  update();
}

void BookGrowth::add_moves(Number number, const Verdict& verdict) {
  for (const ScoredMove& scored : verdict.moves) add_move(number, scored.move, scored.score.code(), 0);
  const game::Position position = nodes_[number].position;
  const auto moves = book::decode_moves(position, book_.find(position.key())).moves;
  double heaviest = 0;
  for (const book::BookMove& move : moves) heaviest = std::max<double>(heaviest, move.weight);
  for (const book::BookMove& move : moves)
    if (move.weight > 0) add_move(number, move.move, std::nullopt, move.weight / heaviest);
}

void BookGrowth::add_move(Number number, const game::Move& move, std::optional<double> scored,
                          double book_share) {
  auto& moves = nodes_[number].moves;
  const auto known = std::ranges::find(moves, move, &Move::move);
  if (known != moves.end()) {
    known->book_share = std::max(known->book_share, book_share);
    return;
  }
  game::Position after = nodes_[number].position;
  after.make(move);
  const Number to = enter(after);  // invalidates `moves`
  nodes_[to].before.push_back(number);
  nodes_[number].moves.push_back(
      {.move = move, .to = to, .scored = scored, .book_share = book_share, .score = scored});
}

void BookGrowth::update() {
  solve();
  rate_moves();
  find_costs();
}

double BookGrowth::toward_start(double value, const Node& before) const noexcept {
  if (std::abs(value) < kCertain) return value * (1 - rule_.decay);
  if (std::abs(value) <= kMostCentipawns)
    return std::copysign(std::max(std::abs(value) - 1, kCertain), value);
  // A mate is one move further away for the side that gives it.
  return value * sign(before) > 0 ? value - sign(before) : value;
}

/// Finds the value of each judged position from the known values: those of scored moves and of finished
/// games. Takes the largest values first, whichever side wins, and passes them to the positions before. A
/// position takes the first value with which its side to move wins. If every move loses, it takes the last
/// value, which loses least. A position without a value is a draw, because its game can go on for ever.
void BookGrowth::solve() {
  std::priority_queue<MoveValue> values;
  std::vector<bool> has_value(nodes_.size());
  std::vector<std::size_t> open_moves(nodes_.size());
  const auto settle = [&](Number number) {
    has_value[number] = true;
    for (const Number before : nodes_[number].before)
      values.push({toward_start(nodes_[number].value, nodes_[before]), before});
  };
  for (const Number number : judged_) {
    Node& node = nodes_[number];
    if (node.moves.empty()) {
      if (node.value != 0) settle(number);
      continue;
    }
    node.value = 0;
    for (const Move& move : node.moves) {
      const bool counts = is_judged(move.to) || move.scored;
      if (counts) ++open_moves[number];
      if (counts && !is_judged(move.to)) values.push({*move.scored * sign(node), number});
    }
  }
  while (!values.empty()) {
    const MoveValue next = values.top();
    values.pop();
    if (next.value == 0 || has_value[next.number]) continue;
    Node& node = nodes_[next.number];
    const bool wins = next.value * sign(node) > 0;
    if (!wins && --open_moves[next.number] > 0) continue;
    node.value = next.value;
    settle(next.number);
  }
}

void BookGrowth::rate_moves() {
  for (const Number number : judged_) {
    Node& node = nodes_[number];
    double best = -kEndless;
    for (Move& move : node.moves) {
      if (is_judged(move.to)) move.score = toward_start(nodes_[move.to].value, node) * sign(node);
      if (move.score) best = std::max(best, without_distance_of_mate(*move.score));
    }
    for (Move& move : node.moves) move.loss = move.score ? best - without_distance_of_mate(*move.score) : 0;
    std::ranges::stable_sort(node.moves, std::greater(),
                             [](const Move& move) { return move.score.value_or(-kEndless); });
  }
}

/// Finds the line to each position that loses least.
void BookGrowth::find_costs() {
  using Cost = std::pair<double, Number>;
  std::priority_queue<Cost, std::vector<Cost>, std::greater<>> open;
  for (Node& node : nodes_) node.cost = kEndless;
  for (const Number start : starts_) {
    nodes_[start].cost = 0;
    nodes_[start].from = kNone;
    open.emplace(0, start);
  }
  while (!open.empty()) {
    const auto [cost, number] = open.top();
    open.pop();
    const Node& node = nodes_[number];
    if (cost > node.cost) continue;
    const bool chooses = !rule_.side || node.position.side_to_move() == *rule_.side;
    for (const Move& move : node.moves) {
      Node& after = nodes_[move.to];
      const double sum = cost + rule_.ply_cost + (chooses ? move.loss : 0);
      if (sum >= after.cost) continue;
      after.cost = sum;
      after.from = number;
      after.by = move.move;
      open.emplace(sum, move.to);
    }
  }
}

BookGrowth::Number BookGrowth::find(const game::Position& position) const {
  const auto place = numbers_.find(text_without_counters(position));
  return place == numbers_.end() ? kNone : place->second;
}

Score BookGrowth::score(Number number) const noexcept {
  return rounded(nodes_[number].value * sign(nodes_[number]));
}

Score BookGrowth::score_of(const Move& move) noexcept {
  return rounded(*move.score);
}

std::vector<game::Move> BookGrowth::best_line(Number number) const {
  std::vector<game::Move> line;
  std::set<Number> seen;
  while (!nodes_[number].moves.empty() && seen.insert(number).second) {
    const Move& best = nodes_[number].moves.front();
    line.push_back(best.move);
    number = best.to;
  }
  return line;
}

book::BookPath BookGrowth::path(Number number) const {
  book::BookPath path;
  for (; nodes_[number].from != kNone; number = nodes_[number].from) path.moves.push_back(nodes_[number].by);
  std::ranges::reverse(path.moves);
  path.start = nodes_[number].position;
  return path;
}

std::vector<BookGrowth::Refuted> BookGrowth::refuted(int margin) const {
  std::vector<Refuted> all;
  for (const Number number : judged_) {
    const Node& node = nodes_[number];
    double best = -kEndless;
    for (const Move& move : node.moves)
      if (move.scored) best = std::max(best, without_distance_of_mate(*move.scored));
    for (const Move& move : node.moves) {
      if (!move.score || move.loss < margin) continue;
      const bool looked_good =
          move.scored && *move.score < *move.scored && best - without_distance_of_mate(*move.scored) < margin;
      if (looked_good || move.book_share > 0) all.push_back({.number = number, .move = move});
    }
  }
  std::ranges::stable_sort(all, {}, [this](const Refuted& refuted) { return nodes_[refuted.number].cost; });
  return all;
}

Verdict average(std::span<const Verdict> verdicts) {
  Verdict mean = verdicts.front();
  if (verdicts.size() == 1) return mean;
  for (const Verdict& verdict : verdicts.subspan(1)) {
    mean.depth = std::min(mean.depth, verdict.depth);
    mean.nodes += verdict.nodes;
    for (const ScoredMove& scored : verdict.moves)
      if (std::ranges::find(mean.moves, scored.move, &ScoredMove::move) == mean.moves.end())
        mean.moves.push_back(scored);
  }
  const auto score_by = [](const Verdict& verdict, const game::Move& move) {
    const auto scored = std::ranges::find(verdict.moves, move, &ScoredMove::move);
    return scored != verdict.moves.end() ? scored->score : verdict.moves.back().score;
  };
  for (ScoredMove& scored : mean.moves) {
    const Score first = score_by(verdicts.front(), scored.move);
    // A mate that all engines report keeps its distance. Otherwise a mate is a large number of centipawns.
    if (first.is_mate() && std::ranges::all_of(verdicts, [&](const Verdict& verdict) {
          const Score other = score_by(verdict, scored.move);
          return other.is_mate() && (other.code() > 0) == (first.code() > 0);
        }))
      continue;
    double sum = 0;
    for (const Verdict& verdict : verdicts)
      sum += without_distance_of_mate(score_by(verdict, scored.move).centipawns());
    scored.score = Score::centipawns(std::llround(sum / static_cast<double>(verdicts.size())));
  }
  std::ranges::stable_sort(mean.moves, std::greater(), &ScoredMove::score);
  if (mean.variation.empty() || mean.variation.front() != mean.moves.front().move)
    mean.variation = {mean.moves.front().move};
  return mean;
}

}  // namespace polyglot::analysis
