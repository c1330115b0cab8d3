// SPDX-License-Identifier: MIT
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>

#include "os/replaced_file.hpp"

namespace polyglot::os {
namespace {

TEST_F(AtomicFileTest, LeavesTheOldFileUnlessCommitted) {
  {
    auto file = AtomicFile::create(path_).value();
    ASSERT_TRUE(file.write(std::as_bytes(std::span("new", 3))));
  }
  EXPECT_EQ(content(), "old");
  EXPECT_THAT(other_files(), IsEmpty());
}

TEST_F(AtomicFileTest, FlushesWhatWasWrittenSinceTheLastFlush) {
  int flushes = 0;
  const FaultInjection counter([&flushes](Call call) {
    flushes += call == Call::flush ? 1 : 0;
    return Fault{};
  });
  auto file = AtomicFile::create(path_).value();
  const auto text = std::as_bytes(std::span("new", 3));
  ASSERT_TRUE(file.write(text));
  ASSERT_TRUE(file.flush());
  ASSERT_TRUE(file.flush());
  EXPECT_EQ(flushes, 1);
  ASSERT_TRUE(file.write(text));
  ASSERT_TRUE(file.commit());
  EXPECT_EQ(flushes, 2);
}

TEST_F(AtomicFileTest, LeavesNoNewFileThatIsNotComplete) {
  int writes = 0;
  const FaultInjection faults([&writes](Call call) {
    if (call != Call::write) return Fault{};
    return ++writes == 1 ? Fault{.most = 1} : Fault{.error = ENOSPC};
  });
  EXPECT_FALSE(write_new_file(folder_ / "another", "new"));
  EXPECT_THAT(other_files(), IsEmpty());
}

TEST_F(AtomicFileTest, ReplacesAFileWhereNoneIsNameless) {
  const FaultInjection faults(without_nameless_files);
  ASSERT_TRUE(replace());
  EXPECT_EQ(content(), "new");
  EXPECT_THAT(other_files(), IsEmpty());
}

TEST_F(AtomicFileTest, WritesOnWhereOnlyAPartWasWritten) {
  const FaultInjection faults([](Call call) { return call == Call::write ? Fault{.most = 1} : Fault{}; });
  ASSERT_TRUE(replace());
  EXPECT_EQ(content(), "new");
}

TEST_F(AtomicFileTest, LeavesTheOldFileWhateverFails) {
  for (const bool nameless : {true, false}) {
    for (const Call failing : {Call::open, Call::write, Call::flush, Call::link, Call::rename}) {
      bool failed = false;
      const FaultInjection faults([&](Call call) {
        if (call == Call::open_nameless && !nameless) return Fault{.error = EOPNOTSUPP};
        if (call != failing) return Fault{};
        failed = true;
        return Fault{.error = ENOSPC};
      });
      const auto replaced = replace();
      EXPECT_EQ(replaced.has_value(), !failed);
      if (!replaced) {
        EXPECT_THAT(replaced.error().to_string(), AllOf(HasSubstr(path_), HasSubstr("No space left")));
        EXPECT_EQ(content(), "old");
      }
      EXPECT_THAT(other_files(), IsEmpty());
      std::ofstream(path_) << "old";
    }
  }
}

}  // namespace
}  // namespace polyglot::os
