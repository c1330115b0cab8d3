// SPDX-License-Identifier: MIT
#include <atomic>
#include <cerrno>
#include <csignal>
#include <map>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/os/interruption.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/readiness.hpp"
#include "process/stream.hpp"

namespace polyglot::process {
namespace {

std::atomic<int> g_told = -1;  ///< the pipe that a handler writes to

void tell(int signal) {
  const int before = errno;
  const auto number = static_cast<char>(signal);
  (void)!::write(g_told, &number, 1);
  errno = before;
}

}  // namespace

struct TerminationSignals::State {
  State(const boost::asio::any_io_executor& executor, Pipe pipe)
      : signals(executor, std::move(pipe.read), Readiness::Event::readable), told(std::move(pipe.write)) {}

  Readiness signals;
  os::Descriptor told;
  std::map<int, struct sigaction> before;  ///< the previous action of each signal
};

TerminationSignals::TerminationSignals(const boost::asio::any_io_executor& executor) {
  auto pipe = make_pipe();
  if (!pipe) throw std::system_error(errno, std::system_category(), "pipe");
  make_non_blocking(pipe->read);
  make_non_blocking(pipe->write);
  state_ = std::make_shared<State>(executor, std::move(*pipe));
  g_told = number_of(state_->told);
  struct sigaction action {};
  action.sa_handler = tell;
  action.sa_flags = SA_RESTART;
  for (const int signal : os::ending_signals()) ::sigaction(signal, &action, &state_->before[signal]);
}

TerminationSignals::~TerminationSignals() {
  for (const auto& [signal, action] : state_->before) ::sigaction(signal, &action, nullptr);
  g_told = -1;
  state_->signals.close();
}

boost::asio::awaitable<std::string> TerminationSignals::wait() {
  const auto state = state_;
  char number = 0;
  while (number == 0 && state->signals.is_open()) {
    co_await state->signals.wait();
    if (state->signals.is_open()) (void)read_some(state->signals.descriptor(), {&number, 1});
  }
  co_return number == 0 ? std::string() : "signal " + std::to_string(number);
}

}  // namespace polyglot::process
