// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include <polyglot/os/error.hpp>
#include <polyglot/os/faults.hpp>

#include "process/boost_process.hpp"
#include "process/executable.hpp"
#include "process/guardian.hpp"
#include "process/process_tree.hpp"
#include "process/supervision.hpp"

namespace polyglot::process {
namespace {

namespace asio = boost::asio;
namespace bp = boost::process::v2;
using asio::awaitable;
using Clock = std::chrono::steady_clock;
using Guardian = bp::basic_process<asio::any_io_executor>;

constexpr int kKilled = 128;  ///< shells add the number of the signal to it

/// Blocks all signals until it is destroyed, so that the guardian never runs our signal handlers.
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

/// An engine below its guardian, and our end of the guardian's lifeline. If the guardian is killed or hangs,
/// its orphans become our children, and we end them.
class GuardedEngine final : public Supervision {
 public:
  explicit GuardedEngine(const asio::any_io_executor& executor)
      : Supervision(executor), executor_(executor), lifeline_(executor), guardian_(executor) {}
  ~GuardedEngine() override { end_now(); }

  /// Returns the error of the start.
  [[nodiscard]] bp::error_code launch(const std::string& executable, const EngineLaunch& launch,
                                      const EngineEnds& ends);
  /// Begins to watch the started engine.
  void begin();

  [[nodiscard]] ProcessId engine() const noexcept override { return ProcessId{engine_}; }
  [[nodiscard]] ProcessId guardian() const noexcept override { return ProcessId{guardian_pid_}; }
  void interrupt() noexcept override { signal(SIGINT); }
  [[nodiscard]] Result<void> set_nice(int nice) override { return set_nice_of_tree(engine_, nice); }
  [[nodiscard]] Result<void> set_affinity(std::uint64_t mask) override {
    return set_affinity_of_tree(engine_, mask);
  }
  void end_now() override;

 private:
  using Self = std::shared_ptr<GuardedEngine>;

  static awaitable<void> await_guardian(Self self);
  static awaitable<void> await_engine(Self self, asio::posix::stream_descriptor end);

  [[nodiscard]] bool ask_to_end() noexcept override;
  void end_all() noexcept override;
  void give_up() override;

  void signal(int number) const noexcept;
  void take_reports() noexcept;
  void settle(bool guardian_did_its_work);

  asio::any_io_executor executor_;
  asio::local::stream_protocol::socket lifeline_;
  Guardian guardian_;
  pid_t guardian_pid_ = 0;
  pid_t engine_ = 0;
  std::optional<ExitReport> reported_;  ///< what the guardian has said about the engine's end
};

// ---- The start ------------------------------------------------------------------------------------------

bp::error_code GuardedEngine::launch(const std::string& executable, const EngineLaunch& launch,
                                     const EngineEnds& ends) {
  bp::error_code error;
  asio::local::stream_protocol::socket theirs(executor_);
  asio::local::connect_pair(lifeline_, theirs, error);
  if (error) return error;
  std::vector<const char*> argv;
  for (const std::string& word : launch.argv) argv.push_back(word.c_str());
  argv.push_back(nullptr);
  const UnderGuardian under_guardian{theirs.native_handle(), launch.nice ? &*launch.nice : nullptr,
                                     launch.affinity};
  bp::process_stdio stdio{ends.input, ends.output, ends.errors};
  const std::string folder = launch.working_directory.empty() ? "." : launch.working_directory;
  adopt_orphans();
  bp::posix::default_launcher launcher;
  const SignalsBlocked blocked;
  try {
    guardian_ = launcher(executor_, error, executable, argv.data(), under_guardian, stdio,
                         bp::process_start_dir(folder));
  } catch (const boost::system::system_error& failure) {
    error = failure.code();  // no descriptor is free to watch the guardian
  }
  guardian_pid_ = launcher.pid;
  theirs.close();
  if (!error) {
    expect_child(guardian_pid_);
    take_reports();
  } else if (launcher.pid > 0) {
    // Boost.Process 1.81 does not reap it. It ends as soon as it notices the failure.
    lifeline_.close();
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

void GuardedEngine::begin() {
  const Self self = std::static_pointer_cast<GuardedEngine>(shared_from_this());
  spawn(executor_, await_guardian(self), std::rethrow_exception);
#if defined(__linux__)
  // A guardian that is stopped or hangs does not notice the engine's end.
  const auto end = static_cast<int>(::syscall(SYS_pidfd_open, engine_, 0));
  if (end < 0 && errno == ESRCH) return;  // it has ended already
  spawn(executor_, await_engine(self, asio::posix::stream_descriptor(executor_, end)),
        std::rethrow_exception);
#endif
}

/// Takes the packets that have come.
void GuardedEngine::take_reports() noexcept {
  using Kind = GuardianReport::Kind;
  GuardianReport packet{};
  while (lifeline_.is_open() && ::recv(lifeline_.native_handle(), &packet, sizeof packet,
                                       engine_ > 0 ? MSG_DONTWAIT : 0) == sizeof packet) {
    const std::string reason = os::system_text(packet.value);
    if (packet.kind == Kind::started) engine_ = packet.value;
    if (packet.kind == Kind::nice_failed) warn("cannot change the engine's priority: " + reason);
    if (packet.kind == Kind::affinity_failed)
      warn("Affinity cannot choose the engine's processors: " + reason);
    if (packet.kind == Kind::ended) reported_ = report_of(packet.value);
  }
}

// ---- The end --------------------------------------------------------------------------------------------

awaitable<void> GuardedEngine::await_guardian(Self self) {
  bp::error_code error;
  const int status = co_await self->guardian_.async_wait(asio::redirect_error(asio::use_awaitable, error));
  if (!self->gone()) self->settle(!error && status == 0);
}

awaitable<void> GuardedEngine::await_engine(Self self, asio::posix::stream_descriptor end) {
  bp::error_code error;
  co_await end.async_wait(asio::posix::stream_descriptor::wait_read,
                          asio::redirect_error(asio::use_awaitable, error));
  if (self->state() == State::running) self->end_all();
  co_await await_clean_up(self);
}

/// The guardian reaps the engine only when it cleans up, so no other process has the same number before.
void GuardedEngine::signal(int number) const noexcept {
  if (state() == State::running) ::kill(-engine_, number);
}

bool GuardedEngine::ask_to_end() noexcept {
  signal(SIGTERM);
  signal(SIGCONT);  // a stopped process does not handle signals
  return true;
}

void GuardedEngine::end_all() noexcept {
  set_ending();
  bp::error_code ignored;
  lifeline_.shutdown(asio::socket_base::shutdown_send, ignored);
  ::kill(guardian_pid_, SIGCONT);
}

void GuardedEngine::give_up() {
  if (gone()) return;
  ::kill(guardian_pid_, SIGKILL);
  ::waitpid(guardian_pid_, nullptr, 0);
  settle(false);
}

void GuardedEngine::end_now() {
  if (gone() || engine_ == 0) return;
  end_all();
  for (const auto deadline = Clock::now() + kCleanUpLimit; !gone(); ::poll(nullptr, 0, 1)) {
    int status = 0;
    const pid_t reaped = ::waitpid(guardian_pid_, &status, WNOHANG);
    // waitpid() may report a traced child that has not ended.
    const bool has_ended = reaped == guardian_pid_ && (WIFEXITED(status) || WIFSIGNALED(status));
    if (has_ended || reaped < 0)
      settle(status == 0);
    else if (Clock::now() > deadline)
      give_up();
  }
}

/// The guardian has ended.
void GuardedEngine::settle(bool guardian_did_its_work) {
  take_reports();
  lifeline_.close();
  guardian_.detach();
  forget_child(guardian_pid_);
  ExitReport report = reported_.value_or(ExitReport{});
  if (!guardian_did_its_work || !reported_)
    report = {.kind = ExitReport::Kind::unguarded,
              .code = static_cast<int>(end_orphans(engine_, kCleanUpLimit))};
  set_gone(report);
}

}  // namespace

ExitReport report_of(int wait_status) noexcept {
  using Kind = ExitReport::Kind;
  if (WIFEXITED(wait_status)) return {Kind::exited, WEXITSTATUS(wait_status)};
  if (WIFSIGNALED(wait_status)) return {Kind::killed, kKilled + WTERMSIG(wait_status)};
  return {};
}

Result<std::shared_ptr<Supervision>> Supervision::start(const asio::any_io_executor& executor,
                                                        const std::string& executable,
                                                        const EngineLaunch& launch, const EngineEnds& ends) {
  if (const int fault = os::fault_of(os::Call::start_process).error; fault != 0)
    return Error{"cannot create a process: " + os::system_text(fault), executable};
  const auto engine = std::make_shared<GuardedEngine>(executor);
  bp::error_code error = engine->launch(executable, launch, ends);
  if (error.value() == ENOEXEC && is_bare_script(executable)) {
    EngineLaunch by_shell = launch;
    by_shell.argv = {"/bin/sh", executable};
    by_shell.argv.insert(by_shell.argv.end(), launch.argv.begin() + 1, launch.argv.end());
    error = engine->launch("/bin/sh", by_shell, ends);
  }
  if (error) return explain(error, executable, launch);
  engine->begin();
  return std::shared_ptr<Supervision>(engine);
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

}  // namespace polyglot::process

#endif
