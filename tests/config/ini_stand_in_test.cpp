// SPDX-License-Identifier: MIT
// The stand-in of inih and the library itself find the same in the same texts.
#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/ini/ini_stand_in.hpp"

namespace polyglot::testing {
namespace {

using Parse = int (*)(ini_reader, void*, ini_handler, void*);

struct Text {
  std::string_view rest;
};

char* read_line(char* buffer, int size, void* stream) {
  auto& text = *static_cast<Text*>(stream);
  if (text.rest.empty()) return nullptr;
  const std::size_t end = std::min(text.rest.find('\n'), text.rest.size() - 1) + 1;
  const std::size_t length = std::min(end, static_cast<std::size_t>(size) - 1);
  *std::copy_n(text.rest.data(), length, buffer) = '\0';
  text.rest.remove_prefix(length);
  return buffer;
}

/// The handler takes every entry, except those named "refused".
int take_entry(void* user, const char* section, const char* name, const char* value) {
  static_cast<std::vector<std::string>*>(user)->push_back(std::string(section) + "|" + name + "|" + value);
  return std::string_view(name) == "refused" ? 0 : 1;
}

/// `section|name|value` of each call of the handler, and then what the parser returns.
std::vector<std::string> found_by(Parse parse, std::string_view text) {
  std::vector<std::string> found;
  Text stream{text};
  const int result = parse(&read_line, &stream, &take_entry, &found);
  found.push_back(std::to_string(result));
  return found;
}

TEST(IniStandIn, FindsSectionsAndEntries) {
  EXPECT_THAT(found_by(&parse_ini_stream, "a = 1\n[S]\nb : two words \n"),
              ::testing::ElementsAre("|a|1", "S|b|two words", "0"));
}

TEST(IniStandIn, ReturnsTheFirstWrongLine) {
  EXPECT_THAT(found_by(&parse_ini_stream, "[S]\nnothing\nb = 1\n[broken\n"),
              ::testing::ElementsAre("S|b|1", "2"));
}

class IniTexts : public ::testing::TestWithParam<std::string_view> {};

TEST_P(IniTexts, AreReadAsByTheLibrary) {
  EXPECT_EQ(found_by(&parse_ini_stream, GetParam()), found_by(&ini_parse_stream, GetParam()));
}

constexpr std::string_view kLong =
    "[a section that is much longer than the fifty bytes of the library's own buffer]\n"
    "a_name_that_is_much_longer_than_the_fifty_bytes_of_the_librarys_own_buffer = value\n"
    "  and its second line\n";

INSTANTIATE_TEST_SUITE_P(All, IniTexts,
                         ::testing::Values("", "\n\n", "a=1", "a=1\n", "[S]\na=1\n", "[S]\r\na=1\r\n",
                                           "\xEF\xBB\xBF[S]\na=1\n", "a = b = c\n", "a : b = c\n", "a\n",
                                           "= 1\n", "a =\n", "; c\n# c\na=1 ; c\n", "a=1;2\n", "a ;c = 2\n",
                                           "a=; c\n", "a= ; c\n", "[S ; c]\na=1\n", "[S] rest\na=1\n",
                                           "[S\na=1\n", "[]\na=1\n", "a=1\n two\n\tthree ; c\n",
                                           "a=1\n[S]\n two\n", "a=1\n\n two\n", " a=1\n b=2\n",
                                           "[S]\n a=1\n b=2\n", "a=1\n [S]\nb=2\n", "a=1\n ; c\n two\n",
                                           "a=1\n  =2\n", "refused = 1\nx\n", "x\nrefused = 1\n", kLong));

TEST(IniStandIn, ReadsRandomTextsAsTheLibraryDoes) {
  constexpr std::string_view kAlphabet = "aab[]=:;#  \t\r\n\n\nS\\\"";
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    const std::size_t length = random() % 60;
    for (std::size_t j = 0; j < length; ++j) text.push_back(kAlphabet[random() % kAlphabet.size()]);
    ASSERT_EQ(found_by(&parse_ini_stream, text), found_by(&ini_parse_stream, text))
        << ::testing::PrintToString(text);
  }
}

TEST(IniStandIn, CutsLongLinesAsTheLibraryDoes) {
  for (std::size_t length = 150; length < 450; ++length) {
    const std::string text = "a=" + std::string(length, 'x') + "\nb=" + std::string(length, ' ') + "y\n";
    ASSERT_EQ(found_by(&parse_ini_stream, text), found_by(&ini_parse_stream, text)) << length;
  }
}

}  // namespace
}  // namespace polyglot::testing
