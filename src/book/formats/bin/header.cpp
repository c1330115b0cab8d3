// SPDX-License-Identifier: MIT
#include <boost/algorithm/string/join.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/game/rules.hpp>

#include "book/formats/bin/record_file.hpp"
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

/// Takes the next field, which ends with a line feed.
std::string_view take_field(std::string_view& rest) {
  const std::string_view field = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(std::min(field.size() + 1, rest.size()));
  return field;
}

std::optional<std::size_t> take_count(std::string_view& rest) {
  return parse_number<std::size_t>(take_field(rest));
}

std::vector<std::string> take_fields(std::string_view& rest, std::size_t count) {
  std::vector<std::string> fields;
  for (std::size_t i = 0; i < count; ++i) fields.emplace_back(take_field(rest));
  return fields;
}

Failure damaged(const std::string& why) {
  return Failure("damaged @PG@ header: " + why);
}

/// Takes the variants. The older form has no field count: the first number is the number of variants, and a
/// name follows it. Later versions may add fields behind the names.
void take_variants(std::string_view& rest, BookHeader& header) {
  const auto first = take_count(rest);
  if (!first) throw damaged("the third line is not a number");
  std::string_view ahead = rest;
  const auto variants = take_count(ahead);
  if (!variants) {
    if (*first > rest.size()) throw damaged("fewer variants than its header names");
    header.variants = take_fields(rest, *first);
    return;
  }
  rest = ahead;
  if (*variants >= *first || *first - 1 > rest.size())
    throw damaged("the number of variants does not fit the number of fields");
  header.variants = take_fields(rest, *variants);
  header.extra_fields = take_fields(rest, *first - 1 - *variants);
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

std::string pieces_at_start(const game::Rules& rules) {
  const std::string fen = rules.start().to_fen();
  return fen.substr(0, fen.find(' '));
}

}  // namespace

Result<BookHeader> parse_header(std::span<const RawEntry> records) {
  return result_of([&] {
    const std::string text = text_of(records);
    std::string_view rest = text;
    if (take_field(rest) != kMagic) throw damaged("it does not start with @PG@");
    BookHeader header{.version = std::string(take_field(rest))};
    take_variants(rest, header);
    header.comment = rest;
    return header;
  });
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

Result<void> replace_header(const std::string& path, const HeaderChange& change, const std::string& out) {
  return replace_book(
      std::span(&path, 1), out,
      [&](BinBookWriter& writer) {
        return result_of([&] {
          auto book = PositionCursor::over(RecordFile::open(path).value(), BinBookReader::kRemedy);
          std::vector<RawEntry> records;
          if (book.is_at(0)) book.take(records);
          const auto old = parse_header(records);
          if (const auto header = change(old ? std::optional(*old) : std::nullopt))
            writer.add(*header).value();
          while (!book.at_end()) {
            book.take(records);
            writer.add(records).value();
          }
          return true;
        });
      },
      true);
}

bool share_books(const game::Rules& one, const game::Rules& other) {
  if (one.is_called(other.name())) return true;
  if (one.is_chess() || other.is_chess()) return false;
  const auto same = one.read_fen(other.start().to_fen());
  return same && same->key() == other.start().key() && pieces_at_start(one) == pieces_at_start(other);
}

bool is_made_for(const std::vector<std::string>& variants, const game::Rules& rules,
                 const variants::Catalogue* known) {
  return variants.empty() || std::ranges::any_of(variants, [&](const std::string& name) {
           if (rules.is_called(name)) return true;
           const auto named = game::Rules::find(name, known);
           return named && share_books(*named, rules);
         });
}

Error made_for_others(const std::vector<std::string>& variants, const game::Rules& rules,
                      const std::string& path) {
  return {"is for " + boost::algorithm::join(variants, ", ") + ", its header says, not for " +
              std::string(rules.name()),
          path};
}

}  // namespace polyglot::book
