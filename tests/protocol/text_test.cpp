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
  EXPECT_TRUE(equals_ignoring_case("UCI_Chess960", "uci_chess960"));
  EXPECT_FALSE(equals_ignoring_case("Hash", "Hash "));
}

}  // namespace
}  // namespace polyglot::protocol
