// SPDX-License-Identifier: MIT
#include <polyglot/config/configuration.hpp>

#include "support/testing.hpp"

namespace polyglot::config {
namespace {

TEST(ReadFile, TakesNoFileWithoutAnEnd) {
  std::string text;
  EXPECT_EQ(read_file("/dev/zero", text), std::errc::file_too_large);
}

}  // namespace
}  // namespace polyglot::config
