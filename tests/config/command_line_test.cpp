// SPDX-License-Identifier: MIT
#include <polyglot/config/command_line.hpp>

#include "support/testing.hpp"

namespace polyglot::config {
namespace {

using Arguments = std::vector<std::string>;
using Action = CommandLine::Action;

CommandLine parsed(const Arguments& arguments) {
  Result<CommandLine> line = parse_command_line(arguments);
  if (!line) {
    ADD_FAILURE() << line.error().to_string();
    return {};
  }
  return *std::move(line);
}

std::string error_of(const Arguments& arguments) {
  const Result<CommandLine> line = parse_command_line(arguments);
  return line ? "no error" : line.error().to_string();
}

/// `polyglot:Name=Value` or `engine:Name=Value` of each assignment.
std::vector<std::string> assignments(const Arguments& arguments) {
  std::vector<std::string> rows;
  for (const Assignment& assignment : parsed(arguments).assignments) {
    const bool to_engine = assignment.target == Assignment::Target::engine;
    rows.push_back((to_engine ? "engine:" : "polyglot:") + assignment.name + "=" + assignment.value);
  }
  return rows;
}

TEST(CommandLine, MayBeEmpty) {
  const CommandLine line = parsed({});
  EXPECT_EQ(line.action, Action::run);
  EXPECT_EQ(line.config_file, std::nullopt);
  EXPECT_FALSE(line.no_ini);
  EXPECT_THAT(line.assignments, IsEmpty());
}

TEST(CommandLine, TakesTheFirstPlainArgumentForTheConfigurationFile) {
  EXPECT_EQ(parsed({"my.ini"}).config_file, "my.ini");
  EXPECT_EQ(parsed({"my.ini", "-log", "true"}).config_file, "my.ini");
  EXPECT_EQ(parsed({"-log", "true", "my.ini"}).config_file, "my.ini");
  EXPECT_EQ(parsed({"/home/me/my.ini"}).config_file, "/home/me/my.ini");
  EXPECT_EQ(parsed({""}).config_file, "");
  EXPECT_EQ(parsed({"--", "-en"}).config_file, "-en") << "the options have ended";
}

TEST(CommandLine, RejectsASecondPlainArgument) {
  EXPECT_EQ(error_of({"a.ini", "b.ini"}), "unexpected argument \"b.ini\"");
  EXPECT_EQ(error_of({"a.ini", ""}), "no error") << "scripts may pass an unset variable in quotes";
}

TEST(CommandLine, SwallowsTheConfigurationFileWithNoini) {
  for (const Arguments& arguments : {Arguments{"my.ini", "-noini"}, Arguments{"-noini", "my.ini"}}) {
    const CommandLine line = parsed(arguments);
    EXPECT_TRUE(line.no_ini);
    EXPECT_EQ(line.config_file, std::nullopt);
  }
  EXPECT_TRUE(parsed({"--noini"}).no_ini);
}

TEST(CommandLine, SetsOptionsInTheOrderGiven) {
  const std::pair<Arguments, std::vector<std::string>> lines[] = {
      {{"-noini", "-ec", "stockfish", "-ed", "/opt", "-en", "Fish 15", "-log", "1", "-lf", "p.log", "-wb",
        "false", "-pg", "Book=true", "-uci", "Hash = 64", "-pg", "BookFile=a b.bin"},
       {"polyglot:EngineCommand=stockfish", "polyglot:EngineDir=/opt", "polyglot:EngineName=Fish 15",
        "polyglot:Log=1", "polyglot:LogFile=p.log", "polyglot:OnlyWbOptions=false", "polyglot:Book=true",
        "engine:Hash=64", "polyglot:BookFile=a b.bin"}},
      // Two dashes and equals signs
      {{"--ec", "a"}, {"polyglot:EngineCommand=a"}},
      {{"--ec=a"}, {"polyglot:EngineCommand=a"}},
      {{"-ec=a"}, {"polyglot:EngineCommand=a"}},
      {{"--pg=Book=true"}, {"polyglot:Book=true"}},
      // Values as they are
      {{"-ec", "sh -c \"a; b=c #\""}, {"polyglot:EngineCommand=sh -c \"a; b=c #\""}},
      {{"-lf", "-odd.log"}, {"polyglot:LogFile=-odd.log"}},
      {{"-lf", ""}, {"polyglot:LogFile="}},
      {{"-en", "help"}, {"polyglot:EngineName=help"}},
      // Lines like those of the file
      {{"-pg", " BookFile = a\\;b ; c", "-uci", "Debug Log File="},
       {"polyglot:BookFile=a;b", "engine:Debug Log File="}}};
  for (const auto& [arguments, expected] : lines) EXPECT_EQ(assignments(arguments), expected);
}

TEST(CommandLine, WarnsOfPgWithoutEquals) {
  const CommandLine line = parsed({"-pg", "Book", "-uci", "Hash"});
  EXPECT_THAT(line.assignments, IsEmpty());
  EXPECT_THAT(line.warnings, ElementsAre("command line: \"Book\" is not a \"name=value\"",
                                         "command line: \"Hash\" is not a \"name=value\""));
}

TEST(CommandLine, ShowsHelpInEveryForm) {
  for (const char* const form : {"help", "HELP", "-help", "--help", "-Help", "-h", "-H", "/?", "?", "-?"}) {
    EXPECT_EQ(parsed({form}).action, Action::help) << form;
  }
  EXPECT_EQ(parsed({"my.ini", "--help"}).action, Action::help);
  EXPECT_EQ(parsed({"-noini", "help"}).action, Action::run) << "elsewhere it names a file";
}

TEST(CommandLine, KnowsTheOtherActions) {
  EXPECT_EQ(parsed({"--version"}).action, Action::version);
  EXPECT_EQ(parsed({"-V"}).action, Action::version);
  EXPECT_EQ(parsed({"--help-options"}).action, Action::help_options);
  const CommandLine check = parsed({"my.ini", "--check-config"});
  EXPECT_EQ(check.action, Action::check_config);
  EXPECT_EQ(check.config_file, "my.ini");
  EXPECT_FALSE(check.no_engine);
  EXPECT_TRUE(parsed({"my.ini", "--check-config", "--no-engine"}).no_engine);
  const CommandLine print = parsed({"--print-options=man"});
  EXPECT_EQ(print.action, Action::print_options);
  EXPECT_EQ(print.document, &render_man_page);
  EXPECT_EQ(parsed({"--print-options", "markdown"}).document, &render_markdown);
  EXPECT_EQ(parsed({"-print-options=ini"}).document, &render_ini_example);
}

struct WrongUse {
  Arguments arguments;
  const char* message;
};

TEST(CommandLine, ExplainsWrongUse) {
  const WrongUse cases[] = {
      {{"-foobar"}, "unknown option \"-foobar\""},
      {{"--foobar=3"}, "unknown option \"--foobar=3\""},
      {{"-"}, "unexpected argument \"-\""},
      {{"-e"}, "unknown option \"-e\"; did you mean \"--ec\"?"},
      {{"-1"}, "unknown option \"-1\""},
      {{"--", "-h", "a.ini"}, "unexpected argument \"a.ini\""},
      {{"-noin"}, "unknown option \"-noin\"; did you mean \"--noini\"?"},
      {{"-NOINI"}, "unknown option \"-NOINI\"; did you mean \"--noini\"?"},
      {{"--chek-config"}, "unknown option \"--chek-config\"; did you mean \"--check-config\"?"},
      {{"--noini=3"}, "--noini takes no value"},
      {{"-ec"}, "--ec needs a value: COMMAND"},
      {{"-log", "maybe"}, "--log: \"maybe\" is neither true nor false"},
      {{"-wb", ""}, "--wb: \"\" is neither true nor false"},
      {{"my.ini", "--no-engine"}, "--no-engine needs --check-config"},
      {{"--print-options=pdf"}, "--print-options: \"pdf\" is not one of ini, markdown, man"},
  };
  for (const WrongUse& wrong : cases) EXPECT_EQ(error_of(wrong.arguments), wrong.message);
}

}  // namespace
}  // namespace polyglot::config
