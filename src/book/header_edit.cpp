#include <algorithm>
#include <vector>

#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/header_edit.hpp>

#include "book/position_cursor.hpp"
#include "book/replacement.hpp"

namespace polyglot::book {

namespace {

/// None if there is no header.
Result<std::vector<RawEntry>> header_records(const std::string& path) {
  auto cursor = PositionCursor::open(path);
  if (!cursor) return cursor.error();
  std::vector<RawEntry> records;
  if (cursor->is_at(0))
    if (auto taken = cursor->take(records); !taken) return taken.error();
  return records;
}

}  // namespace

Result<std::optional<BookHeader>> read_header(const std::string& path) {
  const auto records = header_records(path);
  if (!records) return records.error();
  if (records->empty()) return std::optional<BookHeader>();
  auto header = parse_header(*records);
  if (!header) return Error{header.error().what, path};
  return std::optional<BookHeader>(std::move(*header));
}

Result<void> replace_header(const std::string& path, const HeaderChange& change, const std::string& out) {
  const auto make = [&](BinBookWriter& writer) -> Result<bool> {
    auto reader = BinBookReader::open(path);
    if (!reader) return reader.error();
    const auto old_records = header_records(path);
    if (!old_records) return old_records.error();
    const auto old = parse_header(*old_records);
    if (const auto header = change(old ? std::optional(*old) : std::nullopt)) {
      const auto records = make_header(*header);
      if (!records) return Error{records.error().what, out};
      if (auto added = writer.add(*records); !added) return added.error();
    }
    for (;;) {
      const auto block = reader->next_block();
      if (!block) return block.error();
      if (block->empty()) return true;
      const auto moves = std::ranges::find_if(*block, [](const RawEntry& entry) { return entry.key != 0; });
      if (auto added = writer.add(std::span(moves, block->end())); !added) return added.error();
    }
  };
  return replace_book(std::span(&path, 1), out, make);
}

}  // namespace polyglot::book
