// SPDX-License-Identifier: MIT
// A small siege; bench/siege.sh plays the full one.
#include "siege/siege.hpp"

#include <gmock/gmock.h>

#include "process/process_testing.hpp"

namespace polyglot::siege {
namespace {

TEST(Siege, EveryGameEndsAndNothingIsLostOrLeft) {
  if (!can_besiege()) GTEST_SKIP() << "no engine of each protocol is installed";
  const process::testing::TemporaryFolder folder;
  const Siege siege{.seed = 1, .games = 24, .at_once = 3, .folder = folder.string()};
  const SiegeReport report = run(siege);
  EXPECT_EQ(report.games, siege.games);
  EXPECT_EQ(report.protocols.size(), 4U) << "of GUIs with those of engines";
  EXPECT_GT(report.told_games, 0U);
  EXPECT_GT(report.learned, 0U);
  EXPECT_THAT(report.problems, ::testing::IsEmpty()) << report;
  std::cerr << report;
}

}  // namespace
}  // namespace polyglot::siege
