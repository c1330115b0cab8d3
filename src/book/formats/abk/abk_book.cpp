// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdlib>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/os/streams.hpp>

#include "book/formats/abk/abk_file.hpp"
#include "book/formats/formats.hpp"

namespace polyglot::book {
namespace {

constexpr std::size_t kMostAbkBytes = std::size_t{512} << 20;
constexpr std::string_view kOlderAbk = "\3ABK";
constexpr std::string_view kNewerAbk = "\3AB2";

}  // namespace

Result<AbkFile> AbkFile::read(const std::string& path) {
  std::string bytes;
  if (const auto error = os::read_file(path, bytes, kMostAbkBytes))
    return Error{"cannot be read: " + error.message(), path};
  return from_bytes(std::move(bytes), path);
}

Result<AbkFile> AbkFile::from_bytes(std::string bytes, const std::string& name) {
  AbkFile file(std::move(bytes), name);
  const std::string_view start = std::string_view(file.bytes_).substr(0, kOlderAbk.size());
  if (start != kOlderAbk && start != kNewerAbk)
    return Error{"is not an Arena book: it does not begin with ABK or AB2", name};
  if (file.bytes_.size() < kHeaderBytes + kRecordBytes)
    return Error{"the Arena book ends here, before its first move: copy it again",
                 name + ": offset " + std::to_string(file.bytes_.size())};
  if (file.word(4) != kHeaderBytes || file.word(8) != kRecordBytes)
    return Error{"is an Arena book of an unknown kind: its header should have 25200 bytes, its entries 28",
                 name + ": offset 4"};
  file.read_header();
  return file;
}

void AbkFile::read_header() noexcept {
  header_ = {.is_newer = bytes_.starts_with(kNewerAbk),
             .least_games = word(222),
             .least_won = word(226),
             .least_percent_white = word(230),
             .least_percent_black = word(234),
             .priority_weight = word(238),
             .games_weight = word(242),
             .percent_weight = word(246),
             .last_ply = word(250)};
}

std::uint32_t AbkFile::word(std::size_t offset) const noexcept {
  const auto stored = std::as_bytes(std::span(bytes_)).subspan(offset, sizeof(std::uint32_t));
  return boost::endian::load_little_u32(reinterpret_cast<const unsigned char*>(stored.data()));
}

AbkRecord AbkFile::record(std::int32_t number) const noexcept {
  const std::size_t at = static_cast<std::size_t>(number) * kRecordBytes;
  const auto byte = [&](std::size_t offset) { return static_cast<std::uint8_t>(bytes_[at + offset]); };
  const auto number_at = [&](std::size_t offset) { return static_cast<std::int32_t>(word(at + offset)); };
  return {.from = byte(0),
          .to = byte(1),
          .promotion = static_cast<std::int8_t>(byte(2)),
          .priority = byte(3),
          .games = number_at(4),
          .won = number_at(8),
          .lost = number_at(12),
          .is_deleted = byte(header_.is_newer ? 19 : 16) != 0,
          .reply = number_at(20),
          .alternative = number_at(24)};
}

std::string AbkFile::place_of(std::int32_t number) const {
  return path_ + ": offset " + std::to_string(static_cast<std::size_t>(number) * kRecordBytes);
}

std::optional<Error> AbkFile::odd_size() const {
  if (bytes_.size() % kRecordBytes == 0) return std::nullopt;
  return Error{"ends within an entry; copy the book again, Polyglot plays from the rest", place_of(end())};
}

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

using AbkMoves = std::span<const AbkMove>;

/// Whether a move reaches the author's minimum values for the side. If the book does not store won games,
/// only the number of games counts.
bool reaches_least(const AbkMove& move, const AbkHeader& header, chess::Color side, bool knows_won) {
  if (header.priority_weight == 0 && header.games_weight == 0 && header.percent_weight == 0) return true;
  if (move.games < header.least_games) return false;
  if (!knows_won) return true;
  const bool is_white = side == chess::Color::white;
  const std::int64_t won = is_white ? move.won : move.lost;
  const std::int64_t drawn = std::max<std::int64_t>(move.games - move.won - move.lost, 0);
  const std::uint32_t least = is_white ? header.least_percent_white : header.least_percent_black;
  return won >= header.least_won && 50 * (2 * won + drawn) >= std::int64_t{least} * move.games;
}

/// Computes the weights of the moves in one position. Source: docs/abk-book.md, "Weights".
std::vector<std::uint32_t> abk_weights(AbkMoves moves, const AbkHeader& header, chess::Color side) {
  const bool knows_won = std::ranges::any_of(moves, [](const AbkMove& m) { return m.won + m.lost > 0; });
  const auto is_played = [&](const AbkMove& move) {
    return move.priority > 0 && reaches_least(move, header, side, knows_won);
  };
  double games = 0;
  double priorities = 0;
  std::uint8_t least = 255;
  std::uint8_t most = 0;
  for (const AbkMove& move : moves) {
    if (!is_played(move)) continue;
    games += static_cast<double>(move.games);
    priorities += move.priority;
    least = std::min(least, move.priority);
    most = std::max(most, move.priority);
  }
  const bool by_games = least == most || header.priority_weight == 0;
  const auto value = [&](const AbkMove& move) {
    const auto count = static_cast<double>(move.games);
    if (by_games) return count;
    return move.priority / priorities + (games > 0 && header.games_weight > 0 ? count / games : 0);
  };
  double heaviest = 0;
  for (const AbkMove& move : moves)
    if (is_played(move)) heaviest = std::max(heaviest, value(move));
  const double scale = by_games && heaviest <= kMostWeight ? 1 : kMostWeight / heaviest;
  std::vector<std::uint32_t> weights;
  for (const AbkMove& move : moves)
    weights.push_back(
        is_played(move) ? std::max(1U, static_cast<std::uint32_t>(std::lround(value(move) * scale))) : 0);
  return weights;
}

/// The ply of the next move. The first ply of a game is 1.
std::uint32_t ply_of(const chess::Position& position) {
  return static_cast<std::uint32_t>(2 * position.fullmove_number()) -
         (position.side_to_move() == chess::Color::white ? 1U : 0U);
}

/// A book of Arena. The whole tree of lines is in memory, with 40 bytes for each move. A position is found by
/// any line that leads to it. Moves that Arena would not play, because of their priority or the author's
/// settings, have weight 0. Source: docs/abk-book.md.
class AbkBook final : public ReadOnlyBook {
 public:
  AbkBook(const std::string& path, const AbkFile& file);

  [[nodiscard]] BookMoves find(const game::Position& any_position) const override {
    if (any_position.chess() == nullptr) return {};
    const chess::Position& position = *any_position.chess();
    // Not equal_range(), because clang 14 cannot compile the use of its result.
    const AbkMoves known(std::ranges::lower_bound(moves_, position.key(), {}, &AbkMove::key),
                         std::ranges::upper_bound(moves_, position.key(), {}, &AbkMove::key));
    const std::vector<std::uint32_t> weights = abk_weights(known, header_, position.side_to_move());
    const std::uint32_t last_ply = header_.last_ply;
    const bool is_over = last_ply != 0 && ply_of(position) > last_ply;
    BookMoves found;
    for (std::size_t i = 0; i < known.size(); ++i) {
      const AbkMove& move = known[i];
      if (!position.is_legal(move.move)) continue;  // the record is of another position with the same key
      const std::uint32_t weight = is_over ? 0 : weights[i];
      found.total_weight += weight;
      found.moves.push_back({.move = move.move,
                             .weight = weight,
                             .facts = {{"games", static_cast<double>(move.games)},
                                       {"won", static_cast<double>(move.won)},
                                       {"lost", static_cast<double>(move.lost)},
                                       {"priority", static_cast<double>(move.priority)}}});
    }
    return found;
  }

  [[nodiscard]] std::uint64_t size() const override { return moves_.size(); }

 private:
  AbkHeader header_;
  std::vector<AbkMove> moves_;
};

AbkBook::AbkBook(const std::string& path, const AbkFile& file)
    : ReadOnlyBook(BookFormat::abk, path), header_(file.header()) {
  AbkTree tree = read_abk_tree(file);
  if (const auto odd = file.odd_size()) troubles_.note(*odd);
  if (tree.first)
    troubles_.note(
        {"damaged (" + counted(tree.damaged, "entry") +
             " in all, ignored with the lines below them; copy the book again): " + tree.first->what,
         tree.first->where});
  if (tree.odd > 0)
    troubles_.note({"has a priority over 9 or games below zero (" + counted(tree.odd, "entry") +
                        " in all): weights may be wrong, copy the book again",
                    tree.first_odd});
  if (tree.moves.empty()) troubles_.note({"has no moves: copy or make the book again", path});
  moves_ = std::move(tree.moves);
}

}  // namespace

AbkTree read_abk_tree(const AbkFile& file) {
  AbkTree tree = TreeReader(file).read();
  join_same_moves(tree.moves, [](AbkMove& sum, const AbkMove& next) {
    sum.priority = std::max(sum.priority, next.priority);
    sum.nodes += next.nodes;
    sum.games += next.games;
    sum.won += next.won;
    sum.lost += next.lost;
  });
  return tree;
}

OpenedBook open_abk(const std::string& path) {
  const auto file = AbkFile::read(path);
  if (!file) return file.error();
  return std::make_unique<AbkBook>(path, *file);
}

}  // namespace polyglot::book
