// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <limits>
#include <poll.h>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/process/v2/posix/default_launcher.hpp>
#include <boost/process/v2/process.hpp>
#include <boost/system/system_error.hpp>

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
namespace bp = boost::process::v2;

namespace {

bool is_unused(const pollfd& descriptor) {
  return (descriptor.revents & POLLNVAL) != 0;
}

/// Whether a start will find all the descriptors that it needs: Asio leaks some if it cannot get the last
/// one.
Result<void> check_descriptors() {
  constexpr std::size_t kNeeded = 20;
  constexpr int kAtATime = 64;
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const int end = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, std::numeric_limits<int>::max()));
  std::size_t unused = 0;
  for (int first = 0; first < end && unused < kNeeded; first += kAtATime) {
    pollfd descriptors[kAtATime]{};
    const int count = std::min(kAtATime, end - first);
    for (int i = 0; i < count; ++i) descriptors[i].fd = first + i;
    ::poll(descriptors, static_cast<nfds_t>(count), 0);
    unused += static_cast<std::size_t>(std::count_if(descriptors, descriptors + count, is_unused));
  }
  if (unused < kNeeded) return Error{"cannot create a process: " + os::system_text(EMFILE)};
  return {};
}

struct Pipe {
  os::Descriptor read;
  os::Descriptor write;
};

/// Close-on-exec, and `ours` non-blocking: each end has an open file description of its own.
Result<Pipe> make_pipe(os::Descriptor Pipe::*ours) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return Error{"cannot create a pipe: " + os::system_text(errno)};
  Pipe pipe{os::Descriptor(ends[0]), os::Descriptor(ends[1])};
  ::fcntl((pipe.*ours).get(), F_SETFL, O_NONBLOCK);
  return pipe;
}

struct Plumbing {
  Pipe in, out, err;
  os::Descriptor our_lifeline, guardian_lifeline;
};

Result<Plumbing> make_plumbing() {
  Result<Pipe> in = make_pipe(&Pipe::write);
  Result<Pipe> out = make_pipe(&Pipe::read);
  Result<Pipe> err = make_pipe(&Pipe::read);
  for (const auto* pipe : {&in, &out, &err})
    if (!*pipe) return pipe->error();
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

/// Takes the child over from the launcher: neither its exec nor its exit(), which would run our atexit
/// handlers a second time, is ever reached.
struct GuardianInitializer {
  GuardianPlan plan;

  template <class Launcher, class Path>
  bp::error_code on_exec_setup(Launcher& launcher, const Path&, const char* const*(&)) {
    plan.environment = launcher.env;
    become_guardian(plan);
  }
};

/// The guardian's pid. Only the launch is left to the library, never the wait or the kill.
Result<pid_t> launch_guardian(const std::string& executable, const GuardianPlan& plan) {
  if (const int fault = os::fault_of(os::Call::start_process).error; fault != 0)
    return Error{"cannot create a process: " + os::system_text(fault), executable};
  // A context for the launch alone: the child re-registers everything its context's reactor knows, and
  // throws at a file that epoll refuses.
  asio::io_context context;
  bp::posix::default_launcher launcher;
  boost::system::error_code failure;
  const std::vector<std::string> unused;
  const SignalsBlocked blocked;
  auto child = launcher(context.get_executor(), failure, executable, unused, GuardianInitializer{plan});
  if (failure) return Error{"cannot create a process: " + failure.message(), executable};
  const pid_t pid = child.id();
  child.detach();
  return pid;
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
  occupy_standard_descriptors();
  const Result<std::string> executable = find_executable(launch.argv.front(), launch.working_directory);
  if (!executable) return executable.error();
  if (Result<void> enough = check_descriptors(); !enough) return enough.error();
  try {
    Result<Plumbing> pipes = make_plumbing();
    if (!pipes) return pipes.error();
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
    // The launcher waited until the exec was done or had failed, so the reports are there.
    if (const auto failure = supervision->take_reports()) return explain(*failure, *executable, launch);
    std::unique_ptr<EngineProcess> engine(new EngineProcess(
        {executor, std::move(pipes->in.write), LineWriter::Mode::non_blocking},
        {executor, std::move(pipes->out.read)},
        {executor, std::move(pipes->err.read), Sharing::own, kMaxErrorLine, LineReader::Lines::messages},
        *executable, supervision, limit_of_memory(launch, *supervision)));
    if (const Result<void> begun = Supervision::begin(supervision); !begun) return begun.error();
    return engine;
  } catch (const boost::system::system_error& failure) {
    return Error{"cannot create a process: " + failure.code().message(), *executable};
  }
}

}  // namespace polyglot::process
