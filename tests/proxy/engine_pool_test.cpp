// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <polyglot/proxy/engine_pool.hpp>

namespace polyglot::proxy {
namespace {

TEST(EngineSettings, TakeNoneThatChangesNothing) {
  session::EngineOptions options;
  for (const char* const name : {"UCI_Opponent", "UCI_ShowWDL", "Hash", "Contempt"}) {
    protocol::EngineOption option;
    option.name = name;
    options.declare(option);
    options.note(name, "5");
  }
  EXPECT_EQ(settings_of(options), "Contempt=5;Hash=5");
}

}  // namespace
}  // namespace polyglot::proxy
