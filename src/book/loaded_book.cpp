#include <algorithm>
#include <utility>

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/closing_record.hpp>
#include <polyglot/book/collected.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/open_book.hpp>

namespace polyglot::book {

Result<LoadedBook> LoadedBook::load(const std::string& path) {
  const auto format = recognise_format(path);
  if (!format) return format.error();
  if (*format != BookFormat::polyglot) return collect(path, *format);
  auto reader = BinBookReader::open(path);
  if (!reader) return reader.error();
  auto records = reader->read_all();
  if (!records) return records.error();
  return LoadedBook(path, std::move(*records));
}

Result<LoadedBook> LoadedBook::collect(const std::string& path, BookFormat format) {
  const auto book = open_book(path, format);
  if (!book) return book.error();
  auto entries = collect_entries(**book);
  if (!entries) return entries.error();
  return LoadedBook(path, std::move(*entries));
}

LoadedBook::LoadedBook(std::string path, std::vector<RawEntry> records)
    : path_(std::move(path)), records_(std::move(records)) {
  records_.resize(without_closing(records_).size());
  const auto first = std::ranges::find_if(records_, [](const RawEntry& entry) { return entry.key != 0; });
  header_size_ = static_cast<std::size_t>(first - records_.begin());
  for (std::size_t i = 0; i < entries().size(); ++i) runs_.try_emplace(entries()[i].key, i);
}

std::span<const RawEntry> LoadedBook::find(chess::Key key) const noexcept {
  const auto run = runs_.find(key);
  if (run == runs_.end()) return {};
  const auto rest = entries().subspan(run->second);
  const auto end = std::ranges::find_if(rest, [key](const RawEntry& entry) { return entry.key != key; });
  return {rest.begin(), end};
}

std::vector<BookMove> LoadedBook::playable_moves(const chess::Position& position) const {
  std::vector<BookMove> moves = decode_moves(position, find(position.key())).moves;
  std::erase_if(moves, [](const BookMove& move) { return move.weight == 0; });
  return moves;
}

}  // namespace polyglot::book
