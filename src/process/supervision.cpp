// SPDX-License-Identifier: MIT
#include "process/supervision.hpp"
#include <cerrno>
#include <csignal>
#include <exception>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include <polyglot/os/error.hpp>

#include "process/process_tree.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

namespace {

/// What a guardian could not do for an engine that runs; null: the report is of something else.
const char* trouble(GuardianReport::Kind kind) {
  using Kind = GuardianReport::Kind;
  switch (kind) {
    case Kind::nice_failed:
      return "cannot change the engine's priority: ";
    case Kind::affinity_failed:
      return "Affinity cannot choose the engine's processors: ";
    case Kind::group_failed:
      return "cannot put the engine into a control group, its address space is limited instead: ";
    case Kind::memory_failed:
      return "cannot limit the engine's memory: ";
    case Kind::cpu_time_failed:
      return "EngineCpuTime cannot limit how long the engine may compute: ";
    case Kind::io_class_failed:
      return "cannot choose the class of the engine's disk accesses: ";
    case Kind::started:
    case Kind::ended:
    case Kind::fork_failed:
    case Kind::directory_failed:
    case Kind::exec_failed:
      return nullptr;
  }
  return nullptr;
}

}  // namespace

Supervision::Supervision(const asio::any_io_executor& executor, os::Descriptor lifeline, pid_t guardian,
                         std::optional<ControlGroup> group)
    : executor_(executor),
      lifeline_(executor, std::move(lifeline), Readiness::Event::readable),
      guardian_(guardian),
      group_(std::move(group)),
      gone_(executor) {}

// ---- What the guardian reports --------------------------------------------------------------------------

std::optional<GuardianReport> Supervision::await_start() {
  using Kind = GuardianReport::Kind;
  while (const auto packet = take_report(0)) {
    if (packet->kind == Kind::started) return std::nullopt;
    if (packet->kind == Kind::fork_failed || packet->kind == Kind::directory_failed ||
        packet->kind == Kind::exec_failed)
      return packet;
  }
  return GuardianReport{Kind::fork_failed, ECHILD};
}

/// Nothing when none is there that `flags` of recv(2) let us wait for, or the lifeline has closed.
std::optional<GuardianReport> Supervision::take_report(int flags) {
  GuardianReport packet{};
  ssize_t count = 0;
  do count = ::recv(lifeline_.descriptor(), &packet, sizeof packet, flags);
  while (count < 0 && errno == EINTR);
  if (count == sizeof packet) {
    note(packet);
    return packet;
  }
  if (count >= 0 || errno != EAGAIN) settle(false);
  return std::nullopt;
}

void Supervision::note(const GuardianReport& packet) {
  using Kind = GuardianReport::Kind;
  if (packet.kind == Kind::started) engine_ = packet.value;
  if (packet.kind == Kind::ended) report_ = ExitReport::from_wait_status(packet.value);
  if (packet.kind == Kind::group_failed) group_.reset();
  if (const char* const failed = trouble(packet.kind); failed != nullptr)
    warn(failed + os::system_text(packet.value));
}

Result<void> Supervision::begin(const Self& self) {
  const asio::any_io_executor& executor = self->executor_;
  os::Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, self->engine_, 0)));
  // One that has ended already may have been reaped.
  if (!process && errno != ESRCH) return Error{"cannot watch the engine: " + os::system_text(errno)};
  if (process) self->engine_end_.emplace(executor, std::move(process), Readiness::Event::readable);
  spawn(executor, watch_lifeline(self), std::rethrow_exception);
  spawn(executor, watch_engine(self), std::rethrow_exception);
  return {};
}

asio::awaitable<void> Supervision::watch_lifeline(Self self) {
  while (!self->gone()) {
    co_await self->lifeline_.wait();
    while (!self->gone() && self->take_report(MSG_DONTWAIT)) {
    }
  }
}

/// The guardian reports the death; but for this we would wait for ever if it did not.
asio::awaitable<void> Supervision::watch_engine(Self self) {
  if (self->engine_end_) co_await self->engine_end_->wait();
  if (self->state_ == State::running) self->clear_up();
  co_await await_clean_up(self);
}

// ---- What they are told -----------------------------------------------------------------------------------

/// The guardian leaves an engine that ended unreaped until it clears up, so that the number stays its own.
void Supervision::signal(int number) const noexcept {
  if (state_ == State::running) ::kill(-engine_, number);
}

void Supervision::clear_up() noexcept {
  state_ = State::ending;
  ::shutdown(lifeline_.descriptor(), SHUT_WR);
  ::kill(guardian_, SIGCONT);
}

// ---- The end --------------------------------------------------------------------------------------------

/// True when all is gone, false when the time is up.
asio::awaitable<bool> Supervision::wait_gone(Self self, Milliseconds limit) {
  const auto is_gone = [&supervision = *self] { return supervision.gone(); };
  const bool over = co_await self->gone_.wait_for(is_gone, limit);
  co_return over;
}

asio::awaitable<void> Supervision::await_clean_up(Self self) {
  const bool cleared = co_await wait_gone(self, kCleanUpLimit);
  if (!cleared) self->settle(true);
}

asio::awaitable<ExitReport> Supervision::wait(Self self) {
  while (!self->gone()) co_await self->gone_.wait();
  co_return self->report_;
}

asio::awaitable<ExitReport> Supervision::shutdown(Self self, Milliseconds grace, Milliseconds term_grace) {
  bool over = co_await wait_gone(self, grace);
  if (!over) {
    self->signal(SIGTERM);
    self->signal(SIGCONT);  // a stopped process takes no signal
    over = co_await wait_gone(self, term_grace);
  }
  if (!over) {
    self->clear_up();
    co_await await_clean_up(self);
  }
  co_return self->report_;
}

void Supervision::end_now() {
  if (gone()) return;
  clear_up();
  pollfd closed{lifeline_.descriptor(), POLLRDHUP, 0};
  const int limit = static_cast<int>(kCleanUpLimit.count());
  int ready = 0;
  do ready = ::poll(&closed, 1, limit);
  while (ready < 0 && errno == EINTR);
  settle(ready != 1);
}

/// Takes leave of a guardian that is ending, or is not and has to.
void Supervision::settle(bool guardian_hangs) {
  if (std::exchange(state_, State::gone) == State::gone) return;
  if (guardian_hangs) ::kill(guardian_, SIGKILL);
  lifeline_.close();
  if (engine_end_) engine_end_->close();
  const bool did_its_work = exits_well(guardian_, kCleanUpLimit);
  forget_child(guardian_);
  if (!did_its_work)
    report_ = {.kind = ExitReport::Kind::unguarded, .code = static_cast<int>(end_orphans(kCleanUpLimit))};
  if (group_) report_.out_of_memory = group_->ran_out_of_memory();
  group_.reset();
  gone_.happen();
}

}  // namespace polyglot::process
