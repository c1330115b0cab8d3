// SPDX-License-Identifier: MIT
// Variants of a UCI engine, with an XBoard GUI.
#include <gmock/gmock.h>

#include <polyglot/game/rules.hpp>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

class Variants : public ProxyTest {
 protected:
  void SetUp() override {
    program_ = find_program("fairy-stockfish");
    if (program_.empty()) GTEST_SKIP() << "fairy-stockfish is not installed";
    gui_ = &start(Lines{"-noini", "-ec", program_} + with_book());
    gui_->send("xboard\nprotover 2");
    greeting_ = gui_->lines_until("feature done=1");
    gui_->send("new\npost\nsd 4\nforce");
  }
  /// A line of thinking output whose variation begins like this.
  static auto thinks(const std::string& pv) {
    return MatchesRegex("[0-9]+ [+-][0-9]+ [0-9]+ [0-9]+ " + pv + ".*");
  }

  std::string program_;
  Gui* gui_ = nullptr;
  Lines greeting_;
};

TEST_F(Variants, AreOfferedAsTheEngineHasThem) {
  EXPECT_THAT(greeting_, Contains(AllOf(StartsWith("feature variants=\"normal,fischerandom,3check,"),
                                        HasSubstr(",crazyhouse,"), HasSubstr(",xiangqi"))));
  quit(*gui_);
}

TEST_F(Variants, DropPiecesInCrazyhouse) {
  gui_->send("variant crazyhouse\nusermove e2e4\nusermove d7d5\nusermove e4d5\nusermove d8d5\nusermove P@d6");
  gui_->send("setboard 4k3/8/8/8/8/8/8/4K2R[q] b - - 0 1\ngo");
  EXPECT_THAT(gui_->lines_until("move "), AllOf(Contains(thinks("Q@")), Contains(StartsWith("move Q@"))));
  quit(*gui_);
}

TEST_F(Variants, CountTheRanksOfXiangqiFromZero) {
  // Two chariots mate on the last rank.
  gui_->send(
      "variant xiangqi\nsetboard 4k4/9/9/9/9/9/9/8R/R8/3K5 w - - 0 1\nusermove i2i8\nusermove e9f9\ngo");
  EXPECT_THAT(gui_->lines_until("move "), AllOf(Contains(thinks("a1a9")), Contains("move a1a9")));
  gui_->send("new\nvariant xiangqi\nsd 4\nusermove h2e2");
  EXPECT_THAT(gui_->expect("move "), MatchesRegex("move [a-i][5-9][a-i][0-9]"));
  quit(*gui_);
}

TEST_F(Variants, AreWonByRulesOfTheirOwn) {
  // A king on one of the four squares in the middle has won; in chess this is drawn.
  gui_->send("variant kingofthehill\nsetboard 4k3/8/8/8/8/4K3/8/8 w - - 0 1\ngo");
  EXPECT_THAT(gui_->lines_until("move "),
              AllOf(Contains(HasSubstr(" +100001 ")), Contains(MatchesRegex("move e3[de]4"))));
  gui_->send("ping 1");
  EXPECT_THAT(gui_->lines_until("pong 1"), ElementsAre("1-0 {White wins}", "pong 1"));
  quit(*gui_);
}

TEST_F(Variants, HaveNoBook) {
  gui_->send("variant horde\nsd 2\ngo");
  EXPECT_THAT(gui_->lines_until("move "), Contains(thinks("[a-h][1-8][a-h][1-8]")));
  gui_->send("new\ngo");
  EXPECT_THAT(gui_->lines_until("move "), ElementsAre(HasSubstr(" (Book e4 62.50%"), "move e2e4"));
  quit(*gui_);
}

TEST_F(Variants, OfABookWithoutAHeaderAreNamedByCheckConfig) {
  const Lines with_small_book = with_book();
  folder_.write("book.bin", "\x46\x3b\x96\x18\x16\x91\xfc\x9a\x03\x1c" + std::string("\0\x01\0\0\0\0", 6));
  const auto check = launch(Lines{"-noini", "-ec", scripted(), "--check-config"} + with_small_book);
  EXPECT_THAT(check->rest(),
              Contains(AllOf(StartsWith("warning:"), HasSubstr("this book looks like crazyhouse"),
                             HasSubstr("polyglot edit-book BOOK --header-variant crazyhouse"))));
}

TEST_F(Variants, WithoutRulesOfOursArePlayedAsText) {
  for (const std::string name : {"shatar", "janggi"}) {
    ASSERT_FALSE(game::Rules::find(name)) << name;
    gui_->send("new\nvariant " + name + "\nsd 2");
    for (int ply = 0; ply < 12; ++ply) {
      gui_->send("go");
      EXPECT_THAT(gui_->expect("move "), MatchesRegex("move ([a-i][0-9][a-i][0-9]|@@@@)")) << name;
    }
    gui_->send("ping 1");
    EXPECT_THAT(gui_->lines_until("pong 1"), Not(Contains(HasSubstr("{")))) << name << ": nobody claims";
  }
  EXPECT_THAT(gui_->seen(), Not(Contains(AnyOf(StartsWith("Error"), StartsWith("Illegal")))));
  quit(*gui_);
}

TEST_F(Variants, ThatTheEngineDoesNotPlayAreRefused) {
  gui_->send("variant chu\ngo\nping 1");
  EXPECT_THAT(gui_->lines_until("pong 1"), ElementsAre("Error (unsupported variant): variant chu", "pong 1"));
  quit(*gui_);
}

TEST_F(Variants, ShowHowTheyBeginToAGuiThatDoesNotKnowThem) {
  gui_->send("variant losalamos");
  EXPECT_EQ(gui_->expect("setup "),
            "setup (PN.RQ................Kpn.rq................k) 6x6+0_fairy "
            "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1");
  gui_->send("go");
  EXPECT_THAT(gui_->expect("move "), MatchesRegex("move [a-f][12][a-f][1-6]"));
  quit(*gui_);
}

}  // namespace
}  // namespace polyglot::proxy::testing
