// SPDX-License-Identifier: MIT
#include <polyglot/os/environment.hpp>
#include <polyglot/proxy/traffic_log.hpp>

#include "process/loop_testing.hpp"
#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::proxy {
namespace {

using namespace process::testing;

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
  const test::TemporaryFolder folder;
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
  const test::TemporaryFolder folder;
  TrafficLog log;
  ASSERT_TRUE(log.open(folder / "log"));
  log.traffic(Direction::from_engine, "info depth 1\n" + std::string(1 << 20, 'x') + "\nbestmove e2e4\n");
  log.note("later");
  std::ifstream file(folder / "log");
  std::vector<std::string> stamps;
  for (std::string line; std::getline(file, line);) stamps.push_back(line.substr(0, kStampSize));
  ASSERT_EQ(stamps.size(), 4U);
  EXPECT_EQ(stamps[0], stamps[2]);
  EXPECT_LT(stamps[2], stamps[3]);
}

TEST(TrafficLog, AppendsAndCanBeSwitched) {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "log");
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
  const test::TemporaryFolder folder;
  TrafficLog log;
  ASSERT_TRUE(log.open(folder / "log.%p.%p"));
  const std::string id = os::own_process_id();
  EXPECT_EQ(log.path(), folder / ("log." + id + "." + id));
  EXPECT_TRUE(std::filesystem::exists(log.path()));
}

TEST(TrafficLog, UnwritableFileIsOneErrorWithItsReason) {
  const test::TemporaryFolder folder;
  TrafficLog log;
  for (const std::string& path : {folder / "none/log", folder.path()}) {
    const auto result = log.open(path);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().where, path);
    EXPECT_FALSE(log.is_open());
    log.note("goes nowhere");
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "none"));
}

TEST(TrafficLog, RotatesBySize) {
  const test::TemporaryFolder folder;
  TrafficLog log;
  ASSERT_TRUE(log.open(folder / "log.txt", 2000));
  const std::string text(100, 'x');
  for (int i = 0; i < 200; ++i) log.note(text);
  EXPECT_LE(std::filesystem::file_size(folder / "log.txt"), 2000U);
  EXPECT_LE(std::filesystem::file_size(folder / "log.3.txt"), 2000U);
  EXPECT_FALSE(std::filesystem::exists(folder / "log.4.txt"));
}

}  // namespace
}  // namespace polyglot::proxy
