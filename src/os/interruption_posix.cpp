// SPDX-License-Identifier: MIT
#include <array>
#include <csignal>
#include <mutex>
#include <unistd.h>
#include <utility>

#include <polyglot/os/interruption.hpp>

#include "os/temporary_name.hpp"

namespace polyglot::os {
namespace {

// ---- Signals that end the program -------------------------------------------------------------------------

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
constexpr int kExitBySignal = 128;

std::atomic<std::atomic<bool>*> g_flag = nullptr;
std::atomic<int> g_signal = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "only these may be used in a signal handler");

void on_signal(int signal) {
  if (auto* const flag = g_flag.exchange(nullptr)) {
    g_signal = signal;
    *flag = true;
    return;
  }
  TemporaryName::remove_all();
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // ends the program when this handler returns
}

using Handler = void (*)(int);

Handler handler_of(int signal) {
  struct sigaction current {};
  ::sigaction(signal, nullptr, &current);
  return current.sa_handler;
}

void replace_handlers(Handler old, Handler with) {
  struct sigaction action {};
  action.sa_handler = with;
  for (const int signal : kSignals)
    if (handler_of(signal) == old) ::sigaction(signal, &action, nullptr);
}

std::mutex g_mutex;
int g_holders = 0;

/// Installs handlers that remove the temporary files before a signal ends the program. They stay until
/// release_ending_signals() has been called as often as this function. Signals that are handled or ignored
/// already are left alone.
void hold_ending_signals() {
  const std::scoped_lock lock(g_mutex);
  if (g_holders++ == 0) replace_handlers(SIG_DFL, on_signal);
}

void release_ending_signals() {
  const std::scoped_lock lock(g_mutex);
  if (--g_holders == 0) replace_handlers(on_signal, SIG_DFL);
}

// ---- Names of temporary files -----------------------------------------------------------------------------

std::atomic_flag g_busy;
TemporaryName* g_first = nullptr;

/// Locks the list of names. Its holder blocks signals, so that a signal handler may wait for the lock.
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

}  // namespace

Interruption::Interruption(std::atomic<bool>& flag) {
  g_signal = 0;
  g_flag = &flag;
  hold_ending_signals();
}

Interruption::~Interruption() {
  release_ending_signals();
  g_flag = nullptr;
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

TemporaryName::TemporaryName(const std::string& folder) : path_(make_path(folder)) {
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
