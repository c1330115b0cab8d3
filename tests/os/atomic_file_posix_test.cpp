// SPDX-License-Identifier: MIT
// Adding to a file.
// Windows does not let a mapped file be cut short.
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iterator>
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
#include "support/file_size_limit.hpp"
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

  /// Starts another process that replaces the file, and ends it with `signal` as soon as it has begun.
  /// Returns its id.
  pid_t replace_until(int signal) const {
    const pid_t child = ::fork();
    if (child == 0) {
      ::signal(signal, SIG_DFL);  // a shell's background jobs ignore SIGINT
      auto file = AtomicFile::create(path_).value();
      (void)file.write(std::as_bytes(std::span("new", 3)));
      ::raise(signal);
      ::_exit(0);
    }
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    return child;
  }
};

TEST_F(AtomicFileOnPosix, ReplacesAFileAndKeepsItsPermissions) {
  fs::permissions(path_, static_cast<fs::perms>(0640));
  ASSERT_TRUE(replace());
  EXPECT_EQ(content(), "new");
  EXPECT_EQ(status().st_mode & 07777U, 0640U);
}

TEST_F(AtomicFileOnPosix, FollowsALinkWhoseTargetIsStillToCome) {
  fs::create_symlink("later", folder_ / "link");
  auto file = AtomicFile::create(folder_ / "link").value();
  ASSERT_TRUE(file.commit());
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_TRUE(fs::is_regular_file(folder_ / "later"));
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
  const auto replaced = replace();
  ASSERT_FALSE(replaced);
  EXPECT_THAT(replaced.error().to_string(), HasSubstr(path_ + ": cannot be written: "));
}

// The same rule as fs.protected_symlinks, even if the system has it switched off.
TEST_F(AtomicFileOnPosix, FollowsNoLinkOfAnotherUserInAFolderForAll) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make a link of another user";
  fs::create_directory(folder_ / "tmp");
  fs::permissions(folder_ / "tmp", static_cast<fs::perms>(01777));
  const std::string file = path_;
  for (const std::string target : {"file", "later"}) {
    path_ = folder_ / ("tmp/" + target);
    fs::create_symlink("../" + target, path_);
    ASSERT_EQ(::lchown(path_.c_str(), kNobody, kNobody), 0);
    const auto replaced = replace();
    ASSERT_FALSE(replaced);
    EXPECT_THAT(replaced.error().to_string(), HasSubstr(path_ + ": cannot be written: it leads over a link"));
  }
  EXPECT_FALSE(fs::exists(folder_ / "later"));
  path_ = file;
  EXPECT_EQ(content(), "old");
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
  ASSERT_FALSE(replaced);
  EXPECT_THAT(replaced.error().to_string(), HasSubstr(path_ + ": is write-protected"));
  EXPECT_EQ(content(), "old");
}

TEST_F(AtomicFileOnPosix, LeavesAFileToItsOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  ASSERT_EQ(::chown(path_.c_str(), kNobody, kNobody), 0);
  ASSERT_TRUE(replace());
  EXPECT_EQ(status().st_uid, kNobody);
  EXPECT_EQ(status().st_gid, kNobody);
}

TEST_F(AtomicFileOnPosix, LeavesNothingWhenASignalEndsTheProgram) {
  const FaultInjection faults(without_nameless_files);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    replace_until(signal);
    EXPECT_THAT(other_files(), IsEmpty()) << signal;
  }
  EXPECT_EQ(content(), "old");
}

// Containers that share a folder have the same process ids.
TEST_F(AtomicFileOnPosix, IsNotInTheWayOfOthersWhenItsProcessIsKilled) {
  const FaultInjection faults(without_nameless_files);
  const pid_t killed = replace_until(SIGKILL);
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
  const auto written = replace();
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().to_string(), AllOf(HasSubstr("/dev/full"), HasSubstr("No space left")));
}

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
      ::mmap(nullptr, 2 * kCutPage, PROT_READ, MAP_SHARED, number_of(file.descriptor()), 0));
  fs::resize_file(path, 0);
  EXPECT_DEATH((void)other[kCutPage], "");
}

}  // namespace
}  // namespace polyglot::os
