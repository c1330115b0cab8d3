// SPDX-License-Identifier: MIT
#include <windows.h>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <io.h>

#include "support/engine_system.hpp"

namespace polyglot::test {
namespace {

/// What start_process() gives the program: it stays until somebody ends it.
constexpr const wchar_t* kStay = L"POLYGLOT_ENGINE_STAYS";

/// Starts this program again, with the same streams.
void start_process(const std::string& pids, DWORD flags) {
  wchar_t program[MAX_PATH];
  if (::GetModuleFileNameW(nullptr, program, MAX_PATH) == 0) std::abort();
  ::SetEnvironmentVariableW(kStay, L"1");
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  PROCESS_INFORMATION started{};
  if (::CreateProcessW(program, nullptr, nullptr, nullptr, TRUE, flags, nullptr, nullptr, &startup,
                       &started) == 0)
    std::abort();
  ::SetEnvironmentVariableW(kStay, nullptr);
  if (!pids.empty() && !append_line(pids, std::to_string(started.dwProcessId))) std::abort();
  ::CloseHandle(started.hThread);
  ::CloseHandle(started.hProcess);
}

HANDLE input() {
  return ::GetStdHandle(STD_INPUT_HANDLE);
}

}  // namespace

void prepare_engine() {
  for (std::FILE* const stream : {stdin, stdout, stderr}) ::_setmode(::_fileno(stream), _O_BINARY);
  // Without a debugger or a window, which would take their time.
  ::SetUnhandledExceptionFilter([](EXCEPTION_POINTERS*) -> LONG { return EXCEPTION_EXECUTE_HANDLER; });
  if (::GetEnvironmentVariableW(kStay, nullptr, 0) > 0) sleep_for_ever();
}

std::optional<std::size_t> read_input(char* buffer, std::size_t size) {
  DWORD count = 0;
  return ::ReadFile(input(), buffer, static_cast<DWORD>(size), &count, nullptr) != 0 ? count : 0;
}

void close_input() {
  ::FreeConsole();  // Wine's server of a console keeps the streams of the program that began it
  ::CloseHandle(input());
}

void sleep_for_ever() {
  for (;;) ::Sleep(INFINITE);
}

void crash() {
  *static_cast<volatile int*>(nullptr) = 1;
  std::abort();
}

void ignore_termination() {}

void hold_interrupts() {}

void await_interrupt() {
  sleep_for_ever();
}

bool append_line(const std::string& path, const std::string& line) {
  const HANDLE file =
      ::CreateFileA(path.c_str(), FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
  const std::string text = line + '\n';
  DWORD written = 0;
  const bool is_written =
      ::WriteFile(file, text.data(), static_cast<DWORD>(text.size()), &written, nullptr) != 0;
  ::CloseHandle(file);
  return is_written;
}

void tell_own_pid(const std::string& pids) {
  if (!pids.empty() && !append_line(pids, std::to_string(::GetCurrentProcessId()))) std::abort();
}

void start_child(const std::string& pids) {
  start_process(pids, 0);
}

void start_daemon(const std::string& pids) {
  start_process(pids, DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP);
}

}  // namespace polyglot::test
