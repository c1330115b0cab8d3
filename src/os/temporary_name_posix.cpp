#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <unistd.h>
#include <utility>

#include <polyglot/os/entropy.hpp>

#include "os/ending_signals.hpp"
#include "os/temporary_name.hpp"

namespace polyglot::os {
namespace {

std::atomic_flag g_busy;
TemporaryName* g_first = nullptr;

/// For the list of names. Whoever holds it gets no signal, so that a signal handler may wait for it.
class ListLock {
 public:
  ListLock() noexcept {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before_);
    while (g_busy.test_and_set(std::memory_order_acquire)) {
    }
  }
  ListLock(const ListLock&) = delete;
  ListLock& operator=(const ListLock&) = delete;
  ~ListLock() {
    g_busy.clear(std::memory_order_release);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t before_{};
};

std::string unique_name() {
  std::array<std::uint64_t, 2> number{};
  if (!fill_with_entropy(std::as_writable_bytes(std::span(number)))) {
    static std::atomic<std::uint64_t> count = 0;
    number[0] = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    number[1] = ++count;
  }
  std::array<char, 64> name{};
  const int size =
      std::snprintf(name.data(), name.size(), ".polyglot-%016llx%016llx.tmp",
                    static_cast<unsigned long long>(number[0]), static_cast<unsigned long long>(number[1]));
  return {name.data(), static_cast<std::size_t>(size)};
}

}  // namespace

TemporaryName::TemporaryName(const std::string& folder)
    : path_((std::filesystem::path(folder) / unique_name()).string()) {
  hold_ending_signals();
  const ListLock lock;
  next_ = std::exchange(g_first, this);
}

TemporaryName::~TemporaryName() {
  {
    const ListLock lock;
    TemporaryName** place = &g_first;
    while (*place != this) place = &(*place)->next_;
    *place = next_;
  }
  release_ending_signals();
}

void TemporaryName::remove_all() noexcept {
  const ListLock lock;
  for (const TemporaryName* name = g_first; name != nullptr; name = name->next_)
    ::unlink(name->path_.c_str());
}

}  // namespace polyglot::os
