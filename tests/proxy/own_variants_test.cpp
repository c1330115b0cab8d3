// SPDX-License-Identifier: MIT
// A variant that only the user's catalogue has: its rules for us, and the same rules for Fairy-Stockfish.
#include <sstream>

#include <gmock/gmock.h>

#include <polyglot/game/game.hpp>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

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
  gui.send("uci\nsetoption name VariantPath value " + engine_file_ +
           "\nsetoption name UCI_Variant value centaurs\nucinewgame\nisready");
  gui.expect("readyok");
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
  gui.send("xboard\nprotover 2");
  EXPECT_THAT(gui.lines_until("feature done=1"),
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
  gui.send("uci\nisready");
  EXPECT_THAT(gui.lines_until("readyok"),
              Contains(AllOf(HasSubstr("no more variants: "), HasSubstr("ours.ini:5"))));
  quit(gui);
  folder_.write("my.ini", "[PolyGlot]\nEngineCommand = " + program_ + "\nVariantsFile = ours.ini\n");
  const auto check = launch({"my.ini", "--check-config"});
  EXPECT_THAT(check->rest(), Contains(AllOf(StartsWith("error:"), HasSubstr("ours.ini:5"))));
  EXPECT_EQ(check->wait().text, "exited with status 1");
}

}  // namespace
}  // namespace polyglot::proxy::testing
