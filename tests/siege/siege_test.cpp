// SPDX-License-Identifier: MIT
// A small siege; bench/siege.sh plays a longer one.
#include "siege/siege.hpp"
#include <cstdlib>
#include <string>

#include <gmock/gmock.h>

#include "process/process_testing.hpp"

namespace polyglot::siege {
namespace {

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

}  // namespace
}  // namespace polyglot::siege
