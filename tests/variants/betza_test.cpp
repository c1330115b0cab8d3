// SPDX-License-Identifier: MIT
#include <set>

#include "support/testing.hpp"
#include "variants/rules.hpp"

namespace polyglot::variants {
namespace {

using Directions = std::set<std::pair<int, int>>;

Directions directions_of(std::string_view notation) {
  Directions directions;
  for (const Leap& leap : read_betza(notation).value()) directions.emplace(leap.files, leap.ranks);
  return directions;
}

TEST(Betza, AtomsGoInAllDirectionsAndModifiersChooseSome) {
  const std::pair<const char*, Directions> pieces[] = {{"W", {{0, 1}, {0, -1}, {1, 0}, {-1, 0}}},
                                                       {"A", {{2, 2}, {2, -2}, {-2, 2}, {-2, -2}}},
                                                       {"fW", {{0, 1}}},
                                                       {"fF", {{1, 1}, {-1, 1}}},
                                                       {"flF", {{-1, 1}}},
                                                       {"fsW", {{0, 1}, {1, 0}, {-1, 0}}},
                                                       {"vW", {{0, 1}, {0, -1}}},
                                                       {"ffN", {{1, 2}, {-1, 2}}},
                                                       {"fsN", {{2, 1}, {-2, 1}}}};
  for (const auto& [notation, directions] : pieces)
    EXPECT_EQ(directions_of(notation), directions) << notation;
  EXPECT_EQ(directions_of("N").size(), 8U);
  EXPECT_EQ(directions_of("KNAD").size(), 24U);
}

TEST(Betza, NumbersAndDoubledLettersAreRanges) {
  EXPECT_EQ(read_betza("W").value()[0].range, 1);
  EXPECT_EQ(read_betza("R").value()[0].range, 0);
  EXPECT_EQ(read_betza("R3").value()[0].range, 3);
  EXPECT_EQ(read_betza("NN").value()[0].range, 0);
}

bool have_several_ways(std::string_view notation) {
  const std::vector<Leap> leaps = read_betza(notation).value();
  for (std::size_t i = 0; i < leaps.size(); ++i)
    if (std::any_of(leaps.begin() + static_cast<std::ptrdiff_t>(i) + 1, leaps.end(),
                    [&](const Leap& other) { return meet(leaps[i], other); }))
      return true;
  return false;
}

TEST(Betza, SlidesMeetLeapsOnTheirWay) {
  for (const char* const piece : {"RD", "NNN", "W3H"}) EXPECT_TRUE(have_several_ways(piece)) << piece;
  for (const char* const piece : {"W2H", "BWD", "mRcpR", "fmWfceFfmenD@2fmnD@1"})
    EXPECT_FALSE(have_several_ways(piece)) << piece;
}

TEST(Betza, ModifiersSayWhatAMoveIsFor) {
  const std::vector<Leap> pawn = read_betza("fmWfceFfmenD@2").value();
  ASSERT_EQ(pawn.size(), 4U);
  EXPECT_TRUE(pawn[0].quiet);
  EXPECT_FALSE(pawn[0].captures);
  EXPECT_TRUE(pawn[1].captures && pawn[1].en_passant);
  EXPECT_FALSE(pawn[1].quiet);
  EXPECT_EQ(pawn[3].passage, Passage::lame);
  EXPECT_EQ(pawn[3].from_ranks, 0b10);
  EXPECT_EQ(read_betza("mRcpR").value()[4].passage, Passage::hopping);
  EXPECT_EQ(read_betza("nnL").value()[0].passage, Passage::any_lame);
}

TEST(Betza, SaysWhatItCannotRead) {
  EXPECT_EQ(read_betza("fmX").error().what, "there is no move of the letter X in \"fmX\"");
  EXPECT_EQ(read_betza("qW").error().what, "there is no modifier q in \"qW\"");
  EXPECT_EQ(read_betza("Wfm").error().what, "\"Wfm\" ends before the letter of a move");
  EXPECT_TRUE(read_betza("W@0").has_error());
  EXPECT_TRUE(read_betza("").has_error());
}

TEST(Betza, RanksAreLists) {
  EXPECT_EQ(read_ranks("8").value(), 0b1000'0000);
  EXPECT_EQ(read_ranks("1-2,8").value(), 0b1000'0011);
  for (const char* const wrong : {"", "x", "0", "17", "3-1", "1,", "1-"})
    EXPECT_TRUE(read_ranks(wrong).has_error());
}

}  // namespace
}  // namespace polyglot::variants
