// SPDX-License-Identifier: MIT
// A book that another program cuts or overwrites while it is open. Windows lets nobody do that.
#include <atomic>
#include <thread>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using ChangedBook = ProxyTest;

/// Of the start position.
std::string next_move(Gui& gui) {
  return gui.best_move("position startpos\ngo movetime 1");
}

TEST_F(ChangedBook, OutlivesABookThatIsCutShort) {
  Gui& gui = greet_scripted("", with_book());
  EXPECT_EQ(next_move(gui), "bestmove e2e4");
  std::filesystem::resize_file(folder_ / "book.bin", 0);
  EXPECT_THAT(gui.search("position startpos\ngo movetime 1"),
              ElementsAre(AllOf(StartsWith("info string book: "), HasSubstr("to 0 bytes")),
                          "info string out of book; book.bin: no move here", "bestmove a2a3"));
  EXPECT_THAT(gui.search("position startpos\ngo movetime 1"), ElementsAre("bestmove a2a3")) << "told once";
  quit(gui);
}

/// Looks moves up while the open book is overwritten: at every length between an empty and a whole file.
TEST_F(ChangedBook, OutlivesABookThatIsRewrittenInPlace) {
  Gui& gui = greet_scripted("", with_book());
  const std::string whole = content("book.bin");
  std::atomic<bool> over = false;
  std::thread writer([&] {
    while (!over) std::ofstream(folder_ / "book.bin") << whole;
  });
  for (int i = 0; i < 3000; ++i)
    EXPECT_THAT(next_move(gui), ::testing::AnyOf("bestmove e2e4", "bestmove a2a3"));
  over = true;
  writer.join();
  EXPECT_EQ(next_move(gui), "bestmove e2e4") << "the book is whole again";
  quit(gui);
}

}  // namespace
}  // namespace polyglot::proxy::testing
