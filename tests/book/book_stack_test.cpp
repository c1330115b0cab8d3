// SPDX-License-Identifier: MIT
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <polyglot/book/book_stack.hpp>

#include "session/fake_book.hpp"
#include "support/testing.hpp"

namespace polyglot::book {
namespace {

using session::FakeBook;
using Purpose = Question::Purpose;
using Moves = std::vector<std::pair<std::string, std::uint16_t>>;

game::Game game_after(std::string_view moves, std::string_view fen = {}) {
  game::Game game;
  if (!fen.empty()) game = game.from_fen(fen).value();
  while (!moves.empty()) {
    const std::string_view move = moves.substr(0, moves.find(' '));
    game.push(game.read_uci(move).value());
    moves.remove_prefix(std::min(move.size() + 1, moves.size()));
  }
  return game;
}

class BookStackTest : public testing::Test {
 protected:
  /// Adds a book that has moves in a game's last position.
  BookUse& add(const std::string& name, const game::Game& game, Moves moves) {
    entries_.emplace_back()[game.position()->key()] = std::move(moves);
    return uses_.emplace_back(BookUse{.name = name, .file = name + ".bin"});
  }

  Decision decide(const game::Game& game, const Question& question = {}) {
    BookStack stack;
    stack.set_books(uses_);
    stack.set_rules(rules_);
    for (std::size_t i = 0; i < entries_.size(); ++i) stack.open(i, std::make_unique<FakeBook>(entries_[i]));
    return stack.decide(game, question, [this](std::uint32_t bound) {
      ++drawn_;
      return bound - 1;
    });
  }

  static std::string move(const Decision& decision) {
    if (!decision.choice) return "";
    return game::to_uci(decision.position, decision.chosen()->entry.move,
                        game::CastlingNotation::king_to_destination);
  }

  static std::vector<std::string> rules(const Decision& decision) {
    std::vector<std::string> found;
    for (const Candidate& candidate : decision.candidates) found.emplace_back(candidate.rule);
    return found;
  }

  static std::vector<std::string> reasons(const Decision& decision) {
    std::vector<std::string> found;
    for (const Decision::Book& book : decision.books) found.push_back(book.passed_over);
    return found;
  }

  std::vector<BookUse> uses_;
  std::vector<FakeBook::Entries> entries_;
  StackRules rules_;
  int drawn_ = 0;
};

TEST_F(BookStackTest, AsksBooksUntilOneAnswers) {
  const game::Game start;
  add("other", game_after("e2e4"), {{"e7e5", 1}});
  add("zero", start, {{"a2a3", 0}});
  add("main", start, {{"e2e4", 3}, {"d2d4", 1}});
  add("last", start, {{"c2c4", 1}});
  const Decision decision = decide(start);
  EXPECT_EQ(move(decision), "d2d4");
  EXPECT_EQ(decision.origin().use->name, "main");
  EXPECT_EQ(decision.answering(), "main");
  EXPECT_THAT(reasons(decision),
              ElementsAre("no move here", "none of its moves may be played", "", "a book before it answers"));
  EXPECT_THAT(rules(decision), ElementsAre("weight 0", "", ""));
  EXPECT_EQ(drawn_, 1);
}

TEST_F(BookStackTest, PassesOverABookThatIsNotOpen) {
  add("main", game::Game(), {{"e2e4", 1}});
  uses_.push_back({.name = "missing", .file = "missing.bin"});
  rules_.merge = true;
  EXPECT_THAT(reasons(decide(game::Game())), ElementsAre("", "is not open"));
}

TEST_F(BookStackTest, KeepsToTheSideThatABookIsFor) {
  add("white", game::Game(), {{"e2e4", 1}}).color = chess::Color::white;
  EXPECT_EQ(move(decide(game::Game())), "e2e4");
  EXPECT_EQ(move(decide(game::Game(), {.player = chess::Color::white})), "e2e4");
  EXPECT_THAT(reasons(decide(game::Game(), {.player = chess::Color::black})), ElementsAre("is for White"));
}

TEST_F(BookStackTest, LeavesABookAfterItsDepthAndItsPlies) {
  const game::Game game = game_after("e2e4");
  add("book", game, {{"e7e5", 1}});
  uses_[0].plies = 1;
  EXPECT_THAT(reasons(decide(game)), ElementsAre("is used for 1 ply only"));
  EXPECT_EQ(move(decide(game, {.at_any_depth = true})), "e7e5");
  uses_[0].plies = 2;
  EXPECT_EQ(move(decide(game)), "e7e5");
  uses_[0].depth = 0;
  EXPECT_THAT(reasons(decide(game)), ElementsAre("is used for 0 moves only"));
}

TEST_F(BookStackTest, KeepsToTimeControlsAndOpponents) {
  add("book", game::Game(), {{"e2e4", 1}}).time_classes = {TimeClass::bullet, TimeClass::blitz};
  EXPECT_THAT(reasons(decide(game::Game())), ElementsAre("is for bullet, blitz: the clock is not known"));
  EXPECT_THAT(reasons(decide(game::Game(), {.time_class = TimeClass::rapid})),
              ElementsAre("is for bullet, blitz: this is rapid"));
  EXPECT_EQ(move(decide(game::Game(), {.time_class = TimeClass::blitz})), "e2e4");

  uses_[0].time_classes.clear();
  uses_[0].opponent.emplace("^deep", boost::regex::icase);
  EXPECT_THAT(reasons(decide(game::Game())), ElementsAre("is for some opponents: this one is not known"));
  EXPECT_THAT(reasons(decide(game::Game(), {.opponent = "a deep one"})),
              ElementsAre("is for other opponents"));
  EXPECT_EQ(move(decide(game::Game(), {.opponent = "Deep Blue"})), "e2e4");
}

/// The name is anybody's, and the search is on the clock of the game.
TEST_F(BookStackTest, PassesABookOverWhoseExpressionForOpponentsIsTooComplex) {
  add("book", game::Game(), {{"e2e4", 1}}).opponent.emplace("(a+)+$");
  EXPECT_THAT(reasons(decide(game::Game(), {.opponent = std::string(8000, 'a') + "!"})),
              ElementsAre("has an expression for opponents that is too complex for this name"));
  EXPECT_EQ(move(decide(game::Game(), {.opponent = "Alpha"})), "e2e4");
}

TEST_F(BookStackTest, KeepsToVariants) {
  add("book", game::Game(), {{"e2e4", 1}}).variants = {"crazyhouse"};
  EXPECT_THAT(reasons(decide(game::Game())), ElementsAre("is for crazyhouse"));
  uses_[0].variants.emplace_back("normal");
  EXPECT_EQ(move(decide(game::Game())), "e2e4");
}

TEST_F(BookStackTest, AddsUpTheSharesOfBooksThatAreMerged) {
  const game::Game start;
  add("a", start, {{"e2e4", 6}, {"d2d4", 4}});
  add("b", start, {{"c2c4", 6}, {"d2d4", 4}});
  rules_.merge = true;
  const Decision decision = decide(start);
  std::vector<double> probabilities;
  for (const Candidate& candidate : decision.candidates) probabilities.push_back(candidate.probability);
  EXPECT_THAT(probabilities, ElementsAre(testing::DoubleNear(0.3, 1e-6), testing::DoubleNear(0.2, 1e-6),
                                         testing::DoubleNear(0.3, 1e-6), testing::DoubleNear(0.2, 1e-6)));
  EXPECT_EQ(decision.answering(), "a + b");
  drawn_ = 0;
  EXPECT_EQ(move(decide(start, {.purpose = Purpose::best})), "d2d4");
  EXPECT_EQ(drawn_, 0);
}

TEST_F(BookStackTest, PlaysOnlyMovesThatAreAskedFor) {
  const game::Game start;
  add("a", start, {{"e2e4", 1}, {"d2d4", 1}});
  Question question;
  question.only = {start.read_uci("d2d4").value()};
  const Decision decision = decide(start, question);
  EXPECT_EQ(move(decision), "d2d4");
  EXPECT_THAT(rules(decision), ElementsAre("not among searchmoves", ""));
}

TEST_F(BookStackTest, RepeatsNoPositionOfTheGame) {
  const game::Game game = game_after("g1f3 g8f6 f3g1");
  add("a", game, {{"f6g8", 5}, {"e7e5", 1}});
  const Decision decision = decide(game);
  EXPECT_EQ(move(decision), "e7e5");
  EXPECT_THAT(rules(decision), ElementsAre("repeats a position of the game", ""));
  rules_.allow_repetition = true;
  EXPECT_THAT(rules(decide(game)), ElementsAre("", ""));
}

/// After h1g1 Black could go back to h7, where both kings have stood twice.
TEST_F(BookStackTest, AllowsNoThirdRepetition) {
  const game::Game game = game_after("g1f1 h7h8 f1g1 h8h7 g1h1 h7g7", "8/7k/8/8/8/8/P7/6K1 w - - 0 1");
  add("a", game, {{"h1g1", 1}, {"h1h2", 1}});
  EXPECT_THAT(rules(decide(game)), ElementsAre("allows a third repetition", ""));
  rules_.allow_repetition = true;
  EXPECT_THAT(rules(decide(game)), ElementsAre("", ""));
}

TEST_F(BookStackTest, IsSilentAfterFiftyReversiblePlies) {
  const std::string fen = "7k/8/8/8/8/8/R7/7K w - - ";
  const game::Game game = game_after("", fen + "50 60");
  add("a", game, {{"a2a3", 1}});
  EXPECT_THAT(rules(decide(game)), ElementsAre("fifty plies without progress"));
  EXPECT_EQ(move(decide(game_after("", fen + "49 60"))), "a2a3");
}

TEST_F(BookStackTest, HasNoRulesForTheMovesOfOthers) {
  const game::Game game = game_after("g1f3 g8f6 f3g1");
  add("a", game, {{"f6g8", 1}});
  EXPECT_EQ(move(decide(game, {.purpose = Purpose::best, .player = chess::Color::white})), "f6g8");
}

TEST_F(BookStackTest, SaysInJsonWhatItDecided) {
  add("a", game::Game(), {{"e2e4", 3}, {"a2a3", 0}, {"d2d4", 1}});
  uses_.push_back({.name = "b \"", .file = "b.bin"});
  boost::json::object decided;
  add_json(decide(game::Game()), game::CastlingNotation::king_to_destination, decided);
  const std::string text = boost::json::serialize(decided);
  EXPECT_THAT(text, HasSubstr(R"({"book":"a","move":"a2a3","san":"a3","weight":0,"share":0,"n":0,"sum":0,)"
                              R"("probability":0,"kept":false,"rule":"weight 0"})"));
  const boost::json::value json = boost::json::parse(text);
  EXPECT_EQ(json.at("book").as_string(), "a");
  EXPECT_EQ(json.at("books").at(1).at("name").as_string(), "b \"");
  EXPECT_EQ(json.at("candidates").at(0).at("probability").to_number<double>(), 0.75);
  EXPECT_TRUE(json.at("candidates").at(0).at("kept").as_bool());
}

TEST(TimeClass, IsEstimatedAsLichessDoes) {
  using namespace std::chrono_literals;
  EXPECT_EQ(time_class(179s, 0s), TimeClass::bullet);
  EXPECT_EQ(time_class(2min, 1s), TimeClass::bullet);
  EXPECT_EQ(time_class(3min, 0s), TimeClass::blitz);
  EXPECT_EQ(time_class(2min, 1500ms), TimeClass::blitz);
  EXPECT_EQ(time_class(5min, 3s), TimeClass::blitz);
  EXPECT_EQ(time_class(8min, 0s), TimeClass::rapid);
  EXPECT_EQ(time_class(10min, 5s), TimeClass::rapid);
  EXPECT_EQ(time_class(15min, 15s), TimeClass::classical);
  EXPECT_EQ(time_class(std::chrono::milliseconds::max(), std::chrono::milliseconds::max()),
            TimeClass::classical);
}

}  // namespace
}  // namespace polyglot::book
