// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/os/error_posix.hpp>
#include <polyglot/os/mapping.hpp>

namespace polyglot::os {

/// A mapped range of memory. The signal handler knows it from the moment when `size` is set.
struct Mapping::Region {
  std::atomic<std::byte*> begin = nullptr;  ///< null: not in use
  std::atomic<std::size_t> size = 0;
  std::atomic<bool> is_damaged = false;

  [[nodiscard]] bool holds(const std::byte* address) const noexcept {
    const std::byte* const first = begin;
    return address >= first && address < first + size;
  }
};
static_assert(std::atomic<std::byte*>::is_always_lock_free && std::atomic<std::size_t>::is_always_lock_free &&
                  std::atomic<bool>::is_always_lock_free,
              "only these may be used in a signal handler");

struct MappedRegions {
  static constexpr std::size_t kMost = 256;
  static std::array<Mapping::Region, kMost> all;
};
std::array<Mapping::Region, MappedRegions::kMost> MappedRegions::all;

namespace {

const auto kPageSize = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
struct sigaction g_before {};

/// Replaces a page that cannot be read by a page of zeros. The handler may call mmap(), because it is a plain
/// system call.
void on_bus_error(int signal, siginfo_t* info, void* /*context*/) {
  auto* const address = static_cast<std::byte*>(info->si_addr);
  auto* const region =
      std::ranges::find_if(MappedRegions::all, [&](const auto& known) { return known.holds(address); });
  if (region != MappedRegions::all.end()) {
    region->is_damaged = true;
    std::byte* const page = address - reinterpret_cast<std::uintptr_t>(address) % kPageSize;
    constexpr int kInPlace = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    if (::mmap(page, kPageSize, PROT_READ, kInPlace, -1, 0) != MAP_FAILED) return;
  }
  ::sigaction(signal, &g_before, nullptr);  // the failed access is repeated and now fails as without us
}

void handle_bus_errors() {
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, &g_before);
}

}  // namespace

Result<Mapping> Mapping::of(const File& file, std::uint64_t size) {
  static std::once_flag handled;
  std::call_once(handled, handle_bus_errors);
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, number_of(file.descriptor()), 0);
  if (memory == MAP_FAILED) return system_error("cannot be mapped", errno, file.path());
  (void)::madvise(memory, size, MADV_RANDOM);  // do not read pages ahead
  for (Region& region : MappedRegions::all) {
    std::byte* unused = nullptr;
    if (!region.begin.compare_exchange_strong(unused, static_cast<std::byte*>(memory))) continue;
    region.is_damaged = false;
    region.size = size;
    return Mapping(region);
  }
  ::munmap(memory, size);
  return Error{"cannot be mapped: too many mapped files", file.path()};
}

Mapping::~Mapping() {
  if (region_ == nullptr) return;
  ::munmap(region_->begin, region_->size.exchange(0));
  region_->begin = nullptr;
}

std::span<const std::byte> Mapping::bytes() const noexcept {
  return {region_->begin.load(), region_->size.load()};
}

bool Mapping::is_intact() const noexcept {
  return !region_->is_damaged;
}

}  // namespace polyglot::os
