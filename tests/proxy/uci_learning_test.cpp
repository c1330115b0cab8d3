// SPDX-License-Identifier: MIT
// What a book learns from games of UCI GUIs, with real engines.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/game/game.hpp>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::ElementsAreArray;

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
    gui->send("uci\nucinewgame\nisready");
    gui->expect("readyok");
    return gui;
  }

  /// Sends the position of the game, and a command.
  void show(Gui& gui, const std::string& go = "isready") const {
    gui.send("position startpos" + (moves_.empty() ? "" : " moves" + moves_) + "\n" + go);
  }

  /// Shows a lost game outside the book. From it, the player learns that this GUI shows how games end.
  static void show_lost_game(Gui& gui) {
    gui.send("position fen 6r1/8/8/8/8/8/5k2/7K w - - 0 1\ngo depth 1");
    gui.expect("bestmove h1h2");  // the only move
    gui.send("position fen 6r1/8/8/8/8/8/5k2/7K w - - 0 1 moves h1h2 g8h8\nucinewgame");
  }

  void play(const game::Move& move) {
    moves_ += ' ' + game_.to_uci(move, game::CastlingNotation::king_to_destination);
    movetext_ += game_.to_san(move) + '\n';
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
    EXPECT_EQ(gui.wait().text(), "exited with status 0") << gui.errors();
  }

  std::string engine_;
  Lines book_arguments_;
  game::Game game_;
  std::string moves_;     ///< a blank before each
  std::string movetext_;  ///< the same for PGN
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
  white->send("setoption name Polyglot Result value 0-1\nisready");
  white->expect("readyok");
  Learned once = expected({}, {});
  once[0] = {1, 0};
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (learned() != once && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  EXPECT_THAT(learned(), ElementsAreArray(once));
  white->send("setoption name Polyglot Result value 0-1");
  see_out(*white);
  EXPECT_THAT(learned(), ElementsAreArray(once)) << "once";
}

// ---- Tournaments ----------------------------------------------------------------------------------------

enum class Truth : std::uint8_t { white_wins, black_wins, draw };

/// What one proxy has learned of its games, by the results that the manager knows.
struct Verdicts {
  int right = 0;
  int wrong = 0;
  int unknown = 0;
};

class UciTournament : public UciLearning {
 protected:
  static constexpr int kGames = 24;

  /// A book of one line, which is always played, in spite of learned results.
  void write_line() const {
    std::vector<BookPosition> line = small_book();
    for (BookPosition& position : line) position.replies.resize(1);
    write_book(folder_ / "book.bin", line);
  }

  /// A player, the stronger one or the weaker one. What it learned is in its log.
  [[nodiscard]] std::unique_ptr<Gui> entrant(const std::string& name) const {
    Lines arguments = {"-pg", "BookLearnUci=rules", "-pg", "Log=true", "-pg", "LogFile=" + log_of(name)};
    if (name == "weak") arguments = arguments + Lines{"-uci", "Skill Level=3"};
    return player(arguments);
  }
  [[nodiscard]] std::string log_of(const std::string& name) const { return folder_ / (name + ".log"); }

  /// Plays a game and returns how it ended.
  Truth play_game(bool shows_end, Gui& white, Gui& black) {
    game_ = game::Game();
    moves_.clear();
    movetext_.clear();
    for (Gui* const gui : {&white, &black}) {
      gui->send("ucinewgame\nisready");
      gui->expect("readyok");
    }
    std::optional<Truth> truth;
    while (!truth) {
      let_play(game_.turn() == chess::Color::white ? white : black);
      truth = end_by_rules();
      if (!truth && game_.ply() > kLongest) truth = Truth::draw;
    }
    if (shows_end)
      for (Gui* const gui : {&white, &black}) show(*gui);
    return *truth;
  }

  /// `shows_ends`: as Cute Chess does, both sides get the last position; fastchess shows it to nobody.
  std::vector<Truth> play_tournament(bool shows_ends) {
    write_line();
    const auto strong = entrant("strong");
    const auto weak = entrant("weak");
    std::vector<Truth> results;
    for (int i = 0; i < kGames; ++i) {
      const bool is_strong_white = i % 2 == 0;
      results.push_back(is_strong_white ? play_game(shows_ends, *strong, *weak)
                                        : play_game(shows_ends, *weak, *strong));
      pgn_.push_back(written(is_strong_white, results.back()));
    }
    see_out(*strong);
    see_out(*weak);
    return results;
  }

  /// What the log says was learned of each game; nothing: it was not.
  [[nodiscard]] std::vector<std::optional<Truth>> learned_by(const std::string& name) const {
    std::vector<std::optional<Truth>> games;
    std::size_t ended = 0;
    for (const std::string& line : split_lines(content(name + ".log"))) {
      // player() announces a first game that is not played. No game comes before it.
      if (line.find(" << ucinewgame") != std::string::npos || line.find(" << quit") != std::string::npos)
        ++ended;
      const std::string learns = "*  the book learns ";
      const std::size_t at = line.find(learns);
      if (at == std::string::npos) continue;
      games.resize(ended - 2);
      const std::string result = line.substr(at + learns.size());
      games.back() = result.starts_with("1-0")   ? Truth::white_wins
                     : result.starts_with("0-1") ? Truth::black_wins
                                                 : Truth::draw;
    }
    return games;
  }

  [[nodiscard]] Verdicts verdicts(const std::string& name, const std::vector<Truth>& results) const {
    auto learned = learned_by(name);
    learned.resize(results.size());
    Verdicts all;
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!learned[i]) {
        ++all.unknown;
      } else {
        ++(*learned[i] == results[i] ? all.right : all.wrong);
      }
    }
    return all;
  }

  /// The book has learned as many games and half points as the logs say, of either colour.
  void expect_sums_of_the_logs() const {
    std::array<std::pair<unsigned, unsigned>, 2> sums{};
    for (const std::string name : {"strong", "weak"}) {
      const auto games = learned_by(name);
      for (std::size_t i = 0; i < games.size(); ++i) {
        if (!games[i]) continue;
        const std::size_t side = (i % 2 == 0) == (name == "strong") ? 0 : 1;
        ++sums.at(side).first;
        const bool wins = *games[i] == (side == 0 ? Truth::white_wins : Truth::black_wins);
        sums.at(side).second += *games[i] == Truth::draw ? 1U : wins ? 2U : 0U;
      }
    }
    const Learned all = learned();
    for (std::size_t ply = 0; ply < kBookPlies; ++ply) EXPECT_EQ(all[ply], sums.at(ply % 2)) << "ply " << ply;
  }

  /// learn-games learns as much from the manager's PGN, of the games of which each player has learned.
  void expect_sums_of_learn_games() {
    const Learned played = learned();
    write_line();
    for (const std::string name : {"strong", "weak"}) {
      const auto games = learned_by(name);
      std::string pgn;
      for (std::size_t i = 0; i < games.size(); ++i)
        if (games[i]) pgn += pgn_.at(i);
      if (pgn.empty()) continue;
      Gui& tool = start({"learn-games", folder_.write(name + ".pgn", pgn), "book.bin", "--engine", name});
      const Lines said = tool.rest();
      EXPECT_EQ(tool.wait().text(), "exited with status 0") << said.back();
    }
    EXPECT_THAT(learned(), ElementsAreArray(played));
  }

 private:
  static constexpr std::size_t kLongest = 400;
  /// The game in PGN.
  [[nodiscard]] std::string written(bool is_strong_white, Truth truth) const {
    const std::string result = truth == Truth::white_wins   ? "1-0"
                               : truth == Truth::black_wins ? "0-1"
                                                            : "1/2-1/2";
    return "[Round \"" + std::to_string(pgn_.size() + 1) + "\"]\n[White \"" +
           (is_strong_white ? "strong" : "weak") + "\"]\n[Black \"" + (is_strong_white ? "weak" : "strong") +
           "\"]\n[Result \"" + result + "\"]\n\n" + movetext_ + result + "\n\n";
  }

  [[nodiscard]] std::optional<Truth> end_by_rules() const {
    const game::Outcome outcome = game_.outcome();
    if (!outcome.is_over()) return std::nullopt;
    if (!outcome.winner) return Truth::draw;
    return *outcome.winner == chess::Color::white ? Truth::white_wins : Truth::black_wins;
  }

  std::vector<std::string> pgn_;  ///< the games
};

TEST_F(UciTournament, WhereEndsAreShownAllThatTheRulesEndedIsLearnedAsItWas) {
  const std::vector<Truth> results = play_tournament(true);
  // The first game that the weaker one loses shows it what this manager shows.
  const Verdicts weak = verdicts("weak", results);
  EXPECT_EQ(weak.wrong, 0);
  EXPECT_GE(weak.right, kGames / 2);
  EXPECT_EQ(verdicts("strong", results).wrong, 0);
  expect_sums_of_the_logs();
  expect_sums_of_learn_games();
}

TEST_F(UciTournament, WhereNoEndsAreShownNothingIsLearnedByTheRules) {
  const std::vector<Truth> results = play_tournament(false);
  for (const char* const name : {"strong", "weak"})
    EXPECT_EQ(content(std::string(name) + ".log").find("the book learns"), std::string::npos);
  EXPECT_THAT(learned(), ElementsAreArray(expected({}, {})));
}

}  // namespace
}  // namespace polyglot::proxy::testing
