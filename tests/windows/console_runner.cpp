// SPDX-License-Identifier: MIT
// Runs a command on the console that it has itself, and presses Ctrl-C there: see console.hpp. Wine does not
// give the streams of a pseudoconsole to a program that is started in it.
#include <windows.h>
#include <array>
#include <string>

namespace {

std::wstring variable(const wchar_t* name) {
  std::wstring value(::GetEnvironmentVariableW(name, nullptr, 0), L'\0');
  value.resize(::GetEnvironmentVariableW(name, value.data(), static_cast<DWORD>(value.size())));
  return value;
}

HANDLE open_console(const wchar_t* name) {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  return ::CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                       OPEN_EXISTING, 0, nullptr);
}

}  // namespace

int main() {
  std::wstring command = variable(L"CONSOLE_COMMAND");
  const HANDLE ctrl_c = ::OpenEventW(SYNCHRONIZE, FALSE, variable(L"CONSOLE_CTRL_C").c_str());
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = open_console(L"CONIN$");
  startup.hStdOutput = open_console(L"CONOUT$");
  startup.hStdError = startup.hStdOutput;
  PROCESS_INFORMATION started{};
  if (::CreateProcessW(nullptr, command.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &startup,
                       &started) == 0)
    return 1000;
  // Afterwards, because a child inherits this.
  ::SetConsoleCtrlHandler(nullptr, TRUE);
  const std::array<HANDLE, 2> both = {started.hProcess, ctrl_c};
  if (::WaitForMultipleObjects(both.size(), both.data(), FALSE, INFINITE) == WAIT_OBJECT_0 + 1)
    ::GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
  ::WaitForSingleObject(started.hProcess, INFINITE);
  DWORD code = 0;
  ::GetExitCodeProcess(started.hProcess, &code);
  return static_cast<int>(code);
}
