// SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::windows_test {

/// polyglot.exe as a user starts it in a console window: a pseudoconsole, which has no window.
class Console {
 public:
  Console(const std::vector<std::string>& arguments, const std::filesystem::path& folder);
  ~Console();
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  /// Types a line, and Enter.
  void type(const std::string& line);
  /// Waits for this text on the screen, behind the last one. Returns what was drawn before it. Throws if it
  /// does not come.
  std::string expect(std::string_view text);
  void press_ctrl_c();
  /// What a user does who closes the window.
  void close_window();
  /// The exit code. Throws if the program does not end.
  unsigned wait();

 private:
  /// False if nothing new was drawn.
  bool read_screen();
  void take(char c);

  void* console_ = nullptr;
  HANDLE process_ = nullptr;
  HANDLE ctrl_c_ = nullptr;
  HANDLE keyboard_ = nullptr;
  HANDLE screen_ = nullptr;
  std::string code_;   ///< the beginning of a code of the terminal
  std::string drawn_;  ///< without such codes
};

}  // namespace polyglot::windows_test
