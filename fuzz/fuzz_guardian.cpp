// SPDX-License-Identifier: MIT
/// Reports of a guardian in any order, cut and repeated. Every two bytes of the input are a packet of the
/// guardian, whose part this program plays. The proxy's side must end in every case, and leave no child.
///
/// This target has its own driver for builds of g++, without libFuzzer, because clang 14 cannot cope with
/// AddressSanitizer and coroutines together. Each input is run as it is, and with some bytes changed, which
/// are the same in every run.

#include <algorithm>
#include <array>
#include <csignal>
#include <memory>
#include <random>
#include <span>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/process/loop.hpp>

#include "check.hpp"
#include "process/process_tree_posix.hpp"
#include "process/supervision_posix.hpp"

namespace polyglot::fuzz {
namespace {

using process::GuardianReport;
using process::Supervision;

constexpr std::size_t kKinds = 9;  ///< one more than there are
constexpr std::uint8_t kDies = 0x80;

/// All process numbers are those of this program's own children, because these numbers may get signals.
void send_packet(int lifeline, std::uint8_t kind, std::uint8_t value, pid_t engine) {
  GuardianReport packet{static_cast<GuardianReport::Kind>(kind % kKinds), value};
  if (packet.kind == GuardianReport::Kind::started) packet.value = engine;
  // Some are cut short, and some are longer.
  std::array<std::byte, sizeof packet + 4> bytes{};
  std::copy_n(std::as_bytes(std::span(&packet, 1)).begin(), sizeof packet, bytes.begin());
  const std::size_t size = kind / kKinds % 8 == 7 ? value % bytes.size() : sizeof packet;
  (void)!::send(lifeline, bytes.data(), size, MSG_NOSIGNAL);
}

[[noreturn]] void play_guardian(int lifeline, std::span<const std::uint8_t> script) {
  const pid_t engine = ::fork();
  if (engine == 0) {
    ::close(lifeline);
    for (;;) ::pause();
  }
  for (std::size_t i = 0; i + 1 < script.size(); i += 2) {
    if (script[i] == kDies) ::raise(SIGKILL);  // the engine is an orphan
    send_packet(lifeline, script[i], script[i + 1], engine);
  }
  char none = 0;
  (void)!::recv(lifeline, &none, 1, 0);  // until the proxy wants an end
  ::kill(engine, SIGKILL);
  ::waitpid(engine, nullptr, 0);
  ::_exit(0);
}

void run(std::span<const std::uint8_t> script) {
  int ends[2] = {-1, -1};
  check(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0, "there are sockets");
  const pid_t guardian = ::fork();
  if (guardian == 0) {
    ::close(ends[0]);
    play_guardian(ends[1], script);
  }
  ::close(ends[1]);
  process::expect_child(guardian);
  // A packet may come late or not at all. Then the test does not wait for the start.
  bool starts = false;
  for (std::size_t i = 0; i + 1 < script.size() && script[i] != kDies; i += 2)
    starts = starts || script[i] % kKinds <= static_cast<int>(GuardianReport::Kind::exec_failed);
  process::Loop loop;
  const auto supervision = std::make_shared<Supervision>(loop.get_executor(), os::own(ends[0]), guardian);
  if (starts) (void)supervision->await_start();
  supervision->end_now();
  check(supervision->gone(), "all is gone");
  check(::waitpid(-1, nullptr, WNOHANG) < 0, "no child is left");
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  constexpr int kChanged = 50;
  polyglot::process::adopt_orphans();
  std::vector<std::uint8_t> script(data, data + size);
  run(script);
  std::mt19937 random(static_cast<unsigned>(size));
  for (int i = 0; i < kChanged && !script.empty(); ++i) {
    script[random() % script.size()] = static_cast<std::uint8_t>(random());
    run(script);
  }
  return 0;
}
