// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/os/mapping.hpp>

#include "book/formats/bin/record_search.hpp"

namespace polyglot::book {

/// Finds records of a sorted book in mapped memory, without system calls.
class MappedRecords {
 public:
  /// `records` must be whole records. `samples` of its pages must ascend. Each search begins with them, so
  /// they should fit into the processor's cache.
  MappedRecords(os::Mapping records, std::span<const PageSample> samples);

  /// Returns the records of a key in file order. Nothing if the file became shorter, its disk fails, it is
  /// out of order here, or the key has more than kMaxRecordsOfKey records.
  [[nodiscard]] std::optional<std::vector<RawEntry>> find(chess::Key wanted);

 private:
  [[nodiscard]] std::uint64_t count() const noexcept;
  [[nodiscard]] std::span<const std::byte, kRecordSize> record(std::uint64_t number) const noexcept;
  [[nodiscard]] chess::Key key(std::uint64_t number) const noexcept;
  /// The range of records between two samples that may hold the key.
  [[nodiscard]] KeyRange between_samples(chess::Key wanted) const noexcept;
  /// The number of the first record whose key is not less than `wanted`. Nothing if the keys around it
  /// contradict that.
  [[nodiscard]] std::optional<std::uint64_t> lower_bound(chess::Key wanted) const noexcept;
  [[nodiscard]] bool is_sorted_around(std::uint64_t number);

  os::Mapping records_;
  std::vector<PageSample> samples_;
  std::span<const std::byte> bytes_;  ///< of records_
  std::vector<bool> sorted_pages_;    ///< pages that were found to be sorted
};

}  // namespace polyglot::book
