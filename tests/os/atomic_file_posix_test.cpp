// SPDX-License-Identifier: MIT
// Windows does not let a mapped file be cut short.
#include <csignal>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/mapping.hpp>

#include "os/replaced_file.hpp"
#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::os {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;

class AtomicFileOnPosix : public AtomicFileTest {
 protected:
  [[nodiscard]] struct stat status() const {
    struct stat status {};
    EXPECT_EQ(::stat(path_.c_str(), &status), 0);
    return status;
  }

  /// Starts another process that replaces the file, and kills it as soon as it has begun. Returns its id.
  pid_t replace_until_killed() const {
    const pid_t child = ::fork();
    if (child == 0) {
      auto file = AtomicFile::create(path_).value();
      (void)file.write(std::as_bytes(std::span("new", 3)));
      ::raise(SIGKILL);
      ::_exit(0);
    }
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
    return child;
  }
};

TEST_F(AtomicFileOnPosix, ReplacesAFileAndKeepsItsPermissions) {
  fs::permissions(path_, static_cast<fs::perms>(0640));
  ASSERT_TRUE(replace());
  EXPECT_EQ(content(), "new");
  EXPECT_EQ(status().st_mode & 07777U, 0640U);
}

TEST_F(AtomicFileOnPosix, FollowsLinksOverLinks) {
  fs::create_symlink("file", folder_ / "first");
  fs::create_symlink(folder_ / "first", folder_ / "second");
  path_ = folder_ / "second";
  ASSERT_TRUE(replace());
  EXPECT_EQ(content(), "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "first"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "second"));
}

TEST_F(AtomicFileOnPosix, FollowsNoLinksInACircle) {
  fs::create_symlink("second", folder_ / "first");
  fs::create_symlink("first", folder_ / "second");
  path_ = folder_ / "first";
  EXPECT_THAT(replace().error().to_string(), HasSubstr(path_ + ": cannot be written"));
}

TEST_F(AtomicFileOnPosix, FollowsOnesOwnLinkInAFolderForAll) {
  fs::create_directory(folder_ / "tmp");
  fs::permissions(folder_ / "tmp", static_cast<fs::perms>(01777));
  fs::create_symlink(path_, folder_ / "tmp/link");
  auto file = AtomicFile::create(folder_ / "tmp/link").value();
  ASSERT_TRUE(file.commit());
  EXPECT_EQ(content(), "");
}

TEST_F(AtomicFileOnPosix, CopiesAFileWithItsPermissions) {
  fs::permissions(path_, static_cast<fs::perms>(0600));
  std::ofstream(folder_ / "copy") << "a longer one that is replaced";
  ASSERT_TRUE(copy_file(path_, folder_ / "copy"));
  path_ = folder_ / "copy";
  EXPECT_EQ(content(), "old");
  EXPECT_EQ(status().st_mode & 07777U, 0600U);
}

TEST_F(AtomicFileOnPosix, WritesANewFileUnderNoNameThatIsTaken) {
  for (const std::string name : {"file", "link"}) {
    if (name == "link") fs::create_symlink("later", folder_ / "link");
    EXPECT_FALSE(write_new_file(folder_ / name, "new").value());
  }
  EXPECT_FALSE(fs::exists(folder_ / "later"));
  EXPECT_EQ(content(), "old");
  path_ = folder_ / "another";
  EXPECT_TRUE(write_new_file(path_, "new", Readers::owner).value());
  EXPECT_EQ(content(), "new");
  EXPECT_EQ(status().st_mode & 07777U, 0600U);
}

TEST_F(AtomicFileOnPosix, RefusesWhatIsWriteProtected) {
  fs::permissions(path_, static_cast<fs::perms>(0444));
  const bool is_root = ::geteuid() == 0;  // who may write everything
  if (is_root) {
    ASSERT_EQ(::chown(folder_.path().c_str(), kNobody, kNobody), 0);
    ASSERT_EQ(::seteuid(kNobody), 0);
  }
  const auto replaced = replace();
  if (is_root) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  EXPECT_THAT(replaced.error().to_string(),
              HasSubstr(path_ + ": cannot be written, check its permissions: Permission denied"));
  EXPECT_EQ(content(), "old");
}

TEST_F(AtomicFileOnPosix, LeavesAFileToItsOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  ASSERT_EQ(::chown(path_.c_str(), kNobody, kNobody), 0);
  ASSERT_TRUE(replace());
  EXPECT_EQ(status().st_uid, kNobody);
  EXPECT_EQ(status().st_gid, kNobody);
}

// Containers that share a folder have the same process ids.
TEST_F(AtomicFileOnPosix, IsNotInTheWayOfOthersWhenItsProcessIsKilled) {
  const FaultInjection faults(without_nameless_files);
  const pid_t killed = replace_until_killed();
  ASSERT_THAT(other_files(), SizeIs(1));
  EXPECT_THAT(other_files().front(), Not(HasSubstr(std::to_string(killed)))) << "another may have this id";
  EXPECT_TRUE(replace());
  EXPECT_EQ(content(), "new");
}

TEST_F(AtomicFileOnPosix, KnowsWhatItMayReplace) {
  EXPECT_EQ(kind_of(path_), PathKind::file);
  EXPECT_EQ(kind_of(folder_.path()), PathKind::folder);
  EXPECT_EQ(kind_of("/dev/null"), PathKind::device);
  EXPECT_EQ(kind_of(folder_ / "none"), PathKind::missing);
  fs::create_symlink("/dev/null", folder_ / "link");
  EXPECT_EQ(kind_of(folder_ / "link"), PathKind::device);
  EXPECT_TRUE(check_kind_of_output(folder_ / "link"));
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(kind_of(folder_ / "pipe"), PathKind::other);
  EXPECT_FALSE(check_kind_of_output(folder_ / "pipe"));
}

TEST_F(AtomicFileOnPosix, WritesToADeviceAndDoesNotReplaceIt) {
  path_ = "/dev/null";
  EXPECT_TRUE(replace());
  EXPECT_TRUE(S_ISCHR(status().st_mode));
  path_ = "/dev/full";
  EXPECT_THAT(replace().error().to_string(), AllOf(HasSubstr("/dev/full"), HasSubstr("No space left")));
}

constexpr std::size_t kCutPage = 4096;

TEST(Mapping, HasZerosWhereItsFileHasBeenCutShort) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "file";
  std::ofstream(path) << std::string(3 * kCutPage, 'a');
  const Mapping mapping = Mapping::of(File::open(path).value(), 3 * kCutPage).value();
  fs::resize_file(path, kCutPage);
  EXPECT_EQ(mapping.bytes()[0], std::byte{'a'});
  EXPECT_TRUE(mapping.is_intact());
  EXPECT_EQ(mapping.bytes()[kCutPage + 1], std::byte{0});
  EXPECT_EQ(mapping.bytes()[3 * kCutPage - 1], std::byte{0});
  EXPECT_FALSE(mapping.is_intact());
  EXPECT_EQ(mapping.bytes()[0], std::byte{'a'});
}

TEST(MappingDeathTest, LeavesErrorsOfOtherMemoryToTheSystem) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "file";
  std::ofstream(path) << std::string(2 * kCutPage, 'a');
  const File file = File::open(path).value();
  const Mapping mapping = Mapping::of(file, 1).value();
  const auto* const other = static_cast<const volatile char*>(
      ::mmap(nullptr, 2 * kCutPage, PROT_READ, MAP_SHARED, file.descriptor().native(), 0));
  fs::resize_file(path, 0);
  EXPECT_DEATH((void)other[kCutPage], "");
}

}  // namespace
}  // namespace polyglot::os
