// SPDX-License-Identifier: MIT
#pragma once

#include "proxy/proxy_test.hpp"
#include "test_paths.hpp"

namespace polyglot::proxy::testing {

/// After a fault of the system under the proxy, Polyglot gives a reason and an exit code.
class Fault : public ProxyTest {
 protected:
  /// The last line to the GUI and the only one on stderr give this reason, and the exit code is 1.
  static void expect_failure(Gui& gui, const std::string& reason) {
    using namespace ::testing;
    EXPECT_THAT(rest_of(gui, 1), Contains(AllOf(StartsWith("info string "), HasSubstr(reason))));
    EXPECT_THAT(split_lines(gui.errors()), ElementsAre(AllOf(StartsWith("polyglot: "), HasSubstr(reason))));
  }
  /// Sends the beginning of a line, up to the end of the program.
  static void send_line_without_end(Gui& gui, std::size_t bytes) {
    const std::string piece(1UL << 20, 'x');
    for (std::size_t sent = 0; sent < bytes && gui.running();) sent += gui.send_without_reading(piece);
  }
  [[nodiscard]] static std::string one_game_engine() {
    return std::string(SCRIPTED_CECP_ENGINE) + " --feature reuse=0 --feature usermove=1 --move e2e4";
  }
  static void play(Gui& gui) { gui.best_move("ucinewgame\nposition startpos\ngo movetime 1"); }
};

}  // namespace polyglot::proxy::testing
