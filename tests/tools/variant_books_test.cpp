// SPDX-License-Identifier: MIT
// The tools for whole books on books of variants: those of XBoard 4.9.1, and small ones made here.
#include <regex>

#include <boost/json.hpp>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/rules.hpp>

#include "book/book_files.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

/// The number after these words in the output of info-book or check-book; -1 if they are not there.
int number_of(const std::string& text, const std::string& what) {
  std::smatch found;
  return std::regex_search(text, found, std::regex(what + " *: *([0-9]+)")) ? std::stoi(found[1]) : -1;
}

// ---- Books that XBoard has made of games ------------------------------------------------------------------

struct RealBook {
  const char* variant;
  int lines_for_white;  ///< from the start
};

class XBoardBooks : public ::testing::TestWithParam<RealBook> {
 protected:
  void SetUp() override {
    std::ifstream file(base_ + ".json");
    if (!file) GTEST_SKIP() << "no shared data";
    std::stringstream text;
    text << file.rdbuf();
    const boost::json::value listing = boost::json::parse(text.str());
    for (const boost::json::value& listed : listing.at("positions").as_array()) {
      fens_.emplace_back(listed.at("fen").as_string());
      moves_ += static_cast<int>(listed.at("entries").as_array().size());
    }
  }

  static Outcome run(const Arguments& arguments) {
    Outcome outcome = polyglot(arguments + Arguments{"-variant", GetParam().variant});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome;
  }

  std::string base_ = std::string(POLYGLOT_SHARED_DATA) + "/variants/books/" + GetParam().variant;
  std::string book_ = base_ + ".bin";
  std::vector<std::string> fens_;
  int moves_ = 0;
  TemporaryFolder folder_;
};

TEST_P(XBoardBooks, AreLegalToTheLastRecord) {
  Arguments arguments = {"check-book", book_};
  for (const std::string& fen : fens_) arguments.insert(arguments.end(), {"-fen", fen});
  const std::string report = run(arguments).out;
  EXPECT_EQ(number_of(report, "Entries"), moves_);
  EXPECT_EQ(number_of(report, "Positions reached"), static_cast<int>(fens_.size()));
  EXPECT_EQ(number_of(report, "Positions not reached"), 0);
  EXPECT_EQ(number_of(report, "Illegal moves"), 0);
  EXPECT_EQ(number_of(report, "Codes that are no move"), 0);
  EXPECT_THAT(report, HasSubstr("wins and losses, as XBoard writes them"));
}

TEST_P(XBoardBooks, AreDumpedAndConvertedByteByByte) {
  run({"dump-book", book_, "-format", "csv", "-out", folder_ / "dump"});
  run({"convert", folder_ / "dump", folder_ / "again.bin"});
  EXPECT_EQ(read_text(folder_ / "again.bin"), read_text(book_));
}

INSTANTIATE_TEST_SUITE_P(, XBoardBooks,
                         ::testing::Values(RealBook{"3check", 29}, RealBook{"capablanca", 39},
                                           RealBook{"crazyhouse", 72}, RealBook{"knightmate", 24},
                                           RealBook{"makruk", 34}, RealBook{"seirawan", 4},
                                           RealBook{"shogi", 57}),
                         [](const auto& book) { return "Of" + std::string(book.param.variant); });

// ---- Small books ----------------------------------------------------------------------------------------

class VariantBooks : public ToolTest {
 protected:
  /// Builds a book from games, each of which counts twice. Returns its path.
  [[nodiscard]] std::string make(const std::string& variant, const std::vector<std::string>& games,
                                 const std::string& start = "", Arguments options = {"-min-game", "1"}) {
    const std::string set_up = start.empty() ? "" : "[FEN \"" + start + "\"]\n";
    std::ostringstream pgn;
    for (const std::string& moves : games)
      for (int i = 0; i < 2; ++i)
        pgn << "[Variant \"" << variant << "\"]\n[Result \"1-0\"]\n" << set_up << '\n' << moves << " 1-0\n\n";
    std::string path = folder_ / (variant + std::to_string(++made_) + ".bin");
    EXPECT_THAT(polyglot(Arguments{"make-book", "-", "-bin", path, "-variant", variant} + options,
                         {.input = pgn.str()}),
                Succeeds());
    return path;
  }

  int made_ = 0;
};

TEST_F(VariantBooks, AreOfTheGameThatTheirHeaderNames) {
  const std::string book = make("crazyhouse", {"1. e4 d5 2. exd5 Qxd5 3. P@d6 Qxd6 4. Nc3 P@d3"});
  const std::string lines = polyglot({"dump-book", book, "-color", "white", "-out", "-"}).out;
  EXPECT_THAT(lines, EndsWith("1: 1. e4{100%} d5 2. exd5{100%} Qxd5 3. P@d6{100%} Qxd6 4. Nc3{100%} \n"));
  const Outcome check = polyglot({"check-book", book});
  EXPECT_EQ(check.exit_code, 0);
  EXPECT_EQ(number_of(check.out, "Positions not reached"), 0);
  EXPECT_EQ(number_of(polyglot({"info-book", book}).out, "Isolated positions"), 0);
}

TEST_F(VariantBooks, OfOtherVariantsAreRefusedByAllTools) {
  const std::string book = make("crazyhouse", {"1. e4 d5 2. exd5 Qxd5 3. P@d6"});
  const std::vector<std::vector<std::string>> commands = {
      {"dump-book", book, "-color", "white", "-out", "-"},
      {"info-book", book},
      {"check-book", book},
      {"check-book", book, "-quick"},
      {"edit-book", book, "-delete", "*"},
      {"merge-book", book, book, "-out", folder_ / "merged.bin"},
      {"diff-book", book, book},
      {"diff-book", book, book, "-by-key"},
  };
  const std::string before = read_text(book);
  for (const Arguments& command : commands) {
    EXPECT_THAT(polyglot(command + Arguments{"-variant", "atomic"}),
                Fails(command.front() == "diff-book" ? 2 : 1,
                      "polyglot " + command.front() + ": " + book +
                          ": is for crazyhouse, its header says, not for atomic\n"))
        << command.front();
  }
  EXPECT_EQ(read_text(book), before);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "merged.bin"));
}

TEST_F(VariantBooks, OfDifferentVariantsAreNotMergedOrCompared) {
  const std::string crazyhouse = make("crazyhouse", {"1. e4 e5"});
  const std::string atomic = make("atomic", {"1. e4 e5"});
  const std::string out = folder_ / "merged.bin";
  EXPECT_THAT(
      polyglot({"merge-book", crazyhouse, atomic, "-out", out}),
      Fails(1, "polyglot merge-book: " + atomic + ": is for atomic, its header says, not for crazyhouse\n"));
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_THAT(polyglot({"diff-book", crazyhouse, atomic}).err,
              HasSubstr("atomic2.bin: is for atomic, its header says, not for crazyhouse"));
  EXPECT_EQ(polyglot({"merge-book", crazyhouse, make("crazyhouse", {"1. d4 d5"}), "-out", out}).exit_code, 0);
  EXPECT_EQ(number_of(polyglot({"info-book", out}).out, "Lines for white"), 2);
}

TEST_F(VariantBooks, OfWhichOneHasOtherKeysAreNotMerged) {
  const std::string book = make("crazyhouse", {"1. e4 e5"});
  const std::string plain = make("crazyhouse", {"1. e4 e5"}, "", {"-min-game", "1", "-keys", "plain"});
  const std::string out = folder_ / "merged.bin";
  EXPECT_THAT(polyglot({"merge-book", book, plain, "-out", out}),
              Fails(1, HasSubstr("books of both kinds cannot be combined")));
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(VariantBooks, WithoutHeadersAreNotMergedWithThoseOfOtherGames) {
  const std::string books = POLYGLOT_SHARED_DATA "/variants/books/";
  if (!std::filesystem::exists(books)) GTEST_SKIP() << "no shared data";
  for (const std::string& other : {make("normal", {"1. e4 e5"}), books + "makruk.bin"})
    EXPECT_THAT(polyglot({"merge-book", books + "knightmate.bin", other, "-out", folder_ / "merged.bin"}),
                Fails(1, AllOf(HasSubstr(other + ": looks like "),
                               HasSubstr("knightmate.bin like knightmate: books of different variants"))));
}

TEST_F(VariantBooks, HavePlainKeysIfThatIsWanted) {
  const Arguments options = {"-min-game", "1", "-keys", "plain"};
  const std::string book = make("atomic", {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O"}, "", options);
  ASSERT_EQ(polyglot({"edit-book", book, "-remove-header"}).exit_code, 0);
  const auto probed = [&](const std::string& keys) {
    return polyglot({"probe", book, "-variant", "atomic", "-format", "json", "-keys", keys}).out;
  };
  EXPECT_THAT(probed("auto"), AllOf(HasSubstr("463b96181691fc9c"), HasSubstr("\"move\":\"e2e4\"")));
  EXPECT_EQ(probed("plain"), probed("auto"));
  EXPECT_THAT(probed("xboard"), Not(HasSubstr("e2e4")));
  EXPECT_THAT(polyglot({"dump-book", book, "-variant", "atomic", "-format", "csv", "-out", "-"}).out,
              HasSubstr(",263,"))
      << "the king takes his rook";
  const Outcome sound = polyglot({"check-book", book, "-variant", "atomic"});
  EXPECT_EQ(sound.exit_code, 0) << sound.out;
  EXPECT_EQ(number_of(sound.out, "Positions not reached"), 0);
  const std::string games =
      polyglot({"dump-book", book, "-variant", "atomic", "-color", "white", "-out", "-"}).out;
  EXPECT_THAT(games, HasSubstr("4. O-O{100%}"));
  EXPECT_THAT(polyglot({"key", "-variant", "capablanca", "-keys", "plain", "startpos"}).err,
              HasSubstr("do not know"));
}

TEST_F(VariantBooks, AreNotSoundIfNoPositionIsReached) {
  const std::string book = make("atomic", {"1. e4 e5 2. Nf3"});
  ASSERT_EQ(polyglot({"edit-book", book, "-remove-header"}).exit_code, 0);
  EXPECT_THAT(polyglot({"check-book", book, "-variant", "normal"}),
              Fails(1, _, HasSubstr("\nno position reached: ")));
  EXPECT_THAT(polyglot({"check-book", book, "-variant", "normal", "-format", "json"}).out,
              AllOf(HasSubstr("\"sound\":false"), HasSubstr("\"verdict\":\"unreached\"")));
  EXPECT_EQ(polyglot({"check-book", book, "-variant", "atomic"}).exit_code, 0);
  EXPECT_EQ(polyglot({"check-book", book}).exit_code, 0) << "it begins as atomic does";
}

TEST_F(VariantBooks, AreNoEpd) {
  const std::string book = make("atomic", {"1. e4 e5"});
  EXPECT_THAT(polyglot({"dump-book", book, "-format", "epd"}),
              Fails(2, HasSubstr("--format epd is for chess, the book is for atomic")));
  EXPECT_THAT(polyglot({"diff-book", book, book, "-format", "epd"}).err,
              HasSubstr("--format epd is for books of chess"));
}

TEST_F(VariantBooks, BeginWhereShuffledGamesDo) {
  const std::string start = "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1";
  const std::string book = make("fischerandom", {"1. Nb3 Nb6 2. e4 e5 3. Ne2 Ne7 4. O-O"}, start);
  EXPECT_THAT(
      polyglot({"dump-book", book, "-variant", "chess960", "-color", "white", "-out", "-"}).out,
      EndsWith("From " + start + ":\n1: 1. Nb3{100%} Nb6 2. e4{100%} e5 3. Ne2{100%} Ne7 4. O-O{100%} \n"));
  EXPECT_EQ(number_of(polyglot({"info-book", book, "-fen", start}).out, "Lines for white"), 1);
  // As the header says which game it is for.
  EXPECT_EQ(number_of(polyglot({"info-book", book}).out, "Lines for white"), 1);
  EXPECT_THAT(
      polyglot({"dump-book", book, "-fen", start, "-format", "pgn", "-color", "white", "-out", "-"}).out,
      HasSubstr("[Variant \"fischerandom\"]\n[SetUp \"1\"]\n[FEN \"" + start + "\"]\n\n1. Nb3 Nb6"));
}

// Source: XBoard 4.9, which has all castling rights in the keys of games that begin with a FEN.
TEST_F(VariantBooks, AreReachedUnderTheKeysOfGamesThatBeginWithAFen) {
  const std::string start = "nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w - 0 1";
  const game::Rules rules = game::Rules::find("nocastle").value();
  game::Position position = rules.read_fen(start).value();
  std::vector<book::RawEntry> entries;
  for (const char* const text : {"e2e4", "e7e5", "a1b3", "a8b6"}) {
    const game::Move move = game::move_from_uci(position, text).value();
    entries.push_back(
        {.key = book::keys_of(position)[1], .move = book::record_code(position, move), .weight = 1});
    position.make(move);
  }
  std::ranges::sort(entries, {}, &book::RawEntry::key);
  const std::string book = folder_ / "nocastle.bin";
  ASSERT_TRUE(book::write_bin_book(book, entries));
  const Outcome check = polyglot({"check-book", book, "-variant", "nocastle"});
  EXPECT_EQ(number_of(check.out, "Positions reached"), 4);
  EXPECT_EQ(number_of(check.out, "Positions not reached"), 0);
  EXPECT_EQ(number_of(check.out, "Illegal moves"), 0);
}

TEST_F(VariantBooks, HaveTheirIllegalMovesFound) {
  const std::string book = make("shogi", {"1. c4 g6 2. Bxh8+ Sxh8 3. B@e5"});
  EXPECT_EQ(polyglot({"edit-book", book, "-key", "0642c96d5db1e271", "-add", "P@e5=3", "a1a2=2"}).exit_code,
            0);
  const Outcome check = polyglot({"check-book", book});
  EXPECT_EQ(check.exit_code, 1);
  EXPECT_EQ(number_of(check.out, "Illegal moves"), 1);
}

TEST_F(VariantBooks, AreEditedInTheirOwnMoves) {
  const std::string book = make("crazyhouse", {"1. e4 d5 2. exd5 Qxd5 3. P@d6"});
  const std::string script =
      "moves e4 d5 exd5 Qxd5\nadd P@e5 7\nset P@d6 9\n"
      "fen rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3\nzero P@e5\n";
  const Outcome shown = polyglot({"edit-book", book, "-script", "-", "-dry-run"}, {.input = script});
  EXPECT_THAT(shown.out, AllOf(HasSubstr(" P@d6 4 -> 9\n"), HasSubstr(" P@e5 - -> 0\n"))) << shown.err;
  EXPECT_EQ(polyglot({"edit-book", book, "-script", "-"}, {.input = script}).exit_code, 0);
  EXPECT_THAT(polyglot({"probe", book, "-moves", "e4 d5 exd5 Qxd5", "-format", "csv"}).out,
              AllOf(HasSubstr("\nP@d6,P@d6,9,"), HasSubstr("\nP@e5,P@e5,0,")));
  EXPECT_THAT(polyglot({"edit-book", book, "-add", "P@e5=1"}).err, HasSubstr("is no legal move in"));
}

TEST_F(VariantBooks, AreConvertedFromCsvWithTheirNameOnly) {
  const std::string csv = "fen,move,weight\nstartpos,f3,3\n";
  EXPECT_THAT(polyglot({"convert", "-", "-out", folder_ / "x.bin", "-variant", "seven"}, {.input = csv}).err,
              HasSubstr("no variant \"seven\""));
  EXPECT_EQ(
      polyglot({"convert", "-", "-out", folder_ / "x.bin", "-variant", "grand"}, {.input = csv}).exit_code,
      1);
  const std::string pawn = "fen,move,weight\nstartpos,f3f5,3\n";
  EXPECT_EQ(
      polyglot({"convert", "-", "-out", folder_ / "x.bin", "-variant", "grand"}, {.input = pawn}).exit_code,
      0);
  EXPECT_THAT(polyglot({"probe", folder_ / "x.bin", "-variant", "grand"}).out, HasSubstr("f3f5"));
}

}  // namespace
}  // namespace polyglot::tools::test
