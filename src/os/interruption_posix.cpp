#include <array>
#include <csignal>
#include <mutex>

#include <polyglot/os/interruption.hpp>

#include "os/ending_signals.hpp"
#include "os/temporary_name.hpp"

namespace polyglot::os {
namespace {

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

}  // namespace

void hold_ending_signals() {
  const std::scoped_lock lock(g_mutex);
  if (g_holders++ == 0) replace_handlers(SIG_DFL, on_signal);
}

void release_ending_signals() {
  const std::scoped_lock lock(g_mutex);
  if (--g_holders == 0) replace_handlers(on_signal, SIG_DFL);
}

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

}  // namespace polyglot::os
