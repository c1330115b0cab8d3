// SPDX-License-Identifier: MIT
// However the program ends, nothing that it started remains.
#include "support/testing.hpp"
#include "windows/gui.hpp"

namespace polyglot::windows_test {
namespace {

struct End {
  const char* name;
  std::function<void(Gui&)> end;
};

void PrintTo(const End& end, std::ostream* out) {
  *out << end.name;
}

struct Engine {
  const char* name;
  const char* flag;
  bool is_batch_file = false;
  bool has_no_console = false;  ///< nor has Polyglot
};

void PrintTo(const Engine& engine, std::ostream* out) {
  *out << engine.name;
}

class WindowsEnd : public ::testing::TestWithParam<std::tuple<Engine, End>> {};

TEST_P(WindowsEnd, LeavesNothing) {
  const auto& [kind, end] = GetParam();
  const Folder folder;
  const std::filesystem::path engine = copied_engine(folder);
  std::string command = '"' + utf8(engine) + "\" " + kind.flag;
  if (kind.is_batch_file) {
    // Batch files are no UTF-8: this one finds the engine beside itself.
    write_file(folder / "my engine.bat",
               "@echo off\r\n\"%~dp0" + utf8(engine.filename()) + "\" " + kind.flag + "\r\n");
    command = '"' + utf8(folder / "my engine.bat") + '"';
  }
  {
    Gui gui({"--noini", "--ec", command, "--pg", "EngineStartTimeout=0"}, folder.path(), kind.has_no_console);
    gui.send("uci");
    gui.expect("uciok");
    gui.send("isready");
    gui.expect("readyok");
    gui.send("position startpos\ngo infinite\nisready");
    EXPECT_FALSE(processes_of(engine).empty());
    end.end(gui);
    gui.wait();
  }
  EXPECT_TRUE(none_is_left_of(engine));
}

INSTANTIATE_TEST_SUITE_P(
    All, WindowsEnd,
    ::testing::Combine(::testing::Values(Engine{"Obedient", ""}, Engine{"WithAChild", "--child"},
                                         Engine{"Deaf", "--deaf"}, Engine{"BatchFile", "--child", true},
                                         Engine{"BatchFileWithoutAConsole", "--child", true, true}),
                       ::testing::Values(End{"Quit", [](Gui& gui) { gui.send("quit"); }},
                                         End{"EndOfInput", [](Gui& gui) { gui.close_input(); }},
                                         End{"BothPipesClosed",
                                             [](Gui& gui) {
                                               gui.close_input();
                                               gui.close_output();
                                             }},
                                         End{"Terminated", [](Gui& gui) { gui.end_by_force(); }})),
    [](const auto& test) {
      return std::string(std::get<0>(test.param).name) + std::get<1>(test.param).name;
    });

TEST(WindowsEngine, IsReportedWhenItCrashes) {
  const Folder folder;
  Gui gui({"--noini", "--ec", '"' + utf8(playing_engine()) + "\" --crash"}, folder.path());
  gui.send("uci");
  gui.expect("uciok");
  gui.send("position startpos\ngo movetime 100");
  EXPECT_THAT(gui.rest(), Contains(HasSubstr("access violation")));
}

TEST(WindowsEngine, IsReportedWhenItIsMissing) {
  const Folder folder;
  const Outcome outcome = run({"--noini", "--ec", "no-such-engine.exe"}, folder.path());
  EXPECT_NE(outcome.exit_code, 0U);
  EXPECT_THAT(outcome.text, HasSubstr("no-such-engine.exe"));
}

}  // namespace
}  // namespace polyglot::windows_test
