// SPDX-License-Identifier: MIT
#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <utility>

#include <polyglot/process/engine_process.hpp>

#include "process/process_tree_posix.hpp"
#include "process/supervision_posix.hpp"

namespace polyglot::process {

using boost::asio::awaitable;

namespace {

constexpr int kKilled = 128;  ///< shells add the number of the signal to it

}  // namespace

ExitReport report_of(int wait_status) noexcept {
  using Kind = ExitReport::Kind;
  if (WIFEXITED(wait_status)) return {Kind::exited, WEXITSTATUS(wait_status)};
  if (WIFSIGNALED(wait_status)) return {Kind::killed, kKilled + WTERMSIG(wait_status)};
  return {};
}

std::string ExitReport::text() const {
  switch (kind) {
    case Kind::exited:
      return "exited with status " + std::to_string(code);
    case Kind::killed:
      return "killed by signal " + std::to_string(code - kKilled) + " (" + ::strsignal(code - kKilled) + ")";
    case Kind::unguarded:
      break;
  }
  const std::string text = "ended by force: its guardian was killed or hangs";
  return code == 0 ? text : text + ", and " + std::to_string(code) + " of its processes cannot be killed";
}

EngineProcess::EngineProcess(Streams streams, std::string executable,
                             std::shared_ptr<Supervision> supervision)
    : EngineConnection(std::move(streams), std::move(executable), supervision->warnings()),
      supervision_(std::move(supervision)) {}

EngineProcess::~EngineProcess() {
  input().close();
  output().close();
  errors().close();
  supervision_->end_now();
}

ProcessId EngineProcess::id() const noexcept {
  return ProcessId{supervision_->engine()};
}
ProcessId EngineProcess::guardian_id() const noexcept {
  return ProcessId{supervision_->guardian()};
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
  return set_nice_of_tree(supervision_->engine(), nice);
}

Result<void> EngineProcess::set_affinity(std::uint64_t mask) {
  if (!running()) return Error{"the engine is not running"};
  return set_affinity_of_tree(supervision_->engine(), mask);
}

}  // namespace polyglot::process
