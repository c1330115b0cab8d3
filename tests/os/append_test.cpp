// SPDX-License-Identifier: MIT
// Adding to a file.
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>

#include "support/file_size_limit.hpp"
#include "support/temporary_folder.hpp"

namespace polyglot::os {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Append, LeavesNoPartOfALineOnAFullDisk) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "lines.jsonl";
  ASSERT_TRUE(append_to_file(path, "{\"first\":1}\n"));
  {
    const test::FileSizeLimit full(20);
    const auto added = append_to_file(path, "{\"second\":2}\n");
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().to_string(), path + ": has no room for a whole line");
  }
  EXPECT_EQ(contents(path), "{\"first\":1}\n");
  ASSERT_TRUE(append_to_file(path, "{\"third\":3}\n"));
  EXPECT_EQ(contents(path), "{\"first\":1}\n{\"third\":3}\n");
}

TEST(Append, LeavesWhatOthersHaveAddedMeanwhile) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "lines.jsonl";
  const FaultInjection others_write_too([&path](Call call) {
    if (call == Call::examine) std::ofstream(path, std::ios::app) << "another\n";
    return Fault{.most = call == Call::write ? 5U : 100U};
  });
  ASSERT_FALSE(append_to_file(path, "of one program\n"));
  EXPECT_EQ(contents(path), "of onanother\n");
}

}  // namespace
}  // namespace polyglot::os
