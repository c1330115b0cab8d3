// SPDX-License-Identifier: MIT
/// Books of arbitrary bytes, and sound books made from the input. A lookup must find what a scan of all
/// records finds, in sorted and unsorted books, and give only legal moves.
///
/// The first byte says how to read the rest: as the file itself, or as a list of records. A book is built
/// from these, written, and read again.
#include <iterator>
#include <limits>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/book/selection.hpp>

#include "book_records.hpp"
#include "files.hpp"

namespace polyglot::fuzz {
namespace {

using book::BinBook;
using book::RawEntry;
using chess::Position;

constexpr std::uint8_t kMakeBook = 1;       ///< the input lists records
constexpr std::uint8_t kManyRecords = 2;    ///< more of them than one page holds
constexpr std::uint8_t kWriteBook = 4 | 8;  ///< slower than all the rest, so for one in four

// ---- Lookups --------------------------------------------------------------------------------------------

Entries records_of(const Entries& entries, chess::Key key) {
  Entries found;
  std::ranges::copy_if(entries, std::back_inserter(found),
                       [key](const RawEntry& entry) { return entry.key == key; });
  return found;
}

void check_choice(const std::vector<book::Candidate>& candidates) {
  const auto last = [](std::uint32_t bound) {
    check(bound > 1, "a random number has room");
    return bound - 1;
  };
  const auto choice = book::choose(candidates, last);
  const bool any = std::ranges::any_of(candidates, &book::Candidate::is_kept);
  check(choice.has_value() == any, "a move is chosen if there is one");
  check(!choice || candidates[choice->index].probability > 0, "the choice is one that is played");
}

void check_selection(std::vector<book::Candidate> candidates, const book::SelectionPolicy& policy) {
  std::uint64_t sum = 0;
  for (const book::Candidate& candidate : candidates) {
    sum += candidate.share;
    if (!candidate.is_kept()) continue;
    check(candidate.entry.weight > 0, "zero weight is never played");
    check(candidate.share > static_cast<std::uint32_t>(10 * policy.threshold), "the threshold holds");
  }
  check(sum <= 10000, "shares add up to one at most");
  book::settle(candidates, policy);
  for (const book::Candidate& candidate : candidates)
    check(candidate.is_kept() || candidate.parts == 0, "what is dropped is not played");
  check_choice(candidates);
}

void check_moves(const book::BookMoves& moves, const Position& position, const Entries& records) {
  std::uint64_t total = 0;
  for (const RawEntry& record : records) total += record.weight;
  check(moves.total_weight == total, "every record's weight counts");
  check(moves.moves.size() <= records.size(), "a record gives one move at most");
  for (const book::BookMove& entry : moves.moves) {
    check(position.is_legal(std::get<chess::Move>(entry.move)), "only legal moves come out");
    const std::uint16_t code = book::record_code(position, entry.move);
    check(std::ranges::find(records, code, &RawEntry::move) != records.end(), "a move is in the book");
  }
  const book::LearnedMoves learned = book::decode_learned(position, records);
  check(learned.results.size() == moves.moves.size(), "each move has its results");
  using book::ChoiceMode;
  for (const ChoiceMode mode : {ChoiceMode::weighted, ChoiceMode::best, ChoiceMode::uniform,
                                ChoiceMode::power, ChoiceMode::top, ChoiceMode::explore}) {
    for (const int threshold : {0, 5, 500}) {
      const book::SelectionPolicy policy{.mode = mode, .by_results = threshold == 5, .threshold = threshold};
      check_selection(book::judge(moves, &learned, policy), policy);
    }
  }
}

void check_position(const BinBook& book, const Entries& entries, const Position& position) {
  const auto found = book.find(position.key());
  check(found.has_value(), "a book can be searched");
  const Entries expected = records_of(entries, position.key());
  check(*found == expected, "a lookup finds every record");
  check_moves(book.find(position), position, expected);
}

void check_keys(const BinBook& book, const Entries& entries) {
  const std::size_t step = entries.size() / 8 + 1;
  for (std::size_t i = 0; i < entries.size(); i += step) {
    for (const chess::Key key : {entries[i].key - 1, entries[i].key, entries[i].key + 1}) {
      const auto found = book.find(key);
      check(found && *found == (key == 0 ? Entries() : records_of(entries, key)), "any key can be looked up");
    }
  }
}

void check_header(const BinBook& book, const Entries& header_records) {
  const auto header = book.header();
  check(header.has_value() || header.error().where == book.path(), "an error names the book");
  if (!header) return;
  check(header->has_value() == !header_records.empty(), "records with key 0 are the header");
  if (!header->has_value()) return;
  const auto records = book::make_header(**header);
  if (!records) return;
  const auto again = book::parse_header(*records);
  check(again && *again == **header, "a header written reads back");
}

/// XBoard's closing record is not one of the book's entries.
void drop_closing(Entries& entries) {
  if (!entries.empty() && entries.back() == book::kClosingRecord) entries.pop_back();
}

/// Opens a file and compares what the book says with its bytes.
void check_book(const std::string& path, std::span<const std::byte> bytes,
                std::span<const Position> positions) {
  const auto opened = book::BinBook::open(path);
  if (!opened) {
    check(opened.error().where.starts_with(path), "an error names the book");
    check(!opened.error().what.empty(), "an error says why");
    return;
  }
  const BinBook& book = **opened;
  Entries entries = decode(bytes);
  const bool sorted = std::ranges::is_sorted(entries, {}, &RawEntry::key);
  drop_closing(entries);
  const Entries header(entries.begin(),
                       std::ranges::find_if(entries, [](const RawEntry& entry) { return entry.key != 0; }));
  check(book.size() == entries.size() - header.size(), "all but the header counts");
  const bool sound = book.size() > 0 && bytes.size() % book::kRecordSize == 0 && sorted;
  check((*opened)->take_trouble().has_value() == !sound, "what is wrong with a book is told");
  check_header(book, header);
  const auto all = book.read(0, book.size());
  check(all && std::ranges::equal(*all, std::span(entries).subspan(header.size())),
        "records read are stored");
  std::erase(entries, book::kClosingRecord);
  for (const Position& position : positions) check_position(book, entries, position);
  check_keys(book, entries);
}

// ---- Books made from the input --------------------------------------------------------------------------

/// Evenly spread keys with one dense run, so that a search guesses right and wrong.
void add_many(Bytes& bytes, Entries& entries) {
  const std::uint64_t count = 4 * std::uint64_t{bytes.take()};
  const auto dense = bytes.take<chess::Key>();
  for (std::uint64_t i = 1; i <= count; ++i) {
    const std::uint64_t spread = std::numeric_limits<chess::Key>::max() / (count + 1) * i;
    entries.push_back({.key = (i % 2 != 0 ? spread : dense + i) | 1, .move = 1, .weight = 1, .learn = 0});
  }
}

void check_writer(Entries sorted, std::uint8_t choice) {
  static const ScratchFolder folder;
  std::optional<book::BookHeader> header;
  if ((choice & 1) != 0) header = book::BookHeader{.comment = "fuzz\n" + std::to_string(choice)};
  const std::string path = folder.file("book.bin");
  const auto written = book::write_bin_book(path, sorted, header);
  check(written.has_value(), "a sound book can be written");
  const auto opened = book::BinBook::open(path);
  if (!opened) {
    // One key in many millions begins like an archive. Its book is taken for an archive.
    return check(sorted.empty() || is_taken_for_another(opened.error()), "a book written can be opened");
  }
  drop_closing(sorted);
  const auto all = (*opened)->read(0, (*opened)->size());
  check(all && *all == sorted, "a book written reads back");
  const auto header_read = (*opened)->header();
  check(header_read && *header_read == header, "a header written reads back");
}

void check_made_book(Bytes bytes, std::uint8_t kind, const MemoryFile& file) {
  const auto positions = walk(bytes);
  Entries entries;
  if ((kind & kManyRecords) != 0) add_many(bytes, entries);
  const Entries more = take_entries(bytes, positions);
  entries.insert(entries.end(), more.begin(), more.end());
  book::sort_entries(entries);
  const std::vector<std::byte> encoded = encode(entries);
  file.write(encoded);
  check_book(file.path(), encoded, positions);
  if ((kind & kWriteBook) == kWriteBook && entries.size() < 100) check_writer(entries, kind >> 4);
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  static const MemoryFile file;
  Bytes bytes(std::span(data, size));
  const std::uint8_t kind = bytes.take();
  if ((kind & kMakeBook) != 0) {
    check_made_book(bytes, kind, file);
  } else {
    const auto raw = std::as_bytes(bytes.rest());
    file.write(raw);
    check_book(file.path(), raw, walk(bytes));
  }
  return 0;
}
