#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

#include <gmock/gmock.h>

#include <polyglot/os/atomic_file.hpp>

namespace polyglot::os {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr uid_t kNobody = 65534;

class AtomicFileTest : public testing::Test {
 protected:
  AtomicFileTest() {
    std::string name = testing::TempDir() + "polyglot-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    path_ = folder_ + "/file";
    std::ofstream(path_) << "old";
  }
  ~AtomicFileTest() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string content() const {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] struct stat status() const {
    struct stat status {};
    EXPECT_EQ(::stat(path_.c_str(), &status), 0);
    return status;
  }
  [[nodiscard]] Result<void> replace() const {
    auto file = AtomicFile::create(path_);
    if (!file) return file.error();
    if (auto written = file->write(std::as_bytes(std::span("new", 3))); !written) return written;
    return file->commit();
  }

  std::string folder_;
  std::string path_;
};

TEST_F(AtomicFileTest, ReplacesAFileAndKeepsItsPermissions) {
  fs::permissions(path_, static_cast<fs::perms>(0640));
  ASSERT_TRUE(replace());
  EXPECT_EQ(content(), "new");
  EXPECT_EQ(status().st_mode & 07777U, 0640U);
}

TEST_F(AtomicFileTest, LeavesTheOldFileUnlessCommitted) {
  {
    auto file = AtomicFile::create(path_).value();
    ASSERT_TRUE(file.write(std::as_bytes(std::span("new", 3))));
  }
  EXPECT_EQ(content(), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(AtomicFileTest, FollowsALinkWhoseTargetIsStillToCome) {
  fs::create_symlink("later", folder_ + "/link");
  auto file = AtomicFile::create(folder_ + "/link").value();
  ASSERT_TRUE(file.commit());
  EXPECT_TRUE(fs::is_symlink(folder_ + "/link"));
  EXPECT_TRUE(fs::is_regular_file(folder_ + "/later"));
}

TEST_F(AtomicFileTest, RefusesWhatIsWriteProtected) {
  fs::permissions(path_, static_cast<fs::perms>(0444));
  const bool is_root = ::geteuid() == 0;  // who may write everything
  if (is_root) {
    ASSERT_EQ(::chown(folder_.c_str(), kNobody, kNobody), 0);
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

TEST_F(AtomicFileTest, LeavesAFileToItsOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  ASSERT_EQ(::chown(path_.c_str(), kNobody, kNobody), 0);
  ASSERT_TRUE(replace());
  EXPECT_EQ(status().st_uid, kNobody);
  EXPECT_EQ(status().st_gid, kNobody);
}

}  // namespace
}  // namespace polyglot::os
