// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include <boost/endian/arithmetic.hpp>

#include <polyglot/chess/position.hpp>
#include <polyglot/os/input.hpp>

#include "book/formats/abk/abk_file.hpp"
#include "book/formats/formats.hpp"

namespace polyglot::book {

namespace {

constexpr std::size_t kMostAbkBytes = std::size_t{512} << 20;
constexpr std::string_view kOlderAbk =
    "\x03"
    "ABK";
constexpr std::string_view kNewerAbk =
    "\x03"
    "AB2";

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
  boost::endian::little_uint32_t stored;
  std::memcpy(&stored, std::span(bytes_).subspan(offset).first<sizeof(stored)>().data(), sizeof(stored));
  return stored;
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

}  // namespace polyglot::book
