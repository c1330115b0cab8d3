// SPDX-License-Identifier: MIT
// Faults under the proxy that every system has: lines without end, engines that are gone.
#include <filesystem>

#include "proxy/fault_testing.hpp"

namespace polyglot::proxy::testing {
namespace {

constexpr std::size_t kTooLong = 65UL << 20;  ///< bytes of a line, of which 64 MiB are allowed

TEST_F(Fault, OfALineWithoutEndFromTheGuiIsTold) {
  Gui& gui = greet_scripted();
  send_line_without_end(gui, kTooLong);
  expect_failure(gui, "a line is longer than");
}

TEST_F(Fault, OfALineWithoutEndFromTheEngineIsTold) {
  Gui& gui = greet_scripted("--long-line " + std::to_string(kTooLong));
  gui.send("position startpos\ngo movetime 1");
  expect_failure(gui, "a line is longer than");
}

TEST_F(Fault, OfAnEngineThatClosesItsInputAndStaysIsTold) {
  Gui& gui = greet_scripted("--deaf-on-go --ignore-term");
  gui.send("position startpos\ngo movetime 1");
  expect_failure(gui, "closed its input");
}

TEST_F(Fault, OfAnEngineThatIsThereNoMoreWhenAnotherOneIsDueIsTold) {
  const std::string engine = script_of(one_game_engine());
  Gui& gui = start({"-noini", "-ec", engine});
  gui.send("uci");
  gui.expect("uciok");
  play(gui);
  std::filesystem::remove(engine);
  gui.send("ucinewgame\nposition startpos\ngo movetime 1");
  expect_failure(gui, "the engine cannot be started: ");
}

}  // namespace
}  // namespace polyglot::proxy::testing
