// SPDX-License-Identifier: MIT
#include <windows.h>
#include <atomic>
#include <csignal>

#include <polyglot/os/interruption.hpp>

#include "os/temporary_name.hpp"

namespace polyglot::os {
namespace {

constexpr int kExitBySignal = 128;

std::atomic<std::atomic<bool>*> g_flag = nullptr;
std::atomic<bool> g_came = false;

/// Runs in a thread of its own. FALSE leaves the event to the next handler, which ends the program.
BOOL WINAPI on_console_event(DWORD /*event*/) {
  auto* const flag = g_flag.exchange(nullptr);
  if (flag == nullptr) return FALSE;
  g_came = true;
  *flag = true;
  return TRUE;
}

}  // namespace

Interruption::Interruption(std::atomic<bool>& flag) {
  g_came = false;
  g_flag = &flag;
  ::SetConsoleCtrlHandler(on_console_event, TRUE);
}

Interruption::~Interruption() {
  ::SetConsoleCtrlHandler(on_console_event, FALSE);
  g_flag = nullptr;
}

int Interruption::exit_code() noexcept {
  return g_came ? kExitBySignal + SIGINT : 0;
}

/// The C library makes signals of Ctrl-C, and of Ctrl-Break and the console's end.
std::vector<int> ending_signals() {
  return {SIGINT, SIGTERM, SIGBREAK};
}

// The system removes temporary files when their handles are closed, however the program ends.
TemporaryName::TemporaryName(const std::string& folder) : path_(make_path(folder)) {}
TemporaryName::~TemporaryName() = default;
void TemporaryName::remove_all() noexcept {}

}  // namespace polyglot::os
