// SPDX-License-Identifier: MIT
// bench_relay_floor ENGINE [ARGUMENT...]: a minimal relay, which only polls, reads and writes. It knows no
// lines and no chess. Benchmarks compare a proxy with it.
#include <array>
#include <cstddef>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr std::size_t kReadSize = 64UL * 1024;

struct Engine {
  pid_t pid = -1;
  int input = -1;
  int output = -1;
};

Engine start(char** command) {
  int in[2];
  int out[2];
  if (::pipe(in) != 0 || ::pipe(out) != 0) return {};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  for (const int end : {in[0], in[1], out[0], out[1]}) ::posix_spawn_file_actions_addclose(&actions, end);
  Engine engine{.pid = -1, .input = in[1], .output = out[0]};
  if (::posix_spawnp(&engine.pid, command[0], &actions, nullptr, command, environ) != 0) engine.pid = -1;
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(in[0]);
  ::close(out[1]);
  return engine;
}

/// One read and as many writes as it takes; false at the end of the data.
bool pass_on(int from, int to) {
  static std::array<char, kReadSize> buffer;
  const ssize_t count = ::read(from, buffer.data(), buffer.size());
  for (ssize_t done = 0; done < count;) {
    const ssize_t written = ::write(to, buffer.data() + done, static_cast<std::size_t>(count - done));
    if (written < 0) return false;
    done += written;
  }
  return count > 0;
}

void relay(const Engine& engine) {
  std::array<pollfd, 2> sources = {{{STDIN_FILENO, POLLIN, 0}, {engine.output, POLLIN, 0}}};
  while (::poll(sources.data(), sources.size(), -1) > 0) {
    if (sources[0].revents != 0 && !pass_on(STDIN_FILENO, engine.input)) {
      ::close(engine.input);
      sources[0].fd = -1;
    }
    if (sources[1].revents != 0 && !pass_on(engine.output, STDOUT_FILENO)) return;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const Engine engine = start(argv + 1);
  if (engine.pid < 0) return 1;
  relay(engine);
  ::waitpid(engine.pid, nullptr, 0);
  return 0;
}
