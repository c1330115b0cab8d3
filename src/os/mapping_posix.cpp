// SPDX-License-Identifier: MIT
#include <cerrno>
#include <csignal>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/mapping.hpp>

#include "os/mapped_regions.hpp"

namespace polyglot::os {
namespace {

const auto kPageSize = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
struct sigaction g_before {};

/// Replaces a page that cannot be read by a page of zeros. The handler may call mmap(), because it is a plain
/// system call.
void on_bus_error(int signal, siginfo_t* info, void* /*context*/) {
  auto* const address = static_cast<std::byte*>(info->si_addr);
  if (auto* const region = MappedRegions::find(address)) {
    region->is_intact = false;
    std::byte* const page = address - reinterpret_cast<std::uintptr_t>(address) % kPageSize;
    constexpr int kInPlace = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    if (::mmap(page, kPageSize, PROT_READ, kInPlace, -1, 0) != MAP_FAILED) return;
  }
  ::sigaction(signal, &g_before, nullptr);  // the failed access is repeated, and the former handler gets it
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
  if (Region* const region = MappedRegions::add(memory, size)) return Mapping(*region);
  ::munmap(memory, size);
  return Error{"cannot be mapped: too many mapped files", file.path()};
}

Mapping::~Mapping() {
  if (region_ == nullptr) return;
  ::munmap(region_->begin, region_->size.exchange(0));
  region_->begin = nullptr;
}

}  // namespace polyglot::os
