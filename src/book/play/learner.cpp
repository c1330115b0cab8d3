// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <map>
#include <system_error>
#include <tuple>
#include <utility>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/learn_layout.hpp>
#include <polyglot/book/learn_store.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/os/file.hpp>

#include "book/formats/bin/record_file.hpp"
#include "book/formats/bin/record_search.hpp"
#include "book/whole/move_places.hpp"

namespace polyglot::book {
namespace {

constexpr std::uint32_t kMostInField = std::numeric_limits<std::uint16_t>::max();
constexpr std::uint32_t kPointsOfWin = 2;

/// Returns the learn fields after more games. They are halved at the same number of games for wins and
/// losses. If only wins led to halving, the score of a good move would become worse.
std::uint32_t add_games(std::uint32_t learn, const PlayedMove& played) noexcept {
  std::uint64_t games = learn >> 16;
  std::uint64_t points = learn & kMostInField;
  if (games == kMostInField || points > kMostInField - kPointsOfWin) {
    games /= 2;
    points /= 2;
  }
  const LearnedResult sum = fitted(games + static_cast<std::uint64_t>(played.games),
                                   points + static_cast<std::uint64_t>(played.points));
  return encode_learn(sum.games, sum.points);
}

/// The learn fields of a record before and after some games.
struct Change {
  std::uint32_t before;
  std::uint32_t after;
};

/// A move of a position, by its usual code.
struct MoveAt {
  chess::Key key = 0;
  std::uint16_t move = 0;

  friend bool operator<(const MoveAt& a, const MoveAt& b) noexcept {
    return std::tie(a.key, a.move) < std::tie(b.key, b.move);
  }
};

/// A file with learn fields, and the changes for it. A file that will change is locked.
class LearnFields {
 public:
  /// Error: the file cannot be read, or its learn fields are not Polyglot's.
  [[nodiscard]] Result<void> open(os::File file) {
    auto opened = RecordFile::over(std::move(file));
    if (!opened) return opened.error();
    file_ = std::move(*opened);
    auto search = RecordSearch::over(*file_);
    if (!search) return search.error();
    search_ = std::move(*search);
    if (is_foreign(search_->learn_layout())) return foreign_results(file_->path(), search_->learn_layout());
    return {};
  }

  /// Collects the changes for moves. Moves without a record count only with `may_add`. Without a file there
  /// are no records.
  [[nodiscard]] Result<void> note(std::span<const PlayedMove> moves, bool may_add) {
    for (const PlayedMove& played : moves)
      if (auto noted = note(played, may_add); !noted) return noted;
    return {};
  }

  /// Collects the changes for moves in a locked file, and writes them. Returns the number of learned moves.
  [[nodiscard]] Result<std::optional<std::size_t>> learn(os::File locked, std::span<const PlayedMove> moves,
                                                         bool may_add) {
    if (auto opened = open(std::move(locked)); !opened) return opened.error();
    if (auto noted = note(moves, may_add); !noted) return noted.error();
    if (auto written = write(); !written) return written.error();
    return std::optional(noted_);
  }

  /// The collected changes, in the order of the keys.
  [[nodiscard]] Result<std::vector<LearnChange>> changes() const;
  /// Whether the file was opened and is empty.
  [[nodiscard]] bool is_empty() const noexcept { return file_ && file_->size() == 0; }

 private:
  /// Writes the changes; in place if there are no new records.
  [[nodiscard]] Result<void> write() { return added_.empty() ? write_in_place() : write_anew(); }
  /// Writes all changes or none. If the disk fails, it restores the values already written, if possible.
  [[nodiscard]] Result<void> write_in_place();
  [[nodiscard]] Result<void> note(const PlayedMove& played, bool may_add);
  /// Writes the whole file with the new records. The old file stays locked until the new one has its name.
  [[nodiscard]] Result<void> write_anew() const;
  /// Finds the records of the first of a position's keys for which the file has any.
  [[nodiscard]] Result<RecordSearch::Run> find_run(const game::Position& position);
  /// Returns the number of a move's record and enters it into changes_. Nothing if there is none. Each move
  /// is looked up once, because a long game may repeat positions.
  [[nodiscard]] Result<std::optional<std::uint64_t>> find_number(const PlayedMove& played,
                                                                 const MoveCodes& codes);

  std::optional<RecordFile> file_;
  std::optional<RecordSearch> search_;  ///< refers to the file, so this object must not move after opening
  std::map<std::uint64_t, Change> changes_;                 ///< by number of the record
  std::map<MoveAt, std::optional<std::uint64_t>> numbers_;  ///< of the records looked up so far
  std::map<MoveAt, std::uint32_t> added_;                   ///< learn fields of new records
  std::size_t noted_ = 0;
};

Result<void> LearnFields::write_in_place() {
  for (auto change = changes_.begin(); change != changes_.end(); ++change) {
    auto written = file_->write_learn(change->first, change->second.after);
    if (written) continue;
    for (auto back = std::next(change); back != changes_.begin();) {
      --back;
      (void)file_->write_learn(back->first, back->second.before);
    }
    return written;
  }
  return {};
}

Result<RecordSearch::Run> LearnFields::find_run(const game::Position& position) {
  RecordSearch::Run found;
  for (const chess::Key key : keys_of(position)) {
    if (key == 0) continue;  // that is the header's key
    auto run = search_->find(key);
    if (run) compared_records() += run->entries.size();
    if (!run || !run->entries.empty()) return run;
    found = std::move(*run);
  }
  return found;
}

Result<std::optional<std::uint64_t>> LearnFields::find_number(const PlayedMove& played,
                                                              const MoveCodes& codes) {
  const auto [known, is_new] =
      numbers_.try_emplace({.key = keys_of(played.position).front(), .move = codes.usual});
  if (!is_new || !search_) return known->second;
  const auto run = find_run(played.position);
  if (!run) return run.error();
  const auto record = find_record(run->entries, codes);
  if (record == run->entries.end()) return known->second;
  known->second = search_->number(run->first + static_cast<std::uint64_t>(record - run->entries.begin()));
  changes_.try_emplace(*known->second, Change{record->learn, record->learn});
  return known->second;
}

Result<void> LearnFields::note(const PlayedMove& played, bool may_add) {
  if (!has_record_code(played.position, played.move)) return {};
  const MoveCodes codes = codes_of(played.position, played.move);
  const auto number = find_number(played, codes);
  if (!number) return number.error();
  if (*number) {
    auto& change = changes_.at(**number);
    change.after = add_games(change.after, played);
  } else {
    const chess::Key key = keys_of(played.position).front();
    if (!may_add || key == 0 || key == kClosingRecord.key) return {};
    std::uint32_t& learn = added_[{.key = key, .move = codes.usual}];
    learn = add_games(learn, played);
  }
  noted_ += static_cast<std::size_t>(played.games);
  return {};
}

Result<std::vector<LearnChange>> LearnFields::changes() const {
  std::vector<LearnChange> changes;
  for (const auto& [number, change] : changes_) {
    RawEntry record;
    if (auto read = file_->read(number, std::span(&record, 1)); !read) return read.error();
    changes.push_back({.before = record, .after = record});
    changes.back().after.learn = change.after;
  }
  for (const auto& [place, learn] : added_)
    changes.push_back(
        {.before = std::nullopt, .after = {.key = place.key, .move = place.move, .learn = learn}});
  std::ranges::stable_sort(changes, {}, [](const LearnChange& change) { return change.after.key; });
  return changes;
}

Result<void> LearnFields::write_anew() const {
  if (file_->size() % kRecordSize != 0)
    return not_whole(*file_,
                     "nothing can be added to it; save the remaining entries with check-book --repair");
  if (const auto number = search_->disorder())
    return not_sorted(*file_, *number, "the book cannot learn; repair it with polyglot check-book --repair");
  std::vector<RawEntry> records(file_->count());
  if (auto read = file_->read(0, records); !read) return read;
  for (const auto& [number, change] : changes_) records[number].learn = change.after;
  const auto old_end = static_cast<std::ptrdiff_t>(records.size());
  for (const auto& [place, learn] : added_)
    records.push_back({.key = place.key, .move = place.move, .learn = learn});
  std::ranges::inplace_merge(records, records.begin() + old_end, {}, &RawEntry::key);
  auto writer = BinBookWriter::create(file_->path());
  if (!writer) return writer.error();
  if (auto added = writer->add(records); !added) return added;
  return writer->commit();
}

}  // namespace

Result<std::optional<std::size_t>> try_learn(const std::string& path, std::span<const PlayedMove> moves) {
  if (moves.empty()) return std::optional<std::size_t>(0);
  auto locked = os::try_open_locked(path);
  if (!locked) return locked.error();
  if (!*locked) return std::optional<std::size_t>();
  return LearnFields().learn(std::move(**locked), moves, false);
}

Result<std::optional<std::size_t>> try_learn_beside(const std::string& path,
                                                    std::span<const PlayedMove> moves) {
  namespace fs = std::filesystem;
  if (moves.empty()) return std::optional<std::size_t>(0);
  std::error_code none;  // an error means that the file is missing
  const auto made = os::create_if_missing(path);
  if (!made) return made.error();
  auto locked = os::try_open_locked(path);
  // Another process has created the file, failed to write it and removed it. The caller tries again.
  if (!locked && !fs::exists(path, none)) return std::optional<std::size_t>();
  if (!locked) return locked.error();
  if (!*locked) return std::optional<std::size_t>();
  LearnFields fields;
  auto learned = fields.learn(std::move(**locked), moves, true);
  if (!learned && *made && fields.is_empty()) fs::remove(path, none);
  return learned;
}

Result<std::vector<LearnChange>> preview_learning(const std::string& path, std::span<const PlayedMove> moves,
                                                  ResultsIn where) {
  const bool is_learn_file = where == ResultsIn::learn_file;
  LearnFields fields;
  if (!is_learn_file || os::kind_of(path) == os::PathKind::file) {
    auto file = os::File::open(path);
    if (!file) return file.error();
    if (auto opened = fields.open(std::move(*file)); !opened) return opened.error();
  }
  if (auto noted = fields.note(moves, is_learn_file); !noted) return noted.error();
  return fields.changes();
}

}  // namespace polyglot::book
