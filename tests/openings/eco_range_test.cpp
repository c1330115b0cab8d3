// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <polyglot/openings/opening_names.hpp>

namespace polyglot::openings::test {
namespace {

bool has(std::string_view range, std::string_view eco) {
  return EcoRange::read(range).value().has(eco);
}

TEST(EcoRange, HasAllCodesThatBeginWithIt) {
  EXPECT_TRUE(has("B", "B00"));
  EXPECT_TRUE(has("b9", "B99"));
  EXPECT_TRUE(has("B90", "B90"));
  EXPECT_TRUE(has("B90", "B90a1"));
  EXPECT_FALSE(has("B90", "B91"));
  EXPECT_FALSE(has("B90a", "B90"));
  EXPECT_FALSE(has("B", ""));
}

TEST(EcoRange, GoesFromOneCodeToAnother) {
  for (const char* const eco : {"B20", "B50", "B99", "B99f"}) EXPECT_TRUE(has("B20-B99", eco)) << eco;
  for (const char* const eco : {"B19", "C00", "A20", ""}) EXPECT_FALSE(has("B20-B99", eco)) << eco;
  EXPECT_TRUE(has("B9-C", "C99"));
}

TEST(EcoRange, IsNothingElse) {
  for (const char* const text :
       {"", "F", "B100", "Sicilian", "B20-", "-B20", "B99-B20", "B2a", "e4 e5", "B20-B30-B40"})
    EXPECT_FALSE(EcoRange::read(text)) << text;
}

}  // namespace
}  // namespace polyglot::openings::test
