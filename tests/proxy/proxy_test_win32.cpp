// SPDX-License-Identifier: MIT
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {

std::string ProxyTest::script_of(const std::string& command) const {
  std::string line = command;
  std::ranges::replace(line, '/', '\\');
  return folder_.write("engine.bat", "@echo off\r\n" + line + " %*\r\n");
}

/// Consoles have Ctrl-C, too: console_win32_test.cpp.
std::vector<Way> ways_to_end() {
  return {{"Quit", [](Gui& gui) { gui.send("quit"); }, "exited with status 0"},
          {"EndOfInput", [](Gui& gui) { gui.close_input(); }, "exited with status 0"},
          {"Force", [](Gui& gui) { gui.end_by_force(); }, kForcedEnd}};
}

std::string find_program(const std::string& name) {
  std::string path = ENGINES "/" + name + ".exe";
  return std::filesystem::exists(path) ? path : "";
}

}  // namespace polyglot::proxy::testing
