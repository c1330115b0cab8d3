// SPDX-License-Identifier: MIT
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/expansion.hpp>

#include "support/testing.hpp"
#include "test_paths.hpp"

namespace polyglot::config {
namespace {

using ::testing::IsSupersetOf;

/// A file system of a few texts.
FileReader files(std::map<std::string, std::string> texts) {
  return [texts = std::move(texts)](const std::string& path, std::string& text) -> std::error_code {
    const auto found = texts.find(path);
    if (found == texts.end()) return std::make_error_code(std::errc::no_such_file_or_directory);
    text = found->second;
    return {};
  };
}

CommandLine command_line(const std::vector<std::string>& arguments) {
  return parse_command_line(arguments).value();
}

/// Examines `text` as polyglot.ini, with the engine given on the command line.
Configuration examined(const std::string& text, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.end(), {"-ec", "engine"});
  return examine(command_line(arguments), files({{"polyglot.ini", text}}));
}

std::vector<std::string> engine_settings(const Configuration& configuration) {
  std::vector<std::string> rows;
  for (const EngineSetting& setting : configuration.engine) {
    rows.push_back(setting.name + "=" + setting.value + " (" + setting.where + ")");
  }
  return rows;
}

TEST(Configuration, ReadsPolyglotIniUnlessToldOtherwise) {
  const FileReader reader = files(
      {{"polyglot.ini", "[PolyGlot]\nEngineCommand = a\n"}, {"x/my.ini", "[PolyGlot]\nEngineCommand = b\n"}});
  const Configuration plain = load(command_line({}), reader).value();
  EXPECT_EQ(plain.options.text(OptionId::engine_command), "a");
  EXPECT_EQ(plain.ini_path, "polyglot.ini");
  EXPECT_EQ(plain.ini_folder, ".");
  EXPECT_FALSE(plain.wants_engine_ini);
  const Configuration named = load(command_line({"x/my.ini"}), reader).value();
  EXPECT_EQ(named.options.text(OptionId::engine_command), "b");
  EXPECT_EQ(named.ini_path, "x/my.ini");
  EXPECT_EQ(named.ini_folder, "x");
}

TEST(Configuration, ReadsNoFileWithNoini) {
  const FileReader reader = [](const std::string& path, std::string&) {
    ADD_FAILURE() << "read " << path;
    return std::error_code();
  };
  const Configuration configuration = load(command_line({"my.ini", "-noini", "-ec", "a"}), reader).value();
  EXPECT_EQ(configuration.ini_path, "");
  EXPECT_EQ(configuration.ini_folder, "");
  EXPECT_TRUE(configuration.wants_engine_ini);
}

TEST(Configuration, PutsTheCommandLineOverTheFileOverTheDefaults) {
  const Configuration configuration =
      examined("[PolyGlot]\nBookDepth = 10\nBookFile = ini.bin\n[Engine]\nHash = 1\nThreads = 2\n",
               {"-pg", "BookFile=line.bin", "-uci", "HASH=3", "-uci", "MultiPV=4"});
  EXPECT_EQ(configuration.options.text(OptionId::book_file), "line.bin");
  EXPECT_EQ(configuration.options.spin(OptionId::book_depth), 10);
  EXPECT_TRUE(configuration.options.check(OptionId::book_random));
  EXPECT_THAT(engine_settings(configuration),
              ElementsAre("HASH=3 (command line)", "Threads=2 (polyglot.ini:6)", "MultiPV=4 (command line)"));
}

TEST(Configuration, LetsTheLastValueWin) {
  const Configuration configuration = examined(
      "[polyglot]\nBOOK = true\n[ENGINE]\nHash = 1\nPonder = true\nhash = 2\n[PolyGlot]\nBook = no\n");
  EXPECT_FALSE(configuration.options.check(OptionId::book));
  EXPECT_THAT(engine_settings(configuration),
              ElementsAre("hash=2 (polyglot.ini:6)", "Ponder=true (polyglot.ini:5)"));
  EXPECT_THAT(
      configuration.warnings,
      ElementsAre("polyglot.ini:6: \"hash\" has a value in line 4 already: the last that is valid counts",
                  "polyglot.ini:8: \"Book\" has a value in line 2 already: the last that is valid counts"));
}

TEST(Configuration, WarnsOfUnknownNamesAndSuggestsTheRightOne) {
  const Configuration configuration =
      examined("[PolyGlot]\nBookRandon = true\nHash = 3\n", {"-pg", "Bok=true"});
  EXPECT_THAT(configuration.warnings,
              ElementsAre("polyglot.ini:2: unknown option \"BookRandon\"; did you mean \"BookRandom\"?",
                          "polyglot.ini:3: unknown option \"Hash\"",
                          "command line: unknown option \"Bok\"; did you mean \"Book\"?"));
  EXPECT_THAT(configuration.errors, IsEmpty());
}

TEST(Configuration, KeepsTheOldValueInsteadOfAWrongOne) {
  const Configuration configuration =
      examined("[PolyGlot]\n\nBookDepth = abc\nBookDepth = 40\nBookDepth = 300\nBook = perhaps\n");
  EXPECT_THAT(
      configuration.warnings,
      IsSupersetOf(
          {"polyglot.ini:3: BookDepth: \"abc\" is not a number from 0 to 256; the default 256 is kept",
           "polyglot.ini:5: BookDepth: \"300\" is not a number from 0 to 256; 40 is kept",
           "polyglot.ini:6: Book: \"perhaps\" is neither true nor false; the default false is kept"}));
  EXPECT_EQ(configuration.options.spin(OptionId::book_depth), 40);
}

TEST(Configuration, AcceptsTheMisspeltAndTheRightName) {
  EXPECT_EQ(examined("[PolyGlot]\nBookTreshold = 7\n").options.spin(OptionId::book_treshold), 7);
  EXPECT_EQ(examined("[PolyGlot]\nBookThreshold = 8\n").options.spin(OptionId::book_treshold), 8);
}

TEST(Configuration, WarnsOncePerIgnoredSection) {
  const Configuration configuration =
      examined("a = 1\nb = 2\n[Notes]\nc = 3\nd = 4\n[Engin]\ne = 5\n[PolyGlot] x\n");
  EXPECT_THAT(configuration.warnings,
              ElementsAre("polyglot.ini:1: lines before the first [section] are ignored",
                          "polyglot.ini:4: section [Notes] is ignored",
                          "polyglot.ini:7: section [Engin] is ignored; did you mean \"Engine\"?",
                          "polyglot.ini:8: the text after [PolyGlot] is ignored"));
}

TEST(Configuration, HintsAtValuesThatACommentMayCutOff) {
  const Configuration configuration = examined(
      "[PolyGlot]\nBookFile = C:\\a;b.bin\nLogFile = a ; b\nEngineName =;b\n[Engine]\nStyle = c#5\n");
  EXPECT_THAT(configuration.warnings, IsEmpty());
  EXPECT_THAT(
      configuration.hints,
      ElementsAre(AllOf(StartsWith("polyglot.ini:2: "), HasSubstr("\"C:\\a\" of BookFile; write \\;")),
                  AllOf(StartsWith("polyglot.ini:6: "), HasSubstr("\"c\" of Style;"))));
}

TEST(Configuration, CountsWhatIsMoreOfAFlood) {
  std::string sections;
  std::string options = "[PolyGlot]\n";
  for (int i = 0; i < 100'000; ++i) {
    sections += "[section " + std::to_string(i) + "]\na = 1\n";
    options += "unknown " + std::to_string(i) + " = 1\n";
  }
  for (const std::string& text : {sections, options}) {
    const std::vector<std::string> warnings = examined(text).warnings;
    ASSERT_EQ(warnings.size(), 101U);
    EXPECT_EQ(warnings.back(), "polyglot.ini: and 99900 more like these");
  }
}

TEST(Configuration, CarriesTheWarningsOfTheCommandLine) {
  EXPECT_THAT(examined("", {"-pg", "Book"}).warnings,
              ElementsAre("command line: \"Book\" is not a \"name=value\""));
}

TEST(Configuration, IsRefusedWithAMissingFile) {
  EXPECT_EQ(load(command_line({"no/such.ini", "-ec", "a"}), files({})).error().to_string(),
            "cannot read the configuration file \"no/such.ini\": No such file or directory; name "
            "another file, write one with polyglot init, or start with --noini --ec ENGINE");
  EXPECT_THAT(load(command_line({"-ec", "a"}), files({})).error().to_string(),
              HasSubstr("\"polyglot.ini\": No such file"))
      << "even if the engine is given";
}

TEST(Configuration, IsRefusedWithSyntaxErrorsOfWhichExamineListsAll) {
  const FileReader reader = files({{"polyglot.ini", "[PolyGlot]\nBook\nEngineCommand = a\n[Engine\n"}});
  EXPECT_EQ(load(command_line({}), reader).error().to_string(),
            "polyglot.ini:2: \"Book\" is neither a [section] nor a \"name = value\" (and 1 more; "
            "--check-config lists them)");
  EXPECT_THAT(examine(command_line({}), reader).errors,
              ElementsAre(HasSubstr("polyglot.ini:2: "), HasSubstr("polyglot.ini:4: ")));
}

TEST(Configuration, IsRefusedWithoutAnEngine) {
  EXPECT_EQ(load(command_line({}), files({{"polyglot.ini", ""}})).error().to_string(),
            "polyglot.ini: EngineCommand is not set; name the engine in section [PolyGlot] of the "
            "configuration file or with --ec");
  EXPECT_THAT(load(command_line({"-noini"}), files({})).error().to_string(),
              HasSubstr("EngineCommand is not set"));
}

TEST(ReadFile, SaysWhyAFileCannotBeRead) {
  std::string text;
  EXPECT_EQ(read_file("no/such/file", text), std::errc::no_such_file_or_directory);
  EXPECT_EQ(read_file(POLYGLOT_SOURCE_DIR, text), std::errc::is_a_directory);
  EXPECT_FALSE(read_file(POLYGLOT_SOURCE_DIR "/polyglot.ini.example", text));
  EXPECT_THAT(text, HasSubstr("[PolyGlot]"));
}

/// A file of the folder /s, as the program writes its path.
std::string in_s(const std::string& name) {
  return (std::filesystem::path("/s") / name).string();
}

class EngineIni : public ::testing::Test {
 protected:
  static Configuration configured(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"-noini", "-ec", "engine", "-pg", "SettingsDir=/s"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return load(command_line(arguments), files({})).value();
  }
};

TEST_F(EngineIni, IsNamedAfterTheEngineAndCannotLeaveItsFolder) {
  for (const auto& [engine, file] :
       {std::pair("Toga II 3.0", "Toga_II_3.0.ini"), std::pair("../../etc/passwd", ".._.._etc_passwd.ini"),
        std::pair("a\\b\nc", "a_b_c.ini"), std::pair("..", "...ini"), std::pair("", ".ini")})
    EXPECT_EQ(engine_ini_path(configured().options, engine), in_s(file));
  EXPECT_EQ(engine_ini_path(configured({"-en", "My Engine"}).options, "Toga II 3.0"), in_s("My_Engine.ini"));
}

TEST_F(EngineIni, IsLookedForInTheHomeFolder) {
  const std::string home = config::expand_home("~");
  ASSERT_NE(home, "~");
  EXPECT_EQ(engine_ini_path(Options(), "Fish"),
            (std::filesystem::path(home + "/.polyglot") / "Fish.ini").string());
}

TEST_F(EngineIni, ComesBelowTheCommandLine) {
  const CommandLine line = command_line(
      {"-noini", "-ec", "engine", "-pg", "SettingsDir=/s", "-pg", "BookDepth=3", "-uci", "Hash=1"});
  Configuration configuration = load(line, files({})).value();
  const FileReader reader =
      files({{in_s("Fish.ini"),
              "[PolyGlot]\nBookDepth = 9\nBookFile = fish.bin\n[Engine]\nHash = 2\nThreads = 3\n"}});
  EXPECT_THAT(load_engine_ini(configuration, line, "Fish", reader), IsEmpty());
  EXPECT_EQ(configuration.options.spin(OptionId::book_depth), 3);
  EXPECT_EQ(configuration.options.text(OptionId::book_file), "fish.bin");
  EXPECT_THAT(engine_settings(configuration),
              ElementsAre("Hash=1 (command line)", "Threads=3 (" + in_s("Fish.ini") + ":6)"));
}

TEST_F(EngineIni, MayBeMissing) {
  Configuration configuration = configured();
  EXPECT_THAT(load_engine_ini(configuration, command_line({}), "Fish", files({})), IsEmpty());
  EXPECT_THAT(configuration.warnings, IsEmpty());
}

TEST_F(EngineIni, ReportsItsFaultsOnceWithoutStoppingTheEngine) {
  const CommandLine line = command_line({"-noini", "-ec", "engine", "-pg", "SettingsDir=/s", "-pg", "Bok=1"});
  Configuration configuration = load(line, files({})).value();
  const FileReader reader = files({{in_s("Fish.ini"), "[PolyGlot]\nrubbish\nBook = true\nLgo = true\n"}});
  EXPECT_THAT(load_engine_ini(configuration, line, "Fish", reader),
              ElementsAre(in_s("Fish.ini") + ":2: \"rubbish\" is neither a [section] nor a \"name = value\"",
                          in_s("Fish.ini") + ":4: unknown option \"Lgo\"; did you mean \"Log\"?"));
  EXPECT_TRUE(configuration.options.check(OptionId::book));
  EXPECT_THAT(configuration.warnings,
              ElementsAre(HasSubstr("\"Bok\""), HasSubstr("rubbish"), HasSubstr("Lgo")));
}

TEST_F(EngineIni, ReportsAFileThatCannotBeRead) {
  Configuration configuration = configured();
  const FileReader unreadable = [](const std::string&, std::string&) {
    return std::make_error_code(std::errc::permission_denied);
  };
  EXPECT_THAT(load_engine_ini(configuration, command_line({}), "Fish", unreadable),
              ElementsAre("cannot read \"" + in_s("Fish.ini") + "\": Permission denied"));
}

TEST_F(EngineIni, FollowsTheFilesOfOldXboard) {
  const std::string text = "[PolyGlot]\nEngineCommand = a\n";
  const FileReader reader =
      files({{"polyglot_1st.ini", text}, {"x/polyglot_2nd.ini", text}, {"polyglot_3rd.ini", text}});
  EXPECT_TRUE(load(command_line({"polyglot_1st.ini"}), reader)->wants_engine_ini);
  EXPECT_TRUE(load(command_line({"x/polyglot_2nd.ini"}), reader)->wants_engine_ini);
  EXPECT_FALSE(load(command_line({"polyglot_3rd.ini"}), reader)->wants_engine_ini);
}

TEST_F(EngineIni, OfOldXboardComesOverTheirFiles) {
  const FileReader reader = files(
      {{"polyglot_1st.ini", "[PolyGlot]\nEngineCommand = a\nSettingsDir = /s\nBookDepth = 1\nLog = true\n"},
       {in_s("Fish.ini"), "[PolyGlot]\nBookDepth = 2\n"}});
  const CommandLine line = command_line({"polyglot_1st.ini"});
  Configuration configuration = load(line, reader).value();
  EXPECT_THAT(load_engine_ini(configuration, line, "Fish", reader), IsEmpty());
  EXPECT_EQ(configuration.options.spin(OptionId::book_depth), 2);
  EXPECT_TRUE(configuration.options.check(OptionId::log));
}

TEST_F(EngineIni, IsWhereSettingsAreSavedIfItIsInUse) {
  const std::string text = "[PolyGlot]\nEngineCommand = a\nSettingsDir = /s\n";
  const FileReader reader = files({{"x/my.ini", text}, {"polyglot_2nd.ini", text}});
  const auto path = [&](const std::vector<std::string>& arguments) {
    return settings_path(load(command_line(arguments), reader).value(), "Fish 1");
  };
  EXPECT_EQ(settings_path(configured(), "Fish 1"), in_s("Fish_1.ini"));
  EXPECT_EQ(path({"x/my.ini"}), "x/my.ini");
  EXPECT_EQ(path({"polyglot_2nd.ini"}), in_s("Fish_1.ini"));
  EXPECT_EQ(settings_path(configured({"-pg", "SettingsFile=a b.ini"}), "Fish 1"), "a b.ini");
  EXPECT_EQ(path({"x/my.ini", "-pg", "SettingsFile=~/b.ini"}), config::expand_home("~/b.ini"));
}

}  // namespace
}  // namespace polyglot::config
