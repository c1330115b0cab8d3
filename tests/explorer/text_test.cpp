// SPDX-License-Identifier: MIT
#include "explorer/text.hpp"

#include <gtest/gtest.h>

#include <polyglot/utf8.hpp>

namespace polyglot::explorer::test {
namespace {

TEST(ValidUtf8, KeepsWhatIsWellFormed) {
  for (const char* text : {"", "plain", "caf\u00E9", "\u2192 \uFFFF", "\U0001F600", "\U0010FFFF"})
    EXPECT_EQ(valid_utf8(text), text);
}

// Source: The Unicode Standard, table 3-7: the first sequences outside each of its ranges.
TEST(ValidUtf8, ReplacesWhatIsNot) {
  EXPECT_EQ(valid_utf8("caf\xE9.bin"), "caf\uFFFD.bin");
  EXPECT_EQ(valid_utf8("\xC3"), "\uFFFD") << "cut off";
  EXPECT_EQ(valid_utf8("\xC3\"x"), "\uFFFD\"x") << "what follows is not swallowed";
  EXPECT_EQ(valid_utf8("\x80"), "\uFFFD");
  EXPECT_EQ(valid_utf8("\xC0\xAF"), "\uFFFD\uFFFD") << "overlong";
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD") << "a surrogate";
  EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD") << "beyond the last character";
}

}  // namespace
}  // namespace polyglot::explorer::test
