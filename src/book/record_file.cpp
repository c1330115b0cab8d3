#include "book/record_file.hpp"
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/ascii.hpp>

namespace polyglot::book {
namespace {

using namespace std::string_view_literals;

struct Signature {
  std::string_view start;
  std::string_view advice;
};

constexpr std::array kSignatures{
    Signature{"\x1f\x8b\x08"sv, "is a gzip archive: unpack it and give the .bin file in it"sv},
    Signature{"7z\xbc\xaf\x27\x1c"sv, "is a 7z archive: unpack it and give the .bin file in it"sv},
    Signature{"PK\x03\x04"sv, "is a ZIP archive: unpack it and give the .bin file in it"sv},
    Signature{"Rar!\x1a\x07"sv, "is a RAR archive: unpack it and give the .bin file in it"sv},
    Signature{"BZh"sv, "is a bzip2 archive: unpack it and give the .bin file in it"sv},
    Signature{"\xfd\x37zXZ"sv, "is an xz archive: unpack it and give the .bin file in it"sv},
    Signature{"\x28\xb5\x2f\xfd"sv, "is a Zstandard archive: unpack it and give the .bin file in it"sv},
    Signature{"SQLite format 3"sv, "is a database, not a Polyglot book: give a .bin file"sv},
};

/// A Crafty book begins with an index: offsets of clusters in rising order, the first right behind it, and -1
/// where there is none, in 32 bits each, the lowest first. No book of any use has a first key like that.
bool is_crafty_index(std::string_view start) {
  constexpr std::size_t kEntryBytes = 4;
  constexpr std::uint32_t kNone = 0xffffffff;
  constexpr std::uint32_t kIndexBytes = 131072;
  std::uint32_t last = 0;
  for (std::size_t at = 0; at + kEntryBytes <= start.size(); at += kEntryBytes) {
    std::uint32_t entry = 0;
    for (std::size_t i = kEntryBytes; i-- > 0;)
      entry = (entry << 8) | static_cast<unsigned char>(start[at + i]);
    if (entry == kNone) continue;
    if (last == 0 ? entry != kIndexBytes : entry <= last) return false;
    last = entry;
  }
  return last != 0;
}

bool is_text(std::string_view start) {
  return std::ranges::all_of(start, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || c == '\t' || c == '\n' || c == '\r';
  });
}

bool is_ascii(std::string_view start) {
  return std::ranges::all_of(start, [](char c) { return static_cast<unsigned char>(c) < 0x7f; });
}

/// PGN may hold any character set, so its first tag is enough; other text must look like text throughout.
std::optional<std::string_view> recognise_text(std::string_view start) {
  const bool marked = start.starts_with(kByteOrderMark);
  if (marked) start.remove_prefix(kByteOrderMark.size());
  const std::size_t first = start.find_first_not_of(" \t\r\n"sv);
  if (first != start.npos && start.substr(first).starts_with("[Event "sv) && is_text(start))
    return "is a PGN file, not a book: make a book of it with make-book"sv;
  if (is_text(start) && (marked || is_ascii(start)))
    return "is a text file, not a Polyglot book: give a .bin file"sv;
  return std::nullopt;
}

/// Recognises what is plainly no `.bin` book by its first bytes: an archive, PGN, other text, a Crafty book.
/// Returns what it is and what to do: "is a ZIP archive: unpack it and …"; nothing if it may be a book.
std::optional<std::string_view> recognise_other_format(std::span<const std::byte> start) {
  const std::string_view bytes(reinterpret_cast<const char*>(start.data()), start.size());
  if (bytes.empty()) return std::nullopt;
  for (const Signature& signature : kSignatures)
    if (bytes.starts_with(signature.start)) return signature.advice;
  if (is_crafty_index(bytes)) return "is a book of Crafty, not of Polyglot: give a Polyglot .bin file"sv;
  return recognise_text(bytes);
}

/// As much as is needed to tell text from a book.
constexpr std::size_t kStartBytes = 512;

Error changed_size(const std::string& path, std::uint64_t opened, std::uint64_t now) {
  return {.what = "has changed from " + std::to_string(opened) + " to " + std::to_string(now) +
                  " bytes since it was opened: open it again when it is complete",
          .where = path + ": offset " + std::to_string(std::min(opened, now))};
}

}  // namespace

Result<RecordFile> RecordFile::open(const std::string& path) {
  auto file = os::File::open(path);
  if (!file) return file.error();
  return over(std::move(*file));
}

Result<RecordFile> RecordFile::over(os::File file) {
  const auto size = file.size();
  if (!size) return size.error();
  std::array<std::byte, kStartBytes> start;
  const auto got = file.read_at(0, start);
  if (!got) return got.error();
  if (const auto advice = recognise_other_format(std::span(start).first(*got)))
    return Error{std::string(*advice), file.path()};
  return RecordFile(std::move(file), *size);
}

Result<void> RecordFile::check_size() const {
  const auto now = file_.size();
  if (!now) return now.error();
  return *now == size_ ? Result<void>() : changed_size(path(), size_, *now);
}

/// In place: a record in memory takes as many bytes as one in the file.
Result<void> RecordFile::read(std::uint64_t first, std::span<RawEntry> out) const {
  static_assert(sizeof(RawEntry) == kRecordSize);
  if (auto same = check_size(); !same) return same;
  const auto bytes = std::as_writable_bytes(out);
  const auto got = file_.read_at(first * kRecordSize, bytes);
  if (!got) return got.error();
  if (*got < bytes.size()) return changed_size(path(), size_, first * kRecordSize + *got);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = decode_entry(bytes.subspan(i * kRecordSize).first<kRecordSize>());
  return {};
}

Result<void> RecordFile::write_learn(std::uint64_t number, std::uint32_t learn) {
  constexpr std::size_t kLearnOffset = 12;
  if (auto same = check_size(); !same) return same;  // writing beyond its end would make it longer
  std::array<std::byte, kRecordSize> record{};
  encode_entry({.learn = learn}, record);
  return file_.write_at(number * kRecordSize + kLearnOffset, std::span(record).subspan(kLearnOffset));
}

std::string place_of_record(const std::string& path, std::uint64_t number) {
  return path + ": offset " + std::to_string(number * kRecordSize);
}

Error not_sorted(const RecordFile& file, std::uint64_t number, std::string_view consequence) {
  return {"is not sorted (size " + std::to_string(file.size()) +
              " bytes): the key here is smaller than one before it; " + std::string(consequence),
          place_of_record(file.path(), number)};
}

Error not_whole(const RecordFile& file, std::string_view consequence) {
  return {"its size, " + std::to_string(file.size()) +
              " bytes, is no multiple of 16: " + std::string(consequence),
          place_of_record(file.path(), file.count())};
}

Error too_many_records(const std::string& path, std::uint64_t number, std::string_view what) {
  return {"more than 65536 records of " + std::string(what) + ": damaged, copy or build the book again",
          place_of_record(path, number)};
}

}  // namespace polyglot::book
