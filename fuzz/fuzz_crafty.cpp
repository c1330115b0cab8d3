// SPDX-License-Identifier: MIT
/// Crafty books, and the games that they are built from. The first byte says which.
///
/// A book has an invented index, and the input as its clusters. It must give only legal moves, its shares
/// must add up, and damage must be reported once. A book of records of the start position is built, written
/// and read back. Games are read by Crafty's rules: every move must be legal.
#include <cmath>
#include <cstring>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/crafty.hpp>

#include "book/formats/crafty/crafty_file.hpp"
#include "builder/crafty_pgn.hpp"
#include "files.hpp"

namespace polyglot::fuzz {
namespace {

using book::CraftyRecord;
namespace layout = book::crafty_layout;

constexpr std::uint8_t kKinds = 8;
constexpr std::uint8_t kMadeBook = 1;  ///< slower than all the rest, as it goes to the disk
constexpr std::uint8_t kFirstOfGames = 5;

void check_book(const std::string& path) {
  const auto book = book::open_book(path, book::BookFormat::crafty);
  if (!book) return check(!book.error().where.empty(), "an error names the place");
  const chess::Position start;
  const book::BookMoves moves = (*book)->find(start);
  for (const book::BookMove& move : moves.moves)
    check(book::CraftyFacts::of(move).has_value(), "a move has the facts of Crafty");
  std::uint64_t sum = 0;
  for (const book::Candidate& candidate : book::judge_as_crafty(moves, chess::Color::white))
    sum += candidate.share;
  check(sum <= 10'000, "shares add up to one at most");
}

/// The input as the clusters of a few index entries, the start position's among them.
void check_clusters(Bytes bytes, const MemoryFile& file) {
  constexpr std::size_t kLargest = 4096;
  std::vector<std::byte> book(layout::kIndexBytes, std::byte{0xff});
  const std::size_t entry = CraftyRecord{.key = book::crafty_signature({})}.cluster();
  const auto shift = bytes.take<std::uint16_t>();
  layout::store(layout::kIndexBytes, std::span(book).subspan(4 * entry).first<4>());
  if (shift > 0)
    layout::store(layout::kIndexBytes + shift, std::span(book).subspan(4 * entry + 4).first<4>());
  const auto rest = std::as_bytes(bytes.rest());
  const auto clusters = rest.first(std::min(rest.size(), kLargest));
  book.insert(book.end(), clusters.begin(), clusters.end());
  file.write(book);
  check_book(file.path());
}

/// A book of moves of the start position, of which each byte gives one.
void check_made_book(Bytes bytes, const std::string& path) {
  const chess::Position start;
  const chess::MoveList legal = start.legal_moves();
  std::vector<CraftyRecord> records;
  while (!bytes.empty() && records.size() < legal.size()) {
    chess::Position next = start;
    next.make(legal[records.size()]);
    records.push_back({.key = book::crafty_record_key(book::crafty_signature(start),
                                                      book::crafty_signature(next), chess::Color::white),
                       .status = bytes.take(),
                       .count = bytes.take<std::uint32_t>() & CraftyRecord::kMostCount,
                       .learn = static_cast<float>(bytes.take<std::int8_t>()) / 32});
  }
  if (records.empty()) return;
  std::ranges::sort(records, {}, &CraftyRecord::key);
  book::CraftyClusters clusters;
  clusters.set(records.front().cluster());
  check(book::write_crafty_book(path, records, clusters).has_value(), "a book can be written");
  check_book(path);
  const auto moves = book::open_book(path, book::BookFormat::crafty).value()->find(start).moves;
  check(moves.size() == records.size(), "a book has what was written to it");
}

void check_games(std::string_view text) {
  bool is_given = false;
  builder::CraftyPgn pgn([&] { return std::exchange(is_given, true) ? std::string_view() : text; });
  chess::Position position;
  while (const auto item = pgn.next()) {
    if (item->is_tag) {
      check(item->text.find('[') != item->text.npos, "a tag line has a bracket");
      position = {};
      continue;
    }
    const auto move = builder::read_crafty_move(position, item->text);
    if (!move) {
      pgn.drop_line();
      continue;
    }
    check(position.is_legal(*move), "a move that is read is legal");
    position.make(*move);
  }
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  static const MemoryFile file;
  static const ScratchFolder folder;
  Bytes bytes(std::span(data, size));
  const auto kind = static_cast<std::uint8_t>(bytes.take() % kKinds);
  if (kind == kMadeBook)
    check_made_book(bytes, folder.file("book.bin"));
  else if (kind >= kFirstOfGames)
    check_games(as_text(bytes.rest()));
  else
    check_clusters(bytes, file);
  return 0;
}
