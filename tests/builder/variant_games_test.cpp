// SPDX-License-Identifier: MIT
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/catalogue.hpp>
#include <polyglot/variants/notation.hpp>

#include "builder/made_book.hpp"
#include "support/testing.hpp"

/// Games of variants as XBoard, Cute Chess and Lichess write them.
namespace polyglot::builder::test {
namespace {

Settings settings_for(const std::string& variant) {
  Settings settings = all_moves();
  settings.entries.keep_zero = true;
  settings.variant = variants::Catalogue::builtin().find(variant).value();
  return settings;
}

std::string variant_game(const std::string& variant, const std::string& moves) {
  return game("1-0", moves, "[Variant \"" + variant + "\"]\n");
}

/// The plies that can be read of a game that XBoard has written.
std::uint64_t plies_of(const std::string& variant, const std::string& moves) {
  const MadeBook made = make({variant_game(variant, moves)}, settings_for(variant));
  EXPECT_THAT(made.problems(), IsEmpty());
  return made.summary.counts.plies;
}

// Source: games of fairy-stockfish and HaChu in XBoard 4.9.
TEST(VariantGames, AreReadAsXBoardWritesThem) {
  EXPECT_EQ(plies_of("crazyhouse",
                     "1. e4 d5 2. Qf3 Nf6 3. e5 Bg4 4. Qf4 Qd7 5. f3 Bf5 6. d3 h5 7. Ne2 Nc6 8.\n"
                     "Ng3 e6 9. Bd2 Be7 10. exf6 Bxf6 11. N@c5 Qe7 12. Qe3 Nd4 13. Na3 P@f4"),
            26U);
  EXPECT_EQ(plies_of("seirawan", "1. e3 b6 2. Qf3 Bb7/H 3. e4 Hd6 4. Nc3 Nf6 5. Bd3/H Nc6 6. Nb5 He5"), 12U);
  EXPECT_EQ(plies_of("shogi",
                     "1. c4 g6 2. Bc3 Bg7 3. Sb2 a6 4. e4 Bxc3= 5. Sxc3 B@h6 6. B@d4 Ng7 7. h4 d6\n"
                     "8. f4 Sg8 9. Be5 Bg5 10. Bxd6 Rd8 11. Bxe7+ Bxe7"),
            22U);
  EXPECT_EQ(plies_of("chu",
                     "1. h5 Nh8 2. Ne5 Nj6 3. Ne7 Hd11 4. Nxd8-d7 Nxi5-i6 5. Hxc9+ Rxc9 6. Bxc9+\n"
                     "Bd10 7. +Bg5 Fc11"),
            14U);
}

TEST(VariantGames, OfTenRanksCountThemFromZeroOrFromOne) {
  EXPECT_EQ(plies_of("xiangqi", "1. Hg2 Ade8 2. Ch6 Hc7 3. Cc2 Ege7 4. g4 c5 5. Hf4 Hf8 6. Cf2 Ri8 7. Hc2"),
            13U);
  EXPECT_EQ(plies_of("grand", "1. c3 g6 2. e4 f5 3. Ce3 f4 4. Ce2 e5"), 8U);
  EXPECT_EQ(plies_of("xiangqi", "1. h3e3 h10g8 2. h1g3 b10c8"), 4U);
  EXPECT_EQ(plies_of("xiangqi", "1. h2e2 h9g7 2. h0g2 b9c7"), 4U);
  const auto book = [](const std::string& moves) {
    return make({variant_game("xiangqi", moves)}, settings_for("xiangqi")).bytes;
  };
  EXPECT_EQ(book("1. h3e3 h10g8 2. h1g3 b10c8"), book("1. h2e2 h9g7 2. h0g2 b9c7"));
}

TEST(VariantGames, APawnOfXiangqiThatStepsAsideSaysFromWhere) {
  const std::string fen = "[FEN \"3k5/9/9/9/5P3/6P2/9/9/9/4K4 w 0 1\"]\n[Variant \"xiangqi\"]\n";
  const auto book = [&](const std::string& move) {
    return make({game("1-0", "1. " + move, fen)}, settings_for("xiangqi")).bytes;
  };
  EXPECT_EQ(book("g6"), book("g5g6"));
  EXPECT_EQ(book("fg6"), book("f6g6"));
  EXPECT_NE(book("fg6"), book("g6"));
}

TEST(VariantGames, HaveTwoStepsOfALionWithACommaOrAHyphen) {
  const auto book = [](const std::string& moves) {
    const std::string fen = "rlbqkbnr/pppppppp/8/8/3p4/2L5/PPPPPPPP/R1BQKBNR w KQkq - 0 1";
    const MadeBook made =
        make({game("1-0", moves, "[FEN \"" + fen + "\"]\n[Variant \"lion\"]\n")}, settings_for("lion"));
    EXPECT_EQ(made.summary.problems, 0U) << moves;
    EXPECT_EQ(made.summary.counts.plies, 3U) << moves;
    return made.bytes;
  };
  const std::string by_hyphen = book("1. Lxd4-e5 a6 2. Lf5");
  EXPECT_EQ(book("1. c3d4,d4e5 a6 2. e5f5"), by_hyphen);
  // Others separate moves so.
  EXPECT_EQ(book("1. Lxd4-e5,a6 2. Lf5"), by_hyphen);
}

TEST(VariantGames, AreNamedAsOthersNameThem) {
  const Settings settings = settings_for("3check");
  const MadeBook made = make(
      {variant_game("Three-check", "1. e4 e5") + variant_game("3check", "1. e4 e5") +
       variant_game("threeCheck", "1. e4 e5") + variant_game("Atomic", "1. e4 e5") + game("1-0", "1. e4 e5")},
      settings);
  EXPECT_EQ(made.summary.counts.used, 3U);
  EXPECT_EQ(made.summary.counts.variants, 2U);
  EXPECT_EQ(made.summary.problems, 0U);
}

TEST(VariantGames, OfShuffledPiecesAreOfTheVariant) {
  const std::string start = "[FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB[] w FDfd - 0 1\"]\n";
  const MadeBook made =
      make({game("1-0", "1. e4 e5 2. Nd3 Nd6 3. Be2 Be7 4. O-O", "[Variant \"Crazyhouse960\"]\n" + start) +
            game("1-0", "1. e4 e5", "[Variant \"Atomic960\"]\n") +
            game("1-0", "1. e4 e5", "[Variant \"Chess960\"]\n")},
           settings_for("crazyhouse"));
  EXPECT_EQ(made.summary.counts.used, 1U);
  EXPECT_EQ(made.summary.counts.variants, 2U);
}

TEST(VariantGames, AreReadAsOthersWriteThem) {
  const std::string moves = "1. e4 d5 2. exd5 c6 3. dxc6 h6 4. cxb7 h5 5. bxa8=Q Nf6 6. ";
  EXPECT_EQ(plies_of("crazyhouse", moves + "Qxb8 Qd6 7. Qxc8+"), 13U);
  EXPECT_EQ(plies_of("crazyhouse", moves + "Q~xb8 Qd6 7. Q~xc8+"), 13U);
  EXPECT_EQ(plies_of("seirawan", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O/Ee1 O-O/Hh8"), 8U) << "PyChess";
  EXPECT_EQ(plies_of("crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. @d5 P@e6"), 8U) << "Lichess";
}

TEST(VariantGames, WithoutAVariantTagAreOfTheVariantIfThatIsSaid) {
  Settings settings = settings_for("atomic");
  const std::vector<std::string> games = {
      game("1-0", "1. e4 e5") + game("1-0", "1. d4 d5", "[Variant \"\"]\n") +
      game("1-0", "1. c4 c5", "[Variant \"?\"]\n") + variant_game("Atomic", "1. f4 f5") +
      variant_game("Standard", "1. Nf3 Nf6")};
  EXPECT_EQ(make(games, settings).summary.counts.used, 1U);
  settings.filter.untagged = true;
  const MadeBook made = make(games, settings);
  EXPECT_EQ(made.summary.counts.used, 4U);
  EXPECT_EQ(made.summary.counts.variants, 1U);
}

TEST(VariantGames, WithoutAVariantTagAreOfChess960IfThatIsSaid) {
  Settings settings = all_moves();
  settings.filter.variant = "chess960";
  EXPECT_EQ(make({game("1-0", "1. e4 e5")}, settings).summary.counts.used, 0U);
  settings.filter.untagged = true;
  EXPECT_EQ(make({game("1-0", "1. e4 e5")}, settings).summary.counts.used, 1U);
}

TEST(VariantGames, AreCutShortAtAWrongMove) {
  const MadeBook made = make({variant_game("atomic", "1. e4 e5 2. Ke3 d6")}, settings_for("atomic"));
  EXPECT_EQ(made.summary.counts.used, 1U);
  EXPECT_EQ(made.summary.counts.plies, 2U);
  EXPECT_EQ(made.summary.first_problems.front().what, "2. Ke3 is not a legal move");
}

TEST(VariantGames, WithAWrongFenAreSkipped) {
  const MadeBook made =
      make({game("1-0", "1. e4", "[Variant \"Atomic\"]\n[FEN \"junk\"]\n"), variant_game("Atomic", "1. e4")},
           settings_for("atomic"));
  EXPECT_EQ(made.summary.counts.bad_starts, 1U);
  EXPECT_EQ(made.summary.counts.used, 1U);
}

TEST(VariantGames, ThatAreEqualCountOnce) {
  Settings settings = settings_for("atomic");
  settings.drop_duplicates = true;
  const std::string one = variant_game("Atomic", "1. e4 e5 2. d4");
  EXPECT_EQ(make({one + one + variant_game("Atomic", "1. e4 e5 2. d3")}, settings).summary.counts.duplicates,
            1U);
}

}  // namespace
}  // namespace polyglot::builder::test
