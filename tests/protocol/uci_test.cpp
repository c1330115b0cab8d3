// SPDX-License-Identifier: MIT
#include <polyglot/protocol/uci.hpp>

#include "support/testing.hpp"

namespace polyglot::protocol {
namespace {

template <class Message>
Message from_gui(std::string_view line) {
  return std::get<Message>(UciFront().parse(line));
}

TEST(UciFront, ReadsPositions) {
  const auto start = from_gui<SetPosition>("position startpos moves e2e4  e7e5");
  EXPECT_TRUE(start.readable);
  EXPECT_EQ(start.fen, "");
  EXPECT_EQ(start.moves, "e2e4  e7e5");

  const auto fen = from_gui<SetPosition>("position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2");
  EXPECT_TRUE(fen.readable);
  EXPECT_EQ(fen.fen, "8/8/8/8/8/8/8/K1k5 w - - 0 1");
  EXPECT_EQ(fen.moves, "a1a2");
}

TEST(UciFront, DoubtsPositionsItCannotRead) {
  for (const std::string_view line : {"position", "position fen", "position e2e4", "position fen moves e2e4",
                                      "position startpos e2e4", "position moves e2e4"}) {
    EXPECT_FALSE(from_gui<SetPosition>(line).readable) << line;
  }
}

TEST(UciFront, ReadsWhatMattersOfGo) {
  const auto clock = from_gui<Go>("go wtime 1000 btime 1000 winc 0").limits;
  EXPECT_FALSE(clock.infinite || clock.ponder || clock.mate || clock.perft || clock.restricted);
  EXPECT_TRUE(from_gui<Go>("go infinite").limits.infinite);
  EXPECT_TRUE(from_gui<Go>("go ponder wtime 1").limits.ponder);
  EXPECT_TRUE(from_gui<Go>("go mate 3").limits.mate);
  EXPECT_TRUE(from_gui<Go>("go perft 5").limits.perft);
}

TEST(UciFront, EndsSearchMovesAtTheNextKeyword) {
  const auto limits = from_gui<Go>("go searchmoves e2e4 d2d4 depth 5").limits;
  EXPECT_TRUE(limits.restricted);
  EXPECT_THAT(limits.search_moves, ElementsAre("e2e4", "d2d4"));
  EXPECT_TRUE(from_gui<Go>("go searchmoves").limits.restricted);
}

TEST(UciFront, ReadsOptionNamesAndValuesWithBlanks) {
  const auto spin = from_gui<SetOption>("setoption name Move Overhead value 30");
  EXPECT_EQ(spin.name, "Move Overhead");
  EXPECT_EQ(spin.value, "30");
  const auto path = from_gui<SetOption>("setoption name SyzygyPath value /a b/value of c");
  EXPECT_EQ(path.name, "SyzygyPath");
  EXPECT_EQ(path.value, "/a b/value of c");
  EXPECT_EQ(from_gui<SetOption>("setoption name Clear Hash").value, std::nullopt);
  EXPECT_EQ(from_gui<SetOption>("setoption name EvalFile value").value, "");
  EXPECT_EQ(from_gui<SetOption>("setoption Move Overhead value 30").name, "Move Overhead");
}

TEST(UciFront, KnowsItsGuiByTheFirstLine) {
  for (const std::string_view line : {"uci", " uci ", "isready", "setoption name Hash value 1", "ucinewgame",
                                      "position startpos", "go movetime 100"}) {
    EXPECT_TRUE(begins_uci(line)) << line;
  }
  for (const std::string_view line : {"xboard", "protover 2", "new", "go", "ucix", "e2e4", "quit"}) {
    EXPECT_FALSE(begins_uci(line)) << line;
  }
}

TEST(UciFront, ReadsEveryLimitOfGo) {
  const auto limits = from_gui<Go>(
                          "go wtime 1000 btime -20 winc 3 binc 4 movestogo 5 movetime 6 depth 7 "
                          "nodes 12345678901 mate 2")
                          .limits;
  EXPECT_EQ(limits.white_time, 1000);
  EXPECT_EQ(limits.black_time, -20);
  EXPECT_EQ(limits.white_increment, 3);
  EXPECT_EQ(limits.black_increment, 4);
  EXPECT_EQ(limits.moves_to_go, 5);
  EXPECT_EQ(limits.move_time, 6);
  EXPECT_EQ(limits.depth, 7);
  EXPECT_EQ(limits.nodes, 12345678901U);
  EXPECT_EQ(limits.mate, 2);
}

std::string book_move(BookReport::Form form, std::string book = "my book.bin") {
  const BookReport report{
      .form = form, .move = "e2e4", .book = std::move(book), .share = 6205, .weight = 10, .total_weight = 16};
  std::string out;
  UciFront().print(BookAnswer{.report = report, .ponder = "e7e5"}, out);
  return out;
}

TEST(UciFront, ReportsABookMoveInTheFormThatIsWanted) {
  using Form = BookReport::Form;
  const std::string words = "info string book my book.bin e2e4 62.05% (weight 10 of 16)\n";
  const std::string move = "bestmove e2e4 ponder e7e5\n";
  EXPECT_EQ(book_move(Form::none), move);
  EXPECT_EQ(book_move(Form::string), words + move);
  EXPECT_EQ(book_move(Form::depth0), "info depth 0 nodes 0 time 0 pv e2e4\n" + words + move);
  EXPECT_EQ(book_move(Form::depth1),
            "info depth 1 seldepth 1 score cp 0 nodes 0 nps 0 time 0 pv e2e4\n" + words + move);
}

TEST(UciFront, TellsHowAScoreIsBounded) {
  const auto score = [](Score::Bound bound) {
    SearchInfo message;
    message.info.depth = 7;
    message.info.score = Score{.is_mate = false, .value = 30, .bound = bound};
    std::string out;
    UciFront().print(message, out);
    return out;
  };
  EXPECT_EQ(score(Score::Bound::exact), "info depth 7 score cp 30\n");
  EXPECT_EQ(score(Score::Bound::lower), "info depth 7 score cp 30 lowerbound\n");
  EXPECT_EQ(score(Score::Bound::upper), "info depth 7 score cp 30 upperbound\n");
}

TEST(UciFront, QuotesKeywordsInWords) {
  EXPECT_THAT(book_move(BookReport::Form::string, "my score book.bin"),
              testing::StartsWith("info string book my \"score\" book.bin e2e4 "));
  std::string out;
  UciFront().print(Notice{"depth, times and  time"}, out);
  UciFront().print(Alarm{"score"}, out);
  UciFront().print(Remark{.depth = 0, .text = "tellall pv e4"}, out);
  EXPECT_EQ(out,
            "info string depth, times and  \"time\"\ninfo string \"score\"\n"
            "info string tellall \"pv\" e4\n");
}

TEST(UciFront, PrintsOptionsOfOtherProtocolsInItsOwnTypes) {
  std::string out;
  Identity identity;
  identity.name = "E";
  identity.author = "A";
  identity.options = {{"Book", "file", "", {}, {}, {}},
                      {"Nice", "slider", "5", "0", "20", {}},
                      {"Clear", "button", "", {}, {}, {}},
                      {"Style", "combo", "Solid", {}, {}, {"Solid", "Very Wild"}}};
  identity.own_options = {{"BookFile", "file", "b.bin", {}, {}, {}}};
  UciFront().print(identity, out);
  EXPECT_EQ(out,
            "id name E\nid author A\n"
            "option name Book type string default <empty>\n"
            "option name Nice type spin default 5 min 0 max 20\n"
            "option name Clear type button\n"
            "option name Style type combo default Solid var Solid var Very Wild\n"
            "option name Polyglot BookFile type string default b.bin\n"
            "uciok\n");
}

TEST(UciBack, ReadsOptions) {
  const EngineOption spin = parse_uci_option(" name Move Overhead type spin default 10 min 0 max 5000");
  EXPECT_EQ(spin.name, "Move Overhead");
  EXPECT_EQ(spin.type, "spin");
  EXPECT_EQ(spin.default_value, "10");
  EXPECT_EQ(spin.min, "0");
  EXPECT_EQ(spin.max, "5000");

  const EngineOption combo =
      parse_uci_option("name Style type combo default Normal var Solid var Very Risky");
  EXPECT_EQ(combo.default_value, "Normal");
  EXPECT_THAT(combo.choices, ElementsAre("Solid", "Very Risky"));
  const EngineOption keywords =
      parse_uci_option("name Style type combo default default var min var default var var");
  EXPECT_EQ(keywords.default_value, "default");
  EXPECT_THAT(keywords.choices, ElementsAre("min", "default", "var"));
  EXPECT_EQ(parse_uci_option("name Style type combo default var Solid").default_value, "");
}

TEST(UciBack, KeepsEveryWordOfAStringDefault) {
  EXPECT_EQ(parse_uci_option("name Debug Log File type string default").default_value, "");
  EXPECT_EQ(parse_uci_option("name P type string default a var b min c").default_value, "a var b min c");
}

TEST(UciBack, ReadsTheHandshake) {
  EXPECT_EQ(std::get<IdName>(UciBack::parse_handshake("id name Toga II 3.0")).text, "Toga II 3.0");
  EXPECT_EQ(std::get<IdAuthor>(UciBack::parse_handshake("id author A. B.")).text, "A. B.");
  EXPECT_TRUE(std::holds_alternative<HandshakeDone>(UciBack::parse_handshake(" uciok ")));
  EXPECT_TRUE(std::holds_alternative<Output>(UciBack::parse_handshake("uciok2")));
}

TEST(UciBack, TakesOnlyARealErrorAnswerForARefusal) {
  EXPECT_TRUE(
      std::holds_alternative<HandshakeRefused>(UciBack::parse_handshake("Error (unknown command): uci")));
  EXPECT_TRUE(std::holds_alternative<HandshakeRefused>(UciBack::parse_handshake("Illegal move: uci")));
  EXPECT_TRUE(std::holds_alternative<IdName>(UciBack::parse_handshake("id name Error in uci")));
  EXPECT_TRUE(std::holds_alternative<Output>(UciBack::parse_handshake("Illegal Eagle, a uci engine")));
}

TEST(UciBack, TellsAnswersFromOutput) {
  EXPECT_TRUE(std::holds_alternative<BestMove>(UciBack::parse("bestmove e2e4 ponder e7e5")));
  EXPECT_TRUE(std::holds_alternative<BestMove>(UciBack::parse("  bestmove (none)")));
  EXPECT_TRUE(std::holds_alternative<Ready>(UciBack::parse("readyok")));
  EXPECT_TRUE(std::holds_alternative<SearchOutput>(UciBack::parse("info string readyok")));
  EXPECT_TRUE(std::holds_alternative<Output>(UciBack::parse("bestmoves e2e4")));
}

/// All that a line says, in the order of Info.
std::string said_in(std::string_view line) {
  const Info info = parse_uci_info(line);
  std::ostringstream out;
  const auto say = [&out](const char* name, const auto& value) {
    if (value) out << name << *value << ' ';
  };
  say("depth ", info.depth);
  say("seldepth ", info.selective_depth);
  say("multipv ", info.multipv);
  if (info.score) {
    constexpr const char* kBounds[] = {"", "lowerbound ", "upperbound "};
    out << (info.score->is_mate ? "mate " : "cp ") << info.score->value << ' '
        << kBounds[static_cast<int>(info.score->bound)];
  }
  say("nodes ", info.nodes);
  say("nps ", info.nps);
  say("time ", info.time);
  say("tbhits ", info.tablebase_hits);
  if (const auto& chances = info.win_draw_loss)
    out << "wdl " << (*chances)[0] << '/' << (*chances)[1] << '/' << (*chances)[2] << ' ';
  say("currmovenumber ", info.current_move_number);
  if (!info.current_move.empty()) out << "currmove " << info.current_move << ' ';
  if (!info.pv.empty()) out << "pv [" << info.pv << "] ";
  if (!info.text.empty()) out << "text [" << info.text << "] ";
  return out.str();
}

TEST(UciInfo, IsReadFieldByField) {
  struct Case {
    const char* line;
    const char* said;
  };
  for (const auto& [line, said] : {
           // As Stockfish writes it.
           Case{"info depth 24 seldepth 31 multipv 2 score cp -35 nodes 12345678901 nps 987654 hashfull 341 "
                "tbhits 17 time 12500 pv e7e5 g1f3 b8c6 a7a8q",
                "depth 24 seldepth 31 multipv 2 cp -35 nodes 12345678901 nps 987654 time 12500 tbhits 17 "
                "pv [e7e5 g1f3 b8c6 a7a8q] "},
           Case{"info depth 7 score cp -6 wdl 3 977 20 upperbound nodes 2000 pv g8f6",
                "depth 7 cp -6 upperbound nodes 2000 wdl 3/977/20 pv [g8f6] "},
           Case{"info depth 3", "depth 3 "},
           Case{"", ""},
           Case{"info", ""},
           Case{"info   ", ""},
           // Scores.
           Case{"info depth 5 score cp 30 lowerbound pv e2e4", "depth 5 cp 30 lowerbound pv [e2e4] "},
           Case{"info score upperbound cp 30", "cp 30 upperbound "},
           Case{"info score mate -3 upperbound nodes 7", "mate -3 upperbound nodes 7 "},
           Case{"info score cp +30 depth 2", "depth 2 cp 30 "},
           Case{"info score cp +-30", ""},
           Case{"info wdl 400 350 250 depth 9", "depth 9 wdl 400/350/250 "},
           Case{"info wdl 400 350 depth 9", "depth 9 "},
           // The move being searched.
           Case{"info depth 7 currmove e2e4 currmovenumber 3", "depth 7 currmovenumber 3 currmove e2e4 "},
           Case{"info currmove depth 5", "depth 5 "},
           // Defect 40 of 2.0.4: its numbers wrapped at 32 bits.
           Case{"info depth 99999999999 nodes 18446744073709551615 nps 99999999999999999999 "
                "time 5000000000 score cp 99999999999999999999",
                "depth 2147483647 cp 9223372036854775807 nodes 18446744073709551615 "
                "nps 18446744073709551615 time 5000000000 "},
           Case{"info score cp -99999999999999999999", "cp -9223372036854775807 "},
           // What is no number is not said, and a keyword is no value.
           Case{"info depth -4 seldepth x multipv 1x nodes -1 time 1.5 nps 7 score cp y", "nps 7 "},
           Case{"info depth score cp nodes 5", "nodes 5 "},
           // Words without use, and unknown ones among known ones.
           Case{"info cpuload 900 hashfull 12 sbhits 3 currline 1 e2e4 e7e5 refutation d1h5 g6h5 depth 4",
                "depth 4 "},
           Case{"info depth 4 movesleft 33 score cp 8 pv a2a3", "depth 4 cp 8 pv [a2a3] "},
           // A string takes the rest of the line. A line that begins with an unknown word is a remark.
           Case{"info depth 6 string  50% depth 9 pv done ", "depth 6 text [50% depth 9 pv done] "},
           Case{"info string", ""},
           Case{"info foo bar  baz", "text [foo bar  baz] "},
           Case{"info foo depth 3", "text [foo depth 3] "},
           // Variations, in any notation, end at a keyword.
           Case{"info depth 9 pv e2e4 e7e5 g1f3 nodes 5 time 3",
                "depth 9 nodes 5 time 3 pv [e2e4 e7e5 g1f3] "},
           Case{"info pv a7a8q b2 e4 string hello", "pv [a7a8q b2 e4] text [hello] "},
           Case{"info pv Nf3 d5 O-O Qxh7+", "pv [Nf3 d5 O-O Qxh7+] "},
           Case{"info pv  e2e4  e7e5 ", "pv [e2e4  e7e5] "},
           Case{"info pv", ""},
           Case{"info pv depth 3", "depth 3 "},
           Case{"info\tdepth\t5\tpv\te2e4\te7e5\tnodes\t3", "depth 5 nodes 3 pv [e2e4\te7e5] "},
       })
    EXPECT_EQ(said_in(line), said) << line;
}

TEST(Text, TakesWordsBetweenAnyBlanks) {
  std::string_view text = "  go \t depth  5 ";
  EXPECT_EQ(take_word(text), "go");
  EXPECT_EQ(take_word(text), "depth");
  EXPECT_EQ(take_word(text), "5");
  EXPECT_EQ(take_word(text), "");
  EXPECT_TRUE(text.empty());
}

TEST(Text, TakesUpToAKeywordThatIsAWholeWord) {
  std::string_view text = " Move Overhead type  spin";
  EXPECT_EQ(take_until(text, "type"), "Move Overhead");
  EXPECT_EQ(text, " type  spin");
  std::string_view other = "prototype of all";
  EXPECT_EQ(take_until(other, "type"), "prototype of all");
  EXPECT_TRUE(other.empty());
}

TEST(Text, TakesNothingBeforeALeadingKeyword) {
  std::string_view text = "type check";
  EXPECT_EQ(take_until(text, "type"), "");
  EXPECT_EQ(text, "type check");
}

TEST(Text, ComparesNamesWithoutLetterCase) {
  EXPECT_TRUE(equal_ignoring_case("UCI_Chess960", "uci_chess960"));
  EXPECT_FALSE(equal_ignoring_case("Hash", "Hash "));
}

TEST(Text, TakesNumbersTooLargeForTheLargestThereIs) {
  std::string_view text = "99999999999 12ms";
  EXPECT_EQ(take_clamped_number<int>(text), std::numeric_limits<int>::max());
  EXPECT_EQ(text, " 12ms");
  EXPECT_EQ(take_clamped_number<int>(text), std::nullopt);
  EXPECT_EQ(parse_clamped_number<int>("-99999999999"), std::numeric_limits<int>::min());
  EXPECT_EQ(parse_clamped_number<unsigned>("-1"), std::nullopt);
  EXPECT_EQ(parse_clamped_number<int>("12ms"), std::nullopt);
  EXPECT_EQ(parse_number<int>("99999999999"), std::nullopt);
}

}  // namespace
}  // namespace polyglot::protocol
