// SPDX-License-Identifier: MIT
#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/openings/opening_names.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"
#include "test_paths.hpp"

namespace polyglot::openings::test {
namespace {

/// The same openings as each of the three kinds has them.
constexpr const char* kTsv =
    "eco\tname\tpgn\n"
    "B00\tKing's Pawn Game\t1. e4\n"
    "D06\tQueen's Gambit\t1. d4 d5 2. c4\n"
    "D35\tQueen's Gambit Declined: Exchange Variation\t1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5\n";
constexpr const char* kPgn =
    "{A list of\nopenings.}\n\n"
    "[ECO \"B00\"]\n[Opening \"King's Pawn Game\"]\n\n1. e4 *\n\n"
    "[ECO \"D06\"]\n[Opening \"Queen's Gambit\"]\n\n1. d4 d5 2. c4 *\n\n"
    "[ECO \"D35\"]\n[Opening \"Queen's Gambit Declined\"]\n[Variation \"Exchange Variation\"]\n\n"
    "1. d4 d5 2. c4 e6 3. Nc3\nNf6 4. cxd5 *\n";
constexpr const char* kScid =
    "# Names\n\n"
    "B00 \"King's Pawn Game\"  1.e4 *\n"
    "D06 \"Queen's Gambit\"  1.d4 d5 2.c4 *\n"
    "D35 \"Queen's Gambit Declined: Exchange Variation\"\n"
    "  1.d4 d5 2.c4 e6 3.Nc3 Nf6\n"
    "  4.cxd5 *\n";

OpeningNames parse(std::string_view text) {
  return OpeningNames::parse(text, "names").value();
}

chess::Position after(std::string_view moves) {
  chess::Position position;
  std::istringstream words{std::string(moves)};
  for (std::string word; words >> word;) position.make(chess::move_from_text(position, word).value());
  return position;
}

std::string name_at(const OpeningNames& names, std::string_view moves) {
  const Opening* const found = names.find(after(moves).key());
  return found != nullptr ? found->eco + " " + found->name : "";
}

std::vector<std::string> names_of(const std::vector<const Opening*>& openings) {
  std::vector<std::string> names;
  for (const Opening* opening : openings) names.push_back(opening->name);
  return names;
}

class OpeningNamesOfEachKind : public ::testing::TestWithParam<const char*> {};

TEST_P(OpeningNamesOfEachKind, AreReadAlike) {
  const OpeningNames names = parse(GetParam());
  EXPECT_THAT(names.problems(), IsEmpty());
  ASSERT_EQ(names.all().size(), 3U);
  EXPECT_EQ(names.all()[2].eco, "D35");
  EXPECT_EQ(names.all()[2].name, "Queen's Gambit Declined: Exchange Variation");
  EXPECT_EQ(names.all()[2].san(), "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5");
  EXPECT_EQ(names.all()[2].uci(), "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c4d5");
}

TEST_P(OpeningNamesOfEachKind, AreFoundByThePositionWhateverTheOrderOfMoves) {
  const OpeningNames names = parse(GetParam());
  EXPECT_EQ(name_at(names, "e4"), "B00 King's Pawn Game");
  EXPECT_EQ(name_at(names, "c4 Nf6 Nc3 e6 d4 d5 cxd5"), "D35 Queen's Gambit Declined: Exchange Variation");
  EXPECT_EQ(name_at(names, "c4 d5 d4"), "D06 Queen's Gambit");
  EXPECT_EQ(name_at(names, "d4 d5 c4 e6"), "");
}

TEST_P(OpeningNamesOfEachKind, MayHaveLinesAsWindowsEndsThem) {
  std::string text = "\xEF\xBB\xBF";
  for (const char* c = GetParam(); *c != '\0'; ++c)
    text += *c == '\n' ? std::string("\r\n") : std::string(1, *c);
  const OpeningNames names = parse(text);
  EXPECT_THAT(names.problems(), IsEmpty());
  EXPECT_EQ(names.all().size(), 3U);
}

INSTANTIATE_TEST_SUITE_P(Tsv, OpeningNamesOfEachKind, ::testing::Values(kTsv));
INSTANTIATE_TEST_SUITE_P(Pgn, OpeningNamesOfEachKind, ::testing::Values(kPgn));
INSTANTIATE_TEST_SUITE_P(Scid, OpeningNamesOfEachKind, ::testing::Values(kScid));

TEST(OpeningNames, MayHaveColumnsInAnyOrderAndTitlesInBetween) {
  const OpeningNames names = parse(
      "name\tuci\tpgn\teco\nA\tb1c3\t1. Nc3\tA00\n"
      "eco\tname\tpgn\nB00\tB\t1. e4\n");
  EXPECT_EQ(name_at(names, "Nc3"), "A00 A");
  EXPECT_EQ(name_at(names, "e4"), "B00 B");
  EXPECT_EQ(name_at(parse("A00\tVan Geet\t1. Nc3\n"), "Nc3"), "A00 Van Geet") << "without titles";
}

TEST(OpeningNames, MayHaveMovesInCoordinatesAsInOldTables) {
  const OpeningNames names = parse(
      "eco\tname\tfen\tmoves\n"
      "C50\tItalian Game\tr1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\t"
      "e2e4 e7e5 g1f3 b8c6 f1c4\n"
      "B00\tKing's Pawn Game\trnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\te2e4\n");
  EXPECT_EQ(name_at(names, "e4"), "B00 King's Pawn Game");
  EXPECT_EQ(name_at(names, "e4 e5 Nf3 Nc6 Bc4"), "C50 Italian Game");
  EXPECT_THAT(names.problems(), IsEmpty());
}

TEST(OpeningNames, JoinOpeningVariationAndSubVariation) {
  const OpeningNames names = parse(
      "[Opening \"A \\\"B\\\"\"]\n[Variation \"C\"]\n[SubVariation \"D\"]\n\n1. e4 *\n\n"
      "[Opening \"E\"]\n\n1. d4 *\n");
  EXPECT_EQ(name_at(names, "e4"), " A \"B\": C, D");
  EXPECT_EQ(name_at(names, "d4"), " E");
}

TEST(OpeningNames, NameTheStartAsScidDoesAndTakeTheFirstNameOfAPosition) {
  EXPECT_EQ(name_at(parse("A00a \"Start position\"  *\n"), ""), "A00a Start position");
  EXPECT_EQ(name_at(parse("A\tFirst\t1. e3 e5 2. e4\nB\tSecond\t1. e4 e6 2. d3\nC\tThird\t1. e4 e5 2. Ke2\n"
                          "D\tFourth\t1. e3 e5 2. e4\n"),
                    "e3 e5 e4"),
            "A First");
}

TEST(OpeningNames, TellWhichLinesArePassedOver) {
  const auto problems = [](std::string_view text) {
    std::vector<std::string> told;
    const OpeningNames names = parse(text);
    for (const Error& problem : names.problems()) told.push_back(problem.to_string());
    return told;
  };
  EXPECT_THAT(problems("eco\tname\tpgn\nA00\tX\t1. Ke2\nA00\tY\nA00\tZ\t1. e4\nA00\t\t1. d4\nA00\tN\tnone\n"),
              ElementsAre(HasSubstr("names:2: "), HasSubstr("names:3: "), HasSubstr("names:5: "),
                          HasSubstr("names:6: has no moves")));
  EXPECT_THAT(
      problems("[Opening \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 *\n\n[Opening \"C\"]\n\n1. e4\n"
               "e5 2. Nd4 *\n\n[Opening \"D\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n"),
      ElementsAre(HasSubstr("names:5: "), HasSubstr("names:12: "), HasSubstr("names:14: ")));
  EXPECT_THAT(problems("A00 \"A\" 1.e4 *\nA00 \"B\n\n  1.e4 *\nA00 \"C\"\n 1.e4\n 1...e5 2.Kd2 *\n"),
              ElementsAre(HasSubstr("names:2: "), HasSubstr("names:4: "), HasSubstr("names:7: ")));
}

TEST(OpeningNames, KeepTheFirstProblemsAndCountTheOthers) {
  std::string text = "A00\tGood\t1. e4\n";
  for (int i = 0; i < 25; ++i) text += "A00\tBad\t1. e5\n";
  const OpeningNames names = parse(text);
  EXPECT_EQ(names.problems().size(), OpeningNames::kMostProblems);
  EXPECT_EQ(names.skipped_lines(), 25U);
}

TEST(OpeningNames, RefuseOtherFiles) {
  for (const char* const text :
       {"", "\n\n", "hello\n", "[Event \"A game\"]\n\n1. e4 *\n", "eco\tname\tpgn\n"}) {
    EXPECT_THAT(OpeningNames::parse(text, "names").error().to_string(),
                HasSubstr("names: holds no names of openings"))
        << text;
  }
  EXPECT_EQ(OpeningNames::parse("A00\tX\t1. Ke2\n", "names").error().where, "names:1");
  EXPECT_THAT(OpeningNames::read({"/no/such/file"}).error().to_string(),
              HasSubstr("/no/such/file: cannot be read"));
}

TEST(OpeningNames, AreSearchedForByTheBeginningsOfWords) {
  const OpeningNames names = parse(
      "B92\tSicilian Defense: Najdorf Variation, Opocensky\t1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 "
      "a6 6. Be2\n"
      "C10\tFrench Defense: Sicilian Idea\t1. e4 e6\n"
      "B20\tSicilian Defense\t1. e4 c5\n"
      "D06\tQueen's Gambit\t1. d4 d5 2. c4\n");
  EXPECT_THAT(names_of(names.search("sicilian")),
              ElementsAre("Sicilian Defense", "Sicilian Defense: Najdorf Variation, Opocensky",
                          "French Defense: Sicilian Idea"));
  EXPECT_THAT(names_of(names.search("Sicilian Defense: Najdorf")),
              ElementsAre("Sicilian Defense: Najdorf Variation, Opocensky"));
  EXPECT_THAT(names_of(names.search("sic naj opo")),
              ElementsAre("Sicilian Defense: Najdorf Variation, Opocensky"));
  EXPECT_THAT(names_of(names.search("queens gam")), ElementsAre("Queen's Gambit"));
  EXPECT_THAT(names_of(names.search("najdorf sicilian")), IsEmpty());
  EXPECT_THAT(names_of(names.search("ajdorf")), IsEmpty());
  EXPECT_THAT(names_of(names.search("b20-b99")),
              ElementsAre("Sicilian Defense", "Sicilian Defense: Najdorf Variation, Opocensky"));
  EXPECT_THAT(names_of(names.search(" ")), IsEmpty());
}

TEST(OpeningNames, AreFoundByWordsThatAreNearlyRight) {
  const OpeningNames names = parse(
      "B90\tSicilian Defense: Najdorf Variation\t1. e4 c5 2. Nf3\n"
      "B20\tSicilian Defense\t1. e4 c5\n"
      "D06\tQueen's Gambit\t1. d4 d5 2. c4\n");
  EXPECT_THAT(names_of(names.search_near("najdorff")), ElementsAre("Sicilian Defense: Najdorf Variation"));
  EXPECT_THAT(names_of(names.search_near("sicillian")),
              ElementsAre("Sicilian Defense", "Sicilian Defense: Najdorf Variation"));
  EXPECT_THAT(names_of(names.search_near("gambot qeens")), ElementsAre("Queen's Gambit"));
  for (const char* far : {"nadroff", "que gam xyz", "", " ", "xyzzy"})
    EXPECT_THAT(names_of(names.search_near(far)), IsEmpty()) << far;
}

constexpr const char* kPgnExtract = "/usr/share/pgn-extract/eco.pgn";
constexpr const char* kScidData = "/usr/share/scid/data/";

TEST(OpeningNames, OfPgnExtractAreAllRead) {
  if (!std::filesystem::exists(kPgnExtract)) GTEST_SKIP() << "pgn-extract is not installed";
  const OpeningNames names = OpeningNames::read({kPgnExtract}).value();
  EXPECT_THAT(names.problems(), IsEmpty());
  EXPECT_GT(names.all().size(), 2000U);
  EXPECT_EQ(name_at(names, "Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"), "B90 Sicilian: Najdorf");
}

TEST(OpeningNames, OfScidAreAllRead) {
  if (!std::filesystem::exists(kScidData)) GTEST_SKIP() << "scid-data is not installed";
  const OpeningNames names = OpeningNames::read({std::string(kScidData) + "scid.eco"}).value();
  EXPECT_THAT(names.problems(), IsEmpty());
  EXPECT_EQ(names.skipped_lines(), 0U);
  EXPECT_GT(names.all().size(), 10000U);
  EXPECT_EQ(name_at(names, ""), "A00a Start position");
  EXPECT_EQ(name_at(names, "Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"), "B90a Sicilian: Najdorf");
  for (const char* const translation : {"scid_es.eco", "scid_fr.eco"})
    EXPECT_GT(OpeningNames::read({kScidData + std::string(translation)}).value().all().size(), 1000U)
        << translation;
}

/// Of the positions that both have, how many have a code of the same three characters.
struct Agreement {
  std::size_t both = 0;
  std::size_t alike = 0;

  Agreement(const OpeningNames& names, const OpeningNames& others) {
    for (const Opening& opening : names.all()) {
      const Opening* const other = others.find(opening.key);
      if (other == nullptr) continue;
      ++both;
      if (other->eco.substr(0, 3) == opening.eco.substr(0, 3)) ++alike;
    }
  }
};

TEST(OpeningNames, ThatComeWithPolyglotAreSortedAndEachHasItsPosition) {
  const OpeningNames names = OpeningNames::read({POLYGLOT_SOURCE_DIR "/config/openings.tsv"}).value();
  EXPECT_THAT(names.problems(), IsEmpty());
  EXPECT_GT(names.all().size(), 3500U);
  for (const Opening& opening : names.all()) EXPECT_EQ(names.find(opening.key), &opening) << opening.san();
  EXPECT_TRUE(std::ranges::is_sorted(
      names.all(), {}, [](const Opening& opening) { return std::pair(opening.eco, opening.name); }));
  EXPECT_EQ(name_at(names, "Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"),
            "B90 Sicilian Defense: Najdorf Variation");
  for (const std::string& path : {std::string(kPgnExtract), std::string(kScidData) + "scid.eco"}) {
    if (!std::filesystem::exists(path)) continue;
    const Agreement found(names, OpeningNames::read({path}).value());
    EXPECT_GT(found.both, 1000U) << path << ": " << found.both;
    EXPECT_GT(found.alike, found.both * 9 / 10) << path << ": " << found.alike << " of " << found.both;
  }
}

bool has(std::string_view range, std::string_view eco) {
  return EcoRange::read(range).value().has(eco);
}

TEST(EcoRange, HasAllCodesThatBeginWithIt) {
  EXPECT_TRUE(has("B", "B00"));
  EXPECT_TRUE(has("b9", "B99"));
  EXPECT_TRUE(has("B90", "B90"));
  EXPECT_TRUE(has("B90", "B90a1"));
  EXPECT_FALSE(has("B90", "B91"));
  EXPECT_FALSE(has("B90a", "B90"));
  EXPECT_FALSE(has("B", ""));
}

TEST(EcoRange, GoesFromOneCodeToAnother) {
  for (const char* const eco : {"B20", "B50", "B99", "B99f"}) EXPECT_TRUE(has("B20-B99", eco)) << eco;
  for (const char* const eco : {"B19", "C00", "A20", ""}) EXPECT_FALSE(has("B20-B99", eco)) << eco;
  EXPECT_TRUE(has("B9-C", "C99"));
}

TEST(EcoRange, IsNothingElse) {
  for (const char* const text :
       {"", "F", "B100", "Sicilian", "B20-", "-B20", "B99-B20", "B2a", "e4 e5", "B20-B30-B40"})
    EXPECT_FALSE(EcoRange::read(text)) << text;
}

}  // namespace
}  // namespace polyglot::openings::test
