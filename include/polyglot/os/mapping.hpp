// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::os {

/// The bytes of a file in memory: to look at one costs no call of the system, and what others write in place
/// is seen at once. Only pages that are looked at take memory, which all processes share.
///
/// Where the file has been cut short, or its disk fails, the bytes are zeros instead of the end of the
/// program, and is_intact() is false from then on: ask it after looking.
class Mapping {
 public:
  /// The first `size` bytes of a file, which may be closed then. Error: path and the system's reason, or as
  /// many are mapped as can be at a time (256).
  [[nodiscard]] static Result<Mapping> of(const File& file, std::uint64_t size);

  Mapping(Mapping&& other) noexcept : region_(std::exchange(other.region_, nullptr)) {}
  Mapping& operator=(Mapping&& other) noexcept {
    std::swap(region_, other.region_);
    return *this;
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping();

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept;
  /// False if a byte that was looked at could not be read.
  [[nodiscard]] bool is_intact() const noexcept;

 private:
  struct Region;
  friend struct MappedRegions;

  explicit Mapping(Region& region) noexcept : region_(&region) {}

  Region* region_;
};

}  // namespace polyglot::os
