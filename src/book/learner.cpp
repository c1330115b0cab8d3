#include <limits>
#include <optional>

#include <polyglot/book/learner.hpp>
#include <polyglot/book/move_code.hpp>

#include "book/bin_file.hpp"
#include "book/file_lock.hpp"

namespace polyglot::book {
namespace {

constexpr std::uint32_t kMostInField = std::numeric_limits<std::uint16_t>::max();
constexpr std::uint32_t kPointsOfWin = 2;

/// The first record of a move; nothing if the book does not have it.
Result<std::optional<std::uint64_t>> find_record(const BinFile& book, chess::Key key, std::uint16_t move) {
  if (key == 0) return std::optional<std::uint64_t>();  // the header's
  const auto first = book.lower_bound(0, book.count(), key);
  if (!first) return first.error();
  for (std::uint64_t index = *first; index < book.count(); ++index) {
    const auto records = book.read(index, 1);
    if (!records) return records.error();
    if (records->front().key != key) break;
    if (records->front().move == move) return std::optional(index);
  }
  return std::optional<std::uint64_t>();
}

/// The learn fields after one more game; nothing if they are full. They are full for losses as soon as they
/// are for wins: counting only one of them would turn the score of a good move into a bad one.
std::optional<std::uint32_t> add_game(std::uint32_t learn, int points) {
  const std::uint32_t games = learn >> 16;
  const std::uint32_t sum = learn & kMostInField;
  if (games == kMostInField || sum > kMostInField - kPointsOfWin) return std::nullopt;
  return ((games + 1) << 16) | (sum + static_cast<std::uint32_t>(points));
}

/// Whether the book has the move and room for its result.
Result<bool> learn_move(BinFile& book, const PlayedMove& played) {
  const auto index = find_record(book, played.position.key(), encode_move(played.move));
  if (!index) return index.error();
  if (!*index) return false;
  const auto records = book.read(**index, 1);
  if (!records) return records.error();
  const auto learned = add_game(records->front().learn, played.points);
  if (!learned) return false;
  if (auto written = book.write_learn(**index, *learned); !written) return written.error();
  return true;
}

}  // namespace

Result<std::size_t> learn(const std::string& path, std::span<const PlayedMove> moves) {
  if (moves.empty()) return std::size_t{0};
  auto file = MappedFile::open(path, MappedFile::Access::read_write);
  if (!file) return file.error();
  BinFile book(std::move(*file));
  const auto lock = FileLock::acquire(book.file().descriptor(), path);
  if (!lock) return lock.error();
  std::size_t changed = 0;
  for (const PlayedMove& played : moves) {
    const auto learned = learn_move(book, played);
    if (!learned) return learned.error();
    if (*learned) ++changed;
  }
  return changed;
}

}  // namespace polyglot::book
