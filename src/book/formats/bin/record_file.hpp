// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// 4 KiB, as the system reads them: a whole page costs no more than one record of it.
inline constexpr std::uint64_t kPageRecords = 256;

/// Records by number, from 0 on.
class RecordSource {
 public:
  virtual ~RecordSource() = default;

  /// Of the file, for errors.
  [[nodiscard]] virtual const std::string& path() const noexcept = 0;
  [[nodiscard]] virtual std::uint64_t count() const noexcept = 0;
  /// Fills `out` from record number `first` on; first + out.size() <= count().
  [[nodiscard]] virtual Result<void> read(std::uint64_t first, std::span<RawEntry> out) const = 0;
};

/// A file that may be a `.bin` book: its whole records, those of the header included.
///
/// Every read asks the system: what others do to the file, or its disk does, is an Error and no signal.
class RecordFile final : public RecordSource {
 public:
  /// Error: it cannot be opened, or is plainly of another kind: an archive, text.
  [[nodiscard]] static Result<RecordFile> open(const std::string& path);
  /// The same for a file that is open.
  [[nodiscard]] static Result<RecordFile> over(os::File file);

  [[nodiscard]] const os::File& file() const noexcept { return file_; }
  [[nodiscard]] const std::string& path() const noexcept override { return file_.path(); }
  /// Bytes, when it was opened.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t count() const noexcept override { return size_ / kRecordSize; }
  /// Error: the file has another size by now, or the system's reason.
  [[nodiscard]] Result<void> check_size() const;
  /// Error: the same, or it cannot be read.
  [[nodiscard]] Result<void> read(std::uint64_t first, std::span<RawEntry> out) const override;
  /// Replaces the learn fields of a record, in a file opened for updating.
  [[nodiscard]] Result<void> write_learn(std::uint64_t number, std::uint32_t learn);

 private:
  RecordFile(os::File file, std::uint64_t size) noexcept : file_(std::move(file)), size_(size) {}

  os::File file_;
  std::uint64_t size_;
};

/// More than any position can have moves, and 512 KiB of text in a header; guards the memory against a
/// damaged file.
inline constexpr std::uint64_t kMaxRecordsOfKey = 65536;

/// The place of a record, for an Error: "path: offset N".
[[nodiscard]] std::string place_of_record(const std::string& path, std::uint64_t number);
/// What is wrong with a record whose key is smaller than one before it, and what follows from that.
[[nodiscard]] Error not_sorted(const RecordFile& file, std::uint64_t number, std::string_view consequence);
/// What is wrong with a file whose size is no multiple of a record's, and what follows from that.
[[nodiscard]] Error not_whole(const RecordFile& file, std::string_view consequence);
/// More than kMaxRecordsOfKey records of `what`, found at this number.
[[nodiscard]] Error too_many_records(const std::string& path, std::uint64_t number, std::string_view what);
}  // namespace polyglot::book
