// SPDX-License-Identifier: MIT
// Nothing of a session stays, however it ends.
#include <tuple>

#include <polyglot/os/environment.hpp>

#include "proxy/leftovers.hpp"
#include "proxy/load.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using namespace std::chrono_literals;

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

class EndOfSession : public ProxyTest, public ::testing::WithParamInterface<std::tuple<Way, Kind>> {};

TEST_P(EndOfSession, LeavesNothing) {  // defects 12 and 37
  const auto& [way, kind] = GetParam();
  const std::string command = scripted(std::string(kind.flags) + " --wait-go");
  Gui& gui = start({"-noini", "-ec", kind.in_script ? script_of(command) : command});
  gui.send("uci\nposition startpos\ngo infinite");
  EXPECT_THAT(starting_with(gui.lines_until("uciok"), "tellusererror"), ::testing::IsEmpty());
  EXPECT_THAT(gui.lines_until_ready(), ::testing::IsEmpty());
  way.take(gui);
  EXPECT_EQ(gui.wait().text, way.report);
  expect_nothing_left();
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, EndOfSession,
                         ::testing::Combine(::testing::ValuesIn(ways_to_end()), ::testing::ValuesIn(kKinds)),
                         [](const auto& tested) {
                           return std::string(std::get<0>(tested.param).name) + "Of" +
                                  std::get<1>(tested.param).name;
                         });

class EndWhileTheEngineIsSilent : public ProxyTest, public ::testing::WithParamInterface<Way> {};

TEST_P(EndWhileTheEngineIsSilent, LeavesNothing) {
  Gui& gui = start_scripted("--silent --ignore-quit --ignore-eof --ignore-term");
  gui.send("uci");
  const Way way = GetParam();
  way.take(gui);
  EXPECT_EQ(gui.wait().text, way.report);
  expect_nothing_left();
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, EndWhileTheEngineIsSilent, ::testing::ValuesIn(ways_to_end()),
                         [](const auto& tested) { return tested.param.name; });

class EndAfterAFlood : public ProxyTest {
 protected:
  void expect_little_memory_and_end(Gui& gui) {
    EXPECT_THAT(peak_memory(gui.pid()), AllOf(::testing::Gt(0), ::testing::Lt(memory_limit())));
    gui.close_input();
    gui.close_output();
    (void)gui.wait_unread();
    expect_nothing_left();
  }
};

TEST_F(EndAfterAFlood, OfAnEngineWhoseGuiDoesNotRead) {
  Gui& gui = greet_scripted("--flood 2000000");
  gui.send("position startpos\ngo infinite");
  await_rest(gui.pid());
  expect_little_memory_and_end(gui);
}

TEST_F(EndAfterAFlood, OfAGuiWhoseEngineDoesNotRead) {
  Gui& gui = greet_scripted("--hang-on-go --ignore-term");
  gui.send("position startpos\ngo infinite");
  std::string flood;
  for (int i = 0; i < 1'000'000; ++i) flood += "setoption name Hash value 16\n";
  EXPECT_LT(gui.send_without_reading(flood), flood.size());
  expect_little_memory_and_end(gui);
}

/// An engine that stops reading when it receives `quit`, and writes answers for ever.
class EndlessAnswers : public ProxyTest {
 protected:
  Lines arguments_{"-noini", "-ec", scripted("--endless-quit --ignore-term"), "-pg", "EngineQuitTimeout=100"};
};

TEST_F(EndlessAnswers, AreNotWaitedForWhereNobodyReadsThem) {
  Gui& gui = greet(arguments_);
  gui.ask("quit", "readyok");
  gui.close_output();
  EXPECT_EQ(gui.wait_unread().text, "exited with status 0");
  expect_nothing_left();
}

TEST_F(EndlessAnswers, AreNotWaitedForByTheCheckOfAConfiguration) {
  EXPECT_EQ(start(Lines{"--check-config"} + arguments_).wait().text, "exited with status 0");
  expect_nothing_left();
}

/// The checks above prove nothing if the scan does not find processes that stay.
TEST(Leftovers, AreFoundWhateverTheirParent) {
  const std::string mark = "POLYGLOT_TEST_MARK=self-test-" + os::own_process_id() + ";";
  const process::testing::TemporaryFolder folder;
  const std::string pids = folder / "pids";
  {
    Gui gui({.argv = {SCRIPTED_ENGINE, "--double-fork", "--pidfile", pids},
             .folder = folder.string(),
             .environment = {mark}});
    gui.send("isready\nquit");
    EXPECT_TRUE(gui.wait_unread().successful());
  }
  std::ifstream file(pids);
  const std::vector<int> own_and_daemons(std::istream_iterator<int>(file), {});
  ASSERT_EQ(own_and_daemons.size(), 2U);
  const std::string daemon = std::to_string(own_and_daemons.back());
  EXPECT_THAT(leftovers(mark, 0ms), ::testing::Contains(::testing::StartsWith(daemon + " ")));
  end_by_force(daemon);
  EXPECT_THAT(leftovers(mark, kPatience), ::testing::IsEmpty());
}

}  // namespace
}  // namespace polyglot::proxy::testing
