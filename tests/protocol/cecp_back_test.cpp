// A scripted engine on the other side: text in, text out.
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/cecp.hpp>

namespace polyglot::protocol {
namespace {

using chess::CastlingNotation;
using chess::Game;
using chess::Position;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::string_view kModern = R"(feature ping=1 setboard=1 usermove=1 colors=0 done=1)";

class CecpBackTest : public ::testing::Test {
 protected:
  /// Shakes hands with an engine of these features.
  void greet(std::string_view features) { (void)back_.parse_handshake(features, ignored_); }

  void play(std::initializer_list<const char*> moves) {
    for (const char* const text : moves) {
      const auto move = chess::move_from_uci(game_.position(), text);
      ASSERT_TRUE(move) << text;
      game_.push(*move);
    }
  }
  void set_up(const char* fen) { game_ = Game(*Position::from_fen(fen)); }

  std::string search(const SearchLimits& limits) {
    std::string out;
    back_.print_search(Search{&game_, limits, castling_}, out);
    return out;
  }
  /// A search with a clock, past the handshake and the first `new`.
  std::string search() { return search(clock_); }
  std::string stop() {
    std::string out;
    back_.print_stop(out);
    return out;
  }
  std::string ponder_hit() {
    std::string out;
    back_.print_ponder_hit(out);
    return out;
  }
  /// What we say to a line of the engine; message_ is what it meant.
  std::string say(std::string_view line) {
    std::string out;
    line_ = line;
    message_ = back_.parse(line_, out);
    return out;
  }
  /// The best move that a line brought, or that is due without one.
  std::string best() {
    if (!std::holds_alternative<BestMove>(message_)) message_ = back_.take_message().value_or(Output{});
    const auto* best = std::get_if<BestMove>(&message_);
    if (best == nullptr) return "no answer";
    std::string text(best->move);
    if (!best->ponder.empty()) text.append(" ").append(best->ponder);
    message_ = Output{};
    return text;
  }
  template <class Message>
  bool said() {
    return std::holds_alternative<Message>(message_);
  }
  bool nothing_due() { return !back_.take_message(); }

  CecpBack back_;
  Game game_;
  CastlingNotation castling_ = CastlingNotation::king_to_destination;
  SearchLimits clock_ = [] {
    SearchLimits limits;
    limits.white_time = limits.black_time = 60'000;
    return limits;
  }();
  std::string line_;
  EngineMessage message_;
  std::string ignored_;
};

SearchLimits infinite() {
  SearchLimits limits;
  limits.infinite = true;
  return limits;
}
SearchLimits pondering() {
  SearchLimits limits;
  limits.white_time = 60'000;
  limits.black_time = 30'000;
  limits.ponder = true;
  return limits;
}
SearchLimits to_depth(int depth) {
  SearchLimits limits;
  limits.depth = depth;
  return limits;
}

// ---- Handshake ------------------------------------------------------------------------------------------

using CecpHandshake = CecpBackTest;

TEST_F(CecpHandshake, AsksForVersionTwo) {
  std::string out;
  back_.print_handshake(out);
  EXPECT_EQ(out, "xboard\nprotover 2\n");
}

TEST_F(CecpHandshake, AnswersEachFeature) {
  std::string out;
  (void)back_.parse_handshake(R"(feature ping=1 xedit=1 junk myname="A B" option="nonsense")", out);
  EXPECT_EQ(out, "accepted ping\nrejected xedit\naccepted myname\nrejected option nonsense\n");
  EXPECT_THAT(back_.features(), ElementsAre("ping=1", "xedit=1", R"(myname="A B")", R"(option="nonsense")"));
  EXPECT_EQ(back_.name(), "A B");
}

TEST_F(CecpHandshake, LeavesLateFeaturesForTheGuiToAnswer) {
  const Position start;
  const auto pawn = chess::move_from_uci(start, "e2e4").value();
  std::string bare;
  back_.print_move(start, pawn, false, bare);
  EXPECT_EQ(bare, "e2e4\n");

  EXPECT_THAT(back_.read_late_features("move e7e5"), IsEmpty());
  EXPECT_THAT(back_.read_late_features(R"(feature usermove=1 option="A -check 0" option="B -check 0")"),
              ElementsAre("usermove", "option", "option"));
  std::string announced;
  back_.print_move(start, pawn, false, announced);
  EXPECT_EQ(announced, "usermove e2e4\n");
}

TEST_F(CecpHandshake, KeepsAllOptionsOfALine) {
  greet(
      R"(feature option="A b -check 1" option="C -spin 5 -1 9" option="D -combo x /// *y z /// w" )"
      R"(option="E -button" option="F (0-5) -slider 0 0 5" option="G -string a b" option="H -path ." done=1)");
  const auto options = back_.options();
  ASSERT_EQ(options.size(), 8U);
  EXPECT_EQ(options[0].name + options[0].type + options[0].default_value, "A bchecktrue");
  EXPECT_EQ(options[1].name + options[1].type + options[1].default_value, "Cspin5");
  EXPECT_EQ(*options[1].min + " " + *options[1].max, "-1 9");
  EXPECT_EQ(options[2].default_value, "y z");
  EXPECT_THAT(options[2].choices, ElementsAre("x", "y z", "w"));
  EXPECT_EQ(options[3].type, "button");
  EXPECT_EQ(options[4].name + options[4].type, "F (0-5)slider");
  EXPECT_EQ(options[5].default_value, "a b");
  EXPECT_EQ(options[6].type, "path");
  EXPECT_EQ(options[7].name, "Ponder");
}

TEST_F(CecpHandshake, MakesOptionsOfMemoryAndCores) {
  greet("feature memory=1 smp=1 done=1");
  const auto options = back_.options();
  ASSERT_EQ(options.size(), 3U);
  EXPECT_EQ(options[0].name, "Hash");
  EXPECT_EQ(options[1].name, "Threads");
  std::string out;
  back_.print_option("Hash", "128", out);
  back_.print_option("Threads", "4", out);
  back_.print_option("Ponder", "true", out);
  EXPECT_EQ(out, "memory 128\ncores 4\n");
}

TEST_F(CecpHandshake, MakesOptionsOfTablebaseFormats) {
  greet(R"(feature egt="scorpio, syzygy" done=1)");
  const auto options = back_.options();
  ASSERT_EQ(options.size(), 2U);
  EXPECT_EQ(options[0].name + ' ' + options[0].type, "SyzygyPath string");
  std::string out;
  back_.print_option("SyzygyPath", "/tables", out);
  back_.print_option("NalimovPath", "/others", out);
  EXPECT_EQ(out, "egtpath syzygy /tables\n");
}

TEST_F(CecpHandshake, WritesOptionsAsTheEngineDeclaredThem) {
  greet(R"(feature option="Own Book -check 0" option="Clear -button" option="Level -spin 1 0 9" done=1)");
  std::string out;
  back_.print_option("own book", "true", out);
  back_.print_option("Clear", std::nullopt, out);
  back_.print_option("Level", "3", out);
  EXPECT_EQ(out, "option Own Book=1\noption Clear\noption Level=3\n");
}

TEST_F(CecpHandshake, WritesAnEmptyTextAsNothing) {  // for which UCI has a word
  greet(R"(feature egt="syzygy" option="Book File -file x" done=1)");
  std::string out;
  back_.print_option("Book File", "<empty>", out);
  back_.print_option("SyzygyPath", "<empty>", out);
  EXPECT_EQ(out, "option Book File=\negtpath syzygy \n");
}

TEST_F(CecpHandshake, EndsAtDone) {
  EXPECT_TRUE(std::holds_alternative<Output>(back_.parse_handshake("feature done=0", ignored_)));
  EXPECT_FALSE(back_.settle_handshake());
  EXPECT_TRUE(std::holds_alternative<Output>(back_.parse_handshake("Banner feature done=1", ignored_)));
  EXPECT_TRUE(std::holds_alternative<IdName>(back_.parse_handshake(R"(feature myname="X")", ignored_)));
  EXPECT_TRUE(std::holds_alternative<HandshakeDone>(back_.parse_handshake("feature done=1\r", ignored_)));
  EXPECT_TRUE(back_.settle_handshake());
  EXPECT_TRUE(back_.reusable());
}

TEST_F(CecpHandshake, SettlesForAnEngineOfVersionOne) {
  EXPECT_TRUE(back_.settle_handshake());
  EXPECT_EQ(search(), "new\nforce\neasy\npost\nlevel 0 1 0\nblack\ntime 6000\notim 6000\nwhite\ngo\n");
}

// ---- Positions ------------------------------------------------------------------------------------------

using CecpPositions = CecpBackTest;

TEST_F(CecpPositions, GoOnWithTheNewMovesOnly) {
  greet(kModern);
  play({"e2e4"});
  EXPECT_EQ(search(), "new\nforce\neasy\npost\nlevel 0 1 0\nusermove e2e4\ntime 6000\notim 6000\ngo\n");
  (void)say("move e7e5");
  EXPECT_EQ(best(), "e7e5");
  play({"e7e5", "g1f3"});
  EXPECT_EQ(search(), "force\nusermove g1f3\ntime 6000\notim 6000\ngo\n");
}

TEST_F(CecpPositions, TakeBackWhatWasPlayed) {
  greet(kModern);
  play({"e2e4", "e7e5"});
  (void)search();
  (void)say("move g1f3");
  game_.truncate(1);
  play({"c7c5"});
  EXPECT_THAT(search(), StartsWith("force\nundo\nundo\nusermove c7c5\n"));
}

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

TEST_F(CecpPositions, UseOneNewForANewGameAndItsFirstSearch) {
  greet(kModern);
  std::string out;
  back_.print_new_game(out);
  EXPECT_EQ(out, "new\nforce\neasy\npost\n");
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
  (void)say("move e8e7");
  EXPECT_EQ(best(), "e8e7");
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

using CecpTimes = CecpBackTest;

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
  SearchLimits limits;
  limits.move_time = 3000;
  EXPECT_THAT(search(limits), HasSubstr("\nst 3\ngo\n"));
  (void)say("move e2e4");
  limits.move_time = 50;
  EXPECT_THAT(search(limits), HasSubstr("new\nforce\neasy\npost\nlevel 1 0:01 0\ntime 5\notim 5\ngo\n"));
}

TEST_F(CecpTimes, LoseADepthByANewGame) {
  greet(kModern);
  EXPECT_THAT(search(to_depth(5)), HasSubstr("\nst 1800\nsd 5\ngo\n"));
  EXPECT_EQ(say("6 10 1 100 e2e4"), "?\n");
  (void)say("move e2e4");
  EXPECT_THAT(search(), StartsWith("new\n"));
}

TEST_F(CecpTimes, OfNodesEndByMoveNow) {
  greet(kModern);
  SearchLimits limits;
  limits.nodes = 1000;
  EXPECT_THAT(search(limits), HasSubstr("\nst 1\ngo\n"));
  EXPECT_EQ(say("3 10 1 999 e2e4"), "");
  EXPECT_EQ(say("4 10 1 1000 e2e4"), "?\n");
  EXPECT_EQ(say("4 10 1 1001 e2e4"), "");
  (void)say("move e2e4");
  EXPECT_EQ(best(), "e2e4");
}

TEST_F(CecpTimes, OfNodesAreSaidToAnEngineThatCountsThem) {
  greet("feature ping=1 setboard=1 nps=1 done=1");
  SearchLimits limits;
  limits.nodes = 1000;
  EXPECT_THAT(search(limits), HasSubstr("st 1\nnps 1000\n"));
  (void)say("move e2e4");
  limits.nodes = 5'000'000;
  EXPECT_THAT(search(limits), HasSubstr("st 51\nnps 98039\n"));
  (void)say("move e2e4");
  EXPECT_THAT(search(), AllOf(StartsWith("new\n"), Not(HasSubstr("nps"))));
}

TEST_F(CecpTimes, AreNotSentWhereTheyAreNotWanted) {
  greet("feature ping=1 time=0 done=1");
  EXPECT_THAT(search(), EndsWith("level 0 1 0\ngo\n"));
}

// ---- Analysis and pondering -----------------------------------------------------------------------------

using CecpAnalysis = CecpBackTest;

TEST_F(CecpAnalysis, EndsWithTheLastVariation) {
  greet(kModern);
  EXPECT_EQ(search(infinite()), "new\nforce\neasy\npost\nanalyze\n");
  (void)say("1 10 0 20 d4");
  EXPECT_TRUE(said<SearchOutput>());
  (void)say("2 10 0 20 1. Nf3 d5 2. g3");
  EXPECT_EQ(stop(), "exit\nping 1\n");
  EXPECT_TRUE(nothing_due());
  (void)say("3 10 0 20 e4 e5");
  (void)say("pong 1");
  EXPECT_EQ(best(), "e2e4 e7e5");
  (void)say("4 10 0 20 a3");
  EXPECT_FALSE(said<SearchOutput>());
  EXPECT_THAT(search(), StartsWith("force\nlevel"));
}

TEST_F(CecpAnalysis, EndsAtOnceWithoutPing) {
  greet("feature setboard=1 done=1");
  (void)search(infinite());
  EXPECT_EQ(stop(), "exit\n");
  EXPECT_THAT(best(), Not("no answer"));
  EXPECT_TRUE(nothing_due());
}

TEST_F(CecpAnalysis, TakesBookMovesForWantOfOthers) {
  greet(kModern);
  (void)search(infinite());
  (void)say("  0      0     0        0  (Ng1-f3  Nb1-c3  , book1)");
  (void)stop();
  (void)say("pong 1");
  EXPECT_EQ(best(), "g1f3");
}

TEST_F(CecpAnalysis, IsDoneByThinkingWhereTheEngineHasNone) {
  greet("feature ping=1 analyze=0 done=1");
  EXPECT_THAT(search(infinite()), EndsWith("st 1800\ngo\n"));
  (void)say("move e2e4");
  EXPECT_EQ(best(), "no answer");
  EXPECT_EQ(stop(), "");
  EXPECT_EQ(best(), "e2e4");
}

TEST_F(CecpAnalysis, IsForcedToAnEndWhereMoveNowIsIgnored) {
  greet("feature ping=1 analyze=0 done=1");
  (void)search(infinite());
  (void)say("3 10 0 20 d2d4");
  EXPECT_EQ(stop(), "?\nforce\nping 1\n");
  EXPECT_EQ(best(), "no answer");
  (void)say("pong 1");
  EXPECT_EQ(best(), "d2d4");
}

TEST_F(CecpAnalysis, IsTriedOnce) {
  greet("feature ping=1 done=1");
  (void)search(infinite());
  EXPECT_EQ(say("Error (unknown command): analyze"), "force\nst 1800\ngo\n");
}

TEST_F(CecpAnalysis, LeavesMovesOut) {
  greet("feature ping=1 setboard=1 exclude=1 done=1");
  set_up("7k/8/8/8/8/8/8/K7 w - - 0 1");
  SearchLimits limits = infinite();
  limits.restricted = true;
  limits.search_moves = {"a1b1"};
  const std::string out = search(limits);
  EXPECT_THAT(out, AllOf(HasSubstr("exclude a1a2\n"), HasSubstr("exclude a1b2\n"), Not(HasSubstr("a1b1"))));
  (void)stop();
  (void)say("pong 1");
  EXPECT_EQ(best(), "a1b1");
  EXPECT_THAT(search(infinite()), HasSubstr("include all\n"));
}

TEST_F(CecpAnalysis, IsInterruptedOnlyWhereTheEngineSaysSo) {
  for (const char* const features : {"feature ping=1 setboard=1 done=1", "feature sigint=1"}) {
    greet(features);
    (void)search(infinite());
    EXPECT_FALSE(back_.take_interrupt());
    (void)stop();
    EXPECT_EQ(back_.take_interrupt(), std::string_view(features) == "feature sigint=1");
    EXPECT_FALSE(back_.take_interrupt());
  }
  (void)say("pong 2");
  (void)stop();
  EXPECT_FALSE(back_.take_interrupt()) << "nothing is searched any more";
}

TEST_F(CecpAnalysis, OrNotOnlyWantedMovesAreAnswered) {
  greet(kModern);
  SearchLimits limits = clock_;
  limits.restricted = true;
  limits.search_moves = {"a2a3", "b2b3"};
  (void)search(limits);
  (void)say("1 10 1 100 b2b3 e7e5");
  (void)say("move e2e4");
  EXPECT_EQ(best(), "b2b3 e7e5");
  play({"b2b3"});
  EXPECT_THAT(search(), HasSubstr("undo\nusermove b2b3\n")) << "the engine has played its own move";
}

TEST_F(CecpAnalysis, EndsAtAMate) {
  greet(kModern);
  SearchLimits limits;
  limits.mate = 2;
  EXPECT_THAT(search(limits), EndsWith("analyze\n"));
  EXPECT_EQ(say("3 100003 0 20 e2e4"), "");
  EXPECT_EQ(say("3 100002 0 20 d2d4"), "exit\nping 1\n");
  (void)say("pong 1");
  EXPECT_EQ(best(), "d2d4");
}

using CecpPondering = CecpBackTest;

TEST_F(CecpPondering, TurnsIntoASearchOnAHit) {
  greet(kModern);
  EXPECT_EQ(search(pondering()), "new\nforce\neasy\npost\nlevel 0 1 0\nanalyze\n");
  EXPECT_EQ(ponder_hit(), "exit\nforce\ntime 6000\notim 3000\ngo\n");
  EXPECT_EQ(best(), "no answer");
  (void)say("move e2e4");
  EXPECT_EQ(best(), "e2e4");
}

TEST_F(CecpPondering, IsGivenUpOnAMiss) {
  greet(kModern);
  (void)search(pondering());
  (void)say("3 10 0 20 d2d4 d7d5");
  EXPECT_EQ(stop(), "exit\nping 1\n");
  (void)say("pong 1");
  EXPECT_EQ(best(), "d2d4 d7d5");
}

TEST_F(CecpPondering, HoldsAnEarlyMoveBack) {
  greet("feature ping=1 analyze=0 done=1");
  EXPECT_THAT(search(pondering()), EndsWith("go\n"));
  (void)say("move e2e4");
  EXPECT_EQ(best(), "no answer");
  EXPECT_EQ(ponder_hit(), "");
  EXPECT_EQ(best(), "e2e4");
  EXPECT_TRUE(nothing_due());
}

TEST_F(CecpPondering, CallsGnuchessBackToTheProtocol) {
  greet(R"(feature myname="GNU Chess 6" ping=1 done=1)");
  (void)search(pondering());
  EXPECT_EQ(stop(), "exit\nxboard\neasy\npost\nping 1\n");
}

// ---- Searches -------------------------------------------------------------------------------------------

using CecpSearches = CecpBackTest;

TEST_F(CecpSearches, ReadMovesInAllNotations) {
  greet(kModern);
  set_up("8/P5k1/8/8/8/8/8/4K2R w K - 0 1");
  const auto answer = [this](const std::string& line) {
    (void)search();
    (void)say(line);
    return best();
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

TEST_F(CecpSearches, TakeAMoveSaidTwiceForOne) {
  greet(kModern);
  (void)search();
  (void)say("1. ... e2e4");
  EXPECT_EQ(best(), "e2e4");
  (void)say("My move is : e2e4");
  EXPECT_EQ(best(), "no answer");
  play({"e2e4", "e7e5"});
  EXPECT_THAT(search(), StartsWith("force\nusermove e7e5\n"));
  EXPECT_EQ(say("My move is : e2e4"), "");
  EXPECT_EQ(best(), "no answer");
}

TEST_F(CecpSearches, AreStoppedByMoveNow) {
  greet(kModern);
  (void)search();
  EXPECT_EQ(stop(), "?\n");
  EXPECT_EQ(stop(), "");
  (void)say("move e2e4");
  EXPECT_EQ(best(), "e2e4");
  EXPECT_EQ(stop(), "");
}

TEST_F(CecpSearches, HaveNoAnswerWhereThereIsNoMove) {
  greet(kModern);
  set_up("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(search(), "");
  EXPECT_EQ(best(), "");
  EXPECT_EQ(search(infinite()), "");
  EXPECT_EQ(best(), "no answer");
  (void)stop();
  EXPECT_EQ(best(), "");
}

TEST_F(CecpSearches, GiveUpTheOneBefore) {
  greet(kModern);
  (void)search();
  play({"d2d4"});
  EXPECT_THAT(search(), StartsWith("force\nping 1\nnew\nforce\n"));
  (void)say("move e2e4");
  (void)say("3 10 0 20 e2e4");
  EXPECT_FALSE(said<SearchOutput>());
  (void)say("pong 1");
  (void)say("move g8f6");
  EXPECT_EQ(best(), "g8f6");
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
  (void)search(to_depth(3));
  EXPECT_EQ(say("Illegal move: sd 3"), "");
  EXPECT_EQ(say("Error (unknown command): easy"), "");
  play({"e2e4"});
  (void)search();
  EXPECT_EQ(say("Invalid move: "), "");
  EXPECT_TRUE(said<Output>());
}

TEST_F(CecpSearches, StartOverWhenTheEngineMovesElsewhere) {
  greet(kModern);
  (void)search();
  EXPECT_THAT(say("move e7e5"), AllOf(StartsWith("force\nping 1\nnew\n"), EndsWith("go\n")));
  (void)say("pong 1");
  (void)say("move e2e4");
  EXPECT_EQ(best(), "e2e4");
}

TEST_F(CecpSearches, HaveAnAnswerWhenTheEngineResigns) {
  greet(kModern);
  (void)search();
  (void)say("5 -900 0 20 d2d4");
  EXPECT_EQ(say("resign"), "ping 1\n");
  EXPECT_TRUE(said<EngineResigns>());
  EXPECT_THAT(say("pong 1"), StartsWith("force\n"));
  EXPECT_EQ(best(), "d2d4");
}

TEST_F(CecpSearches, TakeTheMoveThatFollowsAClaim) {
  greet(kModern);
  (void)search();
  (void)say("1/2-1/2 {Draw by repetition}");
  ASSERT_TRUE(said<EngineClaims>());
  EXPECT_EQ(std::get<EngineClaims>(message_).score, "1/2-1/2");
  EXPECT_EQ(std::get<EngineClaims>(message_).comment, "Draw by repetition");
  (void)say("move e2e4");
  EXPECT_EQ(best(), "e2e4");
  (void)say("pong 1");
  EXPECT_EQ(best(), "no answer");
}

TEST_F(CecpSearches, TellWhatIsForPeople) {
  greet(kModern);
  (void)say("0-1 {White resigns}");
  EXPECT_TRUE(said<EngineResigns>());
  (void)say("offer draw");
  EXPECT_TRUE(said<EngineOffersDraw>());
  (void)say("tellics whisper hello");
  ASSERT_TRUE(said<EngineTells>());
  EXPECT_EQ(std::get<EngineTells>(message_).line, "tellics whisper hello");
  (void)say("# offer draw");
  EXPECT_TRUE(said<Output>());
  (void)say("Hint: e2e4");
  EXPECT_TRUE(said<Output>());
}

TEST_F(CecpSearches, PassOnMovesOfAnEngineDrivenBySomebodyElse) {
  greet(kModern);
  (void)say("move Nf3");
  EXPECT_EQ(best(), "Nf3");
  std::string out;
  back_.print_force(out);
  back_.print_move(Position(), *chess::move_from_uci(Position(), "e2e4"), false, out);
  back_.print_play(out);
  EXPECT_EQ(out, "force\nusermove e2e4\ngo\n");
}

using CecpReadiness = CecpBackTest;

TEST_F(CecpReadiness, IsAskedByPing) {
  greet(kModern);
  std::string out;
  back_.print_ready_query(out);
  EXPECT_EQ(out, "ping 1\n");
  EXPECT_TRUE(nothing_due());
  (void)say("pong 1");
  EXPECT_TRUE(said<Ready>());
  (void)say("pong 1");  // gnuchess says it twice
  EXPECT_FALSE(said<Ready>());
}

TEST_F(CecpReadiness, IsCertainWhileTheEngineThinksOrHasNoPing) {
  std::string out;
  back_.print_ready_query(out);
  EXPECT_EQ(out, "");
  EXPECT_TRUE(std::holds_alternative<Ready>(back_.take_message().value()));
  greet(kModern);
  (void)search();
  back_.print_ready_query(out);
  EXPECT_EQ(out, "");
  EXPECT_TRUE(std::holds_alternative<Ready>(back_.take_message().value()));
}

TEST_F(CecpReadiness, EndsWithQuit) {
  greet(kModern);
  (void)search(infinite());
  std::string out;
  back_.print_quit(out);
  EXPECT_EQ(out, "exit\nquit\n");
}

// ---- Thinking output ------------------------------------------------------------------------------------

struct Line {
  const char* text;
  int depth;
  bool mate;
  std::int64_t score;
  std::uint64_t time;
  const char* pv;
};

class CecpThinkingOutput : public CecpBackTest, public ::testing::WithParamInterface<Line> {};

TEST_P(CecpThinkingOutput, IsRead) {
  (void)say(GetParam().text);
  ASSERT_TRUE(said<SearchOutput>());
  const Info info = back_.read_info(GetParam().text);
  EXPECT_EQ(info.depth, GetParam().depth);
  EXPECT_EQ(info.score->is_mate, GetParam().mate);
  EXPECT_EQ(info.score->value, GetParam().score);
  EXPECT_EQ(info.time, GetParam().time);
  EXPECT_EQ(info.pv, GetParam().pv);
}

INSTANTIATE_TEST_SUITE_P(
    Engines, CecpThinkingOutput,
    ::testing::Values(
        Line{"  9 156 1084 48000 Nf3 Nc6 Nc3 Nf6", 9, false, 156, 10840, "Nf3 Nc6 Nc3 Nf6"},
        Line{"  5    141      44   4539  1. Nf3 Nc6 2. O-O e5 3. e4", 5, false, 141, 440,
             "Nf3 Nc6 O-O e5 e4"},
        Line{" 3+     78    2       65   d1d2  e8e7  d2d3 ", 3, false, 78, 2000, "d1d2  e8e7  d2d3"},
        Line{"8 -14 4 44079 Nc6 Nc3 Nf6", 8, false, -14, 40, "Nc6 Nc3 Nf6"},
        Line{"4 +55 0 2707 1.e4 e5", 4, false, 55, 0, "e4 e5"},
        Line{"  0      0     0        0  (Ng1-f3  Nb1-c3, book1)", 0, false, 0, 0, ""},
        Line{"  3  29997     1      751  Rb1-b7  Kh8-g8  Ra2-a8", 3, true, 2, 10, "Rb1-b7  Kh8-g8  Ra2-a8"},
        Line{"4 99997 0 1524 1. Ra7 Kg8 2. Rb8#", 4, true, 2, 0, "Ra7 Kg8 Rb8#"},
        Line{" 7 -999996 2 15294  Kg8 Ra8#", 7, true, -2, 20, "Kg8 Ra8#"},
        Line{"10 +9997 0 1574099 Rb7 Kg8 Ra8#", 10, true, 2, 0, "Rb7 Kg8 Ra8#"},
        Line{"28 100002 3 18013 a2a7 h8g8 b1b8", 28, true, 2, 30, "a2a7 h8g8 b1b8"},
        Line{"28 -100002 3 18013 a2a7", 28, true, -2, 30, "a2a7"},
        Line{"5 32765 3 18013 a2a7", 5, true, 1, 30, "a2a7"},
        Line{"2 8 0 605 d4 exd4 <Nxd4>", 2, false, 8, 0, "d4 exd4 Nxd4"},
        Line{"2 8 0 605 d4 d5 <HT>", 2, false, 8, 0, "d4 d5"},
        Line{"2 8 0 605 {book} d4 d5 (40 games)", 2, false, 8, 0, "d4 d5"}));

TEST_F(CecpBackTest, ReadsTheNumbersBeforeATab) {
  const Info info = back_.read_info("12 -31 500 123456 24 1200000 7\te2e4 e7e5");
  EXPECT_EQ(info.selective_depth, 24);
  EXPECT_EQ(info.nps, 1'200'000U);
  EXPECT_EQ(info.tablebase_hits, 7U);
  EXPECT_EQ(info.pv, "e2e4 e7e5");
  EXPECT_EQ(back_.read_info("12 -31 500 123456 7\te2e4").tablebase_hits, 7U);
  EXPECT_FALSE(back_.read_info("12 -31 500 123456\te2e4").tablebase_hits);
}

TEST_F(CecpBackTest, SeesSearchesThatFailHighAndLow) {
  EXPECT_EQ(back_.read_info("2 1 1 165  d4 !").score->bound, Score::Bound::lower);
  EXPECT_EQ(back_.read_info("4 1245 0 1319 (+) 1. Ra7 Kg8").score->bound, Score::Bound::lower);
  EXPECT_EQ(back_.read_info("4 1245 0 1319 Ra7?").score->bound, Score::Bound::upper);
  EXPECT_EQ(back_.read_info("4 1245 0 1319 Ra7").score->bound, Score::Bound::exact);
}

}  // namespace
}  // namespace polyglot::protocol
