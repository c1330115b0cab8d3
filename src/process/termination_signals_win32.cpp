// SPDX-License-Identifier: MIT
#include <windows.h>
#include <mutex>
#include <string>
#include <utility>

#include <polyglot/process/stdio.hpp>

#include "process/readiness.hpp"
#include "process/wire_win32.hpp"

namespace polyglot::process {
namespace {

std::mutex g_mutex;
const Mailbox* g_told = nullptr;  ///< guarded by g_mutex

/// The system calls this in a separate thread.
BOOL WINAPI on_console_event(DWORD event) {
  {
    const std::lock_guard lock(g_mutex);
    if (g_told == nullptr) return FALSE;
    g_told->put(static_cast<int>(event) + 1);
  }
  // After other events the system ends the program, when this function returns or after some seconds.
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) ::Sleep(INFINITE);
  return TRUE;
}

void tell(const Mailbox* mailbox) {
  const std::lock_guard lock(g_mutex);
  g_told = mailbox;
}

std::string name_of(int number) {
  switch (static_cast<DWORD>(number - 1)) {
    case CTRL_C_EVENT:
      return "Ctrl-C";
    case CTRL_BREAK_EVENT:
      return "Ctrl-Break";
    case CTRL_CLOSE_EVENT:
      return "the end of the console";
    default:
      return "the end of the user's session";
  }
}

}  // namespace

struct TerminationSignals::State {
  explicit State(const boost::asio::any_io_executor& executor)
      : signals(executor, mailbox.open(), Readiness::Event::readable) {}

  Mailbox mailbox;
  Readiness signals;
};

TerminationSignals::TerminationSignals(const boost::asio::any_io_executor& executor)
    : state_(std::make_shared<State>(executor)) {
  tell(&state_->mailbox);
  // We never remove the handler, because the system would wait for its end, and it may sleep forever.
  static const BOOL is_handled = ::SetConsoleCtrlHandler(on_console_event, TRUE);
  (void)is_handled;
}

TerminationSignals::~TerminationSignals() {
  tell(nullptr);
  state_->signals.close();
}

boost::asio::awaitable<std::string> TerminationSignals::wait() {
  const auto state = state_;
  int number = 0;
  while (number == 0 && state->signals.is_open()) {
    co_await state->signals.wait();
    if (state->signals.is_open()) number = state->mailbox.take();
  }
  co_return number == 0 ? std::string() : name_of(number);
}

}  // namespace polyglot::process
