// SPDX-License-Identifier: MIT
#include <chrono>
#include <ctime>
#include <filesystem>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <polyglot/os/expansion.hpp>
#include <polyglot/os/faults.hpp>

#include "proxy/crash_report.hpp"
#include "support/temporary_folder.hpp"

namespace polyglot::proxy::test {
namespace {

namespace fs = std::filesystem;

// The names of reports can be guessed, and other users may write to the folder.
TEST(CrashReportName, IsNotALinkThatAnotherHasMadeMeanwhile) {
  const polyglot::test::TemporaryFolder folder;
  CrashReports reports(folder.path());
  bool are_made = false;
  const os::FaultInjection at_opening([&](os::Call call) {
    if (call != os::Call::open || are_made) return os::Fault{};
    are_made = true;
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    constexpr std::time_t kSlow = 600;  // seconds since the name was found
    for (std::time_t time = now - kSlow; time <= now; ++time)
      fs::create_symlink("victim", folder / fmt::format("engine-{:%Y%m%d-%H%M%S}-{}.txt",
                                                        fmt::localtime(time), os::with_process_id("%p")));
    return os::Fault{};
  });
  const auto written = reports.write({.reason = "is gone", .game = {}, .fen = {}}, {});
  ASSERT_TRUE(written) << written.error().to_string();
  EXPECT_TRUE(are_made);
  EXPECT_THAT(*written, ::testing::EndsWith("-1.txt"));
  EXPECT_FALSE(fs::exists(folder / "victim"));
}

}  // namespace
}  // namespace polyglot::proxy::test
