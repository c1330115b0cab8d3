// SPDX-License-Identifier: MIT
#include <array>

#include <gtest/gtest.h>

#include <polyglot/config/did_you_mean.hpp>

namespace polyglot::config {
namespace {

TEST(EditDistance, CountsSlipsOfThePen) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "Book"), 4U);
  EXPECT_EQ(edit_distance("Book", ""), 4U);
  EXPECT_EQ(edit_distance("Book", "Book"), 0U);
  EXPECT_EQ(edit_distance("Bok", "Book"), 1U) << "insertion";
  EXPECT_EQ(edit_distance("Boook", "Book"), 1U) << "deletion";
  EXPECT_EQ(edit_distance("Bonk", "Book"), 1U) << "replacement";
  EXPECT_EQ(edit_distance("Boko", "Book"), 1U) << "swap";
  EXPECT_EQ(edit_distance("oBko", "Book"), 2U) << "two swaps";
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(EditDistance, DisregardsLetterCase) {
  EXPECT_EQ(edit_distance("BOOKFILE", "bookfile"), 0U);
}

TEST(NearestName, PrefersTheNearest) {
  constexpr std::array<std::string_view, 3> kNames = {"LogFile", "LogFiles", "LogSize"};
  EXPECT_EQ(nearest_name("LogFiels", kNames), "LogFiles");
  EXPECT_EQ(nearest_name("LogFil", kNames), "LogFile");
}

TEST(NearestName, IsSilentWhenNothingIsNear) {
  constexpr std::array<std::string_view, 2> kNames = {"Log", "UCI"};
  EXPECT_EQ(nearest_name("Fog", kNames), "Log");
  EXPECT_EQ(nearest_name("Fox", kNames), std::nullopt) << "two of three letters differ";
  EXPECT_EQ(nearest_name("Contempt", kNames), std::nullopt);
  EXPECT_EQ(nearest_name("Log", {}), std::nullopt);
}

TEST(DidYouMean, ReadsAsTheEndOfASentence) {
  EXPECT_EQ(did_you_mean("Book"), "; did you mean \"Book\"?");
  EXPECT_EQ(and_see("unknown" + did_you_mean("Book"), "there"), "unknown; did you mean \"Book\"? See there");
  EXPECT_EQ(and_see("unknown" + did_you_mean({}), "there"), "unknown; see there");
  EXPECT_EQ(did_you_mean(std::nullopt), "");
}

}  // namespace
}  // namespace polyglot::config
