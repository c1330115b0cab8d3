// SPDX-License-Identifier: MIT
#include "book/recognition.hpp"
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/pgn/input.hpp>

#include "book/crafty_file.hpp"
#include "book/opening_reader.hpp"

namespace polyglot::book {
namespace {

using namespace std::string_view_literals;

struct FormatName {
  BookFormat format;
  std::string_view name;
  std::string_view no_polyglot_book;
};

constexpr std::array kFormatNames{
    FormatName{BookFormat::polyglot, "polyglot"sv, {}},
    FormatName{BookFormat::crafty, "crafty"sv,
               "is a book of Crafty, not of Polyglot: give a Polyglot .bin file"sv},
    FormatName{BookFormat::abk, "abk"sv, "is a book of Arena, not of Polyglot: give a Polyglot .bin file"sv},
    FormatName{BookFormat::ctg, "ctg"sv,
               "is a book of ChessBase, not of Polyglot: give a Polyglot .bin file"sv},
    FormatName{BookFormat::pgn, "pgn"sv, "is a PGN file, not a book: make a book of it with make-book"sv},
    FormatName{BookFormat::epd, "epd"sv, "is a list of positions, not a Polyglot book: give a .bin file"sv},
};

constexpr const FormatName& row_of(BookFormat format) noexcept {
  return kFormatNames[static_cast<std::size_t>(format)];
}

constexpr bool in_enum_order() {
  for (std::size_t i = 0; i < kFormatNames.size(); ++i)
    if (static_cast<std::size_t>(kFormatNames[i].format) != i) return false;
  return true;
}
static_assert(in_enum_order(), "row_of() looks formats up by their place in the table");

struct Signature {
  std::string_view start;
  std::string_view advice;
};

constexpr std::array kNoBooks{
    Signature{"\x1f\x8b\x08"sv, "is a gzip archive: unpack it and give the .bin file in it"sv},
    Signature{"7z\xbc\xaf\x27\x1c"sv, "is a 7z archive: unpack it and give the .bin file in it"sv},
    Signature{"PK\x03\x04"sv, "is a ZIP archive: unpack it and give the .bin file in it"sv},
    Signature{"Rar!\x1a\x07"sv, "is a RAR archive: unpack it and give the .bin file in it"sv},
    Signature{"BZh"sv, "is a bzip2 archive: unpack it and give the .bin file in it"sv},
    Signature{"\xfd\x37zXZ"sv, "is an xz archive: unpack it and give the .bin file in it"sv},
    Signature{"\x28\xb5\x2f\xfd"sv, "is a Zstandard archive: unpack it and give the .bin file in it"sv},
    Signature{"SQLite format 3"sv, "is a database, not a Polyglot book: give a .bin file"sv},
    Signature{"\x00\x10\x00\x01"sv, "is an index of a ChessBase book: give the .ctg file beside it"sv},
    Signature{"\x00\x0c\x00\x01"sv, "is an index of a ChessBase book: give the .ctg file beside it"sv},
};

struct FormatMark {
  std::string_view start;
  BookFormat format;
};

constexpr std::array kFormatMarks{
    FormatMark{"\x03"
               "ABK"sv,
               BookFormat::abk},
    FormatMark{"\x03"
               "AB2"sv,
               BookFormat::abk},
    FormatMark{"\x00\x20\x10\x00\x00\x01\x00\x01"sv, BookFormat::ctg},
};

bool is_text(std::string_view start) {
  return std::ranges::all_of(start, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || c == '\t' || c == '\n' || c == '\r';
  });
}

bool is_ascii(std::string_view start) {
  return std::ranges::all_of(start, [](char c) { return static_cast<unsigned char>(c) < 0x7f; });
}

/// `[Name "`, as PGN begins, or the first move of a game without tags.
bool begins_game(std::string_view text) {
  if (text.starts_with("1. "sv) || text.starts_with("1.e4"sv) || text.starts_with("1.d4"sv)) return true;
  if (!text.starts_with('[')) return false;
  text.remove_prefix(1);
  const std::size_t name = static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin());
  return name > 0 && text.substr(name).starts_with(" \""sv);
}

/// Text without the lines and comments that lists of openings may begin with: `#` in lists of positions, `;`,
/// `%` and `{...}` in PGN.
std::string_view without_comments(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"sv), text.size()));
    if (text.empty() || "#;%{"sv.find(text.front()) == "#;%{"sv.npos) return text;
    const std::size_t end = text.find(text.front() == '{' ? '}' : '\n');
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

/// PGN may hold any character set, so its first tag is enough; other text must look like text throughout.
std::optional<Result<BookFormat>> recognise_text(std::string_view start) {
  const bool marked = start.starts_with(kByteOrderMark);
  if (marked) start.remove_prefix(kByteOrderMark.size());
  if (!is_text(start)) return std::nullopt;
  const std::string_view first = without_comments(start);
  if (begins_game(first)) return BookFormat::pgn;
  if (looks_like_fen(first)) return BookFormat::epd;
  if (marked || is_ascii(start))
    return Error{
        "is a text file, not a Polyglot book: give a .bin file (BookFormat or --book-format pgn or epd takes "
        "it "
        "for a list of openings)"};
  return std::nullopt;
}

/// A list of openings in an archive that can be read without unpacking it.
std::optional<BookFormat> recognise_packed(const std::string& path) {
  auto input = pgn::Input::open(path);
  if (!input) return std::nullopt;
  std::array<char, kStartBytes> start;
  const auto got = input->read(start);
  if (!got) return std::nullopt;
  const auto format = recognise(std::as_bytes(std::span(start).first(*got)));
  if (!format || (*format != BookFormat::pgn && *format != BookFormat::epd)) return std::nullopt;
  return *format;
}

}  // namespace

std::string_view name_of(BookFormat format) noexcept {
  return row_of(format).name;
}

std::optional<BookFormat> book_format(std::string_view name) noexcept {
  for (const FormatName& row : kFormatNames)
    if (equal_ignoring_case(name, row.name)) return row.format;
  return std::nullopt;
}

std::string_view no_polyglot_book(BookFormat format) noexcept {
  return row_of(format).no_polyglot_book;
}

Result<BookFormat> recognise(std::span<const std::byte> start) {
  const std::string_view bytes(reinterpret_cast<const char*>(start.data()), start.size());
  if (bytes.empty()) return BookFormat::polyglot;
  for (const Signature& signature : kNoBooks)
    if (bytes.starts_with(signature.start)) return Error{std::string(signature.advice)};
  for (const FormatMark& mark : kFormatMarks)
    if (bytes.starts_with(mark.start)) return mark.format;
  if (is_crafty_index(start)) return BookFormat::crafty;
  return recognise_text(bytes).value_or(BookFormat::polyglot);
}

Result<BookFormat> recognise(const os::File& file) {
  std::array<std::byte, kStartBytes> start;
  const auto got = file.read_at(0, start);
  if (!got) return got.error();
  auto format = recognise(std::span(start).first(*got));
  return format ? format : Error{format.error().what, file.path()};
}

Result<BookFormat> recognise_format(const std::string& path) {
  const auto file = os::File::open(path);
  if (!file) return file.error();
  auto format = recognise(*file);
  if (format) return format;
  if (const auto packed = recognise_packed(path)) return *packed;
  return format;
}

}  // namespace polyglot::book
