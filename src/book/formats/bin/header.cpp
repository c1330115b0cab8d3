// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string_view>

#include <polyglot/ascii.hpp>
#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/game/rules.hpp>

#include "book/whole/position_cursor.hpp"

namespace polyglot::book {
namespace {

constexpr std::string_view kMagic = "@PG@";
/// The bytes of text in one record: all bytes after the key.
constexpr std::size_t kTextBytes = kRecordSize - sizeof(chess::Key);

/// The text of the records, without the zeros that fill up the last one.
std::string text_of(std::span<const RawEntry> records) {
  std::string text;
  text.reserve(records.size() * kTextBytes);
  std::array<std::byte, kRecordSize> bytes;
  for (const RawEntry& record : records) {
    encode_entry(record, bytes);
    for (const std::byte byte : std::span(bytes).last<kTextBytes>()) text += std::to_integer<char>(byte);
  }
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

/// Reads fields that end with a line feed. The rest of the text is the comment.
class FieldReader {
 public:
  explicit FieldReader(std::string_view text) : rest_(text) {}

  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

  [[nodiscard]] std::string_view next() {
    const std::string_view field = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(field.size() + 1, rest_.size()));
    return field;
  }

  [[nodiscard]] std::optional<std::size_t> next_count() { return parse_number<std::size_t>(next()); }

  /// Whether the text can have `fields` more fields.
  [[nodiscard]] bool may_hold(std::size_t fields) const noexcept { return fields <= rest_.size(); }

 private:
  std::string_view rest_;
};

Error damaged(std::string_view why) {
  return {"damaged @PG@ header: " + std::string(why)};
}

std::vector<std::string> read_fields(FieldReader& reader, std::size_t count) {
  std::vector<std::string> fields;
  for (std::size_t i = 0; i < count; ++i) fields.emplace_back(reader.next());
  return fields;
}

/// Reads the lines after the field count: the number of variants, their names, and fields that later versions
/// may add.
Result<void> read_counted_fields(FieldReader& reader, std::size_t fields, BookHeader& header) {
  const auto variants = reader.next_count();
  if (!variants || *variants >= fields || !reader.may_hold(fields - 1))
    return damaged("the number of variants does not fit the number of fields");
  header.variants = read_fields(reader, *variants);
  header.extra_fields = read_fields(reader, fields - 1 - *variants);
  return {};
}

/// Reads the variants. The older form has no field count: the first number is the number of variants, and a
/// name follows it.
Result<void> read_variants(FieldReader& reader, BookHeader& header) {
  const auto first = reader.next_count();
  if (!first) return damaged("the third line is not a number");
  FieldReader ahead = reader;
  if (ahead.next_count()) return read_counted_fields(reader, *first, header);
  if (!reader.may_hold(*first)) return damaged("fewer variants than its header names");
  header.variants = read_fields(reader, *first);
  return {};
}

bool is_line(std::string_view text) {
  return text.find_first_of(std::string_view("\n\0", 2)) == text.npos;
}

bool is_name(std::string_view text) {
  return !text.empty() && is_line(text);
}

std::vector<RawEntry> to_records(std::string text) {
  text.resize((text.size() + kTextBytes - 1) / kTextBytes * kTextBytes, '\0');
  std::vector<RawEntry> records;
  std::array<std::byte, kRecordSize> bytes{};
  for (std::size_t i = 0; i < text.size(); i += kTextBytes) {
    std::ranges::copy(std::as_bytes(std::span(text)).subspan(i, kTextBytes), bytes.end() - kTextBytes);
    records.push_back(decode_entry(bytes));
  }
  return records;
}

/// Returns the same name for all names of a variant. Chess960 gets the name of chess.
std::string game_name(const std::string& variant) {
  if (game::Rules().is_called(variant)) return std::string(game::Rules().name());
  return variants::Catalogue::builtin().first_name(variant).value_or(lower_case(variant));
}

/// The records of the header; empty if there is none.
Result<std::vector<RawEntry>> header_records(const std::string& path) {
  auto cursor = PositionCursor::open(path);
  if (!cursor) return cursor.error();
  std::vector<RawEntry> records;
  if (cursor->is_at(0))
    if (auto taken = cursor->take(records); !taken) return taken.error();
  return records;
}

}  // namespace

Result<BookHeader> parse_header(std::span<const RawEntry> records) {
  const std::string text = text_of(records);
  FieldReader reader(text);
  if (reader.next() != kMagic) return damaged("it does not start with @PG@");
  BookHeader header{.version = std::string(reader.next())};
  if (auto read = read_variants(reader, header); !read) return read.error();
  header.comment = reader.rest();
  return header;
}

Result<std::vector<RawEntry>> make_header(const BookHeader& header) {
  if (!is_name(header.version) || header.variants.empty() || !std::ranges::all_of(header.variants, is_name))
    return Error{"a book header needs a version and variants, each of one line"};
  if (!std::ranges::all_of(header.extra_fields, is_line))
    return Error{"an extra field of a book header is one line"};
  if (header.comment.find('\0') != std::string::npos) return Error{"a book header cannot hold a zero byte"};
  const std::string variants = std::to_string(header.variants.size());
  const std::string fields = std::to_string(1 + header.variants.size() + header.extra_fields.size());
  std::string text = std::string(kMagic) + '\n' + header.version + '\n' + fields + '\n' + variants + '\n';
  for (const std::string& name : header.variants) text += name + '\n';
  for (const std::string& field : header.extra_fields) text += field + '\n';
  return to_records(text + header.comment);
}

bool share_a_game(const BookHeader& a, const BookHeader& b) {
  std::vector<std::string> games_of_a;
  std::ranges::transform(a.variants, std::back_inserter(games_of_a), game_name);
  return std::ranges::any_of(b.variants, [&games_of_a](const std::string& variant) {
    return std::ranges::find(games_of_a, game_name(variant)) != games_of_a.end();
  });
}

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
      if (auto added = writer.add(*header); !added) return added.error();
    }
    const auto copied = reader->visit_blocks([&writer](std::span<const RawEntry> block) {
      const auto moves = std::ranges::find_if(block, [](const RawEntry& entry) { return entry.key != 0; });
      return writer.add(std::span(moves, block.end()));
    });
    if (!copied) return copied.error();
    return true;
  };
  return replace_book(std::span(&path, 1), out, make);
}

}  // namespace polyglot::book
