// SPDX-License-Identifier: MIT
#include <filesystem>
#include <iterator>
#include <system_error>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/learned_results.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/os/file.hpp>

#include "book/formats/bin/record_file.hpp"
#include "book/formats/bin/record_search.hpp"
#include "book/whole/castling_codes.hpp"
#include "book/whole/position_cursor.hpp"
#include "book/whole/replace_file.hpp"

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
  const LearnedResult sum = halved_to_fit(games + static_cast<std::uint64_t>(played.games),
                                          points + static_cast<std::uint64_t>(played.points));
  return encode_learn(sum.games, sum.points);
}

/// The learn fields of a record before and after some games.
struct Change {
  std::uint32_t before;
  std::uint32_t after;
};

/// A move of a position, by its key and usual code.
using MoveAt = std::pair<chess::Key, std::uint16_t>;

/// A file with learn fields, and the changes for it. A file that will change is locked. Throws a Failure if
/// the file cannot be read or written, or if its learn fields are not Polyglot's.
class LearnFields {
 public:
  void open(os::File file) {
    file_ = RecordFile::over(std::move(file)).value();
    search_ = RecordSearch::over(*file_).value();
    if (is_foreign(search_->learn_layout()))
      throw Failure(foreign_results(file_->path(), search_->learn_layout()));
  }

  /// Collects the changes for moves. Moves without a record count only with `may_add`. Without a file there
  /// are no records.
  void note(std::span<const PlayedMove> moves, bool may_add) {
    for (const PlayedMove& played : moves) note(played, may_add);
  }

  /// Collects the changes for moves in a locked file, and writes them; in place if there are no new records
  /// and nothing to do before. Returns the number of learned moves.
  std::optional<std::size_t> learn(os::File locked, std::span<const PlayedMove> moves, bool may_add,
                                   const BeforeReplacing& before) {
    open(std::move(locked));
    note(moves, may_add);
    if (added_.empty() && !before)
      write_in_place();
    else
      write_anew(before);
    return noted_;
  }

  /// The collected changes, in the order of the keys.
  [[nodiscard]] std::vector<LearnChange> changes() const {
    std::vector<LearnChange> changes;
    for (const auto& [number, change] : changes_) {
      RawEntry record;
      file_->read(number, std::span(&record, 1)).value();
      changes.push_back({.before = record, .after = record});
      changes.back().after.learn = change.after;
    }
    for (const auto& [move, learn] : added_)
      changes.push_back(
          {.before = std::nullopt, .after = {.key = move.first, .move = move.second, .learn = learn}});
    std::ranges::stable_sort(changes, {}, [](const LearnChange& change) { return change.after.key; });
    return changes;
  }

  [[nodiscard]] bool is_empty() const noexcept { return file_ && file_->size() == 0; }

 private:
  /// Writes all changes or none. If the disk fails, it restores the values already written, if possible.
  void write_in_place() {
    for (auto change = changes_.begin(); change != changes_.end(); ++change) {
      const auto written = file_->write_learn(change->first, change->second.after);
      if (written) continue;
      for (auto back = std::next(change); back != changes_.begin();) {
        --back;
        (void)file_->write_learn(back->first, back->second.before);
      }
      written.value();
    }
  }

  void note(const PlayedMove& played, bool may_add);
  /// Writes the whole file with the changes and the new records. The old file stays locked until the new one
  /// has its name.
  void write_anew(const BeforeReplacing& before) const {
    if (!added_.empty() && file_->size() % kRecordSize != 0)
      throw Failure(not_whole(
          *file_, "nothing can be added to it; save the remaining entries with check-book --repair"));
    if (const auto number = search_->disorder(); number && !added_.empty())
      throw Failure(
          not_sorted(*file_, *number, "the book cannot learn; repair it with polyglot check-book --repair"));
    BlockFile out(os::AtomicFile::create(file_->path()).value());
    const auto write = [&out](const RawEntry& record) {
      out.add<kRecordSize>([&record](auto bytes) { encode_entry(record, bytes); });
    };
    auto change = changes_.begin();
    auto added = added_.begin();
    const auto write_added = [&] {
      write({.key = added->first.first, .move = added->first.second, .learn = added->second});
      ++added;
    };
    std::array<RawEntry, kPageRecords> page;
    for (std::uint64_t number = 0; number < file_->count();) {
      const auto part = std::span(page).first(std::min(kPageRecords, file_->count() - number));
      file_->read(number, part).value();
      for (RawEntry& record : part) {
        while (added != added_.end() && added->first.first < record.key) write_added();
        if (change != changes_.end() && change->first == number) record.learn = (change++)->second.after;
        write(record);
        ++number;
      }
    }
    while (added != added_.end()) write_added();
    out.flush();
    std::array<std::byte, kRecordSize> rest;
    const auto bytes = file_->file().read_at(file_->count() * kRecordSize, rest).value();
    out.file().write(std::span(rest).first(bytes)).value();
    out.file().flush().value();
    if (before) before(out.file().stamp().value()).value();
    out.file().commit().value();
  }

  /// Finds the records of the first of a position's keys for which the file has any.
  [[nodiscard]] RecordSearch::Run find_run(const game::Position& position) {
    RecordSearch::Run found;
    for (const chess::Key key : keys_of(position)) {
      if (key == 0) continue;  // that is the header's key
      found = search_->find(key).value();
      if (!found.entries.empty()) break;
    }
    return found;
  }

  /// Returns the number of a move's record and enters it into changes_. Nothing if there is none. Each move
  /// is looked up once, because a long game may repeat positions.
  [[nodiscard]] std::optional<std::uint64_t> find_number(const PlayedMove& played, const MoveCodes& codes) {
    const auto [known, is_new] = numbers_.try_emplace({keys_of(played.position).front(), codes.usual});
    if (!is_new || !search_) return known->second;
    const RecordSearch::Run run = find_run(played.position);
    const auto record = find_record(run.entries, codes);
    if (record == run.entries.end()) return known->second;
    known->second = search_->number(run.first + static_cast<std::uint64_t>(record - run.entries.begin()));
    changes_.try_emplace(*known->second, Change{record->learn, record->learn});
    return known->second;
  }

  std::optional<RecordFile> file_;
  std::optional<RecordSearch> search_;  ///< refers to the file, so this object must not move after opening
  std::map<std::uint64_t, Change> changes_;                 ///< by number of the record
  std::map<MoveAt, std::optional<std::uint64_t>> numbers_;  ///< of the records looked up so far
  std::map<MoveAt, std::uint32_t> added_;                   ///< learn fields of new records
  std::size_t noted_ = 0;
};

void LearnFields::note(const PlayedMove& played, bool may_add) {
  if (!has_record_code(played.position, played.move)) return;
  const MoveCodes codes = codes_of(played.position, played.move);
  if (const auto number = find_number(played, codes)) {
    auto& change = changes_.at(*number);
    change.after = add_games(change.after, played);
  } else {
    const chess::Key key = keys_of(played.position).front();
    if (!may_add || key == 0 || key == kClosingRecord.key) return;
    std::uint32_t& learn = added_[{key, codes.usual}];
    learn = add_games(learn, played);
  }
  noted_ += static_cast<std::size_t>(played.games);
}

}  // namespace

Result<std::optional<std::size_t>> try_learn(const std::string& path, std::span<const PlayedMove> moves,
                                             ResultsIn where, const BeforeReplacing& before) {
  return result_of([&]() -> std::optional<std::size_t> {
    if (moves.empty()) return 0;
    const bool is_learn_file = where == ResultsIn::learn_file;
    std::error_code none;  // an error means that the file is missing
    const bool is_made = is_learn_file && os::write_new_file(path, "").value();
    auto locked = os::try_open_locked(path);
    // Another process has created the file, failed to write it and removed it. The caller tries again.
    if (is_learn_file && !locked && !std::filesystem::exists(path, none)) return std::nullopt;
    if (!locked.value()) return std::nullopt;
    LearnFields fields;
    const auto learned =
        result_of([&] { return fields.learn(std::move(**locked), moves, is_learn_file, before); });
    if (!learned && is_made && fields.is_empty()) std::filesystem::remove(path, none);
    return learned.value();
  });
}

Result<std::vector<LearnChange>> preview_learning(const std::string& path, std::span<const PlayedMove> moves,
                                                  ResultsIn where) {
  return result_of([&] {
    const bool is_learn_file = where == ResultsIn::learn_file;
    LearnFields fields;
    if (!is_learn_file || os::kind_of(path) == os::PathKind::file) fields.open(os::File::open(path).value());
    fields.note(moves, is_learn_file);
    return fields.changes();
  });
}

namespace {

/// Whether a record has results. Records of the header and closing records have none.
bool has_result(const RawEntry& record) noexcept {
  return record.key != 0 && record.learn != 0 && record != kClosingRecord;
}

PositionCursor open_results(const std::string& path) {
  const LearnLayout layout = BinBook::open(path).value()->learn_layout();
  if (is_foreign(layout)) throw Failure(foreign_results(path, layout));
  return PositionCursor::open(path);
}

class ResultsAdder {
 public:
  /// `cursors`: that of the target, if it has records, and then those of the other files.
  ResultsAdder(std::vector<PositionCursor> cursors, bool has_target, ResultsIn where, CastlingCodes castling,
               BinBookWriter& writer)
      : cursors_(std::move(cursors)),
        has_target_(has_target),
        where_(where),
        castling_(std::move(castling)),
        writer_(writer) {}

  AddedResults run() {
    while (const auto key = lowest_key(cursors_)) add(*key);
    return report_;
  }

 private:
  struct Sum {
    RawEntry record;
    std::uint64_t games = 0;
    std::uint64_t points = 0;
  };

  void add(chess::Key key) {
    sums_.clear();
    places_.clear();
    for (PositionCursor& cursor : cursors_) {
      if (!cursor.is_at(key)) continue;
      cursor.take(records_);
      const bool is_target = has_target_ && &cursor == &cursors_.front();
      for (const RawEntry& record : records_)
        if (is_target)
          add_record(record);
        else if (has_result(record))
          add_result(record);
    }
    if (where_ == ResultsIn::learn_file && key != 0)
      std::ranges::stable_sort(sums_, {}, [](const Sum& sum) { return sum.record.move; });
    for (Sum& sum : sums_) {
      if (sum.games > 0 || sum.points > 0) add_up(sum);
      writer_.add(sum.record).value();
    }
  }

  void add_record(const RawEntry& record) {
    places_.add(record.move);
    sums_.push_back({.record = record});
  }

  void add_result(const RawEntry& result) {
    auto place = places_.find(result.move);
    if (!place) {
      // Files may write a castling in two ways.
      if (const auto same = castling_.find_same(result.key, result.move, places_)) {
        place = same->place;
        if (where_ == ResultsIn::learn_file) sums_[*place].record.move = same->usual;
      } else if (where_ == ResultsIn::learn_file) {
        place = sums_.size();
        add_record({.key = result.key, .move = result.move});
      } else {
        ++report_.unknown;
        return;
      }
    }
    sums_[*place].games += result.learn_games();
    sums_[*place].points += result.learn_points();
  }

  /// Adds the results of a record. If their sum does not fit, halves it.
  void add_up(Sum& sum) {
    sum.games += sum.record.learn_games();
    sum.points += sum.record.learn_points();
    const LearnedResult result = halved_to_fit(sum.games, sum.points);
    if (result.games != sum.games || result.points != sum.points) ++report_.halved;
    sum.record.learn = encode_learn(result.games, result.points);
    ++report_.records;
  }

  std::vector<PositionCursor> cursors_;
  bool has_target_;
  ResultsIn where_;
  CastlingCodes castling_;
  BinBookWriter& writer_;
  std::vector<RawEntry> records_;  ///< the records of one position in one file
  std::vector<Sum> sums_;          ///< the records of one position
  MovePlaces places_;              ///< indices in sums_, by the codes that its records had first
  AddedResults report_;
};

}  // namespace

Result<AddedResults> add_learned(std::span<const std::string> files, const std::string& target,
                                 ResultsIn where) {
  std::vector<std::string> sources(files.begin(), files.end());
  std::error_code missing;
  const auto size = std::filesystem::file_size(target, missing);
  const bool has_target = where == ResultsIn::book || (!missing && size > 0);
  if (has_target) sources.insert(sources.begin(), target);
  return write_book(sources, target, [&](BinBookWriter& writer) {
    return result_of([&] {
      os::allow_open_files(sources.size());
      std::vector<PositionCursor> cursors;
      for (const std::string& source : sources) cursors.push_back(open_results(source));
      auto added =
          ResultsAdder(std::move(cursors), has_target, where, CastlingCodes(sources, {}), writer).run();
      if (added.records == 0)
        throw Failure("is not changed: " + std::string(added.unknown > 0 ? "it has no move with results"
                                                                         : "there are no results"),
                      target);
      return added;
    });
  });
}

}  // namespace polyglot::book
