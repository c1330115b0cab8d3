// SPDX-License-Identifier: MIT
// Limits of real engines, as the options set them.
#include <gmock/gmock.h>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Limits : public ProxyTest {
 protected:
  /// Stockfish with one more option.
  Gui& start_with(const std::string& option, const Lines& more = {}) {
    return start(Lines{"-noini", "-ec", find_program("stockfish"), "-pg", option} + more);
  }
};

TEST_F(Limits, OfProcessorTimeEndAnEngineAndTheGuiIsToldWhy) {
  Gui& gui = start_with("EngineCpuTime=1");
  gui.send("uci\nposition startpos\ngo infinite");
  EXPECT_THAT(gui.rest(),
              Contains(AllOf(StartsWith("info string "), HasSubstr("CPU \"time\" limit exceeded"))));
  EXPECT_EQ(gui.wait().text(), "exited with status 1");
}

TEST_F(Limits, OfMemoryKeepAnEngineFromTakingMore) {
  Gui& gui = start_with("EngineMemory=600", {"-uci", "Hash=4096"});
  gui.send("uci\nisready");
  EXPECT_THAT(gui.rest(), Contains(AllOf(StartsWith("info string "), HasSubstr("Failed to allocate"))));
  EXPECT_EQ(gui.wait().text(), "exited with status 1");
}

TEST_F(Limits, OfMemoryAreShownByCheckConfig) {
  Gui& gui = start_with("EngineMemory=2000", {"--check-config"});
  EXPECT_THAT(gui.rest(), Contains(AllOf(StartsWith("memory: "), HasSubstr("limited by"))));
  EXPECT_EQ(gui.wait().text(), "exited with status 0");
}

}  // namespace
}  // namespace polyglot::proxy::testing
