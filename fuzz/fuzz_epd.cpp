// SPDX-License-Identifier: MIT
/// Test suites of arbitrary text: every record that is accepted has legal moves and is the same when it is
/// written again, and a file has the records of its lines. Records made from the input: what dump-book writes
/// as EPD is a test suite with the moves of the largest weight.
///
/// The first byte says which of them.
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/pgn/input.hpp>

#include "book_records.hpp"
#include "files.hpp"
#include "tools/epd.hpp"

namespace polyglot::fuzz {
namespace {

using book::RawEntry;
using chess::Position;
using tools::EpdRecord;

constexpr std::uint8_t kMakeBook = 1;  ///< the input lists records
constexpr int kChoiceShift = 1;

bool same(const EpdRecord& a, const EpdRecord& b) {
  return a.position.to_fen() == b.position.to_fen() && a.moves == b.moves && a.avoid == b.avoid &&
         a.id == b.id;
}

// ---- Arbitrary text -------------------------------------------------------------------------------------

/// The id comes last, and stays open: whatever is in it.
std::string written(const EpdRecord& record) {
  std::string text = record.position.to_fen() + (record.avoid ? " am" : " bm");
  for (const chess::Move move : record.moves) text += ' ' + chess::to_san(record.position, move) + "!?,";
  return text + ";noop;  id \t" + record.id;
}

void check_record(const EpdRecord& record) {
  check(!record.moves.empty(), "a record has moves");
  for (const chess::Move move : record.position.legal_moves()) {
    const bool named = std::ranges::find(record.moves, move) != record.moves.end();
    check(record.is_solved_by(move) == (named != record.avoid), "moves solve what they are to");
  }
  for (const chess::Move move : record.moves) check(record.position.is_legal(move), "moves are legal");
  check(same(tools::parse_epd(written(record)), record), "a record written anew is the same");
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    lines.emplace_back(line.substr(0, line.size() - (line.ends_with('\r') ? 1 : 0)));
  }
  if (!lines.empty() && lines.front().starts_with(kByteOrderMark))
    lines.front().erase(0, kByteOrderMark.size());
  return lines;
}

void check_suite(std::string_view text) {
  static const MemoryFile file;
  file.write(text);
  const auto suite = result_of([] { return tools::read_epd(file.path()); });
  if (!pgn::Input::open(file.path())) return check(!suite, "a file of another kind is refused");
  std::size_t taken = 0;
  const auto lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (trim(lines[i]).empty()) continue;
    const auto record = result_of([&] { return tools::parse_epd(lines[i]); });
    if (!record) {
      check_error(record.error(), "");
      check(!suite && suite.error().what == record.error().to_string(), "a file has the mistake of its line");
      return check(suite.error().where == file.path() + ":" + std::to_string(i + 1), "a mistake has a line");
    }
    check_record(*record);
    if (!suite) continue;  // some line behind it
    check(taken < suite->size() && same((*suite)[taken], *record), "a file holds what its lines do");
    check((*suite)[taken++].line == i + 1, "a record knows its line");
  }
  check(suite ? taken == suite->size() && taken > 0 : suite.error().where == file.path(),
        "a file holds nothing else");
}

// ---- Records made from the input ------------------------------------------------------------------------

std::vector<chess::Move> best_moves(const Position& position, std::span<const RawEntry> records) {
  std::vector<chess::Move> best;
  unsigned highest = 1;
  for (const RawEntry& record : records) {
    const auto move = book::decode_move(position, record.move);
    if (!move || record.weight < highest) continue;
    if (record.weight > highest) best.clear();
    highest = record.weight;
    best.push_back(*move);
  }
  return best;
}

void check_dump(Bytes bytes, std::uint8_t kind) {
  const Positions positions = walk(bytes, start_position(kind >> kChoiceShift));
  Entries entries = take_entries(bytes, positions);
  std::ranges::stable_sort(entries, {}, &RawEntry::key);
  for (std::span<const RawEntry> rest = entries; !rest.empty();) {
    const auto group = take_group(rest);
    const Position* const position = find_position(positions, group.front().key);
    const std::optional<game::Position> board = any_position(position);
    const std::string line = book::kEpd.position(group, game::Rules(), board ? &*board : nullptr, {});
    const auto best = position == nullptr ? std::vector<chess::Move>() : best_moves(*position, group);
    check(line.empty() == best.empty(), "a position with a move to play has a line");
    if (line.empty()) continue;
    const auto record = tools::parse_epd(std::string_view(line).substr(0, line.size() - 1));
    check(record.position.key() == position->key(), "EPD of a book is EPD of its position");
    check(!record.avoid && record.moves == best, "EPD of a book names the best moves");
    check_record(record);
  }
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  Bytes bytes(std::span(data, size));
  const std::uint8_t kind = bytes.take();
  if ((kind & kMakeBook) != 0) {
    check_dump(bytes, kind);
  } else {
    check_suite(as_text(bytes.rest()));
  }
  return 0;
}
