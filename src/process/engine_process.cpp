#include <cerrno>
#include <csignal>
#include <sched.h>
#include <sys/resource.h>
#include <utility>

#include <polyglot/os/error.hpp>
#include <polyglot/process/engine_process.hpp>

#include "process/engine_state.hpp"
#include "process/process_tree.hpp"

namespace polyglot::process {

using boost::asio::awaitable;

EngineProcess::EngineProcess(std::unique_ptr<State> state) : state_(std::move(state)) {}

EngineProcess::~EngineProcess() {
  state_->input.close();
  state_->output.close();
  state_->errors.close();
  state_->supervision->end_now();
}

LineWriter& EngineProcess::input() noexcept {
  return state_->input;
}
LineReader& EngineProcess::output() noexcept {
  return state_->output;
}
LineReader& EngineProcess::errors() noexcept {
  return state_->errors;
}
pid_t EngineProcess::pid() const noexcept {
  return state_->supervision->engine();
}
pid_t EngineProcess::guardian_pid() const noexcept {
  return state_->supervision->guardian();
}
const std::string& EngineProcess::executable() const noexcept {
  return state_->executable;
}
bool EngineProcess::running() const noexcept {
  return !state_->supervision->gone();
}
const std::vector<std::string>& EngineProcess::warnings() const noexcept {
  return state_->supervision->warnings();
}

awaitable<ExitReport> EngineProcess::wait() {
  return Supervision::wait(state_->supervision);
}

awaitable<ExitReport> EngineProcess::shutdown(std::chrono::milliseconds grace) {
  state_->input.close();
  return Supervision::shutdown(state_->supervision, grace, kTermGrace);
}

void EngineProcess::interrupt() noexcept {
  state_->supervision->signal(SIGINT);
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
      return Error{"cannot choose the engine's processors: " + os::system_text(errno)};
  }
  return {};
}

}  // namespace polyglot::process
