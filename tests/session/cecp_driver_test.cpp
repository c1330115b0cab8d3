// SPDX-License-Identifier: MIT
// A scripted engine on the other side: text in, text out.
#include "session/drivers/engine_driver.hpp"
#include "support/testing.hpp"

namespace polyglot::session {
namespace {

using game::CastlingNotation;
using game::Game;
using protocol::SearchLimits;

constexpr std::string_view kModern = R"(feature ping=1 setboard=1 usermove=1 colors=0 done=1)";

class CecpDriverTest : public ::testing::Test, private SearchListener {
 protected:
  CecpDriverTest() { driver_->listen(*this); }

  /// Shakes hands with an engine of these features.
  void greet(std::string_view features) { (void)driver_->cecp_back()->parse_handshake(features, ignored_); }

  void play(std::initializer_list<const char*> moves) {
    for (const char* const text : moves) {
      const auto move = game_.read_uci(text);
      ASSERT_TRUE(move) << text;
      game_.push(*move);
    }
  }
  void set_up(const char* fen) { game_ = Game().from_fen(fen).value(); }

  /// The lines that now go to the engine.
  std::string told() {
    interrupted_ = context_.effects.interrupt_engine;
    std::string text = context_.effects.to_engine;
    context_.effects.clear();
    return text;
  }
  std::string search(const SearchLimits& limits) {
    best_.reset();
    driver_->search({.game = &game_, .limits = limits, .castling = castling_});
    return told();
  }
  /// A search with a clock, past the handshake and the first `new`.
  std::string search() { return search(clock_); }
  std::string stop() {
    driver_->stop();
    return told();
  }
  std::string ponder_hit() {
    driver_->ponder_hit();
    return told();
  }
  std::string query_ready() {
    driver_->ready_query();
    return told();
  }
  /// Our answer to a line of the engine.
  std::string say(std::string_view line) {
    infos_ = 0;
    words_.clear();
    driver_->hear(line);
    return told();
  }
  /// The best move that has come since the last time.
  std::string best() { return std::exchange(best_, std::nullopt).value_or("no answer"); }
  std::string best_after(std::string_view line) {
    (void)say(line);
    return best();
  }

  void on_info(const protocol::Info&) override { ++infos_; }
  void on_best_move(const protocol::BestMove& best) override {
    EXPECT_FALSE(best_);
    best_ = best.move;
    if (!best.ponder.empty()) best_->append(" ").append(best.ponder);
  }
  void on_ready() override { ++ready_; }
  void on_words(std::string_view line) override { words_ = line; }

  Context context_;
  std::unique_ptr<EngineDriver> driver_ = make_cecp_driver(context_, {});
  Game game_;
  CastlingNotation castling_ = CastlingNotation::king_to_destination;
  SearchLimits clock_{.white_time = 60'000, .black_time = 60'000};
  std::string ignored_;
  bool interrupted_ = false;
  std::optional<std::string> best_;
  int infos_ = 0;
  int ready_ = 0;
  std::string words_;
};

const SearchLimits kInfinite{.infinite = true};
const SearchLimits kPondering{.ponder = true, .white_time = 60'000, .black_time = 30'000};

TEST_F(CecpDriverTest, PlaysWithAnEngineOfVersionOne) {
  EXPECT_EQ(search(), "new\nforce\neasy\npost\nlevel 0 1 0\nblack\ntime 6000\notim 6000\nwhite\ngo\n");
}

// ---- Positions ------------------------------------------------------------------------------------------

using CecpPositions = CecpDriverTest;

TEST_F(CecpPositions, StartAnewWhereThatIsShorter) {
  greet(kModern);
  for (int i = 0; i < 6; ++i) play({"g1f3", "g8f6", "f3g1", "f6g8"});
  (void)search();
  (void)say("move e2e4");
  game_ = Game();
  EXPECT_THAT(search(), StartsWith("new\nforce\n"));
}

TEST_F(CecpPositions, AreSetUpByFen) {
  greet(kModern);
  set_up("4k3/8/8/8/8/8/8/4K2R b K - 0 1");
  EXPECT_THAT(search(), HasSubstr("\nsetboard 4k3/8/8/8/8/8/8/4K2R b K - 0 1\ntime"));
}

TEST_F(CecpPositions, AreEditedWithoutSetboard) {
  greet("feature ping=1 done=1");
  set_up("4k3/8/8/8/8/8/P7/4K2R b K - 0 1");
  EXPECT_THAT(search(), HasSubstr("\na2a3\nedit\n#\nKe1\nRh1\nPa2\nc\nKe8\n.\n"));
}

TEST_F(CecpPositions, OfVariantsAreNotEdited) {
  greet(R"(feature ping=1 usermove=1 variants="normal,crazyhouse" done=1)");
  game_ = Game(game::Rules::find("crazyhouse").value());
  game_ = game_.from_fen("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1").value();
  EXPECT_EQ(search(), "");
  EXPECT_EQ(best(), "");
  EXPECT_EQ(words_, "the engine does not play crazyhouse, or not from this position");
  game_ = Game(*game_.rules());
  EXPECT_THAT(search(), StartsWith("new\nvariant crazyhouse\nforce\n"));
}

TEST_F(CecpPositions, UseOneNewForANewGameAndItsFirstSearch) {
  greet(kModern);
  driver_->new_game();
  EXPECT_FALSE(driver_->is_lost());
  EXPECT_EQ(told(), "new\nforce\neasy\npost\n");
  set_up("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_THAT(search(), Not(HasSubstr("new\n")));
}

TEST_F(CecpPositions, TakeMovesInSan) {
  greet("feature ping=1 san=1 usermove=1 done=1");
  play({"e2e4", "e7e5", "g1f3"});
  EXPECT_THAT(search(), HasSubstr("usermove e4\nusermove e5\nusermove Nf3\n"));
}

TEST_F(CecpPositions, CastleByTheKingsTwoSteps) {
  greet(kModern);
  castling_ = CastlingNotation::king_takes_rook;
  set_up("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  play({"e1h1"});
  EXPECT_THAT(search(), HasSubstr("usermove e1g1\n"));
  EXPECT_EQ(best_after("move e8e7"), "e8e7");
}

TEST_F(CecpPositions, CastleInLettersInChess960) {
  greet(R"(feature ping=1 setboard=1 variants="normal,fischerandom" done=1)");
  castling_ = CastlingNotation::king_takes_rook;
  set_up("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1");
  play({"e1b1"});
  const std::string out = search();
  EXPECT_THAT(out, StartsWith("new\nvariant fischerandom\nforce\n"));
  EXPECT_THAT(out, HasSubstr("\nO-O-O\n"));
}

// ---- Time -----------------------------------------------------------------------------------------------

using CecpTimes = CecpDriverTest;

TEST_F(CecpTimes, CountMovesAsTheEngineDoes) {
  greet(kModern);
  clock_.moves_to_go = 40;
  EXPECT_THAT(search(), HasSubstr("\nlevel 40 1 0\n"));
  (void)say("move e2e4");
  play({"e2e4", "e7e5"});
  clock_.moves_to_go = 39;
  EXPECT_THAT(search(), Not(HasSubstr("level")));
  (void)say("move g1f3");
  play({"g1f3", "b8c6"});
  clock_.moves_to_go = 10;
  EXPECT_THAT(search(), HasSubstr("level 12 1 0\n"));
}

TEST_F(CecpTimes, AreNeverNothing) {
  greet(kModern);
  clock_.white_time = clock_.white_increment = 200;
  EXPECT_THAT(search(), HasSubstr("level 0 0:01 0\ntime 20\notim 6000\n"));
  clock_.white_time = 3;
  EXPECT_THAT(search(), HasSubstr("time 1\notim 6000\n"));
}

TEST_F(CecpTimes, BelongToTheSideToMove) {
  greet(kModern);
  play({"e2e4"});
  clock_.black_time = 5000;
  clock_.black_increment = 2500;
  EXPECT_THAT(search(), AllOf(HasSubstr("level 0 0:05 2\n"), HasSubstr("time 500\notim 6000\n")));
}

TEST_F(CecpTimes, AreFixedForAMove) {
  greet(kModern);
  EXPECT_THAT(search({.move_time = 3000}), HasSubstr("\nst 3\ngo\n"));
  (void)say("move e2e4");
  EXPECT_THAT(search({.move_time = 50}),
              HasSubstr("new\nforce\neasy\npost\nlevel 1 0:01 0\ntime 5\notim 5\ngo\n"));
}

TEST_F(CecpTimes, LoseADepthByANewGame) {
  greet(kModern);
  EXPECT_THAT(search({.depth = 5}), HasSubstr("\nst 1800\nsd 5\ngo\n"));
  EXPECT_EQ(say("6 10 1 100 e2e4"), "?\n");
  (void)say("move e2e4");
  EXPECT_THAT(search(), StartsWith("new\n"));
}

TEST_F(CecpTimes, OfNodesEndByMoveNow) {
  greet(kModern);
  EXPECT_THAT(search({.nodes = 1000}), HasSubstr("\nst 1\ngo\n"));
  EXPECT_EQ(say("3 10 1 999 e2e4"), "");
  EXPECT_EQ(say("4 10 1 1000 e2e4"), "?\n");
  EXPECT_EQ(say("4 10 1 1001 e2e4"), "");
  EXPECT_EQ(best_after("move e2e4"), "e2e4");
}

TEST_F(CecpTimes, OfNodesAreSaidToAnEngineThatCountsThem) {
  greet("feature ping=1 setboard=1 nps=1 done=1");
  EXPECT_THAT(search({.nodes = 1000}), HasSubstr("st 1\nnps 1000\n"));
  (void)say("move e2e4");
  EXPECT_THAT(search({.nodes = 5'000'000}), HasSubstr("st 51\nnps 98039\n"));
  (void)say("move e2e4");
  EXPECT_THAT(search(), AllOf(StartsWith("new\n"), Not(HasSubstr("nps"))));
}

TEST_F(CecpTimes, AreNotSentWhereTheyAreNotWanted) {
  greet("feature ping=1 time=0 done=1");
  EXPECT_THAT(search(), EndsWith("level 0 1 0\ngo\n"));
}

// ---- Analysis and pondering -----------------------------------------------------------------------------

using CecpAnalysis = CecpDriverTest;

TEST_F(CecpAnalysis, EndsWithTheLastVariation) {
  greet(kModern);
  EXPECT_EQ(search(kInfinite), "new\nforce\neasy\npost\nanalyze\n");
  (void)say("1 10 0 20 d4");
  EXPECT_EQ(infos_, 1);
  (void)say("2 10 0 20 1. Nf3 d5 2. g3");
  EXPECT_EQ(stop(), "exit\nping 1\n");
  EXPECT_EQ(best(), "no answer");
  (void)say("3 10 0 20 e4 e5");
  EXPECT_EQ(best_after("pong 1"), "e2e4 e7e5");
  (void)say("4 10 0 20 a3");
  EXPECT_EQ(infos_, 0);
  EXPECT_THAT(search(), StartsWith("force\nlevel"));
}

TEST_F(CecpAnalysis, EndsAtOnceWithoutPing) {
  greet("feature setboard=1 done=1");
  (void)search(kInfinite);
  (void)say("1 10 0 20 d4");
  EXPECT_EQ(stop(), "exit\n");
  EXPECT_THAT(best(), Not("no answer"));
  EXPECT_EQ(best(), "no answer");
}

TEST_F(CecpAnalysis, TakesBookMovesForWantOfOthers) {
  greet(kModern);
  (void)search(kInfinite);
  (void)say("  0      0     0        0  (Ng1-f3  Nb1-c3  , book1)");
  (void)stop();
  EXPECT_EQ(best_after("pong 1"), "g1f3");
}

TEST_F(CecpAnalysis, IsDoneByThinkingWhereTheEngineHasNone) {
  greet("feature ping=1 analyze=0 done=1");
  EXPECT_THAT(search(kInfinite), EndsWith("st 1800\ngo\n"));
  EXPECT_EQ(best_after("move e2e4"), "no answer");
  EXPECT_EQ(stop(), "");
  EXPECT_EQ(best(), "e2e4");
}

TEST_F(CecpAnalysis, IsForcedToAnEndWhereMoveNowIsIgnored) {
  greet("feature ping=1 analyze=0 done=1");
  (void)search(kInfinite);
  (void)say("3 10 0 20 d2d4");
  EXPECT_EQ(stop(), "?\nforce\nping 1\n");
  EXPECT_EQ(best(), "no answer");
  EXPECT_EQ(best_after("pong 1"), "d2d4");
}

TEST_F(CecpAnalysis, IsTriedOnce) {
  greet("feature ping=1 done=1");
  (void)search(kInfinite);
  EXPECT_EQ(say("Error (unknown command): analyze"), "force\nst 1800\ngo\n");
}

TEST_F(CecpAnalysis, LeavesMovesOut) {
  greet("feature ping=1 setboard=1 exclude=1 done=1");
  set_up("7k/8/8/8/8/8/8/K7 w - - 0 1");
  EXPECT_THAT(search({.infinite = true, .restricted = true, .search_moves = {"a1b1"}}),
              AllOf(HasSubstr("exclude a1a2\n"), HasSubstr("exclude a1b2\n"), Not(HasSubstr("a1b1"))));
  (void)stop();
  EXPECT_EQ(best_after("pong 1"), "a1b1");
  EXPECT_THAT(search(kInfinite), HasSubstr("include all\n"));
}

TEST_F(CecpAnalysis, IsInterruptedOnlyWhereTheEngineSaysSo) {
  for (const char* const features : {"feature ping=1 setboard=1 done=1", "feature sigint=1"}) {
    greet(features);
    (void)search(kInfinite);
    EXPECT_FALSE(interrupted_);
    (void)stop();
    EXPECT_EQ(interrupted_, std::string_view(features) == "feature sigint=1");
  }
  (void)say("pong 2");
  (void)stop();
  EXPECT_FALSE(interrupted_) << "nothing is searched any more";
}

TEST_F(CecpAnalysis, OrNotOnlyWantedMovesAreAnswered) {
  greet(kModern);
  clock_.restricted = true;
  clock_.search_moves = {"a2a3", "b2b3"};
  (void)search();
  clock_ = {.white_time = 60'000, .black_time = 60'000};
  (void)say("1 10 1 100 b2b3 e7e5");
  EXPECT_EQ(best_after("move e2e4"), "b2b3 e7e5");
  play({"b2b3"});
  EXPECT_THAT(search(), HasSubstr("undo\nusermove b2b3\n")) << "the engine has played its own move";
}

TEST_F(CecpAnalysis, EndsAtAMate) {
  greet(kModern);
  EXPECT_THAT(search({.mate = 2}), EndsWith("analyze\n"));
  EXPECT_EQ(say("3 100003 0 20 e2e4"), "");
  EXPECT_EQ(say("3 100002 0 20 d2d4"), "exit\nping 1\n");
  EXPECT_EQ(best_after("pong 1"), "d2d4");
}

using CecpPondering = CecpDriverTest;

TEST_F(CecpPondering, HoldsAnEarlyMoveBack) {
  greet("feature ping=1 analyze=0 done=1");
  EXPECT_THAT(search(kPondering), EndsWith("go\n"));
  EXPECT_EQ(best_after("move e2e4"), "no answer");
  EXPECT_EQ(ponder_hit(), "");
  EXPECT_EQ(best(), "e2e4");
  EXPECT_EQ(best(), "no answer");
}

TEST_F(CecpPondering, CallsGnuchessBackToTheProtocol) {
  greet(R"(feature myname="GNU Chess 6" ping=1 done=1)");
  (void)search(kPondering);
  EXPECT_EQ(stop(), "exit\nxboard\neasy\npost\nping 1\n");
}

// ---- Searches -------------------------------------------------------------------------------------------

using CecpSearches = CecpDriverTest;

TEST_F(CecpSearches, ReadMovesInAllNotations) {
  greet(kModern);
  set_up("8/P5k1/8/8/8/8/8/4K2R w K - 0 1");
  const auto answer = [this](const std::string& line) {
    (void)search();
    return best_after(line);
  };
  EXPECT_EQ(answer("move a7a8q"), "a7a8q");
  EXPECT_EQ(answer("move a7a8Q"), "a7a8q");
  EXPECT_EQ(answer("move a7a8=Q+"), "a7a8q");
  EXPECT_EQ(answer("move a8=N"), "a7a8n");
  EXPECT_EQ(answer("move O-O"), "e1g1");
  EXPECT_EQ(answer("move 0-0"), "e1g1");
  EXPECT_EQ(answer("move e1g1"), "e1g1");
  EXPECT_EQ(answer("12. ... e1f1"), "e1f1");
  EXPECT_EQ(answer("My move is: Kd2"), "e1d2");
  castling_ = CastlingNotation::king_takes_rook;
  EXPECT_EQ(answer("move e1g1"), "e1h1");
}

TEST_F(CecpSearches, HaveNoAnswerWhereThereIsNoMove) {
  greet(kModern);
  set_up("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(search(), "");
  EXPECT_EQ(best(), "");
  EXPECT_EQ(search(kInfinite), "");
  EXPECT_EQ(best(), "no answer");
  (void)stop();
  EXPECT_EQ(best(), "");
}

TEST_F(CecpSearches, HaveNoAnswerInAVariantThatTheEngineDoesNotPlay) {
  greet(kModern);
  game_ = Game(game::text_start("unheard-of"));
  EXPECT_EQ(search({.depth = 1}), "");
  EXPECT_EQ(best(), "");
}

TEST_F(CecpSearches, GiveUpTheOneBefore) {
  greet(kModern);
  (void)search();
  play({"d2d4"});
  EXPECT_THAT(search(), StartsWith("force\nping 1\nnew\nforce\n"));
  (void)say("move e2e4");
  (void)say("3 10 0 20 e2e4");
  EXPECT_EQ(infos_, 0);
  (void)say("pong 1");
  EXPECT_EQ(best_after("move g8f6"), "g8f6");
}

TEST_F(CecpSearches, StartOverOnceWhenAMoveIsRefused) {
  greet(kModern);
  play({"e2e4", "e7e5"});
  (void)search();
  const std::string again = say("Illegal move (no such piece): e2e4");
  EXPECT_THAT(again, StartsWith("force\nping 1\nnew\nforce\n"));
  EXPECT_THAT(again, EndsWith("usermove e2e4\nusermove e7e5\ntime 6000\notim 6000\ngo\n"));
  EXPECT_EQ(say("Illegal move: e7e5"), "");
  (void)say("pong 1");
  EXPECT_THAT(say("Illegal move: e2e4"), StartsWith("force\n"));
  EXPECT_THAT(best(), Not("no answer"));
}

TEST_F(CecpSearches, IgnoreRefusalsOfCommands) {
  greet(kModern);
  (void)search({.depth = 3});
  EXPECT_EQ(say("Illegal move: sd 3"), "");
  EXPECT_EQ(say("Error (unknown command): easy"), "");
  play({"e2e4"});
  (void)search();
  EXPECT_EQ(say("Invalid move: "), "");
}

TEST_F(CecpSearches, StartOverWhenTheEngineMovesElsewhere) {
  greet(kModern);
  (void)search();
  EXPECT_THAT(say("move e7e5"), AllOf(StartsWith("force\nping 1\nnew\n"), EndsWith("go\n")));
  (void)say("pong 1");
  EXPECT_EQ(best_after("move e2e4"), "e2e4");
}

TEST_F(CecpSearches, TakeTheMoveThatFollowsAClaim) {
  greet(kModern);
  (void)search();
  (void)say("1/2-1/2 {Draw by repetition}");
  EXPECT_EQ(words_, "1/2-1/2 {Draw by repetition}");
  EXPECT_EQ(best_after("move e2e4"), "e2e4");
  EXPECT_EQ(best_after("pong 1"), "no answer");
}

TEST_F(CecpSearches, TellWhatIsForPeople) {
  greet(kModern);
  for (const std::string line : {"0-1 {White resigns}", "offer draw", "tellics whisper hello"}) {
    (void)say(line);
    EXPECT_EQ(words_, line);
  }
  for (const char* const line : {"# offer draw", "Hint: e2e4"}) {
    (void)say(line);
    EXPECT_EQ(words_, "") << line;
  }
}

TEST_F(CecpSearches, TellNothingMoreOnceTheyAreDropped) {
  greet(kModern);
  (void)search(kInfinite);
  driver_->drop();
  (void)say("tellics whisper d5");
  EXPECT_EQ(words_, "");
  (void)say("pong 1");
  (void)say("tellics whisper hello");
  EXPECT_EQ(words_, "tellics whisper hello");
}

using CecpReadiness = CecpDriverTest;

TEST_F(CecpReadiness, IsAskedByPing) {
  greet(kModern);
  EXPECT_EQ(query_ready(), "ping 1\n");
  EXPECT_EQ(ready_, 0);
  (void)say("pong 1");
  EXPECT_EQ(ready_, 1);
  (void)say("pong 1");  // gnuchess says it twice
  EXPECT_EQ(ready_, 1);
}

TEST_F(CecpReadiness, IsCertainWhileTheEngineThinksOrHasNoPing) {
  EXPECT_EQ(query_ready(), "");
  EXPECT_EQ(ready_, 1);
  greet(kModern);
  (void)search();
  EXPECT_EQ(query_ready(), "");
  EXPECT_EQ(ready_, 2);
}

TEST_F(CecpReadiness, EndsWithQuit) {
  greet(kModern);
  (void)search(kInfinite);
  driver_->quit();
  EXPECT_EQ(told(), "exit\nquit\n");
  EXPECT_EQ(search(), "");
}

}  // namespace
}  // namespace polyglot::session
