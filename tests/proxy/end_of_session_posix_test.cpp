// SPDX-License-Identifier: MIT
#include <csignal>

#include <gmock/gmock.h>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using EndBySignal = ProxyTest;

TEST_F(EndBySignal, DoesNotWaitForEndlessAnswers) {
  Gui& gui = greet_scripted("--endless-quit --ignore-term", {"-pg", "EngineQuitTimeout=100"});
  gui.send("quit");
  gui.expect("readyok");
  gui.signal(SIGTERM);
  EXPECT_EQ(gui.wait().text, "exited with status 0");
  expect_nothing_left();
}

}  // namespace
}  // namespace polyglot::proxy::testing
