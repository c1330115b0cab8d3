// SPDX-License-Identifier: MIT
#include "book_records.hpp"
#include <iterator>

#include <polyglot/book/move_code.hpp>

namespace polyglot::fuzz {
namespace {

using book::RawEntry;
using chess::Position;

/// The code of a legal move, or any code.
std::uint16_t take_move(Bytes& bytes, const Position& position, bool legal) {
  if (!legal) return bytes.take<std::uint16_t>();
  const chess::MoveList moves = position.legal_moves();
  const std::size_t choice = bytes.take();
  return moves.empty() ? std::uint16_t{0} : book::encode_move(moves[choice % moves.size()]);
}

}  // namespace

std::vector<std::byte> encode(std::span<const RawEntry> entries) {
  std::vector<std::byte> bytes(entries.size() * book::kRecordSize);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto record = std::span(bytes).subspan(i * book::kRecordSize).first<book::kRecordSize>();
    book::encode_entry(entries[i], record);
  }
  return bytes;
}

Entries decode(std::span<const std::byte> bytes) {
  Entries entries;
  for (; bytes.size() >= book::kRecordSize; bytes = bytes.subspan(book::kRecordSize)) {
    const auto record = bytes.first<book::kRecordSize>();
    entries.push_back(book::decode_entry(record));
    std::array<std::byte, book::kRecordSize> again{};
    book::encode_entry(entries.back(), again);
    check(std::ranges::equal(again, record), "a record is encoded as it was");
  }
  return entries;
}

std::size_t header_size(std::span<const RawEntry> entries) {
  const auto moves = std::ranges::find_if(entries, [](const RawEntry& entry) { return entry.key != 0; });
  return static_cast<std::size_t>(moves - entries.begin());
}

std::span<const RawEntry> take_group(std::span<const RawEntry>& rest) {
  const chess::Key key = rest.front().key;
  const auto next = std::ranges::find_if(rest, [key](const RawEntry& entry) { return entry.key != key; });
  const auto group = rest.first(static_cast<std::size_t>(next - rest.begin()));
  rest = rest.subspan(group.size());
  return group;
}

Position start_position(std::uint8_t choice) {
  constexpr std::array kFens{
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 6 8",
      "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
      "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
      "1n2k3/P6P/8/8/8/8/p6p/4K1N1 w - - 0 1",
  };
  return Position::from_fen(kFens[choice % kFens.size()]).value();
}

Positions walk(Bytes choices, const Position& start) {
  Positions positions;
  positions.front() = start;
  for (std::size_t ply = 1; ply < positions.size(); ++ply) {
    positions[ply] = positions[ply - 1];
    const chess::MoveList moves = positions[ply].legal_moves();
    if (!moves.empty()) positions[ply].make(moves[choices.take() % moves.size()]);
  }
  return positions;
}

const Position* find_position(std::span<const Position> positions, chess::Key key) {
  const auto found = std::ranges::find(positions, key, [](const Position& p) { return p.key(); });
  return found == positions.end() ? nullptr : &*found;
}

std::optional<game::Position> any_position(const Position* position) {
  return position == nullptr ? std::nullopt : std::optional(game::Position(*position));
}

Entries take_entries(Bytes& bytes, std::span<const Position> positions) {
  Entries entries;
  while (!bytes.empty()) {
    const std::uint8_t kind = bytes.take();
    RawEntry entry;
    const Position& position = positions[(kind & 7U) % positions.size()];
    entry.key = (kind & 8) != 0 ? bytes.take<chess::Key>() | 1 : position.key();
    entry.move = take_move(bytes, position, (kind & 16) == 0);
    entry.weight = (kind & 32) != 0 ? bytes.take<std::uint16_t>() : bytes.take();
    entry.learn = (kind & 64) != 0 ? bytes.take<std::uint32_t>() : 0;
    entries.push_back(entry);
  }
  return entries;
}

void check_error(const Error& error, std::string_view file) {
  check(!error.what.empty(), "an error says why");
  check(error.to_string().find('\n') == std::string::npos, "an error is one line");
  check(error.where.starts_with(file), "an error names the file");
}

bool is_taken_for_another(const Error& error) {
  return error.what.starts_with("is a");
}

}  // namespace polyglot::fuzz
