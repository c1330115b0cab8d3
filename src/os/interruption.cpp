// SPDX-License-Identifier: MIT
// Boost.Asio's signal_set calls handlers in a loop, but the work that these signals stop has none. It does
// not know ignored signals.
#include <array>
#include <csignal>

#include <polyglot/os/interruption.hpp>
#if defined(_WIN32)
#include <windows.h>
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

/// Windows calls this in a thread of its own. It counts as a user before it reads the flag, so that
/// ~Interruption() can wait until no handler uses the flag.
void on_signal(int signal) {
  std::signal(signal, SIG_DFL);
  ++g_users_of_flag;
  if (auto* const flag = g_flag.load()) {
    g_signal = signal;
    *flag = true;
  }
  --g_users_of_flag;
#if defined(_WIN32)
  // When the end of the console has been handled, the system ends the program. It waits some seconds for
  // that.
  if (signal == SIGBREAK) ::Sleep(INFINITE);
#endif
}

/// Sets a handler, unless another one than `old` is set. std::signal() tells the old one only by replacing
/// it.
void replace_handlers(void (*old)(int), void (*with)(int)) {
  for (const int signal : kSignals)
    if (auto* const current = std::signal(signal, with); current != old) std::signal(signal, current);
}

}  // namespace

Interruption::Interruption(std::atomic<bool>& flag) {
  g_signal = 0;
  g_flag = &flag;
  replace_handlers(SIG_DFL, on_signal);
}

Interruption::~Interruption() {
  replace_handlers(on_signal, SIG_DFL);
  g_flag = nullptr;
  while (g_users_of_flag > 0) {
  }
}

int Interruption::exit_code() noexcept {
  return g_signal == 0 ? 0 : kExitBySignal + g_signal;
}

std::vector<int> ending_signals() {
  std::vector<int> signals;
  for (const int signal : kSignals) {
#if defined(_WIN32)
    signals.push_back(signal);  // no program begins with ignored signals
#else
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) != 0 || now.sa_handler != SIG_IGN) signals.push_back(signal);
#endif
  }
  return signals;
}

}  // namespace polyglot::os
