// SPDX-License-Identifier: MIT
#include <windows.h>
#include <algorithm>
#include <array>
#include <exception>
#include <thread>

#include <polyglot/os/descriptor_win32.hpp>

#include "process/supervision_win32.hpp"
#include "process/wire_win32.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

struct Supervision::Watch {
  Watch(os::Descriptor its_process, Job its_job) : process(std::move(its_process)), job(std::move(its_job)) {}

  static void run(const std::shared_ptr<Watch>& self);

  os::Descriptor process;
  Job job;
  std::atomic<bool> is_ended_by_us = false;
  ExitReport report;  ///< set before `ended`
  os::Descriptor ended = os::own(::CreateEventW(nullptr, TRUE, FALSE, nullptr));
  Mailbox mailbox;
};

void Supervision::Watch::run(const std::shared_ptr<Watch>& self) {
  using Kind = ExitReport::Kind;
  // An NTSTATUS that is an error: of the system, or an exception of a language. exit(-1) gives neither.
  constexpr DWORD kErrorBits = 0xD0000000;
  constexpr DWORD kError = 0xC0000000;
  constexpr DWORD kAbort = 0x40000015;  // STATUS_FATAL_APP_EXIT
  ::WaitForSingleObject(handle_of(self->process), INFINITE);
  DWORD code = 0;
  ::GetExitCodeProcess(handle_of(self->process), &code);
  const std::size_t survivors = self->job.end(kCleanUpLimit);
  const bool is_killed = self->is_ended_by_us || (code & kErrorBits) == kError || code == kAbort;
  self->report = {is_killed ? Kind::killed : Kind::exited, static_cast<int>(code),
                  self->job.ran_out_of_memory()};
  if (survivors > 0) self->report = {Kind::unguarded, static_cast<int>(survivors)};
  ::SetEvent(handle_of(self->ended));
  self->mailbox.put(1);
}

Supervision::Supervision(const asio::any_io_executor& executor, os::Descriptor process, unsigned long id,
                         Job job, std::vector<std::string> warnings)
    : watch_(std::make_shared<Watch>(std::move(process), std::move(job))),
      end_(executor, watch_->mailbox.open(), Readiness::Event::readable),
      executor_(executor),
      id_(id),
      warnings_(std::move(warnings)),
      gone_(executor) {}

const Job& Supervision::job() const noexcept {
  return watch_->job;
}

void Supervision::begin(const Self& self) {
  std::thread([watch = self->watch_] { Watch::run(watch); }).detach();
  spawn(self->executor_, await_end(self), std::rethrow_exception);
}

asio::awaitable<void> Supervision::await_end(Self self) {
  while (!self->gone() && self->watch_->mailbox.take() == 0) co_await self->end_.wait();
  self->settle(self->watch_->report);
}

void Supervision::settle(const ExitReport& report) {
  if (gone()) return;
  report_ = report;
  end_.close();
  gone_.happen();
}

asio::awaitable<ExitReport> Supervision::wait(Self self) {
  while (!self->gone()) co_await self->gone_.wait();
  co_return *self->report_;
}

asio::awaitable<ExitReport> Supervision::shutdown(Self self, Milliseconds grace) {
  const auto is_gone = [&supervision = *self] { return supervision.gone(); };
  const bool over = co_await self->gone_.wait_for(is_gone, grace);
  if (!over) {
    self->watch_->is_ended_by_us = true;
    self->job().terminate();
  }
  co_return co_await wait(self);
}

void Supervision::end_now() {
  if (gone()) return;
  watch_->is_ended_by_us = true;
  const std::size_t survivors = watch_->job.end(kCleanUpLimit);
  const auto limit = static_cast<DWORD>(kCleanUpLimit.count());
  const bool is_reported = ::WaitForSingleObject(handle_of(watch_->ended), limit) == WAIT_OBJECT_0;
  settle(is_reported ? watch_->report : ExitReport{ExitReport::Kind::unguarded, static_cast<int>(survivors)});
}

}  // namespace polyglot::process
