// SPDX-License-Identifier: MIT
#include <windows.h>
#include <atomic>
#include <string>
#include <utility>

#include <polyglot/process/stdio.hpp>

#include "process/readiness.hpp"
#include "process/wire_win32.hpp"

namespace polyglot::process {
namespace {

std::atomic<const Mailbox*> g_told = nullptr;

/// Runs in a thread of its own.
BOOL WINAPI on_console_event(DWORD event) {
  const Mailbox* const told = g_told;
  if (told == nullptr) return FALSE;
  told->put(static_cast<int>(event) + 1);
  // When these events have been handled, the system ends the program. It waits some seconds for that.
  if (event == CTRL_CLOSE_EVENT || event == CTRL_LOGOFF_EVENT || event == CTRL_SHUTDOWN_EVENT)
    ::Sleep(INFINITE);
  return TRUE;
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
  g_told = &state_->mailbox;
  ::SetConsoleCtrlHandler(on_console_event, TRUE);
}

TerminationSignals::~TerminationSignals() {
  ::SetConsoleCtrlHandler(on_console_event, FALSE);
  g_told = nullptr;
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
