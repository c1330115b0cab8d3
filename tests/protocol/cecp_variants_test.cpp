// SPDX-License-Identifier: MIT
// Variants whose rules we do not know, between XBoard and UCI.
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/uci.hpp>

#include "support/testing.hpp"

namespace polyglot::protocol {
namespace {

EngineOption playing(std::vector<std::string> variants) {
  return {"UCI_Variant", "combo", "chess", {}, {}, std::move(variants)};
}

template <class Reply>
std::string written(const Reply& reply) {
  std::string out;
  CecpFront().print(reply, out);
  return out;
}

// ---- Names ------------------------------------------------------------------------------------------------

TEST(CecpVariants, OffersEveryVariantOfTheEngineOnce) {
  Identity identity;
  identity.options = {playing({"3check", "3check", "antichess", "chess", "chess960", "crazyhouse", "normal",
                               "two words", "caparandom"})};
  EXPECT_THAT(written(identity), HasSubstr("feature variants=\"normal,3check,giveaway,crazyhouse\"\n"));
  identity.options.push_back({"UCI_Chess960", "check", "false", {}, {}, {}});
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

TEST(CecpVariants, TranslatesNamesOfLichess) {
  const EngineOption option = playing({"chess", "threeCheck", "kingOfTheHill", "racingKings"});
  EXPECT_THAT(xboard_variants(&option, false),
              ElementsAre("normal", "3check", "kingofthehill", "racingkings"));
  EXPECT_EQ(uci_variant("3check", option), "threeCheck");
}

TEST(CecpVariants, LeavesAVariantItsNameIfAnotherHasTheTranslation) {
  const EngineOption option = playing({"antichess", "chess", "giveaway"});
  EXPECT_THAT(xboard_variants(&option, false), ElementsAre("normal", "antichess", "giveaway"));
  EXPECT_EQ(uci_variant("antichess", option), "antichess");
  EXPECT_EQ(uci_variant("giveaway", option), "giveaway");
}

// ---- Positions --------------------------------------------------------------------------------------------

TEST(CecpVariants, SearchesFromTheStartOrFromAFen) {
  const auto search = [](game::Game game, std::initializer_list<const char*> moves) {
    for (const char* const move : moves) game.push(*game.read_uci(move));
    std::string out;
    UciBack::print_search({.game = &game, .limits = {}}, out);
    return out;
  };
  const game::Game unknown(game::text_start("unheard-of"));
  EXPECT_EQ(search(unknown, {}), "position startpos\ngo\n");
  EXPECT_EQ(search(unknown, {"e2e4", "P@e6"}), "position startpos moves e2e4 P@e6\ngo\n");
  EXPECT_EQ(search(unknown.from_fen("k7/K7 b").value(), {"a2b2"}), "position fen k7/K7 b moves a2b2\ngo\n");
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
