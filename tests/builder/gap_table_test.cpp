// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "builder/game_reviewer.hpp"

namespace polyglot::builder::test {
namespace {

GapVisit visit(std::uint64_t id) {
  return {.id = id,
          .gap = {.moves = std::to_string(id), .count = 1, .score = {.games = 1, .half_points = id % 3}}};
}

TEST(GapTable, AddsUpAndSortsByCountThenByComing) {
  GapTable table;
  for (const std::uint64_t id : {5U, 7U, 9U, 7U, 5U, 8U}) table.add(visit(id));
  const auto gaps = table.take_sorted();
  ASSERT_EQ(gaps.size(), 4U);
  EXPECT_EQ(gaps[0].moves, "5");
  EXPECT_EQ(gaps[0].count, 2U);
  EXPECT_EQ(gaps[0].score.half_points, 4U);
  EXPECT_EQ(gaps[1].moves, "7");
  EXPECT_EQ(gaps[2].moves, "9");
  EXPECT_EQ(gaps[3].moves, "8");
  EXPECT_EQ(table.forgotten(), 0U);
}

TEST(GapTable, KeepsFrequentGapsWhateverTheNumberOfRareOnes) {
  GapTable table(100);
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    table.add(visit(1'000 + i));
    if (i % 10 == 0) table.add(visit(1));
    if (i % 20 == 0) table.add(visit(2));
  }
  const auto gaps = table.take_sorted();
  ASSERT_LE(gaps.size(), 100U);
  EXPECT_EQ(gaps[0].moves, "1");
  EXPECT_EQ(gaps[0].count, 1'000U);
  EXPECT_EQ(gaps[1].moves, "2");
  EXPECT_EQ(gaps[1].count, 500U);
  EXPECT_EQ(table.forgotten() + gaps.size(), 10'002U);
}

TEST(GapTable, MakesRoomWhereAllAreEquallyFrequent) {
  GapTable table(4);
  for (int round = 0; round < 3; ++round)
    for (const std::uint64_t id : {1U, 2U, 3U, 4U}) table.add(visit(id));
  table.add(visit(5));
  EXPECT_EQ(table.take_sorted().size(), 1U);
  EXPECT_EQ(table.forgotten(), 4U);
}

}  // namespace
}  // namespace polyglot::builder::test
