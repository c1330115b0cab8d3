// SPDX-License-Identifier: MIT
#include <windows.h>
#include <array>
#include <utility>

#include <gtest/gtest.h>

#include "process/wire_win32.hpp"

namespace polyglot::process {
namespace {

/// Whether the other end of a pipe is closed at last. A byte would wake its reader.
bool loses_its_reader(const Wire& wire) {
  constexpr ULONGLONG kPatienceMs = 60'000;
  const ULONGLONG deadline = ::GetTickCount64() + kPatienceMs;
  while (!wire.has_no_peer()) {
    if (::GetTickCount64() > deadline) return false;
    ::Sleep(1);
  }
  return true;
}

/// The thread that reads is then at different places: it may be just before its first read.
TEST(Wire, IsClosedThoughItsThreadIsAboutToRead) {
  constexpr int kRounds = 100;
  for (int i = 0; i < kRounds; ++i) {
    auto pipe = make_plain_pipe();
    ASSERT_TRUE(pipe);
    {
      const os::Descriptor watched = watch(make_wire(std::move(pipe->read)), Way::in);
      std::array<char, 1> room{};
      (void)watched_of(watched)->read(room);
      for (volatile int spin = 0; spin < 900 * i; spin = spin + 1) {
      }
    }
    ASSERT_TRUE(loses_its_reader(*make_wire(std::move(pipe->write)))) << i;
  }
}

}  // namespace
}  // namespace polyglot::process
