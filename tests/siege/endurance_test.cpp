// SPDX-License-Identifier: MIT
// What a proxy uses over many games, and while nothing happens.
#include <algorithm>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>

#include "proxy/proxy_test.hpp"
#include "siege/endurance.hpp"
#include "siege/process_figures.hpp"

namespace polyglot::siege {
namespace {

using namespace std::chrono_literals;

class EnduranceOf : public ::testing::TestWithParam<Language> {};

TEST_P(EnduranceOf, UsesNoMoreAfterThousandsOfMoves) {
  if (!can_endure()) GTEST_SKIP() << "stockfish is not installed";
  const process::testing::TemporaryFolder folder;
  const EnduranceReport report = run(Endurance{.language = GetParam(), .folder = folder.string()});
  EXPECT_THAT(report.problems, ::testing::IsEmpty());
  EXPECT_GT(report.early.memory, 0);
  if (!test::program_has_sanitizers()) {  // they keep what was freed, to see who uses it
    EXPECT_LE(report.late.memory, report.early.memory + kMemoryGrowth) << "KiB";
  }
  EXPECT_EQ(report.late.descriptors, report.early.descriptors);
  std::cerr << report.games << " games, " << report.early.memory << " and " << report.late.memory << " KiB\n";
}

INSTANTIATE_TEST_SUITE_P(Siege, EnduranceOf, ::testing::Values(Language::uci, Language::xboard),
                         [](const auto& tested) {
                           return std::string(tested.param == Language::uci ? "UciGui" : "XBoardGui");
                         });

class IdleProxy : public proxy::testing::ProxyTest {
 protected:
  /// True once a process has slept for two seconds. Before that, it may have work to finish.
  static bool sleeps(pid_t pid) {
    const auto deadline = std::chrono::steady_clock::now() + proxy::testing::kPatience;
    while (std::chrono::steady_clock::now() < deadline) {
      const long before = voluntary_switches(pid);
      std::this_thread::sleep_for(2s);
      if (before > 0 && voluntary_switches(pid) == before) return true;
    }
    return false;
  }
};

TEST_F(IdleProxy, SleepsAndSoDoesItsGuardian) {
  proxy::testing::Gui& gui = greet_scripted("", with_book());
  gui.send("ucinewgame\nposition startpos\ngo movetime 10");
  EXPECT_EQ(gui.expect("bestmove"), "bestmove e2e4");
  gui.send("position startpos moves a2a3\ngo movetime 10");
  gui.expect("bestmove");
  const auto started = children(gui.pid());
  ASSERT_EQ(started.size(), 1U) << "the guardian alone";
  EXPECT_TRUE(sleeps(gui.pid()));
  EXPECT_TRUE(sleeps(started.front()));
  quit(gui);
}

}  // namespace
}  // namespace polyglot::siege
