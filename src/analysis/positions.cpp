// SPDX-License-Identifier: MIT
#include <numeric>
#include <queue>

#include <polyglot/analysis/positions.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>

#include "analysis/stored_position.hpp"

namespace polyglot::analysis {
namespace {

/// A move, and its part of all weights in its position (0 to 1).
struct SharedMove {
  game::Move move;
  double share = 0;
};

std::vector<SharedMove> played_moves(const book::BookSource& book, const game::Position& position) {
  std::vector<SharedMove> moves;
  double total = 0;
  for (const book::BookMove& found : book::join_moves(book.find(position).moves)) {
    if (found.weight == 0) continue;
    total += found.weight;
    moves.push_back({found.move, static_cast<double>(found.weight)});
  }
  for (SharedMove& move : moves) move.share /= total;
  return moves;
}

/// Returns the key, but adds the EPD in Chess960: positions may differ only in the rooks that may castle.
std::uint64_t identity_of(const chess::Position& position) {
  if (!position.needs_chess960()) return position.key();
  return position.key() ^ std::hash<std::string>()(position.to_epd());
}

/// Uses the text in variants, because their keys may leave out something that matters.
std::uint64_t identity_of(const game::Position& position) {
  if (position.chess() != nullptr) return identity_of(*position.chess());
  return std::hash<std::string>()(text_without_counters(position));
}

constexpr std::size_t kMostPlies = std::numeric_limits<std::uint16_t>::max();

}  // namespace

/// A walk over the lines of a book, the most probable position first.
class Positions::BookWalk {
 public:
  BookWalk(Positions& all, const book::BookSource& book, std::size_t max_ply)
      : all_(all), book_(book), max_ply_(std::min(max_ply, kMostPlies)), known_before_(all.nodes_.size()) {}

  void run(std::span<const game::Position> starts) {
    for (const game::Position& start : starts) {
      const std::uint32_t node = all_.add_start(start);
      if (improves(node, 1)) waiting_.push({.weight = 1, .node = node});
    }
    while (!waiting_.empty()) {
      const Waiting next = waiting_.top();
      waiting_.pop();
      // Another line may have reached this position with a higher probability.
      if (next.weight < probability_[next.node]) continue;
      if (all_.nodes_[next.node].ply < max_ply_) expand(next);
    }
    for (std::uint32_t node = 0; node < probability_.size(); ++node)
      all_.nodes_[node].weight = std::max(all_.nodes_[node].weight, probability_[node]);
  }

 private:
  struct Waiting {
    double weight = 0;
    std::uint32_t node = 0;
    bool by_book = true;  ///< reached by a move of the book

    /// If two positions are equally probable, the one that was reached first is greater.
    friend bool operator<(const Waiting& a, const Waiting& b) noexcept {
      return std::pair(a.weight, b.node) < std::pair(b.weight, a.node);
    }
  };

  /// Records a probability unless the node has one that is as high.
  [[nodiscard]] bool improves(std::uint32_t node, double weight) {
    if (probability_.size() <= node) probability_.resize(node + std::size_t{1});
    if (probability_[node] >= weight) return false;
    probability_[node] = weight;
    return true;
  }

  void expand(const Waiting& from) {
    const game::Position position = all_.position(from.node);
    const auto moves = played_moves(book_, position);
    if (!moves.empty()) all_.walked_.insert(from.node);
    for (const SharedMove& move : moves) reach(from, position, move, true);
    if (!from.by_book || !moves.empty()) return;
    std::vector<game::Move> replies = position.legal_moves();
    std::erase_if(replies, [&](const game::Move& reply) {
      game::Position after = position;
      after.make(reply);
      return played_moves(book_, after).empty();
    });
    for (const game::Move& reply : replies)
      reach(from, position, {reply, 1 / static_cast<double>(replies.size())}, false);
  }

  void reach(const Waiting& from, game::Position position, const SharedMove& move, bool by_book) {
    position.make(move.move);
    const std::uint32_t node = all_.add_node(position);
    const double weight = from.weight * move.share;
    if (!improves(node, weight)) return;
    // A position that was known before this walk keeps its line, because other lines go through it. A new
    // position improves only before it is expanded.
    if (node >= known_before_) all_.connect(node, from.node, move.move);
    waiting_.push({weight, node, by_book});
  }

  Positions& all_;
  const book::BookSource& book_;
  std::size_t max_ply_;
  std::size_t known_before_;         ///< number of nodes before this walk
  std::vector<double> probability_;  ///< of the most probable line, by node
  std::priority_queue<Waiting> waiting_;
};

void Positions::add_book(const book::BookSource& book, std::size_t max_ply,
                         std::vector<game::Position> starts) {
  if (starts.empty())
    for (const chess::Position& start : book.starts()) starts.emplace_back(start);
  BookWalk(*this, book, max_ply).run(starts);
}

void Positions::add_reached(const book::BookSource& book, const book::LoadedBook& loaded,
                            const book::BookGames& games, std::size_t max_ply) {
  const auto add = [this](const game::Position& position, std::size_t ply) {
    constexpr double kImprobable = 1e-6;
    const std::uint32_t node = add_start(position);
    nodes_[node].weight = std::max(nodes_[node].weight, kImprobable / static_cast<double>(ply + 1));
    return node;
  };
  const book::ReachedPositions reached(loaded, games);
  loaded.visit_positions([&](std::span<const book::RawEntry> records) {
    const chess::Key key = records.front().key;
    const auto position = reached.find(key);
    if (!position) return;
    const std::size_t ply = reached.path(key)->moves.size();
    const auto moves = played_moves(book, *position);
    if (ply > max_ply || moves.empty()) return;
    const std::uint32_t node = add(*position, ply);
    if (ply == max_ply || !walked_.insert(node).second) return;
    for (const SharedMove& move : moves) {
      game::Position after = *position;
      after.make(move.move);
      add(after, ply + 1);
    }
  });
}

/// Reads all moves first, and then looks up the positions in a short loop. There the processor can load
/// several from memory at the same time.
void Positions::add_game(const pgn::GameText& game, std::size_t max_ply, std::vector<Visit>& visits) {
  visits.clear();
  chess::Position start;
  chess::Move move;
  bool is_shuffled = false;
  const auto reach = [&](const chess::Position& position) {
    if (visits.empty()) {
      start = position;
      is_shuffled = position.needs_chess960();
    }
    const std::uint64_t identity = is_shuffled ? identity_of(position) : position.key();
    visits.push_back({.identity = identity, .key = position.key(), .move = move});
  };
  const auto end = pgn::walk(
      game,
      [&](const chess::Position& before, chess::Move played, std::size_t) {
        reach(before);
        move = played;
      },
      std::min(max_ply, kMostPlies));
  if (end.stop == pgn::WalkStop::bad_start) return;
  reach(end.position);
  std::uint32_t node = add_start(start);
  nodes_[node].weight += 1;
  for (const Visit& visit : std::span(visits).subspan(1)) {
    const auto known = nodes_.size();
    const std::uint32_t next = add_node(visit.identity, visit.key);
    if (next == known) connect(next, node, visit.move);
    nodes_[next].weight += 1;
    node = next;
  }
}

Result<Positions::GameCounts> Positions::add_games(const std::string& path, std::size_t max_ply) {
  // Growing the vector of nodes step by step takes as long as all look-ups. Reserved memory that nobody
  // writes to costs nothing.
  constexpr std::size_t kManyNodes = 1U << 20U;
  if (nodes_.empty()) nodes_.reserve(kManyNodes);
  GameCounts counts;
  std::vector<Visit> visits;
  const auto read = pgn::visit_games(path, [&](const pgn::GameText& game) -> Result<void> {
    ++counts.all;
    if (pgn::is_chess(game))
      add_game(game, max_ply, visits);
    else
      ++counts.of_variants;
    return {};
  });
  if (!read) return read.error();
  return counts;
}

void Positions::add_line(const game::Position& start, std::span<const game::Move> moves) {
  std::uint32_t node = add_start(start);
  nodes_[node].weight += 1;
  game::Position position = start;
  for (const game::Move& move : moves.first(std::min(moves.size(), kMostPlies))) {
    position.make(move);
    const auto known = nodes_.size();
    const std::uint32_t next = add_node(position);
    if (next == known) connect(next, node, move);
    nodes_[next].weight += 1;
    node = next;
  }
}

std::vector<std::uint32_t> Positions::by_weight() const {
  std::vector<std::uint32_t> order(nodes_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::greater(), [this](std::uint32_t node) { return nodes_[node].weight; });
  return order;
}

game::Position Positions::position(std::uint32_t node) const {
  Line line = this->line(node);
  for (const game::Move& move : line.moves) line.start.make(move);
  return line.start;
}

const game::Position& Positions::start(const Node& node) const {
  if (starts_.size() == 1) return starts_.front();
  const Node* first = &node;
  while (first->ply > 0) first = &nodes_[first->before];
  return starts_[first->before];
}

game::Move Positions::move_to(std::uint32_t node) const {
  if (variant_moves_.empty()) return nodes_[node].move;
  return variant_moves_[node];
}

Positions::Line Positions::line(std::uint32_t node) const {
  Line line{.start = start(nodes_[node]), .moves = {}};
  line.moves.reserve(nodes_[node].ply);
  for (; nodes_[node].ply > 0; node = nodes_[node].before) line.moves.push_back(move_to(node));
  std::ranges::reverse(line.moves);
  return line;
}

template <class Position>
std::uint32_t Positions::add_node(const Position& position) {
  return add_node(identity_of(position), position.key());
}

std::uint32_t Positions::add_node(std::uint64_t identity, chess::Key key) {
  const auto [place, is_new] = places_.emplace(identity, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.push_back({.key = key});
  return place->second;
}

template <class Position>
std::uint32_t Positions::add_start(const Position& position) {
  const auto known = nodes_.size();
  const std::uint32_t node = add_node(position);
  if (node != known) return node;
  nodes_[node].before = static_cast<std::uint32_t>(starts_.size());
  starts_.emplace_back(position);
  return node;
}

void Positions::connect(std::uint32_t node, std::uint32_t before, const game::Move& move) {
  Node& child = nodes_[node];
  child.before = before;
  child.ply = static_cast<std::uint16_t>(nodes_[before].ply + 1);
  if (const auto* const of_chess = std::get_if<chess::Move>(&move)) {
    child.move = *of_chess;
  } else {
    variant_moves_.resize(nodes_.size());
    variant_moves_[node] = std::get<variants::Move>(move);
  }
}

}  // namespace polyglot::analysis
