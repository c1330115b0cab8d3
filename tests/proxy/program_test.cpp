// SPDX-License-Identifier: MIT
// What the program does apart from playing: --check-config, --help, --version, the log.
#include <regex>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

class CheckConfig : public ProxyTest {
 protected:
  /// Runs --check-config on an ini file and returns what it says.
  Lines check(const std::string& ini, const std::string& report) {
    folder_.write("my.ini", ini);
    Gui& gui = start({"my.ini", "--check-config"});
    Lines lines = gui.rest();
    EXPECT_EQ(gui.wait().text, report);
    return lines;
  }
  [[nodiscard]] std::string good_ini() const {
    return "[PolyGlot]\nEngineCommand = " +
           scripted("--option 'name Hash type spin default 16 min 1 max 99'") +
           "\nBook = true\nBookFile = book.bin\n[Engine]\nHash = 64\nStyle = Risky\n";
  }
};

TEST_F(CheckConfig, OfAGoodOneNamesEngineBookAndUnknownOptions) {
  write_book(folder_ / "book.bin", small_book());
  const Lines said = check(good_ini(), "exited with status 0");
  EXPECT_THAT(said, Contains(HasSubstr("Scripted 1")));
  EXPECT_THAT(said, Contains(HasSubstr("7 positions, 11 entries")));
  EXPECT_THAT(said, Contains("warning:       my.ini:7: the engine has no option \"Style\""));
  EXPECT_EQ(said.back(), "The configuration works: 1 warning.");
  EXPECT_THAT(said, Not(Contains(HasSubstr("\"Hash\""))));
  EXPECT_THAT(received(), Contains("quit"));
}

TEST_F(CheckConfig, StartsAnEngineInAFolderWithBlanks) {
  const std::string path = folder_ / "my engines (2)/an engine.exe";
  std::filesystem::create_directory(folder_ / "my engines (2)");
  std::filesystem::copy_file(SCRIPTED_ENGINE, path);
  const auto said = [&](const std::string& command, const std::string& more, const char* code) {
    const std::string ini = "[PolyGlot]\nEngineProtocol = uci\nBook = false;no\nEngineCommand = ";
    return check(ini + command + "\n" + more, std::string("exited with status ") + code);
  };
  EXPECT_THAT(said(path, "", "0"), Contains(HasSubstr("my.ini:3: a comment begins right behind the value")));
  (void)said("my engines (2)/an engine.exe", "", "0");
  (void)said("./an engine.exe", "EngineDir = my engines (2)\n", "0");
  EXPECT_THAT(said("my engines/an engine --flag", "", "1"),
              Contains(HasSubstr("; a path with blanks needs")));
  EXPECT_THAT(said("x", "EngineDir = \"my engines (2)\"\n", "1"),
              Contains(HasSubstr("; write it without quotes")));
}

TEST_F(CheckConfig, OfABadOneNamesAllThatIsWrong) {
  const Lines said =
      check("[PolyGlot]\nEngineCommand = no_such_engine\nBook = true\nBookFile = none.bin\nBok = 1\n",
            "exited with status 1");
  EXPECT_THAT(said, Contains(HasSubstr("no_such_engine")));
  EXPECT_THAT(said, Contains(HasSubstr("none.bin")));
  EXPECT_THAT(said, Contains(AllOf(HasSubstr("my.ini:5"), HasSubstr("did you mean"))));
}

TEST_F(CheckConfig, FailsForValuesThatNobodyTakes) {
  const Lines said = check("[PolyGlot]\nEngineCommand = " +
                               scripted("--option 'name Hash type spin default 16 min 1 max 99' "
                                        "--option 'name Ponder type check default false'") +
                               "\nBookDepth = deep\nLogFile = none/my.log\nLog = false\nLog = false\n"
                               "[Engine]\nHash = lots\nPonder = perhaps\n",
                           "exited with status 1");
  EXPECT_THAT(said, Contains(AllOf(HasSubstr("my.ini:3"), HasSubstr("deep"))));
  EXPECT_THAT(said, Contains(HasSubstr("LogFile = none/my.log: there is no folder none")));
  EXPECT_THAT(said, Contains(HasSubstr("my.ini:6: \"Log\" has a value in line 5 already")));
  EXPECT_THAT(said, Contains(HasSubstr("my.ini:8: Hash = lots: the engine expects a number from 1 to 99")));
  EXPECT_THAT(said, Contains("The configuration works, but has faults: 5 faults."));
}

TEST_F(CheckConfig, TakesAnOptionThatIsNearlyOneOfTheEngineForAMistake) {
  const std::string ini =
      "[PolyGlot]\nEngineCommand = " + scripted("--option 'name Hash type spin default 16 min 1 max 99'") +
      "\n[Engine]\nHahs = 64\nStyle = Risky\n";
  const std::string fault = "my.ini:4: the engine has no option \"Hahs\"; did you mean \"Hash\"?";
  const Lines said = check(ini, "exited with status 1");
  EXPECT_THAT(said, Contains("fault:         " + fault));
  EXPECT_EQ(said.back(), "The configuration works, but has faults: 1 fault, 1 warning.");

  Gui& gui = start({"my.ini"});
  gui.send("uci\nisready\nquit");
  EXPECT_THAT(starting_with(gui.rest(), "info string"), ElementsAre("info string " + fault));
  EXPECT_EQ(gui.wait().text, "exited with status 0");
}

TEST_F(CheckConfig, ReadsTheFileThatIsNamedAfterTheEngine) {
  folder_.write("Scripted_1.ini", "[PolyGlot]\nBookDepth = deep\nBok = 1\n");
  const std::string first = joined(".", "Scripted_1.ini") +
                            ":2: BookDepth: \"deep\" is not a number from 0 to 256; the default 256 is kept";
  const Lines own{"-noini", "-ec", scripted(), "-pg", "SettingsDir=."};
  Gui& checked = start(own + Lines{"--check-config"});
  const Lines said = rest_of(checked, 1);
  EXPECT_THAT(said, Contains("configuration: " + joined(".", "Scripted_1.ini")));
  EXPECT_THAT(said, Contains("fault:         " + first));
  EXPECT_EQ(said.back(), "The configuration works, but has faults: 2 faults.");

  Gui& gui = start(own + Lines{"-log", "true", "-lf", "log"});
  gui.send("uci\nisready\nquit");
  EXPECT_THAT(starting_with(gui.rest(), "info string"),
              ElementsAre("info string " + first + " (and 1 more; --check-config lists them)"));
  EXPECT_EQ(gui.wait().text, "exited with status 0");
  EXPECT_THAT(content("log"), HasSubstr("Bok"));
}

TEST_F(CheckConfig, NamesTheProtocolAndHowToSetIt) {
  const auto of_protocol = [this](const std::string& engine, const std::string& wanted) {
    const std::string ini = "[PolyGlot]\nEngineProtocol = " + wanted + "\nEngineCommand = " + engine + "\n";
    return starting_with(check(ini, "exited with status 0"), "protocol:");
  };
  const std::string cecp = std::string(SCRIPTED_CECP_ENGINE) + " --feature usermove=1";
  EXPECT_THAT(of_protocol(scripted(), "auto"),
              ElementsAre("protocol:      UCI, detected; for tournaments, set EngineProtocol = uci"));
  EXPECT_THAT(
      of_protocol(cecp, "auto"),
      ElementsAre("protocol:      XBoard (CECP), detected; for tournaments, set EngineProtocol = cecp"));
  EXPECT_THAT(of_protocol(scripted(), "uci"), ElementsAre("protocol:      UCI"));
  EXPECT_THAT(of_protocol(cecp, "cecp"), ElementsAre("protocol:      XBoard (CECP)"));
}

TEST_F(CheckConfig, StartsNoEngineWhereItIsToldSo) {
  folder_.write("my.ini", "[PolyGlot]\nEngineCommand = sh -c 'echo > started'\nBok = 1\n");
  Gui& checked = start({"check-config", "my.ini", "--no-engine"});
  const Lines said = rest_of(checked, 1);
  EXPECT_THAT(said, Contains("engine:        sh -c 'echo > started' (not started: --no-engine)"));
  EXPECT_EQ(said.back(), "The configuration works, but has faults: 1 fault.");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "started"));

  folder_.write("Own.ini", "[PolyGlot]\nEngineCommand = none\nBok = 1\n");
  Gui& own = start({"--noini", "--pg", "SettingsDir=.", "--en", "Own", "--ec", "nothing 'open",
                    "--check-config", "--no-engine"});
  EXPECT_THAT(rest_of(own, 1), AllOf(Contains(HasSubstr(joined(".", "Own.ini") + ":3: ")),
                                     Contains(AllOf(StartsWith("error: "), HasSubstr("EngineCommand")))));
}

TEST_F(CheckConfig, IsWhereTheGuiIsSentOnceWhenAnythingIsWrong) {
  const Lines wrong{"-pg", "EngineRestart=maybe", "-pg", "Log=true", "-pg", "LogFile=log"};
  const std::string first =
      "command line: EngineRestart: \"maybe\" is not one of off, game, always; "
      "the default off is kept";
  Gui& uci = start_scripted("", wrong);
  uci.send("uci\nucinewgame\nisready\nquit");
  EXPECT_THAT(starting_with(uci.rest(), "info string"), ElementsAre("info string " + first));
  EXPECT_EQ(uci.wait().text, "exited with status 0");

  Gui& xboard = start_scripted("", wrong + Lines{"-pg", "BookDepth=deep", "-pg", "Bok=1"});
  xboard.send("xboard\nprotover 2\nnew\nping 1\nquit");
  EXPECT_THAT(starting_with(xboard.rest(), "telluser"),
              ElementsAre("telluser Polyglot: " + first + " (and 2 more; --check-config lists them)"));
  EXPECT_EQ(xboard.wait().text, "exited with status 0");
  EXPECT_THAT(content("log"), AllOf(HasSubstr("\"deep\""), HasSubstr("Bok")));
}

TEST_F(CheckConfig, FailsWithoutAUciEngine) {
  for (const char* const flags : {"--not-uci", "--exit-at-start 3", "--silent"}) {
    const Lines said = check("[PolyGlot]\nEngineProtocol = uci\nEngineStartTimeout = 300\nEngineCommand = " +
                                 scripted(flags) + "\n",
                             "exited with status 1");
    EXPECT_THAT(said, Contains(StartsWith("error:"))) << flags;
  }
}

TEST_F(CheckConfig, GreetsAnXBoardEngine) {
  const std::string fairymax = find_program("fairymax");
  if (fairymax.empty()) GTEST_SKIP() << "fairymax is not installed";
  EXPECT_THAT(check("[PolyGlot]\nEngineCommand = " + fairymax + "\n", "exited with status 0"),
              Contains(AllOf(StartsWith("answers as:"), HasSubstr("Fairy-Max"))));
}

TEST_F(CheckConfig, FailsWithoutAFile) {
  Gui& gui = start({"none.ini", "--check-config"});
  EXPECT_THAT(rest_of(gui, 1), Contains(HasSubstr("none.ini")));
}

using Program = ProxyTest;

TEST_F(Program, ShowsItsVersion) {
  Gui& gui = start({"--version"});
  const Lines said = gui.rest();
  ASSERT_EQ(said.size(), 1U);
  EXPECT_TRUE(std::regex_match(said[0], std::regex("Polyglot [0-9]+\\.[0-9]+\\.[0-9]+"))) << said[0];
  EXPECT_TRUE(gui.wait().successful());
}

TEST_F(Program, ShowsHelp) {
  for (const char* const form : {"--help", "-help", "-h", "help"}) {
    Gui& gui = start({form});
    EXPECT_THAT(gui.rest(), Contains(HasSubstr("  make-book "))) << form;
    EXPECT_TRUE(gui.wait().successful());
    EXPECT_EQ(gui.errors(), "");
  }
}

using Log = ProxyTest;

/// Without time stamps.
Lines unstamped(const Lines& log) {
  constexpr std::size_t kStamp = 27;
  Lines texts;
  for (const std::string& line : log) texts.push_back(line.substr(std::min(kStamp, line.size())));
  return texts;
}

TEST_F(Log, MarksWhichWayEachLineWent) {
  Gui& gui = greet_scripted("--stderr-noise ouch", with_book() + Lines{"-log", "true", "-lf", "my.log"});
  gui.best_move("position startpos\ngo movetime 1");
  EXPECT_THAT(gui.lines_until_ready(), IsEmpty());
  quit(gui);
  const Lines log = unstamped(split_lines(content("my.log")));
  EXPECT_THAT(log, ::testing::IsSupersetOf({">  uci", "<  id name Scripted 1", "<  uciok", "<< uci",
                                            ">> id name Scripted 1", "<< position startpos",
                                            ">  position startpos", "<< go movetime 1", ">> bestmove e2e4",
                                            "<! ouch", ">  quit", "<< quit"}));
  EXPECT_THAT(log, Not(Contains(">  go movetime 1")));
}

TEST_F(Log, HasTheProcessIdInItsNameIfAsked) {
  Gui& gui = greet_scripted("", {"-log", "true", "-lf", "my-%p.log"});
  const std::string name = "my-" + std::to_string(gui.pid()) + ".log";
  quit(gui);
  EXPECT_THAT(content(name), HasSubstr("uciok"));
}

TEST_F(Log, CanBeSwitchedOnAtRunTime) {
  Gui& gui = greet_scripted();
  gui.send("setoption name Polyglot LogFile value my.log\nsetoption name Polyglot Log value true\ndebug on");
  EXPECT_THAT(gui.lines_until_ready(), IsEmpty());
  quit(gui);
  EXPECT_THAT(unstamped(split_lines(content("my.log"))), Contains(">  debug on"));
}

TEST_F(Log, IsNeverWrittenIntoTheBook) {
  const Lines book = with_book();
  const std::string no_zeros(16, '\x81');
  for (const std::string& before : {content("book.bin"), no_zeros, std::string()}) {
    folder_.write("book.bin", before);
    Gui& gui = start_scripted("", book + Lines{"-log", "true", "-lf", "./book.bin"});
    gui.send("uci\nposition startpos\ngo movetime 1");
    EXPECT_THAT(starting_with(gui.lines_until("bestmove"), "info string"),
                Contains(HasSubstr("book.bin: is the BookFile")).Times(1));
    quit(gui);
    EXPECT_EQ(content("book.bin"), before);
  }
}

TEST_F(Log, ThatCannotBeWrittenIsToldAndTheGameGoesOn) {
  Gui& gui = start_scripted("", {"-log", "true", "-lf", "/no/such/folder/my.log"});
  gui.send("uci\nposition startpos\ngo movetime 1");
  EXPECT_THAT(starting_with(gui.lines_until("bestmove"), "info string"),
              ElementsAre(HasSubstr("/no/such/folder/my.log")));
  quit(gui);
}

}  // namespace
}  // namespace polyglot::proxy::testing
