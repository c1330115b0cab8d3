// SPDX-License-Identifier: MIT
#include <string_view>

#include <gtest/gtest.h>

#include <polyglot/process/engine_process.hpp>

namespace polyglot::process {
namespace {

/// Without these promises, tests are skipped.
TEST(SupervisionPromises, AreAllKeptByABuildForLinux) {
  const bool is_linux = std::string_view(POLYGLOT_SYSTEM) == "linux";
  EXPECT_EQ(supervision_promises().daemons_end, is_linux);
  EXPECT_EQ(supervision_promises().guardian_may_fail, is_linux);
  EXPECT_EQ(supervision_promises().limits_are_complete, is_linux);
}

}  // namespace
}  // namespace polyglot::process
