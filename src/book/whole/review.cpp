// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <map>

#include <polyglot/book/review.hpp>

#include "book/whole/review_graph.hpp"
#include "book/whole/review_parts.hpp"

namespace polyglot::book {
namespace {

/// Goes over the positions of a graph and collects findings.
template <class Board>
class Reviewer {
 public:
  using Graph = ReviewGraph<Board>;
  using Move = typename Graph::Move;
  using Number = typename Graph::Number;
  using Edge = typename Graph::Edge;

  Reviewer(const LoadedBook& book, const ReviewRule& rule, const Graph& graph)
      : book_(book), rule_(rule), graph_(graph) {
    for (auto& list : found_) list = LikeliestFindings<Move>(rule.top);
    found_[static_cast<std::size_t>(FindingKind::weak_move)] = LikeliestFindings<Move>(kAll);
    for (Number number = 0; number < graph_.size(); ++number) examine(number);
  }

  [[nodiscard]] std::array<ReviewFindings, kFindingKinds> take_findings() {
    std::array<ReviewFindings, kFindingKinds> findings;
    for (std::size_t kind = 0; kind < kFindingKinds; ++kind) {
      findings[kind].total = found_[kind].total();
      for (const FoundAt<Move>& found : found_[kind].take()) findings[kind].likeliest.push_back(tell(found));
    }
    return findings;
  }

 private:
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  void note(FindingKind kind, const FoundAt<Move>& found) {
    found_[static_cast<std::size_t>(kind)].add(found);
  }

  [[nodiscard]] ReviewFinding tell(const FoundAt<Move>& found) const {
    ReviewFinding finding{.probability = found.probability, .line = graph_.path(found.number)};
    if (found.move) finding.move = *found.move;
    finding.share = found.share;
    if (found.other != Graph::kNone) finding.other_line = graph_.path(found.other);
    return finding;
  }

  void examine(Number number) {
    const bool is_end = graph_.is_end(number);
    if (is_end && !graph_.node(number).position.has_legal_move()) return;
    if (is_end) {
      note_end(number);
    } else if (graph_.plays_book(number)) {
      note_single_move(number);
      note_dead_ends(number);
      note_contradictions(number);
      note_weak_moves(number);
    }
    if (rule_.other == nullptr) return;
    const auto of_other = playable_moves(*rule_.other, graph_.node(number).position);
    if (of_other.empty()) return;
    if (graph_.is_of_book(number)) note_unplayed(number, of_other);
    const bool may_leave = !rule_.side || graph_.node(number).position.side_to_move() != *rule_.side;
    if (may_leave && (!is_end || is_early(number))) note_unknown(number, of_other);
  }

  [[nodiscard]] bool is_early(Number number) const { return graph_.node(number).ply < rule_.early_ply; }

  /// Whether the game goes on in the position, but the book does not.
  [[nodiscard]] bool is_open_end(Number number) const {
    return graph_.is_end(number) && graph_.node(number).position.has_legal_move();
  }

  [[nodiscard]] bool leads_on(Number number) const {
    return std::ranges::any_of(graph_.edges(number),
                               [this](const Edge& edge) { return !graph_.is_end(edge.to); });
  }

  /// Adds an early end, unless the move before is a dead end.
  void note_end(Number number) {
    const auto& node = graph_.node(number);
    const bool is_dead_end = node.from != Graph::kNone && graph_.plays_book(node.from) && leads_on(node.from);
    if (is_early(number) && !is_dead_end)
      note(FindingKind::early_end, {.probability = node.probability, .number = number});
  }

  void note_dead_ends(Number number) {
    if (!leads_on(number)) return;
    for (const Edge& edge : graph_.edges(number))
      if (is_open_end(edge.to)) note(FindingKind::dead_end, about(number, edge));
  }

  void note_single_move(Number number) {
    if (graph_.edges(number).size() > 1 || graph_.node(number).position.legal_moves().size() == 1) return;
    note(FindingKind::single_move, about(number, graph_.edges(number).front(), 1));
  }

  /// Adds contradictions: moves that the book lacks, to a position that it reaches in as many plies.
  void note_contradictions(Number number) {
    const auto& node = graph_.node(number);
    for (const Move& move : node.position.legal_moves()) {
      if (has_edge(number, move)) continue;
      Board next = node.position;
      next.make(move);
      const Number other = graph_.find(next);
      if (other == Graph::kNone || graph_.node(other).from == Graph::kNone) continue;
      if (graph_.node(other).ply != node.ply + 1) continue;
      note(FindingKind::contradiction,
           {.probability = node.probability, .number = number, .move = move, .other = other});
    }
  }

  void note_weak_moves(Number number) {
    if (!rule_.weak_moves) return;
    const auto edges = graph_.edges(number);
    std::vector<game::Move> moves;
    for (const Edge& edge : edges) moves.emplace_back(edge.move);
    const std::vector<bool> weak = rule_.weak_moves(graph_.node(number).position, moves);
    for (std::size_t i = 0; i < edges.size(); ++i)
      if (weak[i]) note(FindingKind::weak_move, about(number, edges[i]));
  }

  void note_unplayed(Number number, const std::vector<BookMove>& of_other) {
    for (const Edge& edge : graph_.edges(number))
      if (std::ranges::find(of_other, game::Move(edge.move), &BookMove::move) == of_other.end())
        note(FindingKind::unplayed_move, about(number, edge));
  }

  void note_unknown(Number number, const std::vector<BookMove>& of_other) {
    double total = 0;
    std::map<std::size_t, double> unknown;  // by the index of the move's first record
    for (std::size_t i = 0; i < of_other.size(); ++i) {
      total += of_other[i].weight;
      if (!is_known(number, std::get<Move>(of_other[i].move))) {
        const auto first = std::ranges::find(of_other, of_other[i].move, &BookMove::move) - of_other.begin();
        unknown[static_cast<std::size_t>(first)] += of_other[i].weight;
      }
    }
    for (const auto& [place, weight] : unknown)
      note(FindingKind::unknown_reply, {.probability = graph_.node(number).probability * weight / total,
                                        .number = number,
                                        .move = std::get<Move>(of_other[place].move),
                                        .share = weight / total});
  }

  [[nodiscard]] bool is_known(Number number, const Move& move) const {
    if (has_edge(number, move)) return true;
    Board next = graph_.node(number).position;
    next.make(move);
    return !playable_moves(book_, next).empty();
  }

  [[nodiscard]] bool has_edge(Number number, const Move& move) const {
    const auto edges = graph_.edges(number);
    return std::ranges::find(edges, move, &Edge::move) != edges.end();
  }

  [[nodiscard]] FoundAt<Move> about(Number number, const Edge& edge) const {
    return about(number, edge, edge.share);
  }
  [[nodiscard]] FoundAt<Move> about(Number number, const Edge& edge, double part) const {
    return {.probability = graph_.node(number).probability * part,
            .number = number,
            .move = edge.move,
            .share = edge.share};
  }

  const LoadedBook& book_;
  const ReviewRule& rule_;
  const Graph& graph_;
  std::array<LikeliestFindings<Move>, kFindingKinds> found_;
};

/// Adds the weak moves of positions that games reach only by replies that the book lacks. Such games have no
/// probability.
template <class Board>
void add_improbable_weak_moves(const LoadedBook& book, const BookGames& games, const ReviewRule& rule,
                               const ReviewGraph<Board>& graph, Review& review) {
  const ReachedPositions reached(book, games);
  ReviewFindings& findings = review.findings[static_cast<std::size_t>(FindingKind::weak_move)];
  book.visit_positions([&](std::span<const RawEntry> records) {
    const chess::Key key = records.front().key;
    const auto position = reached.find(key);
    if (!position || !review.plays[static_cast<std::size_t>(position->side_to_move())]) return;
    const Board board = board_of<Board>(*position);
    if (graph.find(board) != ReviewGraph<Board>::kNone) return;
    const std::vector<BookMove> known = join_moves(playable_moves(book, board));
    std::vector<game::Move> moves;
    double total = 0;
    for (const BookMove& move : known) {
      moves.push_back(move.move);
      total += move.weight;
    }
    const std::vector<bool> weak = rule.weak_moves(*position, moves);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (!weak[i]) continue;
      findings.likeliest.push_back(
          {.probability = 0, .line = *reached.path(key), .move = moves[i], .share = known[i].weight / total});
      ++findings.total;
    }
  });
}

template <class Board>
Review review(const LoadedBook& book, const BookGames& games, const ReviewRule& rule) {
  Review review;
  if (rule.side) {
    review.plays[static_cast<std::size_t>(*rule.side)] = true;
  } else {
    review.plays = sides_of(book, ReachedPositions(book, games));
  }
  const ReviewGraph<Board> graph(book, games, {.plays_book = review.plays, .other = rule.other});
  review.findings = Reviewer<Board>(book, rule, graph).take_findings();
  if (rule.weak_moves) add_improbable_weak_moves<Board>(book, games, rule, graph, review);
  OpeningDepths<Board> depths(graph, rule.opening_of);
  review.mean_ply = depths.mean_ply();
  review.openings = depths.likeliest(rule.top);
  BranchSizes<Board> sizes(graph);
  review.positions = sizes.total();
  review.branches = sizes.biggest(rule.top);
  return review;
}

}  // namespace

Review review_book(const LoadedBook& book, const BookGames& games, const ReviewRule& rule) {
  return games.rules.is_chess() ? review<chess::Position>(book, games, rule)
                                : review<variants::Position>(book, games, rule);
}

}  // namespace polyglot::book
