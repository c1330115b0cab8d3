// SPDX-License-Identifier: MIT
#include "builder/tag_values.hpp"

#include <gtest/gtest.h>

#include <polyglot/pgn/game_reader.hpp>

namespace polyglot::builder {
namespace {

TEST(TagValues, DatesMayBeKnownInPart) {
  EXPECT_EQ(read_date("2024.05.17"), (Range<int>{20240517, 20240517}));
  EXPECT_EQ(read_date("2024-05-17"), (Range<int>{20240517, 20240517}));
  EXPECT_EQ(read_date("2024.05.??"), (Range<int>{20240500, 20240599}));
  EXPECT_EQ(read_date("2024"), (Range<int>{20240000, 20249999}));
  EXPECT_EQ(read_date("2024.13.01"), (Range<int>{20240000, 20249999}));
  for (const char* const none : {"", "????.??.??", "99", "soon", "99999999999"}) {
    const auto date = read_date(none);
    EXPECT_GT(date.least, date.most) << none;
  }
}

TEST(TagValues, DaysAreThoseOfTheCalendar) {
  EXPECT_EQ(days_of(19700101), 0);
  EXPECT_EQ(days_of(20240301) - days_of(20240228), 2);
  EXPECT_EQ(days_of(20240000), days_of(20240101));
  EXPECT_EQ(days_of(20230299), days_of(20230228));
}

TEST(TagValues, ARatingOfZeroIsNone) {
  pgn::GameReader reader("[WhiteElo \"0\"]\n[BlackElo \"2000?\"]\n\n*\n");
  pgn::GameText game;
  ASSERT_TRUE(reader.next(game));
  EXPECT_EQ(rating_of(game, pgn::KnownTag::white_elo), std::nullopt);
  EXPECT_EQ(rating_of(game, pgn::KnownTag::black_elo), 2000);
}

TEST(TagValues, TimeControls) {
  EXPECT_EQ(time_class_of("179"), TimeClass::bullet);
  EXPECT_EQ(time_class_of("180+0"), TimeClass::blitz);
  EXPECT_EQ(time_class_of("180+8"), TimeClass::rapid);
  EXPECT_EQ(time_class_of("40/7200:3600"), TimeClass::classical);
  EXPECT_EQ(time_class_of("1/259200"), TimeClass::correspondence);
  EXPECT_EQ(time_class_of("?"), TimeClass::unknown);
  EXPECT_EQ(time_class_of("29+0"), TimeClass::bullet);
  EXPECT_EQ(base_time_of("*60"), 60);
  EXPECT_EQ(base_time_of("-"), std::nullopt);
  EXPECT_EQ(base_time_of("99999999999"), std::nullopt);
}

TEST(TagValues, UltraBulletIsBelowHalfAMinute) {
  for (const char* const control : {"29", "15+0", "*29", "0"})
    EXPECT_TRUE(is_ultra_bullet(control)) << control;
  for (const char* const control : {"30", "0+1", "15+1", "-", "1/20", "?", ""})
    EXPECT_FALSE(is_ultra_bullet(control)) << control;
}

}  // namespace
}  // namespace polyglot::builder
