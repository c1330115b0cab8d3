// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <exception>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <utility>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/os/error_posix.hpp>

#include "process/process_tree_posix.hpp"
#include "process/supervision_posix.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

namespace {

using Clock = std::chrono::steady_clock;

/// Returns the text for a setting that failed while the engine runs; null for any other report.
const char* trouble(GuardianReport::Kind kind) {
  using Kind = GuardianReport::Kind;
  switch (kind) {
    case Kind::nice_failed:
      return "cannot change the engine's priority: ";
    case Kind::affinity_failed:
      return "Affinity cannot choose the engine's processors: ";
    case Kind::started:
    case Kind::ended:
    case Kind::fork_failed:
    case Kind::guardian_failed:
    case Kind::directory_failed:
    case Kind::exec_failed:
      return nullptr;
  }
  return nullptr;
}

/// Reaps a child that ends within `limit`. True if it ended in time with exit status 0.
bool exits_well(pid_t child, std::chrono::milliseconds limit) {
  // waitpid(2) has no timeout, so look every millisecond.
  for (const auto deadline = Clock::now() + limit;; ::poll(nullptr, 0, 1)) {
    int status = 0;
    const pid_t reaped = ::waitpid(child, &status, WNOHANG);
    if (reaped < 0 || Clock::now() > deadline) return false;
    // waitpid() may report a traced child that has not ended.
    if (reaped == child && (WIFEXITED(status) || WIFSIGNALED(status))) return status == 0;
  }
}

}  // namespace

Supervision::Supervision(const asio::any_io_executor& executor, os::Descriptor lifeline, pid_t guardian)
    : executor_(executor),
      lifeline_(executor, std::move(lifeline), Readiness::Event::readable),
      guardian_(guardian),
      gone_(executor) {}

// ---- What the guardian reports --------------------------------------------------------------------------

std::optional<GuardianReport> Supervision::await_start() {
  using Kind = GuardianReport::Kind;
  while (const auto packet = take_report(0)) {
    if (packet->kind == Kind::started) return std::nullopt;
    if (packet->kind == Kind::fork_failed || packet->kind == Kind::guardian_failed ||
        packet->kind == Kind::directory_failed || packet->kind == Kind::exec_failed)
      return packet;
  }
  return GuardianReport{Kind::fork_failed, ECHILD};
}

/// Takes the next report. Returns nothing if none has come or the lifeline has closed. `flags` are those of
/// recv(2), which decide whether it waits.
std::optional<GuardianReport> Supervision::take_report(int flags) {
  GuardianReport packet{};
  ssize_t count = 0;
  do count = ::recv(number_of(lifeline_.descriptor()), &packet, sizeof packet, flags);
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
  if (packet.kind == Kind::ended) report_ = report_of(packet.value);
  if (const char* const failed = trouble(packet.kind); failed != nullptr)
    warnings_.push_back(failed + os::system_text(packet.value));
}

Result<void> Supervision::begin(const Self& self) {
  const asio::any_io_executor& executor = self->executor_;
  auto end = watch_end(self->engine_);
  if (!end) return end.error();
  if (*end) self->engine_end_.emplace(executor, std::move(*end), Readiness::Event::readable);
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

/// The guardian reports the engine's end. This coroutine notices the end if the guardian does not.
asio::awaitable<void> Supervision::watch_engine(Self self) {
  if (self->engine_end_) co_await self->engine_end_->wait();
  if (self->state_ == State::running) self->clear_up();
  co_await await_clean_up(self);
}

// ---- Commands to the engine and the guardian --------------------------------------------------------------

/// The guardian reaps the engine only when it cleans up, so no other process has the same number before.
void Supervision::signal(int number) const noexcept {
  if (state_ == State::running) ::kill(-engine_, number);
}

void Supervision::clear_up() noexcept {
  state_ = State::ending;
  ::shutdown(number_of(lifeline_.descriptor()), SHUT_WR);
  ::kill(guardian_, SIGCONT);
}

// ---- The end --------------------------------------------------------------------------------------------

/// Returns true when all processes have ended, false when the time is over.
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
    self->signal(SIGCONT);  // a stopped process does not handle signals
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
  const auto deadline = Clock::now() + kCleanUpLimit;
  while (!gone()) {
    const auto rest = std::chrono::ceil<Milliseconds>(deadline - Clock::now()).count();
    pollfd reports{number_of(lifeline_.descriptor()), POLLIN, 0};
    const int ready = ::poll(&reports, 1, static_cast<int>(std::max<long>(rest, 0)));
    if (ready == 0) settle(true);
    if (ready > 0) (void)take_report(MSG_DONTWAIT);
  }
}

/// Waits for the end of the guardian, or kills it if it hangs.
void Supervision::settle(bool guardian_hangs) {
  if (std::exchange(state_, State::gone) == State::gone) return;
  if (guardian_hangs) ::kill(guardian_, SIGKILL);
  lifeline_.close();
  if (engine_end_) engine_end_->close();
  const bool did_its_work = exits_well(guardian_, kCleanUpLimit);
  forget_child(guardian_);
  if (!did_its_work)
    report_ = {.kind = ExitReport::Kind::unguarded, .code = static_cast<int>(end_orphans(kCleanUpLimit))};
  gone_.happen();
}

}  // namespace polyglot::process
