// SPDX-License-Identifier: MIT
// Boost.Asio's signal_set calls handlers in a loop, but the work that these signals stop has none. It does
// not know ignored signals.
#include <array>
#include <csignal>
#include <mutex>
#include <utility>

#include <polyglot/os/interruption.hpp>

#include "os/calls.hpp"
#if defined(_WIN32)
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace polyglot::os {
namespace {

constexpr int kExitBySignal = 128;
#if defined(_WIN32)
constexpr std::array kSignals = {SIGINT, SIGTERM, SIGBREAK};  // SIGBREAK: the end of the console, too
#else
constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
#endif

std::atomic<std::atomic<bool>*> g_flag = nullptr;
std::atomic<int> g_users_of_flag = 0;
std::atomic<int> g_signal = 0;  ///< that has set the flag; 0: none
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
                  std::atomic<std::atomic<bool>*>::is_always_lock_free,
              "only these may be used in a signal handler");

/// The first signal sets the flag, the next one ends the program. Windows calls this in a thread of its own.
void on_signal(int signal) {
  ++g_users_of_flag;
  auto* const flag = g_flag.exchange(nullptr);
  if (flag != nullptr) {
    g_signal = signal;
    *flag = true;
  }
  --g_users_of_flag;
  if (flag == nullptr) {
    TemporaryName::remove_all();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
#if defined(_WIN32)
  // When the end of the console has been handled, the system ends the program. It waits some seconds for
  // that.
  if (signal == SIGBREAK) ::Sleep(INFINITE);
#endif
}

auto handler_of(int signal) {
#if defined(_WIN32)
  auto* const current = std::signal(signal, SIG_IGN);
  std::signal(signal, current);
  return current;
#else
  struct sigaction current {};
  ::sigaction(signal, nullptr, &current);
  return current.sa_handler;
#endif
}

using Handler = void (*)(int);

void replace_handlers(Handler old, Handler with) {
  for (const int signal : kSignals)
    if (handler_of(signal) == old) std::signal(signal, with);
}

std::mutex g_mutex;
int g_holders = 0;

/// Lets on_signal() handle the signals that would end the program, until release_ending_signals() has been
/// called as often as this function. Signals that are ignored, or handled by others, are left alone.
void hold_ending_signals() {
  const std::scoped_lock lock(g_mutex);
  if (g_holders++ == 0) replace_handlers(SIG_DFL, on_signal);
}

void release_ending_signals() {
  const std::scoped_lock lock(g_mutex);
  if (--g_holders == 0) replace_handlers(on_signal, SIG_DFL);
}

std::atomic_flag g_busy;
TemporaryName* g_first = nullptr;

/// Locks the list of names. Its holder blocks signals, so that a signal handler may wait for the lock.
class ListLock {
 public:
  ListLock() noexcept {
#if !defined(_WIN32)
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before_);
#endif
    while (g_busy.test_and_set(std::memory_order_acquire)) {
    }
  }
  ListLock(const ListLock&) = delete;
  ListLock& operator=(const ListLock&) = delete;
  ~ListLock() {
    g_busy.clear(std::memory_order_release);
#if !defined(_WIN32)
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
#endif
  }

#if !defined(_WIN32)
 private:
  sigset_t before_{};
#endif
};

}  // namespace

Interruption::Interruption(std::atomic<bool>& flag) {
  g_signal = 0;
  g_flag = &flag;
  hold_ending_signals();
}

Interruption::~Interruption() {
  release_ending_signals();
  g_flag = nullptr;
  while (g_users_of_flag > 0) {
  }
}

int Interruption::exit_code() noexcept {
  return g_signal == 0 ? 0 : kExitBySignal + g_signal;
}

std::vector<int> ending_signals() {
  std::vector<int> signals;
  for (const int signal : kSignals)
    if (handler_of(signal) != SIG_IGN) signals.push_back(signal);
  return signals;
}

/// On Windows the system removes these files when their handles are closed, however the program ends.
TemporaryName::TemporaryName(const std::string& folder) : path_(unique_path(folder)) {
#if !defined(_WIN32)
  hold_ending_signals();
#endif
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
#if !defined(_WIN32)
  release_ending_signals();
#endif
}

void TemporaryName::remove_all() noexcept {
#if !defined(_WIN32)
  const ListLock lock;
  for (const TemporaryName* name = g_first; name != nullptr; name = name->next_)
    ::unlink(name->path_.c_str());
#endif
}

}  // namespace polyglot::os
