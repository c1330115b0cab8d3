// SPDX-License-Identifier: MIT
#include <polyglot/name_search.hpp>
#include <polyglot/pgn/game_reader.hpp>

#include "builder/made_book.hpp"
#include "builder/tag_values.hpp"
#include "support/testing.hpp"

namespace polyglot::builder::test {
namespace {

/// How many of the games pass.
std::uint64_t passing(const std::string& games, const GameFilter& filter) {
  auto settings = all_moves();
  settings.filter = filter;
  const auto counts = make({games}, settings).summary.counts;
  EXPECT_EQ(counts.used + counts.filtered, counts.games);
  return counts.used;
}

std::string tagged(const std::string& tags) {
  return game("1-0", "1. e4 e5 2. Nf3", tags);
}

std::string rated(const char* white, const char* black) {
  return tagged(std::string("[WhiteElo \"") + white + "\"]\n[BlackElo \"" + black + "\"]\n");
}

TEST(GameFilter, ByElo) {
  const std::string games = rated("2400", "2300") + rated("2400", "2000") + rated("2400", "?") + tagged("");
  GameFilter filter{.elo = {.least = 2100}};
  EXPECT_EQ(passing(games, filter), 1U);
  filter.elo_of = EloOf::either;
  EXPECT_EQ(passing(games, filter), 3U);
  filter.elo_of = EloOf::mean;
  EXPECT_EQ(passing(games, filter), 2U);
  filter.elo.most = 2300;
  EXPECT_EQ(passing(games, filter), 1U);
  EXPECT_EQ(passing(games, {.max_elo_difference = 100}), 1U);
  // The mean is rounded down.
  EXPECT_EQ(passing(rated("2400", "2399"), {.elo = {.least = 2400}, .elo_of = EloOf::mean}), 0U);
  EXPECT_EQ(passing(rated("2400", "2399"), {.elo = {.least = 2399}, .elo_of = EloOf::mean}), 1U);
  EXPECT_EQ(passing(rated("2400", "2400"), {.elo = {.least = 2400}, .elo_of = EloOf::mean}), 1U);
}

TEST(GameFilter, ByEloThatIsTooLargeForANumber) {
  for (const char* const elo : {"2147483647", "2147483648", "99999999999999999999"}) {
    const std::string games = rated(elo, elo) + rated(elo, "2400");
    EXPECT_EQ(passing(games, {.elo = {.least = 1}, .elo_of = EloOf::mean}), 0U) << elo;
    EXPECT_EQ(passing(games, {.elo = {.least = 1}, .elo_of = EloOf::either}), 1U) << elo;
  }
  const std::string largest = rated("2147483646", "2147483646");
  EXPECT_EQ(passing(largest, {.elo = {.least = 2147483646}, .elo_of = EloOf::mean}), 1U);
}

TEST(GameFilter, ByDateAsFarAsItIsKnown) {
  const auto dated = [](const char* date) { return tagged(std::string("[Date \"") + date + "\"]\n"); };
  const std::string games =
      dated("2019.12.31") + dated("2020.??.??") + dated("2020.06.15") + dated("????.??.??") + tagged("");
  EXPECT_EQ(passing(games, {.date = {.least = 20200101}}), 2U);
  EXPECT_EQ(passing(games, {.date = {.most = 20200614}}), 2U);
  EXPECT_EQ(passing(games, {.date = {.least = 20200616, .most = 20201231}}), 1U);
}

TEST(GameFilter, ByResult) {
  const std::string games = game("1-0", "1. e4") + game("0-1", "1. e4") + game("*", "1. e4");
  EXPECT_EQ(passing(games, {.results = {"1-0", "0-1"}}), 2U);
  EXPECT_EQ(passing(games, {.results = {"*"}}), 1U);
  const std::string behind =
      "[Event \"?\"]\n\n1. e4 1-0\n\n[Result \"*\"]\n\n1. e4 1 - 0\n\n[Result \"1-0 \"]\n\n1. e4 *\n";
  EXPECT_EQ(passing(behind, {.results = {"1-0"}}), 3U);
  EXPECT_EQ(passing(behind, {.sides = Sides::winner}), 3U);
}

TEST(GameFilter, ByTimeControl) {
  const auto timed = [](const char* control) {
    return tagged(std::string("[TimeControl \"") + control + "\"]\n");
  };
  const std::string games =
      timed("60+1") + timed("300+3") + timed("40/5400+30:1800") + timed("1/86400") + timed("-") + tagged("");
  EXPECT_EQ(passing(games, {.time_classes = {TimeClass::bullet}}), 1U);
  EXPECT_EQ(passing(games, {.time_classes = {TimeClass::blitz, TimeClass::classical}}), 2U);
  EXPECT_EQ(passing(games, {.time_classes = {TimeClass::correspondence}}), 2U);
  EXPECT_EQ(passing(games, {.base_time = {.least = 300, .most = 5400}}), 2U);
}

TEST(GameFilter, ByTimeControlInWords) {
  const std::vector<std::pair<const char*, TimeClass>> controls = {
      {"15'/game & 10\\\"/move", TimeClass::rapid},
      {"60 mins", TimeClass::classical},
      {"90 min + 30 sec", TimeClass::classical},
      {"3 min + 2 sec", TimeClass::blitz},
      {"90min/40moves + 30min + 30sec/move", TimeClass::unknown},
      {"2 hours", TimeClass::classical},
      {"40 moves in 2 hours", TimeClass::unknown},
      {"G/60", TimeClass::classical},
      {"90", TimeClass::bullet},
      {"40/90, SD/30", TimeClass::unknown},
      {"15 + 10", TimeClass::unknown},
      {"5 min blitz", TimeClass::unknown},
      {"99999999999 min", TimeClass::unknown},
      {" 300+3 ", TimeClass::blitz},
      {"300+3 : 60", TimeClass::blitz}};
  for (const auto& [control, time_class] : controls) EXPECT_EQ(time_class_of(control), time_class) << control;
}

TEST(GameFilter, ByOpening) {
  const auto coded = [](const char* eco) { return tagged(std::string("[ECO \"") + eco + "\"]\n"); };
  const std::string games =
      coded("A00") + coded("B20") + coded("b33a") + coded("B99") + coded("C65") + tagged("");
  EXPECT_EQ(passing(games, {.eco = {*openings::EcoRange::read("B20-B33"), *openings::EcoRange::read("C")}}),
            3U);
}

TEST(GameFilter, ByTheLastPositionThatHasAName) {
  const auto names = std::make_shared<const openings::OpeningNames>(
      openings::OpeningNames::parse("B00\tKing's Pawn Game\t1. e4\nC20\tOpen Game\t1. e4 e5\n"
                                    "C40\tKing's Knight Opening\t1. e4 e5 2. Nf3\n",
                                    "names")
          .value());
  // Tags do not count, the order of the moves neither.
  const std::string games = game("1-0", "1. e4 e5 2. Nf3 a6", "[ECO \"A00\"]\n") +
                            game("1-0", "1. Nf3 e5 2. e4") + game("1-0", "1. e4 e5 2. Nc3") +
                            game("1-0", "1. e4 c5") + game("1-0", "1. d4", "[ECO \"C40\"]\n");
  const auto named = [&](const std::vector<const char*>& wanted) {
    GameFilter filter{.opening_names = names};
    for (const char* const text : wanted) filter.openings_wanted.emplace_back(text);
    return passing(games, filter);
  };
  EXPECT_EQ(named({"C40"}), 2U);
  EXPECT_EQ(named({"C20-C99"}), 3U);
  EXPECT_EQ(named({"C20"}), 1U);
  EXPECT_EQ(named({"kings"}), 3U);
  EXPECT_EQ(named({"C20", "King's Pawn"}), 2U);
  EXPECT_EQ(named({"A00"}), 0U);
}

TEST(GameFilter, ByPlayerAndEvent) {
  const auto played = [](const char* white, const char* black) {
    return tagged(std::string("[White \"") + white + "\"]\n[Black \"" + black + "\"]\n");
  };
  const std::string games =
      played("Tal, Mikhail", "Petrosian") + played("Smyslov", "TAL") + played("Talbot", "Kan");
  GameFilter filter{.player = "^tal\\b"};
  EXPECT_EQ(passing(games, filter), 2U);
  filter.player_side = Sides::black;
  EXPECT_EQ(passing(games, filter), 1U);
  EXPECT_EQ(passing(games, {.event = "^te?st$"}), 3U);
  EXPECT_EQ(passing(games, {.event = "open"}), 0U);
  EXPECT_EQ(passing(games + played("", "?") + tagged(""), {.player = "^.?$"}), 0U) << "tells nothing";
}

TEST(GameFilter, ByNamesWithSignsOfExpressionsAndInLatin1) {
  for (const auto& [name, wanted] : {std::pair("Fairy-Max (4.8)", "Fairy-Max (4.8)"),
                                     {"C++ engine", "c++ engine"},
                                     {"World Ch (rapid)", "Ch (rapid)"},
                                     {"M\xFCller, K", "M\u00fcller"},
                                     {"M\u00fcller, K", "M\u00fcller"},
                                     {"The \\\"Bot\\\"", "\"bot\""}}) {
    const std::string games = tagged(std::string("[White \"") + name + "\"]\n") + tagged("");
    EXPECT_EQ(passing(games, {.player = wanted}), 1U) << wanted;
  }
}

TEST(GameFilter, RefusesWhatIsNoRegularExpression) {
  auto settings = all_moves();
  settings.filter.player = "(";
  EXPECT_THAT(try_to_make({tagged("")}, settings).error().what, HasSubstr("\"(\" is no regular expression"));
}

TEST(GameFilter, ByVariantAndLength) {
  const std::string chess960 =
      tagged("[Variant \"Chess960\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n");
  EXPECT_EQ(passing(chess960 + tagged(""), {.variant = "chess960"}), 1U);
  EXPECT_EQ(passing(chess960 + times(2, tagged("")), {.variant = "standard"}), 2U);
  EXPECT_EQ(passing(game("1-0", "1. e4 e5 2. d4 d5") + tagged(""), {.min_plies = 4}), 1U);
}

TEST(GameFilter, SamplesByChanceAndSeed) {
  const std::string games = times(1000, tagged(""));
  const auto sampled = passing(games, {.sample = 0.25, .seed = 1});
  EXPECT_NEAR(static_cast<double>(sampled), 250, 60);
  EXPECT_EQ(passing(games, {.sample = 0.25, .seed = 1}), sampled);
  EXPECT_NE(passing(games, {.sample = 0.25, .seed = 2}), sampled);
  EXPECT_EQ(passing(games, {.sample = 0}), 0U);
}

TEST(Filter, SkipsAGameWhoseNameIsTooComplexAndReportsIt) {
  const std::string name(60, 'a');
  auto settings = all_moves();
  settings.filter.player = "(.+)+(.+)+(.+)+l$";
  settings.drop_duplicates = true;
  settings.threads = 4;
  settings.memory = kLeastMemory;
  const std::string harmless = times(2000, game("1-0", "1. e4 e5 2. Nf3", "[White \"Mikhail\"]\n"));
  const auto made =
      make({harmless + game("1-0", "1. e4", "[White \"" + name + "\"]\n") + harmless}, settings);
  const Counts& counts = made.summary.counts;
  EXPECT_EQ(counts.used + counts.duplicates, 4000U);
  EXPECT_EQ(counts.filtered, 1U);
  EXPECT_EQ(counts.rejected[static_cast<std::size_t>(Rejection::too_complex)], 1U);
  EXPECT_THAT(made.problems(), ElementsAre(AllOf(HasSubstr("games1.pgn:"),
                                                 HasSubstr("is too complex for this game, skipped"))));
}

/// The worst names for the worst expressions: games are anybody's.
TEST(Filter, LooksAtEachNameAFewTimes) {
  for (const char* const expression : {"(a+)+$", "(a|aa)+x", "(.+)+(.+)+x", "a*a*a*a*x", "tal"}) {
    const auto looks = [&](std::size_t size) {
      const std::string name = std::string(size, 'a') + "!";
      std::uint64_t count = 0;
      (void)search_name(name, boost::regex(expression), count);
      return count;
    };
    EXPECT_LE(looks(8000), 5 * looks(2000)) << expression;
    EXPECT_LE(looks(8000), 2'000'000U) << expression;
  }
}

TEST(Sides, AreThoseAskedFor) {
  const std::string games =
      game("1-0", "1. e4 e5", "[White \"Tal\"]\n") + game("0-1", "1. d4 d5") + game("1/2-1/2", "1. c4 c5");
  const auto moves = [&](Sides sides) {
    auto settings = all_moves();
    settings.filter.sides = sides;
    settings.filter.player = sides == Sides::player ? "tal" : "";
    settings.entries.keep_zero = true;
    const auto book = make({games}, settings);
    auto found = book.moves();
    for (const char* const fen : {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                                  "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
                                  "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1"}) {
      for (const std::string& move : book.moves(fen)) found.push_back(move);
    }
    return found;
  };
  EXPECT_THAT(moves(Sides::white), ElementsAre("e2e4 2", "c2c4 1", "d2d4 0"));
  EXPECT_THAT(moves(Sides::black), ElementsAre("e7e5 0", "d7d5 2", "c7c5 1"));
  EXPECT_THAT(moves(Sides::winner), ElementsAre("e2e4 2", "d7d5 2"));
  EXPECT_THAT(moves(Sides::player), ElementsAre("e2e4 2"));
}

TEST(TagValues, DatesMayBeKnownInPart) {
  EXPECT_EQ(read_date("2024.05.17"), (Range<int>{20240517, 20240517}));
  EXPECT_EQ(read_date("2024-05-17"), (Range<int>{20240517, 20240517}));
  EXPECT_EQ(read_date("2024.05.??"), (Range<int>{20240500, 20240599}));
  EXPECT_EQ(read_date("2024"), (Range<int>{20240000, 20249999}));
  EXPECT_EQ(read_date("2024.13.01"), (Range<int>{20240000, 20249999}));
  for (const char* const none : {"", "????.??.??", "99", "soon", "99999999999"}) {
    const auto date = read_date(none);
    EXPECT_GT(date.least, date.most) << none;
  }
}

TEST(TagValues, DaysAreThoseOfTheCalendar) {
  EXPECT_EQ(days_since_1970(19700101), 0);
  EXPECT_EQ(days_since_1970(20240301) - days_since_1970(20240228), 2);
  EXPECT_EQ(days_since_1970(20240000), days_since_1970(20240101));
  EXPECT_EQ(days_since_1970(20230299), days_since_1970(20230228));
}

TEST(TagValues, ARatingOfZeroIsNone) {
  pgn::GameReader reader("[WhiteElo \"0\"]\n[BlackElo \"2000?\"]\n\n*\n");
  pgn::GameText game;
  ASSERT_TRUE(reader.next(game));
  EXPECT_EQ(rating_of(game, pgn::KnownTag::white_elo), std::nullopt);
  EXPECT_EQ(rating_of(game, pgn::KnownTag::black_elo), 2000);
}

TEST(TagValues, TimeControls) {
  EXPECT_EQ(time_class_of("179"), TimeClass::bullet);
  EXPECT_EQ(time_class_of("180+0"), TimeClass::blitz);
  EXPECT_EQ(time_class_of("180+8"), TimeClass::rapid);
  EXPECT_EQ(time_class_of("40/7200:3600"), TimeClass::classical);
  EXPECT_EQ(time_class_of("1/259200"), TimeClass::correspondence);
  EXPECT_EQ(time_class_of("?"), TimeClass::unknown);
  EXPECT_EQ(time_class_of("29+0"), TimeClass::bullet);
  EXPECT_EQ(base_time_of("*60"), 60);
  EXPECT_EQ(base_time_of("-"), std::nullopt);
  EXPECT_EQ(base_time_of("99999999999"), std::nullopt);
}

TEST(TagValues, UltraBulletIsBelowHalfAMinute) {
  for (const char* const control : {"29", "15+0", "*29", "0"})
    EXPECT_EQ(lichess_speed_of(control), TimeClass::ultra_bullet) << control;
  for (const char* const control : {"30", "0+1", "15+1", "-", "1/20", "?", ""})
    EXPECT_NE(lichess_speed_of(control), TimeClass::ultra_bullet) << control;
}

}  // namespace
}  // namespace polyglot::builder::test
