#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

#include "book/mapped_file.hpp"

namespace polyglot::book {

/// The records of a `.bin` file by number, header included.
class BinFile {
 public:
  explicit BinFile(MappedFile file) noexcept : file_(std::move(file)) {}

  [[nodiscard]] const MappedFile& file() const noexcept { return file_; }
  [[nodiscard]] std::uint64_t count() const noexcept { return file_.size() / kRecordSize; }
  [[nodiscard]] Result<std::vector<RawEntry>> read(std::uint64_t first, std::uint64_t count) const;

  /// Replaces the learn fields of a record, in a file opened for writing.
  [[nodiscard]] Result<void> write_learn(std::uint64_t index, std::uint32_t learn);

  /// The first record in [first, last) whose key is not less than `key`, else `last`.
  [[nodiscard]] Result<std::uint64_t> lower_bound(std::uint64_t first, std::uint64_t last,
                                                  chess::Key key) const;

  /// The records of `key`, the first of which is number `first`. Error: unreadable, or more than 65,536.
  [[nodiscard]] Result<std::vector<RawEntry>> records_of(chess::Key key, std::uint64_t first) const;

 private:
  MappedFile file_;
};

/// More than any position can have moves, and 512 KiB of text in a header; guards the memory against a
/// damaged file.
inline constexpr std::uint64_t kMaxRecordsOfKey = 65536;

/// More than 65,536 records of `what`, found at number `index`.
[[nodiscard]] Error too_many_records(const std::string& path, std::uint64_t index, std::string_view what);

}  // namespace polyglot::book
