// SPDX-License-Identifier: MIT
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/rules.hpp>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

constexpr chess::Key kStart = 0x463b96181691fc9c;
constexpr chess::Key kAfterE4E5 = 0x0844931a6ef4b9a0;
constexpr const char* kCastleFen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

std::uint16_t code(std::string_view move) {
  return book::code_from_text(move).value();
}

class ProbeTest : public ToolTest {
 protected:
  ProbeTest() {
    const chess::Key castle = chess::Position::from_fen(kCastleFen)->key();
    const auto written =
        book::write_bin_book(path_, {{.key = kStart, .move = code("e2e4"), .weight = 2, .learn = 0x00030005},
                                     {.key = kStart, .move = code("g1f3"), .weight = 1},
                                     {.key = kStart, .move = code("e2e5"), .weight = 0},
                                     {.key = kAfterE4E5, .move = code("f1c4"), .weight = 7},
                                     {.key = castle, .move = code("e1h1"), .weight = 1}});
    EXPECT_TRUE(written);
  }

  std::string path_ = folder_ / "book.bin";
};

TEST_F(ProbeTest, ShowsTheMovesOfAPosition) {
  EXPECT_THAT(polyglot({"probe", path_}),
              Succeeds("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                       "key 463b96181691fc9c\n"
                       "\n"
                       "move    san      weight    share      n    sum\n"
                       "e2e4    e4            2   66.66%      3      5\n"
                       "g1f3    Nf3           1   33.33%      0      0\n"
                       "e2e5    -             0    0.00%      0      0  illegal\n"));
}

TEST_F(ProbeTest, PrintsOneJsonObject) {
  EXPECT_THAT(polyglot({"probe", path_, "-moves", "e2e4", "e5", "-format", "json"}),
              Succeeds("{\"key\":\"0844931a6ef4b9a0\","
                       "\"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\",\"moves\":["
                       "{\"move\":\"f1c4\",\"san\":\"Bc4\",\"code\":\"015a\",\"weight\":7,\"share\":1,"
                       "\"n\":0,"
                       "\"sum\":0}]}\n"));
  EXPECT_THAT(polyglot({"probe", path_, "-format", "json"}).out,
              HasSubstr("{\"move\":\"e2e5\",\"san\":null,\"illegal\":true,\"code\":\"0324\",\"weight\":0,"));
}

TEST_F(ProbeTest, PrintsCsv) {
  EXPECT_EQ(polyglot({"probe", path_, "-moves", "e2e4", "e5", "-format", "csv"}).out,
            "move,san,weight,share,n,sum,illegal,key,code,fen\n"
            "f1c4,Bc4,7,1.0000,0,0,0,0844931a6ef4b9a0,346,"
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
  const std::string start = polyglot({"probe", path_, "-format", "csv"}).out;
  EXPECT_THAT(start, HasSubstr("\ne2e4,e4,2,0.6666,3,5,0,463b96181691fc9c,796,"));
  EXPECT_THAT(start, HasSubstr("\ng1f3,Nf3,1,0.3333,0,0,0,463b96181691fc9c,405,"));
  EXPECT_THAT(start, HasSubstr("\ne2e5,,0,0.0000,0,0,1,463b96181691fc9c,804,"));
}

TEST_F(ProbeTest, PrintsEpdAndPgn) {
  EXPECT_EQ(polyglot({"probe", path_, "-format", "epd"}).out,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; c0 \"e4=2 Nf3=1\";\n");
  EXPECT_THAT(polyglot({"probe", path_, "-format", "pgn"}).out,
              EndsWith("[Result \"*\"]\n\n1. e4 {66.66 %, weight 2} (1. Nf3 {33.33 %, weight 1}) *\n\n"));
  const std::string fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  EXPECT_THAT(polyglot({"probe", path_, "-moves", "e4", "e5", "-format", "pgn"}).out,
              EndsWith("[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n2. Bc4 {100.00 %, weight 7} *\n\n"));
  EXPECT_EQ(polyglot({"probe", path_, "-moves", "a3", "-format", "epd"}).out, "");
  EXPECT_EQ(polyglot({"probe", path_, "-key", "1", "-format", "epd"}).exit_code, 2);
}

TEST_F(ProbeTest, SaysWhatIsWrongWithABookBesideWhatItHas) {
  std::ofstream(path_, std::ios::app) << std::string(16, '\1') << "123";
  EXPECT_THAT(
      polyglot({"probe", path_}),
      Succeeds(HasSubstr("e2e4"), AllOf(HasSubstr("polyglot probe: " + path_ + ": offset "),
                                        HasSubstr("is not sorted"), HasSubstr("not a multiple of 16"))));
}

TEST_F(ProbeTest, PrintsCsvThatConvertReads) {
  const std::string none = polyglot({"probe", path_, "-moves", "a3", "-format", "csv"}).out;
  EXPECT_EQ(polyglot({"convert", "-", folder_ / "none.bin"}, {.input = none, .folder = {}}).exit_code, 1);
  std::string converted[2];
  for (std::size_t i = 0;
       const auto& question : {Arguments{"-format", "csv"}, {"-key", "463b96181691fc9c", "-format", "csv"}}) {
    const std::string text = polyglot(Arguments{"probe", path_} + question).out;
    EXPECT_THAT(polyglot({"convert", "-", folder_ / "back.bin"}, {.input = text, .folder = {}}), Succeeds());
    converted[i++] = read_text(folder_ / "back.bin");
  }
  EXPECT_EQ(converted[0].size(), 3 * 16U) << "the illegal move, too";
  EXPECT_EQ(converted[1], converted[0]);
}

TEST_F(ProbeTest, ShowsTheRecordsOfARawKey) {
  EXPECT_EQ(polyglot({"probe", path_, "-key", "0x0844931A6EF4B9A0", "-format", "json"}).out,
            "{\"key\":\"0844931a6ef4b9a0\",\"moves\":["
            "{\"move\":\"f1c4\",\"code\":\"015a\",\"weight\":7,\"share\":1,\"n\":0,\"sum\":0}]}\n");
}

TEST_F(ProbeTest, FindsNothingAndSaysSo) {
  EXPECT_THAT(polyglot({"probe", path_, "-moves", "a3"}), Succeeds(EndsWith("\nnot in the book\n")));
  EXPECT_THAT(polyglot({"probe", path_, "-key", "1", "-format", "json"}),
              Succeeds("{\"key\":\"0000000000000001\",\"moves\":[]}\n"));
}

TEST_F(ProbeTest, RefusesWhatItCannotMakeSenseOf) {
  EXPECT_EQ(polyglot({"probe", folder_ / "none.bin"}).exit_code, 1);
  for (const auto& arguments : {Arguments{"probe"},
                                {"probe", path_, "-moves", "e5"},
                                {"probe", path_, "-fen", "junk"},
                                {"probe", path_, "-key", "xyz"},
                                {"probe", path_, "-key", "1", "-moves", "e4"},
                                {"probe", path_, "-format", "xml"}}) {
    EXPECT_THAT(polyglot(arguments), Fails(2, HasSubstr("polyglot probe: "), IsEmpty())) << arguments.back();
  }
}

class ProbeVariant : public ToolTest {
 protected:
  void SetUp() override {
    const std::string games =
        "[Variant \"crazyhouse\"]\n[Result \"1-0\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d6 1-0\n\n";
    ASSERT_THAT(polyglot({"make-book", "-", "-bin", book_, "-variant", "crazyhouse", "-min-game", "1"},
                         {.input = games}),
                Succeeds());
  }

  std::string book_ = folder_ / "x.bin";
};

TEST_F(ProbeVariant, IsWhatTheHeaderOfTheBookSays) {
  EXPECT_THAT(
      polyglot({"probe", book_, "-moves", "e4", "d5", "exd5", "Qxd5", "-format", "json"}),
      Succeeds("{\"key\":\"" +
               polyglot({"key", "-variant", "crazyhouse", "-moves", "e4", "d5", "exd5", "Qxd5"})
                   .out.substr(0, 16) +
               "\",\"fen\":\"rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3\",\"moves\":"
               "[{\"move\":\"P@d6\",\"san\":\"P@d6\",\"code\":\"942b\",\"weight\":2,"
               "\"share\":1,\"n\":0,\"sum\":0}]}\n"));
  EXPECT_EQ(polyglot({"probe", book_, "-variant", "Crazyhouse", "-moves", "e4"}).exit_code, 0);
}

TEST_F(ProbeVariant, OfABookWithoutAHeaderIsSeenByItsStart) {
  ASSERT_EQ(polyglot({"edit-book", book_, "-remove-header"}).exit_code, 0);
  const Outcome outcome = polyglot({"probe", book_});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("e2e4"));
  EXPECT_EQ(outcome.err,
            "polyglot probe: " + book_ +
                ": this book looks like crazyhouse and is read as such; \"--variant crazyhouse\" "
                "says so\n");
  const Outcome named = polyglot({"probe", book_, "-variant", "crazyhouse"});
  EXPECT_EQ(named.err, "");
  EXPECT_EQ(named.out, outcome.out);
  EXPECT_EQ(polyglot({"probe", book_, "--quiet"}).err, "");
}

TEST_F(ProbeVariant, ThatIsNotKnownIsWrongUsage) {
  EXPECT_EQ(polyglot({"probe", book_, "-variant", "calvinball"}).exit_code, 2);
}

TEST_F(ProbeVariant, PositionsThatNoBookCanHaveAreRefused) {
  write_text(book_, "");
  const std::string fen = "6k5/12/12/12/12/5+F6/12/12/12/12/12/6K5 w - 0 1";
  EXPECT_THAT(polyglot({"probe", book_, "-variant", "chu", "-fen", fen}),
              Fails(2, HasSubstr("no book can have this position"), IsEmpty()));
  EXPECT_THAT(polyglot({"probe", book_, "-variant", "chu", "-fens", "-"}, {.input = fen + "\n"}),
              Fails(1, _, IsEmpty()));
}

// Source: XBoard 4.9, which has all castling rights in the keys of games that begin with a FEN.
TEST_F(ProbeVariant, IsNotSoughtInBooksThatKnowOnlyChess) {
  const TemporaryFolder folder;
  const std::string list = folder / "list.pgn";
  write_text(list, "1. e4 *\n");
  EXPECT_THAT(polyglot({"probe", list, "-variant", "atomic"}),
              Fails(1, "polyglot probe: " + list + ": lists of openings know only chess\n", IsEmpty()));
  EXPECT_EQ(polyglot({"probe", list, "-variant", "fischerandom"}).exit_code, 0);
  EXPECT_THAT(polyglot({"info-book", "-bin", list, "-variant", "atomic"}).err, HasSubstr("know only chess"));
}

TEST_F(ProbeVariant, FindsWhatXBoardHasUnderAnotherKey) {
  const std::string fen = "10/10/P1P5P1/5k3P/10/10/p4K4/2p4p1p/10/10[NBRQACnbrqac] w - 0 1";
  const game::Rules rules = game::Rules::find("grand").value();
  const game::Position position = rules.read_fen(fen).value();
  const auto key = book::keys_of(position)[1];
  const std::uint16_t move = book::record_code(position, game::move_from_uci(position, "f4f5").value());
  ASSERT_TRUE(book::write_bin_book(book_, {{.key = key, .move = move, .weight = 5}}));
  EXPECT_THAT(polyglot({"probe", book_, "-variant", "grand", "-fen", fen}).out,
              AllOf(HasSubstr("key 3aec0b6d94a2cdc3\n"), HasSubstr("f4f5")));
}

TEST_F(ProbeVariant, HasTheMovesOfTheFirstKeyOnlyWhereABookHasBoth) {
  const auto rules = game::Rules::find("grand").value();
  const game::Position position =
      rules.read_fen("10/10/P1P5P1/5k3P/10/10/p4K4/2p4p1p/10/10[NBRQACnbrqac] w - 0 1").value();
  const auto keys = book::keys_of(position);
  ASSERT_NE(keys[1], 0U);
  const std::uint16_t move = book::record_code(position, game::move_from_uci(position, "f4f5").value());
  ASSERT_TRUE(book::write_bin_book(
      book_, {{.key = keys[0], .move = move, .weight = 5}, {.key = keys[1], .move = move, .weight = 7}}));
  EXPECT_THAT(
      polyglot({"probe", book_, "-variant", "grand", "-fen", position.to_fen(), "-format", "json"}).out,
      AllOf(HasSubstr("\"weight\":5"), Not(HasSubstr("\"weight\":7"))));
}

}  // namespace
}  // namespace polyglot::tools::test
