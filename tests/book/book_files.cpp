// SPDX-License-Identifier: MIT
#include "book/book_files.hpp"

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/chess/notation.hpp>

namespace polyglot::book::test {

std::string BookFileTest::write(std::string_view name, const std::vector<RawEntry>& entries) const {
  write_file(folder_ / name, bytes_of(entries));
  return folder_ / name;
}

std::unique_ptr<BinBook> BookFileTest::open(std::vector<RawEntry> entries,
                                            const std::optional<BookHeader>& header) const {
  EXPECT_TRUE(write_bin_book(path_, std::move(entries), header));
  return BinBook::open(path_).value();
}

Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

Bytes bytes_of(std::span<const RawEntry> entries) {
  Bytes bytes(entries.size() * kRecordSize);
  for (std::size_t i = 0; i < entries.size(); ++i)
    encode_entry(entries[i], std::span(bytes).subspan(i * kRecordSize).first<kRecordSize>());
  return bytes;
}

void write_file(const std::string& path, std::span<const std::byte> bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error("cannot write " + path);
}

Bytes read_file(const std::string& path) {
  return bytes_of(polyglot::test::read_text(path));
}

std::vector<RawEntry> read_entries(const std::string& path) {
  return BinBookReader::open(path).value().read_all().value();
}

RawEntry entry(std::string_view moves_before, std::string_view move, std::uint16_t weight,
               std::uint32_t learn) {
  return raw_entry(position_after(moves_before).key(), code(move), weight, learn);
}

std::vector<RawEntry> sorted(std::vector<RawEntry> entries) {
  std::ranges::stable_sort(entries, {}, &RawEntry::key);
  return entries;
}

chess::Position position(std::string_view fen) {
  return chess::Position::from_fen(fen).value();
}

chess::Position position_after(std::string_view moves) {
  chess::Position result;
  std::istringstream words{std::string(moves)};
  for (std::string word; words >> word;) result.make(chess::move_from_uci(result, word).value());
  return result;
}

PlayedMove played(std::string_view moves_before, std::string_view move, int points) {
  const chess::Position position = position_after(moves_before);
  return {.position = position, .move = chess::move_from_uci(position, move).value(), .points = points};
}

std::string uci_of(const game::Move& move) {
  return chess::to_uci(std::get<chess::Move>(move), chess::CastlingNotation::king_to_destination);
}

std::vector<std::string> weighed_moves(const BookSource& book, const chess::Position& position) {
  std::vector<std::string> texts;
  for (const BookMove& move : book.find(position).moves)
    texts.push_back(uci_of(move.move) + " " + std::to_string(move.weight));
  return texts;
}

double fact_of(const BookMove& move, std::string_view name) {
  const auto found = std::ranges::find(move.facts, name, &BookFact::name);
  return found == move.facts.end() ? std::nan("") : found->value;
}

std::uint16_t code(std::string_view move) {
  const auto from = chess::Square::from_string(move.substr(0, 2)).value();
  const auto to = chess::Square::from_string(move.substr(2, 2)).value();
  const auto promotion = move.size() > 4 ? std::string_view("?nbrq").find(move[4]) : 0;
  return static_cast<std::uint16_t>(to.index() | (from.index() << 6) | (static_cast<int>(promotion) << 12));
}

namespace {

constexpr std::array<std::string_view, 7> kWayToCastling{"e2e4", "e7e5", "g1f3", "b8c6",
                                                         "f1c4", "f8c5", "e1g1"};

}  // namespace

std::vector<RawEntry> castling_book(std::string_view castling, std::uint16_t weight) {
  std::vector<RawEntry> entries;
  std::string played;
  for (std::size_t ply = 0; ply < kWayToCastling.size(); ++ply) {
    const bool is_last = ply + 1 == kWayToCastling.size();
    if (ply % 2 == 0)
      entries.push_back(entry(played, is_last ? castling : kWayToCastling[ply], is_last ? weight : 1));
    played.append(kWayToCastling[ply]).append(" ");
  }
  return sorted(entries);
}

chess::Position before_castling() {
  return position_after("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5");
}

}  // namespace polyglot::book::test
