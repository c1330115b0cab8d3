// SPDX-License-Identifier: MIT
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <utility>

#include <polyglot/os/error.hpp>
#include <polyglot/process/engine_process.hpp>

#include "process/process_tree.hpp"
#include "process/supervision.hpp"

namespace polyglot::process {

using boost::asio::awaitable;

ExitReport ExitReport::from_wait_status(int status) noexcept {
  if (WIFEXITED(status)) return {Kind::exited, WEXITSTATUS(status)};
  if (WIFSIGNALED(status)) return {Kind::killed, WTERMSIG(status)};
  return {};
}

std::string ExitReport::text() const {
  const std::string reason = out_of_memory ? ", out of the memory that it may use" : "";
  switch (kind) {
    case Kind::exited:
      return "exited with status " + std::to_string(code) + reason;
    case Kind::killed:
      return "killed by signal " + std::to_string(code) + " (" + ::strsignal(code) + ")" + reason;
    case Kind::unguarded:
      break;
  }
  const std::string text = "ended by force: its guardian was killed or hangs";
  return code == 0 ? text : text + ", and " + std::to_string(code) + " of its processes cannot be killed";
}

EngineProcess::EngineProcess(Streams streams, std::string executable,
                             std::shared_ptr<Supervision> supervision, MemoryLimit memory_limit)
    : EngineConnection(std::move(streams), std::move(executable), supervision->warnings(), memory_limit),
      supervision_(std::move(supervision)) {}

EngineProcess::~EngineProcess() {
  input().close();
  output().close();
  errors().close();
  supervision_->end_now();
}

pid_t EngineProcess::pid() const noexcept {
  return supervision_->engine();
}
pid_t EngineProcess::guardian_pid() const noexcept {
  return supervision_->guardian();
}
bool EngineProcess::running() const noexcept {
  return !supervision_->gone();
}
awaitable<ExitReport> EngineProcess::wait() {
  return Supervision::wait(supervision_);
}

awaitable<ExitReport> EngineProcess::shutdown(std::chrono::milliseconds grace) {
  input().close();
  return Supervision::shutdown(supervision_, grace, kTermGrace);
}

awaitable<std::string> EngineProcess::ended() {
  const ExitReport report = co_await Supervision::wait(supervision_);
  co_return report.text();
}

awaitable<void> EngineProcess::end(std::chrono::milliseconds grace) {
  (void)co_await shutdown(grace);
}

void EngineProcess::interrupt() noexcept {
  supervision_->signal(SIGINT);
}

Result<void> EngineProcess::set_nice(int nice) {
  if (!running()) return Error{"the engine is not running"};
  for (const pid_t thread : threads_of_tree(pid())) {
    if (::setpriority(PRIO_PROCESS, static_cast<id_t>(thread), nice) != 0 && errno != ESRCH)
      return Error{"cannot change the engine's priority: " + os::system_text(errno)};
  }
  return {};
}

Result<void> EngineProcess::set_affinity(std::uint64_t mask) {
  if (!running()) return Error{"the engine is not running"};
  const cpu_set_t set = processors(mask);
  for (const pid_t thread : threads_of_tree(pid())) {
    if (::sched_setaffinity(thread, sizeof set, &set) != 0 && errno != ESRCH)
      return Error{"Affinity cannot choose the engine's processors: " + os::system_text(errno)};
  }
  return {};
}

}  // namespace polyglot::process
