// Results that a book learns while other programs have it locked.
#include <gmock/gmock.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/os/file.hpp>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

class Learning : public ProxyTest {
 protected:
  /// A game with a book move in it, the result of which is told while the test has the book locked.
  Gui& end_game_of_locked_book() {
    Gui& gui = start_scripted("", with_book() + Lines{"-pg", "BookLearn=true"});
    gui.send("xboard\nprotover 2\nnew\ngo");
    gui.expect("move e2e4");
    lock_ = os::try_open_locked(folder_ / "book.bin").value();
    EXPECT_TRUE(lock_);
    gui.send("result 1-0 {White mates}");
    return gui;
  }

  [[nodiscard]] std::uint32_t learned_games() const {
    const auto book = book::BinBook::open(folder_ / "book.bin").value();
    const auto records = book->find(chess::Position().key()).value();
    std::uint32_t games = 0;
    for (const book::RawEntry& record : records) games += record.learn >> 16;
    return games;
  }

  std::optional<os::File> lock_;
};

TEST_F(Learning, WaitsForALockedBookAndKeepsNobodyElseWaiting) {
  Gui& gui = end_game_of_locked_book();
  gui.send("ping 1");
  EXPECT_EQ(gui.lines_until("pong"), Lines{"pong 1"}) << "before the book is free";
  EXPECT_EQ(learned_games(), 0U);
  lock_.reset();
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (learned_games() == 0 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  EXPECT_EQ(learned_games(), 1U);
  quit(gui);
}

TEST_F(Learning, IsDoneBeforeTheEnd) {
  Gui& gui = end_game_of_locked_book();
  gui.send("ping 1\nquit");
  gui.expect("pong 1");
  while (std::ranges::count(received(), "quit") == 0) std::this_thread::yield();
  lock_.reset();
  EXPECT_EQ(gui.wait().text(), "exited with status 0");
  EXPECT_EQ(learned_games(), 1U);
}

}  // namespace
}  // namespace polyglot::proxy::testing
