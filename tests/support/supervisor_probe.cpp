// SPDX-License-Identifier: MIT
// supervisor_probe COMMAND...: starts an engine, prints "ready ENGINE-PID GUARDIAN-PID" once the engine has
// written its first line, and lives until the engine dies or a signal ends it. Tests kill it.
#include <cstdio>

#include <polyglot/process/engine_connection.hpp>

#include "process/process_testing.hpp"

namespace {

namespace asio = boost::asio;
using polyglot::process::EngineConnection;
using polyglot::process::EngineLaunch;
using polyglot::process::testing::guardian_of;
using polyglot::process::testing::pid_of;

asio::awaitable<void> announce_first_line(EngineConnection& engine) {
  const auto block = co_await engine.output().read_lines();
  if (!block || block->empty()) co_return;
  std::printf("ready %d %d\n", pid_of(engine), guardian_of(engine));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  boost::asio::io_context loop;
  EngineLaunch launch;
  launch.argv.assign(argv + 1, argv + argc);
  const auto engine = EngineConnection::start(loop.get_executor(), launch);
  if (!engine) {
    std::fprintf(stderr, "%s\n", engine.error().to_string().c_str());
    return 1;
  }
  asio::co_spawn(loop.get_executor(), announce_first_line(**engine), asio::detached);
  loop.run();
  return 0;
}
