// SPDX-License-Identifier: MIT
/// Operations on whole books, of arbitrary bytes and made from the input: check, repair, compare, merge and
/// replace the header. Each is compared with a slow and simple way to do the same. Then follows an operation
/// that reverses it, or that must not change anything.
///
/// The first byte says what to do and how to read the rest, the second where the second book begins.
#include <limits>
#include <tuple>

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/diff.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/merge.hpp>
#include <polyglot/book/raw_entry.hpp>

#include "book_records.hpp"
#include "files.hpp"

namespace polyglot::fuzz {
namespace {

using book::MergeRule;
using book::RawEntry;

constexpr std::uint8_t kOperation = 3;
constexpr std::uint8_t kMakeBook = 4;  ///< the input lists records
constexpr std::uint8_t kSorted = 8;    ///< they are put in order
constexpr int kChoiceShift = 4;

constexpr std::uint16_t kMaxWeight = std::numeric_limits<std::uint16_t>::max();

/// A file of the scratch folder, with its bytes.
struct Book {
  std::string path;
  std::vector<std::byte> bytes;

  [[nodiscard]] Entries entries() const { return decode(bytes); }
};

const ScratchFolder& folder() {
  static const ScratchFolder folder;
  return folder;
}

Book make_file(std::string_view name, std::vector<std::byte> bytes) {
  Book book{.path = folder().file(name), .bytes = std::move(bytes)};
  write_file(book.path, book.bytes);
  return book;
}

Entries header_of(const Entries& entries) {
  const auto size = static_cast<std::ptrdiff_t>(header_size(entries));
  return {entries.begin(), entries.begin() + size};
}

/// All records except the header at the start.
Entries moves_of(const Entries& entries) {
  const auto size = static_cast<std::ptrdiff_t>(header_size(entries));
  return {entries.begin() + size, entries.end()};
}

bool has_duplicates(const Entries& moves) {
  std::vector<std::pair<chess::Key, std::uint16_t>> seen;
  for (const RawEntry& move : moves) seen.emplace_back(move.key, move.move);
  std::ranges::sort(seen);
  return std::ranges::adjacent_find(seen) != seen.end();
}

/// True if the book is sound; otherwise the error says why not.
bool is_sound(const Book& book) {
  const Entries entries = book.entries();
  const bool sound =
      book.bytes.size() % book::kRecordSize == 0 && std::ranges::is_sorted(entries, {}, &RawEntry::key);
  const auto reader = book::BinBookReader::open(book.path);
  if (!reader) {
    check_error(reader.error(), book.path);
    check(!sound || is_taken_for_another(reader.error()), "a sound book can be opened");
    return false;
  }
  return sound;
}

// ---- Check and repair -----------------------------------------------------------------------------------

/// Records of one position in the order of the file, those of one move joined.
Entries joined(const Entries& position) {
  Entries result;
  for (const RawEntry& record : position) {
    const auto same = std::ranges::find(result, record.move, &RawEntry::move);
    if (same == result.end()) {
      result.push_back(record);
      continue;
    }
    same->weight = static_cast<std::uint16_t>(std::min(same->weight + record.weight, int{kMaxWeight}));
    if (same->learn == 0) same->learn = record.learn;
  }
  return result;
}

/// Without the records that XBoard leaves after the closing record of a book that it shortens.
Entries without_leftovers(Entries moves) {
  const auto closing = std::ranges::find(moves, book::kClosingRecord);
  if (closing == moves.end()) return moves;
  const Entries before(moves.begin(), closing + 1);
  if (!std::ranges::is_sorted(before, {}, &RawEntry::key)) return moves;
  const auto name = [](const RawEntry& entry) { return std::tuple(entry.key, entry.move, entry.weight); };
  const auto left = std::remove_if(closing + 1, moves.end(), [&](const RawEntry& entry) {
    return std::ranges::find(before, name(entry), name) != before.end();
  });
  moves.erase(left, moves.end());
  return moves;
}

Entries repaired(const Entries& entries) {
  Entries result = header_of(entries);
  Entries records = entries;
  std::erase_if(records, [](const RawEntry& entry) { return entry.key == 0; });
  std::map<chess::Key, Entries> positions;
  for (const RawEntry& entry : without_leftovers(std::move(records))) positions[entry.key].push_back(entry);
  for (const auto& [key, position] : positions) {
    const Entries moves = joined(position);
    result.insert(result.end(), moves.begin(), moves.end());
  }
  return result;
}

void check_findings(const Book& book, const book::RecordCheck& found) {
  const Entries entries = book.entries();
  Entries moves = moves_of(entries);
  const auto strays = std::erase_if(moves, [](const RawEntry& entry) { return entry.key == 0; });
  check(found.file_size == book.bytes.size(), "a check knows the size");
  check(found.leftover_bytes == book.bytes.size() % book::kRecordSize, "a check sees what is no record");
  check(found.stray_headers.count == strays, "a check sees headers among the moves");
  const bool sorted = std::ranges::is_sorted(moves, {}, &RawEntry::key);
  std::erase(moves, book::kClosingRecord);  // which is in the order, but no move
  check(found.records == moves.size(), "a check counts the records");
  check((found.unsorted.count == 0) == sorted, "a check sees keys out of order");
  if (sorted) check((found.duplicates.count > 0) == has_duplicates(moves), "a check sees moves given twice");
  const auto zeros = std::ranges::count(moves, 0, &RawEntry::weight);
  check(found.zero_weights.count == static_cast<std::uint64_t>(zeros), "a check counts zero weights");
  for (const book::Finding& finding :
       {found.unsorted, found.duplicates, found.zero_weights, found.impossible_moves, found.stray_headers}) {
    const bool inside = finding.first_offset + book::kRecordSize <= book.bytes.size();
    check(finding.count == 0 || inside, "a finding has a place in the file");
  }
  const bool has_header = header_size(entries) > 0;
  check(has_header == (found.header.has_value() || found.header_error.has_value()),
        "a header is read or not");
}

/// Removes an earlier result. Its bytes may look like those of another kind of file, which is not replaced.
void make_room(const std::string& path) {
  std::filesystem::remove(path);
}

bool nothing_is_left(const Error& error) {
  return error.what == "is not written: no entry is left for it";
}

void check_repair(const Book& book) {
  const auto found = book::check_records(book.path);
  const std::string out = folder().file("repaired");
  make_room(out);
  const auto report = book::repair_book(book.path, out);
  if (found && !report) return check(nothing_is_left(report.error()), "what can be checked can be repaired");
  check(found.has_value() == report.has_value(), "what can be repaired can be checked");
  if (!found) {
    check_error(found.error(), book.path);
    return check(is_taken_for_another(found.error()), "any bytes can be checked");
  }
  check_findings(book, *found);
  const Book result{.path = out, .bytes = read_file(out)};
  const Entries entries = result.entries();
  check(result.bytes == encode(repaired(book.entries())), "a repair does what it says");
  const Entries written = moves_of(entries);
  const std::size_t closing = written.size() - book::without_closing(written).size();
  check(report->records + closing == written.size(), "a repair counts what it writes");
  check(report->records + closing + report->joined + report->dropped + report->leftovers +
                header_size(entries) ==
            book.entries().size(),
        "a repair counts what it does not");
  check((found->repairable() > 0) == (result.bytes != book.bytes), "only damage is repaired");

  const auto again = book::check_records(out);
  if (!again) return check(is_taken_for_another(again.error()), "a repaired book can be checked");
  check_findings(result, *again);
  check(again->repairable() == 0 && is_sound(result), "a repaired book is sound");
  check(again->header == found->header, "a repair keeps the header");
  const auto second = book::repair_book(out, out);
  check(second && second->joined + second->dropped + second->leftovers == 0,
        "a second repair has nothing to do");
  check(read_file(out) == result.bytes, "a second repair changes nothing");
}

// ---- Compare --------------------------------------------------------------------------------------------

Entries in_any_order(Entries entries) {
  std::ranges::sort(entries, {}, [](const RawEntry& entry) {
    return std::tuple(entry.key, entry.move, entry.weight, entry.learn);
  });
  return entries;
}

/// Takes the differences from a book, so that the other must come out.
Entries patched(Entries entries, const std::vector<book::RecordDiff>& differences) {
  for (const book::RecordDiff& difference : differences) {
    check(difference.a != difference.b, "a difference differs");
    if (!difference.a) continue;
    const auto place = std::ranges::find(entries, *difference.a);
    check(place != entries.end(), "a difference is in the book");
    entries.erase(place);
  }
  for (const book::RecordDiff& difference : differences)
    if (difference.b) entries.push_back(*difference.b);
  return entries;
}

/// The moves that a comparison sees.
Entries compared_moves(const Book& book) {
  Entries moves = moves_of(book.entries());
  std::erase(moves, book::kClosingRecord);
  return in_any_order(std::move(moves));
}

void check_diff(const Book& a, const Book& b) {
  std::vector<book::RecordDiff> differences;
  const auto note = [&differences](const book::RecordDiff& difference) -> Result<void> {
    differences.push_back(difference);
    return {};
  };
  const auto counts = book::diff_books(a.path, b.path, note);
  check(counts.has_value(), "sound books can be compared");
  check(counts->moves_only_a + counts->moves_only_b + counts->changed == differences.size(),
        "differences are counted");
  check(counts->headers_differ == (header_of(a.entries()) != header_of(b.entries())), "headers are compared");
  check(in_any_order(patched(compared_moves(a), differences)) == compared_moves(b),
        "one book and the differences are the other book");

  const auto ignore = [](const book::RecordDiff&) -> Result<void> { return {}; };
  const auto mirrored = book::diff_books(b.path, a.path, ignore);
  check(mirrored && mirrored->positions_only_a == counts->positions_only_b &&
            mirrored->positions_only_b == counts->positions_only_a &&
            mirrored->moves_only_a == counts->moves_only_b &&
            mirrored->moves_only_b == counts->moves_only_a && mirrored->changed == counts->changed,
        "differences are the same the other way round");
  const auto none = book::diff_books(a.path, a.path, [](const book::RecordDiff&) -> Result<void> {
    check(false, "a book does not differ from itself");
    return {};
  });
  check(none && none->equal(), "a book equals itself");
}

// ---- Merge ----------------------------------------------------------------------------------------------

std::vector<std::byte> merged(std::span<const book::MergeInput> books, MergeRule rule,
                              const std::string& out) {
  if (std::ranges::find(books, out, &book::MergeInput::path) == books.end()) make_room(out);
  const auto report = book::merge_books(books, rule, out);
  if (!report && nothing_is_left(report.error())) return {};
  check(report.has_value(), "sound books can be merged");
  std::vector<std::byte> bytes = read_file(out);
  check(report->records == book::without_closing(moves_of(decode(bytes))).size(),
        "a merge counts what it writes");
  return bytes;
}

/// The weight of a move that one or both books have. One book may lack the position. The weight may be larger
/// than a record can hold.
unsigned merged_weight(std::span<const unsigned> weights, unsigned books, MergeRule rule) {
  unsigned sum = 0;
  for (const unsigned weight : weights)
    sum = rule == MergeRule::maximum ? std::max(sum, weight) : sum + weight;
  if (rule == MergeRule::mean && sum > 0) sum = std::max((2 * sum + books) / (2 * books), 1U);
  return sum;
}

/// Weights that records can have, in the same proportions.
std::vector<std::uint16_t> fitting(const std::vector<unsigned>& weights) {
  const std::uint64_t heaviest = std::max<unsigned>(std::ranges::max(weights), kMaxWeight);
  std::vector<std::uint16_t> scaled;
  for (const std::uint64_t weight : weights) {
    const std::uint64_t rounded = (2 * weight * kMaxWeight + heaviest) / (2 * heaviest);
    scaled.push_back(static_cast<std::uint16_t>(weight == 0 ? 0 : std::max<std::uint64_t>(rounded, 1)));
  }
  return scaled;
}

/// Two books without duplicates, each counting as it is.
Entries merged_slowly(const Entries& a, const Entries& b, MergeRule rule) {
  Entries result = header_size(a) > 0 ? header_of(a) : header_of(b);
  std::map<chess::Key, std::pair<Entries, Entries>> positions;
  for (const RawEntry& entry : moves_of(a)) positions[entry.key].first.push_back(entry);
  for (const RawEntry& entry : moves_of(b)) positions[entry.key].second.push_back(entry);
  for (auto& [key, position] : positions) {
    auto& [first, second] = position;
    const unsigned books = first.empty() || second.empty() ? 1 : 2;
    if (rule == MergeRule::first && books == 2) second.clear();
    const auto begin = static_cast<std::ptrdiff_t>(result.size());
    std::vector<unsigned> sums;
    for (RawEntry entry : first) {
      std::vector<unsigned> weights{entry.weight};
      const auto other = std::ranges::find(second, entry.move, &RawEntry::move);
      if (other != second.end()) {
        weights.push_back(other->weight);
        second.erase(other);
      }
      sums.push_back(rule == MergeRule::first ? entry.weight : merged_weight(weights, books, rule));
      result.push_back(entry);
    }
    for (RawEntry entry : second) {
      const unsigned weight = entry.weight;
      sums.push_back(rule == MergeRule::first ? weight : merged_weight(std::span(&weight, 1), books, rule));
      result.push_back(entry);
    }
    auto place = result.begin() + begin;
    for (const std::uint16_t weight : fitting(sums)) (place++)->weight = weight;
  }
  return result;
}

void check_merge(const Book& a, const Book& b, std::uint8_t choice) {
  const std::string out = folder().file("merged");
  const auto rule = static_cast<MergeRule>(choice & 3U);
  using Inputs = std::vector<book::MergeInput>;
  check(merged(Inputs{{a.path}}, rule, out) == a.bytes, "a book merged with none is the book");
  check(merged(Inputs{{a.path}, {a.path}}, MergeRule::first, out) == a.bytes,
        "a book merged with itself is the book");
  if (!has_duplicates(moves_of(a.entries()))) {
    check(merged(Inputs{{a.path}, {a.path}}, MergeRule::maximum, out) == a.bytes, "the highest of equals");
    check(merged(Inputs{{a.path, 3}, {a.path, 5}}, MergeRule::mean, out) == a.bytes, "the mean of equals");
    check(merged(Inputs{{a.path, .5}, {a.path, .5}}, MergeRule::sum, out) == a.bytes, "the sum of halves");
    if (!has_duplicates(moves_of(b.entries())))
      check(decode(merged(Inputs{{a.path}, {b.path}}, rule, out)) ==
                merged_slowly(a.entries(), b.entries(), rule),
            "a merge does what it says");
  }
  const auto whole = merged(Inputs{{a.path}, {b.path}}, rule, out);
  check(merged(Inputs{{a.path}, {b.path}}, rule, b.path) == whole,
        "a book may be replaced by the merged one");
  for (const RawEntry& entry : moves_of(decode(merged(Inputs{{a.path, 0}, {a.path, 0}}, rule, out))))
    check(entry.weight == 0, "what counts nothing has no weight");
}

// ---- Header ---------------------------------------------------------------------------------------------

/// Lines of the input: version, variants, an extra field, comment.
book::BookHeader take_header(const Book& book) {
  std::string text(reinterpret_cast<const char*>(book.bytes.data()), book.bytes.size());
  const auto line = [&text] {
    const std::string taken = text.substr(0, text.find('\n'));
    text.erase(0, taken.size() + 1);
    return taken;
  };
  book::BookHeader header{.version = line(), .variants = {line()}, .comment = ""};
  if (text.size() % 2 == 0) header.variants.push_back(line());
  if (text.size() % 3 == 0) header.extra_fields.push_back(line());
  header.comment = text;
  return header;
}

Result<void> give_header(const std::string& path, const std::optional<book::BookHeader>& header,
                         const std::string& out) {
  const auto change = [&header](const std::optional<book::BookHeader>&) { return header; };
  if (out != path) make_room(out);
  return book::replace_header(path, change, out);
}

Result<std::optional<book::BookHeader>> header_of(const std::string& path) {
  const auto loaded = book::LoadedBook::load(path);
  return loaded ? loaded->parsed_header() : loaded.error();
}

void check_header(const Book& book, const book::BookHeader& header) {
  const auto found = header_of(book.path);
  if (!found) check_error(found.error(), book.path);
  const Entries moves = moves_of(book.entries());
  const std::string out = folder().file("headed");

  const auto removed = give_header(book.path, std::nullopt, out);
  check(removed && read_file(out) == encode(moves), "a header can be taken away");
  const bool opens = book::BinBookReader::open(out).has_value();
  if (opens) check(header_of(out).value() == std::nullopt, "a header is gone");

  for (const auto& wanted : {std::optional(header), found ? *found : std::nullopt}) {
    const auto written = give_header(book.path, wanted, out);
    if (!written) {
      check_error(written.error(), out);
      check(!book::make_header(*wanted), "a header that can be made can be written");
      continue;
    }
    const auto bytes = read_file(out);
    check(moves_of(decode(bytes)) == moves, "another header keeps the moves");
    const auto read = header_of(out);
    if (!read && is_taken_for_another(read.error())) continue;
    check(read && *read == wanted, "a header written reads back");
    const std::string again = folder().file("headed again");
    check(give_header(out, *read, again) && read_file(again) == bytes, "the same header changes nothing");
  }
}

}  // namespace

void check_books(Bytes bytes) {
  const std::uint8_t kind = bytes.take();
  const std::size_t split = bytes.take();
  const auto rest = bytes.rest();
  const auto parts =
      std::array{rest.first(std::min(split, rest.size())), rest.subspan(std::min(split, rest.size()))};
  const Positions positions = walk(bytes, start_position(kind >> kChoiceShift));
  const auto make = [&](std::string_view name, std::span<const std::uint8_t> part) {
    const auto raw = std::as_bytes(part);
    if ((kind & kMakeBook) == 0) return make_file(name, {raw.begin(), raw.end()});
    Bytes choices(part);
    Entries entries = take_entries(choices, positions);
    if ((kind & kSorted) != 0) std::ranges::stable_sort(entries, {}, &RawEntry::key);
    return make_file(name, encode(entries));
  };
  const Book a = make("a", parts[0]);
  const Book b = make("b", parts[1]);
  const bool a_sound = is_sound(a);
  const bool b_sound = is_sound(b);
  switch (kind & kOperation) {
    case 0:
      check_repair(a);
      return check_repair(b);
    case 1:
      if (a_sound && b_sound) check_diff(a, b);
      return;
    case 2:
      if (a_sound && b_sound) check_merge(a, b, kind >> kChoiceShift);
      return;
    default:
      const Book text{.path = {}, .bytes = {std::as_bytes(parts[1]).begin(), std::as_bytes(parts[1]).end()}};
      if (a_sound) check_header(a, take_header(text));
  }
}

}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  polyglot::fuzz::check_books(polyglot::fuzz::Bytes(std::span(data, size)));
  return 0;
}
