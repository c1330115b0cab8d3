// SPDX-License-Identifier: MIT
#include "pgn/read_games.hpp"

namespace polyglot::pgn {
namespace {

using test::games_of;

std::vector<std::string> moves_of(std::string_view move_text) {
  const auto games = games_of("[Event \"?\"]\n\n" + std::string(move_text));
  EXPECT_EQ(games.size(), 1U);
  return games.at(0).moves;
}

GameResult result_with(std::string_view tag, std::string_view marker) {
  const std::string text = "[Result \"" + std::string(tag) + "\"]\n\n1. e4 " + std::string(marker) + "\n";
  return test::game_of(text).result();
}

TEST(GameReader, FindsNothingInNothing) {
  for (const char* text : {"", "\n\n", "no game here", "\xEF\xBB\xBF", "[", "[Event", "{", "%", ";", "* 1-0"})
    EXPECT_THAT(games_of(text), IsEmpty()) << text;
}

TEST(GameReader, ReadsTagsAndMoves) {
  const auto games = games_of("[Event \"A\"]\n[Site \"B\"]\n\n1. e4 e5 2. Nf3 1-0\n");
  ASSERT_EQ(games.size(), 1U);
  EXPECT_THAT(games[0].tags, ElementsAre(Pair("Event", "A"), Pair("Site", "B")));
  EXPECT_THAT(games[0].moves, ElementsAre("e4", "e5", "Nf3"));
  EXPECT_EQ(games[0].termination, "1-0");
  EXPECT_EQ(games[0].line, 1U);
}

TEST(GameReader, AnswersForTags) {
  const GameText game =
      test::game_of("[Event \"\"]\n[whiteelo \"2700\"]\n[WhiteElo \"1\"]\n[Annotator \"me\"]\n\n*");
  EXPECT_EQ(game.tag(KnownTag::event), "");
  EXPECT_EQ(game.tag(KnownTag::white_elo), "2700");
  EXPECT_EQ(game.tag(KnownTag::black_elo), std::nullopt);
  EXPECT_EQ(game.tag("annotator"), "me");
  EXPECT_EQ(game.tag("Eventdate"), std::nullopt);
}

TEST(GameReader, KnowsEveryTagThatHasAName) {
  const std::vector<std::string> names = {
      "Event", "Site",    "Date",     "Round",    "White", "Black",       "Result",  "FEN",
      "SetUp", "Variant", "WhiteElo", "BlackElo", "ECO",   "TimeControl", "UTCDate", "PlyCount"};
  std::string text;
  for (const std::string& name : names) text += "[" + name + " \"of " + name + "\"]\n";
  const GameText game = test::game_of(text);
  ASSERT_EQ(names.size(), kKnownTags);
  for (std::size_t i = 0; i < kKnownTags; ++i)
    EXPECT_EQ(game.tag(static_cast<KnownTag>(i)), "of " + names[i]);
}

TEST(GameReader, ReadsTagsThatAreDamaged) {
  const auto games = games_of(
      "[Event \"The \\\"Open\\\" \\\\ 1\"] [Site \"one line\"][Date \"2001\"]\n"
      "[Round \"unescaped \"quotes\" inside\"]\n"
      "[White \"not closed]\n[Black \"no bracket\"\n[Result \"1-0\"\r\n"
      "[WhiteElo \"wrapped\nvalue\"]\n[BlackElo\n[  ECO \t \"C20\"  ]\n[Empty \"\"]\n");
  ASSERT_EQ(games.size(), 1U);
  EXPECT_THAT(games[0].tags,
              ElementsAre(Pair("Event", "The \\\"Open\\\" \\\\ 1"), Pair("Site", "one line"),
                          Pair("Date", "2001"), Pair("Round", "unescaped \"quotes\" inside"),
                          Pair("White", "not closed"), Pair("Black", "no bracket"), Pair("Result", "1-0"),
                          Pair("WhiteElo", "wrapped\nvalue"), Pair("ECO", "C20"), Pair("Empty", "")));
  EXPECT_EQ(unescaped(games[0].tags[0].second), "The \"Open\" \\ 1");
}

TEST(GameReader, DoesNotEndATagAtAQuoteWithABackslash) {
  const auto games = games_of("[Event \"The \\\"] sign\"]\n\n1. e4 *\n");
  ASSERT_EQ(games.size(), 1U);
  EXPECT_THAT(games[0].tags, ElementsAre(Pair("Event", "The \\\"] sign")));
  EXPECT_THAT(games[0].moves, ElementsAre("e4"));
}

TEST(GameReader, TakesTheResultTagBeforeTheMarker) {
  EXPECT_EQ(result_with("1-0", "0-1"), GameResult::white_wins);
  EXPECT_EQ(result_with("1/2-1/2", "*"), GameResult::draw);
  EXPECT_EQ(result_with("*", "0-1"), GameResult::black_wins);
  EXPECT_EQ(result_with("?", "1/2"), GameResult::draw);
  EXPECT_EQ(result_with("?", ""), GameResult::unknown);
}

TEST(GameReader, SeparatesMovesFromAllElse) {
  constexpr std::size_t kDepth = 1'000'000;
  const std::vector<std::pair<std::string, std::vector<std::string>>> texts = {
      // Numbers and marks
      {"1.e4 1...e5 2 . Nf3!? Nc6?? 3.Bb5 $14 $5 a6 = 4. Ba4+- 12 Nf6!",
       {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4+", "Nf6"}},
      {"1. 0-0 O-O-O+ 2. e8(Q)+ exd6 e.p. 3. exd6e.p. d8=N# mate",
       {"0-0", "O-O-O+", "e8(Q)+", "exd6", "exd6e.p.", "d8=N#"}},
      {"1. -- Z0 2. null 0000 - ---", {"--", "Z0", "null", "0000"}},
      // Assessments
      {"1. e4= e5+- 2. Nf3-/+ Nc6-+ 3. Bb5+= a6. 4. Ba4+ e8=Q+ 5. exd6e.p. O-O=",
       {"e4", "e5+", "Nf3", "Nc6", "Bb5+", "a6", "Ba4+", "e8=Q+", "exd6e.p.", "O-O"}},
      // Variations to any depth
      {"1. e4 (1. d4 (1. c4 {)} (1. a4 1-0 * )) d5) e5 ) 2. Nf3", {"e4", "e5", "Nf3"}},
      {"1. e4 " + std::string(kDepth, '(') + "d4" + std::string(kDepth, ')') + " e5", {"e4", "e5"}},
      // Comments that look like tags
      {"1. e4 {wrapped\n[White stands better here]\n[%eval 0.2]\n} e5", {"e4", "e5"}},
      {"1. e4 [%clk 1. a3] e5", {"e4", "e5"}},
  };
  for (const auto& [text, moves] : texts) EXPECT_EQ(moves_of(text), moves) << text.substr(0, 100);
}

TEST(GameReader, TakesAResultOffTheLastMove) {
  const auto games = games_of("[Event \"A\"]\n\n1. e4 e50-1\n\n[Event \"B\"]\n1. d4 d5#1/2-1/2\n");
  ASSERT_EQ(games.size(), 2U);
  EXPECT_THAT(games[0].moves, ElementsAre("e4", "e5"));
  EXPECT_EQ(games[0].termination, "0-1");
  EXPECT_THAT(games[1].moves, ElementsAre("d4", "d5#"));
  EXPECT_EQ(games[1].termination, "1/2-1/2");
}

TEST(GameReader, EndsAnOpenCommentAtTheNextGame) {
  const auto games =
      games_of("[Event \"A\"]\n\n1. e4 {[not a tag\n[%clk 1] (\n\n[Event \"B\"]\n[Site \"s\"]\n\n1. d4");
  ASSERT_EQ(games.size(), 2U);
  EXPECT_THAT(games[0].moves, ElementsAre("e4"));
  EXPECT_THAT(games[1].moves, ElementsAre("d4"));
  EXPECT_EQ(games[1].line, 6U);
}

TEST(GameReader, FindsGamesWithoutTags) {
  const auto games = games_of("1. e4 e5 1-0\nsome words\n 1 . d4 d5\n0-1 and 1. a4\n");
  ASSERT_EQ(games.size(), 2U);
  EXPECT_THAT(games[0].moves, ElementsAre("e4", "e5"));
  EXPECT_THAT(games[1].moves, ElementsAre("d4", "d5"));
  EXPECT_EQ(games[1].line, 3U);
}

TEST(GameReader, FindsGamesOfOneMoveByTheirResult) {
  for (const char* const text : {"Nf3 *", "Nf3 {a comment} 1-0", "Nf3= 1/2-1/2"}) {
    const auto games = games_of(text);
    ASSERT_EQ(games.size(), 1U) << text;
    EXPECT_THAT(games[0].moves, ElementsAre("Nf3")) << text;
  }
  for (const char* const text : {"Nf3", "Nf3 is better *", "see Nf3 1-0"}) {
    EXPECT_TRUE(games_of(text).empty()) << text;
  }
}

TEST(GameReader, ToleratesBlankLinesAmongTags) {
  const auto games = games_of("[Event \"A\"]\n\n[White \"w\"]\r\n\r\n[Black \"b\"]\n\n1. e4\n");
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0].tags.size(), 3U);
}

TEST(GameReader, SeparatesGamesThatHaveOnlyTags) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const auto games = games_of("[Event \"A\"]" + end + "[Site \"s\"]" + end + end + "[Event \"B\"]" + end);
    EXPECT_EQ(games.size(), 2U);
  }
}

std::vector<std::string> flaws_in(std::string_view move_text) {
  const auto games = games_of("[Event \"?\"]\n\n" + std::string(move_text));
  EXPECT_FALSE(games.empty());
  return games.at(0).flaws;
}

TEST(GameReader, NotesTextThatIsLost) {
  EXPECT_THAT(flaws_in("1. e4\n{ e5 2. Nf3"),
              ElementsAre("4: a comment that begins here is not closed; what follows in the game is lost"));
  EXPECT_THAT(flaws_in("1. e4\n(1. d4\n(1. c4) e5 2. Nf3"),
              ElementsAre("4: a variation that begins here is not closed; what follows in the game is lost"));
  EXPECT_THAT(flaws_in("1. e4 (1. d4 {the end ) e5"), ElementsAre(HasSubstr("a comment that begins here")))
      << "of no variation whose end is in an open comment";
  EXPECT_THAT(flaws_in("1. e4 [1. d4\ne5"), ElementsAre(HasSubstr("a [ is not closed")));
  EXPECT_THAT(flaws_in("1. e4 ) e5 } 2. Nf3 )"),
              ElementsAre(HasSubstr("a ) closes no variation"), HasSubstr("a } closes no comment")));
  EXPECT_THAT(flaws_in("1. e4 e5\nWhite is better 2. Nf3"),
              ElementsAre("4: \"White\" is not a move and is skipped"));
  EXPECT_THAT(flaws_in("1. e4 1-0 e5 2. Nf3 1-0"), ElementsAre(HasSubstr("after the result")));
}

TEST(GameReader, NotesACommentThatTheNextOneClosesIfMovesAreMissing) {
  for (const char* const moves : {
           "1. e4 e5 {good 2. Nf3 Nc6 {better} 3. Bb5",
           "1. e4 {king pawn 1... e5 2. Nf3 {knight} 2... Nc6 3. Bb5 a6 1-0",
           "1. e4 {king pawn 1... e5 2. Nf3 {knight} Nc6 3. Bb5",
           "1. e4 {x 1... e5 {y} 2. Nf3",
           "1. e4 e5 {x 2. Nf3 {y} 2... Nc6",
           "1. e4 e5 {x 2. Nf3 {y} 2 ... Nc6",
           "1. e4 e5 {x 2. Nf3 {y} 2\xE2\x80\xA6 Nc6",
           "1 e4 e5 {x 2 Nf3 Nc6 {y} 3 Bc4",
           "e4 e5 {x Nf3 Nc6 {y} 3. Bc4",
           "1... e5 {x 2. Nf3 {y} 2... Nc6",
           "30. e4 e5 {x 31. Nf3 {y} 31... Nc6",
           "1. e4 e5 {x 2. Nf3 Nc6 {y} $1 3. Bc4",
           "1. e4 e5 {x 2. Nf3 Nc6 {y} (3. Bb5) 3. Bc4",
           "1. e4 e5 {x 2. Nf3 Nc6 {y} {z} 3. Bc4",
           "1. e4 e5 {x 2. Nf3 Nc6 {y} [%clk 1:00] ; 3. Bb5\n 3. Bc4",
           "1. e4 e5 (1... c5 {text ) 2. Nf3 Nc6 (2... d6 {next} ) 3. Bb5",
           "{intro 1. e4 e5 2. d4 exd4 {x} 3. Nf3 Nc6 1-0",
           "{intro 1. e4 {x} 1... e5 2. Nf3",
           "{intro 1. e4 {x} e5 2. Nf3",
       })
    EXPECT_THAT(flaws_in(moves), ElementsAre("3: a comment that begins here is not closed before the next "
                                             "one; moves in it are lost"))
        << moves;
}

TEST(GameReader, ToleratesABraceInACommentIfNoMoveIsMissing) {
  for (const char* const moves : {
           "1. e4 e5 {or 1... c5 2. Nf3 {\r\n}\r\n2. Nf3 {a smile :-{ } 2... Nc6",
           "30... e5 {or 30... c5 {} 31. Nf3",
           "1. e4 { :-{ } 1... e5 { :-{ } $1 (1... c5) {z} 2. Nf3",
           "1. e4 { :-{ } 1. ... e5 2. Nf3",
           "1. e4 { :-{ } e5 2. Nf3",
           "1... e5 { :-{ } 2. Nf3 Nc6",
           "1. e4 e5 (1... c5 { :-{ } 2. Nf3) 2. Nf3",
           "{ :-{ } 1. e4 e5",
           "{ :-{ } e4 e5 2. Nf3",
           "1. e4 e5 { :-{ } 1/2-1/2",
       })
    EXPECT_THAT(flaws_in(moves), IsEmpty()) << moves;
  const auto games = games_of("[FEN \"a position\"]\n\n{ :-{ } 30... e5 31. Nf3\n");
  EXPECT_THAT(games.at(0).flaws, IsEmpty());
}

TEST(GameReader, ToleratesUsualRemarks) {
  for (const char* const remark : {"e.p.",
                                   "ep",
                                   "e. p.",
                                   "en passant",
                                   "e.p.+",
                                   "ch",
                                   "ch.",
                                   "dis ch",
                                   "dis.ch.",
                                   "dbl",
                                   "mate",
                                   "Mate!",
                                   "+-",
                                   "-/+",
                                   "=",
                                   "N",
                                   "TN",
                                   "D",
                                   "N.",
                                   "$14",
                                   "...",
                                   "12",
                                   "--",
                                   "Z0",
                                   "null",
                                   "!?",
                                   "~",
                                   "\xE2\x88\x9E",
                                   "\xC2\xB1",
                                   "\xBD",
                                   "\xE2\x80\xA6",
                                   "[%clk 0:01]",
                                   "(any (thing) } you like)",
                                   "; like this",
                                   "{)}"})
    EXPECT_THAT(flaws_in(std::string("1. e4 ") + remark + "\n e5 *"), IsEmpty()) << remark;
  for (const char* const word :
       {"n", "d", "O", "OO", "ed", "exd", "Nf", "x", "White", "f\xC3\xBC", "\xD0\x9A"})
    EXPECT_THAT(flaws_in(std::string("1. e4 ") + word + " e5 *"), ElementsAre(HasSubstr("is not a move")))
        << word;
}

TEST(GameReader, NotesASignWhereAMoveIsDue) {
  for (const char* const moves : {"1. e4 e5 2. N f3 Nc6", "1. e4 e5 2 N f3 Nc6", "1. e4 1... N f6",
                                  "1. e4 e5 2.D f3", "N. f3 2. N. f3", "1.\nN f3"})
    EXPECT_THAT(flaws_in(moves), ElementsAre(HasSubstr("is not a move"))) << moves;
  for (const char* const moves : {"1. Nf3 N Nf6", "1. Nf3 $146 N Nf6", "1. exd6 e.p. N Nf6", "1. 0-0 N Nf6"})
    EXPECT_THAT(flaws_in(moves), IsEmpty()) << moves;
}

TEST(GameReader, ToleratesWordsAtTheEnd) {
  for (const char* const words :
       {"White resigns", "41. Black resigns", "white wins", "draw agreed", "Time", "adjudicated", "adjourned",
        "forfeit", "won on time", "Black's flag fell", "Diag.", "i.e.", "resigns {at last} (1... e5) $1"}) {
    EXPECT_THAT(flaws_in(std::string("1. e4 ") + words + " 1-0"), IsEmpty()) << words;
    EXPECT_THAT(flaws_in(std::string("1. e4 ") + words), IsEmpty()) << words;
  }
  EXPECT_THAT(flaws_in("1. e4 foo e5 bar 2. Nf3 White resigns 1-0"), ElementsAre(HasSubstr("foo")));
}

TEST(GameReader, EndsGamesAtResultsInOtherSpellings) {
  for (const auto& [marker, result] : {std::pair("\xC2\xBD-\xC2\xBD", GameResult::draw),
                                       {"\xBD-\xBD", GameResult::draw},
                                       {"1:0", GameResult::white_wins},
                                       {"0:1", GameResult::black_wins}}) {
    const auto games = games_of(std::string("1. e4 e5 ") + marker + "\n\n1. d4 d5 " + marker + "\n");
    ASSERT_EQ(games.size(), 2U) << marker;
    EXPECT_THAT(games[1].moves, ElementsAre("d4", "d5"));
    EXPECT_EQ(games[1].termination, marker);
    EXPECT_THAT(games[0].flaws, IsEmpty());
    EXPECT_EQ(result_with("?", marker), result);
    EXPECT_EQ(result_with(marker, "*"), result);
    EXPECT_THAT(moves_of(std::string("1. e4 (1. d4 ") + marker + " ) e5"), ElementsAre("e4", "e5"));
  }
  for (const char* const none : {"1:00", "0:10:03", "11:0", "1:0:1", "\xC2\xBD", "\xC2\xBD-\xC2\xBD-"})
    EXPECT_THAT(moves_of(std::string("1. e4 ") + none + " e5"), ElementsAre("e4", "e5")) << none;
}

TEST(GameReader, ToleratesProseBetweenGamesButNotMoves) {
  for (const char* const prose :
       {"forfeit on time\n", "{Nf3 Nc6}", "(e5 2. Nf3)", "\nNf3 is better\n", "; e5 Nf3\n", "\n% e5 Nf3\n",
        "<h1 e5 Nf3>", "[e5 Nf3]", "\n12 games from f4 to h4\n", "0-1", "\n\n1. e4 e5 2. Nf3"})
    EXPECT_THAT(flaws_in(std::string("1. e4 1-0 ") + prose), IsEmpty()) << prose;
  for (const char* const moves : {"e5", "1... e5", "\nprose\ne5 Nf3 and more", "\nOpening: 1. e4 e5\n", "O-O",
                                  "0-0", "5. Nf3 Nc6", "{closed} e5", "{White won\n\n1. e4 e5 1-0\n"})
    EXPECT_THAT(flaws_in(std::string("1. e4 1-0 ") + moves), ElementsAre(HasSubstr("after the result")))
        << moves;
}

TEST(GameReader, TellsLinesInAnyOrder) {
  const std::string text = "[Event \"A\"]\n\n1. e4\ne5\n\n[Event \"B\"]\n\n1. d4\n";
  GameReader reader(text, 100);
  GameText first;
  GameText second;
  ASSERT_TRUE(reader.next(first));
  ASSERT_TRUE(reader.next(second));
  EXPECT_EQ(reader.line_of(second.moves()[0]), 107U);
  EXPECT_EQ(reader.line_of(first.moves()[1]), 103U);
  EXPECT_EQ(reader.line_of(first.text()), 100U);
  EXPECT_EQ(reader.line_of(second.text()), 105U);
}

TEST(GameReader, TakesLinearTime) {
  // Each of these texts would take minutes if it were searched again from every place.
  constexpr std::size_t kSize = 1'000'000;
  const auto repeated = [](std::string_view piece) {
    std::string text;
    while (text.size() < kSize) text += piece;
    return text;
  };
  for (const char* piece : {"[a ",
                            "[a \"",
                            "[a \"\\\"",
                            "{",
                            "{}",
                            "{ } [a \"",
                            "\n[a",
                            "\n[a \"",
                            "\n[Event \"\n\n",
                            "(",
                            "1",
                            "1.",
                            " 1 ",
                            "(e8(Q)",
                            "\n\xEF\xBB\xBF",
                            "\xEF\xBB\xBF",
                            "e4-/",
                            "$",
                            "%\n%",
                            "[",
                            "[ ",
                            "1-0 {",
                            "1-0 {{}",
                            "1-0 <",
                            "<\n",
                            "1-0 <>",
                            "{{} 2. ",
                            "{{} 2 \n",
                            "{{} . ",
                            "1:",
                            "2. . N ",
                            "1 . ",
                            ")}",
                            "e ",
                            "\n\n\n[a \"]"}) {
    games_of(repeated(piece));
    games_of("[Event \"A\"]\n\n1. e4 " + repeated(piece));
  }
}

/// The worst texts: games without tags and move numbers do not show where the next game but one begins.
TEST(GameReader, LooksAtEachCharacterOfGamesWithoutTagsAFewTimes) {
  const auto searched = [](std::string_view game, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += game;
    GameReader reader(text);
    std::size_t games = 0;
    for (GameText read; reader.next(read);) games += read.moves().empty() ? 0 : 1;
    EXPECT_GT(games, 0U) << game;
    return reader.searched();
  };
  for (const char* game : {"e4 *\n", "e4 e5 1-0 ", "e4 (d4) *", "e4 [{] *\n", "e4 *\n[a", "e4 <{> *\n",
                           "e4 {} * ;\n", "e4 * {{}\n"}) {
    const std::uint64_t once = searched(game, 1000);
    EXPECT_LE(searched(game, 4000), 5 * once) << game;
  }
}

/// Only the end of its line shows that it is a tag, far after the part that is searched first.
TEST(GameReader, FindsATagWithoutItsFirstQuoteOnALongLine) {
  const std::string value = "of] e4 e5 " + std::string(100, 'x');
  const auto games = games_of("* \n[Event " + value + "\"]\n\n1. d4 *\n");
  ASSERT_EQ(games.size(), 1U);
  EXPECT_THAT(games[0].moves, ElementsAre("d4"));
}

TEST(GameReader, FindsGamesWithoutTagsFarBehindTheOneBefore) {
  for (const std::size_t blanks : {0U, 40U, 50U, 60U, 64U, 1000U}) {
    const std::string text =
        "e4 e5 *\n" + std::string(blanks, ' ') + "d4 d5 Nf3 *\n" + std::string(blanks, '\n') + "c4 *";
    const auto games = games_of(text);
    ASSERT_EQ(games.size(), 3U) << blanks;
    EXPECT_THAT(games[1].moves, ElementsAre("d4", "d5", "Nf3"));
    EXPECT_THAT(games[2].moves, ElementsAre("c4"));
  }
}

}  // namespace
}  // namespace polyglot::pgn
