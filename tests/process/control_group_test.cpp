// SPDX-License-Identifier: MIT
#include <fstream>
#include <iterator>
#include <string>
#include <sys/xattr.h>
#include <unistd.h>

#include <gmock/gmock.h>

#include "process/control_group_posix.hpp"
#include "process/process_testing.hpp"
#include "support/promises.hpp"

namespace polyglot::process {
namespace {

namespace fs = std::filesystem;
using namespace testing;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::uint64_t kLimit = 123456789;

/// Folders that look like a tree of control groups. Their files accept any text.
class ControlGroupTest : public ::testing::Test {
 protected:
  ControlGroupTest() { fs::create_directories(own()); }
  void SetUp() override { SKIP_WITHOUT(limits_are_complete); }

  [[nodiscard]] fs::path own() const { return fs::path(folder.string()) / "scope" / "ours"; }

  static void write(const fs::path& file, std::string_view text) { std::ofstream(file) << text; }
  static std::string read(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Root may write everywhere: only the mark tells what is meant for it.
  static bool mark_as_delegated(const fs::path& group) {
    return ::geteuid() != 0 || ::setxattr(group.c_str(), "trusted.delegate", "1", 1, 0) == 0 ||
           ::setxattr(group.c_str(), "user.delegate", "1", 1, 0) == 0;
  }

  TemporaryFolder folder;
};

TEST_F(ControlGroupTest, FindsOurOwnWhereTheKernelTellsIt) {
  write(folder / "mountinfo",
        "24 1 0:22 / /proc rw - proc proc rw\n"
        "31 24 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n");
  write(folder / "cgroup", "4:memory:/old\n0::/user.slice/ours.scope\n");
  EXPECT_EQ(own_control_group(folder.string()), "/sys/fs/cgroup/user.slice/ours.scope");
  write(folder / "cgroup", "0::/\n");
  EXPECT_EQ(own_control_group(folder.string()), "/sys/fs/cgroup");
}

TEST_F(ControlGroupTest, FindsNoneWhereThereIsNoneOrWeCannotSeeIt) {
  EXPECT_EQ(own_control_group(folder.string()), fs::path());
  write(folder / "mountinfo", "31 24 0:27 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  EXPECT_EQ(own_control_group(folder.string()), fs::path());
  write(folder / "cgroup", "0::/../elsewhere\n");
  EXPECT_EQ(own_control_group(folder.string()), fs::path());
}

TEST_F(ControlGroupTest, IsMadeBesideOursInADelegatedPartOfTheTree) {
  write(own().parent_path() / "cgroup.subtree_control", "cpu memory pids\n");
  if (!mark_as_delegated(own().parent_path())) GTEST_SKIP() << "the file system has no extended attributes";
  const auto made = ControlGroup::make(own(), kLimit);
  ASSERT_TRUE(made && *made);
  const fs::path group = (*made)->folder();
  EXPECT_EQ(group.parent_path(), own().parent_path());
  EXPECT_THAT(group.filename().string(), StartsWith("polyglot-engine-" + std::to_string(::getpid())));
  EXPECT_EQ(read(group / "memory.max"), std::to_string(kLimit));
  EXPECT_EQ(read(group / "memory.oom.group"), "1");
  EXPECT_FALSE((*made)->ran_out_of_memory());
  write(group / "memory.events", "low 0\nmax 12\noom 1\noom_kill 2\n");
  EXPECT_TRUE((*made)->ran_out_of_memory());
}

TEST_F(ControlGroupTest, IsMadeBelowOursWhereWeAreAloneAndMoveAway) {
  write(own() / "cgroup.controllers", "memory\n");
  write(own() / "cgroup.procs", std::to_string(::getpid()) + "\n");
  if (!mark_as_delegated(own())) GTEST_SKIP() << "the file system has no extended attributes";
  const auto made = ControlGroup::make(own(), kLimit);
  ASSERT_TRUE(made && *made);
  EXPECT_EQ(fs::path((*made)->folder()).parent_path(), own());
  EXPECT_EQ(read(own() / "cgroup.subtree_control"), "+memory");
  const fs::path moved_to = own() / ("polyglot-proxy-" + std::to_string(::getpid()) + "-0");
  EXPECT_EQ(read(moved_to / "cgroup.procs"), std::to_string(::getpid()));
}

TEST_F(ControlGroupTest, IsNotMadeWhereWeAreNotAlone) {
  write(own() / "cgroup.controllers", "memory\n");
  write(own() / "cgroup.procs", "1\n" + std::to_string(::getpid()) + "\n");
  ASSERT_TRUE(mark_as_delegated(own()) || ::geteuid() == 0);
  const auto made = ControlGroup::make(own(), kLimit);
  ASSERT_TRUE(made.has_value());
  EXPECT_FALSE(made->has_value());
}

TEST_F(ControlGroupTest, IsNotMadeByRootWhereNothingIsDelegated) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may write to what is not meant for it";
  write(own().parent_path() / "cgroup.subtree_control", "memory\n");
  const auto made = ControlGroup::make(own(), kLimit);
  ASSERT_TRUE(made.has_value());
  EXPECT_FALSE(made->has_value());
}

TEST_F(ControlGroupTest, SaysWhatTheSystemRefused) {
  write(own() / "cgroup.controllers", "memory\n");
  write(own() / "cgroup.procs", std::to_string(::getpid()) + "\n");
  write(own() / ("polyglot-proxy-" + std::to_string(::getpid()) + "-0"), "in the way");
  if (!mark_as_delegated(own())) GTEST_SKIP() << "the file system has no extended attributes";
  const auto made = ControlGroup::make(own(), kLimit);
  ASSERT_FALSE(made.has_value());
  EXPECT_THAT(made.error().to_string(), HasSubstr("cannot"));
}

}  // namespace
}  // namespace polyglot::process
