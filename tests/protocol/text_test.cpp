// SPDX-License-Identifier: MIT
#include <limits>

#include <gtest/gtest.h>

#include <polyglot/protocol/text.hpp>

namespace polyglot::protocol {
namespace {

TEST(Text, TakesWordsBetweenAnyBlanks) {
  std::string_view text = "  go \t depth  5 ";
  EXPECT_EQ(take_word(text), "go");
  EXPECT_EQ(take_word(text), "depth");
  EXPECT_EQ(take_word(text), "5");
  EXPECT_EQ(take_word(text), "");
  EXPECT_TRUE(text.empty());
}

TEST(Text, TakesUpToAKeywordThatIsAWholeWord) {
  std::string_view text = " Move Overhead type  spin";
  EXPECT_EQ(take_until(text, "type"), "Move Overhead");
  EXPECT_EQ(text, " type  spin");
  std::string_view other = "prototype of all";
  EXPECT_EQ(take_until(other, "type"), "prototype of all");
  EXPECT_TRUE(other.empty());
}

TEST(Text, TakesNothingBeforeALeadingKeyword) {
  std::string_view text = "type check";
  EXPECT_EQ(take_until(text, "type"), "");
  EXPECT_EQ(text, "type check");
}

TEST(Text, ComparesNamesWithoutLetterCase) {
  EXPECT_TRUE(equal_ignoring_case("UCI_Chess960", "uci_chess960"));
  EXPECT_FALSE(equal_ignoring_case("Hash", "Hash "));
}

TEST(Text, TakesNumbersTooLargeForTheLargestThereIs) {
  std::string_view text = "99999999999 12ms";
  EXPECT_EQ(take_clamped_number<int>(text), std::numeric_limits<int>::max());
  EXPECT_EQ(text, " 12ms");
  EXPECT_EQ(take_clamped_number<int>(text), std::nullopt);
  EXPECT_EQ(parse_clamped_number<int>("-99999999999"), std::numeric_limits<int>::min());
  EXPECT_EQ(parse_clamped_number<unsigned>("-1"), std::nullopt);
  EXPECT_EQ(parse_clamped_number<int>("12ms"), std::nullopt);
  EXPECT_EQ(parse_number<int>("99999999999"), std::nullopt);
}

}  // namespace
}  // namespace polyglot::protocol
