// SPDX-License-Identifier: MIT
// What engines of the XBoard protocol say, and what Polyglot sends them.
#include <polyglot/protocol/cecp_engine.hpp>

#include "support/testing.hpp"

namespace polyglot::protocol {
namespace {

class CecpHandshake : public ::testing::Test {
 protected:
  void greet(std::string_view features) { (void)back_.parse_handshake(features, ignored_); }
  /// The options that an engine of these features has, each with all that is known of it.
  [[nodiscard]] std::vector<std::string> options_of(std::string_view features) {
    greet(features);
    std::vector<std::string> all;
    for (const EngineOption& option : back_.options()) {
      std::string& text = all.emplace_back(option.name + " | " + option.type + " | " + option.default_value);
      if (option.min) text += " | " + *option.min + " to " + *option.max;
      for (const std::string& choice : option.choices) text += " | " + choice;
    }
    return all;
  }
  /// What is sent to set options.
  using Setting = std::pair<const char*, std::optional<std::string>>;
  [[nodiscard]] std::string set(std::initializer_list<Setting> settings) const {
    std::string out;
    for (const auto& [name, value] : settings) back_.print_option(name, value, out);
    return out;
  }

  CecpBack back_;
  std::string ignored_;
};

TEST_F(CecpHandshake, AnswersEachFeature) {
  std::string out;
  (void)back_.parse_handshake(R"(feature ping=1 xedit=1 junk myname="A B" option="nonsense")", out);
  EXPECT_EQ(out, "accepted ping\nrejected xedit\naccepted myname\nrejected option nonsense\n");
  EXPECT_THAT(back_.features().declared,
              ElementsAre("ping=1", "xedit=1", R"(myname="A B")", R"(option="nonsense")"));
  EXPECT_EQ(back_.features().name, "A B");
}

TEST_F(CecpHandshake, LeavesLateFeaturesForTheGuiToAnswer) {
  std::string bare;
  back_.print_move("e2e4", bare);
  EXPECT_EQ(bare, "e2e4\n");

  EXPECT_THAT(back_.read_late_features("move e7e5"), IsEmpty());
  EXPECT_THAT(back_.read_late_features(R"(feature usermove=1 option="A -check 0" option="B -check 0")"),
              ElementsAre("usermove", "option", "option"));
  std::string announced;
  back_.print_move("e2e4", announced);
  EXPECT_EQ(announced, "usermove e2e4\n");
}

TEST_F(CecpHandshake, KeepsAllOptionsOfALine) {
  EXPECT_THAT(
      options_of(
          R"(feature option="A b -check 1" option="C -spin 5 -1 9" option="D -combo x /// *y z /// w" )"
          R"(option="E -button" option="F (0-5) -slider 0 0 5" option="G -string a b" option="H -path ." done=1)"),
      ElementsAre("A b | check | true", "C | spin | 5 | -1 to 9", "D | combo | y z | x | y z | w",
                  "E | button | ", "F (0-5) | slider | 0 | 0 to 5", "G | string | a b", "H | path | .",
                  "Ponder | check | false"));
}

TEST_F(CecpHandshake, RejectsWhatIsDeclaredBeyondAllMeasure) {
  const std::string option = "option=\"" + std::string(1000, 'x') + " -button\"";
  for (std::size_t size = 0; size < 2 * kMostDeclared; size += option.size()) greet("feature " + option);
  std::string out;
  const EngineMessage message = back_.parse_handshake("feature done=1", out);
  EXPECT_TRUE(std::holds_alternative<HandshakeDone>(message));
  EXPECT_EQ(out, "accepted done\n");
  EXPECT_LE(back_.features().declared.size(), kMostDeclared / option.size());
  EXPECT_EQ(back_.features().declared.size(), back_.features().options.size());
  EXPECT_THAT(ignored_, EndsWith("\nrejected option " + std::string(1000, 'x') + " -button\n"));
}

TEST_F(CecpHandshake, MakesOptionsOfMemoryAndCores) {
  EXPECT_THAT(options_of("feature memory=1 smp=1 done=1"),
              ElementsAre(StartsWith("Hash | "), StartsWith("Threads | "), StartsWith("Ponder | ")));
  EXPECT_EQ(set({{"Hash", "128"}, {"Threads", "4"}, {"Ponder", "true"}}), "memory 128\ncores 4\n");
}

TEST_F(CecpHandshake, MakesOptionsOfTablebaseFormats) {
  EXPECT_THAT(options_of(R"(feature egt="scorpio, syzygy" done=1)"),
              ElementsAre(StartsWith("SyzygyPath | string | "), StartsWith("Ponder | ")));
  EXPECT_EQ(set({{"SyzygyPath", "/tables"}, {"NalimovPath", "/others"}}), "egtpath syzygy /tables\n");
}

TEST_F(CecpHandshake, WritesOptionsAsTheEngineDeclaredThem) {
  greet(R"(feature option="Own Book -check 0" option="Clear -button" option="Level -spin 1 0 9" done=1)");
  EXPECT_EQ(set({{"own book", "true"}, {"Clear", std::nullopt}, {"Level", "3"}}),
            "option Own Book=1\noption Clear\noption Level=3\n");
}

TEST_F(CecpHandshake, WritesAnEmptyTextAsNothing) {  // for which UCI has a word
  greet(R"(feature egt="syzygy" option="Book File -file x" done=1)");
  EXPECT_EQ(set({{"Book File", "<empty>"}, {"SyzygyPath", "<empty>"}}),
            "option Book File=\negtpath syzygy \n");
}

TEST_F(CecpHandshake, EndsAtDone) {
  EXPECT_TRUE(std::holds_alternative<Output>(back_.parse_handshake("feature done=0", ignored_)));
  EXPECT_FALSE(back_.may_end_handshake());
  EXPECT_TRUE(std::holds_alternative<Output>(back_.parse_handshake("Banner feature done=1", ignored_)));
  EXPECT_TRUE(std::holds_alternative<HandshakeDone>(back_.parse_handshake("feature done=1", ignored_)));
  EXPECT_TRUE(back_.may_end_handshake());
  EXPECT_TRUE(back_.features().reuse);
}

TEST(CecpBackTest, TellsLinesApart) {
  CecpBack back;
  std::string none;
  EXPECT_EQ(std::get<EngineMoved>(back.parse("move Nf3", none)).move, "Nf3");
  EXPECT_EQ(std::get<Pong>(back.parse("pong 7", none)).number, 7);
  EXPECT_EQ(std::get<MoveRefused>(back.parse("Illegal move (no piece): e2e4", none)).move, "e2e4");
  EXPECT_TRUE(std::holds_alternative<Output>(back.parse("Invalid move:", none)));
  EXPECT_TRUE(std::holds_alternative<AnalysisRefused>(back.parse("Error (unknown command): analyze", none)));
  EXPECT_TRUE(std::get<EngineTells>(back.parse("0-1 {White resigns}", none)).ends_game);
  EXPECT_TRUE(std::get<EngineTells>(back.parse("resign", none)).ends_game);
  EXPECT_FALSE(std::get<EngineTells>(back.parse("offer draw", none)).ends_game);
  EXPECT_FALSE(std::get<EngineTells>(back.parse("tellics whisper 1-0", none)).ends_game);
  EXPECT_TRUE(std::holds_alternative<Output>(back.parse("# offer draw", none)));
  EXPECT_TRUE(std::holds_alternative<Output>(back.parse("Hint: e2e4", none)));
}

TEST(CecpBackTest, WritesWhatARelayedEngineIsTold) {
  CecpBack back;
  std::string out;
  (void)back.parse_handshake("feature usermove=1", out);
  out.clear();
  back.print_move("e2e4", out);
  EXPECT_EQ(out, "usermove e2e4\n");
}

// ---- Thinking output ------------------------------------------------------------------------------------

Info read(std::string_view line, std::string& moves) {
  const auto thinking = read_cecp_thinking(line);
  return thinking ? to_info(*thinking, moves) : Info{};
}
Info read(std::string_view line) {
  std::string moves;
  return read(line, moves);
}

struct Line {
  const char* text;
  int depth;
  bool mate;
  std::int64_t score;
  std::uint64_t time;
  const char* pv;
};

class CecpThinkingOutput : public ::testing::TestWithParam<Line> {};

TEST_P(CecpThinkingOutput, IsRead) {
  std::string moves;
  const Info info = read(GetParam().text, moves);
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
        Line{"6 -15992 3 18013 h7h5", 6, true, -4, 30, "h7h5"},
        Line{"5 32765 3 18013 a2a7", 5, true, 1, 30, "a2a7"},
        Line{"2 8 0 605 d4 exd4 <Nxd4>", 2, false, 8, 0, "d4 exd4 Nxd4"},
        Line{"2 8 0 605 d4 d5 <HT>", 2, false, 8, 0, "d4 d5"},
        Line{"2 8 0 605 {book} d4 d5 (40 games)", 2, false, 8, 0, "d4 d5"}));

TEST(CecpThinkingNumbers, ReadsTheNumbersBeforeATab) {
  const Info info = read("12 -31 500 123456 24 1200000 7\te2e4 e7e5");
  EXPECT_EQ(info.selective_depth, 24);
  EXPECT_EQ(info.nps, 1'200'000U);
  EXPECT_EQ(info.tablebase_hits, 7U);
  EXPECT_EQ(info.pv, "e2e4 e7e5");
  EXPECT_EQ(read("12 -31 500 123456 7\te2e4").tablebase_hits, 7U);
  EXPECT_FALSE(read("12 -31 500 123456\te2e4").tablebase_hits);
}

TEST(CecpThinkingNumbers, SeesSearchesThatFailHighAndLow) {
  EXPECT_EQ(read("2 1 1 165  d4 !").score->bound, Score::Bound::lower);
  EXPECT_EQ(read("4 1245 0 1319 (+) 1. Ra7 Kg8").score->bound, Score::Bound::lower);
  EXPECT_EQ(read("4 1245 0 1319 Ra7?").score->bound, Score::Bound::upper);
  EXPECT_EQ(read("4 1245 0 1319 Ra7").score->bound, Score::Bound::exact);
}

}  // namespace
}  // namespace polyglot::protocol
