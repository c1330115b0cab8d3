#include <algorithm>
#include <limits>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/convert.hpp>
#include <polyglot/book/crafty_key.hpp>
#include <polyglot/book/crafty_writer.hpp>
#include <polyglot/book/move_code.hpp>

namespace polyglot::book {
namespace {

/// Calls `visit(position, moves)` once for each position that can be reached and has moves.
template <class Visit>
void walk_book(const BookSource& book, Visit visit) {
  boost::unordered_flat_set<chess::Key> seen;
  std::vector<chess::Position> waiting = book.starts();
  for (const chess::Position& start : waiting) seen.insert(start.key());
  while (!waiting.empty()) {
    const chess::Position position = waiting.back();
    waiting.pop_back();
    const BookMoves found = book.find(position);
    if (found.moves.empty()) continue;
    visit(position, found.moves);
    for (const BookMove& move : found.moves) {
      chess::Position next = position;
      next.make(std::get<chess::Move>(move.move));
      if (seen.insert(next.key()).second) waiting.push_back(next);
    }
  }
}

/// The weights of a position, made smaller if one is larger than `most`. Counts that.
std::vector<std::uint32_t> fitting_weights(const std::vector<BookMove>& moves, std::uint32_t most,
                                           std::uint64_t& scaled_positions) {
  std::uint32_t heaviest = 0;
  for (const BookMove& move : moves) heaviest = std::max(heaviest, move.weight);
  if (heaviest > most) ++scaled_positions;
  std::vector<std::uint32_t> weights;
  for (const BookMove& move : moves) {
    const std::uint64_t scaled = heaviest > most ? std::uint64_t{move.weight} * most / heaviest : move.weight;
    weights.push_back(move.weight == 0 ? 0 : std::max(1U, static_cast<std::uint32_t>(scaled)));
  }
  return weights;
}

/// Nobody knows whose games a weight counts: both marks, as Crafty sets them for games without a result.
std::uint8_t status_of(std::uint32_t weight) {
  return weight == 0 ? crafty_status::kBad
                     : static_cast<std::uint8_t>(crafty_status::kWhiteWon | crafty_status::kBlackWon);
}

/// By key, each once: a `.bin` may have several records of a move.
std::vector<CraftyRecord> crafty_records(const BookSource& from, ConvertReport& report) {
  std::vector<CraftyRecord> records;
  walk_book(from, [&](const chess::Position& position, const std::vector<BookMove>& moves) {
    if (position.needs_chess960()) {
      ++report.chess960;
      return;
    }
    const auto weights = fitting_weights(moves, CraftyRecord::kMostCount, report.scaled);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      chess::Position next = position;
      next.make(std::get<chess::Move>(moves[i].move));
      const std::uint64_t key =
          crafty_record_key(crafty_signature(position), crafty_signature(next), position.side_to_move());
      records.push_back({.key = key, .status = status_of(weights[i]), .count = weights[i]});
    }
    ++report.positions;
  });
  std::ranges::stable_sort(records, {}, &CraftyRecord::key);
  std::size_t kept = 0;
  for (const CraftyRecord& record : records) {
    if (kept == 0 || records[kept - 1].key != record.key) {
      records[kept++] = record;
    } else {
      CraftyRecord& same = records[kept - 1];
      same.count = std::min(same.count + record.count, CraftyRecord::kMostCount);
      same.status = status_of(same.count);
    }
  }
  records.resize(kept);
  report.moves = kept;
  return records;
}

Error nothing_reached(const BookSource& from) {
  return {"no move of it can be reached from a start position: nothing to convert", from.path()};
}

Result<void> write_polyglot(const std::vector<RawEntry>& entries, const std::string& out) {
  return replace_book({}, out, [&](BinBookWriter& writer) -> Result<bool> {
    if (auto added = writer.add(entries); !added) return added.error();
    return true;
  });
}

Result<void> write_crafty(const std::vector<CraftyRecord>& records, const std::string& out) {
  CraftyClusters clusters;
  for (const CraftyRecord& record : records) clusters.set(record.cluster());
  return write_crafty_book(out, records, clusters);
}

}  // namespace

Collected collect_entries(const BookSource& book) {
  Collected collected;
  walk_book(book, [&](const chess::Position& position, const std::vector<BookMove>& moves) {
    const auto weights = fitting_weights(moves, std::numeric_limits<std::uint16_t>::max(), collected.scaled);
    for (std::size_t i = 0; i < moves.size(); ++i)
      collected.entries.push_back({.key = position.key(),
                                   .move = record_code(position, moves[i].move),
                                   .weight = static_cast<std::uint16_t>(weights[i])});
    ++collected.positions;
  });
  sort_entries(collected.entries);
  return collected;
}

Result<ConvertReport> convert_book(const BookSource& from, BookFormat to, const std::string& out) {
  ConvertReport report;
  Result<void> written;
  if (to == BookFormat::polyglot) {
    const Collected collected = collect_entries(from);
    if (collected.entries.empty()) return nothing_reached(from);
    written = write_polyglot(collected.entries, out);
    report = {
        .positions = collected.positions, .moves = collected.entries.size(), .scaled = collected.scaled};
  } else if (to == BookFormat::crafty) {
    const auto records = crafty_records(from, report);
    if (records.empty()) return nothing_reached(from);
    written = write_crafty(records, out);
  } else {
    return Error{
        "books of the format " + std::string(name_of(to)) + " are read only: write polyglot or crafty", out};
  }
  if (!written) return written.error();
  return report;
}

}  // namespace polyglot::book
