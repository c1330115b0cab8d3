// SPDX-License-Identifier: MIT
#include <csignal>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <polyglot/os/faults.hpp>
#include <polyglot/process/engine_connection.hpp>

#include "process/pipe_testing.hpp"
#include "process/process_testing.hpp"
#include "support/testing.hpp"
#include "test_paths.hpp"

namespace polyglot::process {
namespace {

using namespace testing;
using namespace std::chrono_literals;
namespace asio = boost::asio;

using Words = std::vector<std::string>;

class EngineProcessTest : public ::testing::Test {
 protected:
  Result<std::shared_ptr<EngineConnection>> start(EngineLaunch launch) {
    return EngineConnection::start(loop.executor(), launch);
  }
  /// The scripted engine with these flags.
  std::shared_ptr<EngineConnection> engine(const Words& flags = {}) {
    Words argv{SCRIPTED_ENGINE};
    argv.insert(argv.end(), flags.begin(), flags.end());
    return taken(start({.argv = argv}));
  }
  std::shared_ptr<EngineConnection> shell(const std::string& script, EngineLaunch launch = {}) {
    launch.argv = {"/bin/sh", "-c", script};
    return taken(start(launch));
  }
  /// One that has said that it runs.
  std::shared_ptr<EngineConnection> running(Words flags) {
    flags.insert(flags.end(), {"--banner", "hello"});
    auto fake = engine(flags);
    EXPECT_EQ(loop.await(read_until(fake->output(), "hello")), "hello\n");
    return fake;
  }
  std::string failure(const EngineLaunch& launch) {
    auto result = start(launch);
    return result ? "started" : result.error().to_string();
  }
  bool say(EngineConnection& to, const std::string& text) {
    return loop.await(to.input().write(text)).has_value();
  }

  TestLoop loop;
  TemporaryFolder folder;
};

// ---- conversation -----------------------------------------------------------------------------------

TEST_F(EngineProcessTest, Converses) {
  const auto fake = engine({"--name", "Fake 2"});
  ASSERT_TRUE(say(*fake, "uci\n"));
  EXPECT_EQ(loop.await(read_until(fake->output(), "uciok")), "id name Fake 2\nid author nobody\nuciok\n");
  ASSERT_TRUE(say(*fake, "quit\n"));
  EXPECT_EQ(loop.await(fake->wait()).text, "exited with status 0");
  EXPECT_FALSE(fake->running());
}

TEST_F(EngineProcessTest, KeepsStderrApart) {
  const auto fake = running({"--stderr-noise", "warming up"});
  EXPECT_EQ(loop.await(read_until(fake->errors(), "warming")), "warming up\n");
}

TEST_F(EngineProcessTest, DrainsStderrWithoutNewlinesOfAnySize) {
  const auto engine = shell("head -c 70000000 /dev/zero | tr '\\0' '#' >&2 && echo alive");
  std::string errors;
  loop.spawn(copy_all(engine->errors(), errors));
  EXPECT_EQ(loop.await(read_all(engine->output())), "alive\n");
  loop.await(engine->wait());
  loop.run_until([&errors] { return !errors.empty(); });
  EXPECT_EQ(errors, std::string(EngineConnection::kMaxErrorLine, '#'));
}

TEST_F(EngineProcessTest, GivesAllLastWordsAndTellsTheDeath) {
  struct Case {
    const char* flag;
    const char* words;
    const char* end;
  };
  for (const auto& [flag, words, end] :
       {Case{"--last-words", "info string it was\ninfo string a good\ninfo string game\n",
             "exited with status 5"},
        Case{"--half-line-then-die", "info depth 1 sco", "exited with status 4"},
        Case{"--crash-on-go", "", "killed by signal 11 (Segmentation fault)"},
        Case{"--abort-on-go", "", "killed by signal 6 (Aborted)"}}) {
    const auto fake = engine({flag});
    ASSERT_TRUE(say(*fake, "go\n"));
    EXPECT_EQ(loop.await(fake->wait()).text, end) << flag;
    EXPECT_EQ(loop.await(read_all(fake->output())), words) << flag;
  }
}

TEST_F(EngineProcessTest, WriteToADeadEngineIsAnError) {
  const auto fake = engine({"--exit-at-start", "3"});
  EXPECT_EQ(loop.await(fake->wait()).text, "exited with status 3");
  EXPECT_FALSE(say(*fake, "isready\n"));
}

TEST_F(EngineProcessTest, RelaysGiantLines) {
  for (const char* size : {"1000000", "5000000"}) {
    const auto fake = engine({"--long-line", size});
    ASSERT_TRUE(say(*fake, "go\n"));
    const std::string text = loop.await(read_until(fake->output(), "bestmove"));
    EXPECT_EQ(text.find('\n'), std::stoul(size));
  }
}

asio::awaitable<void> relay(LineReader& from, LineWriter& to, std::size_t& bytes, bool& ended) {
  for (;;) {
    const auto block = co_await from.read_lines();
    if (!block || block->empty()) break;
    bytes += block->size();
    const auto written = co_await to.write(*block);
    if (!written) break;
  }
  ended = true;
}

TEST_F(EngineProcessTest, FloodIsHeldBackByAWriterWhoseReaderStopped) {
  const auto fake = engine({"--flood", "100000"});
  Pipe gui = open_pipe(loop, StreamUse::writes);
  const auto writer = make_channel<LineWriter>(make_stream(std::move(gui.ours)));
  std::size_t bytes = 0;
  bool ended = false;
  loop.spawn(relay(fake->output(), *writer, bytes, ended));
  ASSERT_TRUE(say(*fake, "go\n"));
  loop.run_until([&bytes] { return bytes > 0; });
  const auto end = TestLoop::Clock::now() + 50ms;
  while (TestLoop::Clock::now() < end) loop.loop.run_one_until(end);
  EXPECT_LE(bytes, 4 * LineReader::kReadSize);
  EXPECT_LE(fake->output().capacity(), 4 * LineReader::kReadSize);
  writer->close();
  loop.run_until([&ended] { return ended; });
}

// ---- start ------------------------------------------------------------------------------------------

TEST_F(EngineProcessTest, RunsInItsWorkingDirectory) {
  const auto engine = shell("pwd -P", {.working_directory = folder.string()});
  EXPECT_EQ(loop.await(read_all(engine->output())),
            std::filesystem::canonical(folder.string()).string() + "\n");
}

TEST_F(EngineProcessTest, FindsARelativeCommandInItsWorkingDirectoryFirst) {
  folder.write("run", "#!/bin/sh\necho there\n", true);
  const auto engine = taken(start({.argv = {"./run"}, .working_directory = folder.string()}));
  EXPECT_EQ(loop.await(read_all(engine->output())), "there\n");
}

TEST_F(EngineProcessTest, SearchesThePath) {
  const auto engine = taken(start({.argv = {"echo", "a b", ""}}));
  EXPECT_EQ(engine->place().front(), '/');
  EXPECT_EQ(loop.await(read_all(engine->output())), "a b \n");
}

TEST_F(EngineProcessTest, RunsAScriptWithoutInterpreterLineAsAShellDoes) {
  const std::string script = folder.write("run", "echo \"$1\"\n", true);
  const auto engine = taken(start({.argv = {script, "hi"}}));
  EXPECT_EQ(loop.await(read_all(engine->output())), "hi\n");
}

TEST_F(EngineProcessTest, ExplainsWhyItCannotStart) {
  EXPECT_THAT(failure({.argv = {}}), HasSubstr("empty"));
  EXPECT_THAT(failure({.argv = {"no-such-engine"}}), HasSubstr("no-such-engine: there is no program"));
  EXPECT_THAT(failure({.argv = {"/no/such"}}), HasSubstr("/no/such: cannot be started"));
  EXPECT_THAT(failure({.argv = {folder.string()}}), HasSubstr("Is a directory"));
  EXPECT_THAT(failure({.argv = {folder.write("plain", "x")}}), HasSubstr("Permission denied"));
  EXPECT_THAT(failure({.argv = {folder.write("alien",
                                             std::string("\x7f"
                                                         "ELF\0\0\0",
                                                         7),
                                             true)}}),
              HasSubstr("Exec format error"));
  EXPECT_THAT(failure({.argv = {folder.write("lost", "#!/no/python\n", true)}}),
              HasSubstr("/no/python is not"));
  EXPECT_THAT(failure({.argv = {"/bin/true"}, .working_directory = "/no/dir"}),
              HasSubstr("/no/dir: cannot be the engine's working directory: No such file"));
  const std::string both = failure({.argv = {"./nothing"}, .working_directory = folder.string()});
  EXPECT_THAT(both, HasSubstr(folder.string()));
  EXPECT_THAT(both, HasSubstr(std::filesystem::current_path().string()));
}

TEST_F(EngineProcessTest, FailedStartLeavesNothing) {
  engine();  // the loop opens descriptors of its own at the first one
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 20; ++i) failure({.argv = {"/bin/true"}, .working_directory = "/no/dir"});
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // not even a zombie
  EXPECT_EQ(errno, ECHILD);
}

/// Changes a limit of this process for as long as it lives.
class Limit {
 public:
  Limit(__rlimit_resource resource, rlim_t value) : resource_(resource) {
    ::getrlimit(resource, &before_);
    const rlimit changed{value, before_.rlim_max};
    ::setrlimit(resource, &changed);
  }
  ~Limit() { ::setrlimit(resource_, &before_); }
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

 private:
  __rlimit_resource resource_;
  rlimit before_{};
};

TEST_F(EngineProcessTest, StartSaysThatDescriptorsAreUsedUpAndLeaksNone) {
  if (POLYGLOT_SANITIZED != 0) GTEST_SKIP() << "a sanitizer takes a pipe to look at memory";
  engine();  // the loop opens descriptors of its own at the first one
  const std::size_t before = open_descriptors();
  std::string said;
  for (rlim_t allowed = before - 1; said != "started"; ++allowed) {
    {
      const Limit limit(RLIMIT_NOFILE, allowed);
      said = failure({.argv = {SCRIPTED_ENGINE}});
    }
    if (said != "started") {
      EXPECT_THAT(said, HasSubstr("Too many open files")) << allowed;
      EXPECT_EQ(open_descriptors(), before) << allowed;
    }
    ASSERT_LT(allowed, before + 50);
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST_F(EngineProcessTest, StartSaysThatNoProcessCanBeMade) {
  // The limit does not apply to the superuser.
  const int status = in_child([] {
    constexpr uid_t kNobody = 65534;
    if (::geteuid() == 0 && ::setresuid(kNobody, kNobody, kNobody) != 0) return 1;
    TestLoop own;
    int failures = 0;
    for (rlim_t allowed = 0;; ++allowed) {
      const Limit limit(RLIMIT_NPROC, allowed);
      const auto started = EngineConnection::start(own.executor(), {.argv = {"/bin/cat"}});
      if (started) return failures >= 2 ? 0 : 2;  // a guardian without an engine is one of them
      if (started.error().to_string() !=
          "/bin/cat: cannot create a process: Resource temporarily unavailable")
        return 3;
      ++failures;
    }
  });
  EXPECT_EQ(status, 0);
}

TEST_F(EngineProcessTest, StartCanBeMadeToFail) {
  const os::FaultInjection faults(
      [](os::Call call) { return os::Fault{.error = call == os::Call::start_process ? ENOMEM : 0}; });
  EXPECT_EQ(failure({.argv = {"/bin/cat"}}), "/bin/cat: cannot create a process: Cannot allocate memory");
}

TEST_F(EngineProcessTest, LeaksNoDescriptors) {
  engine();  // the loop opens descriptors of its own at the first one
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 10; ++i) {
    const auto fake = engine();
    loop.await(end_of_input(*fake));
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST_F(EngineProcessTest, EngineGetsDefaultSignals) {
  static_cast<void>(std::signal(SIGUSR1, SIG_IGN));
  const auto engine = taken(start({.argv = {"grep", "-E", "Sig(Blk|Ign)", "/proc/self/status"}}));
  static_cast<void>(std::signal(SIGUSR1, SIG_DFL));
  EXPECT_EQ(loop.await(read_all(engine->output())), "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

TEST_F(EngineProcessTest, StartsFromAProgramWithBracketsInItsName) {
  const std::string own_name = contents("/proc/self/comm");
  ASSERT_EQ(::prctl(PR_SET_NAME, "a) b (c"), 0);
  const auto fake = engine();
  ::prctl(PR_SET_NAME, own_name.substr(0, own_name.find('\n')).c_str());
  ASSERT_TRUE(say(*fake, "isready\n"));
  EXPECT_EQ(loop.await(read_until(fake->output(), "readyok")), "readyok\n");
  EXPECT_EQ(contents("/proc/" + std::to_string(guardian_of(*fake)) + "/comm"), "engine-guardian\n");
}

TEST_F(EngineProcessTest, TellsTheStatusToAParentThatIgnoresChildren) {
  const int status = in_child([] {
    static_cast<void>(std::signal(SIGCHLD, SIG_IGN));
    TestLoop own;
    const auto fake =
        EngineConnection::start(own.executor(), {.argv = {SCRIPTED_ENGINE, "--exit-at-start", "3"}});
    return fake && own.await((*fake)->wait()).text == "exited with status 3" ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
}

TEST_F(EngineProcessTest, EngineGetsNoDescriptorsOfOurs) {
  const os::Descriptor inheritable = os::own(::open("/dev/null", O_RDONLY));
  const auto engine = shell("ls /proc/$$/fd");
  EXPECT_EQ(loop.await(read_all(engine->output())), "0\n1\n2\n");
}

TEST_F(EngineProcessTest, ClosedStandardDescriptorsDoNoHarm) {
  const int status = in_child([] {
    for (int fd = 0; fd < 3; ++fd) ::close(fd);
    TestLoop own;
    auto fake = EngineConnection::start(own.executor(), {.argv = {SCRIPTED_ENGINE, "--banner", "hello"}});
    if (!fake || own.await(read_until((*fake)->output(), "hello")) != "hello\n") return 1;
    for (int fd = 0; fd < 3; ++fd)
      if (std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd)) != "/dev/null") return 2;
    return 0;
  });
  EXPECT_EQ(status, 0);
}

TEST_F(EngineProcessTest, SixtyFourAtOnce) {
  std::vector<std::shared_ptr<EngineConnection>> engines;
  for (int i = 0; i < 64; ++i) engines.push_back(engine());
  for (auto& fake : engines) ASSERT_TRUE(say(*fake, "isready\n"));
  for (auto& fake : engines) EXPECT_EQ(loop.await(read_until(fake->output(), "readyok")), "readyok\n");
  for (auto& fake : engines) EXPECT_TRUE(loop.await(end_of_input(*fake)).successful());
}

// ---- limits -----------------------------------------------------------------------------------------

TEST_F(EngineProcessTest, StartsWithNiceAndAffinity) {
  cpu_set_t own;
  ::sched_getaffinity(0, sizeof own, &own);
  int cpu = 0;
  while (!CPU_ISSET(cpu, &own)) ++cpu;
  EngineLaunch launch{.nice = 7, .affinity = std::uint64_t{1} << cpu};
  const auto engine = shell("nice; grep Cpus_allowed_list /proc/self/status; nproc", launch);
  EXPECT_TRUE(engine->warnings().empty());
  EXPECT_EQ(loop.await(read_all(engine->output())),
            "7\nCpus_allowed_list:\t" + std::to_string(cpu) + "\n1\n");
}

TEST_F(EngineProcessTest, WarnsWhenLimitsFailAndRunsNevertheless) {
  const auto fake =
      taken(start({.argv = {SCRIPTED_ENGINE, "--banner", "hello"}, .affinity = std::uint64_t{1} << 63}));
  ASSERT_EQ(fake->warnings().size(), 1U);
  EXPECT_THAT(fake->warnings().front(), HasSubstr("Affinity cannot choose"));
  EXPECT_THAT(fake->warnings().front(), HasSubstr("Invalid argument"));
  EXPECT_EQ(loop.await(read_until(fake->output(), "hello")), "hello\n");
}

TEST_F(EngineProcessTest, WarnsOnceThatLimitsDoNotReachARemoteEngine) {
  const EngineLaunch launch{.argv = {"tcp://127.0.0.1:9"}, .nice = 1, .affinity = 1};
  EXPECT_EQ(taken(EngineConnection::open(loop.executor(), launch))->warnings().size(), 1U);
}

TEST_F(EngineProcessTest, ChangesLimitsOfTheWholeTreeAtRunTime) {
  const std::string pidfile = folder / "pids";
  const auto fake = running({"--child", "--pidfile", pidfile});
  ASSERT_EQ(pids_in(pidfile).size(), 2U);
  ASSERT_TRUE(fake->set_nice(9));
  for (const pid_t pid : pids_in(pidfile)) EXPECT_EQ(::getpriority(PRIO_PROCESS, static_cast<id_t>(pid)), 9);
  ASSERT_TRUE(fake->set_affinity(1));
  cpu_set_t set;
  ASSERT_EQ(::sched_getaffinity(pid_of(*fake), sizeof set, &set), 0);
  EXPECT_EQ(CPU_COUNT(&set), 1);
  EXPECT_TRUE(fake->set_affinity(0));
  EXPECT_FALSE(fake->set_affinity(std::uint64_t{1} << 63));
}

// ---- guardian ---------------------------------------------------------------------------------------

TEST_F(EngineProcessTest, GuardianHoldsOnlyItsLifeline) {
  const auto fake = running({});
  const std::string fds = "/proc/" + std::to_string(guardian_of(*fake)) + "/fd/";
  const auto links = [&fds] {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(fds))
      found.push_back(std::filesystem::read_symlink(entry.path()).string());
    return found;
  };
  // The engine may be faster than its guardian, which sends no message when it is ready.
  while (links().size() != 1) ::sched_yield();
  EXPECT_THAT(links(), ::testing::ElementsAre(::testing::StartsWith("socket:")));
}

TEST_F(EngineProcessTest, EndOfTheEngineEndsWhatItLeftBehind) {
  const std::string pidfile = folder / "pids";
  const auto fake = running({"--double-fork", "--child", "--pidfile", pidfile});
  ASSERT_TRUE(say(*fake, "quit\n"));
  EXPECT_TRUE(loop.await(fake->wait()).successful());
  for (const pid_t pid : pids_in(pidfile)) EXPECT_FALSE(alive(pid));
  EXPECT_EQ(loop.await(read_all(fake->output())), "");
}

TEST_F(EngineProcessTest, AnEngineMayFinishAfterTheEndOfItsInput) {
  const auto engine = shell("trap '' TERM; cat >/dev/null; echo bye; exit 6");
  EXPECT_EQ(loop.await(end_of_input(*engine)).text, "exited with status 6");
  EXPECT_EQ(loop.await(read_all(engine->output())), "bye\n");
}

TEST_F(EngineProcessTest, ShutdownTriesSigtermBeforeSigkill) {
  const auto polite = shell("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done");
  loop.await(read_until(polite->output(), "ready"));
  EXPECT_EQ(loop.await(polite->shutdown()).text, "exited with status 7");
  const auto stubborn = running({"--ignore-eof", "--ignore-term"});
  EXPECT_EQ(loop.await(stubborn->shutdown()).text, "killed by signal 9 (Killed)");
}

asio::awaitable<void> note_death(EngineConnection& engine, int& count) {
  static_cast<void>(co_await engine.wait());
  ++count;
}

TEST_F(EngineProcessTest, ManyMayWaitAndDestructionWakesThem) {
  auto fake = engine();
  int count = 0;
  loop.spawn(note_death(*fake, count));
  loop.spawn(note_death(*fake, count));
  loop.loop.poll();
  fake.reset();
  loop.run_until([&count] { return count == 2; });
}

}  // namespace
}  // namespace polyglot::process
