// SPDX-License-Identifier: MIT
#include "windows/gui.hpp"
#include <fstream>
#include <tlhelp32.h>

#include "process/program_start.hpp"
#include "support/program_under_test.hpp"

namespace polyglot::windows_test {

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

namespace {

std::vector<std::string> words_of(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{utf8(program())};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

}  // namespace

std::wstring command_line(const std::vector<std::string>& arguments) {
  const std::vector<std::string> words = words_of(arguments);
  return process::make_command_line(words.front(), words).value();
}

Gui::Gui(const std::vector<std::string>& arguments, const std::filesystem::path& folder, bool is_detached)
    : proxy::testing::Gui({.argv = words_of(arguments),
                           .folder = utf8(folder),
                           .environment = {},
                           .is_detached = is_detached}) {}

void Gui::send(std::string_view lines) {
  proxy::testing::Gui::send(std::string(lines) + '\r');
}

Outcome run(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
  Gui gui(arguments, folder);
  gui.close_input();
  Outcome outcome;
  for (const std::string& line : gui.rest()) outcome.text += line + '\n';
  outcome.exit_code = static_cast<unsigned>(gui.wait().code);
  outcome.text += gui.errors();
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
