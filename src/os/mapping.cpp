// SPDX-License-Identifier: MIT
#include <polyglot/os/mapping.hpp>

#include "os/mapped_regions.hpp"

namespace polyglot::os {

static_assert(std::atomic<std::byte*>::is_always_lock_free && std::atomic<std::size_t>::is_always_lock_free &&
                  std::atomic<bool>::is_always_lock_free,
              "only these may be used in a signal handler");
std::array<Mapping::Region, MappedRegions::kMost> MappedRegions::all;

Mapping::Region* MappedRegions::find(const std::byte* address) noexcept {
  for (Mapping::Region& region : all) {
    const std::byte* const begin = region.begin;
    if (address >= begin && address < begin + region.size) return &region;
  }
  return nullptr;
}

Mapping::Region* MappedRegions::add(void* memory, std::size_t size) noexcept {
  for (Mapping::Region& region : all) {
    std::byte* unused = nullptr;
    if (!region.begin.compare_exchange_strong(unused, static_cast<std::byte*>(memory))) continue;
    region.is_intact = true;
    region.size = size;
    return &region;
  }
  return nullptr;
}

std::span<const std::byte> Mapping::bytes() const noexcept {
  return {region_->begin.load(), region_->size.load()};
}

bool Mapping::is_intact() const noexcept {
  return region_->is_intact;
}

}  // namespace polyglot::os
