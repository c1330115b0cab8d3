// SPDX-License-Identifier: MIT
#include "windows/gui.hpp"
#include <array>
#include <fstream>
#include <stdexcept>
#include <tlhelp32.h>
#include <utility>

#include "process/executable_win32.hpp"
#include "support/program_under_test.hpp"
#include "test_paths.hpp"

namespace polyglot::windows_test {

namespace {

/// A pipe with one end that a child inherits.
struct Pipe {
  HANDLE read = nullptr;
  HANDLE write = nullptr;

  explicit Pipe(HANDLE Pipe::*inherited) {
    check(::CreatePipe(&read, &write, nullptr, 0) != 0, "CreatePipe");
    check(::SetHandleInformation(this->*inherited, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT) != 0,
          "SetHandleInformation");
  }
};

}  // namespace

void check(bool succeeded, const char* what) {
  if (!succeeded) throw std::runtime_error(what + (" failed: error " + std::to_string(::GetLastError())));
}

Folder::Folder() {
  static int number = 0;
  path_ = std::filesystem::temp_directory_path() /
          (L"polyglot \u043a\u043d\u0438\u0433\u0438 " + std::to_wstring(::GetCurrentProcessId()) + L"-" +
           std::to_wstring(++number));
  std::filesystem::create_directories(path_);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string utf8(const std::filesystem::path& path) {
  const std::u8string text = path.u8string();
  return {text.begin(), text.end()};
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  check(bool(file.flush()), "writing a file");
}

std::filesystem::path program() {
  return std::filesystem::absolute(test::program_under_test()).make_preferred();
}

std::filesystem::path playing_engine() {
  return std::filesystem::absolute(PLAYING_ENGINE).make_preferred();
}

std::wstring command_line(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{utf8(program())};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return process::make_command_line(words.front(), words).value();
}

Gui::Gui(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
  Pipe input(&Pipe::read);
  Pipe output(&Pipe::write);
  std::wstring command = command_line(arguments);
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = input.read;
  startup.hStdOutput = output.write;
  startup.hStdError = output.write;
  PROCESS_INFORMATION started{};
  check(::CreateProcessW(program().c_str(), command.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW, nullptr,
                         folder.c_str(), &startup, &started) != 0,
        "CreateProcess");
  ::CloseHandle(started.hThread);
  ::CloseHandle(input.read);
  ::CloseHandle(output.write);
  process_ = started.hProcess;
  input_ = input.write;
  output_ = output.read;
}

Gui::~Gui() {
  terminate();
  close_input();
  close_output();
  ::CloseHandle(process_);
}

void Gui::send(std::string_view lines) {
  const std::string text = std::string(lines) + "\r\n";
  DWORD written = 0;
  check(::WriteFile(input_, text.data(), static_cast<DWORD>(text.size()), &written, nullptr) != 0 &&
            written == text.size(),
        "writing to the program");
}

std::string Gui::expect(std::string_view prefix) {
  for (;;) {
    const std::size_t end = pending_.find('\n');
    if (end == std::string::npos) {
      std::array<char, 4096> block{};
      DWORD count = 0;
      if (::ReadFile(output_, block.data(), block.size(), &count, nullptr) == 0)
        throw std::runtime_error("the output ended before \"" + std::string(prefix) + "\": " + seen_ +
                                 pending_);
      pending_.append(block.data(), count);
      continue;
    }
    std::string line = pending_.substr(0, end);
    pending_.erase(0, end + 1);
    seen_ += line + '\n';
    if (line.ends_with('\r')) line.pop_back();
    if (line.starts_with(prefix)) return line;
  }
}

std::string Gui::rest() {
  std::string text = std::move(pending_);
  std::array<char, 4096> block{};
  for (DWORD count = 0; ::ReadFile(output_, block.data(), block.size(), &count, nullptr) != 0;)
    text.append(block.data(), count);
  return text;
}

void Gui::close_input() {
  if (input_ != nullptr) ::CloseHandle(std::exchange(input_, nullptr));
}

void Gui::close_output() {
  if (output_ != nullptr) ::CloseHandle(std::exchange(output_, nullptr));
}

void Gui::terminate() {
  ::TerminateProcess(process_, 1);
}

unsigned Gui::wait() {
  check(::WaitForSingleObject(process_, kPatience) == WAIT_OBJECT_0, "waiting for the end of the program");
  DWORD code = 0;
  check(::GetExitCodeProcess(process_, &code) != 0, "GetExitCodeProcess");
  return code;
}

Outcome run(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
  Gui gui(arguments, folder);
  gui.close_input();
  Outcome outcome;
  outcome.text = gui.rest();
  outcome.exit_code = gui.wait();
  return outcome;
}

void make_book(const Folder& folder, const std::filesystem::path& book, std::string_view moves) {
  write_file(folder / "games.pgn", "[Event \"games\"]\n[Result \"1-0\"]\n\n" + std::string(moves) + "\n\n");
  const Outcome made =
      run({"make-book", utf8(folder / "games.pgn"), "-o", utf8(book), "--min-game", "1", "--quiet"},
          folder.path());
  if (made.exit_code != 0) throw std::runtime_error("no book: " + made.text);
}

std::filesystem::path copied_engine(const Folder& folder) {
  const std::filesystem::path copy = folder / ("engine" + std::to_string(::GetCurrentProcessId()) + ".exe");
  std::filesystem::copy_file(playing_engine(), copy);
  return copy;
}

std::vector<DWORD> processes_of(const std::filesystem::path& program) {
  std::vector<DWORD> found;
  const HANDLE all = ::CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  PROCESSENTRY32W entry{};
  entry.dwSize = sizeof entry;
  for (BOOL more = ::Process32FirstW(all, &entry); more != 0; more = ::Process32NextW(all, &entry))
    if (program.filename() == std::wstring_view(entry.szExeFile)) found.push_back(entry.th32ProcessID);
  ::CloseHandle(all);
  return found;
}

bool none_is_left_of(const std::filesystem::path& program) {
  const ULONGLONG deadline = ::GetTickCount64() + kPatience;
  while (!processes_of(program).empty() && ::GetTickCount64() < deadline) ::Sleep(20);
  return processes_of(program).empty();
}

}  // namespace polyglot::windows_test
