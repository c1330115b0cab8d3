// SPDX-License-Identifier: MIT
#include <cerrno>
#include <csignal>
#include <string>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/os/interruption.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/readiness.hpp"

namespace polyglot::process {

struct TerminationSignals::State {
  State(const boost::asio::any_io_executor& executor, os::Descriptor descriptor)
      : signals(executor, std::move(descriptor), Readiness::Event::readable) {}

  /// Returns the number of a signal that has come; 0 if none has.
  [[nodiscard]] int take() const noexcept {
    signalfd_siginfo come{};
    const bool one = ::read(number_of(signals.descriptor()), &come, sizeof come) == sizeof come;
    return one ? static_cast<int>(come.ssi_signo) : 0;
  }

  Readiness signals;
  sigset_t before{};  ///< the signals that were blocked before
};

TerminationSignals::TerminationSignals(const boost::asio::any_io_executor& executor) {
  sigset_t ending;
  sigemptyset(&ending);
  for (const int number : os::ending_signals()) sigaddset(&ending, number);
  os::Descriptor descriptor = os::own(::signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!descriptor) throw std::system_error(errno, std::system_category(), "signalfd");
  state_ = std::make_shared<State>(executor, std::move(descriptor));
  ::pthread_sigmask(SIG_BLOCK, &ending, &state_->before);
}

TerminationSignals::~TerminationSignals() {
  while (state_->take() != 0) {
  }
  ::pthread_sigmask(SIG_SETMASK, &state_->before, nullptr);
  state_->signals.close();
}

boost::asio::awaitable<std::string> TerminationSignals::wait() {
  const auto state = state_;
  int number = 0;
  while (number == 0 && state->signals.is_open()) {
    co_await state->signals.wait();
    if (state->signals.is_open()) number = state->take();
  }
  co_return number == 0 ? std::string() : "signal " + std::to_string(number);
}

}  // namespace polyglot::process
