// SPDX-License-Identifier: MIT
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/variants/catalogue.hpp>

#include "builder/made_book.hpp"
#include "support/testing.hpp"

/// Books of games with variations, and of what their authors say of moves.
namespace polyglot::builder::test {
namespace {

constexpr const char* kAfterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

Settings with_variations() {
  Settings settings = all_moves();
  settings.variations = Variations::all;
  return settings;
}

MadeBook make_of(const std::string& moves, Settings settings = with_variations(),
                 const std::string& result = "*") {
  return make({game(result, moves)}, std::move(settings));
}

std::vector<std::string> first_moves(const std::string& moves, Settings settings = with_variations(),
                                     const std::string& result = "*") {
  return make_of(moves, std::move(settings), result).moves();
}

TEST(Variations, AreInTheBookWithTheMainLine) {
  const MadeBook made = make_of("1. e4 (1. d4 (1. c4) 1... d5) e5 (1... c5)");
  EXPECT_THAT(made.moves(), ElementsAre("e2e4 1", "d2d4 1", "c2c4 1"));
  EXPECT_THAT(made.moves(kAfterE4), ElementsAre("e7e5 1", "c7c5 1"));
  EXPECT_EQ(made.summary.variations.variations, 3U);
  EXPECT_EQ(made.summary.counts.plies, 6U);
  EXPECT_EQ(made.summary.variations.plies, 4U);
  EXPECT_EQ(made.summary.entries, 6U);
}

TEST(Variations, AreNoGamesAndCountAMoveOfAGameOnce) {
  EXPECT_THAT(first_moves("1. e4 (1. d4)", with_variations(), "1-0"), ElementsAre("e2e4 2", "d2d4 1"));
  EXPECT_THAT(first_moves("1. e4 (1. d4)", with_variations(), "0-1"), ElementsAre("d2d4 1"))
      << "a lost move has no weight, as always";
  EXPECT_THAT(first_moves("1. e4 (1. e4 c5) (1. d4) (1. d4 d5) e5"), ElementsAre("e2e4 1", "d2d4 1"));
  EXPECT_THAT(first_moves("(1. e4 c5) 1. e4 e5", with_variations(), "1-0"), ElementsAre("e2e4 2"))
      << "with the result of the main line, wherever that stands";
  EXPECT_THAT(make({times(3, game("*", "1. e4 (1. d4)"))}, with_variations()).moves(),
              ElementsAre("e2e4 3", "d2d4 3"))
      << "and once in each game";
}

TEST(Variations, LeaveGamesWithoutAnyAsTheyAre) {
  const std::string repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
  const std::string games = times(3, game("1-0", repeated)) + game("1/2-1/2", "1. e4 {x} e5");
  EXPECT_EQ(make({games}, with_variations()).bytes, make({games}).bytes);
  EXPECT_EQ(make({game("1-0", repeated + " (4... e5)")}, with_variations()).moves(),
            make({game("1-0", repeated)}).moves())
      << "and the main line that has some";
}

TEST(Variations, OfManyGamesAreHalvedAsOthersAre) {
  const std::string games = times(16390, "[Result \"1-0\"]\n\n1. e4 1-0\n\n");
  EXPECT_EQ(make({games}, with_variations()).bytes, make({games}).bytes);
  const std::string praised = times(16390, "[Result \"1-0\"]\n\n1. e4!! 1-0\n\n") + game("1-0", "1. d4");
  EXPECT_THAT(make({praised}, with_variations()).moves().back(), EndsWith("d2d4 2"));
}

TEST(Variations, ThatAreDamagedAreLostAlone) {
  const MadeBook made = make_of("1. e4 (1. Ke2 d5) (1. d4 Nxe1 2. c4) (1. c4) (1. -- d5)\n e5");
  EXPECT_THAT(made.moves(), ElementsAre("e2e4 1", "d2d4 1", "c2c4 1"));
  EXPECT_EQ(made.summary.variations.cut, 3U);
  EXPECT_EQ(made.summary.counts.bad_moves, 0U);
  EXPECT_THAT(made.problems(),
              ElementsAre("games1.pgn:4: 1. Ke2 is not a legal move; the rest of the variation is lost",
                          "games1.pgn:4: 1... Nxe1 is not a legal move; the rest of the variation is lost"))
      << "a null move is no mistake";
}

TEST(Variations, BehindTheEndOfADamagedMainLineAreLostWithIt) {
  EXPECT_THAT(make_of("1. e4 (1. d4) Ke4 (1... c5)").moves(kAfterE4), IsEmpty());
  EXPECT_THAT(make_of("1. e4 e5 3. Nf3 (3. d4) Nf6 4. e6 *").moves(), ElementsAre("e2e4 1"));
}

TEST(Variations, KeepToPliesAndSides) {
  Settings settings = with_variations();
  settings.max_ply = 1;
  const MadeBook made = make_of("1. e4 (1. d4 d5) e5 (1... c5)", settings);
  EXPECT_THAT(made.moves(), ElementsAre("e2e4 1", "d2d4 1"));
  EXPECT_EQ(made.summary.entries, 2U);
  settings = with_variations();
  settings.filter.sides = Sides::black;
  EXPECT_EQ(make_of("1. e4 (1. d4 d5) e5 (1... c5)", settings).summary.entries, 3U);
}

TEST(Variations, OfGamesThatAreNotWantedAreNotCounted) {
  Settings settings = with_variations();
  settings.filter.min_plies = 3;
  EXPECT_EQ(make({game("*", "1. e4 (1. d4) e5") + game("*", "1. e4 e5 2. Nf3")}, settings)
                .summary.variations.variations,
            0U);
}

TEST(Variations, MakeGamesDifferentFromEachOther) {
  Settings settings = with_variations();
  settings.drop_duplicates = true;
  const auto used = [&](const std::string& first, const std::string& second) {
    const Summary summary = make({game("*", first) + game("*", second)}, settings).summary;
    EXPECT_EQ(summary.counts.plies, 3 * summary.counts.used);
    EXPECT_EQ(summary.variations.plies, summary.counts.used);
    EXPECT_EQ(summary.variations.variations, summary.counts.used);
    return summary.counts.used;
  };
  EXPECT_EQ(used("1. e4 (1. d4) e5", "1. e4 (1. c4) e5"), 2U);
  EXPECT_EQ(used("1. e4 (1. d4) e5", "1. e4 (1. d4 {x}) e5"), 1U);
}

TEST(Variations, OfChaptersThatBeginAtAFen) {
  const std::string fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
  const MadeBook made =
      make({game("*", "1. e4 (1. d4)") + game("*", "1... Kd7 (1... Kf7) 2. e4", "[FEN \"" + fen + "\"]\n")},
           with_variations());
  EXPECT_THAT(made.moves(), ElementsAre("e2e4 1", "d2d4 1"));
  EXPECT_THAT(made.moves(fen), ElementsAre("e8d7 1", "e8f7 1"));
}

TEST(Variations, OfGamesOfVariantsCountAsWell) {
  Settings settings = with_variations();
  settings.variant = variants::Catalogue::builtin().find("crazyhouse").value();
  const std::string moves = "1. e4 d5 2. exd5 (2. Nc3 d4? (2... dxe4!)) Qxd5 3. P@e4 (3. Ke3) (3. P@e3)";
  const MadeBook made = make({game("*", moves, "[Variant \"crazyhouse\"]\n")}, settings);
  EXPECT_EQ(made.summary.entries, 9U);
  EXPECT_EQ(made.summary.variations.plies, 4U);
  EXPECT_EQ(made.summary.first_problems.at(0).what,
            "3. Ke3 is not a legal move; the rest of the variation is lost");
}

TEST(Variations, OfAVariantsRealNotationAreReadInThatOfTheMainLine) {
  Settings settings = with_variations();
  settings.variant = variants::Catalogue::builtin().find("chu").value();
  const MadeBook made =
      make({game("*", "1. h5 Nh8 2. Ne5 Nj6 3. Ne7 Hd11 4. Nxd8-d7 (4. Ne5) Nxi5-i6", "[Variant \"chu\"]\n")},
           settings);
  EXPECT_THAT(made.problems(), IsEmpty());
  EXPECT_EQ(made.summary.variations.plies, 1U);
}

// ---- What authors say of moves --------------------------------------------------------------------------

TEST(Marks, WeighMovesByADocumentedRule) {
  EXPECT_THAT(first_moves("1. e4! (1. d4!!) (1. c4) (1. Nf3!?) (1. g3?!) (1. f3?) (1. g4?? )"),
              ElementsAre("d2d4 3", "e2e4 2", "c2c4 1", "g1f3 1", "g2g3 1", "f2f3 0", "g2g4 0"));
  EXPECT_THAT(first_moves("1. e4 $1 (1. d4 $3) (1. c4 $14) (1. Nf3 $5) (1. g3 $6) (1. f3 $2) (1. g4 $4)"),
              ElementsAre("d2d4 3", "e2e4 2", "c2c4 1", "g1f3 1", "g2g3 1", "f2f3 0", "g2g4 0"));
  EXPECT_THAT(first_moves("1. e4! e5", with_variations(), "1-0"), ElementsAre("e2e4 4")) << "no variations";
  EXPECT_THAT(first_moves("1. e4? e5", with_variations(), "1-0"), ElementsAre("e2e4 0"));
  EXPECT_THAT(first_moves("1. e4 (1. e4! e5) (1. d4 d5) (1. d4 $2)"), ElementsAre("e2e4 2", "d2d4 0"))
      << "those of a move that stands twice in a game count once";
}

TEST(Marks, CanBeIgnored) {
  Settings settings = with_variations();
  settings.ignore_nags = true;
  EXPECT_THAT(first_moves("1. e4! (1. d4?? ) (1. c4 $2) (1. f3 {weight 7})", settings),
              ElementsAre("f2f3 7", "e2e4 1", "d2d4 1", "c2c4 1"))
      << "weights are no marks";
}

TEST(Marks, DoNotCountWhereVariationsAreNotRead) {
  EXPECT_THAT(first_moves("1. e4! (1. d4!!)", all_moves()), ElementsAre("e2e4 1"));
  EXPECT_THAT(first_moves("1. e4??", all_moves()), ElementsAre("e2e4 1"));
}

TEST(Marks, OfOneGameDoNotOutweighOthers) {
  EXPECT_THAT(make({game("*", "1. e4?") + game("*", "1. e4")}, with_variations()).moves(),
              ElementsAre("e2e4 1"));
  EXPECT_THAT(make({game("*", "1. e4?") + game("*", "1. d4 (1. e4?? )")}, with_variations()).moves(),
              ElementsAre("d2d4 1", "e2e4 0"));
}

TEST(Marks, CountWithAllRulesOfWeights) {
  const std::string moves = "1. e4! (1. d4) (1. c4?)";
  const auto by = [&](WeightRule rule) {
    Settings settings = with_variations();
    settings.entries.rule = rule;
    return first_moves(moves, settings);
  };
  EXPECT_THAT(by(WeightRule::frequency), ElementsAre("e2e4 2", "d2d4 1", "c2c4 0"));
  EXPECT_THAT(by(WeightRule::points), ElementsAre("e2e4 2", "d2d4 1", "c2c4 0"));
  EXPECT_THAT(by(WeightRule::score), ElementsAre("e2e4 5000", "d2d4 5000", "c2c4 0"));
  Settings settings = with_variations();
  settings.entries.uniform = true;
  EXPECT_THAT(first_moves(moves, settings), ElementsAre("e2e4 1", "d2d4 1", "c2c4 0"));
}

// ---- Weights in comments --------------------------------------------------------------------------------

TEST(StatedWeights, AreThoseOfTheBook) {
  EXPECT_THAT(first_moves("1. e4 {weight 600, 60%} (1. d4 {weight 65535}) (1. c4 {weight 0}) (1. Nf3)"),
              ElementsAre("d2d4 65535", "e2e4 600", "g1f3 1", "c2c4 0"));
  EXPECT_THAT(first_moves("1. e4 {weight 5} (1. d4? {weight 7}) (1. c4! {weight 6})"),
              ElementsAre("c2c4 6", "e2e4 5", "d2d4 0"))
      << "they give way to a bad mark";
}

TEST(StatedWeights, NeitherAddUpNorNeedGames) {
  Settings settings = with_variations();
  settings.entries.min_games = 3;
  settings.entries.min_score = 90;
  const std::string games =
      game("0-1", "1. e4 {weight 5}") + game("0-1", "1. e4 {weight 7}") + game("*", "1. e4 (1. d4)");
  EXPECT_THAT(make({games}, settings).moves(), ElementsAre("e2e4 7"));
  EXPECT_EQ(make({games}, settings).summary.left_out.rare, 1U);
}

TEST(StatedWeights, OfOneSideMakeTheMovesOfTheOtherReplies) {
  const MadeBook made = make_of("1. e4 {weight 5} e5 (1... c5 2. Nf3 {weight 3}) 2. Nc3 d6");
  EXPECT_THAT(made.moves(), ElementsAre("e2e4 5"));
  EXPECT_THAT(made.moves(kAfterE4), IsEmpty());
  EXPECT_EQ(made.summary.variations.replies, 3U);
  EXPECT_EQ(made.summary.entries, 3U) << "a move of the side with weights that has none is added";
  EXPECT_THAT(make_of("1. e4 {weight 5} e5 {weight 2} (1... c5)").moves(kAfterE4),
              ElementsAre("e7e5 2", "c7c5 1"));
}

TEST(StatedWeights, SurviveATemporaryFile) {
  Settings settings = with_variations();
  settings.memory = kLeastMemory;
  std::string games;
  for (int i = 0; i < 40'000; ++i)
    games += game(
        "*", "1. e4 {weight 5} e5 2. Nf3 (2. f4!) Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6");
  const MadeBook made = make({games}, settings);
  EXPECT_GT(made.summary.counts.plies, 500'000U);
  EXPECT_THAT(made.moves(), ElementsAre("e2e4 5"));
}

}  // namespace
}  // namespace polyglot::builder::test
