// SPDX-License-Identifier: MIT
// Boost.Interprocess maps the bytes. It does not handle reads that fail: the system would end the program.
#include <array>
#include <atomic>
#include <mutex>

#include <boost/interprocess/exceptions.hpp>
#include <boost/interprocess/file_mapping.hpp>
#include <boost/interprocess/mapped_region.hpp>

#include <polyglot/os/error.hpp>
#include <polyglot/os/mapping.hpp>

#if defined(_WIN32)
#include <windows.h>
#else
#include <csignal>
#include <sys/mman.h>
#endif

namespace polyglot::os {

namespace ip = boost::interprocess;

/// A mapped range of memory. Handlers of failed reads know it from the moment when `size` is set.
struct Mapping::Region {
  std::atomic<std::byte*> begin = nullptr;  ///< null: not in use
  std::atomic<std::size_t> size = 0;
  std::atomic<bool> is_intact = true;
  ip::mapped_region memory;
};

namespace {

static_assert(std::atomic<std::byte*>::is_always_lock_free && std::atomic<std::size_t>::is_always_lock_free &&
                  std::atomic<bool>::is_always_lock_free,
              "only these may be used in a signal handler");
std::array<Mapping::Region, 256> g_regions;

/// Returns the region that has this address; null if there is none.
Mapping::Region* find_region(const std::byte* address) noexcept {
  for (Mapping::Region& region : g_regions) {
    const std::byte* const begin = region.begin;
    if (address >= begin && address < begin + region.size) return &region;
  }
  return nullptr;
}

/// Returns null if there are too many regions.
Mapping::Region* add_region(ip::mapped_region memory) noexcept {
  for (Mapping::Region& region : g_regions) {
    std::byte* unused = nullptr;
    if (!region.begin.compare_exchange_strong(unused, static_cast<std::byte*>(memory.get_address())))
      continue;
    region.is_intact = true;
    region.size = memory.get_size();
    region.memory = std::move(memory);
    return &region;
  }
  return nullptr;
}

#if defined(_WIN32)

/// The system cannot replace one page of a view. Therefore zeros replace the whole view.
LONG CALLBACK on_exception(EXCEPTION_POINTERS* exception) {
  constexpr std::size_t kWay = 0;      // parameter of both exceptions: 0 if it was a read
  constexpr std::size_t kAddress = 1;  // parameter of both exceptions: the address
  const EXCEPTION_RECORD& record = *exception->ExceptionRecord;
  const bool is_violation =
      record.ExceptionCode == EXCEPTION_ACCESS_VIOLATION && record.ExceptionInformation[kWay] == 0;
  if (record.ExceptionCode != EXCEPTION_IN_PAGE_ERROR && !is_violation) return EXCEPTION_CONTINUE_SEARCH;
  const auto* const address = reinterpret_cast<const std::byte*>(record.ExceptionInformation[kAddress]);
  auto* const region = find_region(address);
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

void handle_failed_reads() {
  ::AddVectoredExceptionHandler(1, on_exception);
}

#else

struct sigaction g_before {};

/// Replaces a page that cannot be read by a page of zeros. The handler may call mmap(), because it is a plain
/// system call.
void on_bus_error(int signal, siginfo_t* info, void* /*context*/) {
  const std::size_t page_size = ip::mapped_region::get_page_size();
  auto* const address = static_cast<std::byte*>(info->si_addr);
  if (auto* const region = find_region(address)) {
    region->is_intact = false;
    std::byte* const page = address - reinterpret_cast<std::uintptr_t>(address) % page_size;
    constexpr int kInPlace = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    if (::mmap(page, page_size, PROT_READ, kInPlace, -1, 0) != MAP_FAILED) return;
  }
  ::sigaction(signal, &g_before, nullptr);  // the failed access is repeated, and the former handler gets it
}

void handle_failed_reads() {
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, &g_before);
}

#endif

/// What mapped_region maps. Boost's file_mapping would open the name again, which may be another file now.
struct OpenFile {
  NativeHandle handle;
  [[nodiscard]] ip::mapping_handle_t get_mapping_handle() const noexcept { return {handle, false}; }
};

}  // namespace

Result<Mapping> Mapping::of(const File& file, std::uint64_t size) {
  static std::once_flag handled;
  std::call_once(handled, handle_failed_reads);
  try {
    ip::mapped_region memory(OpenFile{file.descriptor().native()}, ip::read_only, 0, size);
    memory.advise(ip::mapped_region::advice_random);  // do not read pages ahead
    if (Region* const region = add_region(std::move(memory))) return Mapping(*region);
  } catch (const ip::interprocess_exception& failure) {
    const std::error_code reason(failure.get_native_error(), std::system_category());
    return system_error("cannot be mapped", reason, file.path());
  }
  return Error{"cannot be mapped: too many mapped files", file.path()};
}

Mapping::~Mapping() {
  if (region_ == nullptr) return;
  region_->size = 0;
  region_->memory = ip::mapped_region();
#if defined(_WIN32)
  if (!region_->is_intact) ::VirtualFree(region_->begin, 0, MEM_RELEASE);
#endif
  region_->begin = nullptr;
}

std::span<const std::byte> Mapping::bytes() const noexcept {
  return {region_->begin.load(), region_->size.load()};
}

bool Mapping::is_intact() const noexcept {
  return region_->is_intact;
}

}  // namespace polyglot::os
