// SPDX-License-Identifier: MIT
#include <limits>
#include <utility>
#include <vector>

#include <polyglot/book/move_code.hpp>
#include <polyglot/book/unlearner.hpp>

namespace polyglot::book {
namespace {

/// A record that was halved has half of the maximum, and grows from there.
constexpr std::uint16_t kHalfFull = std::numeric_limits<std::uint16_t>::max() / 2;

/// Returns the learn fields without the games of a move. 0 if the record has fewer games than that.
std::uint32_t less_games(const RawEntry& record, const PlayedMove& played, UnlearnReport& report) noexcept {
  const int games = record.learn_games() - played.games;
  const int points = record.learn_points() - played.points;
  if (record.learn_games() >= kHalfFull || record.learn_points() >= kHalfFull) ++report.halved;
  if (games >= 0 && points >= 0)
    return encode_learn(static_cast<std::uint16_t>(games), static_cast<std::uint16_t>(points));
  ++report.short_of;
  return 0;
}

/// Finds the records of a position as learning does: those of the first key for which the file has any.
Result<std::vector<RawEntry>> find_records(const BookEditor& editor, const game::Position& position) {
  for (const chess::Key key : keys_of(position)) {
    if (key == 0 || key == kClosingRecord.key) continue;
    auto records = editor.records(key);
    if (!records || !records->empty()) return records;
  }
  return std::vector<RawEntry>();
}

Result<void> unlearn(BookEditor& editor, const PlayedMove& played, ResultsIn where, UnlearnReport& report) {
  if (!has_record_code(played.position, played.move)) return {};
  auto records = find_records(editor, played.position);
  if (!records) return records.error();
  const auto record = find_record(*records, codes_of(played.position, played.move));
  if (record == records->end()) return {};
  report.moves += static_cast<std::uint64_t>(played.games);
  record->learn = less_games(*record, played, report);
  const chess::Key key = record->key;
  if (where == ResultsIn::learn_file && record->learn == 0 && record->weight == 0) records->erase(record);
  return editor.replace(key, std::move(*records));
}

}  // namespace

Result<UnlearnReport> unlearn(BookEditor& editor, std::span<const PlayedMove> moves, ResultsIn where) {
  UnlearnReport report;
  for (const PlayedMove& played : moves)
    if (auto taken = unlearn(editor, played, where, report); !taken) return taken.error();
  return report;
}

}  // namespace polyglot::book
