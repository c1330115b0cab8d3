// SPDX-License-Identifier: MIT
#include <windows.h>
#include <algorithm>
#include <array>
#include <exception>
#include <thread>
#include <utility>

#include <polyglot/os/descriptor_win32.hpp>
#include <polyglot/os/error_win32.hpp>

#include "process/supervision_win32.hpp"
#include "process/wire_win32.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

namespace {

/// The exit code of processes that we end.
constexpr UINT kEndedByForce = 137;  // what shells show for SIGKILL

DWORD count_processes(const os::Descriptor& job) noexcept {
  JOBOBJECT_BASIC_ACCOUNTING_INFORMATION account{};
  if (::QueryInformationJobObject(handle_of(job), JobObjectBasicAccountingInformation, &account,
                                  sizeof account, nullptr) == 0)
    return 0;
  return account.ActiveProcesses;
}

/// Returns the priority class for a niceness.
DWORD priority_class_of(int nice) noexcept {
  constexpr int kHigh = -15;
  constexpr int kIdle = 15;
  if (nice <= kHigh) return HIGH_PRIORITY_CLASS;
  if (nice < 0) return ABOVE_NORMAL_PRIORITY_CLASS;
  if (nice == 0) return NORMAL_PRIORITY_CLASS;
  return nice < kIdle ? BELOW_NORMAL_PRIORITY_CLASS : IDLE_PRIORITY_CLASS;
}

}  // namespace

// ---- The job --------------------------------------------------------------------------------------------

Result<Job> Job::make() {
  os::Descriptor handle = os::own(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  // A crash shows no window, which would hold the engine until a user closes it.
  limits.BasicLimitInformation.LimitFlags =
      JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
  if (!handle || ::SetInformationJobObject(handle_of(handle), JobObjectExtendedLimitInformation, &limits,
                                           sizeof limits) == 0)
    return Error{"cannot create a job object: " + os::system_text(os::last_error())};
  return Job(std::move(handle));
}

std::vector<unsigned long> Job::processes() const {
  constexpr std::size_t kMost = 1024;
  constexpr std::size_t kHead = sizeof(JOBOBJECT_BASIC_PROCESS_ID_LIST) / sizeof(ULONG_PTR);
  std::vector<ULONG_PTR> room(kHead + kMost);
  auto* const list = reinterpret_cast<JOBOBJECT_BASIC_PROCESS_ID_LIST*>(room.data());
  if (::QueryInformationJobObject(handle_of(handle_), JobObjectBasicProcessIdList, list,
                                  static_cast<DWORD>(room.size() * sizeof(ULONG_PTR)), nullptr) == 0)
    return {};
  std::vector<unsigned long> ids;
  for (DWORD i = 0; i < list->NumberOfProcessIdsInList; ++i)
    ids.push_back(static_cast<unsigned long>(list->ProcessIdList[i]));
  return ids;
}

void Job::terminate() const noexcept {
  ::TerminateJobObject(handle_of(handle_), kEndedByForce);
}

std::size_t Job::end(std::chrono::milliseconds limit) const noexcept {
  terminate();
  const ULONGLONG deadline = ::GetTickCount64() + static_cast<ULONGLONG>(limit.count());
  for (;;) {
    const DWORD count = count_processes(handle_);
    if (count == 0 || ::GetTickCount64() > deadline) return count;
    ::Sleep(1);
  }
}

Result<void> set_nice_of(const os::Descriptor& process, int nice) {
  if (::SetPriorityClass(handle_of(process), priority_class_of(nice)) != 0) return {};
  return Error{"cannot change the engine's priority: " + os::system_text(os::last_error())};
}

Result<void> set_affinity_of(const os::Descriptor& process, std::uint64_t mask) {
  DWORD_PTR now = 0;
  DWORD_PTR all = 0;
  ::GetProcessAffinityMask(handle_of(process), &now, &all);
  if (::SetProcessAffinityMask(handle_of(process), mask == 0 ? all : mask & all) != 0) return {};
  return Error{"Affinity cannot choose the engine's processors: " + os::system_text(os::last_error())};
}

// ---- The end ------------------------------------------------------------------------------------------

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
  // These bits mark errors of the system and exceptions of languages. The code of exit(-1) differs.
  constexpr DWORD kErrorBits = 0xD0000000;
  constexpr DWORD kError = 0xC0000000;
  constexpr DWORD kAbort = 0x40000015;  // STATUS_FATAL_APP_EXIT
  ::WaitForSingleObject(handle_of(self->process), INFINITE);
  DWORD code = 0;
  ::GetExitCodeProcess(handle_of(self->process), &code);
  const std::size_t survivors = self->job.end(kCleanUpLimit);
  const bool is_killed = self->is_ended_by_us || (code & kErrorBits) == kError || code == kAbort;
  self->report = {is_killed ? Kind::killed : Kind::exited, static_cast<int>(code)};
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
