// SPDX-License-Identifier: MIT
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <span>

#include <gmock/gmock.h>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>

#include "support/temporary_folder.hpp"

namespace polyglot::os {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class LockTest : public testing::Test {
 protected:
  LockTest() { write(path_, "old"); }

  static void write(const std::string& path, std::string_view text) { std::ofstream(path) << text; }

  /// Replaces the file, like another program that changes it.
  void replace_by(const std::string& text) const {
    auto file = AtomicFile::create(path_).value();
    ASSERT_TRUE(file.write(std::as_bytes(std::span(text))));
    ASSERT_TRUE(file.commit());
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_ / "file";
};

TEST_F(LockTest, KeepsOthersOutAsLongAsItLives) {
  {
    const auto first = try_open_locked(path_).value();
    ASSERT_TRUE(first);
    EXPECT_FALSE(try_open_locked(path_).value());
    const auto waited = open_locked(path_, std::chrono::milliseconds(1));
    ASSERT_FALSE(waited);
    EXPECT_EQ(waited.error().to_string(), path_ + ": cannot be changed: another program has locked it");
  }
  EXPECT_TRUE(try_open_locked(path_).value());
}

TEST_F(LockTest, IsTheFileThatHasTheNameAlthoughItWasReplacedMeanwhile) {
  bool replaced = false;
  const FaultInjection faults([&](Call call) {
    if (call == Call::lock && !std::exchange(replaced, true)) replace_by("new one");
    return Fault{};
  });
  const auto locked = try_open_locked(path_).value();
  ASSERT_TRUE(locked && replaced);
  EXPECT_EQ(locked->size().value(), 7U);
  EXPECT_TRUE(locked->stamp().value().is_same_file(stamp_of(path_).value()));
}

TEST_F(LockTest, IsWaitedForAsLongAsTheFileIsChangedByOneAfterAnother) {
  std::string text = "new";
  const FaultInjection faults([&](Call call) {
    if (call != Call::lock || text.size() == 9) return Fault{};
    replace_by(text += "er");
    return Fault{.error = EWOULDBLOCK};
  });
  const File locked = open_locked(path_, std::chrono::milliseconds(0)).value();
  EXPECT_EQ(locked.size().value(), 9U);
}

TEST_F(LockTest, SaysWhyAFileCannotBeLocked) {
  const FaultInjection faults([](Call call) { return Fault{.error = call == Call::lock ? ENOLCK : 0}; });
  const auto locked = try_open_locked(path_);
  ASSERT_FALSE(locked);
  EXPECT_THAT(locked.error().to_string(), HasSubstr(path_ + ": cannot be locked: No locks available"));
}

TEST_F(LockTest, SaysWhyAFileCannotBeOpenedOrExamined) {
  for (const Call call : {Call::open, Call::examine}) {
    for (const int error : {EMFILE, ENFILE, EACCES, EIO}) {
      const FaultInjection faults([=](Call made) { return Fault{.error = made == call ? error : 0}; });
      const auto locked = try_open_locked(path_);
      ASSERT_FALSE(locked);
      EXPECT_THAT(locked.error().to_string(),
                  AllOf(StartsWith(path_ + ": cannot be "), EndsWith(std::strerror(error))));
    }
  }
}

}  // namespace
}  // namespace polyglot::os
