// SPDX-License-Identifier: MIT
// A small siege; bench/siege.sh plays a longer one.
// What a proxy uses over many games, and while nothing happens.
#include <thread>

#include "process/process_testing.hpp"
#include "proxy/proxy_test.hpp"
#include "siege/process_figures.hpp"
#include "siege/siege.hpp"
#include "support/testing.hpp"

namespace polyglot::siege {
namespace {

using namespace std::chrono_literals;
using proxy::testing::operator+;

std::size_t number_from_environment(const char* name, std::size_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::stoull(text);
}

TEST(Siege, EveryGameEndsAndNothingIsLostOrLeft) {
  if (!can_besiege()) GTEST_SKIP() << "no engine of each protocol is installed";
  const process::testing::TemporaryFolder folder;
  const Siege siege{.seed = number_from_environment("POLYGLOT_SIEGE_SEED", 1),
                    .games = number_from_environment("POLYGLOT_SIEGE_GAMES", 24),
                    .at_once = 3,
                    .folder = folder.string()};
  const SiegeReport report = run(siege);
  EXPECT_EQ(report.games, siege.games);
  EXPECT_EQ(report.protocols.size(), 4U) << "of GUIs with those of engines";
  EXPECT_GT(report.told_games, 0U);
  EXPECT_GT(report.learned, 0U);
  EXPECT_THAT(report.problems, ::testing::IsEmpty());
}

struct Talk {
  const char* name;
  const char* greeting;
  const char* game;  ///< with a move of the book, one of the engine, and a result
  const char* end;   ///< of the answers to it
};

class EnduranceOf : public proxy::testing::ProxyTest, public ::testing::WithParamInterface<Talk> {};

TEST_P(EnduranceOf, UsesNoMoreAfterThousandsOfMoves) {
  constexpr int kGames = 2500;
  constexpr int kEarly = kGames / 5;
  constexpr long kMemoryGrowth = 128;  // KiB that the allocator keeps
  proxy::testing::Gui& gui = start_scripted("", with_book() + proxy::testing::Lines{"-pg", "BookLearn=true"});
  gui.send(GetParam().greeting);
  long memory = 0;
  std::size_t descriptors = 0;
  for (int game = 1; game <= kGames; ++game) {
    gui.ask(GetParam().game, GetParam().end);
    if (game != kEarly) continue;
    memory = own_memory(gui.pid());
    descriptors = open_descriptors(gui.pid());
  }
  EXPECT_GT(memory, 0);
  if (!test::program_has_sanitizers()) {  // they keep what was freed, to see who uses it
    EXPECT_LE(own_memory(gui.pid()), memory + kMemoryGrowth) << "KiB";
  }
  EXPECT_LE(open_descriptors(gui.pid()), descriptors);
  quit(gui);
}

INSTANTIATE_TEST_SUITE_P(Siege, EnduranceOf,
                         ::testing::Values(Talk{"UciGui", "uci",
                                                "ucinewgame\nposition startpos\ngo movetime 1\n"
                                                "position startpos moves e2e4 a7a6\ngo movetime 1\n"
                                                "setoption name Polyglot Result value 1-0\nisready",
                                                "readyok"},
                                           Talk{"XBoardGui", "xboard\nprotover 2",
                                                "new\ngo\nusermove a7a6\nresult 1-0 {White wins}\nping 1",
                                                "pong 1"}),
                         [](const auto& tested) { return std::string(tested.param.name); });

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
  EXPECT_EQ(gui.best_move("ucinewgame\nposition startpos\ngo movetime 10"), "bestmove e2e4");
  gui.best_move("position startpos moves a2a3\ngo movetime 10");
  const auto started = children(gui.pid());
  ASSERT_EQ(started.size(), 1U) << "the guardian alone";
  EXPECT_TRUE(sleeps(gui.pid()));
  EXPECT_TRUE(sleeps(started.front()));
  quit(gui);
}

}  // namespace
}  // namespace polyglot::siege
