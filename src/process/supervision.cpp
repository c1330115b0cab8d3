// SPDX-License-Identifier: MIT
#include "process/supervision.hpp"

namespace polyglot::process {

using boost::asio::awaitable;

void Supervision::set_gone(const ExitReport& report) {
  state_ = State::gone;
  report_ = report;
  gone_.happen();
}

/// Returns true when all processes have ended, false when the time is over.
awaitable<bool> Supervision::wait_gone(Self self, Milliseconds limit) {
  const auto is_gone = [&supervision = *self] { return supervision.gone(); };
  const bool over = co_await self->gone_.wait_for(is_gone, limit);
  co_return over;
}

awaitable<void> Supervision::await_clean_up(Self self) {
  const bool cleared = co_await wait_gone(self, kCleanUpLimit);
  if (!cleared) self->give_up();
}

awaitable<ExitReport> Supervision::wait(Self self) {
  while (!self->gone()) co_await self->gone_.wait();
  co_return self->report_;
}

awaitable<ExitReport> Supervision::shutdown(Self self, Milliseconds grace, Milliseconds second_grace) {
  bool over = co_await wait_gone(self, grace);
  if (!over && self->ask_to_end()) over = co_await wait_gone(self, second_grace);
  if (!over) {
    self->end_all();
    co_await await_clean_up(self);
  }
  co_return self->report_;
}

}  // namespace polyglot::process
