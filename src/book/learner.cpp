#include <algorithm>
#include <limits>
#include <optional>

#include <polyglot/book/learner.hpp>
#include <polyglot/book/move_code.hpp>

#include "book/file_lock.hpp"
#include "book/record_file.hpp"
#include "book/record_search.hpp"

namespace polyglot::book {
namespace {

constexpr std::uint32_t kMostInField = std::numeric_limits<std::uint16_t>::max();
constexpr std::uint32_t kPointsOfWin = 2;

/// The learn fields after one more game; nothing if they are full. They are full for losses as soon as they
/// are for wins: counting only one of them would turn the score of a good move into a bad one.
std::optional<std::uint32_t> add_game(std::uint32_t learn, int points) {
  const std::uint32_t games = learn >> 16;
  const std::uint32_t sum = learn & kMostInField;
  if (games == kMostInField || sum > kMostInField - kPointsOfWin) return std::nullopt;
  return ((games + 1) << 16) | (sum + static_cast<std::uint32_t>(points));
}

/// Whether the book has the move and room for its result.
Result<bool> learn_move(RecordFile& file, RecordSearch& search, const PlayedMove& played) {
  const chess::Key key = played.position.key();
  if (key == 0) return false;  // the header's
  const auto run = search.find(key);
  if (!run) return run.error();
  const auto record = std::ranges::find(run->entries, encode_move(played.move), &RawEntry::move);
  if (record == run->entries.end()) return false;
  const auto learned = add_game(record->learn, played.points);
  if (!learned) return false;
  const auto place = run->first + static_cast<std::uint64_t>(record - run->entries.begin());
  if (auto written = file.write_learn(search.number(place), *learned); !written) return written.error();
  return true;
}

}  // namespace

Result<std::size_t> learn(const std::string& path, std::span<const PlayedMove> moves) {
  if (moves.empty()) return std::size_t{0};
  auto file = RecordFile::open(path, os::File::Access::update);
  if (!file) return file.error();
  const auto lock = FileLock::acquire(file->file().descriptor().get(), path);
  if (!lock) return lock.error();
  auto search = RecordSearch::over(*file);
  if (!search) return search.error();
  std::size_t changed = 0;
  for (const PlayedMove& played : moves) {
    const auto learned = learn_move(*file, *search, played);
    if (!learned) return learned.error();
    if (*learned) ++changed;
  }
  return changed;
}

}  // namespace polyglot::book
