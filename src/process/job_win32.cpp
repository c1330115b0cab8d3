// SPDX-License-Identifier: MIT
#include <windows.h>
#include <utility>

#include <polyglot/os/descriptor_win32.hpp>
#include <polyglot/os/error_win32.hpp>

#include "process/job_win32.hpp"

namespace polyglot::process {
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

/// The priority class for a niceness.
DWORD priority_class_of(int nice) noexcept {
  constexpr int kHigh = -15;
  constexpr int kIdle = 15;
  if (nice <= kHigh) return HIGH_PRIORITY_CLASS;
  if (nice < 0) return ABOVE_NORMAL_PRIORITY_CLASS;
  if (nice == 0) return NORMAL_PRIORITY_CLASS;
  return nice < kIdle ? BELOW_NORMAL_PRIORITY_CLASS : IDLE_PRIORITY_CLASS;
}

}  // namespace

Result<Job> Job::make(const EngineLaunch& launch) {
  constexpr LONGLONG kTicks = 10'000'000;  // in a second
  os::Descriptor handle = os::own(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  DWORD& flags = limits.BasicLimitInformation.LimitFlags;
  // A crash shows no window, which would hold the engine until a user closes it.
  flags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
  if (launch.memory != 0) {
    flags |= JOB_OBJECT_LIMIT_JOB_MEMORY;
    limits.JobMemoryLimit = launch.memory;
  }
  if (launch.cpu_time != 0) {
    flags |= JOB_OBJECT_LIMIT_PROCESS_TIME;
    limits.BasicLimitInformation.PerProcessUserTimeLimit.QuadPart =
        static_cast<LONGLONG>(launch.cpu_time) * kTicks;
  }
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

bool Job::ran_out_of_memory() const noexcept {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION now{};
  if (::QueryInformationJobObject(handle_of(handle_), JobObjectExtendedLimitInformation, &now, sizeof now,
                                  nullptr) == 0)
    return false;
  // The system refuses what exceeds the limit, so the peak stays below it.
  constexpr SIZE_T kBlock = 1UL << 20U;
  return now.JobMemoryLimit != 0 && now.PeakJobMemoryUsed + kBlock > now.JobMemoryLimit;
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

}  // namespace polyglot::process
