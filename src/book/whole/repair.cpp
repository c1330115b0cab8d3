// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>

#include "book/whole/castling_codes.hpp"
#include "book/whole/move_places.hpp"

namespace polyglot::book {
namespace {

/// Joins later records of a move with its first one. Returns how many remain.
std::size_t join_duplicates(std::span<RawEntry> position) {
  MovePlaces kept;
  std::size_t count = 0;
  for (const RawEntry& record : position) {
    const auto place = kept.find(record.move);
    if (!place) {
      kept.add(record.move);
      position[count++] = record;
      continue;
    }
    RawEntry& same = position[*place];
    const unsigned sum = static_cast<unsigned>(same.weight) + record.weight;
    same.weight =
        static_cast<std::uint16_t>(std::min<unsigned>(sum, std::numeric_limits<std::uint16_t>::max()));
    if (same.learn == 0) same.learn = record.learn;
  }
  return count;
}

/// Drops leftovers and returns how many there were. When XBoard removes records, it does not shorten the
/// file. The last records stay a second time after the closing record, and would count twice.
std::size_t drop_leftovers(std::vector<RawEntry>& moves) {
  const auto closing = std::ranges::find(moves, kClosingRecord);
  if (closing == moves.end()) return 0;
  const std::span book(moves.begin(), closing + 1);
  if (!std::ranges::is_sorted(book, {}, &RawEntry::key)) return 0;
  if (closing + 1 == moves.end()) return 0;
  const auto identity = [](const RawEntry& record) {
    ++compared_records();
    return std::tuple(record.key, record.move, record.weight);
  };
  std::vector<RawEntry> known(book.begin(), book.end());
  std::ranges::sort(known, {}, identity);
  const auto is_leftover = [&](const RawEntry& record) {
    return std::ranges::binary_search(known, identity(record), {}, identity);
  };
  const auto leftovers = std::remove_if(closing + 1, moves.end(), is_leftover);
  const auto count = static_cast<std::size_t>(moves.end() - leftovers);
  moves.erase(leftovers, moves.end());
  return count;
}

bool may_castle(const RawEntry& record) noexcept {
  return may_castle_by_king(record.move);
}

/// Gives castlings their usual code. Returns how many changed. `moves` must be sorted.
Result<std::uint64_t> normalise_castling(const std::string& path, const GamesOfBook& games_of,
                                         std::span<const RawEntry> header, std::span<RawEntry> moves) {
  std::uint64_t count = 0;
  if (!games_of || std::ranges::none_of(moves, may_castle)) return count;
  std::vector<RawEntry> records(header.begin(), header.end());
  records.insert(records.end(), moves.begin(), moves.end());
  const LoadedBook book(path, std::move(records));
  const auto games = games_of(book);
  if (!games) return games.error();
  const ReachedPositions reached(book, *games);
  for (RawEntry& record : moves) {
    const auto position = may_castle(record) ? reached.find(record.key) : std::nullopt;
    if (position && std::exchange(record.move, usual_code(*position, record.move)) != record.move) ++count;
  }
  return count;
}

Result<RepairReport> write_repaired(const std::string& path, const GamesOfBook& games,
                                    BinBookWriter& writer) {
  auto reader = BinBookReader::open_damaged(path);
  if (!reader) return reader.error();
  const auto all = reader->read_all();
  if (!all) return all.error();
  const auto is_move = [](const RawEntry& record) { return record.key != 0; };
  const auto header_end = std::ranges::find_if(*all, is_move);
  const std::vector<RawEntry> header(all->begin(), header_end);
  std::vector<RawEntry> moves;
  std::ranges::copy_if(header_end, all->end(), std::back_inserter(moves), is_move);

  RepairReport report;
  report.dropped = all->size() - header.size() - moves.size();
  report.leftovers = drop_leftovers(moves);
  std::ranges::stable_sort(moves, {}, &RawEntry::key);
  const auto castlings = normalise_castling(path, games, header, moves);
  if (!castlings) return castlings.error();
  report.castlings = *castlings;
  if (auto added = writer.add(header); !added) return added.error();
  for (std::span<RawEntry> rest = moves; !rest.empty();) {
    const auto next =
        std::ranges::find_if(rest, [&](const RawEntry& r) { return r.key != rest.front().key; });
    const auto position = rest.first(static_cast<std::size_t>(next - rest.begin()));
    rest = rest.subspan(position.size());
    const std::size_t left = join_duplicates(position);
    report.records += without_closing(position.first(left)).size();
    report.joined += position.size() - left;
    if (auto added = writer.add(position.first(left)); !added) return added.error();
  }
  return report;
}

}  // namespace

Result<RepairReport> repair_book(const std::string& path, const std::string& out, const GamesOfBook& games) {
  return write_book(std::span(&path, 1), out,
                    [&](BinBookWriter& writer) { return write_repaired(path, games, writer); });
}

}  // namespace polyglot::book
