// SPDX-License-Identifier: MIT
#include <limits>

#include <polyglot/protocol/cecp.hpp>

#include "support/testing.hpp"

namespace polyglot::protocol {
namespace {

using chess::Color;

template <class Message>
Message from_xboard(std::string_view line) {
  const GuiMessage message = CecpFront().parse(line);
  EXPECT_TRUE(std::holds_alternative<Message>(message)) << line;
  return std::holds_alternative<Message>(message) ? std::get<Message>(message) : Message();
}

template <class Message>
bool reads(std::string_view line) {
  return std::holds_alternative<Message>(CecpFront().parse(line));
}

std::string written(const GuiReply& reply) {
  std::string out;
  CecpFront().print(reply, out);
  return out;
}

// ---- Commands -----------------------------------------------------------------------------------------

TEST(CecpFront, ReadsCommandsOfOneWord) {
  EXPECT_TRUE(reads<NewGame>("new"));
  EXPECT_TRUE(reads<Force>("force"));
  EXPECT_TRUE(reads<PlaySideToMove>("go"));
  EXPECT_TRUE(reads<PlayOtherSide>("playother"));
  EXPECT_TRUE(reads<MoveNow>("?"));
  EXPECT_TRUE(reads<ProgressQuery>("."));
  EXPECT_TRUE(reads<DrawOffered>("draw"));
  EXPECT_TRUE(reads<Analyze>("analyze"));
  EXPECT_TRUE(reads<LeaveAnalysis>("exit"));
  EXPECT_TRUE(reads<Pause>("pause"));
  EXPECT_TRUE(reads<Resume>("resume"));
  EXPECT_TRUE(reads<BookQuery>("bk"));
  EXPECT_TRUE(reads<HintQuery>("hint"));
  EXPECT_TRUE(reads<OpponentIsComputer>("computer"));
  EXPECT_TRUE(reads<Quit>("quit"));
  EXPECT_TRUE(from_xboard<SetPondering>("hard").on);
  EXPECT_FALSE(from_xboard<SetPondering>("easy").on);
  EXPECT_TRUE(from_xboard<ShowThinking>("post").on);
  EXPECT_FALSE(from_xboard<ShowThinking>("nopost").on);
  EXPECT_EQ(from_xboard<TakeBack>("undo").plies, 1);
  EXPECT_EQ(from_xboard<TakeBack>("remove").plies, 2);
  EXPECT_EQ(from_xboard<SetTurn>("white").color, Color::white);
  EXPECT_EQ(from_xboard<SetTurn>("black").color, Color::black);
}

TEST(CecpFront, KnowsNoOtherLines) {
  for (const std::string_view line :
       {// commands of one word with more behind them
        "new game", "go depth 3", "undo 2", "quit now", "random 3", "computer x",
        // commands without what they need
        "ping", "protover", "variant", "setboard", "name", "usermove", "usermove ", "exclude", "include",
        "option", "accepted", "rejected", "rating", "rating 1", "ics", "result", "level 40 5", "st", "sd",
        "nps", "time", "otim", "memory", "cores", "egtpath", "egtpath nalimov", "holding", "holding [P]",
        // wrong numbers and lists
        "level x y z", "level 40 x 0", "level 40 5 x", "level -1 5 0", "level 40 5 0 7", "level 40 -5 0",
        "level 40 5 0.5s", "st x", "st -1", "st 1:", "sd x", "nps x", "time x", "otim 1.5", "memory 0",
        "memory -1", "memory x", "memory 3x", "cores 0", "cores 2 3", "holding ]P[ [Q]", "holding PPN Q",
        // other letters, and words that look like moves
        "New", "FORCE", "Ping 3", "USERMOVE e2e4", "foo", "reset", "bad", "e9", "zz", "a1b2c3d4e5f6", "e4 e5",
        "board8", "b",
        // a word that is for the session
        "uci"}) {
    EXPECT_TRUE(reads<Unknown>(line)) << line;
  }
}

TEST(CecpFront, ReadsCommandsWithText) {
  EXPECT_EQ(from_xboard<SetVariant>("variant fischerandom").name, "fischerandom");
  EXPECT_EQ(from_xboard<protocol::SetUp>("setboard 8/8/8/8/8/5k2/6p1/6K1 w - - 0 1").fen,
            "8/8/8/8/8/5k2/6p1/6K1 w - - 0 1");
  EXPECT_EQ(from_xboard<OpponentName>("name GNU Chess 6").name, "GNU Chess 6");
  EXPECT_EQ(from_xboard<ReadyQuery>("ping 17").tag, "17");
  EXPECT_TRUE(reads<Handshake>("protover 2"));
  const auto path = from_xboard<SetTablebasePath>("egtpath syzygy /tb/s:/tb/two words");
  EXPECT_EQ(path.kind, "syzygy");
  EXPECT_EQ(path.path, "/tb/s:/tb/two words");
}

TEST(CecpFront, IgnoresWhatIsOfNoConsequence) {
  for (const std::string_view line : {"xboard", "random", "accepted done", "rejected sigint",
                                      "rating 2000 2100", "ics freechess.org", "", "  ", "\r"}) {
    EXPECT_TRUE(reads<Ignored>(line)) << line;
  }
}

TEST(CecpFront, BlanksAndCarriageReturnsDoNotMatter) {
  EXPECT_TRUE(reads<NewGame>("  new \r"));
  EXPECT_EQ(from_xboard<PlayMove>(" usermove    e2e4\r").move, "e2e4");
  EXPECT_EQ(from_xboard<SetTimeControl>("level  40   5  0 ").moves, 40);
  EXPECT_EQ(from_xboard<ReadyQuery>("ping\t3").tag, "3");
}

// ---- Time ---------------------------------------------------------------------------------------------

TEST(CecpFront, ReadsWhatPlayersHold) {
  EXPECT_EQ(from_xboard<SetHoldings>("holding [PPN] []").white, "PPN");
  EXPECT_EQ(from_xboard<SetHoldings>("holding [PPN] []").black, "");
  EXPECT_EQ(from_xboard<SetHoldings>("holding [] [Q] BQ").black, "Q");
}

TEST(CecpFront, ReadsTimeControls) {
  struct Case {
    const char* line;
    std::int64_t moves, base, increment;
  };
  for (const Case& tested :
       {Case{"level 40 5 0", 40, 5 * 60'000, 0}, Case{"level 0 2:30 12", 0, 150'000, 12'000},
        Case{"level 0 0:30 0", 0, 30'000, 0}, Case{"level 0 0.5 0", 0, 30'000, 0},
        // The protocol requires that what follows the base time is overlooked.
        Case{"level 40 25+5 0", 40, 25 * 60'000, 0},
        // Defect 28 of 2.0.4: an increment of less than a second became 0.
        Case{"level 0 1 0.5", 0, 60'000, 500}, Case{"level 0 1 .25", 0, 60'000, 250},
        Case{"level 0 1 1.0019", 0, 60'000, 1001}}) {
    const auto control = from_xboard<SetTimeControl>(tested.line);
    EXPECT_EQ(control.moves, tested.moves) << tested.line;
    EXPECT_EQ(control.base, tested.base) << tested.line;
    EXPECT_EQ(control.increment, tested.increment) << tested.line;
  }
}

TEST(CecpFront, ReadsTimesAndLimits) {
  EXPECT_EQ(from_xboard<SetMoveTime>("st 5").time, 5'000);
  EXPECT_EQ(from_xboard<SetMoveTime>("st 0.1").time, 100);
  EXPECT_EQ(from_xboard<SetMoveTime>("st 1:30").time, 90'000);
  const auto ours = from_xboard<SetClock>("time 12345");
  EXPECT_TRUE(ours.ours);
  EXPECT_EQ(ours.time, 123'450);
  EXPECT_FALSE(from_xboard<SetClock>("otim 500").ours);
  EXPECT_EQ(from_xboard<SetClock>("otim -20").time, 0);
  EXPECT_EQ(from_xboard<SetDepthLimit>("sd 6").depth, 6);
  EXPECT_EQ(from_xboard<SetDepthLimit>("sd -1").depth, 0);
  EXPECT_EQ(from_xboard<SetNodeRate>("nps 1000").nps, 1000);
  EXPECT_EQ(from_xboard<SetNodeRate>("nps -1").nps, 0);
  EXPECT_EQ(from_xboard<SetMemory>("memory 100").mebibytes, 100);
  EXPECT_EQ(from_xboard<SetCores>("cores 4").cores, 4);
}

TEST(CecpFront, HugeNumbersDoNotWrap) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(from_xboard<SetClock>("time 99999999999999999999").time, kMost / 10 * 10);
  EXPECT_GT(from_xboard<SetTimeControl>("level 0 99999999999999999999 0").base, 0);
  EXPECT_GT(from_xboard<SetMoveTime>("st 99999999999999999999:99999999999999999999").time, 0);
  EXPECT_EQ(from_xboard<SetDepthLimit>("sd 99999999999").depth, std::numeric_limits<int>::max());
  EXPECT_EQ(from_xboard<SetMemory>("memory 99999999999999999999").mebibytes, kMost);
}

// ---- Results, exclusions, options ---------------------------------------------------------------------

TEST(CecpFront, ReadsResults) {
  const auto won = from_xboard<GameResult>("result 1-0 {White mates}");
  EXPECT_EQ(won.score, GameResult::Score::white_wins);
  EXPECT_EQ(won.comment, "White mates");
  EXPECT_EQ(from_xboard<GameResult>("result 0-1 {Black mates}").score, GameResult::Score::black_wins);
  EXPECT_EQ(from_xboard<GameResult>("result 1/2-1/2 {Draw}").score, GameResult::Score::draw);
  EXPECT_EQ(from_xboard<GameResult>("result * {abort}").score, GameResult::Score::unknown);
  EXPECT_EQ(from_xboard<GameResult>("result 1-0{x}").score, GameResult::Score::white_wins);
}

// Defect 27 of 2.0.4: it took these for unknown commands, and learned nothing.
TEST(CecpFront, AResultNeedsNoComment) {
  for (const std::string_view line : {"result 1-0", "result 1-0 {}", "result 1-0 {", "result 1-0 { }"}) {
    const auto result = from_xboard<GameResult>(line);
    EXPECT_EQ(result.score, GameResult::Score::white_wins) << line;
    EXPECT_EQ(result.comment, "") << line;
  }
}

TEST(CecpFront, ReadsExclusions) {
  const auto excluded = from_xboard<ExcludeMove>("exclude e2e4");
  EXPECT_TRUE(excluded.excluded);
  EXPECT_EQ(excluded.move, "e2e4");
  const auto all = from_xboard<ExcludeMove>("include all");
  EXPECT_FALSE(all.excluded);
  EXPECT_FALSE(all.move);
}

TEST(CecpFront, ReadsOptions) {
  const auto spin = from_xboard<SetOption>("option Skill Level=5");
  EXPECT_EQ(spin.name, "Skill Level");
  EXPECT_EQ(spin.value, "5");
  const auto blanks = from_xboard<SetOption>("option  Hash = 5");
  EXPECT_EQ(blanks.name, "Hash");
  EXPECT_EQ(blanks.value, "5");
  EXPECT_EQ(from_xboard<SetOption>("option Debug Log File=logs/a b=c").value, "logs/a b=c");
  const auto button = from_xboard<SetOption>("option Clear Hash");
  EXPECT_EQ(button.name, "Clear Hash");
  EXPECT_FALSE(button.value);
  EXPECT_EQ(from_xboard<SetOption>("option =5").name, "=5");
  const auto option = from_xboard<SetOption>("option Debug Log File=");
  EXPECT_EQ(option.name, "Debug Log File");
  ASSERT_TRUE(option.value);
  EXPECT_EQ(*option.value, "");
}

// ---- Moves --------------------------------------------------------------------------------------------

TEST(CecpFront, ReadsMoves) {
  const auto move = from_xboard<PlayMove>("usermove e7e8q");
  EXPECT_EQ(move.move, "e7e8q");
  EXPECT_EQ(from_xboard<PlayMove>("usermove a b").move, "a b");
}

TEST(CecpFront, ReadsBareMovesOfProtocol1) {
  for (const std::string_view line : {"e2e4", "e7e8q", "e7e8Q", "Nf3", "exd5", "O-O", "O-O-O", "Qa1xb2+",
                                      "e8=Q#", "e2-e4", "P@e4", "e2e5", "e7e8k", "a10b10", "h0g2"}) {
    EXPECT_EQ(from_xboard<PlayMove>(line).move, line);
  }
}

// ---- edit ---------------------------------------------------------------------------------------------

/// The FEN that a series of lines sets up; "-" if its end does.
std::string set_up(std::initializer_list<std::string_view> lines) {
  CecpFront front;
  GuiMessage last;
  for (const std::string_view line : lines) last = front.parse(line);
  const auto* const message = std::get_if<SetUp>(&last);
  return message == nullptr ? "-" : std::string(message->fen);
}

TEST(CecpFront, EditSetsUpAPosition) {
  EXPECT_EQ(set_up({"edit", "#", "Ke1", "Rh1", "Pa2", "c", "Ke8", "Ra8", "Qd5", "."}),
            "r3k3/8/8/3q4/8/8/P7/4K2R w Kq - 0 1");
  EXPECT_EQ(set_up({"edit", "#", "Kc1", "Pe4", "xe4", "c", "Kc3", "."}), "8/8/8/8/8/2k5/8/2K5 w - - 0 1");
}

TEST(CecpFront, EditReadsNothingElseMeanwhile) {
  CecpFront front;
  EXPECT_TRUE(std::holds_alternative<Ignored>(front.parse("edit")));
  EXPECT_TRUE(std::holds_alternative<Ignored>(front.parse("#")));
  EXPECT_TRUE(std::holds_alternative<Ignored>(front.parse("c")));
  EXPECT_TRUE(std::holds_alternative<Unknown>(front.parse("e2e4")));
  EXPECT_TRUE(std::holds_alternative<Unknown>(front.parse("Pe9")));
  EXPECT_TRUE(std::holds_alternative<protocol::SetUp>(front.parse(".")));
  EXPECT_TRUE(std::holds_alternative<ProgressQuery>(front.parse(".")));
}

TEST(CecpFront, EditKeepsTheSideToMoveThatXboardArranges) {
  EXPECT_EQ(set_up({"new", "force", "a2a3", "edit", "#", "Ke1", "c", "Ke8", "."}),
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(set_up({"usermove a2a3", "new", "edit", "#", "Ke1", "c", "Ke8", "."}),
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(CecpFront, EditRefusesToChangeABoardItDoesNotKnow) {
  CecpFront front;
  (void)front.parse("edit");
  (void)front.parse("Pe4");
  EXPECT_TRUE(std::holds_alternative<Unknown>(front.parse(".")));
}

TEST(CecpFront, EditCanBeLeftByQuitting) {
  CecpFront front;
  (void)front.parse("edit");
  EXPECT_TRUE(std::holds_alternative<Quit>(front.parse("quit")));
}

// ---- Features -----------------------------------------------------------------------------------------

EngineOption option(std::string name, std::string type, std::string value = "") {
  return {std::move(name), std::move(type), std::move(value), {}, {}, {}};
}

EngineOption spin(std::string name, std::string value, std::string min, std::string max) {
  return {std::move(name), "spin", std::move(value), std::move(min), std::move(max), {}};
}

Identity fake_uci() {
  Identity identity;
  identity.name = "FakeUCI 1.0";
  identity.author = "Nobody";
  identity.small_draw = true;
  identity.options = {spin("Hash", "16", "1", "1024"),
                      option("Ponder", "check", "false"),
                      option("OwnBook", "check", "true"),
                      option("Clear Hash", "button"),
                      {"Style", "combo", "Normal", {}, {}, {"Solid", "Normal", "Risky"}},
                      option("NalimovPath", "string", "<empty>"),
                      option("SyzygyPath", "string"),
                      option("UCI_Chess960", "check", "false"),
                      option("UCI_AnalyseMode", "check", "false"),
                      spin("UCI_Elo", "1320", "1320", "3190"),
                      option("Debug Log File", "string"),
                      spin("Threads", "1", "1", "512"),
                      option("GaviotaTbPath", "string", "<empty>"),
                      spin("Draw Score", "0", "-100", "100")};
  identity.own_options = {option("SettingsFile", "file", "polyglot.ini"),
                          option("HandleDraws", "check", "false"), spin("BookDepth", "256", "0", "256"),
                          option("Save", "save")};
  return identity;
}

TEST(CecpFront, FeaturesAreThoseOfTheOldPolyglot) {
  EXPECT_EQ(written(fake_uci()),
            "feature done=0\n"
            "feature analyze=1\n"
            "feature exclude=1\n"
            "feature colors=0\n"
            "feature draw=1\n"
            "feature ics=1\n"
            "feature myname=\"FakeUCI 1.0\"\n"
            "feature name=1\n"
            "feature pause=1\n"
            "feature ping=1\n"
            "feature playother=1\n"
            "feature sigint=1\n"
            "feature reuse=1\n"
            "feature san=0\n"
            "feature setboard=1\n"
            "feature sigint=0\n"
            "feature sigterm=0\n"
            "feature time=1\n"
            "feature usermove=1\n"
            "feature nps=1\n"
            "feature memory=1\n"
            "feature smp=1\n"
            "feature egt=\"nalimov,gaviota,syzygy\"\n"
            "feature variants=\"normal,fischerandom\"\n"
            "feature option=\"OwnBook -check 1\"\n"
            "feature option=\"Clear Hash -button\"\n"
            "feature option=\"Style -combo Solid /// *Normal /// Risky\"\n"
            "feature option=\"UCI_Elo -spin 1320 1320 3190\"\n"
            "feature option=\"Debug Log File -file <empty>\"\n"
            "feature option=\"draw Score -spin 0 -100 100\"\n"
            "feature option=\"Polyglot exclude move -string \"\n"
            "feature option=\"Polyglot SettingsFile -file polyglot.ini\"\n"
            "feature option=\"Polyglot Handledraws -check 0\"\n"
            "feature option=\"Polyglot BookDepth -spin 256 0 256\"\n"
            "feature option=\"Polyglot Save -save\"\n"
            "feature done=1\n");
}

Identity plain(std::string name) {
  Identity identity;
  identity.name = std::move(name);
  return identity;
}

TEST(CecpFront, FeaturesOfAPlainEngine) {
  const std::string text = written(plain("Plain"));
  EXPECT_THAT(text, HasSubstr("feature memory=0\nfeature smp=0\nfeature egt=\"\"\n"
                              "feature variants=\"normal\"\n"));
}

std::string option_line(EngineOption engine_option, bool small_draw = false) {
  Identity identity;
  identity.options = {std::move(engine_option)};
  identity.small_draw = small_draw;
  const std::string text = written(identity);
  const std::size_t begin = text.find("feature option=");
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(CecpFront, TypesOfOptionsAreThoseOfXboard) {
  EXPECT_EQ(option_line(option("EvalFile", "string", "x.nnue")), "feature option=\"EvalFile -file x.nnue\"");
  EXPECT_EQ(option_line(option("Book Path", "string", "/b")), "feature option=\"Book Path -path /b\"");
  EXPECT_EQ(option_line(option("UCI_LogFile", "string", "l")), "feature option=\"UCI_LogFile -string l\"");
  EXPECT_EQ(option_line(option("Contempt", "string", "0")), "feature option=\"Contempt -string 0\"");
  EngineOption slider = spin("Slide", "3", "1", "5");
  slider.type = "slider";
  EXPECT_EQ(option_line(slider), "feature option=\"Slide -slider 3 1 5\"");
  EXPECT_EQ(option_line(option("Odd", "weird", "x")), "feature option=\"Odd -weird x\"");
  EXPECT_EQ(option_line(option("Unset", "check")), "feature option=\"Unset -check 0\"");
  EXPECT_EQ(option_line(option("Level", "spin", "3")), "feature option=\"Level -string 3\"")
      << "XBoard drops an option whose numbers it cannot read";
}

TEST(CecpFront, QuotesCannotBreakAFeature) {
  EXPECT_EQ(option_line(option("Te\"xt", "string", "a\"b")), "feature option=\"Te'xt -string a'b\"");
  EXPECT_THAT(written(plain("The \"Best\"")), HasSubstr("feature myname=\"The 'Best'\"\n"));
}

TEST(CecpFront, OnlyTheFirstDrawOfAnOptionIsSmall) {
  EXPECT_EQ(option_line(option("My Draw Draw", "check"), true), "feature option=\"My draw Draw -check 0\"");
  EXPECT_EQ(option_line(option("My Draw Draw", "check"), false), "feature option=\"My Draw Draw -check 0\"");
}

TEST(CecpFront, AnXboardEngineSpeaksForItself) {
  Identity identity;
  identity.name = "Old Engine";
  identity.features = std::vector<std::string>{"myname=\"Old Engine 2\"",      "ping=0", "sigint=1", "done=0",
                                               "option=\"Style -spin 1 0 9\"", "done=1"};
  identity.own_options = {option("Book", "check", "true")};
  EXPECT_EQ(written(identity),
            "feature done=0\n"
            "feature myname=\"Old Engine 2\"\n"
            "feature ping=0\n"
            "feature option=\"Style -spin 1 0 9\"\n"
            "feature sigint=0\n"
            "feature sigterm=0\n"
            "feature option=\"Polyglot Book -check 1\"\n"
            "feature done=1\n");
}

// ---- Thinking -----------------------------------------------------------------------------------------

Thinking thinking(Score score, std::string_view pv) {
  return {.depth = 3,
          .score = score,
          .time = 1234,
          .nodes = 12345678901,
          .selective_depth = 7,
          .nps = 500999,
          .tablebase_hits = 5,
          .pv = pv};
}

TEST(CecpFront, WritesThinkingOutput) {
  EXPECT_EQ(written(thinking({.value = 25}, "e4 e5 Nf3")), "3 +25 123 12345678901 e4 e5 Nf3\n");
  EXPECT_EQ(written(thinking({.value = -25}, "")), "3 -25 123 12345678901 \n");
  EXPECT_EQ(written(thinking({.value = 0}, "e4")), "3 +0 123 12345678901 e4\n");
}

TEST(CecpFront, RoundsCentiseconds) {
  Thinking line = thinking({.value = 1}, "e4");
  line.time = 15;
  EXPECT_EQ(written(line), "3 +1 2 12345678901 e4\n");
  line.time = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(written(line), "3 +1 1844674407370955162 12345678901 e4\n");
}

TEST(CecpFront, MarksBoundsBehindTheVariation) {
  EXPECT_EQ(written(thinking({.value = 30, .bound = Score::Bound::lower}, "e4 e5")),
            "3 +30 123 12345678901 e4 e5!\n");
  EXPECT_EQ(written(thinking({.value = 30, .bound = Score::Bound::upper}, "e4 e5")),
            "3 +30 123 12345678901 e4 e5?\n");
}

std::string mate(std::int64_t moves, std::int64_t mate_score, bool negated = false) {
  Thinking line;
  line.score = {.is_mate = true, .value = moves};
  line.mate_score = mate_score;
  line.negated = negated;
  const std::string text = written(line);
  return text.substr(2, text.find(' ', 2) - 2);
}

TEST(CecpFront, ShowsMatesAsScores) {
  EXPECT_EQ(mate(3, 0), "+100003");
  EXPECT_EQ(mate(-3, 0), "-100003");
  EXPECT_EQ(mate(0, 0), "-100000");
  EXPECT_EQ(mate(3, 10000), "+9995");
  EXPECT_EQ(mate(-3, 10000), "-9994");
}

TEST(CecpFront, ShowsChancesBehindTheVariation) {
  Thinking line = thinking({.value = 25, .bound = Score::Bound::lower}, "e5");
  line.win_draw_loss = {351, 600, 49};
  EXPECT_THAT(written(line), EndsWith("e5! {W 35.1% D 60.0% L 4.9%}\n"));
  line.negated = true;
  EXPECT_THAT(written(line), EndsWith("e5! {W 4.9% D 60.0% L 35.1%}\n"));
}

TEST(CecpFront, NegatesTheScoreItShows) {
  EXPECT_EQ(mate(3, 10000, true), "-9995");
  EXPECT_EQ(mate(-3, 10000, true), "+9994");
  EXPECT_EQ(mate(0, 0, true), "+100000");
  Thinking line = thinking({.value = 25, .bound = Score::Bound::lower}, "e5");
  line.negated = true;
  EXPECT_EQ(written(line), "3 -25 123 12345678901 e5!\n");
}

TEST(CecpFront, ScoresOfAnySizeCanBeShown) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(mate(kLeast, 0).front(), '-');
  EXPECT_EQ(mate(std::numeric_limits<std::int64_t>::max(), 100'000).front(), '-');
  Thinking line = thinking({.value = kLeast}, "e4");
  line.negated = true;
  EXPECT_EQ(written(line), "3 +9223372036854775807 123 12345678901 e4\n");
}

TEST(CecpFront, ShowsTablebaseHitsBeforeATab) {
  Thinking line = thinking({.value = -25}, "e5 Nf3");
  line.show_tablebase_hits = true;
  EXPECT_EQ(written(line), "3 -25 123 12345678901  7  501 5\te5 Nf3\n");
  line.selective_depth = 31;
  line.nps = 123'456'789;
  EXPECT_EQ(written(line), "3 -25 123 12345678901 31 123457 5\te5 Nf3\n");
  line.selective_depth = 0;
  line.nps = 0;
  EXPECT_EQ(written(line), "3 -25 123 12345678901  0    0 5\te5 Nf3\n");
}

TEST(CecpFront, LongestLineFits) {
  Thinking line = thinking({.value = std::numeric_limits<std::int64_t>::max()}, "e4");
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  line.show_tablebase_hits = true;
  line.depth = line.selective_depth = std::numeric_limits<int>::max();
  line.time = line.nodes = line.nps = line.tablebase_hits = kMost;
  EXPECT_EQ(written(line),
            "2147483647 +9223372036854775807 1844674407370955162 18446744073709551615 2147483647 "
            "18446744073709552 18446744073709551615\te4\n");
}

TEST(CecpFront, Kibitzes) {
  Thinking line = thinking({.value = 26}, "e4 e5 Nf3");
  line.time = 6234;
  line.nodes = 2000;
  line.nps = 5000;
  line.depth = 4;
  EXPECT_EQ(written(Kibitz{"tellall", line}),
            "tellall depth=4 time=6.23 node=2000 speed=5000 score=+0.26 pv=\"e4 e5 Nf3\"\n");
  line.score.value = -105;
  EXPECT_THAT(written(Kibitz{"tellall", line}), HasSubstr(" score=-1.05 "));
}

TEST(CecpFront, ShowsABookMoveAsWordsInParentheses) {
  BookReport report{.form = BookReport::Form::string,
                    .move = "e4",
                    .book = "my book.bin",
                    .share = 6205,
                    .weight = 10,
                    .total_weight = 16};
  EXPECT_EQ(written(report), "0 0 0 0 (Book e4 62.05%, weight 10 of 16, my book.bin)\n");
  report.form = BookReport::Form::depth0;
  EXPECT_THAT(written(report), StartsWith("0 0 0 0 (Book e4 "));
  report.form = BookReport::Form::depth1;
  EXPECT_THAT(written(report), StartsWith("1 0 0 0 (Book e4 "));
  report.form = BookReport::Form::none;
  EXPECT_EQ(written(report), "");
}

// ---- Everything else ----------------------------------------------------------------------------------

TEST(CecpFront, WritesAllOtherReplies) {
  EXPECT_EQ(written(MovePlayed{"e7e8q"}), "move e7e8q\n");
  BookAnswer answer;
  answer.report.move = "e2e4";
  EXPECT_EQ(written(answer), "move e2e4\n");
  EXPECT_EQ(written(ResultClaim{"1/2-1/2", "Stalemate"}), "1/2-1/2 {Stalemate}\n");
  EXPECT_EQ(written(OfferDraw{}), "offer draw\n");
  EXPECT_EQ(written(Resign{}), "resign\n");
  EXPECT_EQ(written(Hint{"Nf3"}), "Hint: Nf3\n");
  EXPECT_EQ(written(IllegalMove{"e2e5"}), "Illegal move: e2e5\n");
  EXPECT_EQ(written(CommandError{"unknown command", "memory 0"}), "Error (unknown command): memory 0\n");
  EXPECT_EQ(written(IllegalPosition{}), "tellusererror Illegal position\n");
  EXPECT_EQ(written(Notice{"no book: x.bin"}), "telluser Polyglot: no book: x.bin\n");
  EXPECT_EQ(written(Alarm{"engine lost"}), "tellusererror Polyglot: engine lost\n");
  EXPECT_EQ(written(ReadyAnswer{"17"}), "pong 17\n");
  EXPECT_EQ(written(EngineStarts{}), "feature done=0\n");
  EXPECT_EQ(written(Progress{
                .time = 20, .nodes = 200, .depth = 2, .moves_left = 19, .moves = 20, .current_move = "e4"}),
            "stat01: 2 200 2 19 20 e4\n");
  EXPECT_EQ(written(Progress{
                .time = 20, .nodes = 200, .depth = 2, .moves_left = 0, .moves = 0, .current_move = ""}),
            "stat01: 2 200 2 0 0\n");
  EXPECT_EQ(written(Raw{"telluser hi"}), "telluser hi\n");
  EXPECT_EQ(written(SearchAnswer{"e2e4", ""}), "");
  EXPECT_EQ(written(SearchInfo{}), "");
  EXPECT_EQ(written(Remark{7, "50% {done}"}), "7 +0 0 0 50% {done}\n");
}

TEST(CecpFront, ListsMoves) {
  BookList list;
  list.rows = {{"Na3", false, {}, false}, {"e4", true, {}, false}};
  EXPECT_EQ(written(list), "    Na3\n *     e4\n\n");
}

// Defect 1 of 2.0.4: it crashed here.
TEST(CecpFront, ListsTheBook) {
  BookList list;
  list.rows = {{"e4", false, 6250, false}, {"Nf3", true, 450, false}, {"a3", false, 0, true}};
  list.threshold = "0.5";
  EXPECT_EQ(written(list),
            "     e4 62.50%\n"
            " *    Nf3  4.50%\n"
            "     a3  0.00% (below threshold 0.5%)\n"
            "\n");
}

}  // namespace
}  // namespace polyglot::protocol
