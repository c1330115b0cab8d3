// SPDX-License-Identifier: MIT
#include <windows.h>

#include <boost/nowide/convert.hpp>

#include <polyglot/os/descriptor.hpp>

#include "process/program_start.hpp"
#include "support/child_win32.hpp"

namespace polyglot::test {
namespace {

os::Descriptor inherited_file(const std::string& path, DWORD access, DWORD disposition) {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  os::Descriptor file = os::own(::CreateFileW(boost::nowide::widen(path).c_str(), access | SYNCHRONIZE,
                                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                              &inherited, disposition, FILE_ATTRIBUTE_NORMAL, nullptr));
  check(bool(file), "CreateFile");
  return file;
}

/// For CreateProcessW(): our variables, except where `more` has others. Of two of one name the first counts.
std::wstring own_environment_and(const std::vector<std::string>& more) {
  std::wstring block;
  for (const std::string& entry : more) block += boost::nowide::widen(entry) + L'\0';
  const std::wstring replaced = L'\0' + block;
  wchar_t* const own = ::GetEnvironmentStringsW();
  for (std::wstring_view entry = own; !entry.empty(); entry = entry.data() + entry.size() + 1) {
    const std::wstring name(entry.substr(0, entry.find(L'=', 1) + 1));
    if (replaced.find(L'\0' + name) == std::wstring::npos) block.append(entry) += L'\0';
  }
  ::FreeEnvironmentStringsW(own);
  return block;
}

}  // namespace

void check(bool succeeded, const char* what) {
  if (!succeeded) throw std::runtime_error(what + (" failed: error " + std::to_string(::GetLastError())));
}

os::Descriptor create_inherited(const std::string& path) {
  return inherited_file(path, FILE_APPEND_DATA, CREATE_ALWAYS);
}

os::Descriptor open_inherited(const std::string& path) {
  return inherited_file(path, GENERIC_READ, OPEN_EXISTING);
}

Pipe::Pipe(os::Descriptor Pipe::*inherited) {
  HANDLE read_end = nullptr;
  HANDLE write_end = nullptr;
  check(::CreatePipe(&read_end, &write_end, nullptr, 0) != 0, "CreatePipe");
  read = os::own(read_end);
  write = os::own(write_end);
  check(::SetHandleInformation((this->*inherited).native(), HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT) != 0,
        "SetHandleInformation");
}

Child start_child(const ChildLaunch& launch) {
  std::wstring command = process::make_command_line(launch.argv.front(), launch.argv).value();
  std::wstring environment = own_environment_and(launch.environment);
  const std::wstring folder = boost::nowide::widen(launch.folder);
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = launch.input;
  startup.hStdOutput = launch.output;
  startup.hStdError = launch.errors;
  PROCESS_INFORMATION started{};
  const auto create = [&] {
    return ::CreateProcessW(boost::nowide::widen(launch.argv.front()).c_str(), command.data(), nullptr,
                            nullptr, TRUE, launch.flags | CREATE_UNICODE_ENVIRONMENT, environment.data(),
                            folder.empty() ? nullptr : folder.c_str(), &startup, &started) != 0;
  };
  bool is_created = create();
  // Wine 8 fails so now and then on a busy machine.
  for (int more = 10; !is_created && ::GetLastError() == ERROR_INTERNAL_ERROR && more > 0; --more) {
    ::Sleep(100);
    is_created = create();
  }
  check(is_created, "CreateProcess");
  return {os::own(started.hProcess), os::own(started.hThread), started.dwProcessId};
}

}  // namespace polyglot::test
