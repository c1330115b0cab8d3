// SPDX-License-Identifier: MIT
#include <string>
#include <system_error>

#include <gtest/gtest.h>

#include <polyglot/config/configuration.hpp>

namespace polyglot::config {
namespace {

TEST(ReadFile, TakesNoFileWithoutAnEnd) {
  std::string text;
  EXPECT_EQ(read_file("/dev/zero", text), std::errc::file_too_large);
}

}  // namespace
}  // namespace polyglot::config
