// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/detail/signal_blocker.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/faults.hpp>

#include "process/guardian.hpp"
#include "process/program_start.hpp"

namespace polyglot::process {
namespace {

namespace asio = boost::asio;
namespace bp = boost::process::v2;
using asio::awaitable;
using Clock = std::chrono::steady_clock;
using Guardian = bp::basic_process<asio::any_io_executor>;

// ---- The processes of an engine, and our own --------------------------------------------------------------

/// Waits a millisecond, because waitpid(2) has no timeout.
void pause() {
  ::poll(nullptr, 0, 1);
}

void append_threads(pid_t process, std::vector<pid_t>& threads, std::vector<pid_t>& children) {
  const std::string tasks = "/proc/" + std::to_string(process) + "/task";
  std::error_code gone;
  auto task = std::filesystem::directory_iterator(tasks, gone);
  for (; !gone && task != std::filesystem::directory_iterator(); task.increment(gone)) {
    threads.push_back(std::stoi(task->path().filename().string()));
    std::ifstream list(task->path() / "children");
    for (pid_t child = 0; list >> child;) children.push_back(child);
  }
}

std::vector<pid_t> children_of_ours() {
  std::vector<pid_t> threads, children;
  append_threads(::getpid(), threads, children);
  return children;
}

/// Our own children, which are not orphans of an engine: the guardians, and what a program that ran in this
/// process before us has left.
std::vector<pid_t>& own_children() {
  static std::vector<pid_t> own = children_of_ours();
  return own;
}

/// Makes this process the parent of orphans of its guardians, before an engine starts.
void adopt_orphans() {
  // A process that ignores SIGCHLD gets no wait status. Children inherit this setting.
  struct sigaction current {};
  ::sigaction(SIGCHLD, nullptr, &current);
  if (current.sa_handler == SIG_IGN) static_cast<void>(std::signal(SIGCHLD, SIG_DFL));
  static_cast<void>(own_children());
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/// Kills and reaps what a guardian left behind. Returns how many processes are alive after `limit`.
std::size_t end_orphans(std::chrono::milliseconds limit) {
  const std::vector<pid_t>& own = own_children();
  const auto is_own = [&own](pid_t child) { return std::ranges::find(own, child) != own.end(); };
  for (const auto deadline = Clock::now() + limit;; pause()) {
    std::vector<pid_t> orphans = children_of_ours();
    std::erase_if(orphans, is_own);
    if (orphans.empty() || Clock::now() > deadline) return orphans.size();
    // After a child is reaped, its own children become ours.
    for (const pid_t orphan : orphans) {
      ::kill(orphan, SIGKILL);
      ::waitpid(orphan, nullptr, WNOHANG);
    }
  }
}

// ---- The engine -------------------------------------------------------------------------------------------

/// An engine below its guardian, and our end of the guardian's lifeline. If the guardian is killed or hangs,
/// its orphans become our children, and we end them.
class GuardedEngine final : public EngineConnection {
 public:
  GuardedEngine(const asio::any_io_executor& executor, const std::string& executable)
      : EngineConnection(executor, executable), guardian_(executor) {}

  /// Returns the error of the start.
  [[nodiscard]] bp::error_code start(const std::string& executable, const EngineLaunch& launch,
                                     const EngineEnds& ends);
  static awaitable<void> await_guardian(std::shared_ptr<GuardedEngine> self);

  [[nodiscard]] ProcessId id() const noexcept override { return ProcessId{engine_}; }
  void interrupt() noexcept override { signal(SIGINT); }
  [[nodiscard]] Result<void> set_nice(int nice) override {
    return set_for_tree("cannot change the engine's priority", [nice](pid_t thread) {
      return ::setpriority(PRIO_PROCESS, static_cast<id_t>(thread), nice) == 0 ? 0 : errno;
    });
  }
  [[nodiscard]] Result<void> set_affinity(std::uint64_t mask) override {
    return set_for_tree("Affinity cannot choose the engine's processors",
                        [mask](pid_t thread) { return set_processors(thread, mask); });
  }

 private:
  [[nodiscard]] bool ask_to_end() noexcept override;
  void end_now() override;

  template <class Set>
  [[nodiscard]] Result<void> set_for_tree(const std::string& what, Set set) const;
  void signal(int number) const noexcept;
  void settle(bool guardian_did_its_work);

  os::Descriptor lifeline_;
  Guardian guardian_;
  pid_t guardian_pid_ = 0;
  pid_t engine_ = 0;
};

// ---- The start ------------------------------------------------------------------------------------------

bp::error_code GuardedEngine::start(const std::string& executable, const EngineLaunch& launch,
                                    const EngineEnds& ends) {
  // Linux before 5.11 has no close_range() that closes them in the engine's process.
  int lifeline[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, lifeline) != 0)
    return {errno, boost::system::system_category()};
  lifeline_ = os::own(lifeline[0]);
  os::Descriptor theirs = os::own(lifeline[1]);
  std::vector<const char*> argv;
  for (const std::string& word : launch.argv) argv.push_back(word.c_str());
  argv.push_back(nullptr);
  const UnderGuardian under_guardian{theirs.native(), launch.nice, launch.affinity};
  bp::process_stdio stdio{ends[0], ends[1], ends[2]};
  const std::string folder = launch.working_directory.empty() ? "." : launch.working_directory;
  adopt_orphans();
  bp::error_code error;
  bp::posix::default_launcher launcher;
  const asio::detail::signal_blocker blocked;  // so that the guardian never runs our signal handlers
  try {
    guardian_ = launcher(guardian_.get_executor(), error, executable, argv.data(), under_guardian, stdio,
                         bp::process_start_dir(folder));
  } catch (const boost::system::system_error& failure) {
    error = failure.code();  // no descriptor is free to watch the guardian
  }
  guardian_pid_ = launcher.pid;
  theirs.reset();
  // This cannot hang: the guardian sends before it closes the launcher's pipe, whose end the launcher has
  // awaited.
  if (!error && ::read(lifeline_.native(), &engine_, sizeof engine_) != sizeof engine_)
    error = bp::error_code(ECHILD, boost::system::system_category());
  if (!error) {
    own_children().push_back(guardian_pid_);
  } else if (launcher.pid > 0) {
    // Boost.Process 1.81 does not reap it. It ends as soon as it notices the failure.
    lifeline_.reset();
    ::waitpid(launcher.pid, nullptr, 0);
  }
  return error;
}

Error explain(const bp::error_code& error, const std::string& executable, const EngineLaunch& launch) {
  const std::string& folder = launch.working_directory;
  if (!folder.empty() && ::access((folder + "/.").c_str(), X_OK) != 0)
    return Error{"cannot be the engine's working directory: " + os::system_text(errno), folder};
  const bool is_out_of_room = error.value() == EAGAIN || error.value() == ENOMEM || error.value() == EMFILE ||
                              error.value() == ENFILE;
  if (is_out_of_room) return Error{"cannot create a process: " + error.message(), executable};
  return explain_exec_failure(executable, error.value());
}

/// Changes a setting of all threads of the engine and of its current descendants. `set` returns 0 or an
/// errno.
template <class Set>
Result<void> GuardedEngine::set_for_tree(const std::string& what, Set set) const {
  if (!running()) return Error{"the engine is not running"};
  std::vector<pid_t> threads;
  for (std::vector<pid_t> processes{engine_}; !processes.empty();) {
    const pid_t process = processes.back();
    processes.pop_back();
    append_threads(process, threads, processes);
  }
  for (const pid_t thread : threads)
    if (const int error = set(thread); error != 0 && error != ESRCH)
      return Error{what + ": " + os::system_text(error)};
  return {};
}

// ---- The end --------------------------------------------------------------------------------------------

awaitable<void> GuardedEngine::await_guardian(std::shared_ptr<GuardedEngine> self) {
  bp::error_code error;
  const int status = co_await self->guardian_.async_wait(asio::redirect_error(asio::use_awaitable, error));
  if (self->running()) self->settle(!error && status == 0);
}

/// The guardian reaps the engine only when it cleans up, so no other process has the same number before.
void GuardedEngine::signal(int number) const noexcept {
  if (running()) ::kill(-engine_, number);
}

bool GuardedEngine::ask_to_end() noexcept {
  signal(SIGTERM);
  signal(SIGCONT);  // a stopped process does not handle signals
  return true;
}

/// Closes our direction of the lifeline, so that the guardian ends everything. A guardian that does not is
/// killed.
void GuardedEngine::end_now() {
  if (!running() || engine_ == 0) return;
  ::shutdown(lifeline_.native(), SHUT_WR);
  ::kill(guardian_pid_, SIGCONT);
  int status = 0;
  for (const auto deadline = Clock::now() + kCleanUpLimit; Clock::now() < deadline; pause()) {
    const pid_t reaped = ::waitpid(guardian_pid_, &status, WNOHANG);
    // waitpid() may report a traced child that has not ended.
    if (reaped < 0 || (reaped == guardian_pid_ && (WIFEXITED(status) || WIFSIGNALED(status))))
      return settle(status == 0);
  }
  ::kill(guardian_pid_, SIGKILL);
  ::waitpid(guardian_pid_, nullptr, 0);
  settle(false);
}

/// The guardian has ended.
void GuardedEngine::settle(bool guardian_did_its_work) {
  int status = 0;
  const bool is_reported = ::recv(lifeline_.native(), &status, sizeof status, MSG_DONTWAIT) == sizeof status;
  lifeline_.reset();
  guardian_.detach();
  std::erase(own_children(), guardian_pid_);
  if (guardian_did_its_work && is_reported) return set_gone(report_of(status));
  ExitReport report{.text = "ended by force: its guardian was killed or hangs"};
  report.code = static_cast<int>(end_orphans(kCleanUpLimit));
  if (report.code > 0) report.text += fmt::format(", and {} of its processes cannot be killed", report.code);
  set_gone(std::move(report));
}

}  // namespace

ExitReport report_of(int status) {
  using Kind = ExitReport::Kind;
  constexpr int kKilled = 128;  // shells add the number of the signal to it
  if (WIFEXITED(status))
    return {Kind::exited, WEXITSTATUS(status), fmt::format("exited with status {}", WEXITSTATUS(status))};
  const int signal = WTERMSIG(status);
  return {Kind::killed, kKilled + signal,
          fmt::format("killed by signal {} ({})", signal, ::strsignal(signal))};
}

Result<std::shared_ptr<EngineConnection>> start_engine(const asio::any_io_executor& executor,
                                                       const std::string& executable,
                                                       const EngineLaunch& launch, const EngineEnds& ends) {
  if (const int fault = os::fault_of(os::Call::start_process).error; fault != 0)
    return Error{"cannot create a process: " + os::system_text(fault), executable};
  const auto engine = std::make_shared<GuardedEngine>(executor, executable);
  bp::error_code error = engine->start(executable, launch, ends);
  if (error.value() == ENOEXEC && is_bare_script(executable)) {
    EngineLaunch by_shell = launch;
    by_shell.argv = {"/bin/sh", executable};
    by_shell.argv.insert(by_shell.argv.end(), launch.argv.begin() + 1, launch.argv.end());
    error = engine->start("/bin/sh", by_shell, ends);
  }
  if (error) return explain(error, executable, launch);
  spawn(executor, GuardedEngine::await_guardian(engine), std::rethrow_exception);
  return std::shared_ptr<EngineConnection>(engine);
}

}  // namespace polyglot::process

#endif
