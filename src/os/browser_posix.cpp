// SPDX-License-Identifier: MIT
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <system_error>
#include <unistd.h>

#include <polyglot/os/error_posix.hpp>
#include <polyglot/os/file.hpp>

#include "os/browser_start.hpp"

namespace polyglot::os {

Result<std::string> make_page_folder() {
  const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime != nullptr && *runtime == '/')
    if (auto folder = make_private_folder(runtime)) return folder;
  std::error_code missing;
  return make_private_folder(std::filesystem::temp_directory_path(missing).string());
}

Result<void> start_browser(const std::string& page) {
  std::string program = "xdg-open";
  std::string argument = page;
  const std::array<char*, 3> arguments = {program.data(), argument.data(), nullptr};
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  // The browser's messages must not mix with our output. It must not hold our output open either, because a
  // reader may wait for its end.
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
