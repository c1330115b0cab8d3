// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::os {

/// The bytes of a file, mapped into memory. Reading them costs no system call, and changes that others write
/// into the file are visible at once. Only pages that are read take memory, which all processes share.
///
/// If the file becomes shorter or its disk fails, the missing bytes read as zeros, and the program does not
/// end. From then on is_intact() is false: check it after reading.
class Mapping {
 public:
  struct Region;  ///< private to the implementation

  /// Maps the first `size` bytes of a file, which may be closed afterwards. Error: path and the system's
  /// reason, or there are already 256 mappings.
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
  /// Returns false if a byte that was read was missing and became zero.
  [[nodiscard]] bool is_intact() const noexcept;

 private:
  explicit Mapping(Region& region) noexcept : region_(&region) {}

  Region* region_;
};

}  // namespace polyglot::os
