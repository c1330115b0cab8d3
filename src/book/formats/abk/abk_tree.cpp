// SPDX-License-Identifier: MIT
#include "book/formats/abk/abk_tree.hpp"
#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <polyglot/chess/position.hpp>

#include "book/formats/move_between.hpp"

namespace polyglot::book {
namespace {

/// No line of a sound book is so long. A longer line is damaged.
constexpr std::size_t kMostAbkPlies = 500;

constexpr std::uint8_t kHighestPriority = 9;

/// Whether a record has impossible numbers. Published books have records with more results than games. Such a
/// record is not odd.
bool is_odd(const AbkRecord& record) noexcept {
  return record.priority > kHighestPriority || record.games < 0 || record.won < 0 || record.lost < 0;
}

std::optional<chess::Move> move_of(const AbkRecord& record, const chess::Position& position) {
  constexpr std::string_view kPieces("\0rnbq", 5);
  constexpr std::uint8_t kSquares = 64;
  const auto promotion = static_cast<std::size_t>(std::abs(record.promotion));
  if (record.from >= kSquares || record.to >= kSquares || promotion >= kPieces.size()) return std::nullopt;
  return move_between(position, chess::Square(record.from), chess::Square(record.to), kPieces[promotion]);
}

/// Reads the tree with its own stack instead of recursion, because a chain of alternatives may have any
/// length.
class TreeReader {
 public:
  explicit TreeReader(const AbkFile& file) : file_(file), seen_(static_cast<std::size_t>(file.end())) {}

  [[nodiscard]] AbkTree read() {
    levels_.push_back({.position = chess::Position(), .next = AbkFile::kRoot});
    while (!levels_.empty()) {
      const std::int32_t number = levels_.back().next;
      if (number == AbkRecord::kNone)
        levels_.pop_back();
      else if (!is_new(number))
        levels_.back().next = AbkRecord::kNone;
      else
        take(number, file_.record(number));
    }
    return std::move(tree_);
  }

 private:
  /// The remaining moves of one position.
  struct Level {
    chess::Position position;
    std::int32_t next = AbkRecord::kNone;
    std::int32_t parent = AbkRecord::kNone;  ///< the record that led to `next`
  };

  void take(std::int32_t number, const AbkRecord& record) {
    Level& level = levels_.back();
    level.next = record.alternative;
    level.parent = number;
    if (record.is_deleted) return;
    const auto move = move_of(record, level.position);
    if (!move) return note_damage(number, "no legal move in " + level.position.to_fen());
    if (is_odd(record) && tree_.odd++ == 0) tree_.first_odd = file_.place_of(number);
    tree_.moves.push_back({.key = level.position.key(),
                           .move = *move,
                           .priority = std::min(record.priority, kHighestPriority),
                           .nodes = 1,
                           .games = std::max(record.games, 0),
                           .won = std::max(record.won, 0),
                           .lost = std::max(record.lost, 0)});
    if (record.reply == AbkRecord::kNone) return;
    if (levels_.size() == kMostAbkPlies) return note_damage(number, "its line goes on without end");
    chess::Position next = level.position;
    next.make(*move);
    levels_.push_back({.position = next, .next = record.reply, .parent = number});
  }

  /// Whether a record exists and was not read before. Otherwise notes damage.
  [[nodiscard]] bool is_new(std::int32_t number) {
    const std::int32_t parent = levels_.back().parent;
    if (number < AbkFile::kRoot || number >= file_.end()) {
      note_damage(parent, "it leads outside of the file");
      return false;
    }
    auto seen = seen_[static_cast<std::size_t>(number)];
    if (seen) {
      note_damage(parent, "it leads to an entry that another one leads to");
      return false;
    }
    seen = true;
    return true;
  }

  void note_damage(std::int32_t number, const std::string& what) {
    ++tree_.damaged;
    if (!tree_.first) tree_.first = Error{what, file_.place_of(number)};
  }

  const AbkFile& file_;
  std::vector<bool> seen_;
  std::vector<Level> levels_;
  AbkTree tree_;
};

/// Joins records of the same move in the same position.
void collect(std::vector<AbkMove>& moves) {
  std::ranges::stable_sort(moves, {}, &AbkMove::key);
  std::size_t kept = 0;
  std::size_t first = 0;  // index of the first move of the position
  for (const AbkMove& move : moves) {
    if (first < kept && moves[first].key != move.key) first = kept;
    const auto begin = moves.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = moves.begin() + static_cast<std::ptrdiff_t>(kept);
    const auto same = std::find_if(begin, end, [&](const AbkMove& other) { return other.move == move.move; });
    if (same == end) {
      moves[kept++] = move;
    } else {
      same->priority = std::max(same->priority, move.priority);
      same->nodes += move.nodes;
      same->games += move.games;
      same->won += move.won;
      same->lost += move.lost;
    }
  }
  moves.resize(kept);
}

}  // namespace

AbkTree read_abk_tree(const AbkFile& file) {
  AbkTree tree = TreeReader(file).read();
  collect(tree.moves);
  return tree;
}

}  // namespace polyglot::book
