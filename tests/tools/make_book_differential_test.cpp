// SPDX-License-Identifier: MIT
// Our books have the same bytes as those of Polyglot 2.0.4, with all options, for all input that it accepts.
#include <polyglot/pgn/input.hpp>

#include "support/random_games.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using polyglot::test::GameStyle;

std::string random_games(GameStyle style, int count, std::uint64_t seed) {
  polyglot::test::RandomGames games(seed, style);
  std::string text;
  for (int i = 0; i < count; ++i) games.append(text);
  return text;
}

/// The book that a program makes; nothing if it wrote none.
std::string book_of(Outcome (*program)(const Arguments&, const Surroundings&), const std::string& pgn,
                    const Arguments& options) {
  const TemporaryFolder folder;
  write_text(folder / "games.pgn", pgn);
  const Arguments arguments = {"make-book", "-pgn", "games.pgn", "-bin", "made.bin"};
  const Outcome outcome = program(arguments + options, {.input = {}, .folder = folder.path()});
  try {
    return read_text(folder / "made.bin");
  } catch (const std::exception&) {
    return "no book: " + outcome.out + outcome.err;
  }
}

void expect_same_book(const std::string& pgn, const Arguments& options) {
  std::string text;
  for (const std::string& option : options) text += " " + option;
  const std::string expected = book_of(old_polyglot, pgn, options);
  ASSERT_FALSE(expected.starts_with("no book")) << expected;
  EXPECT_TRUE(book_of(polyglot, pgn, options + Arguments{"-allow-empty"}) == expected) << text;
}

/// Arguments by chance, with values at which something happens.
Arguments some_options(std::mt19937& random) {
  const auto chance = [&](unsigned of) { return random() % of == 0; };
  const auto one_of = [&](const Arguments& values) { return values[random() % values.size()]; };
  Arguments options;
  if (chance(2)) options.insert(options.end(), {"-max-ply", one_of({"0", "1", "2", "7", "16", "40"})});
  if (!chance(3)) options.insert(options.end(), {"-min-game", one_of({"0", "1", "2", "3", "8"})});
  if (chance(2)) {
    options.insert(options.end(), {"-min-score", one_of({"-5", "10", "25", "33.3", "40", "49.99", "50", "60",
                                                         "66.7", "75", "100", "101"})});
  }
  for (const char* const flag : {"-only-white", "-uniform", "-only-black", "-only-white"}) {
    if (chance(4)) options.emplace_back(flag);
  }
  return options;
}

void expect_same_books(const std::string& pgn, unsigned seed, int rounds) {
  std::mt19937 random(seed);
  expect_same_book(pgn, {});
  expect_same_book(pgn, {"-min-game", "1", "-uniform"});
  for (int i = 0; i < rounds; ++i) expect_same_book(pgn, some_options(random));
}

class MakeBookDifferential : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_old_polyglot()) GTEST_SKIP() << "no Polyglot 2.0.4 here";
  }
};

TEST_F(MakeBookDifferential, RandomGames) {
  expect_same_books(random_games(GameStyle::plain, 500, 1), 1, 8);
  expect_same_books(random_games(GameStyle::line, 2000, 2), 2, 8);
  expect_same_books(random_games(GameStyle::annotated, 200, 3), 3, 4);
}

/// Lines of which some are played so often that their positions are halved, some several times.
TEST_F(MakeBookDifferential, PositionsThatAreHalved) {
  std::mt19937 random(4);
  const Arguments lines = {"1. e4 e5 2. Nf3 Nc6", "1. e4 e5 2. Nf3 Nf6", "1. e4 c5", "1. d4 d5",
                           "1. d4 Nf6 2. c4"};
  const Arguments results = {"1-0", "0-1", "1/2-1/2", "*"};
  std::string pgn;
  for (int i = 0; i < 90'000; ++i) {
    const std::string& result = results[random() % results.size()];
    const std::string& line = random() % 3 == 0 ? lines[random() % lines.size()] : lines.front();
    pgn += "[Result \"" + result + "\"]\n\n" + line + " " + result + "\n\n";
  }
  expect_same_books(pgn, 4, 6);
}

std::string shared_games(const std::string& name) {
  auto input = pgn::Input::open(POLYGLOT_SHARED_DATA "/pgn/" + name);
  if (!input) return {};
  std::string text(std::size_t{64} << 20, '\0');
  text.resize(input->read(text).value());
  return text;
}

TEST_F(MakeBookDifferential, RealGames) {
  for (const char* const name : {"chessbase-empty-line.pgn", "kasparov-deep-blue-1997.pgn", "kramnik.pgn",
                                 "uci-moves.pgn", "8moves_v3.pgn.gz"}) {
    const std::string pgn = shared_games(name);
    if (pgn.empty()) GTEST_SKIP() << "no real games here";
    expect_same_books(pgn, 5, 6);
  }
}

TEST_F(MakeBookDifferential, SpellingsThatItAccepts) {
  const std::string head = "[Event \"?\"]\n[Result \"1-0\"]\n\n";
  for (const char* const moves :
       {"1. e2e4 e7-e5 2. Ng1-f3 Nb8c6 3. Bf1-b5 *", "1. e4! e5?? 2. Nf3!? Nc6?! 3. Bb5+ a6# *",
        "e4 e5 Nf3 Nc6 *",
        "1. e4 $1 e5 $14 (1... c5 2. Nf3 (2. c3)) 2. Nf3 {com (ment} Nc6 ; rest 1-0\n3. Bb5 a6 *",
        "1. e4\n% escape 1-0\n1... e5 *", "1. Ngf3 Ng8f6 2. N1c3 Nb8-c6 *", "1. e4 d5 2. ed5 Qd5 *",
        "1. e4 d5 2. e:d5 Q:d5 *", "1. e4 d5 2. Nxf3 dxe4 *", "1 e4 e5 2 Nf3 Nc6 1-0",
        "1. ... e4 e5 2...Nf3 Nc6 1-0",
        "1. h4 g5 2. hxg5 h6 3. gxh6 Bg7 4. hxg7 Nf6 5. gxh8Q+ Ng8 6. Qxg8# *",
        "1. h4 g5 2. hxg5 h6 3. gxh6 Bg7 4. hxg7 Nf6 5. gxh8=n *", "1. e4 e6 2. e5 Qe7 3. Qe2 d5 4. exd6 *",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ke1-g1 Nf6 *", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 *",
        "1. e4 e5 1-0\n\n1. d4 d5 0-1", "1. e4 {0-1} e5 {[Result \"0-1\"]} *"}) {
    const std::string pgn = head + moves + "\n\n";
    if (book_of(old_polyglot, pgn, {"-min-game", "1"}).starts_with("no book")) {
      ADD_FAILURE() << "2.0.4 does not accept " << moves;
      continue;
    }
    expect_same_book(pgn, {"-min-game", "1"});
  }
}

TEST_F(MakeBookDifferential, GamesWithoutTagsOrNumbers) {
  const Arguments heads = {"",
                           "",
                           "",
                           "[Event \"?\"]\n[Result \"1-0\"]\n\n",
                           "[Result \"0-1\"] ",
                           "{ Game } ",
                           "; a remark\n",
                           "(1. h4) ",
                           "\n\n"};
  const Arguments games = {"1. e4 e5 2. Nf3 Nc6", "1 e4 c5 2 Nf3 d6",        "e2e4 e7e5 g1f3",    "c4",
                           "d4 d5 {why not} c4",  "1.e4 e5 3.Nf3 Nc6 7.Bb5", "1. e4 2. e5 3. Nf3"};
  const Arguments ends = {" *\n", " 1-0 ", " 0-1\n\n", "\n1/2-1/2 "};
  std::mt19937 random(6);
  const auto one_of = [&](const Arguments& options) { return options[random() % options.size()]; };
  for (int round = 0; round < 40; ++round) {
    std::string pgn;
    for (std::size_t left = 1 + random() % 8; left > 0; --left)
      pgn += one_of(heads) + one_of(games) + one_of(ends);
    SCOPED_TRACE(pgn);
    expect_same_book(pgn, {"-min-game", "1"});
  }
}

TEST_F(MakeBookDifferential, ResultTags) {
  for (const char* const tags :
       {"", "[Result \"1/2-1/2\"]\n", "[Result \"*\"]\n", "[Result \" 1-0\"]\n", "[Result \"1-0 \"]\n",
        "[Result \"\"]\n", "[RESULT \"1-0\"]\n", "[Result \"0-1\"]\n[Result \"1-0\"]\n",
        "[Result \"1-0\"]\n[Result \"*\"]\n", "[ Result  \"1-0\" ]\n"}) {
    expect_same_book(std::string("[Event \"?\"]\n") + tags + "\n1. e4 e5 2. Nf3 1-0\n\n", {"-min-game", "1"});
  }
}

}  // namespace
}  // namespace polyglot::tools::test
