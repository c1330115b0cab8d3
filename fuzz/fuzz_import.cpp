// SPDX-License-Identifier: MIT
/// Books as text. Arbitrary bytes are read as CSV or JSON: what is accepted must be a sound book, which both
/// formats write and read again. The same text with other line ends and blanks must give the same book.
/// Records made from the input: every bit of them must come back, by code, by coordinates and by SAN.
///
/// The first byte says which of them.

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/book/text_formats.hpp>

#include "book_records.hpp"
#include "check.hpp"
#include "files.hpp"

namespace polyglot::fuzz {
namespace {

using book::RawEntry;
using chess::Position;

constexpr std::uint8_t kMakeBook = 1;  ///< the input lists records
constexpr std::uint8_t kJson = 2;      ///< the text is JSON
constexpr std::uint8_t kMoveText = 4;  ///< a block of the reader ends in the text
constexpr std::uint8_t kReach = 2;     ///< positions are those that dump-book finds
constexpr int kChoiceShift = 3;

constexpr std::string_view kName = "input";
/// The block size of the readers.
constexpr std::size_t kBlock = 65536;
/// Boost.JSON reports a wrong character at its start or at its end, depending on where blocks divide it. A
/// character has at most two escapes.
constexpr std::size_t kCharacter = 12;

struct Format {
  const book::TextFormat& text;
  Result<Entries> (*read)(std::istream&, const std::string&, const game::Rules&);
};
const Format kCsvFormat{book::kCsv, book::read_csv};
const Format kJsonFormat{book::kJson, book::read_json};

using Lookup = std::function<std::optional<game::Position>(chess::Key)>;

Result<Entries> read(const Format& format, const std::string& text) {
  std::istringstream in(text);
  return format.read(in, std::string(kName), game::Rules());
}

/// Writes records like dump-book.
std::string dump(const Format& format, std::span<const RawEntry> entries, const Lookup& position_of) {
  std::string text(format.text.begin);
  std::string_view separator;
  while (!entries.empty()) {
    const auto group = take_group(entries);
    text += std::exchange(separator, format.text.separator);
    const auto position = position_of(group.front().key);
    text += format.text.position(group, game::Rules(), position ? &*position : nullptr,
                                 {.eco = "B90", .name = "A \"name\""});
  }
  return text.append(format.text.end);
}

void check_round_trip(const Entries& entries, const Lookup& position_of) {
  for (const Format& format : {kCsvFormat, kJsonFormat}) {
    const auto again = read(format, dump(format, entries, position_of));
    check(again && *again == entries, "what dump-book writes is the same book when imported");
  }
}

// ---- Records made from the input ------------------------------------------------------------------------

/// Legal moves of known positions, as people write them: the position and the move.
void check_hand_written(const Entries& entries, const Lookup& position_of) {
  std::string uci = "fen,move,weight,n,sum\n";
  std::string san = "weight,n,sum,\"move\",comment,fen\r\n";
  std::string json = "[";
  Entries expected;
  for (const RawEntry& entry : entries) {
    const auto position = position_of(entry.key);
    const auto move = position ? book::decode_move(*position->chess(), entry.move) : std::nullopt;
    if (!move || book::encode_move(*move) != entry.move) continue;  // castling as e1g1 has another name
    const book::MoveNames names = name_move(entry, position->chess());
    const std::string fen = position->to_fen();
    const std::string weight = std::to_string(entry.weight);
    const std::string n = std::to_string(entry.learn_games());
    const std::string sum = std::to_string(entry.learn_points());
    uci += fen + ',' + names.uci + ',' + weight + ',' + n + ',' + sum + '\n';
    san.append(weight).append(",").append(n).append(",").append(sum).append(",\"").append(names.san);
    san.append("\",\"a \"\"comment\"\",\nof two lines\",\"").append(fen).append("\"\r\n");
    json.append(expected.empty() ? "" : ",").append(R"({"moves":[{"move":")").append(names.san);
    json.append(R"(","weight":)").append(weight).append(",\"n\":").append(n).append(",\"sum\":").append(sum);
    json.append(R"(,"more":{"weight":[1]}}],"fen":")").append(fen).append("\"}");
    expected.push_back(entry);
  }
  for (const std::string& text : {uci, san}) {
    const auto found = read(kCsvFormat, text);
    check(found && *found == expected, "CSV written by hand is the book that is meant");
  }
  const auto found = read(kJsonFormat, json + "]");
  check(found && *found == expected, "JSON written by hand is the book that is meant");
}

/// With the positions that dump-book finds in the book itself.
void check_reached(const Entries& entries) {
  static const MemoryFile file;
  file.write(encode(entries));
  const auto format = book::recognise_format(file.path());
  if (!format || *format != book::BookFormat::polyglot) return;  // one key in many millions begins like that
  const auto book = book::LoadedBook::load(file.path());
  check(book.has_value(), "what is imported is a sound book");
  const book::ReachedPositions reached(*book);
  check_round_trip(entries, [&reached](chess::Key key) { return reached.find(key); });
}

void check_records(Bytes bytes, std::uint8_t kind) {
  const Positions positions = walk(bytes, start_position(kind >> kChoiceShift));
  Entries entries = take_entries(bytes, positions);
  std::ranges::stable_sort(entries, {}, &RawEntry::key);
  const Lookup lookup = [&positions](chess::Key key) { return any_position(find_position(positions, key)); };
  check_round_trip(entries, lookup);
  check_hand_written(entries, lookup);
  if ((kind & kReach) != 0) check_reached(entries);
}

// ---- Arbitrary text -------------------------------------------------------------------------------------

/// The number that a place ends with, a line or an offset.
std::size_t number_of(const Error& error, std::string_view before) {
  const auto at = error.where.find(before, kName.size());
  check(at == kName.size(), "an error has a place");
  std::size_t number = 0;
  const char* const end = error.where.data() + error.where.size();
  const auto parsed = std::from_chars(error.where.data() + at + before.size(), end, number);
  check(parsed.ec == std::errc() && parsed.ptr == end, "a place ends with a number");
  return number;
}

/// `moved` has `distance` more bytes, or lines, in front of what the other has; the place may be `slack` off.
void check_same(const Result<Entries>& found, const Result<Entries>& moved, std::string_view place,
                std::size_t distance, std::size_t slack = 0) {
  check(found.has_value() == moved.has_value(), "blanks in front change nothing");
  if (found) return check(*found == *moved, "blanks in front do not change the book");
  if (found.error().where == kName) return;
  check(found.error().what == moved.error().what, "blanks in front do not change the mistake");
  const std::size_t expected = number_of(found.error(), place) + distance;
  const std::size_t number = number_of(moved.error(), place);
  check(number <= expected + slack && expected <= number + slack, "blanks in front move the place");
}

std::string with_returns(const std::string& text) {
  std::string converted;
  for (const char c : text) converted += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return converted;
}

void check_csv(const std::string& text, const Result<Entries>& found) {
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
  if (!found && found.error().where != kName) {
    const std::size_t line = number_of(found.error(), ":");
    check(line >= 1 && line <= lines, "a mistake is in a line that is there");
  }
  check_same(found, read(kCsvFormat, "\n\r\n" + text), ":", 2);
  const auto with_crlf = read(kCsvFormat, with_returns(text));
  check(with_crlf.has_value() == found.has_value(), "line ends do not count");
  check(!found || *with_crlf == *found, "line ends do not change the book");
}

void check_json(const std::string& text, const Result<Entries>& found, std::uint8_t kind) {
  if (!found && found.error().where != kName)
    check(number_of(found.error(), ": offset ") <= text.size(), "a mistake is in the text");
  if ((kind & kMoveText) == 0) return;
  const std::size_t steps = std::size_t{256} >> kChoiceShift;
  const std::size_t blanks = kBlock - text.size() * (kind >> kChoiceShift) / steps;
  check_same(found, read(kJsonFormat, std::string(blanks, ' ') + text), ": offset ", blanks, kCharacter);
}

void check_text(const std::string& text, std::uint8_t kind) {
  const bool json = (kind & kJson) != 0;
  const auto found = read(json ? kJsonFormat : kCsvFormat, text);
  if (!found) check_error(found.error(), kName);
  if (json) {
    check_json(text, found, kind);
  } else {
    check_csv(text, found);
  }
  if (!found) return;
  check(std::ranges::is_sorted(*found, {}, &RawEntry::key), "what is imported is sorted");
  check_round_trip(*found, [](chess::Key) { return std::nullopt; });
  check_reached(*found);
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  Bytes bytes(std::span(data, size));
  const std::uint8_t kind = bytes.take();
  if ((kind & kMakeBook) != 0) {
    check_records(bytes, kind);
  } else {
    const auto rest = bytes.rest();
    check_text(std::string(as_text(rest.data(), rest.size())), kind);
  }
  return 0;
}
