#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <polyglot/process/engine_process.hpp>
#include <polyglot/process/signals.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/boost_process.hpp"
#include "process/executable.hpp"
#include "process/guardian.hpp"
#include "process/process_tree.hpp"
#include "process/system_error.hpp"

namespace polyglot::process {

namespace asio = boost::asio;
namespace bp = boost::process::v2;

using Milliseconds = std::chrono::milliseconds;

namespace {

constexpr int kCleanUpLimitMs = 2000;
constexpr int kMaxProcessors = 64;

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};

/// Close-on-exec, and `ours` non-blocking: each end has an open file description of its own.
Result<Pipe> make_pipe(UniqueFd Pipe::*ours) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return Error{"cannot create a pipe: " + system_text(errno)};
  Pipe pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
  ::fcntl((pipe.*ours).get(), F_SETFL, O_NONBLOCK);
  return pipe;
}

struct Plumbing {
  Pipe in, out, err;
  UniqueFd our_lifeline, guardian_lifeline;
};

Result<Plumbing> make_plumbing() {
  Result<Pipe> in = make_pipe(&Pipe::write);
  Result<Pipe> out = make_pipe(&Pipe::read);
  Result<Pipe> err = make_pipe(&Pipe::read);
  for (const auto* pipe : {&in, &out, &err})
    if (!*pipe) return pipe->error();
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{"cannot create a socket pair: " + system_text(errno)};
  return Plumbing{std::move(*in), std::move(*out), std::move(*err), UniqueFd(ends[0]), UniqueFd(ends[1])};
}

std::vector<const char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<const char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) pointers.push_back(word.c_str());
  pointers.push_back(nullptr);
  return pointers;
}

cpu_set_t processors(std::uint64_t mask) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int cpu = 0; cpu < kMaxProcessors; ++cpu)
    if (mask == 0 || (mask >> cpu & 1) != 0) CPU_SET(cpu, &set);
  return set;
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

/// Waits up to `limit_ms` until the other end of `socket` is closed.
bool peer_closes_within(int socket, int limit_ms) {
  pollfd event{socket, POLLRDHUP, 0};
  return ::poll(&event, 1, limit_ms) == 1;
}

/// An entry in a list for as long as it lives.
class Registration {
 public:
  using Timers = std::vector<asio::steady_timer*>;
  Registration(Timers& list, asio::steady_timer& timer) : list_(list), timer_(timer) {
    list_.push_back(&timer_);
  }
  ~Registration() { std::erase(list_, &timer_); }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

 private:
  Timers& list_;
  asio::steady_timer& timer_;
};

Error explain(const GuardianReport& failure, const std::string& executable, const EngineLaunch& launch) {
  using Kind = GuardianReport::Kind;
  if (failure.kind == Kind::directory_failed)
    return Error{"cannot be the engine's working directory: " + system_text(failure.value),
                 launch.working_directory};
  if (failure.kind == Kind::exec_failed) return explain_exec_failure(executable, failure.value);
  return Error{"cannot create a process: " + system_text(failure.value)};
}

}  // namespace

// ---- what the object and its coroutines share -------------------------------------------------------

struct EngineProcess::State {
  State(const asio::any_io_executor& executor, Plumbing&& pipes, pid_t child)
      : input(executor, std::move(pipes.in.write), LineWriter::Mode::non_blocking),
        output(executor, std::move(pipes.out.read)),
        errors(executor, std::move(pipes.err.read), Sharing::own, kMaxErrorLine, LineReader::Lines::messages),
        lifeline(executor, pipes.our_lifeline.release()),
        guardian(child) {}
  ~State() { reap_guardian(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// Takes the reports that came so far; the first failure among them, if any.
  std::optional<GuardianReport> take_reports();
  void note(const GuardianReport& report);
  void set_gone();
  void reap_guardian() noexcept;
  void order(int signal) noexcept;
  void kill_everything() noexcept;

  static asio::awaitable<void> watch(std::shared_ptr<State> self);
  static asio::awaitable<bool> wait_gone(std::shared_ptr<State> self, Milliseconds limit);
  static asio::awaitable<ExitReport> wait(std::shared_ptr<State> self);
  static asio::awaitable<ExitReport> shutdown(std::shared_ptr<State> self, Milliseconds grace);

  LineWriter input;
  LineReader output;
  LineReader errors;
  asio::posix::stream_descriptor lifeline;
  pid_t guardian;
  std::string executable;
  std::vector<std::string> warnings;
  std::vector<asio::steady_timer*> waiting;  ///< one for each coroutine in wait_gone()
  ExitReport report;
  pid_t engine = -1;
  bool gone = false;
};

std::optional<GuardianReport> EngineProcess::State::take_reports() {
  GuardianReport packet{};
  for (;;) {
    const ssize_t count = ::recv(lifeline.native_handle(), &packet, sizeof packet, MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return std::nullopt;
    if (count != sizeof packet) {
      set_gone();
      return std::nullopt;
    }
    using Kind = GuardianReport::Kind;
    if (packet.kind == Kind::fork_failed || packet.kind == Kind::directory_failed ||
        packet.kind == Kind::exec_failed)
      return packet;
    note(packet);
  }
}

void EngineProcess::State::note(const GuardianReport& packet) {
  using Kind = GuardianReport::Kind;
  if (packet.kind == Kind::started) engine = packet.value;
  if (packet.kind == Kind::ended) report = ExitReport::from_wait_status(packet.value);
  if (packet.kind == Kind::nice_failed)
    warnings.push_back("cannot change the engine's priority: " + system_text(packet.value));
  if (packet.kind == Kind::affinity_failed)
    warnings.push_back("cannot choose the engine's processors: " + system_text(packet.value));
}

void EngineProcess::State::set_gone() {
  if (std::exchange(gone, true)) return;
  for (asio::steady_timer* timer : waiting) timer->cancel();
  reap_guardian();
}

/// Told to, the guardian cleans up, closes the lifeline and ends; never kill it before.
void EngineProcess::State::reap_guardian() noexcept {
  if (!lifeline.is_open()) return;
  kill_everything();
  if (peer_closes_within(lifeline.native_handle(), kCleanUpLimitMs)) ::waitpid(guardian, nullptr, 0);
  boost::system::error_code ignored;
  lifeline.close(ignored);
}

void EngineProcess::State::order(int signal) noexcept {
  const GuardianOrder packet{signal};
  static_cast<void>(::send(lifeline.native_handle(), &packet, sizeof packet, MSG_NOSIGNAL | MSG_DONTWAIT));
}

void EngineProcess::State::kill_everything() noexcept {
  ::shutdown(lifeline.native_handle(), SHUT_WR);
}

asio::awaitable<void> EngineProcess::State::watch(std::shared_ptr<State> self) {
  while (!self->gone) {
    boost::system::error_code failure;
    co_await self->lifeline.async_wait(asio::posix::descriptor_base::wait_read,
                                       asio::redirect_error(asio::use_awaitable, failure));
    if (failure || self->gone) break;
    self->take_reports();
  }
  self->set_gone();
}

/// True when the engine is gone, false when the time is up.
asio::awaitable<bool> EngineProcess::State::wait_gone(std::shared_ptr<State> self, Milliseconds limit) {
  if (self->gone) co_return true;
  asio::steady_timer timer(self->lifeline.get_executor());
  if (limit == Milliseconds::max()) {
    timer.expires_at(asio::steady_timer::time_point::max());
  } else {
    timer.expires_after(limit);
  }
  const Registration registered(self->waiting, timer);
  boost::system::error_code cancelled;
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  co_return self->gone;
}

asio::awaitable<ExitReport> EngineProcess::State::wait(std::shared_ptr<State> self) {
  co_await wait_gone(self, Milliseconds::max());
  co_return self->report;
}

asio::awaitable<ExitReport> EngineProcess::State::shutdown(std::shared_ptr<State> self, Milliseconds grace) {
  self->input.close();
  bool gone = co_await wait_gone(self, grace);
  if (!gone) {
    self->order(SIGTERM);
    gone = co_await wait_gone(self, kTermGrace);
  }
  if (!gone) {
    self->kill_everything();
    co_await wait_gone(self, Milliseconds(kCleanUpLimitMs));
  }
  co_return self->report;
}

// ---- the class --------------------------------------------------------------------------------------

namespace {

/// The guardian's pid. Only the launch is left to the library, never the wait or the kill.
Result<pid_t> launch_guardian(const std::string& executable, const GuardianPlan& plan) {
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

}  // namespace

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(const asio::any_io_executor& executor,
                                                            const EngineLaunch& launch) {
  if (launch.argv.empty()) return Error{"the command is empty"};
  occupy_standard_descriptors();
  const Result<std::string> executable = find_executable(launch.argv.front(), launch.working_directory);
  if (!executable) return executable.error();
  Result<Plumbing> pipes = make_plumbing();
  if (!pipes) return pipes.error();

  const std::vector<const char*> argv = pointers_to(launch.argv);
  std::vector<const char*> shell_argv{"/bin/sh", executable->c_str()};
  shell_argv.insert(shell_argv.end(), argv.begin() + 1, argv.end());
  const cpu_set_t affinity = processors(launch.affinity);
  GuardianPlan plan;
  plan.executable = executable->c_str();
  plan.argv = argv.data();
  plan.shell_argv = is_bare_script(*executable) ? shell_argv.data() : nullptr;
  plan.directory = launch.working_directory.empty() ? nullptr : launch.working_directory.c_str();
  plan.standard[0] = pipes->in.read.get();
  plan.standard[1] = pipes->out.write.get();
  plan.standard[2] = pipes->err.write.get();
  plan.lifeline = pipes->guardian_lifeline.get();
  plan.nice = launch.nice ? &*launch.nice : nullptr;
  plan.affinity = launch.affinity != 0 ? &affinity : nullptr;
  const Result<pid_t> guardian = launch_guardian(*executable, plan);
  if (!guardian) return guardian.error();

  Plumbing ours = std::move(*pipes);
  for (UniqueFd* theirs : {&ours.in.read, &ours.out.write, &ours.err.write, &ours.guardian_lifeline})
    theirs->reset();
  auto state = std::make_shared<State>(executor, std::move(ours), *guardian);
  state->executable = *executable;
  // The launcher waited until the exec was done or had failed, so the reports are there.
  if (const auto failure = state->take_reports()) return explain(*failure, *executable, launch);
  asio::co_spawn(executor, State::watch(state), asio::detached);
  return std::unique_ptr<EngineProcess>(new EngineProcess(std::move(state)));
}

EngineProcess::EngineProcess(std::shared_ptr<State> state) : state_(std::move(state)) {}

EngineProcess::~EngineProcess() {
  state_->input.close();
  state_->output.close();
  state_->errors.close();
  state_->set_gone();
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
  return state_->engine;
}
pid_t EngineProcess::guardian_pid() const noexcept {
  return state_->guardian;
}
const std::string& EngineProcess::executable() const noexcept {
  return state_->executable;
}
bool EngineProcess::running() const noexcept {
  return !state_->gone;
}
const std::vector<std::string>& EngineProcess::warnings() const noexcept {
  return state_->warnings;
}

asio::awaitable<ExitReport> EngineProcess::wait() {
  return State::wait(state_);
}

asio::awaitable<ExitReport> EngineProcess::shutdown(Milliseconds grace) {
  return State::shutdown(state_, grace);
}

void EngineProcess::interrupt() noexcept {
  // Not by the guardian, which would take its time. The number is the engine's until the guardian ends.
  if (running()) ::kill(-state_->engine, SIGINT);
}

Result<void> EngineProcess::set_nice(int nice) {
  if (!running()) return Error{"the engine is not running"};
  for (const pid_t thread : threads_of_tree(state_->engine)) {
    if (::setpriority(PRIO_PROCESS, static_cast<id_t>(thread), nice) != 0 && errno != ESRCH)
      return Error{"cannot change the engine's priority: " + system_text(errno)};
  }
  return {};
}

Result<void> EngineProcess::set_affinity(std::uint64_t mask) {
  if (!running()) return Error{"the engine is not running"};
  const cpu_set_t set = processors(mask);
  for (const pid_t thread : threads_of_tree(state_->engine)) {
    if (::sched_setaffinity(thread, sizeof set, &set) != 0 && errno != ESRCH)
      return Error{"cannot choose the engine's processors: " + system_text(errno)};
  }
  return {};
}

}  // namespace polyglot::process
