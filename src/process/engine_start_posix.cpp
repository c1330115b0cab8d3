// SPDX-License-Identifier: MIT
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/os/error_posix.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/process/engine_process.hpp>

#include "process/executable_posix.hpp"
#include "process/guardian_posix.hpp"
#include "process/process_tree_posix.hpp"
#include "process/stream.hpp"
#include "process/supervision_posix.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

namespace {

struct Plumbing {
  Pipe in, out, err;
  os::Descriptor lifeline;  ///< our end
  os::Descriptor guardians_lifeline;
};

Result<Plumbing> make_plumbing() {
  Result<Pipe> in = make_pipe();
  Result<Pipe> out = make_pipe();
  Result<Pipe> err = make_pipe();
  for (const auto* pipe : {&in, &out, &err})
    if (!*pipe) return pipe->error();
  make_non_blocking(in->write);  // the engine's end still blocks
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{"cannot create a socket pair: " + os::system_text(errno)};
  return Plumbing{std::move(*in), std::move(*out), std::move(*err), os::own(ends[0]), os::own(ends[1])};
}

std::vector<const char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<const char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) pointers.push_back(word.c_str());
  pointers.push_back(nullptr);
  return pointers;
}

/// Blocks all signals until it is destroyed, so that a forked child never runs our signal handlers.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

/// Starts a guardian and returns its pid.
Result<pid_t> launch_guardian(const std::string& executable, const GuardianPlan& plan) {
  const int fault = os::fault_of(os::Call::start_process).error;
  const SignalsBlocked blocked;
  const pid_t guardian = fault == 0 ? start_guardian(plan) : -1;
  if (guardian < 0)
    return Error{"cannot create a process: " + os::system_text(fault != 0 ? fault : errno), executable};
  return guardian;
}

Error explain(const GuardianReport& failure, const std::string& executable, const EngineLaunch& launch) {
  using Kind = GuardianReport::Kind;
  if (failure.kind == Kind::directory_failed)
    return Error{"cannot be the engine's working directory: " + os::system_text(failure.value),
                 launch.working_directory};
  if (failure.kind == Kind::guardian_failed)
    return Error{"cannot run engine-guardian, a part of Polyglot: " + os::system_text(failure.value)};
  if (failure.kind == Kind::exec_failed) return explain_exec_failure(executable, failure.value);
  return Error{"cannot create a process: " + os::system_text(failure.value), executable};
}

/// Launches a guardian with the engine that `launch` describes.
Result<pid_t> launch_engine(const std::string& executable, const EngineLaunch& launch,
                            const Plumbing& pipes) {
  const std::vector<const char*> argv = pointers_to(launch.argv);
  std::vector<const char*> shell_argv{"/bin/sh", executable.c_str()};
  shell_argv.insert(shell_argv.end(), argv.begin() + 1, argv.end());
  GuardianPlan plan;
  plan.executable = executable.c_str();
  plan.argv = argv.data();
  plan.shell_argv = shell_argv.data();
  plan.environment = ::environ;
  plan.directory = launch.working_directory.empty() ? nullptr : launch.working_directory.c_str();
  plan.standard[0] = number_of(pipes.in.read);
  plan.standard[1] = number_of(pipes.out.write);
  plan.standard[2] = number_of(pipes.err.write);
  plan.lifeline = number_of(pipes.guardians_lifeline);
  plan.nice = launch.nice ? &*launch.nice : nullptr;
  plan.affinity = launch.affinity;
  const std::string program = guardian_program();
  if (program.empty()) {
    plan.arguments = own_arguments();
  } else {
    plan.program = program.c_str();
  }
  adopt_orphans();
  return launch_guardian(executable, plan);
}

}  // namespace

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(const asio::any_io_executor& executor,
                                                            const EngineLaunch& launch) {
  if (launch.argv.empty()) return Error{"the command is empty"};
  const Result<std::string> executable = find_executable(launch.argv.front(), launch.working_directory);
  if (!executable) return executable.error();
  Result<Plumbing> pipes = make_plumbing();
  if (!pipes) return pipes.error();
  if (launch.shares_stderr) {
    pipes->err.read.reset();
    pipes->err.write = os::own(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  }
  const Result<pid_t> guardian = launch_engine(*executable, launch, *pipes);
  if (!guardian) return guardian.error();

  expect_child(*guardian);
  const auto supervision = std::make_shared<Supervision>(executor, std::move(pipes->lifeline), *guardian);
  pipes->guardians_lifeline.reset();
  if (const auto failure = supervision->await_start()) return explain(*failure, *executable, launch);
  std::unique_ptr<EngineProcess> engine(new EngineProcess(
      {{executor, std::move(pipes->in.write), LineWriter::Mode::non_blocking},
       {executor, std::move(pipes->out.read), Sharing::own, LineReader::kDefaultMaxLine, launch.output},
       {executor, std::move(pipes->err.read), Sharing::own, kMaxErrorLine, LineReader::Lines::messages}},
      *executable, supervision));
  if (const Result<void> begun = Supervision::begin(supervision); !begun) return begun.error();
  return engine;
}

}  // namespace polyglot::process
