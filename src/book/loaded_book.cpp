#include <algorithm>
#include <ranges>
#include <utility>

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>

namespace polyglot::book {

Result<LoadedBook> LoadedBook::load(const std::string& path) {
  auto reader = BinBookReader::open(path);
  if (!reader) return reader.error();
  auto records = reader->read_all();
  if (!records) return records.error();
  return LoadedBook(path, std::move(*records));
}

LoadedBook::LoadedBook(std::string path, std::vector<RawEntry> records)
    : path_(std::move(path)), records_(std::move(records)) {
  const auto first = std::ranges::find_if(records_, [](const RawEntry& entry) { return entry.key != 0; });
  header_size_ = static_cast<std::size_t>(first - records_.begin());
  const auto begins_run = [all = entries()](std::size_t i) { return i == 0 || all[i].key != all[i - 1].key; };
  const auto numbers = std::views::iota(std::size_t{0}, entries().size());
  runs_.reserve(static_cast<std::size_t>(std::ranges::count_if(numbers, begins_run)));
  for (const std::size_t i : numbers | std::views::filter(begins_run)) runs_.emplace(entries()[i].key, i);
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
