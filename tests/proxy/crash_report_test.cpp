// SPDX-License-Identifier: MIT
// Reports of engines that fail, by real processes.
#include <filesystem>
#include <regex>
#include <string>

#include <gmock/gmock.h>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// GoogleTest has no such expressions on Windows.
bool has(const std::string& report, const std::string& expression) {
  return std::regex_search(report, std::regex(expression));
}

class CrashReport : public ProxyTest {
 protected:
  CrashReport() { std::filesystem::create_directory(folder_ / "crashes"); }

  [[nodiscard]] Lines reports() const {
    Lines found;
    for (const auto& file : std::filesystem::directory_iterator(folder_ / "crashes"))
      found.push_back(content("crashes/" + file.path().filename().string()));
    return found;
  }
};

TEST_F(CrashReport, HasAllThatAReportOfTheBugNeeds) {
  Gui& gui = start_scripted("--name 'Fake/2' --stderr-noise 'out of luck' --crash-on-go",
                            {"-pg", "CrashReport=crashes"});
  gui.send("uci\nposition startpos moves e2e4 e7e5\ngo movetime 10");
  EXPECT_EQ(gui.wait().text(), "exited with status 1");
  ASSERT_THAT(reports(), SizeIs(1));
  EXPECT_THAT(reports().front(),
              AllOf(HasSubstr(kCrash), HasSubstr("engine      Fake/2\n"), HasSubstr("--crash-on-go"),
                    HasSubstr("position startpos moves e2e4 e7e5\nposition "),
                    HasSubstr("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"),
                    HasSubstr("last search go movetime 10\n")));
  EXPECT_TRUE(has(reports().front(), "to the engine \\([0-9]+\\):\nuci\n(.*\n)*go movetime 10\n"));
  EXPECT_TRUE(has(reports().front(), "of the engine \\([0-9]+\\):\n(.*\n)*uciok\n"));
  EXPECT_TRUE(has(reports().front(), "stderr \\([0-9]+\\):\n(.*\n)*out of luck\n"));
}

TEST_F(CrashReport, IsWrittenOfEachEngineThatFails) {
  Gui& gui = start_scripted("--crash-on-go", {"-pg", "CrashReport=crashes", "-pg", "EngineRestart=game",
                                              "-pg", "EngineRestartLimit=2"});
  gui.send("uci\nposition startpos\ngo movetime 10");
  EXPECT_EQ(gui.wait().text(), "exited with status 1");
  EXPECT_THAT(reports(), SizeIs(3));
}

TEST_F(CrashReport, IsMissedWhereItsFolderIsNotThereAndPlayGoesOn) {
  Gui& gui = start_scripted("", {"-pg", "CrashReport=nowhere"});
  gui.send("uci\nisready\nposition startpos\ngo movetime 10");
  EXPECT_THAT(gui.lines_until("bestmove"),
              ::testing::Contains(AllOf(HasSubstr("CrashReport = nowhere: "), HasSubstr("create it"))));
  quit(gui);
  EXPECT_THAT(reports(), IsEmpty());
}

}  // namespace
}  // namespace polyglot::proxy::testing
