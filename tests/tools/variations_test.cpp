// SPDX-License-Identifier: MIT
#include <tuple>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/book/reached.hpp>

#include "book/book_files.hpp"
#include "book/random_book.hpp"
#include "tools/run_program.hpp"

/// Repertoires: games with variations, and books written as games with variations.
namespace polyglot::tools::test {
namespace {

using book::RawEntry;

constexpr const char* kStudy =
    "[Event \"Study\"]\n[Result \"*\"]\n\n1. e4 (1. d4 d5 (1... Nf6) 2. c4) (1. c4 Kd4) e5 (1... c5) *\n";

Outcome make_book(const std::string& out, const Arguments& more = {}, const std::string& games = kStudy) {
  return polyglot(Arguments{"make-book", "-", "--min-game", "1", "-o", out} + more, {.input = games});
}

TEST(MakeBookVariations, AreCountedAndTheOptionIsNamed) {
  const TemporaryFolder folder;
  const std::string out = folder / "x.bin";
  EXPECT_THAT(make_book(out).out,
              AllOf(HasSubstr("1 read, 1 used, 2 plies\n"),
                    HasSubstr("Left out:  4 variations; to read them: --variations all\n")));
  EXPECT_THAT(make_book(out, {"--variations", "main"}).out, HasSubstr("Left out:  4 variations"));
  EXPECT_THAT(make_book(out, {}, "1. e4 e5 *").out, Not(HasSubstr("variations")));
  EXPECT_THAT(make_book(out, {"--summary", "json"}).out,
              HasSubstr(R"("variations":4,"variation_plies":0,"cut_variations":0,"replies":0})"));
}

TEST(MakeBookVariations, AreReadIfAsked) {
  const TemporaryFolder folder;
  const std::string out = folder / "x.bin";
  EXPECT_THAT(
      make_book(out, {"--variations", "all"}).out,
      AllOf(HasSubstr("1 read, 1 used, 8 plies\n"),
            HasSubstr("standard input:4: 1... Kd4 is not a legal move; the rest of the variation is lost\n"),
            HasSubstr("Variations: 4 read, 6 plies, 1 cut short at a wrong move or a null move\n"),
            HasSubstr("8 entries, of 8 moves seen"), Not(HasSubstr("Left out"))));
  EXPECT_THAT(make_book(out, {"--variations", "all", "--summary", "json"}).out,
              HasSubstr(R"("variations":4,"variation_plies":6,"cut_variations":1,"replies":0})"));
}

TEST(Studies, AreReadWithTheirVariationsByAllTools) {
  const TemporaryFolder folder;
  const std::string study = folder / "study.pgn";
  const std::string out = folder / "x.bin";
  const auto has_all = [](const std::string& book) {
    return polyglot({"probe", book, "--format", "csv"}).out.find("\nc2c4,c4,1,") != std::string::npos;
  };
  const std::string text = "[Result \"*\"]\n\n1. e4 (1. d4 d5 (1... Nf6) 2. c4) (1. c4) e5 (1... c5) *\n";
  write_text(study, text);
  EXPECT_TRUE(has_all(study));
  EXPECT_THAT(
      polyglot({"make-book", study, "-o", out}),
      Succeeds(HasSubstr("8 entries, of 8 moves seen"),
               HasSubstr("are a study (variations, most without a result): read as with --variations all "
                         "--min-game 1; --variations main reads main lines only\n")));
  EXPECT_TRUE(has_all(out));
  EXPECT_THAT(polyglot({"merge-book", study, out, "-o", folder / "both.bin"}), Succeeds());
  EXPECT_THAT(polyglot({"probe", folder / "both.bin", "--format", "csv"}).out, HasSubstr("\nc2c4,c4,2,"));
  EXPECT_THAT(polyglot({"convert", study, folder / "list.bin"}).out, HasSubstr("8 entries"));
  EXPECT_THAT(polyglot({"make-book", study, "--variations", "main", "-o", folder / "main.bin"}),
              Fails(1, HasSubstr("no entry: "), HasSubstr("2 moves in fewer than 3 games")));
  write_text(folder / "few.pgn", text + "\n[Result \"*\"]\n\n1. d4 *\n\n[Result \"1-0\"]\n\n1. e4 1-0\n");
  EXPECT_TRUE(has_all(folder / "few.pgn"));
  write_text(folder / "games.pgn", text + "\n[Result \"1-0\"]\n\n1. e4 1-0\n");
  EXPECT_FALSE(has_all(folder / "games.pgn"));
  EXPECT_THAT(polyglot({"make-book", folder / "games.pgn", "-o", folder / "games.bin"}).out,
              HasSubstr("Left out:  4 variations; to read them: --variations all\n"));
}

TEST(MakeBookVariations, DoNotGoWithRulesOfOtherPrograms) {
  const TemporaryFolder folder;
  const std::string out = folder / "x.bin";
  EXPECT_THAT(make_book(out, {"--variations", "all", "--format", "crafty"}),
              Fails(2, HasSubstr("cannot be combined with")));
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_EQ(make_book(out, {"--ignore-nags"}).exit_code, 2);
  EXPECT_EQ(make_book(out, {"--variations", "some"}).exit_code, 2);
}

TEST(ConvertVariations, AreReadFromListsOfGames) {
  const TemporaryFolder folder;
  const std::string list = folder / "list.pgn";
  const std::string out = folder / "x.bin";
  write_text(list, "1. e4 (1. d4! d5) e5 (1... c5? 2. Nf3) *\n\n1. e4 (1. d4 {weight 7}) (1. c4 Kd4) 1-0\n");
  EXPECT_THAT(polyglot({"convert", list, out}).out,
              AllOf(HasSubstr("2 positions, 2 entries"),
                    HasSubstr("\nLeft out: 4 variations; to read them: --variations all\n")));
  EXPECT_THAT(
      polyglot({"convert", list, out, "--variations", "all"}),
      Fails(1, HasSubstr("list.pgn:3: 1... Kd4 is not a legal move; the rest of the variation is lost"),
            AllOf(HasSubstr("4 positions, 7 entries"), Not(HasSubstr("variations")))))
      << "as for other lists that are damaged";
  const auto weights = [&](const std::string& line) {
    return polyglot({"probe", out, line, "--format", "csv"}).out;
  };
  EXPECT_THAT(weights(""),
              AllOf(HasSubstr("\nd2d4,d4,7,"), HasSubstr("\ne2e4,e4,2,"), HasSubstr("\nc2c4,c4,1,")));
  EXPECT_THAT(weights("e4"), AllOf(HasSubstr("\ne7e5,e5,1,"), HasSubstr("\nc7c5,c5,0,")));
  EXPECT_EQ(polyglot({"convert", list, out, "--variations", "all", "--ignore-nags"}).exit_code, 1);
  EXPECT_THAT(weights("e4"), HasSubstr("\nc7c5,c5,1,"));
}

TEST(MakeBookVariations, WithWeightsBeyondThoseOfBooksGetTheHighest) {
  const TemporaryFolder folder;
  const std::string list = folder / "list.pgn";
  const std::string out = folder / "x.bin";
  write_text(list, "1. e4 {weight 70000} (1. d4 {weight 65535}) *\n");
  const auto made = make_book(out, {"--variations", "all"}, read_text(list));
  EXPECT_THAT(made.out,
              HasSubstr("standard input:1: the weight of e4 exceeds 65535; Polyglot uses 65535 instead\n"));
  const std::string moves = polyglot({"probe", out, "--format", "csv"}).out;
  EXPECT_THAT(moves, AllOf(HasSubstr("\ne2e4,e4,65535,"), HasSubstr("\nd2d4,d4,65535,")));
  EXPECT_THAT(
      polyglot({"convert", list, out, "--variations", "all"}),
      Fails(1, HasSubstr("list.pgn: 1 weight in comments above 65535; Polyglot uses 65535 instead\n")));
  EXPECT_EQ(polyglot({"probe", out, "--format", "csv"}).out, moves);
}

// ---- Books as trees and back ----------------------------------------------------------------------------

/// Without learned results, which a tree does not hold; in the order of keys, weights, moves.
std::vector<RawEntry> entries_of(const std::string& path) {
  const auto bytes = book::test::read_file(path);
  std::vector<RawEntry> entries;
  for (std::size_t i = 0; i + book::kRecordSize <= bytes.size(); i += book::kRecordSize) {
    entries.push_back(book::decode_entry(std::span(bytes).subspan(i).first<book::kRecordSize>()));
    entries.back().learn = 0;
  }
  const auto order = [](const RawEntry& entry) { return std::tuple(entry.key, entry.weight, entry.move); };
  std::ranges::sort(entries, {}, order);
  return entries;
}

/// A book of what the tree of a book holds; its entries are among those of the book.
std::vector<RawEntry> make_of_tree(const TemporaryFolder& folder, const std::string& path,
                                   Arguments options = {}) {
  options.insert(options.begin(),
                 {"dump-book", path, "--format", "pgn", "--tree", "-o", folder / "tree.pgn"});
  const Outcome dumped = polyglot(options);
  EXPECT_EQ(dumped.exit_code, 0) << dumped.err;
  const std::string out = folder / "again.bin";
  EXPECT_THAT(polyglot({"make-book", folder / "tree.pgn", "--variations", "all", "-o", out}),
              Succeeds(Not(HasSubstr("Problems"))));
  auto entries = entries_of(out);
  EXPECT_THAT(dumped.out, HasSubstr("a tree of " + std::to_string(entries.size()) + " entr"));
  return entries;
}

/// The number of entries that did not come back.
std::size_t expect_round_trip(const std::string& path) {
  const TemporaryFolder folder;
  const auto in_tree = make_of_tree(folder, path);
  const auto book = book::LoadedBook::load(path).value();
  const book::ReachedPositions reached(book);
  auto expected = entries_of(path);
  const std::size_t all = expected.size();
  std::erase_if(expected, [&](const RawEntry& entry) { return !reached.contains(entry.key); });
  EXPECT_EQ(in_tree, expected) << path;
  EXPECT_GT(in_tree.size(), 0U);
  // convert follows the moves of a list, and these stop before a gap.
  if (read_text(folder / "tree.pgn").find("weight none") == std::string::npos) {
    const std::string out = folder / "converted.bin";
    EXPECT_EQ(polyglot({"convert", folder / "tree.pgn", out, "--variations", "all"}).exit_code, 0);
    EXPECT_EQ(entries_of(out), in_tree) << path;
  }
  return all - in_tree.size();
}

TEST(BookTree, OfRealBooksIsARoundTrip) {
  const std::filesystem::path books = POLYGLOT_SHARED_DATA "/books";
  if (!std::filesystem::exists(books)) GTEST_SKIP() << "no shared data";
  for (const char* const name : {"gm2001.bin", "performance.bin"}) expect_round_trip((books / name).string());
}

TEST(BookTree, OfRandomBooksWithGapsIsARoundTrip) {
  const TemporaryFolder folder;
  std::size_t out_of_reach = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    auto entries =
        book::test::make_random_book({.seed = seed, .games = 40, .plies = 10, .damage = 1'000'000});
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    std::erase_if(entries, [&](const RawEntry&) { return random() % 4 == 0; });
    for (RawEntry& entry : entries)
      if (random() % 8 == 0) entry.weight = 0;
    book::test::write_file(folder / "book.bin", book::test::bytes_of(entries));
    const std::size_t lost = expect_round_trip(folder / "book.bin");
    out_of_reach += lost;
    const std::string said = polyglot({"dump-book", folder / "book.bin", "--format", "pgn", "--tree"}).err;
    if (lost == 0)
      EXPECT_EQ(said, "");
    else
      EXPECT_THAT(said, HasSubstr("book.bin: a tree of " + std::to_string(entries.size() - lost) +
                                  " entries (the other " + std::to_string(lost) + " are on no line of it)"));
  }
  EXPECT_GT(out_of_reach, 0U) << "behind two moves that the book lacks";
}

TEST(BookTree, NamesTheMovesThatTheBookLacks) {
  const TemporaryFolder folder;
  const std::string games =
      "1. e4 {weight 3} (1. d4 {weight none: not in the book} d5 {weight 2}) 1... e5 {weight 1} *\n";
  const std::string out = folder / "book.bin";
  EXPECT_THAT(make_book(out, {"--variations", "all"}, games).out,
              HasSubstr("Left out:  1 move of weight none"));
  EXPECT_EQ(make_of_tree(folder, out), entries_of(out));
  EXPECT_THAT(read_text(folder / "tree.pgn"),
              HasSubstr("1. e4 {weight 3, 100%} (1. d4 {weight none} 1... d5 {weight 2, 100%}) 1... e5\n"
                        "{weight 1, 100%} *"));
  // A weight at another place in the game counts.
  ASSERT_EQ(make_book(out, {"--variations", "all"},
                      "1. e4 {weight 3} (1. e4 {weight none}) (1. d4 {weight none}) "
                      "(1. d4 {weight 2}) (1. c4 {weight none} {weight 4}) *\n")
                .exit_code,
            0);
  EXPECT_EQ(entries_of(out).size(), 3U);
}

TEST(BookTree, OfOneSideIsARoundTrip) {
  const TemporaryFolder folder;
  const std::string out = folder / "white.bin";
  const std::string games = "1. e4 (1. d4 d5 2. c4) e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *";
  ASSERT_EQ(make_book(out, {"--variations", "all", "--only-white"}, games).exit_code, 0);
  const auto white = entries_of(out);
  ASSERT_EQ(white.size(), 6U);
  EXPECT_EQ(make_of_tree(folder, out), white);
  EXPECT_EQ(make_of_tree(folder, out, {"--side", "white"}), white);
  EXPECT_THAT(
      polyglot({"make-book", folder / "tree.pgn", "--variations", "all", "-o", folder / "x.bin"}).out,
      HasSubstr(
          "Left out:  4 moves of weight none, or of a side without weights where the other side has some\n"));
}

TEST(BookTree, OfSeveralStartsIsARoundTrip) {
  const TemporaryFolder folder;
  const std::string out = folder / "book.bin";
  const std::string games =
      "1. e4 e5 (1... c5) 2. Nf3 *\n\n[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 "
      "1\"]\n\n1... e5 2. "
      "Nf3 Nc6 *\n";
  ASSERT_EQ(make_book(out, {"--variations", "all"}, games).exit_code, 0);
  const auto entries = entries_of(out);
  ASSERT_EQ(entries.size(), 5U);
  EXPECT_EQ(make_of_tree(folder, out,
                         {"--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "--fen",
                          "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}),
            entries)
      << "weights of both trees are the same, and do not add up";
}

}  // namespace
}  // namespace polyglot::tools::test
