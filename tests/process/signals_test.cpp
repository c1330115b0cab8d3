// SPDX-License-Identifier: MIT
#include <csignal>

#include <gtest/gtest.h>

#include <polyglot/process/stdio.hpp>

#include "process/process_testing.hpp"

namespace polyglot::process {
namespace {

using namespace testing;

TEST(TerminationSignals, AreEvents) {
  constexpr int kNumbers[] = {SIGINT, SIGTERM, SIGHUP};
  // nohup ignores SIGHUP, and a shell's background jobs SIGINT.
  for (const int number : kNumbers) static_cast<void>(std::signal(number, SIG_DFL));
  TestLoop loop;
  boost::asio::signal_set signals(loop.executor());
  catch_ending_signals(signals);
  for (const int number : kNumbers) {
    ::raise(number);
    EXPECT_EQ(loop.await(next_signal(signals)), "signal " + std::to_string(number));
  }
}

TEST(TerminationSignals, LeaveAnIgnoredSignalIgnored) {
  const int status = in_child([] {
    static_cast<void>(std::signal(SIGHUP, SIG_IGN));
    TestLoop own;
    boost::asio::signal_set signals(own.executor());
    catch_ending_signals(signals);
    struct sigaction action {};
    ::sigaction(SIGHUP, nullptr, &action);
    return action.sa_handler == SIG_IGN ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace polyglot::process
