// SPDX-License-Identifier: MIT
#include "analysis/distributions.hpp"

#include <gtest/gtest.h>

namespace polyglot::analysis {
namespace {

constexpr double kTail = 0.025;

// The values are those of Boost.Math 1.81.

TEST(Distributions, BoundAProbability) {
  EXPECT_DOUBLE_EQ(lower_bound(0, 10, kTail), 0);
  EXPECT_NEAR(upper_bound(0, 10, kTail), 0.30849710781876083, 1e-12);
  EXPECT_NEAR(lower_bound(1, 10, kTail), 0.0025285785444617848, 1e-12);
  EXPECT_NEAR(upper_bound(1, 10, kTail), 0.44501611702819543, 1e-12);
  EXPECT_NEAR(lower_bound(400'000, 1'000'000, kTail), 0.39903960843253461, 1e-10);
  EXPECT_NEAR(upper_bound(400'000, 1'000'000, kTail), 0.40096097082777643, 1e-10);
  EXPECT_DOUBLE_EQ(upper_bound(10, 10, kTail), 1);
}

TEST(Distributions, HaveTheQuantilesOfStudent) {
  EXPECT_NEAR(students_quantile(1, kTail), 12.706204736174705, 1e-9);
  EXPECT_NEAR(students_quantile(10, kTail), 2.2281388519862748, 1e-11);
  EXPECT_NEAR(students_quantile(1'000'000, kTail), 1.959966356814107, 1e-8);
}

TEST(Distributions, CountDrawsWithoutReturn) {
  EXPECT_DOUBLE_EQ(chance_of_at_most(0, 3, 3, 6), 1.0 / 20);
  EXPECT_DOUBLE_EQ(chance_of_at_most(3, 3, 3, 6), 1);
  EXPECT_DOUBLE_EQ(chance_of_at_most(2, 4, 5, 7), 10.0 / 35);  // two must be red
  // Terms of which some are larger than any double.
  EXPECT_DOUBLE_EQ(chance_of_at_most(20'000, 20'000, 20'000, 40'000), 1);
  EXPECT_DOUBLE_EQ(chance_of_at_most(0, 20'000, 20'000, 40'000), 0);
}

}  // namespace
}  // namespace polyglot::analysis
