// SPDX-License-Identifier: MIT
#include "chess/helpers.hpp"
#include "support/testing.hpp"

namespace polyglot::chess {
namespace {

using testing::kWalkStarts;
using testing::position_of;
using testing::uci;
using testing::walk_randomly;

/// The move a SAN text means, in coordinates; "-" if none.
std::string read(std::string_view fen, std::string_view text) {
  const auto move = move_from_san(position_of(fen), text);
  return move ? to_uci(*move, CastlingNotation::king_takes_rook) : "-";
}

TEST(San, EveryLegalMoveIsReadBack) {
  for (const auto fen : kWalkStarts) {
    walk_randomly(position_of(fen), 5, 100, 7, [](const Position& position) {
      for (const Move move : position.legal_moves()) {
        ASSERT_EQ(move_from_san(position, to_san(position, move)), move)
            << position.to_fen() << ' ' << to_san(position, move);
      }
    });
  }
}

TEST(San, IsWrittenAsPeopleWriteIt) {
  struct Written {
    std::string_view fen;
    std::string_view move;
    std::string_view san;
  };
  constexpr Written kWritten[] = {
      // The file, then the rank where the file is shared, then both
      {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"},
      {"4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1a3", "N1a3"},
      {"2k5/8/8/8/7Q/8/8/K6Q w - - 0 1", "h4e4", "Q4e4"},
      {"2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
      // A pinned rival is no rival.
      {"4r1k1/8/8/8/8/4N3/8/2N1K3 w - - 0 1", "c1d3", "Nd3"},
      {"4r1k1/8/8/8/4N3/8/8/N3K3 w - - 0 1", "a1c2", "Nc2"},
      // Pawns
      {kStartFen, "e2e4", "e4"},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
      {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"},
      // Castling and mate
      {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"},
      {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O"},
      {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#"}};
  for (const auto& [fen, move, san] : kWritten) {
    const Position position = position_of(fen);
    EXPECT_EQ(to_san(position, uci(position, move)), san) << fen;
  }
  EXPECT_EQ(read("4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1", "Nc2"), "a1c2");
}

TEST(San, ReadsCastlingInEveryUsualSpelling) {
  const char* fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
  for (const char* text : {"O-O", "0-0", "o-o", "O-O+", "0-0!?", "e1g1", "Ke1-g1"})
    EXPECT_EQ(read(fen, text), "e1h1");
  for (const char* text : {"O-O-O", "0-0-0", "O-O-O#", "e1c1", "Ke1c1"}) EXPECT_EQ(read(fen, text), "e1a1");
  EXPECT_EQ(read("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O"), "-");
}

TEST(San, ReadsTheUsualRelaxations) {
  for (const char* text :
       {"Nf3", "Nf3+", "Nf3#", "Nf3!?", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "g1-f3"}) {
    EXPECT_EQ(read(kStartFen, text), "g1f3") << text;
  }
  for (const char* text : {"e4", "e2e4", "e2-e4", "Pe4"}) EXPECT_EQ(read(kStartFen, text), "e2e4") << text;
  const char* promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  for (const char* text : {"a8=Q+", "a8Q", "a8q", "a8(Q)", "a8/Q", "a7-a8=Q", "a7a8q"}) {
    EXPECT_EQ(read(promotion, text), "a7a8q") << text;
  }
  const char* queen = "4k3/4q3/8/8/8/8/4Q3/4K3 w - - 0 1";
  for (const char* text : {"Qe2xe7", "e2xe7", "e2-e7", "e2:e7+", "e2e7+"}) {
    EXPECT_EQ(read(queen, text), "e2e7") << text;
  }
  const char* en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
  for (const char* text : {"exd6", "exd6e.p.", "exd6ep", "ed6", "e5xd6", "e5:d6"}) {
    EXPECT_EQ(read(en_passant, text), "e5d6") << text;
  }
}

TEST(San, ReadsFigurinesOfBothColoursAsLetters) {
  for (const char* text : {"♘f3", "♞f3",
                           "♘\xEF\xB8\x8E"
                           "f3",
                           "♘g1-f3"})
    EXPECT_EQ(read(kStartFen, text), "g1f3") << text;
  EXPECT_EQ(read(kStartFen, "♙e4"), "e2e4");
  const char* promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  for (const char* text : {"a8=♕+", "a8♛", "a8(♕)"}) EXPECT_EQ(read(promotion, text), "a7a8q") << text;
  for (const char* text : {"♡f3", "\xE2\x99", "f3\xE2\x99", "♘"})
    EXPECT_EQ(read(kStartFen, text), "-") << text;
}

TEST(San, TellsAPawnOfTheBFileFromABishop) {
  const char* fen = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
  EXPECT_EQ(read(fen, "bxc3"), "b2c3");
  EXPECT_EQ(read(fen, "Bxc3"), "d2c3");
}

TEST(San, WhatIsAmbiguousOrIllegalIsNothing) {
  EXPECT_EQ(read("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2"), "-");
  EXPECT_EQ(read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8"), "-");
  EXPECT_EQ(read("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5"), "-") << "a capture names its file";
  for (const char* text :
       {"",  "+",    "x",    "N",     "Nf",     "f",    "Nf9", "e5",   "Ke2", "Zf3",     "=Q",
        ")", "N=f3", "e4=Q", "Nf3=Q", "g1--f3", "g1-f", "O-O", "0000", "--",  "\xc3\x97"}) {
    EXPECT_EQ(read(kStartFen, text), "-") << text;
  }
}

TEST(San, TellsMovesFromOtherWordsByTheirForm) {
  for (const char* text :
       {"e4", "exd5", "Nbd7", "Qa1xb2+", "O-O", "0-0-0", "e8=Q#", "e7e8q", "Kg8-h8", "e2e5"})
    EXPECT_TRUE(looks_like_move(text)) << text;
  for (const char* text :
       {"", "e", "e9", "bad", "board8", "Opening", "e2e2", "Zf3", "a1b2c3d4e5f6", "0000", "12"})
    EXPECT_FALSE(looks_like_move(text)) << text;
}

TEST(San, TellsWhatIsAmbiguousFromWhatIsIllegal) {
  const Position knights = position_of("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
  for (const char* text : {"Nd2", "Nd2+", "♘d2"}) EXPECT_EQ(san_matches(knights, text).size(), 2U) << text;
  for (const char* text : {"Nbd2", "Nd3", "Ne5", "O-O", "d2", "N", ""}) {
    EXPECT_LT(san_matches(knights, text).size(), 2U) << text;
  }
  const Position pinned = position_of("4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1");
  EXPECT_EQ(san_matches(pinned, "Nc2").size(), 1U) << "only one of them may move";
}

}  // namespace
}  // namespace polyglot::chess
