// SPDX-License-Identifier: MIT
#include <cerrno>
#include <cstring>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/mapping.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::os {
namespace {

constexpr std::size_t kPage = 4096;

class MappingTest : public testing::Test {
 protected:
  [[nodiscard]] File file_of(std::size_t size, char content) const {
    std::ofstream(path_, std::ios::binary) << std::string(size, content);
    return File::open(path_).value();
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_ / "file";
};

TEST_F(MappingTest, ShowsWhatOthersWriteInPlace) {
  const Mapping mapping = Mapping::of(file_of(3 * kPage, 'a'), 3 * kPage).value();
  ASSERT_EQ(mapping.bytes().size(), 3 * kPage);
  EXPECT_EQ(mapping.bytes()[2 * kPage], std::byte{'a'});
  std::fstream(path_, std::ios::in | std::ios::out | std::ios::binary).seekp(2 * kPage) << 'b';
  EXPECT_EQ(mapping.bytes()[2 * kPage], std::byte{'b'});
  EXPECT_TRUE(mapping.is_intact());
}

TEST_F(MappingTest, TellsWhichFileCannotBeMapped) {
  EXPECT_THAT(Mapping::of(file_of(0, 'a'), 0).error().to_string(), HasSubstr(path_));
}

TEST_F(MappingTest, MapsALimitedNumberOfFilesAtATime) {
  const File file = file_of(kPage, 'a');
  std::vector<Mapping> mappings;
  auto next = Mapping::of(file, kPage);
  for (; next; next = Mapping::of(file, kPage)) mappings.push_back(std::move(*next));
  EXPECT_EQ(mappings.size(), 256U);
  EXPECT_THAT(next.error().to_string(), HasSubstr("too many"));
  mappings.pop_back();
  EXPECT_TRUE(Mapping::of(file, kPage));
}

class LockTest : public testing::Test {
 protected:
  LockTest() { test::write_text(path_, "old"); }

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
    EXPECT_EQ(open_locked(path_, std::chrono::milliseconds(1)).error().to_string(),
              path_ + ": cannot be changed: another program has locked it");
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
  EXPECT_THAT(try_open_locked(path_).error().to_string(),
              HasSubstr(path_ + ": cannot be locked: No locks available"));
}

TEST_F(LockTest, SaysWhyAFileCannotBeOpenedOrExamined) {
  for (const Call call : {Call::open, Call::examine}) {
    for (const int error : {EMFILE, ENFILE, EACCES, EIO}) {
      const FaultInjection faults([=](Call made) { return Fault{.error = made == call ? error : 0}; });
      EXPECT_THAT(try_open_locked(path_).error().to_string(),
                  AllOf(StartsWith(path_ + ": cannot be "), EndsWith(std::strerror(error))));
    }
  }
}

}  // namespace
}  // namespace polyglot::os
