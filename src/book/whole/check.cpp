// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/variants/book_code.hpp>

#include "book/formats/bin/record_file.hpp"
#include "book/whole/castling_codes.hpp"
#include "book/whole/move_places.hpp"

namespace polyglot::book {
namespace {

constexpr unsigned kMoveBits = 12;
constexpr unsigned kQueen = 4;
constexpr unsigned kSquareMask = 63;

/// Whether a code cannot be a move in any position. `variant` is null for chess.
bool is_impossible(const variants::Variant* variant, std::uint16_t move) {
  if (variant != nullptr) return !variants::text_of_code(*variant, move);
  return (move >> kMoveBits) > kQueen || (move & kSquareMask) == ((move >> 6) & kSquareMask);
}

/// Checks the records one after another.
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

/// `first`: the number of the first record.
void add_king_castlings(const game::Position& position, std::span<const RawEntry> records,
                        std::uint64_t first, MoveCheck& result) {
  for (std::size_t i = 0; i < records.size(); ++i)
    if (may_castle_by_king(records[i].move) && usual_code(position, records[i].move) != records[i].move)
      result.king_castlings.add(first + i);
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
      "is no book: most of its keys are out of order, most of its moves are impossible, and the start "
      "position is missing; give a book, or build one with polyglot make-book",
      path};
}

Result<RecordCheck> check_records(const std::string& path, const game::Rules& rules) {
  auto reader = BinBookReader::open_damaged(path);
  if (!reader) return reader.error();
  Examiner examiner(rules);
  const auto read = reader->visit_blocks([&examiner](std::span<const RawEntry> block) {
    for (const RawEntry& entry : block) examiner.add(entry);
    return Result<void>();
  });
  if (!read) return read.error();
  RecordCheck result = examiner.finish();
  result.file_size = reader->file_size();
  result.leftover_bytes = reader->file_size() % kRecordSize;
  return result;
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
  for (std::size_t first = 0; first < entries.size();) {
    const auto records = book.find(entries[first].key);
    const auto position = reached.find(entries[first].key);
    if (position) add_king_castlings(*position, records, book.header().size() + first, result);
    if (position && count_legal(*position, records) < records.size())
      for (std::size_t i = 0; i < records.size(); ++i)
        if (!is_impossible_in(*position, records[i].move) &&
            count_legal(*position, records.subspan(i, 1)) == 0)
          result.illegal_moves.add(book.header().size() + first + i);
    first += records.size();
  }
  return result;
}

}  // namespace polyglot::book
