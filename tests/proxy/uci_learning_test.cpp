// SPDX-License-Identifier: MIT
// What a book learns from games of UCI GUIs, with real engines.
#include <thread>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/game/game.hpp>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

/// Of the small book's main line.
constexpr std::size_t kBookPlies = 7;
/// More than any game between engines has.
constexpr std::size_t kMostPlies = 3000;

/// Games and half points of a position's moves.
using Learned = std::vector<std::pair<unsigned, unsigned>>;

class UciLearning : public ProxyTest {
 protected:
  void SetUp() override {
    engine_ = find_program("stockfish");
    if (engine_.empty()) GTEST_SKIP() << "stockfish is not installed";
    book_arguments_ = with_book();
  }

  /// A proxy with an engine. It learns in the small book.
  [[nodiscard]] std::unique_ptr<Gui> player(const Lines& arguments) const {
    auto gui = launch(Lines{"-noini", "-ec", engine_, "-uci", "Hash=2"} + book_arguments_ +
                      Lines{"-pg", "BookLearn=true"} + arguments);
    gui->ask("uci\nucinewgame\nisready", "readyok");
    return gui;
  }

  /// Sends the position of the game, and a command.
  void show(Gui& gui, const std::string& go = "isready") const {
    gui.send("position startpos" + (moves_.empty() ? "" : " moves" + moves_) + "\n" + go);
  }

  /// Shows a lost game outside the book. From it, the player learns that this GUI shows how games end.
  static void show_lost_game(Gui& gui) {
    gui.ask("position fen 6r1/8/8/8/8/8/5k2/7K w - - 0 1\ngo depth 1", "bestmove h1h2");  // the only move
    gui.send("position fen 6r1/8/8/8/8/8/5k2/7K w - - 0 1 moves h1h2 g8h8\nucinewgame");
  }

  void play(const game::Move& move) {
    moves_ += ' ' + game_.to_uci(move, game::CastlingNotation::king_to_destination);
    game_.push(move);
  }

  /// Lets a player move.
  void let_play(Gui& gui) {
    show(gui, "go depth 6");
    std::string best = gui.lines_until("bestmove ").back().substr(std::string("bestmove ").size());
    best.resize(std::min(best.find(' '), best.size()));
    const auto move = game_.read_uci(best);
    if (!move) throw std::runtime_error("an illegal move: " + best);
    play(*move);
  }

  /// What was learned for each ply of the book's main line.
  [[nodiscard]] Learned learned() const {
    const auto book = book::BinBook::open(folder_ / "book.bin").value();
    game::Game line;
    Learned all;
    for (const BookPosition& known : small_book()) {
      auto& sum = all.emplace_back(0, 0);
      for (const book::RawEntry& record : book->find(line.position()->key()).value()) {
        sum.first += record.learn >> 16;
        sum.second += record.learn & 0xFFFFU;
      }
      line.push(line.read_uci(known.replies.front().first).value());
    }
    return all;
  }

  /// The same after one game in which the sides have earned these half points; nothing: it learned nothing.
  [[nodiscard]] static Learned expected(std::optional<unsigned> white, std::optional<unsigned> black) {
    Learned all;
    for (std::size_t ply = 0; ply < kBookPlies; ++ply) {
      const auto earned = ply % 2 == 0 ? white : black;
      all.emplace_back(earned ? 1 : 0, earned.value_or(0));
    }
    return all;
  }

  static void see_out(Gui& gui) {
    gui.send("quit");
    EXPECT_EQ(gui.wait().text, "exited with status 0") << gui.errors();
  }

  std::string engine_;
  Lines book_arguments_;
  game::Game game_;
  std::string moves_;  ///< a blank before each
};

TEST_F(UciLearning, TwoEnginesPlayToTheEnd) {
  const Lines by_rules = {"-pg", "BookLearnUci=rules"};
  const auto white = player(by_rules);
  const auto black = player(by_rules + Lines{"-uci", "Skill Level=0"});
  show_lost_game(*white);
  show_lost_game(*black);
  while (!game_.outcome().is_over() && game_.ply() < kMostPlies) {
    let_play(game_.turn() == chess::Color::white ? *white : *black);
  }
  ASSERT_TRUE(game_.outcome().is_over());
  // The side that has moved last does not see the end of the game. The other side does.
  show(game_.turn() == chess::Color::white ? *white : *black);
  EXPECT_THAT(learned(), ElementsAreArray(expected({}, {}))) << "before the end was told";
  white->send("ucinewgame");
  see_out(*white);
  see_out(*black);
  const auto winner = game_.outcome().winner;
  const unsigned of_white = !winner ? 1 : *winner == chess::Color::white ? 2 : 0;
  EXPECT_THAT(learned(), ElementsAreArray(expected(of_white, 2 - of_white))) << moves_;
}

TEST_F(UciLearning, AToldResultIsLearnedAtOnce) {
  const auto white = player({});
  let_play(*white);
  play(game_.read_uci("e7e5").value());
  let_play(*white);
  white->ask("setoption name Polyglot Result value 0-1\nisready", "readyok");
  Learned once = expected({}, {});
  once[0] = {1, 0};
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (learned() != once && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  EXPECT_THAT(learned(), ElementsAreArray(once));
  white->send("setoption name Polyglot Result value 0-1");
  see_out(*white);
  EXPECT_THAT(learned(), ElementsAreArray(once)) << "once";
}

}  // namespace
}  // namespace polyglot::proxy::testing
