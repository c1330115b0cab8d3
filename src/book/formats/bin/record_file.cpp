// SPDX-License-Identifier: MIT
#include "book/formats/bin/record_file.hpp"

#include <polyglot/book/check.hpp>

#include "book/formats/formats.hpp"

namespace polyglot::book {
namespace {

Error changed_size(const std::string& path, std::uint64_t opened, std::uint64_t now) {
  return {.what = "has changed from " + std::to_string(opened) + " to " + std::to_string(now) +
                  " bytes since it was opened: open it again when it is complete",
          .where = path + ": offset " + std::to_string(std::min(opened, now))};
}

}  // namespace

Result<RecordFile> RecordFile::open(const std::string& path) {
  auto file = os::File::open(path);
  return file ? over(std::move(*file)) : file.error();
}

Result<RecordFile> RecordFile::over(os::File file) {
  const auto format = recognise(file);
  return format ? of({.file = std::move(file), .format = *format}) : format.error();
}

Result<RecordFile> RecordFile::of(RecognisedFile recognised) {
  if (traits_of(recognised.format).records != BookRecords::by_position)
    return Error{std::string(no_polyglot_book(recognised.format)), recognised.file.path()};
  const auto size = recognised.file.size();
  if (!size) return size.error();
  return RecordFile(std::move(recognised.file), *size);
}

Result<void> RecordFile::check_size() const {
  const auto now = file_->size();
  if (!now) return now.error();
  return *now == size_ ? Result<void>() : changed_size(path(), size_, *now);
}

Result<void> RecordFile::read(std::uint64_t first, std::span<RawEntry> out) const {
  auto same = check_size();
  return same ? fetch(first, out) : same;
}

/// Decodes in place, because a record has the same size in memory and in the file.
Result<void> RecordFile::fetch(std::uint64_t first, std::span<RawEntry> out) const {
  static_assert(sizeof(RawEntry) == kRecordSize);
  const auto bytes = std::as_writable_bytes(out);
  const auto got = file_->read_at(first * kRecordSize, bytes);
  if (!got) return got.error();
  if (*got < bytes.size()) return changed_size(path(), size_, first * kRecordSize + *got);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = decode_entry(bytes.subspan(i * kRecordSize).first<kRecordSize>());
  return {};
}

Result<void> RecordFile::write_learn(std::uint64_t number, std::uint32_t learn) {
  constexpr std::size_t kLearnOffset = 12;
  if (auto same = check_size(); !same) return same;  // writing beyond the end would make the file longer
  std::array<std::byte, kRecordSize> record{};
  encode_entry({.learn = learn}, record);
  return file_->write_at(number * kRecordSize + kLearnOffset, std::span(record).subspan(kLearnOffset));
}

std::string place_of_record(const std::string& path, std::uint64_t number) {
  return path + ": offset " + std::to_string(number * kRecordSize);
}

Error not_sorted(const RecordFile& file, std::uint64_t number, std::string_view consequence) {
  if (is_not_a_book(file)) return no_book_error(file.path());
  return {"is not sorted (size " + std::to_string(file.size()) +
              " bytes): the key here is smaller than one before it; " + std::string(consequence),
          place_of_record(file.path(), number)};
}

Error not_whole(const RecordFile& file, std::string_view consequence) {
  if (is_not_a_book(file)) return no_book_error(file.path());
  return {"its size, " + std::to_string(file.size()) +
              " bytes, is not a multiple of 16: " + std::string(consequence),
          place_of_record(file.path(), file.count())};
}

Error too_many_records(const std::string& path, std::uint64_t number, std::string_view what) {
  return {"more than 65536 entries of " + std::string(what) + ": damaged, copy or build the book again",
          place_of_record(path, number)};
}

}  // namespace polyglot::book
