// SPDX-License-Identifier: MIT
#define NTDDI_VERSION 0x0A000006  // the first Windows with pseudoconsoles
#include "windows/console.hpp"
#include <array>

#include <polyglot/ascii.hpp>

#include "test_paths.hpp"
#include "windows/gui.hpp"

namespace polyglot::windows_test {
namespace {

constexpr DWORD_PTR kOfConsole =
    0x00020016;  // PROC_THREAD_ATTRIBUTE_PSEUDOCONSOLE, which mingw does not name

/// A pipe that nobody inherits: {to read, to write}.
std::pair<HANDLE, HANDLE> plain_pipe() {
  HANDLE read = nullptr;
  HANDLE write = nullptr;
  check(::CreatePipe(&read, &write, nullptr, 0) != 0, "CreatePipe");
  return {read, write};
}

}  // namespace

Console::Console(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
  const auto [keys, keyboard] = plain_pipe();
  const auto [screen, drawing] = plain_pipe();
  keyboard_ = keyboard;
  screen_ = screen;
  // Wide enough for every line of the tests: none is broken.
  check(::CreatePseudoConsole({400, 50}, keys, drawing, 0, &console_) == S_OK, "CreatePseudoConsole");
  ::CloseHandle(keys);
  ::CloseHandle(drawing);

  static int number = 0;
  const std::wstring name =
      L"polyglot-" + std::to_wstring(::GetCurrentProcessId()) + L"-" + std::to_wstring(++number);
  ctrl_c_ = ::CreateEventW(nullptr, TRUE, FALSE, name.c_str());
  ::SetEnvironmentVariableW(L"CONSOLE_CTRL_C", name.c_str());
  ::SetEnvironmentVariableW(L"CONSOLE_COMMAND", command_line(arguments).c_str());

  STARTUPINFOEXW startup{};
  startup.StartupInfo.cb = sizeof startup;
  SIZE_T size = 0;
  ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
  std::vector<std::byte> room(size);
  startup.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(room.data());
  check(::InitializeProcThreadAttributeList(startup.lpAttributeList, 1, 0, &size) != 0 &&
            ::UpdateProcThreadAttribute(startup.lpAttributeList, 0, kOfConsole, console_, sizeof console_,
                                        nullptr, nullptr) != 0,
        "UpdateProcThreadAttribute");
  const std::wstring runner = std::filesystem::absolute(CONSOLE_RUNNER).make_preferred().wstring();
  PROCESS_INFORMATION started{};
  check(::CreateProcessW(runner.c_str(), nullptr, nullptr, nullptr, FALSE, EXTENDED_STARTUPINFO_PRESENT,
                         nullptr, folder.c_str(), &startup.StartupInfo, &started) != 0,
        "CreateProcess");
  ::DeleteProcThreadAttributeList(startup.lpAttributeList);
  ::CloseHandle(started.hThread);
  process_ = started.hProcess;
}

Console::~Console() {
  ::TerminateProcess(process_, 1);
  close_window();
  for (const HANDLE handle : {process_, ctrl_c_, keyboard_, screen_}) ::CloseHandle(handle);
}

void Console::type(const std::string& line) {
  const std::string keys = line + '\r';
  DWORD written = 0;
  check(::WriteFile(keyboard_, keys.data(), static_cast<DWORD>(keys.size()), &written, nullptr) != 0,
        "typing");
}

std::string Console::expect(std::string_view text) {
  const ULONGLONG deadline = ::GetTickCount64() + kPatience;
  std::size_t at = 0;
  while ((at = drawn_.find(text)) == std::string::npos)
    if (!read_screen()) {
      if (::GetTickCount64() > deadline)
        throw std::runtime_error("the console does not show \"" + std::string(text) + "\": " + drawn_);
      ::Sleep(5);
    }
  std::string before = drawn_.substr(0, at);
  drawn_.erase(0, at + text.size());
  return before;
}

/// The console keeps the pipe open after the program's end, so that a read could wait forever.
bool Console::read_screen() {
  std::array<char, 4096> block{};
  DWORD count = 0;
  if (::PeekNamedPipe(screen_, nullptr, 0, nullptr, &count, nullptr) == 0 || count == 0) return false;
  check(::ReadFile(screen_, block.data(), block.size(), &count, nullptr) != 0, "reading the screen");
  for (const char c : std::string_view(block.data(), count)) take(c);
  return true;
}

/// A code of the terminal is ESC [ ... letter, or ESC ] ... BEL. One that moves the cursor to the right
/// stands for blanks.
void Console::take(char c) {
  if (code_.empty() && c != '\x1b') {
    drawn_ += c;
    return;
  }
  if (c == '\x1b') code_.clear();
  code_ += c;
  if (code_.size() < 2 || c == '[' || c == ']') return;
  if (code_[1] == ']' ? c != '\a' : code_[1] == '[' && !is_letter(c)) return;
  if (code_[1] == '[' && c == 'C') drawn_.append(std::max(1, std::atoi(code_.c_str() + 2)), ' ');
  code_.clear();
}

void Console::press_ctrl_c() {
  ::SetEvent(ctrl_c_);
}

void Console::close_window() {
  if (console_ != nullptr) ::ClosePseudoConsole(std::exchange(console_, nullptr));
}

unsigned Console::wait() {
  check(::WaitForSingleObject(process_, kPatience) == WAIT_OBJECT_0, "waiting for the end of the program");
  DWORD code = 0;
  check(::GetExitCodeProcess(process_, &code) != 0, "GetExitCodeProcess");
  return code;
}

}  // namespace polyglot::windows_test
