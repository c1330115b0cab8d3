// SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "proxy/gui.hpp"
#include "support/child_win32.hpp"

namespace polyglot::windows_test {

/// A folder with spaces and Cyrillic letters in its name, which is removed with this object.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// The name of a file as it stands in a command line and in an ini file: UTF-8.
[[nodiscard]] std::string utf8(const std::filesystem::path& path);

void write_file(const std::filesystem::path& path, std::string_view content);

[[nodiscard]] std::filesystem::path program();         ///< polyglot.exe
[[nodiscard]] std::filesystem::path playing_engine();  ///< the engine of playing_engine.cpp

constexpr DWORD kPatience = 120000;  // milliseconds

using polyglot::test::check;

/// The command line by which polyglot.exe gets these arguments.
[[nodiscard]] std::wstring command_line(const std::vector<std::string>& arguments);

/// Starts polyglot.exe as a GUI does: anonymous pipes, a hidden console or none, a working directory of its
/// own.
class Gui : public proxy::testing::Gui {
 public:
  Gui(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
      bool is_detached = false);

  /// Sends a line, or several with '\n' between them. The last ends as GUIs on Windows end lines.
  void send(std::string_view lines);
};

/// Runs polyglot.exe to its end; returns what it wrote to its standard output and standard error.
struct Outcome {
  unsigned exit_code = 0;
  std::string text;
};
[[nodiscard]] Outcome run(const std::vector<std::string>& arguments, const std::filesystem::path& folder);

/// Builds a book of one game. Throws if that fails.
void make_book(const Folder& folder, const std::filesystem::path& book,
               std::string_view moves = "1. e4 e5 2. Nf3 Nc6 1-0");

/// A copy of playing_engine() under a name of its own, by which its processes are known among those of other
/// tests.
[[nodiscard]] std::filesystem::path copied_engine(const Folder& folder);

/// The ids of the processes of this program file that are running.
[[nodiscard]] std::vector<DWORD> processes_of(const std::filesystem::path& program);
/// Waits until there is none, or for long.
[[nodiscard]] bool none_is_left_of(const std::filesystem::path& program);

}  // namespace polyglot::windows_test
