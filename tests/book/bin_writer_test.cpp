// SPDX-License-Identifier: MIT
#include <cerrno>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class BinWriterTest : public testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      names.push_back(entry.path().filename().string());
    return names;
  }
  [[nodiscard]] std::uint16_t weight_in(const std::string& path) const {
    return BinBook::open(path).value()->find(1).value().at(0).weight;
  }

  test::TempFolder folder_;
  std::string path_ = folder_.file("book.bin");
};

TEST_F(BinWriterTest, SortsByKeyThenByWeightAndKeepsTheOrderOfEquals) {
  ASSERT_TRUE(write_bin_book(path_, {{.key = 2, .move = 1, .weight = 1},
                                     {.key = 1, .move = 2, .weight = 1},
                                     {.key = 2, .move = 3, .weight = 9},
                                     {.key = 2, .move = 4, .weight = 1}}));
  const auto found = BinBook::open(path_).value()->read(0, 4).value();
  EXPECT_THAT(
      found,
      ElementsAre(RawEntry{.key = 1, .move = 2, .weight = 1}, RawEntry{.key = 2, .move = 3, .weight = 9},
                  RawEntry{.key = 2, .move = 1, .weight = 1}, RawEntry{.key = 2, .move = 4, .weight = 1}));
}

TEST_F(BinWriterTest, WritesAnEmptyFileForNoEntries) {
  ASSERT_TRUE(write_bin_book(path_, {}));
  EXPECT_EQ(fs::file_size(path_), 0U);
}

TEST_F(BinWriterTest, ReplacesABookAndLeavesNothingElse) {
  ASSERT_TRUE(write_bin_book(path_, {{.key = 1, .weight = 1}}));
  ASSERT_TRUE(write_bin_book(path_, {{.key = 1, .weight = 2}}));
  EXPECT_EQ(weight_in(path_), 2);
  EXPECT_THAT(files(), ElementsAre("book.bin"));
}

TEST_F(BinWriterTest, TakesThePathOfAFileInTheCurrentFolder) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  const auto written = write_bin_book("here.bin", {{.key = 1}});
  fs::current_path(before);
  ASSERT_TRUE(written) << written.error().to_string();
  EXPECT_THAT(files(), ElementsAre("here.bin"));
}

TEST_F(BinWriterTest, RefusesWhatIsNoFile) {
  const auto folder = write_bin_book(folder_.path().string(), {{.key = 1}});
  ASSERT_FALSE(folder);
  EXPECT_THAT(folder.error().to_string(), HasSubstr(folder_.path().string()));
  const auto nowhere = write_bin_book(folder_.file("no/such/folder.bin"), {{.key = 1}});
  ASSERT_FALSE(nowhere);
  EXPECT_THAT(nowhere.error().to_string(), HasSubstr("there is no folder"));
}

TEST_F(BinWriterTest, RefusesEntriesThatWouldBecomeAHeader) {
  EXPECT_FALSE(write_bin_book(path_, {{.key = 0, .move = 1}}));
  EXPECT_FALSE(write_bin_book(path_, {{.key = 1}}, BookHeader{.version = ""}));
  EXPECT_TRUE(files().empty());
}

/// Replaces the book, without reading it, by a book of one move with this weight.
Result<void> replace_unread(const std::string& path, std::uint16_t weight) {
  return replace_book({}, path, [weight](BinBookWriter& writer) -> Result<bool> {
    auto added = writer.add(RawEntry{.key = 1, .weight = weight});
    return added ? Result<bool>(true) : added.error();
  });
}

// Without the lock, an editor that has read the old book would write it over the new one.
TEST_F(BinWriterTest, LocksABookThatItReplacesUnread) {
  ASSERT_TRUE(replace_unread(path_, 1));
  int renames = 0;
  bool locked = false;
  const os::FaultInjection watch([&](os::Call call) {
    if (call == os::Call::rename && ++renames == 1) locked = !os::try_open_locked(path_).value();
    return os::Fault{};
  });
  ASSERT_TRUE(replace_unread(path_, 2));
  EXPECT_EQ(renames, 1);
  EXPECT_TRUE(locked);
  EXPECT_EQ(weight_in(path_), 2);
}

TEST_F(BinWriterTest, LeavesABookThatItCannotLock) {
  ASSERT_TRUE(replace_unread(path_, 1));
  const os::FaultInjection faults(
      [](os::Call call) { return os::Fault{.error = call == os::Call::lock ? EIO : 0}; });
  const auto replaced = replace_unread(path_, 2);
  ASSERT_FALSE(replaced);
  EXPECT_THAT(replaced.error().to_string(), HasSubstr(path_));
  EXPECT_EQ(weight_in(path_), 1);
  EXPECT_THAT(files(), ElementsAre("book.bin"));
}

TEST_F(BinWriterTest, MakesNoBookToReplaceOneThatCannotBeLocked) {
  ASSERT_TRUE(replace_unread(path_, 1));
  const os::FaultInjection faults(
      [](os::Call call) { return os::Fault{.error = call == os::Call::lock ? EIO : 0}; });
  bool is_made = false;
  const auto replaced = replace_book({}, path_, [&is_made](BinBookWriter&) -> Result<bool> {
    is_made = true;
    return true;
  });
  EXPECT_FALSE(replaced);
  EXPECT_FALSE(is_made);
}

}  // namespace
}  // namespace polyglot::book
