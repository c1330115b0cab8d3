// SPDX-License-Identifier: MIT
// Games of variants with real engines and a book that learns, for a GUI of either protocol.
#include <polyglot/book/bin_book.hpp>
#include <polyglot/game/game.hpp>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

/// How many moves the engine makes after the book ends.
constexpr std::size_t kMovesOfEngine = 3;

struct VariantPlay {
  const char* engine;
  const char* variant;
  const char* line;  ///< of the book, as UCI has it; it ends with Black's move
};

void PrintTo(const VariantPlay& play, std::ostream* out) {
  *out << play.engine << " plays " << play.variant;
}

std::string name_of_play(const ::testing::TestParamInfo<VariantPlay>& info) {
  std::string name;
  for (const char c : std::string(info.param.engine) + "_" + info.param.variant) {
    if (c != '-') name += c;
  }
  return name;
}

class VariantGames : public ProxyTest, public ::testing::WithParamInterface<VariantPlay> {
 protected:
  void SetUp() override {
    program_ = find_program(GetParam().engine);
    if (program_.empty()) GTEST_SKIP() << GetParam().engine << " is not installed";
    game_ = game::Game(game::Rules::find(GetParam().variant).value());
    make_book();
  }

  void make_book() {
    game::Game game = game_;
    std::string pgn =
        std::string("[Event \"?\"]\n[Variant \"") + GetParam().variant + "\"]\n[Result \"1/2-1/2\"]\n\n";
    std::istringstream words(GetParam().line);
    for (std::string word; words >> word;) {
      const auto move = game.read_uci(word);
      ASSERT_TRUE(move) << word << " in " << game.position()->to_fen();
      pgn += game.to_san(*move) + ' ';
      game.push(*move);
      line_.push_back(*move);
    }
    const auto made = launch({"make-book", "-q", "-variant", GetParam().variant, "-min-game", "1",
                              folder_.write("games.pgn", pgn + "1/2-1/2\n"), "-o", folder_ / "book.bin"});
    ASSERT_EQ(made->wait().text, "exited with status 0") << made->errors();
  }

  Gui& play_with_book() {
    const std::string protocol = GetParam().engine == std::string("fairy-stockfish") ? "uci" : "cecp";
    return start({"-noini", "-ec", program_, "-pg", "EngineProtocol=" + protocol, "-pg", "Book=true", "-pg",
                  "BookFile=book.bin", "-pg", "BookLearn=true"});
  }

  [[nodiscard]] bool is_of_book() const { return game_.ply() < line_.size(); }
  [[nodiscard]] bool goes_on() const {
    return !game_.outcome().is_over() && game_.ply() < line_.size() + 2 * kMovesOfEngine;
  }
  /// A move of the program's; the test ends if our rules do not allow it.
  void play(const std::optional<game::Move>& move, const std::string& text) {
    ASSERT_TRUE(move) << text << " in " << game_.position()->to_fen();
    if (is_of_book()) {
      EXPECT_EQ(*move, line_[game_.ply()]) << text;
    }
    game_.push(*move);
  }
  /// The move of our side: from the line of the book, and after it any legal move.
  [[nodiscard]] game::Move next_move() const {
    return is_of_book() ? line_[game_.ply()] : game_.position()->legal_moves().front();
  }

  [[nodiscard]] book::LearnedResult learned_of_first_move() const {
    const auto book = book::BinBook::open(folder_ / "book.bin").value();
    return book->results(*game_.start()).results.at(0);
  }

  std::string program_;
  game::Game game_;
  std::vector<game::Move> line_;
};

bool has_feature(const Lines& greeting, const std::string& feature) {
  return std::ranges::any_of(greeting, [&](const std::string& line) {
    return line.starts_with("feature ") && line.find(feature) != std::string::npos;
  });
}

constexpr auto kKingMoves = game::CastlingNotation::king_to_destination;

TEST_P(VariantGames, ForAGuiOfXBoard) {
  Gui& gui = play_with_book();
  const Lines features = gui.ask_all("xboard\nprotover 2", "feature done=1");
  const std::string command = has_feature(features, "usermove=1") ? "usermove " : "";
  if (has_feature(features, "memory=1")) gui.send("memory 64");  // without it hachu dies
  gui.send(std::string("new\nvariant ") + GetParam().variant + "\nsd 2\nst 1\ngo");
  while (goes_on()) {
    const std::string answer = gui.expect("move ").substr(5);
    ASSERT_NO_FATAL_FAILURE(play(game_.read(answer), answer));
    if (!goes_on()) break;
    const game::Move ours = next_move();
    gui.send(command + game_.to_xboard(ours, kKingMoves));
    game_.push(ours);
  }
  gui.ask("result 1-0 {White mates}\nforce\nping 1", "pong 1");
  EXPECT_THAT(gui.seen(), Not(Contains(StartsWith("Illegal move"))));
  quit(gui);
  const book::LearnedResult learned = learned_of_first_move();
  EXPECT_EQ(learned.games, 1);
  EXPECT_EQ(learned.points, 2);
}

TEST_P(VariantGames, ForAGuiOfUci) {
  Gui& gui = play_with_book();
  gui.ask(
      std::string("uci\nsetoption name UCI_Variant value ") + GetParam().variant + "\nucinewgame\nisready",
      "readyok");
  while (goes_on()) {
    std::string position = "position startpos moves";
    game_.append_uci_moves(kKingMoves, position);
    const Lines lines = gui.search(position + "\ngo movetime 100");
    EXPECT_EQ(starting_with(lines, "info string book ").size(), is_of_book() ? 1U : 0U) << position;
    std::istringstream words(lines.back());
    std::string answer;
    words >> answer >> answer;
    ASSERT_NO_FATAL_FAILURE(play(game_.read_uci(answer), answer));
    if (goes_on()) game_.push(next_move());
  }
  quit(gui);
}

INSTANTIATE_TEST_SUITE_P(
    Engines, VariantGames,
    ::testing::Values(VariantPlay{"fairy-stockfish", "crazyhouse", "e2e4 d7d5 e4d5 d8d5 P@e4 P@e6"},
                      VariantPlay{"fairy-stockfish", "kingofthehill", "e2e4 d7d5 g1f3 e7e6"},
                      VariantPlay{"fairy-stockfish", "3check", "e2e4 e7e5 f1c4 b8c6"},
                      VariantPlay{"fairy-stockfish", "xiangqi", "h3e3 h10g8 h1g3 i10h10"},
                      VariantPlay{"fairy-stockfish", "shogi", "c3c4 g7g6 b2h8+ g9h8 B@e5 a7a6"},
                      VariantPlay{"fairy-stockfish", "capablanca", "e2e4 e7e5 b1c3 b8c6"},
                      VariantPlay{"fairy-stockfish", "gothic", "e2e4 e7e5 b1c3 b8c6"},
                      VariantPlay{"fairy-stockfish", "janus", "e2e4 e7e5 c1d3 c8d6"},
                      VariantPlay{"fairy-stockfish", "grand", "e3e4 e8e7 b2c4 b9c7"},
                      VariantPlay{"fairy-stockfish", "makruk", "e3e4 e6e5 d3d4 d6d5"},
                      VariantPlay{"fairy-stockfish", "shatranj", "e2e3 e7e6 g1f3 g8f6"},
                      VariantPlay{"fairy-stockfish", "seirawan", "e2e4 b8c6h g1f3 g8f6e"},
                      VariantPlay{"fairymax", "knightmate", "e2e4 e7e5 d2d4 e5d4"},
                      VariantPlay{"fairymax", "capablanca", "e2e4 e7e5 b1c3 b8c6"},
                      VariantPlay{"fairymax", "shatranj", "e2e3 e7e6 g1f3 g8f6"},
                      VariantPlay{"sjeng", "crazyhouse", "e2e4 d7d5 e4d5 d8d5 P@e4 P@e6"},
                      VariantPlay{"sjeng", "suicide", "e2e3 b7b5 f1b5 c8a6"},
                      VariantPlay{"sjaakii", "xiangqi", "h3e3 h10g8 h1g3 i10h10"},
                      VariantPlay{"sjaakii", "shogi", "c3c4 g7g6 b2h8+ g9h8 B@e5 a7a6"},
                      VariantPlay{"hachu", "chu", "f4f5 f9f8 g4g5 g9g8"}),
    name_of_play);

}  // namespace
}  // namespace polyglot::proxy::testing
