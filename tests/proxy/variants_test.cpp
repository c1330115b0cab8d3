// SPDX-License-Identifier: MIT
// Variants of a UCI engine, with an XBoard GUI.
// A variant that only the user's catalogue has: its rules for us, and the same rules for Fairy-Stockfish.
#include <polyglot/game/game.hpp>
#include <polyglot/game/rules.hpp>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

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
  EXPECT_THAT(gui_->ask_all("setboard 4k3/8/8/8/8/8/8/4K2R[q] b - - 0 1\ngo", "move "),
              AllOf(Contains(thinks("Q@")), Contains(StartsWith("move Q@"))));
  quit(*gui_);
}

TEST_F(Variants, CountTheRanksOfXiangqiFromZero) {
  // Two chariots mate on the last rank.
  EXPECT_THAT(
      gui_->ask_all(
          "variant xiangqi\nsetboard 4k4/9/9/9/9/9/9/8R/R8/3K5 w - - 0 1\nusermove i2i8\nusermove e9f9\ngo",
          "move "),
      AllOf(Contains(thinks("a1a9")), Contains("move a1a9")));
  EXPECT_THAT(gui_->ask("new\nvariant xiangqi\nsd 4\nusermove h2e2", "move "),
              MatchesRegex("move [a-i][5-9][a-i][0-9]"));
  quit(*gui_);
}

TEST_F(Variants, AreWonByRulesOfTheirOwn) {
  // A king on one of the four squares in the middle has won; in chess this is drawn.
  EXPECT_THAT(gui_->ask_all("variant kingofthehill\nsetboard 4k3/8/8/8/8/4K3/8/8 w - - 0 1\ngo", "move "),
              AllOf(Contains(HasSubstr(" +100001 ")), Contains(MatchesRegex("move e3[de]4"))));
  EXPECT_THAT(gui_->ask_all("ping 1", "pong 1"), ElementsAre("1-0 {White wins}", "pong 1"));
  quit(*gui_);
}

TEST_F(Variants, HaveNoBook) {
  EXPECT_THAT(gui_->ask_all("variant horde\nsd 2\ngo", "move "), Contains(thinks("[a-h][1-8][a-h][1-8]")));
  EXPECT_THAT(gui_->ask_all("new\ngo", "move "), ElementsAre(HasSubstr(" (Book e4 62.50%"), "move e2e4"));
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
      EXPECT_THAT(gui_->ask("go", "move "), MatchesRegex("move ([a-i][0-9][a-i][0-9]|@@@@)")) << name;
    }
    EXPECT_THAT(gui_->ask_all("ping 1", "pong 1"), Not(Contains(HasSubstr("{"))))
        << name << ": nobody claims";
  }
  EXPECT_THAT(gui_->seen(), Not(Contains(AnyOf(StartsWith("Error"), StartsWith("Illegal")))));
  quit(*gui_);
}

TEST_F(Variants, ThatTheEngineDoesNotPlayAreRefused) {
  EXPECT_THAT(gui_->ask_all("variant chu\ngo\nping 1", "pong 1"),
              ElementsAre("Error (unsupported variant): variant chu", "pong 1"));
  quit(*gui_);
}

TEST_F(Variants, ShowHowTheyBeginToAGuiThatDoesNotKnowThem) {
  EXPECT_EQ(gui_->ask("variant losalamos", "setup "),
            "setup (PN.RQ................Kpn.rq................k) 6x6+0_fairy "
            "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1");
  EXPECT_THAT(gui_->ask("go", "move "), MatchesRegex("move [a-f][12][a-f][1-6]"));
  quit(*gui_);
}

/// Knights that move as kings, too.
constexpr const char* kOurRules = "[centaurs]\nlike = normal\nkey = 200\npiece N = 1 NK\n";
constexpr const char* kRulesOfFairyStockfish =
    "[centaurs:chess]\nknight = -\ncentaur = n\npromotionPieceTypes = nbrq\n";
/// The last move of either side is one that no knight could make.
constexpr const char* kLine = "e2e4 e7e5 g1e2 b8c6 e2e3 c6c5";
constexpr std::size_t kPlies = 12;

constexpr auto kKingToDestination = game::CastlingNotation::king_to_destination;

class OwnVariant : public ProxyTest {
 protected:
  void SetUp() override {
    program_ = find_program("fairy-stockfish");
    if (program_.empty()) GTEST_SKIP() << "fairy-stockfish is not installed";
    rules_file_ = folder_.write("ours.ini", kOurRules);
    engine_file_ = folder_.write("theirs.ini", kRulesOfFairyStockfish);
    variants::Catalogue variants = variants::Catalogue::builtin();
    ASSERT_TRUE(variants.add(kOurRules, "ours.ini"));
    game_ = game::Game(game::Rules::find("centaurs", &variants).value());
    make_book();
  }

  void make_book() {
    game::Game game = game_;
    std::string pgn = "[Event \"?\"]\n[Variant \"centaurs\"]\n[Result \"1/2-1/2\"]\n\n";
    std::istringstream words(kLine);
    for (std::string word; words >> word;) {
      line_.push_back(game.read_uci(word).value());
      pgn += game.to_san(line_.back()) + ' ';
      game.push(line_.back());
    }
    const auto made =
        launch({"make-book", "-q", "-variants", rules_file_, "-variant", "centaurs", "-min-game", "1",
                folder_.write("games.pgn", pgn + "1/2-1/2\n"), "-o", folder_ / "book.bin"});
    ASSERT_EQ(made->wait().text, "exited with status 0") << made->errors();
  }

  Gui& play(const std::string& engine) {
    return start({"-noini", "-ec", engine, "-pg", "Book=true", "-pg", "BookFile=book.bin", "-pg",
                  "VariantsFile=ours.ini"});
  }
  [[nodiscard]] game::Move next_move() const {
    return game_.ply() < line_.size() ? line_[game_.ply()] : game_.position()->legal_moves().front();
  }
  void take(const std::optional<game::Move>& move, const std::string& text) {
    ASSERT_TRUE(move) << text << " in " << game_.position()->to_fen();
    if (game_.ply() < line_.size()) {
      EXPECT_EQ(*move, next_move()) << text;
    }
    game_.push(*move);
  }

  std::string program_;
  std::string rules_file_;
  std::string engine_file_;
  game::Game game_;
  std::vector<game::Move> line_;
};

TEST_F(OwnVariant, IsPlayedWithItsBookForAGuiOfUci) {
  Gui& gui = play(program_);
  gui.ask("uci\nsetoption name VariantPath value " + engine_file_ +
              "\nsetoption name UCI_Variant value centaurs\nucinewgame\nisready",
          "readyok");
  while (game_.ply() < kPlies && !game_.outcome().is_over()) {
    std::string position = "position startpos moves";
    game_.append_uci_moves(kKingToDestination, position);
    gui.send(position + "\ngo depth 3");
    std::istringstream words(gui.expect("bestmove"));
    std::string answer;
    words >> answer >> answer;
    ASSERT_NO_FATAL_FAILURE(take(game_.read_uci(answer), answer));
    game_.push(next_move());
  }
  EXPECT_EQ(starting_with(gui.seen(), "info string book ").size(), line_.size() / 2);
  quit(gui);
}

TEST_F(OwnVariant, IsPlayedWithItsBookForAGuiOfXBoard) {
  Gui& gui = play("sh -c \"(echo load " + engine_file_ + "; exec cat) | " + program_ + "\"");
  EXPECT_THAT(gui.ask_all("xboard\nprotover 2", "feature done=1"),
              Contains(AllOf(StartsWith("feature variants="), HasSubstr(",centaurs"))));
  gui.send("new\nvariant centaurs\nsd 3\ngo");
  while (game_.ply() < kPlies && !game_.outcome().is_over()) {
    const std::string answer = gui.expect("move ").substr(5);
    ASSERT_NO_FATAL_FAILURE(take(game_.read(answer), answer));
    const game::Move ours = next_move();
    gui.send("usermove a1h8\nusermove " + game_.to_xboard(ours, kKingToDestination));
    game_.push(ours);
  }
  EXPECT_THAT(gui.seen(), Contains("Illegal move: a1h8"));
  gui.send("force");
  quit(gui);
}

TEST_F(OwnVariant, WithAMistakeIsToldOf) {
  folder_.write("ours.ini", std::string(kOurRules) + "piece Q = 4 QQQ@\n");
  Gui& gui = play(program_);
  EXPECT_THAT(gui.ask_all("uci\nisready", "readyok"),
              Contains(AllOf(HasSubstr("no more variants: "), HasSubstr("ours.ini:5"))));
  quit(gui);
  folder_.write("my.ini", "[PolyGlot]\nEngineCommand = " + program_ + "\nVariantsFile = ours.ini\n");
  const auto check = launch({"my.ini", "--check-config"});
  EXPECT_THAT(rest_of(*check, 1), Contains(AllOf(StartsWith("error:"), HasSubstr("ours.ini:5"))));
}

}  // namespace
}  // namespace polyglot::proxy::testing
