#include <algorithm>
#include <vector>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/header_edit.hpp>

#include "book/position_cursor.hpp"

namespace polyglot::book {

Result<std::optional<BookHeader>> read_header(const std::string& path) {
  auto cursor = PositionCursor::open(path);
  if (!cursor) return cursor.error();
  if (!cursor->is_at(0)) return std::optional<BookHeader>();
  std::vector<RawEntry> records;
  if (auto taken = cursor->take(records); !taken) return taken.error();
  auto header = parse_header(records);
  if (!header) return Error{header.error().what, path};
  return std::optional<BookHeader>(std::move(*header));
}

Result<void> replace_header(const std::string& path, const std::optional<BookHeader>& header,
                            const std::string& out) {
  auto reader = BinBookReader::open(path);
  if (!reader) return reader.error();
  auto writer = BinBookWriter::create(out, header);
  if (!writer) return writer.error();
  for (;;) {
    const auto block = reader->next_block();
    if (!block) return block.error();
    if (block->empty()) return writer->commit();
    const auto moves = std::ranges::find_if(*block, [](const RawEntry& entry) { return entry.key != 0; });
    if (auto added = writer->add(std::span(moves, block->end())); !added) return added;
  }
}

}  // namespace polyglot::book
