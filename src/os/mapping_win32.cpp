// SPDX-License-Identifier: MIT
#include <windows.h>
#include <mutex>

#include <polyglot/os/error.hpp>
#include <polyglot/os/mapping.hpp>

#include "os/calls_win32.hpp"
#include "os/mapped_regions.hpp"

namespace polyglot::os {
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
  auto* const region = MappedRegions::find(address);
  if (region == nullptr) return EXCEPTION_CONTINUE_SEARCH;
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
  if (Region* const region = MappedRegions::add(memory, size)) return Mapping(*region);
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

}  // namespace polyglot::os
