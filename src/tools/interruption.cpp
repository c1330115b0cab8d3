#include "tools/interruption.hpp"
#include <array>
#include <csignal>

namespace polyglot::tools {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
constexpr int kExitBySignal = 128;

std::atomic<std::atomic<bool>*> g_flag = nullptr;
std::atomic<int> g_signal = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "only these may be used in a signal handler");

void on_signal(int signal) {
  g_signal = signal;
  if (auto* const flag = g_flag.load()) *flag = true;
}

void install(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : kSignals) {
    struct sigaction current {};
    ::sigaction(signal, nullptr, &current);
    // Whoever started us with it ignored (nohup) wants that it stays so.
    if (current.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace

Interruption::Interruption(std::atomic<bool>& flag) {
  g_signal = 0;
  g_flag = &flag;
  install(on_signal);
}

Interruption::~Interruption() {
  install(SIG_DFL);
  g_flag = nullptr;
}

int Interruption::exit_code() noexcept {
  return g_signal == 0 ? 0 : kExitBySignal + g_signal;
}

}  // namespace polyglot::tools
