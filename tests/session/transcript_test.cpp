// SPDX-License-Identifier: MIT
#include "session/transcript.hpp"
#include <algorithm>
#include <filesystem>

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
