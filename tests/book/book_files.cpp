// SPDX-License-Identifier: MIT
#include "book/book_files.hpp"
#include <iterator>
#include <stdexcept>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/chess/notation.hpp>

namespace polyglot::book::test {

namespace fs = std::filesystem;

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
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return bytes_of(text);
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
      entries.push_back(raw_entry(position_after(played).key(),
                                  code(is_last ? castling : kWayToCastling[ply]), is_last ? weight : 1));
    played.append(kWayToCastling[ply]).append(" ");
  }
  std::ranges::sort(entries, {}, &RawEntry::key);
  return entries;
}

chess::Position before_castling() {
  return position_after("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5");
}

}  // namespace polyglot::book::test
