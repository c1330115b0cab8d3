// Variants whose rules we do not know, between XBoard and UCI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/uci.hpp>

namespace polyglot::protocol {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

EngineOption playing(std::vector<std::string> variants) {
  return {.name = "UCI_Variant",
          .type = "combo",
          .default_value = "chess",
          .min = {},
          .max = {},
          .choices = std::move(variants)};
}

template <class Reply>
std::string written(const Reply& reply) {
  std::string out;
  CecpFront().print(reply, out);
  return out;
}

Search search_of(const VariantGame& game) {
  Search search;
  search.variant = &game;
  return search;
}

// ---- Names ------------------------------------------------------------------------------------------------

TEST(CecpVariants, OffersEveryVariantOfTheEngineOnce) {
  Identity identity;
  identity.options = {playing({"3check", "3check", "antichess", "chess", "chess960", "crazyhouse", "normal",
                               "two words", "caparandom"})};
  EXPECT_THAT(written(identity), HasSubstr("feature variants=\"normal,3check,giveaway,crazyhouse\"\n"));
  identity.options.push_back(EngineOption{.name = "UCI_Chess960",
                                          .type = "check",
                                          .default_value = "false",
                                          .min = {},
                                          .max = {},
                                          .choices = {}});
  EXPECT_THAT(written(identity),
              HasSubstr("feature variants=\"normal,fischerandom,3check,giveaway,crazyhouse\"\n"));
}

TEST(CecpVariants, OffersNoChessForAnEngineWithoutIt) {
  Identity identity;
  identity.options = {playing({"minixiangqi", "xiangqi"})};
  EXPECT_THAT(written(identity), HasSubstr("feature variants=\"minixiangqi,xiangqi\"\n"));
  identity.options = {playing({})};
  EXPECT_THAT(written(identity), HasSubstr("feature variants=\"normal\"\n"));
}

TEST(CecpVariants, HidesTheOptionBehindTheCommand) {
  Identity identity;
  identity.options = {playing({"chess", "atomic"})};
  EXPECT_THAT(written(identity), Not(HasSubstr("UCI_Variant")));
}

TEST(CecpVariants, TranslatesNamesBothWays) {
  const EngineOption option = playing({"antichess", "chess", "crazyhouse"});
  EXPECT_EQ(uci_variant("normal", option), "chess");
  EXPECT_EQ(uci_variant("giveaway", option), "antichess");
  EXPECT_EQ(uci_variant("crazyhouse", option), "crazyhouse");
  EXPECT_EQ(uci_variant("shogi", option), std::nullopt);
}

TEST(CecpVariants, LeavesAVariantItsNameIfAnotherHasTheTranslation) {
  const EngineOption option = playing({"antichess", "chess", "giveaway"});
  EXPECT_THAT(other_variants(option), ElementsAre("antichess", "giveaway"));
  EXPECT_EQ(uci_variant("antichess", option), "antichess");
  EXPECT_EQ(uci_variant("giveaway", option), "giveaway");
}

// ---- Moves ------------------------------------------------------------------------------------------------

TEST(CecpVariants, ReadsMovesOfAnyForm) {
  for (const char* const move : {"e2e4", "e7e8q", "P@e4", "+P@e4", "b2b8+", "b8b2-", "k12l9", "a9a12",
                                 "b1c3h", "c4d5,d5e4", "e2e4,e4d4"}) {
    EXPECT_EQ(uci_move(move, 8), move);
    EXPECT_EQ(xboard_move(move, 8), move);
  }
  for (const char* const text : {"", "e4", "junk", "O-O", "P@", "@e4", "+@e4", "PP@e4", "e2e4x!", "e0e1",
                                 "e2e4,", "E2E4", "e2-e4", "e2e4qqq", "Nf3"}) {
    EXPECT_EQ(uci_move(text, 8), std::nullopt) << text;
  }
}

TEST(CecpVariants, CountsTenRanksAsEachSideDoes) {
  EXPECT_EQ(uci_move("a0b9", 10), "a1b10");
  EXPECT_EQ(uci_move("P@e9+", 10), std::nullopt);
  EXPECT_EQ(uci_move("C@e9", 10), "C@e10");
  EXPECT_EQ(uci_move("a0b9q,b9c8", 10), "a1b10q,b10c9");
  EXPECT_EQ(uci_move("a10b9", 10), std::nullopt);
  EXPECT_EQ(xboard_move("a1b10", 10), "a0b9");
  EXPECT_EQ(xboard_move("a10b10+", 10), "a9b9+");
  EXPECT_EQ(xboard_move("a0b1", 10), std::nullopt);
  EXPECT_EQ(xboard_move("a11b1", 10), std::nullopt);
}

TEST(CecpVariants, PassesAsEachSideDoes) {
  EXPECT_EQ(uci_move("@@@@", 10), "0000");
  EXPECT_EQ(xboard_move("0000", 10), "@@@@");
  EXPECT_EQ(xboard_move("e2e2", 10), "@@@@");
  EXPECT_EQ(xboard_move("e10e10", 10), "@@@@");
  EXPECT_EQ(xboard_move("e5e5f", 8), "e5e5f");
  EXPECT_EQ(xboard_move("xx", 8), std::nullopt);
}

TEST(CecpVariants, DropsTheMarkOfAPromotionNotMade) {
  EXPECT_EQ(uci_move("a6a7=", 9), "a6a7");
}

// ---- Positions --------------------------------------------------------------------------------------------

TEST(CecpVariants, KnowsTheHeightOfBoards) {
  EXPECT_EQ(ranks_of_fen("rbsgk/4p/5/P4/KGSBR[-] w 0 1"), 5);
  EXPECT_EQ(ranks_of_fen("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[P/] w - 1"), 9);
  EXPECT_EQ(ranks_of_variant("xiangqi"), 10);
  EXPECT_EQ(ranks_of_variant("grand"), 10);
  EXPECT_EQ(ranks_of_variant("crazyhouse"), 8);
}

TEST(CecpVariants, GivesXiangqiPiecesTheirLetters) {
  EXPECT_EQ(uci_fen("rheakaehr/9 b - - 0 1", "xiangqi"), "rnbakabnr/9 b - - 0 1");
  EXPECT_EQ(uci_fen("rhe/9 b - - 0 1", "seirawan"), "rhe/9 b - - 0 1");
}

TEST(CecpVariants, SearchesFromTheStartOrFromAFen) {
  const auto search = [](const VariantGame& game) {
    std::string out;
    UciBack().print_search(search_of(game), out);
    return out;
  };
  EXPECT_EQ(search({}), "position startpos\ngo\n");
  EXPECT_EQ(search({.start = "", .moves = {"e2e4", "P@e6"}}), "position startpos moves e2e4 P@e6\ngo\n");
  EXPECT_EQ(search({.start = "k7/K7 b", .moves = {"a2b2"}}), "position fen k7/K7 b moves a2b2\ngo\n");
}

// ---- How a variant begins ---------------------------------------------------------------------------------

TEST(CecpVariants, ReadsHowAVariantBegins) {
  const auto set_up = parse_uci_variant(
      "variant shako files 10 ranks 10 pocket 0 template fairy startpos c8c/K9 w KQkq - 0 1");
  ASSERT_TRUE(set_up);
  EXPECT_EQ(set_up->variant, "shako");
  EXPECT_EQ(set_up->files, 10);
  EXPECT_EQ(set_up->ranks, 10);
  EXPECT_EQ(set_up->pocket, 0);
  EXPECT_EQ(set_up->parent, "fairy");
  EXPECT_EQ(set_up->fen, "c8c/K9 w KQkq - 0 1");
  for (const char* const text : {"", "variant", "variant x", "variants are fun",
                                 "variant x files ten ranks 10 pocket 0 template y startpos z",
                                 "variant x files 100 ranks 10 pocket 0 template y startpos z",
                                 "variant x files 8 ranks 8 pocket 0 template y"}) {
    EXPECT_FALSE(parse_uci_variant(text)) << text;
  }
}

std::string set_up(std::string_view parent, std::string_view fen) {
  return written(
      VariantSetUp{.variant = "v", .files = 6, .ranks = 5, .pocket = 2, .parent = parent, .fen = fen});
}

/// The first is the example of the protocol's description, the others are what Fairy-Stockfish says to
/// XBoard.
TEST(CecpVariants, TellsXboardWhichPiecesThereAre) {
  EXPECT_EQ(set_up("fairy", "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"),
            "setup (PN.RQ................Kpn.rq................k) 6x5+2_fairy "
            "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1\n");
  EXPECT_EQ(set_up("fairy", "c8c/ernbqkbnre/pppppppppp w"),
            "setup (PNBRQ.E.C............Kpnbrq.e.c............k) 6x5+2_fairy c8c/ernbqkbnre/pppppppppp w\n");
  EXPECT_EQ(set_up("shogi", "rbsgk/4p/5/P4/KGSBR[-] w 0 1"),
            "setup (P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k) 6x5+2_shogi rbsgk/4p/5/P4/KGSBR[-] w 0 1\n");
}

TEST(CecpVariants, FindsAPlaceForLettersXboardDoesNotHave) {
  EXPECT_EQ(set_up("fairy", "xyp/PYX[z] w"),
            "setup (PXYZ..................pxyz..................) 6x5+2_fairy xyp/PYX[z] w\n");
}

TEST(CecpVariants, LeavesPiecesOutThatItCannotPlace) {
  EXPECT_EQ(set_up("shogi", "xk/XK w - 1"), "setup xk/XK w - 1\n");
}

}  // namespace
}  // namespace polyglot::protocol
