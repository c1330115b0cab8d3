// SPDX-License-Identifier: MIT
/// Arena books, ChessBase books and lists of openings. The first byte says which, or that the format is to be
/// recognised.
///
/// They must give only legal moves, a walk over the positions must end, and weights must add up. Each fault
/// of a book must be reported once, with its place.
#include <filesystem>

#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/book_source.hpp>
#include <polyglot/chess/notation.hpp>

#include "book/formats/abk/abk_file.hpp"
#include "files.hpp"

namespace polyglot::fuzz {
namespace {

using book::BookFormat;

constexpr std::uint8_t kKinds = 5;

void check_troubles(const book::BookSource& book) {
  constexpr int kMost = 100;
  for (int told = 0; const auto trouble = book.take_trouble(); ++told) {
    check(!trouble->what.empty() && !trouble->where.empty(), "a trouble says what and where");
    check(told < kMost, "each trouble is told once");
  }
}

void check_moves(const chess::Position& position, const book::BookMoves& found) {
  std::uint64_t sum = 0;
  for (const book::BookMove& move : found.moves) {
    check(position.is_legal(std::get<chess::Move>(move.move)), "only legal moves come out");
    sum += move.weight;
  }
  check(sum <= found.total_weight, "the weights add up to no more than the total");
}

/// Looks at some hundred positions that the book leads to.
void check_walk(const book::BookSource& book) {
  constexpr std::size_t kMostPositions = 100;
  boost::unordered_flat_set<chess::Key> seen;
  std::vector<chess::Position> waiting = book.starts();
  while (!waiting.empty() && seen.size() < kMostPositions) {
    const chess::Position position = waiting.back();
    waiting.pop_back();
    if (!seen.insert(position.key()).second) continue;
    const book::BookMoves found = book.find(position);
    check_moves(position, found);
    for (const book::BookMove& move : found.moves) {
      waiting.push_back(position);
      waiting.back().make(std::get<chess::Move>(move.move));
    }
  }
}

void check_book(const std::string& path, std::optional<BookFormat> format) {
  const auto opened = book::open_book(path, format);
  if (!opened)
    return check(!opened.error().what.empty() && !opened.error().where.empty(), "an error says where");
  const book::BookSource& book = **opened;
  check(!format || book.format() == *format, "a book is what it is said to be");
  check_troubles(book);
  check_walk(book);
  check_troubles(book);
}

/// A byte for each number of a header that is one of Arena's, then records.
std::string arena_book(Bytes bytes) {
  constexpr std::size_t kFirstNumber = 222;
  constexpr std::size_t kNumbers = 8;
  std::string book(book::AbkFile::kHeaderBytes, '\0');
  book.replace(0, 4, (bytes.take() & 1) != 0 ? "\3AB2" : "\3ABK");
  book.replace(4, 8, std::string("\x70\x62\0\0\x1c\0\0\0", 8));
  for (std::size_t i = 0; i < kNumbers; ++i) book[kFirstNumber + 4 * i] = static_cast<char>(bytes.take());
  return book.append(as_text(bytes.rest()));
}

/// A ChessBase book of files that are written in memory.
class ChessbaseBook {
 public:
  ChessbaseBook() {
    std::filesystem::create_symlink(data_.path(), path());
    std::filesystem::create_symlink(index_.path(), folder_.file("book.cto"));
  }

  [[nodiscard]] std::string path() const { return folder_.file("book.ctg"); }

  /// Up to eight nodes of the index, a byte each, then pages.
  void write(Bytes bytes) const {
    constexpr std::size_t kPageBytes = 4096;
    constexpr std::uint8_t kMostNodes = 8;
    const auto nodes = static_cast<std::uint8_t>(bytes.take() % kMostNodes + 1);
    std::string index = std::string("\0\x10\0\1\0\0\0", 7) + static_cast<char>(nodes) + std::string(8, '\0');
    for (int i = 0; i < nodes; ++i) {
      const auto node = static_cast<std::int8_t>(bytes.take());
      index += std::string(3, node < 0 ? '\xff' : '\0') + static_cast<char>(node);
    }
    index_.write(index);
    std::string data("\0\x20\x10\0", 4);
    data.resize(kPageBytes);
    data += as_text(bytes.rest());
    data.resize(std::max(data.size(), 2 * kPageBytes));
    data_.write(data);
  }

 private:
  MemoryFile data_;
  MemoryFile index_;
  ScratchFolder folder_;
};

void check_chessbase(Bytes bytes) {
  static const ChessbaseBook book;
  book.write(bytes);
  check_book(book.path(), BookFormat::ctg);
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  static const MemoryFile file;
  Bytes bytes(std::span(data, size));
  const auto kind = static_cast<std::uint8_t>(bytes.take() % kKinds);
  if (kind == 1) {
    check_chessbase(bytes);
    return 0;
  }
  if (kind == 0)
    file.write(arena_book(bytes));
  else
    file.write(std::as_bytes(bytes.rest()));
  static constexpr std::optional<BookFormat> kFormats[kKinds] = {
      BookFormat::abk, BookFormat::ctg, BookFormat::pgn, BookFormat::epd, std::nullopt};
  check_book(file.path(), kFormats[kind]);
  return 0;
}
