// Variants whose rules only the engine knows, with an XBoard GUI.
#include <gmock/gmock.h>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
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
  // The chariots on the first rank mate on the last one.
  gui_->send(
      "variant xiangqi\nsetboard 3k5/9/9/9/9/9/9/8R/R8/4K4 w - - 0 1\nusermove i2i8\nusermove d9e9\ngo");
  EXPECT_THAT(gui_->lines_until("move "), AllOf(Contains(thinks("a1a9")), Contains("move a1a9")));
  gui_->send("new\nvariant xiangqi\nsd 4\nusermove h2e2");
  EXPECT_THAT(gui_->expect("move "), MatchesRegex("move [a-i][5-9][a-i][0-9]"));
  quit(*gui_);
}

TEST_F(Variants, ExplodeInAtomicChess) {
  // The knight takes beside the king; in chess that is no mate.
  gui_->send("variant atomic\nusermove g1f3\nusermove a7a6\nusermove f3e5\nusermove a6a5\ngo");
  EXPECT_THAT(gui_->lines_until("move "),
              AllOf(Contains(HasSubstr("+100001 ")), Contains(MatchesRegex("move e5[df]7"))));
  // Nobody claims the result, and the book is for chess.
  gui_->send("ping 1");
  EXPECT_THAT(gui_->lines_until("pong 1"), ::testing::SizeIs(1));
  gui_->send("new\nvariant atomic\nsd 2\ngo");
  EXPECT_THAT(gui_->lines_until("move "), Contains(thinks("[a-h][1-8][a-h][1-8]")));
  gui_->send("new\ngo");
  EXPECT_THAT(gui_->lines_until("move "), ::testing::ElementsAre("move e2e4"));
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
