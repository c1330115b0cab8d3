// SPDX-License-Identifier: MIT
#include <tuple>

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/variants/book_code.hpp>

#include "book/formats/bin/record_file.hpp"
#include "book/whole/castling_codes.hpp"

namespace polyglot::book {
namespace {

/// Whether a code cannot be a move in any position. `variant` is null for chess.
bool is_impossible(const variants::Variant* variant, std::uint16_t move) {
  constexpr unsigned kMoveBits = 12;
  constexpr unsigned kQueen = 4;
  constexpr unsigned kSquareMask = 63;
  if (variant != nullptr) return !variants::text_of_code(*variant, move);
  return (move >> kMoveBits) > kQueen || (move & kSquareMask) == ((move >> 6) & kSquareMask);
}

class Examiner {
 public:
  explicit Examiner(const game::Rules& rules) : rules_(rules), start_(rules.start().key()) {}

  void add(const RawEntry& entry) {
    const std::uint64_t number = number_++;
    if (entry.key == 0) {
      add_header(entry, number);
      return;
    }
    in_header_ = false;
    if (entry.key == start_) result_.has_start = true;
    if (entry == kClosingRecord) {
      highest_key_ = entry.key;
      last_key_ = 0;  // the closing record belongs to no position
      return;
    }
    if (entry.key != last_key_) {
      if (entry.key < highest_key_) result_.unsorted.add(number);
      if (entry.key < last_key_) ++result_.descents;
      ++result_.positions;
      moves_.clear();
    }
    last_key_ = entry.key;
    highest_key_ = std::max(highest_key_, entry.key);
    add_move(entry, number);
  }

  RecordCheck finish() {
    result_.learn = learn_.result();
    if (!header_.empty()) {
      auto header = parse_header(header_);
      if (header) {
        result_.header = std::move(*header);
      } else {
        result_.header_error = header.error();
      }
    }
    return std::move(result_);
  }

 private:
  void add_header(const RawEntry& entry, std::uint64_t number) {
    if (!in_header_) {
      result_.stray_headers.add(number);
    } else if (header_.size() < kMaxHeaderRecords) {
      header_.push_back(entry);
    }
  }

  void add_move(const RawEntry& entry, std::uint64_t number) {
    ++result_.records;
    if (moves_.find(entry.move)) {
      result_.duplicates.add(number);
    } else {
      moves_.add(entry.move);
      if (is_impossible(rules_.variant(), entry.move)) result_.impossible_moves.add(number);
    }
    if (entry.weight == 0) result_.zero_weights.add(number);
    learn_.add(entry);
  }

  static constexpr std::size_t kMaxHeaderRecords = 65536;

  const game::Rules& rules_;
  chess::Key start_;
  RecordCheck result_;
  LearnLayoutGuess learn_;
  std::vector<RawEntry> header_;
  bool in_header_ = true;
  std::uint64_t number_ = 0;
  chess::Key last_key_ = 0;
  chess::Key highest_key_ = 0;
  MovePlaces moves_;  ///< codes of the present position, each once
};

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
    same.weight = static_cast<std::uint16_t>(std::min<unsigned>(sum, kMostWeight));
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

/// Gives castlings their usual code. Returns how many changed. `moves` must be sorted.
std::uint64_t normalise_castling(const std::string& path, const GamesOfBook& games_of,
                                 std::span<const RawEntry> header, std::span<RawEntry> moves) {
  std::uint64_t count = 0;
  if (!games_of || std::ranges::none_of(moves, may_castle_by_king, &RawEntry::move)) return count;
  std::vector<RawEntry> records(header.begin(), header.end());
  records.insert(records.end(), moves.begin(), moves.end());
  const LoadedBook book(path, std::move(records));
  const ReachedPositions reached(book, games_of(book).value());
  for (RawEntry& record : moves) {
    const auto position = may_castle_by_king(record.move) ? reached.find(record.key) : std::nullopt;
    if (position && std::exchange(record.move, usual_code(*position, record.move)) != record.move) ++count;
  }
  return count;
}

RepairReport write_repaired(const std::string& path, const GamesOfBook& games, BinBookWriter& writer) {
  const std::vector<RawEntry> all = BinBookReader::open_damaged(path).value().read_all().value();
  const auto is_move = [](const RawEntry& record) { return record.key != 0; };
  const auto header_end = std::ranges::find_if(all, is_move);
  const std::vector<RawEntry> header(all.begin(), header_end);
  std::vector<RawEntry> moves;
  std::ranges::copy_if(header_end, all.end(), std::back_inserter(moves), is_move);

  RepairReport report;
  report.dropped = all.size() - header.size() - moves.size();
  report.leftovers = drop_leftovers(moves);
  std::ranges::stable_sort(moves, {}, &RawEntry::key);
  report.castlings = normalise_castling(path, games, header, moves);
  writer.add(header).value();
  for (std::span<RawEntry> rest = moves; !rest.empty();) {
    const auto position = first_position(rest);
    rest = rest.subspan(position.size());
    const std::size_t left = join_duplicates(position);
    report.records += without_closing(position.first(left)).size();
    report.joined += position.size() - left;
    writer.add(position.first(left)).value();
  }
  return report;
}

}  // namespace

bool is_not_a_book(const RecordSource& records) {
  constexpr std::uint64_t kMostPages = 64;
  const std::uint64_t pages = (records.count() + kPageRecords - 1) / kPageRecords;
  const std::uint64_t looked_at = std::min(pages, kMostPages);
  const game::Rules chess;
  Examiner examiner(chess);
  std::array<RawEntry, kPageRecords> page;
  for (std::uint64_t i = 0; i < looked_at; ++i) {
    const std::uint64_t first = i * pages / looked_at * kPageRecords;
    const auto part = std::span(page).first(std::min(kPageRecords, records.count() - first));
    if (!records.fetch(first, part)) return false;
    for (const RawEntry& entry : part) examiner.add(entry);
  }
  return examiner.finish().is_not_a_book();
}

Error no_book_error(const std::string& path) {
  return {
      "is no book: its keys are in no order, it has impossible moves, and the start position is missing; "
      "give a book, or build one with polyglot make-book",
      path};
}

Result<RecordCheck> check_records(const std::string& path, const game::Rules& rules) {
  auto reader = BinBookReader::open_damaged(path);
  return reader ? check_records(std::move(*reader), rules) : reader.error();
}

Result<RecordCheck> check_records(BinBookReader reader, const game::Rules& rules) {
  return result_of([&] {
    Examiner examiner(rules);
    for (auto block = reader.next_block().value(); !block.empty(); block = reader.next_block().value())
      for (const RawEntry& entry : block) examiner.add(entry);
    RecordCheck result = examiner.finish();
    result.file_size = reader.file_size();
    result.leftover_bytes = reader.file_size() % kRecordSize;
    return result;
  });
}

MoveCheck check_moves(const LoadedBook& book, const ReachedPositions& reached) {
  MoveCheck result{.reached = reached.size(), .unreached = book.position_count() - reached.size()};
  const auto entries = book.entries();
  const auto count_legal = [](const game::Position& position, std::span<const RawEntry> records) {
    return decode_moves(position, records).moves.size();
  };
  const auto is_impossible_in = [](const game::Position& position, std::uint16_t move) {
    return is_impossible(position.variant() != nullptr ? &position.variant()->variant() : nullptr, move);
  };
  book.visit_positions([&](std::span<const RawEntry> records) {
    const auto first = book.header().size() + static_cast<std::size_t>(records.data() - entries.data());
    const auto position = reached.find(records.front().key);
    if (!position) return;
    for (std::size_t i = 0; i < records.size(); ++i)
      if (may_castle_by_king(records[i].move) && usual_code(*position, records[i].move) != records[i].move)
        result.king_castlings.add(first + i);
    if (count_legal(*position, records) == records.size()) return;
    for (std::size_t i = 0; i < records.size(); ++i)
      if (!is_impossible_in(*position, records[i].move) && count_legal(*position, records.subspan(i, 1)) == 0)
        result.illegal_moves.add(first + i);
  });
  return result;
}

Result<RepairReport> repair_book(const std::string& path, const std::string& out, const GamesOfBook& games,
                                 const std::function<Result<void>(const RepairReport&)>& before) {
  return write_book(std::span(&path, 1), out, [&](BinBookWriter& writer) {
    return result_of([&] {
      auto report = write_repaired(path, games, writer);
      if (before) before(report).value();
      return report;
    });
  });
}

}  // namespace polyglot::book
