// SPDX-License-Identifier: MIT
#include <algorithm>
#include <sys/stat.h>

#include <gmock/gmock.h>

#include <polyglot/process/traffic_log.hpp>

#include "process/process_testing.hpp"

namespace polyglot::process {
namespace {

using namespace testing;
using ::testing::HasSubstr;

constexpr std::size_t kStampSize = 27;  // the blank behind it included

bool has_stamp(std::string_view line) {
  constexpr std::string_view kShape = "0000-00-00 00:00:00.000000 ";
  if (line.size() < kShape.size()) return false;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    const bool digit = line[i] >= '0' && line[i] <= '9';
    if (kShape[i] == '0' ? !digit : line[i] != kShape[i]) return false;
  }
  return true;
}

/// The log's lines without their time stamps, each of which must be well-formed.
std::string without_stamps(const std::string& path) {
  std::ifstream file(path);
  std::string all;
  for (std::string line; std::getline(file, line);)
    all += (has_stamp(line) ? line.substr(kStampSize) : "NO STAMP " + line) + '\n';
  return all;
}

TEST(TrafficLog, MarksDirectionNotesAndErrors) {
  const TemporaryFolder folder;
  TrafficLog log;
  ASSERT_TRUE(log.open(folder / "log"));
  log.traffic(Direction::from_gui, "uci\nisready\r\n");
  log.traffic(Direction::to_engine, "uci\n");
  log.traffic(Direction::from_engine, "uciok");
  log.traffic(Direction::engine_error, "oops\n");
  log.traffic(Direction::to_gui, "uciok\n");
  log.note("a note {} %v");
  log.error("an error");
  EXPECT_EQ(without_stamps(folder / "log"),
            "<< uci\n<< isready\n>  uci\n<  uciok\n<! oops\n>> uciok\n*  a note {} %v\n!  an error\n");
}

TEST(TrafficLog, StampsABlockOnce) {
  const TemporaryFolder folder;
  TrafficLog log;
  ASSERT_TRUE(log.open(folder / "log"));
  log.traffic(Direction::from_engine, "info depth 1\n" + std::string(1 << 20, 'x') + "\nbestmove e2e4\n");
  const auto stamped = log.stamped();
  log.note("later");
  EXPECT_GT(log.stamped(), stamped);
  std::ifstream file(folder / "log");
  std::vector<std::string> stamps;
  for (std::string line; std::getline(file, line);) stamps.push_back(line.substr(0, kStampSize));
  ASSERT_EQ(stamps.size(), 4U);
  EXPECT_EQ(stamps[0], stamps[2]);
  EXPECT_LT(stamps[2], stamps[3]);
}

TEST(TrafficLog, ReachesTheFileAtOnce) {
  const TemporaryFolder folder;
  const int status = in_child([&folder] {
    TrafficLog log;
    static_cast<void>(log.open(folder / "log"));
    log.note("last words");
    return 0;  // ends by _exit: nothing is flushed
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(without_stamps(folder / "log"), "*  last words\n");
}

TEST(TrafficLog, AppendsAndCanBeSwitched) {
  const TemporaryFolder folder;
  folder.write("log", "");
  TrafficLog log;
  log.note("lost");
  EXPECT_FALSE(log.is_open());
  for (const char* text : {"one", "two"}) {
    ASSERT_TRUE(log.open(folder / "log"));
    log.note(text);
  }
  ASSERT_TRUE(log.open(folder / "other"));
  log.note("three");
  log.close();
  log.note("lost");
  EXPECT_EQ(without_stamps(folder / "log"), "*  one\n*  two\n");
  EXPECT_EQ(without_stamps(folder / "other"), "*  three\n");
}

TEST(TrafficLog, PutsTheProcessIdIntoTheName) {
  const TemporaryFolder folder;
  TrafficLog log;
  ASSERT_TRUE(log.open(folder / "log.%p.%p"));
  const std::string id = std::to_string(::getpid());
  EXPECT_EQ(log.path(), folder / ("log." + id + "." + id));
  EXPECT_TRUE(std::filesystem::exists(log.path()));
}

TEST(TrafficLog, UnwritableFileIsOneErrorWithItsReason) {
  const TemporaryFolder folder;
  TrafficLog log;
  for (const std::string& path : {folder / "none/log", folder.string()}) {
    const auto result = log.open(path);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().where, path);
    EXPECT_FALSE(log.is_open());
    log.note("goes nowhere");
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "none"));
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

TEST(TrafficLog, RotatesBySize) {
  const TemporaryFolder folder;
  TrafficLog log;
  ASSERT_TRUE(log.open(folder / "log.txt", 2000));
  const std::string text(100, 'x');
  for (int i = 0; i < 200; ++i) log.note(text);
  EXPECT_LE(std::filesystem::file_size(folder / "log.txt"), 2000U);
  EXPECT_LE(std::filesystem::file_size(folder / "log.3.txt"), 2000U);
  EXPECT_FALSE(std::filesystem::exists(folder / "log.4.txt"));
}

TEST(TrafficLog, SpoilsNoBook) {
  const TemporaryFolder folder;
  const std::string entry("\x0f\x12\x33\x41\x51\x26\x37\x48\x03\x1c\x01\xf4\0\0\0\0", 16);
  const std::string book = folder.write("book.bin", entry + entry);
  std::filesystem::create_hard_link(book, folder / "hard");
  std::filesystem::create_symlink(book, folder / "soft");
  TrafficLog log;
  for (const std::string& path : {book, folder / "hard", folder / "soft"}) {
    const auto result = log.open(path, 40);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().to_string(), path + ": is not a text file; Polyglot appends no log to it");
    log.note("goes nowhere");
  }
  EXPECT_EQ(contents(book), entry + entry);
}

TEST(TrafficLog, PipeThatNobodyReadsIsAnErrorWithItsReason) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "log").c_str(), 0600), 0);
  TrafficLog log;
  const auto result = log.open(folder / "log");
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().what, HasSubstr("has no reader"));
}

TEST(TrafficLog, NeverWaitsForItsReader) {
  constexpr int kLines = 5000;
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "log").c_str(), 0600), 0);
  const os::Descriptor reader = os::own(::open((folder / "log").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  const auto read = [&reader] {
    std::string text(1'000'000, '\0');
    text.resize(
        static_cast<std::size_t>(std::max<ssize_t>(::read(number_of(reader), text.data(), text.size()), 0)));
    return text;
  };
  TrafficLog log;
  ASSERT_TRUE(log.open(folder / "log", 1000));
  for (int i = 0; i < kLines; ++i) log.note("line " + std::to_string(i) + std::string(100, '.'));
  const std::string first = read();
  log.note("read again");
  const std::string second = read();
  EXPECT_FALSE(log.take_failure());

  // Each line comes whole, or is counted.
  folder.write("copy", first + second);
  std::ifstream copy(folder / "copy");
  int whole = 0;
  std::string line;
  while (std::getline(copy, line) && line.find("*  line") == 27) {
    EXPECT_EQ(line.substr(27), "*  line " + std::to_string(whole++) + std::string(100, '.'));
  }
  EXPECT_LT(whole, kLines);
  EXPECT_EQ(line.substr(27),
            "!  " + std::to_string(kLines - whole) + " lines are missing here, its reader is too slow");
  ASSERT_TRUE(std::getline(copy, line));
  EXPECT_EQ(line.substr(27), "*  read again");
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
}  // namespace polyglot::process
