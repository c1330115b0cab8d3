// SPDX-License-Identifier: MIT
#include <array>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <polyglot/os/browser.hpp>
#include <polyglot/os/error.hpp>

namespace polyglot::os {

Result<void> open_in_browser(const std::string& url) {
  std::string program = "xdg-open";
  std::string address = url;
  const std::array<char*, 3> arguments = {program.data(), address.data(), nullptr};
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  // What a browser has to say is not of our output, which somebody may read to its end.
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes{};
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t child = 0;
  const int error =
      ::posix_spawnp(&child, program.c_str(), &actions, &attributes, arguments.data(), ::environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return system_error("cannot be started", error, program);
  return {};
}

}  // namespace polyglot::os
