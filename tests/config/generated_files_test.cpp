// SPDX-License-Identifier: MIT
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/ini_file.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"
#include "test_paths.hpp"

namespace polyglot::config {
namespace {

std::string repository_file(const std::string& name) {
  return test::read_text(POLYGLOT_SOURCE_DIR "/" + name);
}

struct GeneratedFile {
  const char* format;
  const char* path;
};

class GeneratedFiles : public ::testing::TestWithParam<GeneratedFile> {};

TEST_P(GeneratedFiles, AreUpToDate) {
  const std::string format = GetParam().format;
  const std::string path = GetParam().path;
  const bool same = repository_file(path) == find_document(format)();
  EXPECT_TRUE(same) << "run: polyglot --print-options=" << format << " > " << path;
}

INSTANTIATE_TEST_SUITE_P(Formats, GeneratedFiles,
                         ::testing::Values(GeneratedFile{"ini", "polyglot.ini.example"},
                                           GeneratedFile{"markdown", "docs/options.md"},
                                           GeneratedFile{"man", "docs/polyglot.6"}),
                         [](const auto& test) { return std::string(test.param.format); });

/// The example with every option that is only shown made an option that is set.
std::string with_all_options_set(std::string text) {
  for (std::size_t at = text.find("\n;"); at != std::string::npos; at = text.find("\n;", at))
    text.erase(at + 1, 1);
  return text;
}

Configuration examine_text(const std::string& text) {
  return examine(CommandLine{}, [&text](const std::string&, std::string& result) {
    result = text;
    return std::error_code();
  });
}

TEST(IniExample, WorksAsItIs) {
  const Configuration configuration = examine_text(repository_file("polyglot.ini.example"));
  EXPECT_THAT(configuration.errors, IsEmpty());
  EXPECT_THAT(configuration.warnings, IsEmpty());
  EXPECT_EQ(configuration.options.text(OptionId::engine_command), "stockfish");
  EXPECT_TRUE(configuration.options.check(OptionId::book));
  EXPECT_TRUE(configuration.options.is_default(OptionId::book_file));  // the starter book
  ASSERT_NE(configuration.engine.find("hash"), nullptr);
  EXPECT_EQ(configuration.engine.find("hash")->value, "64");
  EXPECT_EQ(configuration.engine.find("Threads")->value, "1");
  EXPECT_EQ(configuration.engine.find("Ponder"), nullptr);
}

TEST(IniExample, ShowsEveryOptionOnceAtItsDefault) {
  const std::string text = with_all_options_set(repository_file("polyglot.ini.example"));
  const IniFile ini = parse_ini(text, "polyglot.ini.example");
  std::vector<std::string> shown;
  for (const IniEntry& entry : ini.entries) {
    if (ini.sections[entry.section] == "PolyGlot") shown.push_back(entry.name);
  }
  std::vector<std::string> known;
  for (const OptionSpec& option : option_specs()) known.emplace_back(option.name);
  EXPECT_THAT(shown, ::testing::UnorderedElementsAreArray(known));

  const Configuration configuration = examine_text(text);
  EXPECT_THAT(configuration.errors, IsEmpty());
  EXPECT_THAT(configuration.warnings, IsEmpty());
  std::vector<std::string> changed;
  for (const OptionSpec& option : option_specs()) {
    if (!configuration.options.is_default(option.id)) changed.emplace_back(option.name);
  }
  EXPECT_THAT(changed, ElementsAre("EngineCommand", "Book"));
}

TEST(Documents, NameEveryOption) {
  for (const OptionSpec& option : option_specs()) {
    const std::string name(option.name);
    EXPECT_THAT(render_markdown(), HasSubstr("| `" + name + "` |"));
    EXPECT_THAT(render_man_page(), HasSubstr(".TP\n\\fB" + name + "\\fR ("));
    EXPECT_THAT(help_text(), HasSubstr(" " + name));
  }
}

TEST(Help, FitsATerminal) {
  const std::string text = help_text();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    ASSERT_NE(end, std::string::npos) << "the last line must end";
    EXPECT_LE(end - begin, 80U) << text.substr(begin, end - begin);
    EXPECT_TRUE(end == begin || text[end - 1] != ' ') << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(Help, ShowsTheFormsThatGuisUse) {
  for (const char* const form :
       {"--noini", "--ec COMMAND", "--ed FOLDER", "--en NAME", "--log BOOL", "--lf FILE", "--wb BOOL",
        "--pg \"NAME=VALUE\"", "--uci \"NAME=VALUE\"", "--check-config"}) {
    EXPECT_THAT(help_text(), HasSubstr(std::string("  ") + form));
  }
}

TEST(Documents, AreFoundByName) {
  EXPECT_EQ(find_document("ini"), &render_ini_example);
  EXPECT_EQ(find_document("Markdown"), &render_markdown);
  EXPECT_EQ(find_document("man"), &render_man_page);
  EXPECT_EQ(find_document("html"), nullptr);
  EXPECT_EQ(find_document(""), nullptr);
}

}  // namespace
}  // namespace polyglot::config
