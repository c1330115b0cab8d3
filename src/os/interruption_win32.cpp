// SPDX-License-Identifier: MIT
#include <windows.h>
#include <csignal>
#include <mutex>
#include <utility>

#include <polyglot/os/interruption.hpp>

#include "os/temporary_name.hpp"

namespace polyglot::os {
namespace {

constexpr int kExitBySignal = 128;

std::mutex g_mutex;
std::atomic<bool>* g_flag = nullptr;  ///< guarded by g_mutex
std::atomic<bool> g_came = false;

/// Runs in a thread of its own. FALSE leaves the event to the next handler, which ends the program.
BOOL WINAPI on_console_event(DWORD event) {
  {
    const std::lock_guard lock(g_mutex);
    if (g_flag == nullptr) return FALSE;
    g_came = true;
    *std::exchange(g_flag, nullptr) = true;
  }
  // When these events have been handled, the system ends the program. It waits some seconds for that.
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) ::Sleep(INFINITE);
  return TRUE;
}

void set_flag(std::atomic<bool>* flag) {
  const std::lock_guard lock(g_mutex);
  g_flag = flag;
}

}  // namespace

Interruption::Interruption(std::atomic<bool>& flag) {
  g_came = false;
  set_flag(&flag);
  // The handler is never removed: the system would wait until it has returned, and ours may sleep.
  static const BOOL is_handled = ::SetConsoleCtrlHandler(on_console_event, TRUE);
  (void)is_handled;
}

Interruption::~Interruption() {
  set_flag(nullptr);
}

int Interruption::exit_code() noexcept {
  return g_came ? kExitBySignal + SIGINT : 0;
}

/// The C library raises these signals for Ctrl-C, and for Ctrl-Break and the end of the console.
std::vector<int> ending_signals() {
  return {SIGINT, SIGTERM, SIGBREAK};
}

// The system removes temporary files when their handles are closed, however the program ends.
TemporaryName::TemporaryName(const std::string& folder) : path_(make_path(folder)) {}
TemporaryName::~TemporaryName() = default;
void TemporaryName::remove_all() noexcept {}

}  // namespace polyglot::os
