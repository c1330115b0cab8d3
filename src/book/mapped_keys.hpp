// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyglot/chess/position.hpp>
#include <polyglot/os/mapping.hpp>

namespace polyglot::book {

/// The keys of a sorted book in memory. Most positions that a book is asked for are not in it: this tells so
/// without a call of the system.
class MappedKeys {
 public:
  /// Of a file of whole records.
  explicit MappedKeys(os::Mapping records);

  /// True if no record has this key. False if one may have: it is there, or the file has been cut short, its
  /// disk fails, or it is out of order here.
  [[nodiscard]] bool lacks(chess::Key wanted);

 private:
  [[nodiscard]] std::uint64_t count() const noexcept;
  [[nodiscard]] chess::Key key(std::uint64_t number) const noexcept;
  [[nodiscard]] bool is_sorted_around(std::uint64_t number);

  os::Mapping records_;
  std::span<const std::byte> bytes_;  ///< its own
  std::vector<bool> sorted_pages_;    ///< those that were found to be
};

}  // namespace polyglot::book
