// SPDX-License-Identifier: MIT
// Chess960 from PGN to the moves of a book, as GUIs and servers write it.
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

/// As Cute Chess writes games: the rooks' files, thinking of engines.
constexpr const char* kCuteChessGame =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n"
    "[Result \"1-0\"]\n[FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 1\"]\n"
    "[GameDuration \"00:00:04\"]\n[PlyCount \"9\"]\n[SetUp \"1\"]\n[TimeControl \"1+0.01\"]\n"
    "[Variant \"fischerandom\"]\n\n"
    "1. g3 {+0.20/9 0.05s} g6 {-0.11/8 0.04s} 2. Nf3 {+0.18/9 0.03s}\n"
    "Nf6 {0.00/9 0.04s} 3. Bg2 {+0.25/10 0.06s} Bg7 {0.00/9 0.05s}\n"
    "4. O-O {+0.31/9 0.04s} O-O {-0.20/9 0.03s} 5. c3 {+0.30/9 0.04s, Black resigns} 1-0\n\n";

/// As Lichess writes them: KQkq for the outermost rooks, clocks.
constexpr const char* kLichessGame =
    "[Event \"Rated Chess960 game\"]\n[Site \"https://lichess.org/abcdefgh\"]\n[Date \"2024.05.01\"]\n"
    "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[UTCDate \"2024.05.01\"]\n[WhiteElo \"1500\"]\n"
    "[Variant \"Chess960\"]\n[TimeControl \"180+2\"]\n[ECO \"?\"]\n[Opening \"?\"]\n"
    "[Termination \"Normal\"]\n[FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1\"]\n"
    "[SetUp \"1\"]\n\n"
    "1. g3 { [%clk 0:03:00] } 1... g6 { [%clk 0:03:00] } 2. Nf3 { [%clk 0:02:59] } 2... Nf6 "
    "{ [%clk 0:02:58] } 3. Bg2 { [%clk 0:02:58] } 3... Bg7 { [%clk 0:02:57] } 4. O-O "
    "{ [%clk 0:02:57] } 4... O-O { [%clk 0:02:56] } 1-0\n\n\n";

constexpr const char* kBesideRooks = "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 1";

class Chess960 : public ToolTest {
 protected:
  void make_book(const std::string& games, const Arguments& options = {}) {
    write_text(folder_ / "games.pgn", games);
    ASSERT_THAT(run(Arguments{"make-book", "games.pgn", "-o", book_, "-min-game", "1"} + options),
                Succeeds());
  }
  [[nodiscard]] std::string probe(const std::string& fen, const std::vector<std::string>& moves = {}) const {
    return polyglot(Arguments{"probe", book_, "-format", "json", "-fen", fen, "-moves"} + moves).out;
  }

  std::string book_ = folder_ / "book.bin";
};

TEST_F(Chess960, GamesOfCuteChessAndOfLichessMakeOneBook) {
  make_book(std::string(kCuteChessGame) + kLichessGame);
  const std::vector<std::string> moves = {"g3", "g6", "Nf3", "Nf6", "Bg2", "Bg7"};
  // The king takes the rook beside him. Won in either game.
  EXPECT_THAT(probe(kBesideRooks, moves),
              AllOf(HasSubstr("\"san\":\"O-O\""), HasSubstr("\"move\":\"e1f1\""), HasSubstr("\"weight\":4")));
  // Moves in coordinates, castling as either protocol writes it, lead to the same.
  for (const char* const castling : {"e1f1", "e1g1", "O-O", "0-0"}) {
    Arguments more = moves;
    more.emplace_back(castling);
    more.emplace_back("e8f8");
    EXPECT_THAT(probe(kBesideRooks, more), HasSubstr("\"san\":\"c3\"")) << castling;
  }
}

/// Rooks on both sides of those that may castle: the key does not tell which may.
constexpr const char* kInnerRooks = "1r2k2r/8/8/8/8/8/8/RR2K1RR w GBhb - 0 1";
constexpr const char* kInnerGame =
    "[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"1r2k2r/8/8/8/8/8/8/RR2K1RR w GBhb - 0 1\"]\n"
    "[Variant \"Chess960\"]\n\n1. O-O O-O-O 2. Rf7 1-0\n\n";

TEST_F(Chess960, PositionsWithInnerRooksAreLeftOutIfAsked) {
  make_book(kInnerGame);
  EXPECT_THAT(probe(kInnerRooks), AllOf(HasSubstr("\"move\":\"e1g1\""), HasSubstr("\"san\":\"O-O\"")));
  // Of the same key, but the rook on h1 is not the one of the book.
  EXPECT_THAT(probe("1r2k2r/8/8/8/8/8/8/RR2K1RR w HAhb - 0 1"), HasSubstr("\"san\":null"));
  make_book(kInnerGame, {"-no-inner-rooks"});
  EXPECT_THAT(probe(kInnerRooks), HasSubstr("\"moves\":[]"));
  EXPECT_THAT(probe(kInnerRooks, {"O-O", "O-O-O"}), HasSubstr("\"san\":\"Rf7\""));
}

TEST(Chess960Start, IsNamedByItsNumber) {
  EXPECT_EQ(polyglot({"key", "518"}).out,
            "463b96181691fc9c rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  EXPECT_THAT(polyglot({"key", "959"}).out, HasSubstr(" rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w "));
  EXPECT_THAT(polyglot({"key", "-variant", "nocastle", "2879"}).out, HasSubstr(" rrknnqbb/"));
  EXPECT_THAT(polyglot({"key", "960"}),
              Fails(1, HasSubstr("there is no start position 960: they are numbered 0 to 959"), IsEmpty()));
}

}  // namespace
}  // namespace polyglot::tools::test
