// SPDX-License-Identifier: MIT
#include <windows.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include <polyglot/os/error_win32.hpp>
#include <polyglot/os/mapping.hpp>

#include "os/calls_win32.hpp"

namespace polyglot::os {

/// A mapped range of memory. The handler knows it from the moment when `size` is set.
struct Mapping::Region {
  std::atomic<std::byte*> begin = nullptr;  ///< null: not in use
  std::atomic<std::size_t> size = 0;
  std::atomic<bool> is_intact = true;

  [[nodiscard]] bool holds(const std::byte* address) const noexcept {
    const std::byte* const first = begin;
    return address >= first && address < first + size;
  }
};

struct MappedRegions {
  static constexpr std::size_t kMost = 256;
  static std::array<Mapping::Region, kMost> all;
};
std::array<Mapping::Region, MappedRegions::kMost> MappedRegions::all;

namespace {

/// The system cannot replace one page of a view. Therefore zeros replace the whole view.
LONG CALLBACK on_exception(EXCEPTION_POINTERS* exception) {
  constexpr std::size_t kWay = 0;      // parameter of both exceptions: 0 if it was a read
  constexpr std::size_t kAddress = 1;  // parameter of both exceptions: the address
  const EXCEPTION_RECORD& record = *exception->ExceptionRecord;
  const bool is_violation =
      record.ExceptionCode == EXCEPTION_ACCESS_VIOLATION && record.ExceptionInformation[kWay] == 0;
  if (record.ExceptionCode != EXCEPTION_IN_PAGE_ERROR && !is_violation) return EXCEPTION_CONTINUE_SEARCH;
  const auto* const address = reinterpret_cast<const std::byte*>(record.ExceptionInformation[kAddress]);
  auto* const region =
      std::ranges::find_if(MappedRegions::all, [&](const auto& known) { return known.holds(address); });
  if (region == MappedRegions::all.end()) return EXCEPTION_CONTINUE_SEARCH;
  if (is_violation) {
    if (region->is_intact) return EXCEPTION_CONTINUE_SEARCH;
    ::SwitchToThread();  // another thread is replacing the view: read again
    return EXCEPTION_CONTINUE_EXECUTION;
  }
  std::byte* const begin = region->begin;
  if (region->is_intact.exchange(false)) {
    ::UnmapViewOfFile(begin);
    if (::VirtualAlloc(begin, region->size, MEM_RESERVE | MEM_COMMIT, PAGE_READONLY) == nullptr)
      return EXCEPTION_CONTINUE_SEARCH;
  }
  return EXCEPTION_CONTINUE_EXECUTION;
}

}  // namespace

Result<Mapping> Mapping::of(const File& file, std::uint64_t size) {
  static std::once_flag handled;
  std::call_once(handled, [] { ::AddVectoredExceptionHandler(1, on_exception); });
  const Descriptor section =
      own(::CreateFileMappingW(handle_of(file.descriptor()), nullptr, PAGE_READONLY, 0, 0, nullptr));
  void* const memory = section ? ::MapViewOfFile(handle_of(section), FILE_MAP_READ, 0, 0, size) : nullptr;
  if (memory == nullptr) return system_error("cannot be mapped", last_error(), file.path());
  for (Region& region : MappedRegions::all) {
    std::byte* unused = nullptr;
    if (!region.begin.compare_exchange_strong(unused, static_cast<std::byte*>(memory))) continue;
    region.is_intact = true;
    region.size = size;
    return Mapping(region);
  }
  ::UnmapViewOfFile(memory);
  return Error{"cannot be mapped: too many mapped files", file.path()};
}

Mapping::~Mapping() {
  if (region_ == nullptr) return;
  region_->size = 0;
  if (region_->is_intact) {
    ::UnmapViewOfFile(region_->begin);
  } else {
    ::VirtualFree(region_->begin, 0, MEM_RELEASE);
  }
  region_->begin = nullptr;
}

std::span<const std::byte> Mapping::bytes() const noexcept {
  return {region_->begin.load(), region_->size.load()};
}

bool Mapping::is_intact() const noexcept {
  return region_->is_intact;
}

}  // namespace polyglot::os
