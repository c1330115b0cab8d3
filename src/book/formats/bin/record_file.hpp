// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The number of records in 4 KiB. The system reads whole pages, so one record costs as much as a page.
inline constexpr std::uint64_t kPageRecords = 256;

struct RecognisedFile;

/// A source of records by number, from 0.
class RecordSource {
 public:
  virtual ~RecordSource() = default;

  [[nodiscard]] virtual const std::string& path() const noexcept = 0;
  [[nodiscard]] virtual std::uint64_t count() const noexcept = 0;
  /// Error: the number of records has changed, or the system's reason.
  [[nodiscard]] virtual Result<void> check_size() const = 0;
  /// Fills `out` from record number `first` on. first + out.size() must not exceed count(). It does not
  /// notice that the source has become longer: use check_size().
  [[nodiscard]] virtual Result<void> fetch(std::uint64_t first, std::span<RawEntry> out) const = 0;
};

/// The whole records of a file that may be a `.bin` book, including those of the header.
///
/// Every read is a system call. Therefore a change of the file or a failing disk causes an Error, not a
/// signal. Copies share the open file.
class RecordFile final : public RecordSource {
 public:
  /// Opens a file. Error: it cannot be opened, or is clearly of another kind: an archive, text.
  [[nodiscard]] static Result<RecordFile> open(const std::string& path);
  /// Makes a RecordFile from an open file.
  [[nodiscard]] static Result<RecordFile> over(os::File file);
  /// Does the same with a file whose format is known.
  [[nodiscard]] static Result<RecordFile> of(RecognisedFile recognised);

  [[nodiscard]] const os::File& file() const noexcept { return *file_; }
  [[nodiscard]] const std::string& path() const noexcept override { return file_->path(); }
  /// The size in bytes when it was opened.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t count() const noexcept override { return size_ / kRecordSize; }
  [[nodiscard]] Result<void> check_size() const override;
  /// Error: the file has become shorter, or cannot be read.
  [[nodiscard]] Result<void> fetch(std::uint64_t first, std::span<RawEntry> out) const override;
  /// Calls check_size(), then fetch().
  [[nodiscard]] Result<void> read(std::uint64_t first, std::span<RawEntry> out) const;
  /// Replaces the learn fields of a record. The file must be open for updating.
  [[nodiscard]] Result<void> write_learn(std::uint64_t number, std::uint32_t learn);

 private:
  RecordFile(os::File file, std::uint64_t size)
      : file_(std::make_shared<os::File>(std::move(file))), size_(size) {}

  std::shared_ptr<os::File> file_;
  std::uint64_t size_;
};

/// Protects the memory against a damaged file. No position has so many moves, and it is enough for 512 KiB of
/// text in a header.
inline constexpr std::uint64_t kMaxRecordsOfKey = 65536;

/// The place of a record, for an Error: "path: offset N".
[[nodiscard]] std::string place_of_record(const std::string& path, std::uint64_t number);
/// The error about a record whose key is smaller than one before it; its text ends with `consequence`. If the
/// file is probably not a book, no_book_error().
[[nodiscard]] Error not_sorted(const RecordFile& file, std::uint64_t number, std::string_view consequence);
/// The error about a file whose size is not a multiple of a record; its text ends with `consequence`. If the
/// file is probably not a book, no_book_error().
[[nodiscard]] Error not_whole(const RecordFile& file, std::string_view consequence);
/// The error about more than kMaxRecordsOfKey records of `what`, found at record `number`.
[[nodiscard]] Error too_many_records(const std::string& path, std::uint64_t number, std::string_view what);
/// Whether a file is probably not a book. Asks RecordCheck::is_not_a_book() about pages throughout the file.
/// False if they cannot be read. It is defined in check.cpp, with the other checks of records.
[[nodiscard]] bool is_not_a_book(const RecordSource& records);

}  // namespace polyglot::book
