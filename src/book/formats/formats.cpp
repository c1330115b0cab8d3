// SPDX-License-Identifier: MIT
// The table of formats: what each can do, how it is recognised, and how it is opened.
#include <map>

#include <boost/regex.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/pgn/input.hpp>

#include "book/formats/bin/record_file.hpp"
#include "book/formats/crafty/crafty_file.hpp"
#include "book/formats/formats.hpp"

namespace polyglot::book {
namespace {

using namespace std::string_view_literals;

struct Signature {
  std::string_view start;
  std::string_view advice;
};

constexpr std::string_view kCountsMark = "PolyCnts"sv;
constexpr std::string_view kDatabaseMark = "SQLite format 3"sv;

constexpr std::array kNoBooks{
    Signature{"\x1f\x8b\x08"sv, "is a gzip archive: unpack it and give the file in it"sv},
    Signature{"7z\xbc\xaf\x27\x1c"sv, "is a 7z archive: unpack it and give the file in it"sv},
    Signature{"PK\x03\x04"sv, "is a ZIP archive: unpack it and give the file in it"sv},
    Signature{"Rar!\x1a\x07"sv, "is a RAR archive: unpack it and give the file in it"sv},
    Signature{"BZh"sv, "is a bzip2 archive: unpack it and give the file in it"sv},
    Signature{"\xfd\x37zXZ"sv, "is an xz archive: unpack it and give the file in it"sv},
    Signature{"\x28\xb5\x2f\xfd"sv, "is a Zstandard archive: unpack it and give the file in it"sv},
    Signature{kCountsMark,
              "is a file of counts: polyglot make-book builds a book from it, and explore shows it"sv},
    Signature{"eco\tname"sv, "is a table of names of openings: give it with --openings-file"sv},
    Signature{kDatabaseMark, "is a database, not a Polyglot book: give a .bin file"sv},
    Signature{"\x00\x10\x00\x01"sv, "is an index of a ChessBase book: give the .ctg file beside it"sv},
    Signature{"\x00\x0c\x00\x01"sv, "is an index of a ChessBase book: give the .ctg file beside it"sv},
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

/// Whether a text begins like PGN: with `[Name "`, or with the first move of a game without tags.
bool begins_game(std::string_view text) {
  if (text.starts_with("1. "sv) || text.starts_with("1.e4"sv) || text.starts_with("1.d4"sv)) return true;
  if (!text.starts_with('[')) return false;
  text.remove_prefix(1);
  const auto is_of_name = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  const std::size_t name =
      static_cast<std::size_t>(std::ranges::find_if_not(text, is_of_name) - text.begin());
  const std::size_t value = std::min(text.find_first_not_of(" \t"sv, name), text.size());
  return name > 0 && value > name && text.substr(value).starts_with('"');
}

/// Removes comments from the start of a list of openings. Lists of positions have `#`, and PGN has `;`, `%`
/// and `{...}`.
std::string_view without_comments(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"sv), text.size()));
    if (text.empty() || "#;%{"sv.find(text.front()) == "#;%{"sv.npos) return text;
    const std::size_t end = text.find(text.front() == '{' ? '}' : '\n');
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

/// The text of a list of openings; nothing if the file cannot be one.
std::string_view text_of_list(std::string_view start) {
  if (start.starts_with(kByteOrderMark)) start.remove_prefix(kByteOrderMark.size());
  return is_text(start) ? without_comments(start) : std::string_view();
}

struct FormatRow {
  BookFormat format;
  FormatTraits traits;
  std::string_view no_polyglot_book;       ///< why it cannot serve as a `.bin`, and what to do
  bool (*begins)(std::string_view start);  ///< whether a file with this beginning has the format; null: if it
                                           ///< has no other format
  OpenedBook (*open)(const std::string& path);
};

/// The formats, in the order in which recognise_format() tries them.
constexpr std::array kFormats{
    FormatRow{
        .format = BookFormat::abk,
        .traits = {.name = "abk"sv,
                   .only_chess = "Arena's books"sv,
                   .lost = "won and lost games, deleted moves; priorities are part of the weights, which "
                           "end at 65535"sv},
        .no_polyglot_book = "is a book of Arena, not of Polyglot: give a Polyglot .bin file"sv,
        .begins =
            [](std::string_view start) {
              return start.starts_with("\3ABK"sv) || start.starts_with("\3AB2"sv);
            },
        .open = &open_abk},
    FormatRow{
        .format = BookFormat::ctg,
        .traits = {.name = "ctg"sv,
                   .only_chess = "ChessBase's books"sv,
                   .lost = "results, ratings, comments, and what cannot be reached; colours and "
                           "annotations are part of the weights"sv},
        .no_polyglot_book = "is a book of ChessBase, not of Polyglot: give a Polyglot .bin file"sv,
        .begins =
            [](std::string_view start) { return start.starts_with("\x00\x20\x10\x00\x00\x01\x00\x01"sv); },
        .open = &open_ctg},
    FormatRow{
        .format = BookFormat::crafty,
        .traits = {.name = "crafty"sv,
                   .records = BookRecords::by_move,
                   .only_chess = "Crafty's books"sv,
                   .lost = "marks, learned values, counts where a start book has percentages, and what "
                           "cannot be reached"sv},
        .no_polyglot_book = "is a Crafty book: make a .bin book of it with polyglot convert IN OUT"sv,
        .begins = [](std::string_view start) { return is_crafty_index(std::as_bytes(std::span(start))); },
        .open = &open_crafty},
    FormatRow{.format = BookFormat::pgn,
              .traits = {.name = "pgn"sv,
                         .is_list = true,
                         .has_variations = true,
                         .only_chess = "lists of openings"sv,
                         .lost = "results and names"sv},
              .no_polyglot_book = "is a PGN file, not a book: build a book from it with make-book"sv,
              // Only the first tag is tested, because PGN may have any character set.
              .begins = [](std::string_view start) { return begins_game(text_of_list(start)); },
              .open = [](const std::string& path) { return open_pgn_list(path, {}); }},
    FormatRow{.format = BookFormat::epd,
              .traits = {.name = "epd"sv,
                         .is_list = true,
                         .only_chess = "lists of openings"sv,
                         .lost = "all operations but bm and sm, and positions to which no move of the list "
                                 "leads"sv},
              .no_polyglot_book = "is a list of positions, not a Polyglot book: give a .bin file"sv,
              .begins = [](std::string_view start) { return looks_like_fen(text_of_list(start)); },
              .open = &open_epd_list},
    FormatRow{.format = BookFormat::polyglot,
              .traits = {.name = "polyglot"sv, .records = BookRecords::by_position},
              .no_polyglot_book = {},
              .begins = nullptr,
              .open = [](const std::string& path) { return OpenedBook(BinBook::open(path)); }},
};

static_assert(kFormats.size() == static_cast<std::size_t>(BookFormat::epd) + 1, "each format has a row");

const FormatRow& row_of(BookFormat format) noexcept {
  return *std::ranges::find(kFormats, format, &FormatRow::format);
}

/// Recognises a packed list of openings. Such a list need not be unpacked to be read.
std::optional<BookFormat> recognise_packed(const std::string& path) {
  auto input = pgn::Input::open(path);
  if (!input) return std::nullopt;
  std::array<char, kStartBytes> start;
  const auto got = input->read(start);
  if (!got) return std::nullopt;
  const auto format = recognise_format(std::as_bytes(std::span(start).first(*got)));
  return format && traits_of(*format).is_list ? std::optional(*format) : std::nullopt;
}

}  // namespace

const FormatTraits& traits_of(BookFormat format) noexcept {
  return row_of(format).traits;
}

std::optional<BookFormat> book_format(std::string_view name) noexcept {
  for (const FormatRow& row : kFormats)
    if (equal_ignoring_case(name, row.traits.name)) return row.format;
  return std::nullopt;
}

std::string_view no_polyglot_book(BookFormat format) noexcept {
  return row_of(format).no_polyglot_book;
}

Result<BookFormat> recognise_format(std::span<const std::byte> start) {
  const std::string_view bytes(reinterpret_cast<const char*>(start.data()),
                               std::min(start.size(), kStartBytes));
  if (bytes.empty()) return BookFormat::polyglot;
  for (const Signature& signature : kNoBooks)
    if (bytes.starts_with(signature.start)) return Error{std::string(signature.advice)};
  for (const FormatRow& row : kFormats)
    if (row.begins != nullptr && row.begins(bytes)) return row.format;
  if (is_text(bytes) && (bytes.starts_with(kByteOrderMark) || is_ascii(bytes)))
    return Error{
        "is a text file, not a Polyglot book: give a .bin file "
        "(BookFormat or --book-format pgn or epd takes it for a list of openings)"};
  return BookFormat::polyglot;
}

Result<BookFormat> recognise(const os::File& file) {
  std::array<std::byte, kStartBytes> start;
  const auto got = file.read_at(0, start);
  if (!got) return got.error();
  auto format = recognise_format(std::span(start).first(*got));
  return format ? format : Error{format.error().what, file.path()};
}

Result<RecognisedFile> open_recognised(const std::string& path) {
  auto file = os::File::open(path);
  if (!file) return file.error();
  auto format = recognise(*file);
  if (!format)
    if (const auto packed = recognise_packed(path)) format = *packed;
  if (!format) return format.error();
  return RecognisedFile{.file = std::move(*file), .format = *format};
}

Result<BookFormat> recognise_format(const std::string& path) {
  const auto recognised = open_recognised(path);
  return recognised ? Result<BookFormat>(recognised->format) : recognised.error();
}

bool looks_like_records(std::span<const std::byte> start, std::uint64_t size) {
  if (size == 0 || size % kRecordSize != 0) return false;
  std::span<const std::byte> last;
  for (auto rest = start; rest.size() >= kRecordSize; rest = rest.subspan(kRecordSize)) {
    const auto key = rest.first(sizeof(chess::Key));
    if (std::ranges::lexicographical_compare(key, last)) return false;
    last = key;
  }
  return std::ranges::find(start, std::byte{0}) != start.end();
}

FileKind kind_of_file(const std::string& path) {
  static const boost::regex tag(R"(^\s*\[\w+\s+")");
  static const boost::regex section(R"(^\s*\[(polyglot|engine)\])", boost::regex::icase);
  std::array<std::byte, 4096> block;
  const auto file = os::File::open(path);
  const auto size = file ? file->size() : file.error();
  const auto got = size ? file->read_at(0, block) : size.error();
  if (!got || *got == 0) return FileKind::unknown;
  const auto bytes = std::span(block).first(*got);
  std::string_view start(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto has = [&start](const boost::regex& line) {
    return boost::regex_search(start.begin(), start.end(), line);
  };
  if (start.starts_with(kCountsMark)) return FileKind::counts;
  if (start.starts_with(kDatabaseMark)) return FileKind::database;
  if (start.starts_with(kByteOrderMark)) start.remove_prefix(kByteOrderMark.size());
  if (const auto format = recognise_format(bytes)) {
    const FormatTraits& traits = traits_of(*format);
    // A file without tags may be a list of openings, which is a book.
    if (traits.has_variations && has(tag)) return FileKind::games;
    const bool has_mark = traits.records != BookRecords::by_position;
    if (!traits.is_list && (has_mark || looks_like_records(bytes, *size))) return FileKind::book;
  }
  if (has(section)) return FileKind::configuration;
  return start.find('\0') == start.npos ? FileKind::text : FileKind::other;
}

Result<void> check_output(const std::string& path, FileKind wanted) {
  static const std::map<FileKind, std::string_view> names{{FileKind::text, "a text file"},
                                                          {FileKind::games, "a PGN file"},
                                                          {FileKind::configuration, "a configuration"},
                                                          {FileKind::book, "a book"},
                                                          {FileKind::counts, "a file of counts"},
                                                          {FileKind::database, "a database"},
                                                          {FileKind::other, "a file of another kind"}};
  const FileKind kind = path == "-" ? FileKind::unknown : kind_of_file(path);
  if (kind == FileKind::unknown || kind == wanted) return {};
  // Games without tags are text, too.
  if (wanted == FileKind::games && kind == FileKind::text) return {};
  if (wanted == FileKind::book && kind == FileKind::other) {
    const auto damaged = RecordFile::open(path);
    if (damaged && !is_not_a_book(*damaged)) return {};
  }
  return Error{std::string("is ").append(names.at(kind)).append(", not ").append(names.at(wanted)) +
                   "; give another name",
               path};
}

std::vector<BookMove> join_moves(std::vector<BookMove> moves) {
  auto end = moves.begin();
  for (auto move = moves.begin(); move != moves.end(); ++move) {
    const auto same =
        std::find_if(moves.begin(), end, [&](const BookMove& known) { return known.move == move->move; });
    if (same != end)
      same->weight += move->weight;
    else if (end++ != move)
      *(end - 1) = std::move(*move);
  }
  moves.erase(end, moves.end());
  return moves;
}

Result<std::unique_ptr<BookSource>> open_book(const std::string& path, std::optional<BookFormat> format,
                                              const ListOptions& of_lists) {
  if (!format) {
    auto recognised = open_recognised(path);
    if (!recognised) return recognised.error();
    format = recognised->format;
    if (traits_of(*format).records == BookRecords::by_position) {
      auto file = RecordFile::of(std::move(*recognised));
      return file ? OpenedBook(BinBook::over(std::move(*file))) : file.error();
    }
  }
  if (const auto kind = os::kind_of(path); kind == os::PathKind::other)
    return Error{"is not a regular file: give the path of one", path};
  if (*format == BookFormat::pgn) return open_pgn_list(path, of_lists);
  return row_of(*format).open(path);
}

}  // namespace polyglot::book
