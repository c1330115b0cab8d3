// SPDX-License-Identifier: MIT
#include <polyglot/config/ini_file.hpp>

#include "support/testing.hpp"

namespace polyglot::config {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

/// `line|section|name|value` of each entry.
std::vector<std::string> entries_of(const IniFile& ini) {
  std::vector<std::string> rows;
  for (const IniEntry& entry : ini.entries) {
    rows.push_back(std::to_string(entry.line) + "|" + ini.sections[entry.section] + "|" + entry.name + "|" +
                   entry.value);
  }
  return rows;
}

std::vector<std::string> texts_of(const std::vector<Error>& errors) {
  std::vector<std::string> texts;
  for (const Error& error : errors) texts.push_back(error.to_string());
  return texts;
}

struct LineCase {
  const char* behaviour;
  std::string_view line;
  std::string_view name;
  std::string_view value;
};

void PrintTo(const LineCase& line_case, std::ostream* out) {
  *out << line_case.line;
}

class IniLines : public ::testing::TestWithParam<LineCase> {};

TEST_P(IniLines, GiveNameAndValue) {
  const IniFile ini = parse_ini("[PolyGlot]\n" + std::string(GetParam().line) + "\n", "t.ini");
  EXPECT_THAT(texts_of(ini.errors), IsEmpty());
  EXPECT_THAT(entries_of(ini), ElementsAre("2|PolyGlot|" + std::string(GetParam().name) + "|" +
                                           std::string(GetParam().value)));
}

constexpr LineCase kLineCases[] = {
    {"Plain", "Book = true", "Book", "true"},
    {"NoBlanks", "Book=true", "Book", "true"},
    {"Tabs", "\tBook\t=\ttrue\t", "Book", "true"},
    {"Indented", "    Book = true", "Book", "true"},
    {"WindowsLineEnd", "Book = true\r", "Book", "true"},
    {"InnerBlanks", "Number of  Threads = a  b", "Number of  Threads", "a  b"},
    {"EmptyValue", "LogFile =", "LogFile", ""},
    {"EmptyValueBeforeComment", "LogFile = ; none", "LogFile", ""},
    {"Semicolon", "Book = true;no blank needed", "Book", "true"},
    {"Hash", "Book = true# the same", "Book", "true"},
    {"QuotedSemicolon", "BookFile = a\\;b ; c", "BookFile", "a;b"},
    {"SemicolonAfterBlank", "EngineCommand = sh -c \"a \\; b\"", "EngineCommand", "sh -c \"a ; b\""},
    {"QuotedHash", "BookFile = c\\#.bin", "BookFile", "c#.bin"},
    {"AllQuoted", "BookFile = a\\;b\\#c\\[d\\]e\\=f\\\\g\\h", "BookFile", "a;b#c[d]e=f\\g\\h"},
    {"LiteralBackslash", "BookFile = C:\\foo\\bar.bin", "BookFile", "C:\\foo\\bar.bin"},
    {"Share", "BookFile = \\\\server\\share\\b.bin", "BookFile", "\\\\server\\share\\b.bin"},
    {"ShareInQuotes", "EngineCommand = \"\\\\server\\e.exe\" -a", "EngineCommand",
     "\"\\\\server\\e.exe\" -a"},
    {"QuotedShare", "BookFile = \\\\\\server", "BookFile", "\\\\server"},
    {"BackslashAtTheEnd", "EngineDir = C:\\foo\\", "EngineDir", "C:\\foo\\"},
    {"QuotedBackslashThenComment", "EngineDir = C:\\foo\\\\; comment", "EngineDir", "C:\\foo\\"},
    {"FurtherEquals", "EngineCommand = engine --a=b =c", "EngineCommand", "engine --a=b =c"},
    {"QuotedEqualsInName", "a\\=b = c", "a=b", "c"},
    {"Brackets", "BookFile = a[b].bin", "BookFile", "a[b].bin"},
    {"LeadingBracketInValue", "BookFile = [b.bin", "BookFile", "[b.bin"},
    {"BracketInName", "Book[File=x", "Book[File", "x"},
    {"QuotedBracketFirst", "\\[a] = b", "[a]", "b"},
    {"DoubleQuotes", "BookFile = \"my book.bin\"", "BookFile", "\"my book.bin\""},
    {"Colon", "Debug: Log = C:x", "Debug: Log", "C:x"},
    {"Utf8", "EngineName = Naïve ♞", "EngineName", "Naïve ♞"},
};

INSTANTIATE_TEST_SUITE_P(Forms, IniLines, ::testing::ValuesIn(kLineCases),
                         [](const auto& test) { return std::string(test.param.behaviour); });

TEST(IniFile, KeepsOrderSectionsAndLineNumbers) {
  const IniFile ini = parse_ini(
      "early = 1\n"
      "; comment\n"
      "[PolyGlot]\n"
      "\n"
      "Book = true\n"
      "Book = false\n"
      "\t# comment\n"
      "  [Engine]  ; comment\n"
      "Hash = 64\n"
      "[]\n"
      "x = y",
      "t.ini");
  EXPECT_THAT(entries_of(ini), ElementsAre("1||early|1", "5|PolyGlot|Book|true", "6|PolyGlot|Book|false",
                                           "9|Engine|Hash|64", "11||x|y"));
  EXPECT_THAT(texts_of(ini.errors), IsEmpty());
  EXPECT_THAT(texts_of(ini.warnings), IsEmpty());
}

TEST(IniFile, TakesSignsForWhatTheyAreThere) {
  const std::pair<const char*, std::vector<std::string>> texts[] = {
      // A byte order mark is one at the start only.
      {"\xEF\xBB\xBF[Engine]\r\nHash = 1\r\n", {"2|Engine|Hash|1"}},
      {"[Engine]\n\xEF\xBB\xBFHash = 1", {"2|Engine|\xEF\xBB\xBFHash|1"}},
      // Comment signs between brackets belong to the name.
      {"[a;b#c]\nx = y\n[ Engine\t]\nx = y\n[a\\]b]\nx = y", {"2|a;b#c|x|y", "4|Engine|x|y", "6|a]b|x|y"}}};
  for (const auto& [text, entries] : texts) EXPECT_EQ(entries_of(parse_ini(text, "t.ini")), entries);
}

TEST(IniFile, MayBeEmpty) {
  for (const std::string_view text : {""sv, "\n"sv, "\r\n\r\n"sv, "\xEF\xBB\xBF"sv, " \t "sv, "; only"sv}) {
    const IniFile ini = parse_ini(text, "t.ini");
    EXPECT_TRUE(ini.entries.empty() && ini.errors.empty() && ini.warnings.empty()) << text;
  }
}

TEST(IniFile, WarnsOfTextBehindASection) {
  const IniFile ini = parse_ini("[PolyGlot] Book = true\nLog = true\n", "t.ini");
  EXPECT_THAT(entries_of(ini), ElementsAre("2|PolyGlot|Log|true"));
  EXPECT_THAT(texts_of(ini.warnings), ElementsAre("t.ini:1: the text after [PolyGlot] is ignored"));
}

TEST(IniFile, ReportsEverySyntaxErrorWithItsLine) {
  const IniFile ini = parse_ini(
      "[PolyGlot\n"
      "Book\n"
      "[PolyGlot]\n"
      "Log = true\n"
      " = nameless\n"
      "\n"
      "two words ; = comment\n",
      "dir/my.ini");
  EXPECT_THAT(texts_of(ini.errors),
              ElementsAre("dir/my.ini:1: \"]\" is missing after \"[PolyGlot\"",
                          "dir/my.ini:2: \"Book\" is neither a [section] nor a \"name = value\"",
                          "dir/my.ini:5: there is no name before \"=\"",
                          "dir/my.ini:7: \"two words\" is neither a [section] nor a \"name = value\""));
  EXPECT_THAT(entries_of(ini), ElementsAre("4|PolyGlot|Log|true"));
}

TEST(IniFile, ShortensRubbishInMessages) {
  const IniFile ini = parse_ini(std::string(100000, 'x'), "t.ini");
  ASSERT_EQ(ini.errors.size(), 1U);
  EXPECT_LT(ini.errors[0].what.size(), 120U);
}

TEST(IniFile, ShowsNoBytesThatAreNoText) {
  EXPECT_THAT(texts_of(parse_ini("\x02\x03book\n[\x02\x03]\n\tnote\n", "book.bin").errors),
              ElementsAre("book.bin:1: this is not a line of text", "book.bin:2: this is not a line of text",
                          "book.bin:3: \"note\" is neither a [section] nor a \"name = value\""));
}

/// Notepad's "Unicode" and the output of PowerShell 5.
TEST(IniFile, AdvisesToSaveUtf16AsUtf8) {
  for (const std::string_view text :
       {std::string_view("\xff\xfe[\0P\0", 6), std::string_view("\xfe\xff\0[\0P", 6)})
    EXPECT_THAT(texts_of(parse_ini(text, "my.ini").errors),
                ElementsAre("my.ini: this is text in UTF-16, save it as UTF-8"));
}

TEST(IniFile, TakesLongLines) {
  for (const std::size_t length : {197U, 198U, 199U, 200U, 201U, 4095U, 4096U, 10000U, 20000U}) {
    std::string value(length, 'v');
    for (std::size_t i = 1; i + 1 < length; i += 7) value[i] = ' ';
    const std::string name(length, 'n');
    const IniFile ini =
        parse_ini("[" + name + "]\n" + name + " = " + value + " ; " + value + "\nnext = 1\n", "t.ini");
    EXPECT_THAT(entries_of(ini),
                ElementsAre("2|" + name + "|" + name + "|" + value, "3|" + name + "|next|1"));
  }
}

TEST(IniFile, RefusesLinesThatAreTooLong) {
  const std::string longest = "a = " + std::string(kLongestIniLine - 4, 'v');
  const IniFile ini = parse_ini("[Engine]\n" + longest + "\n" + longest + "v\nb = c\n", "t.ini");
  EXPECT_THAT(texts_of(ini.errors), ElementsAre("t.ini:3: the line is longer than 65536 bytes"));
  ASSERT_EQ(ini.entries.size(), 2U);
  EXPECT_EQ(ini.entries[1].line, 4U);
}

TEST(IniFile, CountsWhatIsMoreOfAFlood) {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "rubbish\n[section] rubbish\n";
  const IniFile ini = parse_ini(text, "t.ini");
  ASSERT_EQ(ini.errors.size(), 101U);
  EXPECT_EQ(ini.errors.back().to_string(), "t.ini: and 9900 more like these");
  ASSERT_EQ(ini.warnings.size(), 101U);
  EXPECT_EQ(ini.warnings.back().to_string(), "t.ini: and 9900 more like these");
}

TEST(IniFile, KeepsNulBytes) {
  const IniFile ini = parse_ini("[Engine]\na\0b = c\0d\ne = f\n"sv, "t.ini");
  EXPECT_THAT(entries_of(ini), ElementsAre("2|Engine|a\0b|c\0d"s, "3|Engine|e|f"));
}

TEST(IniEntry, NeedsNameAndEquals) {
  for (const std::string text : {"", "Book", "=true", "[PolyGlot]", "; Book=true"})
    EXPECT_EQ(parse_ini_entry(text).error().what, "\"" + text + "\" is not a \"name=value\"");
}

TEST(IniQuoting, LeavesOrdinaryTextAlone) {
  for (const char* const text : {"", "book.bin", "my book.bin", "C:\\books\\main.bin", "\"a b\"", "~/x"}) {
    EXPECT_EQ(quote_ini(text), text);
  }
}

TEST(IniQuoting, QuotesWhatHasAMeaning) {
  EXPECT_EQ(quote_ini("a;b#c"), "a\\;b\\#c");
  EXPECT_EQ(quote_ini("[a]=b"), "\\[a\\]\\=b");
  EXPECT_EQ(quote_ini("C:\\dir\\"), "C:\\dir\\\\");
  EXPECT_EQ(quote_ini("\\;"), "\\\\\\;");
  EXPECT_EQ(quote_ini("two\nlines"), "two lines");
}

}  // namespace
}  // namespace polyglot::config
