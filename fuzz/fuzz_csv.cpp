// SPDX-License-Identifier: MIT
/// Books as CSV. Arbitrary bytes are read as CSV: what is accepted must be a sound book, which is written and
/// read again. The same text with other line ends and blanks must give the same book. Records made from the
/// input: every bit of them must come back, by code, by coordinates and by SAN.
///
/// The first byte says which of them.
#include <charconv>
#include <sstream>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/book/text_formats.hpp>

#include "book_records.hpp"
#include "files.hpp"

namespace polyglot::fuzz {
namespace {

using book::RawEntry;
using chess::Position;

constexpr std::uint8_t kMakeBook = 1;  ///< the input lists records
constexpr std::uint8_t kReach = 2;     ///< positions are those that dump-book finds
constexpr int kChoiceShift = 3;

constexpr std::string_view kName = "input";

using Lookup = std::function<std::optional<game::Position>(chess::Key)>;

Result<Entries> read(const std::string& text) {
  std::istringstream in(text);
  return book::read_csv(in, std::string(kName));
}

/// Writes records like dump-book.
std::string dump(std::span<const RawEntry> entries, const Lookup& position_of) {
  std::string text(book::kCsv.begin);
  while (!entries.empty()) {
    const auto group = take_group(entries);
    const auto position = position_of(group.front().key);
    text += book::kCsv.position(group, game::Rules(), position ? &*position : nullptr, {});
  }
  return text;
}

void check_round_trip(const Entries& entries, const Lookup& position_of) {
  const auto again = read(dump(entries, position_of));
  check(again && *again == entries, "what dump-book writes is the same book when converted");
}

// ---- Records made from the input ------------------------------------------------------------------------

/// Legal moves of known positions, as people write them: the position and the move.
void check_hand_written(const Entries& entries, const Lookup& position_of) {
  std::string uci = "fen,move,weight,n,sum\n";
  std::string san = "weight,n,sum,\"move\",comment,fen\r\n";
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
    expected.push_back(entry);
  }
  for (const std::string& text : {uci, san}) {
    const auto found = read(text);
    check(found && *found == expected, "CSV written by hand is the book that is meant");
  }
}

/// With the positions that dump-book finds in the book itself.
void check_reached(const Entries& entries) {
  static const MemoryFile file;
  file.write(encode(entries));
  const auto format = book::recognise_format(file.path());
  if (!format || *format != book::BookFormat::polyglot) return;  // one key in many millions begins like that
  const auto book = book::LoadedBook::load(file.path());
  check(book.has_value(), "what is converted is a sound book");
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

/// The line of a mistake.
std::size_t line_of(const Error& error) {
  const auto at = error.where.find(':', kName.size());
  check(at == kName.size(), "an error has a place");
  std::size_t number = 0;
  const char* const end = error.where.data() + error.where.size();
  const auto parsed = std::from_chars(error.where.data() + at + 1, end, number);
  check(parsed.ec == std::errc() && parsed.ptr == end, "a place ends with a number");
  return number;
}

/// `moved` has `lines` more lines in front of what the other has.
void check_same(const Result<Entries>& found, const Result<Entries>& moved, std::size_t lines) {
  check(found.has_value() == moved.has_value(), "blanks in front change nothing");
  if (found) return check(*found == *moved, "blanks in front do not change the book");
  if (found.error().where == kName) return;
  check(found.error().what == moved.error().what, "blanks in front do not change the mistake");
  check(line_of(moved.error()) == line_of(found.error()) + lines, "blanks in front move the place");
}

std::string with_returns(const std::string& text) {
  std::string converted;
  for (const char c : text) converted += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return converted;
}

void check_csv(const std::string& text, const Result<Entries>& found) {
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
  if (!found && found.error().where != kName) {
    const std::size_t line = line_of(found.error());
    check(line >= 1 && line <= lines, "a mistake is in a line that is there");
  }
  check_same(found, read("\n\r\n" + text), 2);
  const auto with_crlf = read(with_returns(text));
  check(with_crlf.has_value() == found.has_value(), "line ends do not count");
  check(!found || *with_crlf == *found, "line ends do not change the book");
}

void check_text(const std::string& text) {
  const auto found = read(text);
  if (!found) check_error(found.error(), kName);
  check_csv(text, found);
  if (!found) return;
  check(std::ranges::is_sorted(*found, {}, &RawEntry::key), "what is converted is sorted");
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
    check_text(std::string(as_text(bytes.rest())));
  }
  return 0;
}
