// SPDX-License-Identifier: MIT
// The tools that work on whole books: what the library below does not do.
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/raw_entry.hpp>

#include "book/book_files.hpp"
#include "book/random_book.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using book::RawEntry;
using book::test::bytes_of;
using book::test::make_random_book;

constexpr std::size_t kNoise = 20000;

class WholeBook : public ToolTest {
 protected:
  std::string write(const std::string& name, const std::vector<RawEntry>& entries) {
    book::test::write_file(folder_ / name, bytes_of(entries));
    return folder_ / name;
  }
  [[nodiscard]] std::string bytes(const std::string& name) const { return read_text(folder_ / name); }
};

TEST_F(WholeBook, DumpAndConvertGiveTheSameBytes) {
  ASSERT_TRUE(book::write_bin_book(folder_ / "book.bin", make_random_book({.games = 60, .damage = 2}),
                                   book::BookHeader{.comment = "kept"}));
  const std::string text = folder_ / "dump";
  EXPECT_EQ(polyglot({"dump-book", folder_ / "book.bin", "-format", "csv", "-out", text}).exit_code, 0);
  EXPECT_EQ(polyglot({"convert", text, folder_ / "again.bin"}).exit_code, 0);
  EXPECT_EQ(bytes("again.bin"), bytes("book.bin"));
  EXPECT_THAT(polyglot({"convert", "-", folder_ / "piped.bin"}, {.input = read_text(text)}), Succeeds());
  EXPECT_EQ(bytes("piped.bin"), bytes("book.bin"));
}

TEST_F(WholeBook, JsonIsUtf8WhateverTheNameOfTheFileIs) {
  const book::RawEntry e4{
      .key = chess::Position().key(), .move = 796, .weight = 10, .learn = book::encode_learn(2, 2)};
  const auto path = write("caf\xe9.bin", {e4});
  for (const char* const tool : {"info-book", "check-book"}) {
    const std::string json = polyglot({tool, path, "--format", "json"}).out;
    EXPECT_THAT(json, HasSubstr("/caf\xef\xbf\xbd.bin\"")) << tool;
    EXPECT_THAT(json, Not(HasSubstr("\xe9"))) << tool;
  }
}

TEST_F(WholeBook, MadeOfGamesMayGoNowhere) {
  write_text(folder_ / "games.pgn", "[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
  for (const char* const format : {"polyglot", "crafty"}) {
    EXPECT_THAT(polyglot({"make-book", folder_ / "games.pgn", "--min-game", "1", "--format", format, "-o",
                          "/dev/null", "--report", "/dev/null"}),
                Succeeds());
  }
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_THAT(polyglot({"make-book", folder_ / "games.pgn", "-o", folder_.path()}),
              Fails(1, HasSubstr("give the path of a file")));
}

/// Every tool gives the same result for a book in a file and for one on a pipe.
TEST_F(WholeBook, MayComeOnStandardInputAndGoToStandardOutput) {
  (void)write("book.bin", make_random_book({.damage = 1 << 20}));
  const Outcome piped = run_program("/bin/bash", {"-eo", "pipefail", "-c", R"(
polyglot() { ')" + program_under_test() + R"(' "$@"; }
expect() { cmp - "$1" || { echo "$2"; exit 1; }; }
for tool in 'edit-book --add-line e4' 'edit-book --comment x' 'prune-book --top 1' 'check-book --repair' convert \
            'merge-book book.bin'; do
  polyglot $tool book.bin -o file.bin > said 2>&1
  cat book.bin | polyglot $tool - -o - 2> beside | expect file.bin "$tool"
  [[ $(wc -l < said) == $(wc -l < beside) ]] || { cat beside; exit 1; }
done
cat book.bin | polyglot edit-book - --add-line e4 | polyglot check-book - | tail -1
polyglot dump-book book.bin --format csv | polyglot convert - -o - | expect book.bin csv
polyglot info-book - < book.bin | head -1
cat book.bin | polyglot check-book /dev/stdin | tail -1
)"},
                                    {.folder = folder_.path()});
  EXPECT_EQ(piped.exit_code, 0) << piped.out << piped.err;
  EXPECT_THAT(piped.out, AllOf(HasSubstr("sound\n"), HasSubstr("Entries ")));
  EXPECT_EQ(polyglot({"check-book", "-"}, {.input = "[Event \"?\"]\n\n1. e4 *\n"}).exit_code, 2);
}

TEST_F(WholeBook, OfGamesAreMergedComparedAndPruned) {
  const std::string games = folder_ / "games.pgn";
  const std::string text = "[Event \"?\"]\n\n1. e4 e5 *\n\n[Event \"?\"]\n\n1. e4 c5 *\n";
  write_text(games, text);
  const std::string book = folder_ / "book.bin";
  const std::string out = folder_ / "out.bin";
  ASSERT_EQ(polyglot({"convert", games, book}).exit_code, 0);
  EXPECT_EQ(polyglot({"diff-book", games, book}).exit_code, 0);
  EXPECT_THAT(polyglot({"diff-book", "-", book}, {.input = text}), Succeeds());
  EXPECT_EQ(polyglot({"merge-book", games, book, "--rule", "maximum", "-o", out}).exit_code, 0);
  EXPECT_EQ(bytes("out.bin"), bytes("book.bin"));
  EXPECT_EQ(polyglot({"merge-book", games + ":2", book, "-o", out}).exit_code, 0);
  EXPECT_THAT(polyglot({"probe", out, "--format", "csv"}).out, HasSubstr("\ne2e4,e4,6,"));
  EXPECT_THAT(polyglot({"prune-book", games, "--top", "1", "-o", out}).out,
              HasSubstr(": 2 of 3 entries kept"));
  EXPECT_THAT(polyglot({"prune-book", book, "--subtract", games, "-o", out}),
              Fails(1, HasSubstr("no entry is left")));
  EXPECT_THAT(polyglot({"prune-book", games, "--top", "1", "-o", games}).err,
              HasSubstr("games.pgn: is a PGN file, not a book"));
  EXPECT_EQ(read_text(games), text);
}

TEST_F(WholeBook, ConvertWritesNothingOfATextThatItCannotRead) {
  EXPECT_THAT(polyglot({"convert", "-", folder_ / "book.bin"}, {.input = "key,weight\n1,2\n"}),
              Fails(1, AllOf(StartsWith("polyglot convert: standard input:2: "), HasSubstr("code"))));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "book.bin"));
}

TEST_F(WholeBook, DumpNeedsAColorForLinesOnly) {
  const auto path = write("book.bin", make_random_book({}));
  EXPECT_THAT(polyglot({"dump-book", "-bin", path}),
              Fails(2, HasSubstr("Give --side white or --side black")));
  EXPECT_EQ(polyglot({"dump-book", path, "-color", "red"}).exit_code, 2);
  EXPECT_EQ(polyglot({"dump-book", path, "-format", "epd"}).exit_code, 0);
  EXPECT_EQ(polyglot({"dump-book", path, "-format", "xml"}).exit_code, 2);
}

TEST_F(WholeBook, DumpNamesItsFileAsTheOldOneDid) {
  const auto path = write("book.bin", make_random_book({}));
  EXPECT_EQ(polyglot({"dump-book", "-colour", "black"}, {.folder = folder_.path()}).exit_code, 0);
  EXPECT_THAT(bytes("book_black.txt"), StartsWith("Dump of \"book.bin\" for black.\n"));
}

TEST_F(WholeBook, DumpWritesLinesAsGames) {
  const auto code = book::test::code("e2e4");
  const auto path = write("book.bin", {{.key = chess::Position().key(), .move = code, .weight = 1}});
  EXPECT_THAT(
      polyglot({"dump-book", path, "-format", "pgn", "-color", "white"}).out,
      AllOf(StartsWith("[Event \"Lines of "), HasSubstr("[Round \"1\"]\n"), HasSubstr("\n\n1. e4 *\n")));
}

TEST_F(WholeBook, DumpWritesATree) {
  const auto entry = [](std::string_view moves, std::string_view move, std::uint16_t weight,
                        std::uint32_t learn = 0) {
    return RawEntry{.key = book::test::position_after(moves).key(),
                    .move = book::test::code(move),
                    .weight = weight,
                    .learn = learn};
  };
  std::vector<RawEntry> entries{
      entry("", "e2e4", 6),          entry("", "d2d4", 3),         entry("", "g1f3", 1, 0x00040006),
      entry("e2e4", "e7e5", 1),      entry("d2d4", "d7d5", 1),     entry("g1f3", "d7d5", 1),
      entry("g1f3 d7d5", "d2d4", 2), entry("d2d4 d7d5", "g1f3", 5)};
  std::ranges::stable_sort(entries, {}, &RawEntry::key);
  const auto path = write("book.bin", entries);
  EXPECT_THAT(polyglot({"dump-book", path, "-format", "pgn", "-tree"}).out,
              HasSubstr("\n1. e4 {weight 6, 60%} (1. d4 {weight 3, 30%} 1... d5 {weight 1, 100%} 2. Nf3\n"
                        "{weight 5, 100%}) (1. Nf3 {weight 1, 10%, score 75% of 4} 1... d5\n"
                        "{weight 1, 100%} 2. d4 {weight 2, 100%, transposes}) 1... e5 {weight 1, 100%} *\n"));
  EXPECT_THAT(polyglot({"dump-book", path, "-format", "pgn", "-tree", "-max-ply", "1"}).out,
              HasSubstr("(1. Nf3\n{weight 1, 10%, score 75% of 4}) *\n"));
  const std::string out = folder_ / "tree.pgn";
  EXPECT_EQ(polyglot({"dump-book", path, "--format", "pgn", "--tree", "-o", out}).out,
            out + ": a tree of 8 entries, of " + path + "\n");
  EXPECT_EQ(polyglot({"dump-book", path, "--format", "pgn", "--tree", "--max-ply", "1", "-o", out}).out,
            out + ": a tree of 3 entries (the other 5 are on no line of it), of " + path + "\n");
  EXPECT_EQ(polyglot({"dump-book", path, "-format", "csv", "-tree"}).exit_code, 2);
  EXPECT_EQ(polyglot({"dump-book", path, "-format", "pgn", "-color", "white", "-max-ply", "3"}).exit_code, 2);
}

TEST_F(WholeBook, PruneSaysWhatItDid) {
  const auto path = write("a.bin", {{.key = 1, .move = 1, .weight = 10}, {.key = 1, .move = 2, .weight = 1}});
  const std::string out = folder_ / "b.bin";
  EXPECT_EQ(polyglot({"prune-book", path, "--min-weight", "2", "-o", out}).out,
            out + ": 1 of 2 entries kept, in 1 position; dropped: 1 too light\n");
  EXPECT_EQ(read_text(out), read_text(path).substr(0, 16));
  EXPECT_EQ(polyglot({"prune-book", path, "--top", "1", "-o", path, "-q"}).out, "");
  EXPECT_EQ(read_text(out), read_text(path)) << "a book may replace itself";
  EXPECT_EQ(polyglot({"prune-book", path, "-o", out}).exit_code, 2);
  EXPECT_EQ(polyglot({"prune-book", path, "--top", "1"}).exit_code, 2);
  EXPECT_EQ(polyglot({"prune-book", path, "--min-share", "101", "-o", out}).exit_code, 2);
  EXPECT_EQ(polyglot({"prune-book", path, "--subtract", folder_ / "missing", "-o", out}).exit_code, 1);
}

TEST_F(WholeBook, MergeTakesFactorsAndRules) {
  const auto a = write("a.bin", {{.key = 1, .move = 1, .weight = 10}});
  const auto b = write("b.bin", {{.key = 1, .move = 1, .weight = 4}});
  EXPECT_THAT(polyglot({"merge-book", a + ":0.5", b, "-rule", "maximum", "-o", folder_ / "c.bin"}),
              Succeeds((folder_ / "c.bin") + ": 1 position, 1 entry\n"));
  EXPECT_EQ(book::test::read_file(folder_ / "c.bin"),
            bytes_of(std::vector<RawEntry>{{.key = 1, .move = 1, .weight = 5}}));
  EXPECT_THAT(polyglot({"merge-book", "-:3", b, "-o", folder_ / "c.bin"}, {.input = read_text(a)}),
              Succeeds());
  EXPECT_EQ(book::test::read_file(folder_ / "c.bin"),
            bytes_of(std::vector<RawEntry>{{.key = 1, .move = 1, .weight = 34}}));
}

TEST_F(WholeBook, MergeSaysHowManyPositionsItScales) {
  const auto a =
      write("a.bin", {{.key = 1, .move = 1, .weight = 60000}, {.key = 1, .move = 2, .weight = 30000}});
  const std::string out = folder_ / "c.bin";
  EXPECT_EQ(polyglot({"merge-book", a, a, "-o", out}).out,
            out +
                ": 1 position, 2 entries\nScaled: the weights of 1 position, which would exceed 65535; their "
                "proportions stay\n");
  EXPECT_EQ(book::test::read_file(out),
            bytes_of(std::vector<RawEntry>{{.key = 1, .move = 1, .weight = 65535},
                                           {.key = 1, .move = 2, .weight = 32768}}));
  EXPECT_EQ(polyglot({"merge-book", a, a, "-o", out, "--summary", "json"}).out,
            "{\"book\":\"" + out + "\",\"positions\":1,\"entries\":2,\"scaled\":1}\n");
}

/// Every tool that reads a book says the same of one that it cannot use as it is, and once.
TEST_F(WholeBook, IsDescribedInTheSameWordsByEveryTool) {
  const std::string book =
      write("book.bin", {{.key = chess::Position().key(), .move = book::test::code("e2e4"), .weight = 1},
                         {.key = chess::Position().key(), .move = book::test::code("a2a3"), .weight = 1}});
  const std::string path = folder_ / "other";
  const std::string out = folder_ / "out.bin";
  const std::string games = folder_ / "games.pgn";
  const std::string ini = folder_ / "polyglot.ini";
  write_text(games, "[White \"Tal\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n");
  write_text(ini, "[PolyGlot]\nBook = true\nEngineCommand = true\nBookFile = " + path + "\n");
  const std::vector<std::vector<std::string>> by_all{
      {"probe", path},
      {"info-book", path},
      {"diff-book", book, path},
      {"diff-book", "--by-key", path, book},
      {"merge-book", book, path, "-o", out},
      {"prune-book", path, "--top", "1", "-o", out},
      {"prune-book", book, "--subtract", path, "-o", out},
      {"review-book", path},
      {"review-book", book, "--against", path},
      {"dump-book", path, "--side", "white", "-o", "-"},
      {"review-games", games, path},
      {"learn-games", games, path, "--learn-file", folder_ / "results.bin"},
      {"explain", ini},
      {ini, "--check-config", "--no-engine"}};
  std::vector<std::vector<std::string>> by_those_for_records = by_all;
  by_those_for_records.insert(by_those_for_records.end(), {{"check-book", path},
                                                           {"check-book", "--repair", path},
                                                           {"convert", path, out},
                                                           {"edit-book", path, "--add", "e4=1", "-o", out}});
  const auto expect = [&](const std::vector<std::vector<std::string>>& commands, const std::string& bytes,
                          const std::string& words, const std::string& words_in_play) {
    write_text(path, bytes);
    for (const Arguments& command : commands) {
      const Outcome outcome = polyglot(command);
      const std::string text = outcome.out + outcome.err;
      const bool is_in_play = command.front() == "explain" || command.front() == ini;
      const std::string said = path + ": " + (is_in_play ? words_in_play : words);
      EXPECT_NE(text.find(said), text.npos) << testing::PrintToString(command) << text;
      if (words != words_in_play)
        EXPECT_EQ(text.find("left out"), text.rfind("left out")) << testing::PrintToString(command) << text;
      if (bytes.size() > kNoise)
        EXPECT_EQ(outcome.exit_code, command.front() == "explain"     ? 0
                                     : command.front() == "diff-book" ? 2
                                                                      : 1)
            << testing::PrintToString(command);
    }
    EXPECT_TRUE(read_text(path) == bytes);
  };
  std::string noise(kNoise + 1, ' ');  // the last byte is not of a whole record
  std::uint32_t state = 1;
  for (char& byte : noise) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<char>(state >> 24);
  }
  const std::string no_book = "is no book: its keys are in no order";
  expect(by_those_for_records, noise, no_book, no_book);
  EXPECT_THAT(polyglot({"check-book", "--format", "json", path}).out, HasSubstr("\"verdict\":\"no_book\""));
  const std::string empty = "is empty (0 bytes): copy or build the book again\n";
  expect(by_those_for_records, "", empty, empty);
  const std::string left_out = "left out: 2 variations; to read them, ";
  expect(by_all, "1. e4 (1. d4 d5) e5 (1... c5) 2. Nf3 1-0\n",
         left_out + "build a book from it with polyglot convert --variations all\n",
         left_out + "set BookVariations = all, or Variations = all in the section [Book NAME]\n");
  write_text(path, "1. e4 e5 2. Nf3 *\n");
  EXPECT_THAT(polyglot({"probe", path}).err, Not(HasSubstr("left out")));
}

TEST_F(WholeBook, DumpSaysWhyASideHasNoLines) {
  const auto white =
      write("white.bin", {{.key = chess::Position().key(), .move = book::test::code("e2e4"), .weight = 1}});
  const std::string out = folder_ / "lines.txt";
  EXPECT_THAT(
      polyglot({"dump-book", white, "--side", "black", "-o", out}).out,
      HasSubstr(
          "0 lines for black (games reach no move of black in the book; it has 1 line for --side white)"));
  EXPECT_THAT(polyglot({"dump-book", write("none.bin", {}), "--side", "white", "-o", "-"}).err,
              HasSubstr("0 lines for white (the book has no entries)"));
  EXPECT_THAT(polyglot({"dump-book", write("far.bin", {{.key = 5, .move = 796, .weight = 1}}), "--side",
                        "white", "-o", out})
                  .err,
              HasSubstr("0 lines for white (games reach no move of the book: name its game"));
}

TEST_F(WholeBook, MergeRefusesWhatItCannotDo) {
  const auto a = write("a.bin", {{.key = 1, .move = 1, .weight = 10}});
  EXPECT_THAT(polyglot({"merge-book", "-in1", a}).err, HasSubstr("two books or more"));
  EXPECT_THAT(polyglot({"merge-book", a, a, "-rule", "best"}).err, HasSubstr("sum, maximum, mean or first"));
  EXPECT_THAT(polyglot({"merge-book", a + ":-1", a}).err, HasSubstr("\"-1\" is not a factor from 0 to "));
  EXPECT_THAT(polyglot({"merge-book", a, folder_ / "missing.bin"}).err,
              HasSubstr("missing.bin: cannot be opened"));
}

TEST_F(WholeBook, IsNotReplacedByWhatIsSaidOfIt) {
  const auto a = write("a.bin", {{.key = 1, .move = 1, .weight = 10}});
  const auto b = write("b.bin", {{.key = 1, .move = 1, .weight = 20}});
  const std::string before = bytes("a.bin");
  EXPECT_EQ(polyglot({"dump-book", a, "-color", "white", "-out", a}).exit_code, 1);
  EXPECT_EQ(polyglot({"dump-book", a, "-format", "csv", "-out", a}).exit_code, 1);
  EXPECT_EQ(polyglot({"diff-book", b, a, "-out", a}).exit_code, 2);
  EXPECT_EQ(polyglot({"check-book", a, "-out", b}).exit_code, 2);
  EXPECT_EQ(bytes("a.bin"), before);
}

TEST_F(WholeBook, DiffAnswersAsDiffDoes) {
  const auto a = write("a.bin", make_random_book({.seed = 1}));
  const auto b = write("b.bin", make_random_book({.seed = 2}));
  EXPECT_EQ(polyglot({"diff-book", a, a}).exit_code, 0);
  EXPECT_THAT(polyglot({"diff-book", a, a}).out, IsEmpty());
  EXPECT_EQ(polyglot({"diff-book", a, b}).exit_code, 1);
  EXPECT_EQ(polyglot({"diff-book", a}).exit_code, 2);
  EXPECT_EQ(polyglot({"diff-book", a, folder_ / "missing.bin"}).exit_code, 2);
}

TEST_F(WholeBook, DiffNamesPositionsAndMoves) {
  const chess::Key key = chess::Position().key();
  const auto a = write("a.bin", {{.key = key, .move = book::test::code("e2e4"), .weight = 10}});
  const auto b =
      write("b.bin", {{.key = key, .move = book::test::code("e2e4"), .weight = 12, .learn = 0x10002}});
  EXPECT_THAT(
      polyglot({"diff-book", a, b}).out,
      StartsWith(
          "A: " + a + "\nB: " + b + "\n+ only in B, - only in A, ! weight in A -> weight in B" +
          "\n\nstart (0.00%)\n463b96181691fc9c rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
          "  ! e4      10 -> 12 (1/2)\n"));
  EXPECT_EQ(polyglot({"diff-book", a, b, "-format", "csv", "-by-key"}).out,
            "difference,key,code,move,san,weight_a,n_a,sum_a,weight_b,n_b,sum_b,fen,line,matter\n"
            "changed,463b96181691fc9c,796,e2e4,,10,0,0,12,1,2,,,0.000000\n");
  EXPECT_EQ(polyglot({"diff-book", a, b, "-format", "json", "-by-key"}).out,
            "[\n{\"difference\":\"changed\",\"key\":\"463b96181691fc9c\",\"move\":\"e2e4\",\"code\":"
            "\"031c\","
            "\"a\":{\"weight\":10,\"n\":0,\"sum\":0},\"b\":{\"weight\":12,\"n\":1,\"sum\":2}}\n]\n");
}

TEST_F(WholeBook, DiffTellsPositionsAsEpdAndPgn) {
  const book::RawEntry e4{.key = chess::Position().key(), .move = 796, .weight = 10};
  const book::RawEntry d4{.key = e4.key, .move = 731, .weight = 3};
  const book::RawEntry unknown{.key = e4.key + 1, .move = 731, .weight = 3};
  auto heavier = e4;
  heavier.weight = 12;
  const auto a = write("a.bin", {e4, d4, unknown});
  const auto b = write("b.bin", {heavier});
  EXPECT_EQ(polyglot({"diff-book", a, b, "-format", "epd"}).out,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"e4=10 d4=3\"; c1 \"e4=12\";\n");
  EXPECT_THAT(polyglot({"diff-book", a, b, "-format", "pgn"}).out,
              HasSubstr("\n1. e4 {A 10, B 12} (1. d4 {A 3, B -}) *\n"));
  EXPECT_EQ(polyglot({"diff-book", a, b, "-format", "epd", "-by-key"}).out, "");
}

TEST_F(WholeBook, OutTakesTheNameOfStandardOutput) {
  const book::RawEntry e4{.key = chess::Position().key(), .move = 796, .weight = 10};
  const auto a = write("a.bin", {e4});
  const auto b = write("b.bin", {{.key = chess::Position().key(), .move = 796, .weight = 5}});
  const Outcome named = polyglot({"diff-book", a, b, "-o", "/dev/stdout"});
  EXPECT_EQ(named.err, "");
  EXPECT_EQ(named.out, polyglot({"diff-book", a, b}).out);
  EXPECT_EQ(polyglot({"check-book", "--repair", a, "-o", "/dev/stdout"}).out, bytes("a.bin"))
      << "what it says goes to stderr";
  EXPECT_EQ(polyglot({"check-book", "--repair", a, "-o", "/dev/fd/1"}).out, bytes("a.bin"));
}

TEST_F(WholeBook, InfoIsTextJsonOrCsv) {
  const book::RawEntry e4{.key = chess::Position().key(), .move = 796, .weight = 10};
  const book::RawEntry isolated{.key = e4.key + 1, .move = 731, .weight = 3};
  const auto path = write("book.bin", {e4, isolated});
  EXPECT_EQ(polyglot({"info-book", path, "-format", "json"}).out,
            "{\"book\":\"" + path +
                R"(","size":32,"positions":2,"entries":2,"header":null,"learn_layout":"none",)"
                R"("lines":{"white":1,"black":0},"positions_on_lines":{"white":1,"black":0},"isolated":1})"
                "\n");
  EXPECT_EQ(
      polyglot({"info-book", path, "-exact", "-format", "csv"}).out,
      "book,size,positions,entries,header_version,header_variants,learn_layout,lines_white,lines_black,"
      "positions_on_lines_white,positions_on_lines_black,unreachable_white,unreachable_black,isolated\n" +
          path + ",32,2,2,,,none,1,0,1,0,0,0,1\n");
  EXPECT_EQ(polyglot({"info-book", path, "-format", "pgn"}).exit_code, 2);
}

TEST_F(WholeBook, CheckTellsWhatItDidNotLookFor) {
  const book::RawEntry e4{.key = chess::Position().key(), .move = 796, .weight = 10};
  const auto sound = write("a.bin", {e4});
  const auto unsorted = write("b.bin", {e4, {.key = 1, .move = 796, .weight = 1}});
  EXPECT_THAT(polyglot({"check-book", sound}).out, Not(HasSubstr("not looked for")));
  EXPECT_THAT(polyglot({"check-book", unsorted}).out, HasSubstr("not checked until the book is repaired"));
  EXPECT_THAT(polyglot({"check-book", unsorted, "-quick"}).out, Not(HasSubstr("not looked for")));
}

TEST_F(WholeBook, CheckCallsNoBookSoundWhosePositionsItHasNotLookedAt) {
  const book::RawEntry illegal{.key = chess::Position().key(), .move = 797, .weight = 10};
  const auto path = write("a.bin", {illegal});
  EXPECT_THAT(polyglot({"check-book", path}).out, HasSubstr("1 defect"));
  EXPECT_THAT(polyglot({"check-book", "--quick", path}),
              Succeeds(EndsWith("no defect in the entries; legality of moves was not checked\n")));
  const std::string json = polyglot({"check-book", "--quick", "--format", "json", path}).out;
  EXPECT_THAT(json, HasSubstr(R"("sound":false,"verdict":"not_looked_at")"));
}

TEST_F(WholeBook, HeaderIsShownSetAndRemoved) {
  const auto path = write("book.bin", make_random_book({}));
  const std::string before = bytes("book.bin");
  const auto shown = [&path] { return polyglot({"info-book", path}).out; };
  EXPECT_THAT(shown(), HasSubstr("\nHeader                         : none\nLearn"));
  EXPECT_EQ(polyglot({"edit-book", path, "-comment", "by me\\nfor you", "-header-variant", "fischerandom"})
                .exit_code,
            0);
  EXPECT_THAT(shown(), HasSubstr("\nHeader                         : @PG@ 1.0, for fischerandom\n"
                                 "  Comment                      : by me\nfor you\nLearn"));
  EXPECT_EQ(polyglot({"edit-book", path, "-header-variant", "normal"}).exit_code, 0);
  EXPECT_THAT(shown(), HasSubstr(", for normal\n  Comment                      : by me"));
  EXPECT_EQ(polyglot({"edit-book", path, "-remove-header"}).exit_code, 0);
  EXPECT_EQ(bytes("book.bin"), before);
  EXPECT_EQ(polyglot({"edit-book", path, "-remove-header", "-comment", "x"}).exit_code, 2);
  EXPECT_EQ(polyglot({"edit-book", path, "-comment", "x", "-set", "e4=1"}).exit_code, 2);
  EXPECT_EQ(polyglot({"edit-book", path, "-comment", "x", "-moves", "e4"}).exit_code, 2);
}

TEST_F(WholeBook, HeaderKeepsWhatItIsNotToldToSet) {
  const std::string path = folder_ / "book.bin";
  ASSERT_TRUE(book::write_bin_book(path, make_random_book({}),
                                   {{.version = "1.1", .comment = "old", .extra_fields = {"a b", "c"}}}));
  const std::string before = bytes("book.bin");
  EXPECT_THAT(polyglot({"edit-book", path, "-comment", "new", "-backup"}).out,
              HasSubstr(": header written; the old file is " + path + "~\n"));
  EXPECT_EQ(bytes("book.bin~"), before);
  EXPECT_THAT(polyglot({"info-book", path}).out,
              HasSubstr(": @PG@ 1.1, for normal\n  Extra                        : a b\n"
                        "  Extra                        : c\n  Comment                      : new\n"));
  EXPECT_EQ(polyglot({"edit-book", path, "-header-variant", "3check"}).exit_code, 0);
  EXPECT_THAT(polyglot({"info-book", path}).out,
              HasSubstr("for 3check\n  Extra                        : a b\n"));
}

TEST_F(WholeBook, CheckTellsDefectsThatStay) {
  const book::RawEntry e4{.key = chess::Position().key(), .move = 796, .weight = 10};
  const book::RawEntry no_move{.key = e4.key, .move = 0x5001, .weight = 1};
  const auto damaged = write("damaged.bin", {e4, e4, no_move});
  EXPECT_THAT(polyglot({"check-book", damaged}).out,
              HasSubstr("\n2 defects: repair 1 with polyglot check-book --repair " + damaged +
                        "; the other 1: remove them with polyglot edit-book"));
  const Outcome repaired = polyglot({"check-book", "--repair", damaged});
  EXPECT_EQ(repaired.exit_code, 1);
  EXPECT_THAT(repaired.out, EndsWith("\n2 defects: 1 repaired, 1 remain: remove them with polyglot "
                                     "edit-book, or build the book again\n"));
  EXPECT_EQ(polyglot({"check-book", damaged}).exit_code, 1);
}

TEST_F(WholeBook, TellsCommandsAsTheyAreTyped) {
  const book::RawEntry e4{.key = chess::Position().key(), .move = 796, .weight = 10};
  const auto blank = write("my book's.bin", {e4, e4});
  EXPECT_THAT(polyglot({"check-book", blank}).out,
              EndsWith("\n1 defect: repair with polyglot check-book --repair '" +
                       (folder_ / "my book'\\''s.bin") + "'\n"));
}

TEST_F(WholeBook, CheckEndsWithAVerdict) {
  const book::RawEntry e4{.key = chess::Position().key(), .move = 796, .weight = 10};
  const auto sound = write("sound.bin", {e4});
  const auto damaged = write("damaged.bin", {e4, e4, {.key = 1, .move = 796, .weight = 1}});
  EXPECT_THAT(polyglot({"check-book", sound}).out, EndsWith("\nsound\n"));
  EXPECT_THAT(polyglot({"check-book", damaged}).out,
              EndsWith("\n2 defects: repair with polyglot check-book --repair " + damaged + "\n"));
  EXPECT_THAT(polyglot({"check-book", "--repair", damaged, "-o", folder_ / "mended.bin"}).out,
              EndsWith("\n2 defects repaired\n"));
  EXPECT_THAT(polyglot({"check-book", "--repair", folder_ / "mended.bin"}).out,
              EndsWith("\nnothing to repair\n"));
  EXPECT_EQ(polyglot({"check-book", "--repair", "-", sound}).exit_code, 2);
  const Outcome silent = polyglot({"check-book", "-q", damaged});
  EXPECT_EQ(silent.exit_code, 1);
  EXPECT_EQ(silent.out + silent.err, "");
}

TEST_F(WholeBook, CheckAndInfoTakeManyBooks) {
  const book::RawEntry e4{.key = chess::Position().key(), .move = 796, .weight = 10};
  const auto a = write("a.bin", {e4});
  const auto b = write("b.bin", {e4, e4});
  EXPECT_THAT(polyglot({"check-book", a, folder_ / "none.bin", b}),
              Fails(1, HasSubstr("none.bin"),
                    AllOf(StartsWith(a + ":\nEntries "), HasSubstr("\nsound\n\n"),
                          HasSubstr("\n" + b + ":\n"), EndsWith("--repair " + b + "\n"))));
  EXPECT_EQ(polyglot({"check-book", a, a}).exit_code, 0);
  EXPECT_EQ(polyglot({"check-book", a, b, "--repair", "-o", a}).exit_code, 2);
  EXPECT_THAT(polyglot({"info-book", a, b}),
              Succeeds(AllOf(StartsWith(a + ":\nEntries "), HasSubstr("\n\n" + b + ":\nEntries "))));
  EXPECT_THAT(
      polyglot({"info-book", a, b, "--format", "csv"}).out,
      AllOf(StartsWith("book,size,"), HasSubstr("\n" + a + ",16,1,1,"), HasSubstr("\n" + b + ",32,1,2,")));
  EXPECT_THAT(polyglot({"info-book", a, b, "--format", "json"}).out,
              AllOf(StartsWith("{\"book\":\"" + a), HasSubstr("}\n{\"book\":\"" + b)));
}

TEST_F(WholeBook, InfoBeginsWithWhatTheBookIs) {
  ASSERT_TRUE(book::write_bin_book(folder_ / "book.bin",
                                   {{.key = chess::Position().key(), .move = 796, .weight = 10}},
                                   book::BookHeader{.comment = "hello"}));
  EXPECT_THAT(polyglot({"info-book", folder_ / "book.bin"}).out,
              StartsWith("Entries                        :        1\n"
                         "Positions                      :        1\n"
                         "Size                           :       80 bytes\n"
                         "Header                         : @PG@ 1.0, for normal\n"
                         "  Comment                      : hello\n"
                         "Learn fields                   : empty\n"
                         "Lines for white                :        1\n"));
}

TEST_F(WholeBook, ToolsSayInALineWhatTheyHaveWritten) {
  const auto path = write("book.bin", {{.key = chess::Position().key(), .move = 796, .weight = 10}});
  EXPECT_EQ(polyglot({"edit-book", path, "--comment", "hello"}).out, path + ": header written\n");
  EXPECT_EQ(polyglot({"edit-book", path, "--remove-header"}).out, path + ": header removed\n");
  EXPECT_EQ(polyglot({"edit-book", path, "--comment", "hello", "-q"}).out, "");
  const std::string text = folder_ / "dump.txt";
  EXPECT_EQ(polyglot({"dump-book", path, "--side", "white", "-o", text}).out,
            text + ": 1 line for white, of " + path + "\n");
  EXPECT_EQ(polyglot({"dump-book", path, "--format", "csv", "-o", text}).out,
            text + ": 1 entry of 1 position, of " + path + "\n");
  EXPECT_THAT(polyglot({"dump-book", path, "--format", "csv"}).out, StartsWith("key,"));
  EXPECT_EQ(polyglot({"merge-book", path, path, "-o", path}).out, path + ": 1 position, 1 entry\n");
  EXPECT_EQ(polyglot({"merge-book", "--quiet", path, path, "-o", path}).out, "");
}

TEST_F(WholeBook, ColourIsForTerminalsUnlessItIsAskedFor) {
  const auto path = write("book.bin", {{.key = chess::Position().key(), .move = 796, .weight = 10}});
  EXPECT_THAT(polyglot({"check-book", path}).out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(polyglot({"check-book", path, "--color=always"}).out, EndsWith("\x1b[32msound\x1b[0m\n"));
  EXPECT_THAT(polyglot({"check-book", path, "--color", "never"}).out, Not(HasSubstr("\x1b")));
  EXPECT_EQ(polyglot({"check-book", path, "--color", "red"}).exit_code, 2);
  EXPECT_THAT(polyglot({"check-book", folder_ / "none.bin", "--color=always"}).err, StartsWith("\x1b[1m"));
  EXPECT_THAT(polyglot({"dump-book", path, "-color", "white", "--color=never", "-o", "-"}).out,
              HasSubstr("1: 1. e4"))
      << "a side is one as well, as of Polyglot 2.0.4";
}

TEST_F(WholeBook, FilesOfAnotherKindAreToldApart) {
  const auto path = write("book.bin", {{.key = chess::Position().key(), .move = 796, .weight = 10}});
  const std::string games = folder_ / "games.pgn";
  const std::string ini = folder_ / "my.ini";
  write_text(games, "[Event \"?\"]\n\n1. e4 e5 *\n");
  write_text(ini, "; mine\n[PolyGlot]\nEngineCommand = x\n");
  for (const char* const tool : {"check-book", "info-book", "edit-book", "dump-book"})
    EXPECT_THAT(polyglot({tool, games}).err, HasSubstr("holds games: polyglot make-book " + games)) << tool;
  EXPECT_THAT(polyglot({"probe", ini}).err, HasSubstr("is a configuration: polyglot " + ini));
  EXPECT_THAT(polyglot({"make-book", path}).err, HasSubstr("is a book: polyglot info-book " + path));
  EXPECT_THAT(
      polyglot({path}).err,
      HasSubstr("is an opening book, not a configuration file; to look into it: polyglot info-book " + path));
  EXPECT_THAT(polyglot({games}).err, HasSubstr("to build a book from it: polyglot make-book " + games));
  for (const char* const tool : {"play", "explain"})
    EXPECT_THAT(polyglot({tool, path}).err, HasSubstr("is an opening book, not a configuration file"))
        << tool;
  EXPECT_THAT(polyglot({games, "--check-config"}).out, HasSubstr("does not work: 1 error"));
  EXPECT_EQ(polyglot({"probe", games}).exit_code, 0) << "a list of openings is a book";
  const std::string counts = folder_ / "games.counts";
  ASSERT_EQ(polyglot({"count-games", games, "-o", counts, "-q"}).exit_code, 0);
  EXPECT_THAT(polyglot({"probe", counts}).err,
              HasSubstr("is a file of counts: polyglot make-book builds a book"));
}

}  // namespace
}  // namespace polyglot::tools::test
