// SPDX-License-Identifier: MIT
#include <map>
#include <set>

#include <polyglot/book/review.hpp>

#include "book/whole/review_graph.hpp"

namespace polyglot::book {
namespace {

/// How long games stay in the book, by opening. A position belongs to the last opening of the most probable
/// game to it.
template <class Board>
class OpeningDepths {
 public:
  using Graph = ReviewGraph<Board>;
  using Number = typename Graph::Number;

  OpeningDepths(const Graph& graph, const std::function<std::optional<std::uint32_t>(chess::Key)>& opening_of)
      : graph_(graph), rows_of_(graph.size()) {
    for (const Number number : graph.order()) {
      const auto& node = graph.node(number);
      const auto opening = opening_of ? opening_of(node.position.key()) : std::nullopt;
      const bool inherits = !opening && node.from != Graph::kNone;
      rows_of_[number] = inherits ? rows_of_[node.from] : row_of(opening);
      add(rows_[rows_of_[number]], number);
    }
  }

  [[nodiscard]] double mean_ply() const {
    double sum = 0;
    for (const Row& row : rows_) sum += row.plies;
    return sum;
  }

  [[nodiscard]] std::vector<OpeningDepth> likeliest(std::size_t most) const {
    std::vector<const Row*> all;
    for (const Row& row : rows_)
      if (row.ends > 0) all.push_back(&row);
    std::ranges::stable_sort(all, std::ranges::greater(), [](const Row* row) { return row->probability; });
    all.resize(std::min(all.size(), most));
    std::vector<OpeningDepth> depths;
    depths.reserve(all.size());
    for (const Row* const row : all)
      depths.push_back({.opening = row->opening,
                        .probability = row->probability,
                        .mean_ply = row->probability > 0
                                        ? row->plies / row->probability
                                        : row->plies_of_ends / static_cast<double>(row->ends),
                        .longest = row->longest,
                        .positions = row->positions,
                        .line = graph_.path(row->likeliest)});
    return depths;
  }

 private:
  struct Row {
    std::optional<std::uint32_t> opening;
    double probability = 0;
    double plies = 0;  ///< sum of plies, each times the probability of leaving the book there
    std::uint64_t ends = 0;
    double plies_of_ends = 0;
    std::uint32_t longest = 0;
    std::uint64_t positions = 0;
    Number likeliest = Graph::kNone;  ///< number of its most probable position
  };

  std::size_t row_of(std::optional<std::uint32_t> opening) {
    const std::uint32_t place = opening ? *opening + 1 : 0;
    const auto [found, is_new] = places_.emplace(place, rows_.size());
    if (is_new) rows_.push_back({.opening = opening});
    return found->second;
  }

  void add(Row& row, Number number) {
    const auto& node = graph_.node(number);
    row.positions += graph_.is_of_book(number) ? 1 : 0;
    if (row.likeliest == Graph::kNone || node.probability > graph_.node(row.likeliest).probability)
      row.likeliest = number;
    const double leaves = part_that_leaves(number);
    row.probability += node.probability * leaves;
    row.plies += node.probability * leaves * node.ply;
    if (leaves == 0) return;
    ++row.ends;
    row.plies_of_ends += node.ply;
    row.longest = std::max(row.longest, node.ply);
  }

  /// The part of the games that leave the book in a position. Their next move is unknown or leads back.
  [[nodiscard]] double part_that_leaves(Number number) const {
    constexpr double kRounding = 1e-9;
    double stays = 0;
    for (const auto& edge : graph_.edges(number))
      if (!graph_.leads_back(number, edge)) stays += edge.share;
    return 1 - stays > kRounding ? 1 - stays : 0;
  }

  const Graph& graph_;
  std::vector<Row> rows_;
  std::vector<std::size_t> rows_of_;  ///< by number
  boost::unordered_flat_map<std::uint32_t, std::size_t> places_;
};

/// How many positions of the book follow each position in the most probable games.
template <class Board>
class BranchSizes {
 public:
  using Graph = ReviewGraph<Board>;
  using Number = typename Graph::Number;

  explicit BranchSizes(const Graph& graph) : graph_(graph), sizes_(graph.size()) {
    const auto order = graph.order();
    for (auto number = order.rbegin(); number != order.rend(); ++number) {
      sizes_[*number] += graph.is_of_book(*number) ? 1 : 0;
      if (const Number from = graph.node(*number).from; from != Graph::kNone) sizes_[from] += sizes_[*number];
    }
  }

  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (Number start = 0; start < graph_.starts(); ++start) sum += sizes_[start];
    return sum;
  }

  /// Splits the largest branch again and again until there are enough.
  [[nodiscard]] std::vector<Branch> biggest(std::size_t most) const {
    const auto is_bigger = [this](Number a, Number b) {
      return sizes_[a] != sizes_[b] ? sizes_[a] > sizes_[b] : a < b;
    };
    using Numbers = std::set<Number, decltype(is_bigger)>;
    Numbers open(is_bigger);  // branches that may be split
    Numbers lines(is_bigger);
    for (Number start = 0; start < graph_.starts(); ++start)
      if (sizes_[start] > 0) open.insert(start);
    while (!open.empty() && open.size() + lines.size() < most) {
      const Number number = open.extract(open.begin()).value();
      const std::vector<Number> parts = split(number);
      if (parts.empty()) lines.insert(number);
      open.insert(parts.begin(), parts.end());
    }
    lines.merge(open);
    std::vector<Branch> branches;
    for (const Number number : lines)
      if (branches.size() < most)
        branches.push_back({.line = graph_.path(number),
                            .positions = sizes_[number],
                            .probability = graph_.node(number).probability});
    return branches;
  }

 private:
  /// The branches at the first position of a branch that has several. Empty if it is a single line.
  [[nodiscard]] std::vector<Number> split(Number number) const {
    std::vector<Number> parts{number};
    while (parts.size() == 1) parts = next(parts.front());
    return parts;
  }

  [[nodiscard]] std::vector<Number> next(Number number) const {
    std::vector<Number> all;
    for (const auto& edge : graph_.edges(number)) {
      const auto& node = graph_.node(edge.to);
      if (node.from == number && node.by == edge.move && sizes_[edge.to] > 0) all.push_back(edge.to);
    }
    return all;
  }

  const Graph& graph_;
  std::vector<std::uint64_t> sizes_;  ///< by number
};

template <class Board>
class Reviewer {
 public:
  using Graph = ReviewGraph<Board>;
  using Move = typename Graph::Move;
  using Number = typename Graph::Number;
  using Edge = typename Graph::Edge;

  Reviewer(const LoadedBook& book, const ReviewRule& rule, const Graph& graph)
      : book_(book), rule_(rule), graph_(graph) {
    for (Number number = 0; number < graph_.size(); ++number) examine(number);
  }

  [[nodiscard]] const std::array<ReviewFindings, kFindingKinds>& findings() {
    for (std::size_t kind = 0; kind < kFindingKinds; ++kind)
      for (const auto& [order, found] : likeliest_[kind]) findings_[kind].likeliest.push_back(tell(found));
    return findings_;
  }

 private:
  struct Found {
    double probability = 0;
    Number number = 0;
    std::optional<Move> move = {};
    double share = 0;
    Number other = Graph::kNone;  ///< the other position of the finding
  };

  /// Counts a finding, and keeps the most probable ones. Of equal ones it keeps the first.
  void note(FindingKind kind, const Found& found) {
    const auto place = static_cast<std::size_t>(kind);
    auto& likeliest = likeliest_[place];
    likeliest.emplace(std::pair(-found.probability, ++findings_[place].total), found);
    if (kind != FindingKind::weak_move && likeliest.size() > rule_.top)
      likeliest.erase(std::prev(likeliest.end()));
  }

  [[nodiscard]] ReviewFinding tell(const Found& found) const {
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
      if (is_open_end(edge.to)) note(FindingKind::dead_end, about(number, edge, edge.share));
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
      if (weak[i]) note(FindingKind::weak_move, about(number, edges[i], edges[i].share));
  }

  void note_unplayed(Number number, const std::vector<BookMove>& of_other) {
    for (const Edge& edge : graph_.edges(number))
      if (std::ranges::find(of_other, game::Move(edge.move), &BookMove::move) == of_other.end())
        note(FindingKind::unplayed_move, about(number, edge, edge.share));
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

  [[nodiscard]] Found about(Number number, const Edge& edge, double part) const {
    return {.probability = graph_.node(number).probability * part,
            .number = number,
            .move = edge.move,
            .share = edge.share};
  }

  const LoadedBook& book_;
  const ReviewRule& rule_;
  const Graph& graph_;
  std::array<ReviewFindings, kFindingKinds> findings_;
  std::array<std::map<std::pair<double, std::uint64_t>, Found>, kFindingKinds>
      likeliest_;  ///< in their order
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
  const ReviewGraph<Board> graph(book, games, review.plays, rule.other);
  review.findings = Reviewer<Board>(book, rule, graph).findings();
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
