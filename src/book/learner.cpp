#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include <polyglot/book/learner.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/os/file.hpp>

#include "book/crafty_learner.hpp"
#include "book/recognition.hpp"
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

/// The learn fields of a record before a game and after it.
struct Change {
  std::uint64_t number;
  std::uint32_t before;
  std::uint32_t after;
};

/// The records of the first key of a position that the book has.
Result<RecordSearch::Run> find_run(RecordSearch& search, const game::Position& position) {
  RecordSearch::Run found;
  for (const chess::Key key : keys_of(position)) {
    if (key == 0) continue;  // the header's
    auto run = search.find(key);
    if (!run || !run->entries.empty()) return run;
    found = std::move(*run);
  }
  return found;
}

/// Adds a move to the changes, if the book has it and room for its result.
Result<void> note_move(RecordSearch& search, const PlayedMove& played, std::vector<Change>& changes) {
  if (!has_record_code(played.position, played.move)) return {};
  auto run = find_run(search, played.position);
  if (!run) return run.error();
  const std::uint16_t code = record_code(played.position, played.move);
  const auto record = std::ranges::find(run->entries, code, &RawEntry::move);
  if (record == run->entries.end()) return {};
  const auto place = run->first + static_cast<std::uint64_t>(record - run->entries.begin());
  const std::uint64_t number = search.number(place);
  const auto earlier = std::ranges::find(changes.rbegin(), changes.rend(), number, &Change::number);
  const std::uint32_t before = earlier == changes.rend() ? record->learn : earlier->after;
  if (const auto after = add_game(before, played.points))
    changes.push_back({.number = number, .before = before, .after = *after});
  return {};
}

/// All or none of a game counts: what is written when the disk fails is taken back, as far as it can be.
Result<void> write_changes(RecordFile& file, std::span<const Change> changes) {
  for (std::size_t i = 0; i < changes.size(); ++i) {
    auto written = file.write_learn(changes[i].number, changes[i].after);
    if (written) continue;
    for (std::size_t back = i + 1; back-- > 0;)
      (void)file.write_learn(changes[back].number, changes[back].before);
    return written;
  }
  return {};
}

Result<std::optional<std::size_t>> learn_in_crafty_book(os::File locked, std::span<const PlayedMove> moves) {
  auto book = CraftyFile::over(std::move(locked));
  if (!book) return book.error();
  const auto changed = learn_as_crafty(*book, moves);
  if (!changed) return changed.error();
  return std::optional(*changed);
}

}  // namespace

Result<std::optional<std::size_t>> try_learn(const std::string& path, std::span<const PlayedMove> moves) {
  if (moves.empty()) return std::optional<std::size_t>(0);
  auto locked = os::try_open_locked(path);
  if (!locked) return locked.error();
  if (!*locked) return std::optional<std::size_t>();
  const auto format = recognise(**locked);
  if (!format) return format.error();
  if (*format == BookFormat::crafty) return learn_in_crafty_book(std::move(**locked), moves);
  auto file = RecordFile::over(std::move(**locked));
  if (!file) return file.error();
  auto search = RecordSearch::over(*file);
  if (!search) return search.error();
  std::vector<Change> changes;
  for (const PlayedMove& played : moves)
    if (auto noted = note_move(*search, played, changes); !noted) return noted.error();
  if (auto written = write_changes(*file, changes); !written) return written.error();
  return std::optional(changes.size());
}

}  // namespace polyglot::book
