// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "test_paths.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

/// Without the line that names the program.
std::string without_version(const std::string& output) {
  return output.substr(output.find('\n') + 1);
}

class EpdTestDifferential : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_old_polyglot()) GTEST_SKIP() << "no Polyglot 2.0.4 here";
  }
  void expect_the_same(const std::string& engine_arguments, const std::string& epd,
                       const std::vector<std::string>& options = {}) const {
    write_file(folder_ / "suite.epd", epd);
    write_file(folder_ / "engine.ini",
               "[PolyGlot]\nEngineCommand = " + std::string(SCRIPTED_ENGINE) + " " + engine_arguments + "\n");
    std::vector<std::string> arguments{folder_ / "engine.ini", "epd-test", "-epd", folder_ / "suite.epd"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = polyglot(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, without_version(old_polyglot(arguments).out)) << engine_arguments;
  }

  TemporaryFolder folder_;
};

constexpr const char* kSuite =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"T.001\";\n"
    "\n"
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - am e4; id \"a rather long identification\";\n"
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 7 bm d4 e4; c0 \"nothing\";\n"
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - am d4; bm e4; id unquoted;\n";

TEST_F(EpdTestDifferential, PrintsTheSameLines) {
  expect_the_same(
      "--info 'info depth 1 score cp 20 time 10 nodes 100 pv e2e4 e7e5' "
      "--info 'info depth 2 score cp 30 time 20 nodes 1500 pv d2d4 d7d5' "
      "--info 'info depth 3 score cp 25 time 1030 nodes 2500 pv e2e4 e7e5 g1f3' "
      "--info 'info depth 4 score cp -125 seldepth 8 nps 40 time 1040 nodes 1234567 pv e2e4 e7e5 g1f3 b8c6' "
      "--bestmove e2e4",
      kSuite);
}

TEST_F(EpdTestDifferential, ShowsMatesAndBoundsTheSameWay) {
  expect_the_same(
      "--info 'info depth 11 score mate 12 lowerbound time 12345 nodes 99999999 pv e2e4' --bestmove e2e4",
      kSuite);
  expect_the_same("--info 'info depth 5 score mate -3 time 7 nodes 999 pv e2e4 e7e5' --bestmove e2e4",
                  kSuite);
  expect_the_same("--info 'info depth 5 score cp 99999 time 7 nodes 499 pv e2e4 e7e9' --bestmove e2e4",
                  kSuite);
}

TEST_F(EpdTestDifferential, CountsFromTheLastChangeOfMind) {
  expect_the_same(
      "--info 'info depth 5' --info 'info score cp 20' --info 'info time 1000' --info 'info nodes 4999' "
      "--info 'info pv e2e4' --info 'info depth 6 time 2000 currmove e2e4 currmovenumber 1' "
      "--info 'info depth 7 score cp 21 time 3000 nodes 5000 pv d2d4' "
      "--info 'info depth 8 score cp 22 time 4015 nodes 5999 pv e2e4 c7c5' "
      "--info 'info depth 9 score cp 23 time 5000 nodes 6000 pv e2e4 c7c6' --bestmove e2e4",
      kSuite);
}

TEST_F(EpdTestDifferential, ShowsTheSameParameters) {
  expect_the_same(
      "--info 'info depth 2 score cp 1 time 1 nodes 1000 pv d2d4' --bestmove d2d4", kSuite,
      {"-max-time", "1.25", "-min-time", "2.5", "-max-depth", "12", "-min-depth", "3", "-depth-delta", "2"});
}

}  // namespace
}  // namespace polyglot::tools::test
