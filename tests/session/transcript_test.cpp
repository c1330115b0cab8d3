// SPDX-License-Identifier: MIT
#include "session/transcript.hpp"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "test_paths.hpp"

namespace polyglot::session {
namespace {

class Transcript : public testing::TestWithParam<std::string> {};

TEST_P(Transcript, IsFollowedToTheLetter) {
  const auto complaints =
      replay(std::string(POLYGLOT_SOURCE_DIR "/tests/session/transcripts/") + GetParam() + ".txt");
  EXPECT_TRUE(complaints.empty()) << fmt::format("{}", fmt::join(complaints, "\n"));
}

/// GUIs look for words of `info` wherever they stand.
TEST(Messages, HoldNoKeywordsOfUci) {
  const std::regex keyword(
      "gui< info string "
      ".*\\b(depth|seldepth|time|nodes|pv|multipv|score|cp|mate|lowerbound|upperbound|currmove|"
      "currmovenumber|currline|hashfull|nps|tbhits|cpuload|string|refutation|wdl)\\b.*");
  int messages = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(POLYGLOT_SOURCE_DIR "/tests/session/transcripts")) {
    std::ifstream lines(file.path());
    bool is_relayed = false;  // the engine's own words
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("eng< ")) is_relayed = line.starts_with("eng< info ");
      if (is_relayed || !line.starts_with("gui< info string ")) continue;
      ++messages;
      EXPECT_FALSE(std::regex_match(line, keyword)) << file.path() << ": " << line;
    }
  }
  EXPECT_GT(messages, 0);
}

std::vector<std::string> transcripts() {
  std::vector<std::string> names;
  for (const auto& file :
       std::filesystem::directory_iterator(POLYGLOT_SOURCE_DIR "/tests/session/transcripts")) {
    names.push_back(file.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Session, Transcript, testing::ValuesIn(transcripts()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace polyglot::session
