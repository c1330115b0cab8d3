// SPDX-License-Identifier: MIT
// Logs that are pipes and devices, or that several processes write.
#include <sys/stat.h>

#include <polyglot/proxy/traffic_log.hpp>

#include "process/process_testing.hpp"
#include "support/testing.hpp"

namespace polyglot::proxy {
namespace {

using namespace process::testing;

TEST(TrafficLog, ReachesTheFileAtOnce) {
  const TemporaryFolder folder;
  const int status = in_child([&folder] {
    TrafficLog log;
    static_cast<void>(log.open(folder / "log"));
    log.note("last words");
    return 0;  // ends by _exit: nothing is flushed
  });
  EXPECT_EQ(status, 0);
  EXPECT_THAT(contents(folder / "log"), EndsWith(" *  last words\n"));
}

TEST(TrafficLog, FullDiskClosesItOnce) {
  TrafficLog log;
  ASSERT_TRUE(log.open("/dev/full"));
  log.note("too much");
  EXPECT_FALSE(log.is_open());
  const auto failure = log.take_failure();
  ASSERT_TRUE(failure);
  EXPECT_THAT(failure->to_string(), HasSubstr("No space left"));
  EXPECT_FALSE(log.take_failure());
}

TEST(TrafficLog, PipeThatNobodyReadsIsAnErrorWithItsReason) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "log").c_str(), 0600), 0);
  TrafficLog log;
  const auto result = log.open(folder / "log");
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().what, HasSubstr("cannot be opened to add to it"));
}

TEST(TrafficLog, NeverWaitsForItsReader) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "log").c_str(), 0600), 0);
  const os::Descriptor reader = os::own(::open((folder / "log").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  TrafficLog log;
  ASSERT_TRUE(log.open(folder / "log", 1000));
  while (log.is_open()) log.note(std::string(100, '.'));
  EXPECT_THAT(log.take_failure()->to_string(), HasSubstr("the log ends here: "));
}

TEST(TrafficLog, EndsWithItsReader) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "log").c_str(), 0600), 0);
  os::Descriptor reader = os::own(::open((folder / "log").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  TrafficLog log;
  ASSERT_TRUE(log.open(folder / "log"));
  reader.reset();
  log.note("goes nowhere");
  EXPECT_FALSE(log.is_open());
  EXPECT_THAT(log.take_failure()->to_string(), HasSubstr("Broken pipe"));
}

TEST(TrafficLog, TwoProcessesTearNoLine) {
  const TemporaryFolder folder;
  constexpr int kLines = 2000;
  const auto fill = [&folder](char letter) {
    TrafficLog log;
    static_cast<void>(log.open(folder / "log"));
    for (int i = 0; i < kLines; ++i) log.note(std::string(static_cast<std::size_t>(i % 5000), letter));
    return 0;
  };
  const pid_t other = ::fork();
  if (other == 0) ::_exit(fill('a'));
  fill('b');
  ::waitpid(other, nullptr, 0);
  std::ifstream file(folder / "log");
  int count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    const bool one_letter = line.find('a') == std::string::npos || line.find('b') == std::string::npos;
    ASSERT_TRUE(one_letter && line.find("*  ") == 27 && line.find('-', 11) == std::string::npos) << line;
  }
  EXPECT_EQ(count, 2 * kLines);
}

}  // namespace
}  // namespace polyglot::proxy
