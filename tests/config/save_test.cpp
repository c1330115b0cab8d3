// SPDX-License-Identifier: MIT
#include <polyglot/config/configuration.hpp>

#include "support/symbolic_link.hpp"
#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::config {
namespace {

using EngineValues = std::vector<EngineValue>;

Options options(std::initializer_list<std::pair<OptionId, const char*>> values = {}) {
  Options result;
  EXPECT_TRUE(result.set(OptionId::engine_command, "fish"));
  for (const auto& [id, value] : values) EXPECT_TRUE(result.set(id, value)) << value;
  return result;
}

Configuration read_back(const std::string& text) {
  return examine(CommandLine{}, [&text](const std::string&, std::string& result) {
    result = text;
    return std::error_code();
  });
}

TEST(SavedIni, SaysWhatDiffersFromTheDefaults) {
  EXPECT_EQ(saved_ini("", options({{OptionId::resign, "yes"}, {OptionId::book_depth, "20"}}),
                      EngineValues{{"Hash", "64", false}, {"Threads", "1", true}, {"Style", "Risky", false}}),
            "[PolyGlot]\nEngineCommand = fish\nResign = true\nBookDepth = 20\n\n[Engine]\nHash = 64\nStyle = "
            "Risky\n");
}

TEST(SavedIni, ReplacesValuesWhereTheyStand) {
  EXPECT_EQ(
      saved_ini("[PolyGlot]\nEngineCommand=fish\n  BookThreshold\t=\t7   ; per mille\nBookFile = a.bin\n"
                "[Engine]\nhash=16# MB\nThreads=1\n",
                options({{OptionId::book_treshold, "8"}, {OptionId::book_file, "b c.bin"}}),
                EngineValues{{"Hash", "64", false}, {"Threads", "2", false}}),
      "[PolyGlot]\nEngineCommand=fish\n  BookThreshold\t=\t8   ; per mille\nBookFile = b c.bin\n"
      "[Engine]\nhash=64# MB\nThreads=2\n");
}

TEST(SavedIni, AddsWhatIsNewAtTheEndOfItsSection) {
  EXPECT_EQ(
      saved_ini("[Engine]\nThreads = 2\n; about the rest\n\n[PolyGlot]\nEngineCommand = fish\n\n# more\n",
                options({{OptionId::book, "true"}}),
                EngineValues{{"Hash", "64", false}, {"Threads", "2", false}}),
      "[Engine]\nThreads = 2\nHash = 64\n; about the rest\n\n[PolyGlot]\nEngineCommand = fish\n"
      "Book = true\n\n# more\n");
}

TEST(SavedIni, DropsWhatIsBackAtItsDefaultButNotItsComment) {
  EXPECT_EQ(saved_ini("[PolyGlot]\nEngineCommand = fish\nBook = true\nResign=1  ; never give up\n[Engine]\n"
                      "Hash = 64\nThreads = 2\n",
                      options(), EngineValues{{"Hash", "16", true}, {"Threads", "2", false}}),
            "[PolyGlot]\nEngineCommand = fish\n; never give up\n[Engine]\nThreads = 2\n");
}

TEST(SavedIni, KeepsEverythingElse) {
  const std::string text =
      "stray = 1\n; a comment\n[PolyGlot]\nEngineCommand = fish ; the engine\n# Book = false\nBook = false\n"
      "BookRandom = ON\n\n\nUnknown = 3\nSettingsFile = other.ini\nSave = x\nrubbish\n[broken\n[Other]\n"
      "Book = true\nHash = 5\n[engine] text\nHash = 64\nContempt = 7\nUCI_Opponent = none\n";
  EXPECT_EQ(saved_ini(text, options(), EngineValues{{"Hash", "64", false}, {"UCI_Opponent", "x", false}}),
            text);
}

TEST(SavedIni, TreatsEveryLineOfANameAlike) {
  const std::string text =
      "[PolyGlot]\nEngineCommand = fish\nBookDepth = 1\nBookDepth = 2\n[Engine]\nHash = 1\n[PolyGlot]\n"
      "bookdepth = 3\n";
  EXPECT_EQ(saved_ini(text, options({{OptionId::book_depth, "2"}}), {}),
            "[PolyGlot]\nEngineCommand = fish\nBookDepth = 2\nBookDepth = 2\n[Engine]\nHash = 1\n[PolyGlot]\n"
            "bookdepth = 2\n");
  EXPECT_EQ(saved_ini(text, options(), {}),
            "[PolyGlot]\nEngineCommand = fish\n[Engine]\nHash = 1\n[PolyGlot]\n");
}

TEST(SavedIni, KeepsByteOrderMarkAndWindowsLineEnds) {
  EXPECT_EQ(saved_ini("\xEF\xBB\xBF[PolyGlot]\r\nEngineCommand = a\r\nBook = true\r\n",
                      options({{OptionId::resign, "true"}}), {}),
            "\xEF\xBB\xBF[PolyGlot]\r\nEngineCommand = fish\r\nResign = true\r\n");
}

TEST(SavedIni, EndsTheLastLineBeforeItAddsAnother) {
  EXPECT_EQ(saved_ini("[PolyGlot]\nEngineCommand = fish", options(), {}), "[PolyGlot]\nEngineCommand = fish");
  EXPECT_EQ(saved_ini("[PolyGlot]\nEngineCommand = fish", options({{OptionId::book, "true"}}),
                      EngineValues{{"Hash", "2", false}}),
            "[PolyGlot]\nEngineCommand = fish\nBook = true\n\n[Engine]\nHash = 2\n");
}

TEST(SavedIni, FillsEmptyValues) {
  EXPECT_EQ(saved_ini("[PolyGlot]\nEngineCommand =\nBookFile= ; the book\nEngineName = x ; name\n",
                      options({{OptionId::book_file, "b.bin"}}), {}),
            "[PolyGlot]\nEngineCommand = fish\nBookFile= b.bin ; the book\n; name\n");
  EXPECT_EQ(saved_ini("[PolyGlot]\nEngineCommand = fish\n", options({{OptionId::log_file, ""}}), {}),
            "[PolyGlot]\nEngineCommand = fish\nLogFile =\n");
}

TEST(SavedIni, QuotesSpecialCharacters) {
  const std::string text = saved_ini("[PolyGlot]\nEngineCommand = fish\nBookFile = x\\;y\n",
                                     options({{OptionId::book_file, "C:\\a;b#c=d[e]\\"}}),
                                     EngineValues{{"Odd;Name#=[x]", "\\;", false}});
  EXPECT_EQ(text,
            "[PolyGlot]\nEngineCommand = fish\nBookFile = C:\\a\\;b\\#c\\=d\\[e\\]\\\\\n\n[Engine]\n"
            "Odd\\;Name\\#\\=\\[x\\] = \\\\\\;\n");
  const Configuration configuration = read_back(text);
  EXPECT_EQ(configuration.options.text(OptionId::book_file), "C:\\a;b#c=d[e]\\");
  ASSERT_NE(configuration.engine.find("Odd;Name#=[x]"), nullptr);
  EXPECT_EQ(configuration.engine.find("Odd;Name#=[x]")->value, "\\;");
}

TEST(SavedIni, CannotBeSpoiltByAnEngine) {
  const std::string text = saved_ini("", options(),
                                     EngineValues{{"", "a", false},
                                                  {" ", "b", false},
                                                  {"A\nB", "c\n[PolyGlot]", false},
                                                  {"Hash", "1", false},
                                                  {"HASH", "2", false}});
  EXPECT_EQ(text, "[PolyGlot]\nEngineCommand = fish\n\n[Engine]\nA B = c \\[PolyGlot\\]\nHash = 1\n");
  EXPECT_THAT(read_back(text).errors, IsEmpty());
}

TEST(SavedIni, SkipsWhatIsNotTheUsersOfTheProtocolsOptions) {
  for (const char* const name : {"Hash", "UCI_Elo", "uci_limitstrength", "UCI"})
    EXPECT_TRUE(is_saved_engine_option(name)) << name;
  for (const char* const name : {"UCI_Opponent", "UCI_AnalyseMode", "uci_chess960", "UCI_EloX", "UCI_", ""})
    EXPECT_FALSE(is_saved_engine_option(name)) << name;
}

/// A value that an option does not have by default, and that needs quoting where a text may.
std::string other_value(const OptionSpec& option) {
  switch (option.type) {
    case OptionType::check:
      return option.default_value == "true" ? "false" : "true";
    case OptionType::spin:
      return std::to_string(std::to_string(option.min) == option.default_value ? option.max : option.min);
    case OptionType::decimal:
      return "0.5";
    case OptionType::choice:
      return std::string(option.choices[option.choices[0].name == option.default_value ? 1 : 0].name);
    case OptionType::mask:
      return "3";
    default:
      return "\\ ;#=[]\"\t\\ä\\";
  }
}

TEST(SavedIni, ReadsBackAndStaysTheSame) {
  Options wanted;
  std::string every_option = "\xEF\xBB\xBF[PolyGlot]\r\n";
  for (const OptionSpec& option : option_specs()) {
    (void)wanted.set(option.id, other_value(option));
    every_option += std::string(option.name) + "=" + std::string(option.default_value) + " ; why\r\n";
  }
  const EngineValues engine = {{"Hash", "\\;#", false}, {"Thr;eads", "[1]", false}, {"Style", "", false}};
  for (const std::string& old_text : {std::string(), every_option + "[engine] ; ours\r\nhash = 17 # MB"}) {
    const std::string saved = saved_ini(old_text, wanted, engine);
    SCOPED_TRACE(saved);
    const Configuration read = read_back(saved);
    for (const OptionSpec& option : option_specs()) {
      if (option.id == OptionId::settings_file) continue;
      EXPECT_EQ(read.options.text(option.id), wanted.text(option.id)) << option.name;
    }
    for (const EngineValue& option : engine) {
      const EngineSetting* const setting = read.engine.find(option.name);
      ASSERT_NE(setting, nullptr) << option.name;
      EXPECT_EQ(setting->value, option.value) << option.name;
    }
    EXPECT_EQ(saved_ini(saved, wanted, engine), saved);
  }
}

class SaveSettings : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const char* name) const { return folder_ / name; }

  test::TemporaryFolder folder_;
};

TEST_F(SaveSettings, WritesANewFileAsPolyglot204Does) {
  const std::string file = path("new.ini");
  ASSERT_TRUE(save_settings(file, options({{OptionId::resign, "true"}}), EngineValues{{"Hash", "2", false}}));
  EXPECT_THAT(test::read_text(file),
              MatchesRegex("; Created: ... ... .. ..:..:.. ....\n\n\\[PolyGlot\\]\nEngineCommand = fish\n"
                           "EngineDir = .\nResign = true\n\n\\[Engine\\]\nHash = 2\n"));
}

TEST_F(SaveSettings, UpdatesTheFileThatIsThere) {
  const std::string file = path("old.ini");
  test::write_text(file, "# mine\n[PolyGlot]\nEngineCommand = fish\nBook = true\n");
  ASSERT_TRUE(save_settings(file, options({{OptionId::resign, "true"}}), {}));
  EXPECT_EQ(test::read_text(file), "# mine\n[PolyGlot]\nEngineCommand = fish\nResign = true\n");
  EXPECT_THAT(folder_.names(), ElementsAre("old.ini")) << "nothing is left beside it";
}

TEST_F(SaveSettings, CreatesTheFolder) {
  const std::string file = path("a/b/engine.ini");
  ASSERT_TRUE(save_settings(file, options(), {}));
  EXPECT_THAT(test::read_text(file), HasSubstr("EngineCommand = fish\n"));
}

TEST_F(SaveSettings, FollowsLinks) {
  test::write_text(path("real.ini"), "# mine\n");
  if (!test::make_symbolic_link("real.ini", path("link.ini"))) GTEST_SKIP() << "no links here";
  ASSERT_TRUE(save_settings(path("link.ini"), options(), {}));
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.ini")));
  EXPECT_EQ(test::read_text(path("real.ini")), "# mine\n\n[PolyGlot]\nEngineCommand = fish\n");
}

TEST_F(SaveSettings, SaysWhyItCannot) {
  test::write_text(path("file"), "");
  const auto reason = [](const std::string& file) {
    const Result<void> saved = save_settings(file, options(), {});
    return saved ? "saved" : saved.error().to_string();
  };
  EXPECT_EQ(reason(folder_.path()), folder_.path() + ": cannot be read: Is a directory");
  // On Windows the folder is looked at first.
  EXPECT_THAT(reason(path("file/x.ini")), AllOf(HasSubstr("x.ini: "), EndsWith(": Not a directory")));
  EXPECT_THAT(reason("/proc/nowhere/x.ini"),
              HasSubstr("/proc/nowhere/x.ini: its folder cannot be created: "));
}

}  // namespace
}  // namespace polyglot::config
