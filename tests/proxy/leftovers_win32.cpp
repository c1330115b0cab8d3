// SPDX-License-Identifier: MIT
#include <windows.h>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <winternl.h>

#include <polyglot/os/descriptor.hpp>

#include "proxy/leftovers.hpp"
#include "proxy/leftovers_win32.hpp"

extern "C" NTSTATUS NTAPI NtSuspendProcess(HANDLE process);

namespace polyglot::proxy::testing {
namespace {

/// The jobs by their marks. They live as long as the test program: a job that nobody has open is lost.
std::map<std::string, os::Descriptor>& jobs() {
  static std::map<std::string, os::Descriptor> all;
  return all;
}

os::Descriptor open_process(const std::string& process, DWORD rights) {
  return os::own(::OpenProcess(rights, FALSE, static_cast<DWORD>(std::stoul(process))));
}

std::string name_of(DWORD process) {
  wchar_t path[MAX_PATH] = L"";
  DWORD length = MAX_PATH;
  const os::Descriptor handle = os::own(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process));
  if (handle) ::QueryFullProcessImageNameW(handle.native(), 0, path, &length);
  return std::filesystem::path(path).stem().string();
}

}  // namespace

void mark(const os::Descriptor& process, const std::string& name) {
  os::Descriptor& job = jobs()[name];
  if (!job) job = os::own(::CreateJobObjectW(nullptr, nullptr));
  if (::AssignProcessToJobObject(job.native(), process.native()) == 0)
    throw std::runtime_error("AssignProcessToJobObject");
}

std::vector<std::string> processes_marked(const std::string& mark) {
  const auto job = jobs().find(mark);
  if (job == jobs().end()) return {};
  constexpr DWORD kMost = 1000;
  std::vector<ULONG_PTR> room(2 + kMost);
  auto* const list = reinterpret_cast<JOBOBJECT_BASIC_PROCESS_ID_LIST*>(room.data());
  if (::QueryInformationJobObject(job->second.native(), JobObjectBasicProcessIdList, list,
                                  static_cast<DWORD>(room.size() * sizeof(ULONG_PTR)), nullptr) == 0)
    throw std::runtime_error("QueryInformationJobObject");
  std::vector<std::string> found;
  for (DWORD i = 0; i < list->NumberOfProcessIdsInList; ++i) {
    const auto process = static_cast<DWORD>(list->ProcessIdList[i]);
    found.push_back(std::to_string(process) + " " + name_of(process));
  }
  return found;
}

void end_by_force(const std::string& process) {
  ::TerminateProcess(open_process(process, PROCESS_TERMINATE).native(), 1);
}

void stop(const std::string& process) {
  ::NtSuspendProcess(open_process(process, PROCESS_SUSPEND_RESUME).native());
}

}  // namespace polyglot::proxy::testing
