// SPDX-License-Identifier: MIT
// Nothing of a session stays, however it ends.
#include <csignal>
#include <ostream>
#include <string_view>
#include <tuple>

#include <gmock/gmock.h>

#include "process/process_testing.hpp"
#include "proxy/leftovers.hpp"
#include "proxy/load.hpp"
#include "proxy/proxy_test.hpp"
#include "support/promises.hpp"
#include "test_paths.hpp"

namespace polyglot::proxy::testing {
namespace {

using namespace std::chrono_literals;

struct Way {
  const char* name;
  int signal;  ///< 0: none
  const char* last_line;
  const char* report;

  friend void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }
};

const Way kWays[] = {
    {"Quit", 0, "quit", "exited with status 0"},      {"EndOfInput", 0, "", "exited with status 0"},
    {"Sigterm", SIGTERM, "", "exited with status 0"}, {"Sigint", SIGINT, "", "exited with status 0"},
    {"Sighup", SIGHUP, "", "exited with status 0"},   {"Sigkill", SIGKILL, "", "killed by signal 9 (Killed)"},
};

struct Kind {
  const char* name;
  const char* flags;
  bool in_script;

  friend void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }
};

const Kind kKinds[] = {
    {"AnEngine", "", false},
    {"AStubbornEngine", "--ignore-quit --ignore-eof --ignore-term", false},
    {"AnEngineInAScript", "--ignore-quit --ignore-eof --ignore-term", true},
    {"AnEngineWithADaemon", "--double-fork --child", false},
};

class EndOfSession : public ProxyTest, public ::testing::WithParamInterface<std::tuple<Way, Kind>> {
 protected:
  [[nodiscard]] std::string command(const Kind& kind) const {
    const std::string flags = std::string(kind.flags) + " --wait-go";
    if (!kind.in_script) return scripted(flags);
    return folder_.write("engine.sh", "#!/bin/sh\n" + scripted(flags) + " \"$@\"\nexit $?\n", true);
  }

  static void take(const Way& way, Gui& gui) {
    if (way.signal != 0) {
      gui.signal(way.signal);
    } else if (*way.last_line != '\0') {
      gui.send(way.last_line);
    } else {
      gui.close_input();
    }
  }
};

TEST_P(EndOfSession, LeavesNothing) {  // defects 12 and 37
  const auto& [way, kind] = GetParam();
  if (std::string_view(kind.flags).starts_with("--double-fork")) SKIP_WITHOUT(daemons_end);
  Gui& gui = start({"-noini", "-ec", command(kind)});
  gui.send("uci\nposition startpos\ngo infinite");
  EXPECT_THAT(starting_with(gui.lines_until("uciok"), "tellusererror"), ::testing::IsEmpty());
  EXPECT_THAT(gui.lines_until_ready(), ::testing::IsEmpty());
  take(way, gui);
  EXPECT_EQ(gui.wait().text(), way.report);
  expect_nothing_left();
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, EndOfSession,
                         ::testing::Combine(::testing::ValuesIn(kWays), ::testing::ValuesIn(kKinds)),
                         [](const auto& tested) {
                           return std::string(std::get<0>(tested.param).name) + "Of" +
                                  std::get<1>(tested.param).name;
                         });

class EndWhileTheEngineIsSilent : public ProxyTest, public ::testing::WithParamInterface<Way> {};

TEST_P(EndWhileTheEngineIsSilent, LeavesNothing) {
  Gui& gui = start_scripted("--silent --ignore-quit --ignore-eof --ignore-term");
  gui.send("uci");
  const Way& way = GetParam();
  if (way.signal != 0) {
    gui.signal(way.signal);
  } else if (*way.last_line != '\0') {
    gui.send(way.last_line);
  } else {
    gui.close_input();
  }
  EXPECT_EQ(gui.wait().text(), way.report);
  expect_nothing_left();
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, EndWhileTheEngineIsSilent, ::testing::ValuesIn(kWays),
                         [](const auto& tested) { return tested.param.name; });

using EndAfterAFlood = ProxyTest;

TEST_F(EndAfterAFlood, OfAnEngineWhoseGuiDoesNotRead) {
  Gui& gui = greet_scripted("--flood 2000000");
  gui.send("position startpos\ngo infinite");
  await_rest(gui.pid());
  EXPECT_GT(peak_memory(gui.pid()), 0);
  EXPECT_LT(peak_memory(gui.pid()), memory_limit());
  gui.close_input();
  gui.close_output();
  gui.wait_unread(8s);
  expect_nothing_left();
}

TEST_F(EndAfterAFlood, OfAGuiWhoseEngineDoesNotRead) {
  Gui& gui = greet_scripted("--hang-on-go --ignore-term");
  gui.send("position startpos\ngo infinite");
  std::string flood;
  for (int i = 0; i < 1'000'000; ++i) flood += "setoption name Hash value 16\n";
  EXPECT_LT(gui.send_without_reading(flood), flood.size());
  EXPECT_GT(peak_memory(gui.pid()), 0);
  EXPECT_LT(peak_memory(gui.pid()), memory_limit());
  gui.close_input();
  gui.close_output();
  gui.wait_unread(8s);
  expect_nothing_left();
}

/// An engine that stops reading when it receives `quit`, and writes answers for ever.
class EndlessAnswers : public ProxyTest {
 protected:
  EndlessAnswers() {
    const std::string engine =
        folder_.write("engine",
                      "#!/bin/sh\ntrap '' TERM\nwhile read -r line; do\n  case $line in\n"
                      "    uci) echo uciok;;\n"
                      "    quit) while :; do echo readyok; done;;\n"
                      "  esac\ndone\n",
                      true);
    arguments_ = {"-noini", "-ec", engine, "-pg", "EngineQuitTimeout=100"};
  }
  Lines arguments_;
};

TEST_F(EndlessAnswers, AreNotWaitedForWhereNobodyReadsThem) {
  Gui& gui = start(arguments_);
  gui.send("uci");
  gui.expect("uciok");
  gui.send("quit");
  gui.expect("readyok");
  gui.close_output();
  EXPECT_EQ(gui.wait_unread().text(), "exited with status 0");
  expect_nothing_left();
}

TEST_F(EndlessAnswers, AreNotWaitedForByTheCheckOfAConfiguration) {
  EXPECT_EQ(start(Lines{"--check-config"} + arguments_).wait().text(), "exited with status 0");
  expect_nothing_left();
}

TEST_F(EndlessAnswers, EndWithASignal) {
  Gui& gui = start(arguments_);
  gui.send("uci");
  gui.expect("uciok");
  gui.send("quit");
  gui.expect("readyok");
  gui.signal(SIGTERM);
  EXPECT_EQ(gui.wait().text(), "exited with status 0");
  expect_nothing_left();
}

/// The checks above prove nothing if the scan does not find processes that stay.
TEST(Leftovers, AreFoundWhateverTheirParent) {
  const std::string mark = "POLYGLOT_TEST_MARK=self-test-" + std::to_string(::getpid()) + ";";
  const process::testing::TemporaryFolder folder;
  const std::string pids = folder / "pids";
  {
    Gui gui({.argv = {SCRIPTED_ENGINE, "--double-fork", "--pidfile", pids},
             .folder = folder.string(),
             .environment = {mark}});
    gui.send("isready\nquit");
    EXPECT_TRUE(gui.wait_unread().successful());
  }
  const auto found = leftovers(mark, 0ms);
  ASSERT_EQ(found.size(), 1U);
  const pid_t daemon = std::stoi(found[0]);
  EXPECT_THAT(process::testing::pids_in(pids), ::testing::Contains(daemon));
  ::kill(daemon, SIGKILL);
  EXPECT_THAT(leftovers(mark, 5s), ::testing::IsEmpty());
}

}  // namespace
}  // namespace polyglot::proxy::testing
