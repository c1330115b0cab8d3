// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include <polyglot/os/mapping.hpp>

namespace polyglot::os {

/// A mapped range of memory. Handlers of failed reads know it from the moment when `size` is set.
struct Mapping::Region {
  std::atomic<std::byte*> begin = nullptr;  ///< null: not in use
  std::atomic<std::size_t> size = 0;
  std::atomic<bool> is_intact = true;
};

struct MappedRegions {
  /// The region that has this address; null if there is none. A signal handler may call it.
  [[nodiscard]] static Mapping::Region* find(const std::byte* address) noexcept;
  /// Notes mapped memory. Null if there are too many regions.
  [[nodiscard]] static Mapping::Region* add(void* memory, std::size_t size) noexcept;

 private:
  static constexpr std::size_t kMost = 256;
  static std::array<Mapping::Region, kMost> all;
};

}  // namespace polyglot::os
