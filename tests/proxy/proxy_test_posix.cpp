// SPDX-License-Identifier: MIT
#include <csignal>
#include <unistd.h>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {

Gui& ProxyTest::start_shell(const std::string& command, Lines more) {
  gui_ = std::make_unique<Gui>(
      Launch{.argv = {"/bin/sh", "-c", command},
             .folder = folder_.string(),
             .environment = environment() + Lines{"POLYGLOT=" + program_under_test()} + more});
  return *gui_;
}

std::string ProxyTest::script_of(const std::string& command) const {
  return folder_.write("engine.sh", "#!/bin/sh\n" + command + " \"$@\"\nexit $?\n", true);
}

std::vector<Way> ways_to_end() {
  constexpr const char* kNoFailure = "exited with status 0";
  return {{"Quit", [](Gui& gui) { gui.send("quit"); }, kNoFailure},
          {"EndOfInput", [](Gui& gui) { gui.close_input(); }, kNoFailure},
          {"Sigterm", [](Gui& gui) { gui.signal(SIGTERM); }, kNoFailure},
          {"Sigint", [](Gui& gui) { gui.signal(SIGINT); }, kNoFailure},
          {"Sighup", [](Gui& gui) { gui.signal(SIGHUP); }, kNoFailure},
          {"Force", [](Gui& gui) { gui.end_by_force(); }, kForcedEnd}};
}

std::string find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(std::string(path == nullptr ? "" : path) + ":/usr/games");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string candidate = folder + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

}  // namespace polyglot::proxy::testing
