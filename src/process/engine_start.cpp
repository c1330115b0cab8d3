// SPDX-License-Identifier: MIT
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include <polyglot/os/error.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/process/engine_process.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/control_group.hpp"
#include "process/executable.hpp"
#include "process/guardian.hpp"
#include "process/process_tree.hpp"
#include "process/supervision.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

namespace {

struct Pipe {
  os::Descriptor read;
  os::Descriptor write;
};

/// Close-on-exec.
Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return Error{"cannot create a pipe: " + os::system_text(errno)};
  return Pipe{os::Descriptor(ends[0]), os::Descriptor(ends[1])};
}

struct Plumbing {
  Pipe in, out, err;
  os::Descriptor our_lifeline, guardian_lifeline;
};

Result<Plumbing> make_plumbing() {
  Result<Pipe> in = make_pipe();
  Result<Pipe> out = make_pipe();
  Result<Pipe> err = make_pipe();
  for (const auto* pipe : {&in, &out, &err})
    if (!*pipe) return pipe->error();
  ::fcntl(in->write.get(), F_SETFL, O_NONBLOCK);  // each end has an open file description of its own
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{"cannot create a socket pair: " + os::system_text(errno)};
  return Plumbing{std::move(*in), std::move(*out), std::move(*err), os::Descriptor(ends[0]),
                  os::Descriptor(ends[1])};
}

std::vector<const char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<const char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) pointers.push_back(word.c_str());
  pointers.push_back(nullptr);
  return pointers;
}

/// Where the kernel finds the command line that it shows of us; empty if unknown.
std::span<char> own_arguments() {
  std::ifstream file("/proc/self/cmdline");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  // A dynamic linker that was given our name has its own in front of it.
  if (std::strcmp(text.c_str(), program_invocation_name) != 0) return {};
  return {program_invocation_name, text.size()};
}

/// All signals blocked while it lives: a child forked meanwhile meets none in our handlers.
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

/// The guardian's pid.
Result<pid_t> launch_guardian(const std::string& executable, const GuardianPlan& plan) {
  const int fault = os::fault_of(os::Call::start_process).error;
  const SignalsBlocked blocked;
  const pid_t guardian = fault == 0 ? ::fork() : -1;
  if (guardian == 0) become_guardian(plan);
  if (guardian < 0)
    return Error{"cannot create a process: " + os::system_text(fault != 0 ? fault : errno), executable};
  return guardian;
}

Error explain(const GuardianReport& failure, const std::string& executable, const EngineLaunch& launch) {
  using Kind = GuardianReport::Kind;
  if (failure.kind == Kind::directory_failed)
    return Error{"cannot be the engine's working directory: " + os::system_text(failure.value),
                 launch.working_directory};
  if (failure.kind == Kind::exec_failed) return explain_exec_failure(executable, failure.value);
  return Error{"cannot create a process: " + os::system_text(failure.value), executable};
}

/// Nothing where none is needed or can be had.
Result<std::optional<ControlGroup>> make_group(const EngineLaunch& launch) {
  if (launch.memory == 0) return std::optional<ControlGroup>();
  return ControlGroup::make(own_control_group(), launch.memory);
}

MemoryLimit limit_of_memory(const EngineLaunch& launch, const Supervision& supervision) {
  if (launch.memory == 0) return MemoryLimit::none;
  return supervision.has_group() ? MemoryLimit::control_group : MemoryLimit::address_space;
}

/// As ioprio_set(2) takes it, whose header is not for C++; 0: as we are.
int io_priority(IoClass io_class) {
  constexpr int kClassShift = 13;
  constexpr int kNormalLevel = 4;
  const auto kernels_class = static_cast<int>(io_class);
  const bool has_levels = io_class == IoClass::realtime || io_class == IoClass::best_effort;
  return kernels_class << kClassShift | (has_levels ? kNormalLevel : 0);
}

/// Launches a guardian with the engine that `launch` wants.
Result<pid_t> launch_engine(const std::string& executable, const EngineLaunch& launch, const Plumbing& pipes,
                            const std::optional<ControlGroup>& group) {
  const std::string group_members = group ? group->members() : std::string();
  const std::vector<const char*> argv = pointers_to(launch.argv);
  std::vector<const char*> shell_argv{"/bin/sh", executable.c_str()};
  shell_argv.insert(shell_argv.end(), argv.begin() + 1, argv.end());
  const cpu_set_t affinity = processors(launch.affinity);
  GuardianPlan plan;
  plan.executable = executable.c_str();
  plan.argv = argv.data();
  plan.shell_argv = is_bare_script(executable) ? shell_argv.data() : nullptr;
  plan.environment = environ;
  plan.directory = launch.working_directory.empty() ? nullptr : launch.working_directory.c_str();
  plan.standard[0] = pipes.in.read.get();
  plan.standard[1] = pipes.out.write.get();
  plan.standard[2] = pipes.err.write.get();
  plan.lifeline = pipes.guardian_lifeline.get();
  plan.nice = launch.nice ? &*launch.nice : nullptr;
  plan.affinity = launch.affinity != 0 ? &affinity : nullptr;
  plan.group = group ? group->folder().c_str() : nullptr;
  plan.group_members = group ? group_members.c_str() : nullptr;
  plan.memory = launch.memory;
  plan.cpu_time = launch.cpu_time;
  plan.io_priority = io_priority(launch.io_class);
  plan.arguments = own_arguments();
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
    pipes->err.write.reset(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  }
  auto made = make_group(launch);
  const std::optional<Error> no_group = made ? std::nullopt : std::optional(made.error());
  auto group = made ? std::move(*made) : std::optional<ControlGroup>();
  const Result<pid_t> guardian = launch_engine(*executable, launch, *pipes, group);
  if (!guardian) return guardian.error();

  expect_child(*guardian);
  const auto supervision =
      std::make_shared<Supervision>(executor, std::move(pipes->our_lifeline), *guardian, std::move(group));
  pipes->guardian_lifeline.reset();
  if (no_group) supervision->warn(no_group->to_string() + "; its address space is limited instead");
  if (const auto failure = supervision->await_start()) return explain(*failure, *executable, launch);
  std::unique_ptr<EngineProcess> engine(new EngineProcess(
      {{executor, std::move(pipes->in.write), LineWriter::Mode::non_blocking},
       {executor, std::move(pipes->out.read), Sharing::own, LineReader::kDefaultMaxLine, launch.output},
       {executor, std::move(pipes->err.read), Sharing::own, kMaxErrorLine, LineReader::Lines::messages}},
      *executable, supervision, limit_of_memory(launch, *supervision)));
  if (const Result<void> begun = Supervision::begin(supervision); !begun) return begun.error();
  return engine;
}

}  // namespace polyglot::process
