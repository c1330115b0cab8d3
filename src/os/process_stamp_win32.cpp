// SPDX-License-Identifier: MIT
#include <windows.h>
#include <tlhelp32.h>

#include <polyglot/ascii.hpp>
#include <polyglot/os/process_stamp.hpp>

#include "os/calls_win32.hpp"

namespace polyglot::os {
namespace {

/// The stamp of a process: its id and its start time. Empty if there is no such process.
std::string stamp_of_process(DWORD id) {
  const Descriptor process = own(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | SYNCHRONIZE, FALSE, id));
  FILETIME started{}, ended{}, kernel{}, user{};
  if (!process || ::GetProcessTimes(handle_of(process), &started, &ended, &kernel, &user) == 0) return {};
  // A process that has ended keeps its id while somebody has a handle of it.
  if (::WaitForSingleObject(handle_of(process), 0) == WAIT_OBJECT_0) return {};
  return std::to_string(id) + "-" + std::to_string(join(started.dwHighDateTime, started.dwLowDateTime));
}

DWORD parent_id() {
  const Descriptor all = own(::CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0));
  PROCESSENTRY32W entry{};
  entry.dwSize = sizeof entry;
  const DWORD self = ::GetCurrentProcessId();
  for (BOOL found = ::Process32FirstW(handle_of(all), &entry); found != 0;
       found = ::Process32NextW(handle_of(all), &entry))
    if (entry.th32ProcessID == self) return entry.th32ParentProcessID;
  return 0;
}

}  // namespace

std::string parent_stamp() {
  return stamp_of_process(parent_id());
}

bool has_ended(std::string_view stamp) {
  const auto process = parse_number<DWORD>(stamp.substr(0, stamp.find('-')));
  return process && stamp_of_process(*process) != stamp;
}

}  // namespace polyglot::os
