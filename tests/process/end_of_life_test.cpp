// SPDX-License-Identifier: MIT
// No process of the engine remains, whichever process ends and however it ends.
#include <csignal>
#include <sys/ptrace.h>

#include <polyglot/process/engine_connection.hpp>

#include "process/pipe_testing.hpp"
#include "process/process_testing.hpp"
#include "support/testing.hpp"
#include "test_paths.hpp"

namespace polyglot::process {
namespace {

using namespace testing;

enum class Ending {
  shutdown,
  destroyed,
  parent_killed,
  parent_terminated,
  parent_crashed,
  guardian_killed,
  guardian_stopped,         ///< then shutdown
  stopped_guardian_orphan,  ///< the guardian is stopped, then the parent killed
};
enum class Engine { normal, stubborn, behind_script, daemon, stopped };

class EndOfLife : public ::testing::TestWithParam<std::tuple<Ending, Engine>> {
 protected:
  std::vector<std::string> command(Engine engine) {
    std::vector<std::string> argv{SCRIPTED_ENGINE, "--pidfile", pidfile_, "--banner", "hello"};
    const auto add = [&argv](std::initializer_list<const char*> flags) {
      argv.insert(argv.end(), flags.begin(), flags.end());
    };
    if (engine != Engine::normal) add({"--ignore-quit", "--ignore-eof", "--ignore-term"});
    if (engine == Engine::daemon) add({"--double-fork", "--child"});
    if (engine == Engine::behind_script) {
      const std::string script = "#!/bin/sh\ntrap '' TERM\necho $$ >>" + pidfile_ + "\n\"$@\"\nsleep 1000\n";
      argv.insert(argv.begin(), folder_.write("script", script, true));
    }
    return argv;
  }

  std::shared_ptr<EngineConnection> start(TestLoop& loop, Engine kind) {
    auto engine = taken(EngineConnection::start(loop.executor(), {.argv = command(kind)}));
    loop.await(read_until(engine->output(), "hello"));
    remember(guardian_of(*engine));
    if (kind == Engine::stopped) ::kill(pid_of(*engine), SIGSTOP);
    return engine;
  }

  /// Runs `ending` upon an engine of ours.
  void end_engine(Ending ending, Engine kind) {
    TestLoop loop;
    const auto engine = start(loop, kind);
    if (ending == Ending::destroyed) return;
    if (ending == Ending::guardian_stopped) ::kill(guardian_of(*engine), SIGSTOP);
    if (ending == Ending::guardian_killed) {
      ::kill(guardian_of(*engine), SIGKILL);
      const ExitReport report = loop.await(engine->wait());
      EXPECT_EQ(report.kind, ExitReport::Kind::unguarded);
      EXPECT_EQ(report.code, 0);
    } else {
      loop.await(engine->input().write("quit\n"));
      EXPECT_NE(loop.await(engine->shutdown()).kind, ExitReport::Kind::unguarded);
    }
    expect_all_gone();
  }

  void expect_all_gone() const {
    for (const pid_t pid : pids_) EXPECT_FALSE(alive(pid)) << pid;
  }

  /// Sends `signal` to another process that has started the engine, after `to_guardian` to the guardian.
  void end_parent(int signal, Engine kind, int to_guardian = 0) {
    std::vector<std::string> argv{SUPERVISOR_PROBE};
    for (std::string& word : command(kind)) argv.push_back(std::move(word));
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const os::Descriptor out = os::own(ends[0]);
    os::Descriptor their_out = os::own(ends[1]);
    const pid_t parent = ::fork();
    if (parent == 0) {
      std::vector<char*> words;
      for (std::string& word : argv) words.push_back(word.data());
      words.push_back(nullptr);
      ::dup2(their_out.native(), STDOUT_FILENO);
      ::execv(words.front(), words.data());
      ::_exit(127);
    }
    their_out.reset();
    char line[100] = {};
    ASSERT_GT(::read(out.native(), line, sizeof line - 1), 0);
    pid_t engine = 0, guardian = 0;
    ASSERT_EQ(std::sscanf(line, "ready %d %d", &engine, &guardian), 2);
    remember(guardian);
    if (kind == Engine::stopped) ::kill(engine, SIGSTOP);
    ::kill(guardian, to_guardian);
    ::kill(parent, signal);
    ::waitpid(parent, nullptr, 0);
    // Nobody but the parent holds its stdout: neither guardian nor engine keeps the GUI waiting.
    EXPECT_EQ(::read(out.native(), line, sizeof line), 0);
  }

  void remember(pid_t guardian) {
    pids_ = pids_in(pidfile_);
    pids_.push_back(guardian);
    for (const pid_t pid : pids_) EXPECT_TRUE(alive(pid)) << pid;
  }

  TemporaryFolder folder_;
  std::string pidfile_ = folder_ / "pids";
  std::vector<pid_t> pids_;
};

TEST_P(EndOfLife, LeavesNothingBehind) {
  const auto [ending, engine] = GetParam();
  switch (ending) {
    case Ending::shutdown:
    case Ending::destroyed:
    case Ending::guardian_killed:
    case Ending::guardian_stopped:
      end_engine(ending, engine);
      break;
    case Ending::parent_killed:
      end_parent(SIGKILL, engine);
      break;
    case Ending::parent_terminated:
      end_parent(SIGTERM, engine);
      break;
    case Ending::parent_crashed:
      end_parent(SIGABRT, engine);
      break;
    case Ending::stopped_guardian_orphan:
      end_parent(SIGKILL, engine, SIGSTOP);
      break;
  }
  const std::size_t expected = engine == Engine::daemon ? 4 : engine == Engine::behind_script ? 3 : 2;
  EXPECT_EQ(pids_.size(), expected);
  for (const pid_t pid : pids_) EXPECT_TRUE(dies(pid)) << pid;
}

/// On Linux before 5.11 only this keeps the lifeline from an engine, which would hide our death from the
/// guardian.
TEST_F(EndOfLife, OpensNoDescriptorThatAnEngineWouldInherit) {
  const auto inherited = [] {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      const int flags = ::fcntl(std::stoi(entry.path().filename().string()), F_GETFD);
      if (flags >= 0 && (flags & FD_CLOEXEC) == 0) paths.push_back(entry.path().string());
    }
    return paths;
  };
  const std::vector<std::string> before = inherited();
  TestLoop loop;
  const auto engine = start(loop, Engine::normal);
  EXPECT_EQ(inherited(), before);
}

std::string test_name(const ::testing::TestParamInfo<EndOfLife::ParamType>& test) {
  constexpr const char* kEndings[] = {
      "Shutdown",      "Destroyed",      "ParentKilled",    "ParentTerminated",
      "ParentCrashed", "GuardianKilled", "GuardianStopped", "StoppedGuardianOrphan"};
  constexpr const char* kEngines[] = {"Normal", "Stubborn", "BehindScript", "Daemon", "Stopped"};
  const auto [ending, engine] = test.param;
  return std::string(kEndings[static_cast<int>(ending)]) + kEngines[static_cast<int>(engine)];
}

INSTANTIATE_TEST_SUITE_P(
    All, EndOfLife,
    ::testing::Combine(::testing::Values(Ending::shutdown, Ending::destroyed, Ending::parent_killed,
                                         Ending::parent_terminated, Ending::parent_crashed,
                                         Ending::guardian_killed, Ending::guardian_stopped,
                                         Ending::stopped_guardian_orphan),
                       ::testing::Values(Engine::normal, Engine::stubborn, Engine::behind_script,
                                         Engine::daemon, Engine::stopped)),
    test_name);

using GuardianFailure = EndOfLife;

/// SIGCONT does not resume a process that a debugger has stopped.
TEST_F(GuardianFailure, OneThatDoesNothingAnyMoreIsReplacedByUs) {
  TestLoop loop;
  const auto engine = start(loop, Engine::daemon);
  const pid_t guardian = guardian_of(*engine);
  ASSERT_EQ(::ptrace(PTRACE_SEIZE, guardian, nullptr, nullptr), 0);
  ASSERT_EQ(::ptrace(PTRACE_INTERRUPT, guardian, nullptr, nullptr), 0);
  int status = 0;
  ASSERT_EQ(::waitpid(guardian, &status, 0), guardian);
  loop.await(engine->input().write("quit\n"));
  EXPECT_EQ(loop.await(engine->shutdown()).text, "ended by force: its guardian was killed or hangs");
  EXPECT_EQ(pids_.size(), 4U);
  expect_all_gone();
}

TEST_F(GuardianFailure, OfOneEngineLeavesTheOtherAlone) {
  TestLoop loop;
  const auto other = taken(EngineConnection::start(loop.executor(), {.argv = {SCRIPTED_ENGINE}}));
  const auto engine = start(loop, Engine::daemon);
  ::kill(guardian_of(*engine), SIGKILL);
  loop.await(engine->wait());
  expect_all_gone();
  EXPECT_TRUE(alive(guardian_of(*other)));
  loop.await(other->input().write("isready\n"));
  EXPECT_EQ(loop.await(read_until(other->output(), "readyok")), "readyok\n");
}

/// SIGTERM alone would take effect only after a SIGCONT.
TEST_F(GuardianFailure, DoesNotComeFromAnEngineThatWasStoppedAndIsToEnd) {
  // On a busy machine SIGKILL may come before the engine has handled SIGTERM.
  constexpr int kTries = 20;
  const std::string terminated = "killed by signal 15 (Terminated)";
  std::string end;
  for (int i = 0; i < kTries && end != terminated; ++i) {
    std::filesystem::remove(pidfile_);
    TestLoop loop;
    const auto engine = start(loop, Engine::normal);
    ::kill(pids_.front(), SIGSTOP);
    end = loop.await(engine->shutdown()).text;
    expect_all_gone();
  }
  EXPECT_EQ(end, terminated);
}

TEST_F(GuardianFailure, DoesNotComeFromAKillByOurName) {
  TestLoop loop;
  const auto engine = start(loop, Engine::normal);
  const std::string process = "/proc/" + std::to_string(guardian_of(*engine));
  EXPECT_EQ(contents(process + "/comm"), "engine-guardian\n");
}

}  // namespace
}  // namespace polyglot::process
