// SPDX-License-Identifier: MIT
// merge-book, info-book and dump-book against Polyglot 2.0.4, byte for byte.
#include "book/book_files.hpp"
#include "book/random_book.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using book::RawEntry;
using book::test::make_random_book;

constexpr std::uint64_t kBooks = 40;

void write_book(const std::string& path, const std::vector<RawEntry>& entries) {
  book::test::write_file(path, book::test::bytes_of(entries));
}

/// Small and large, dense and deep, sound and damaged ones.
book::test::RandomBook settings(std::uint64_t seed) {
  const auto number = static_cast<int>(seed);
  return {.seed = seed,
          .games = 5 + number * 3 % 40,
          .plies = 6 + number * 7 % 30,
          .choices = 2 + number % 4,
          .damage = 1 + number % 9};
}

/// What 2.0.4 prints after its banner.
std::string without_banner(const std::string& text) {
  return text.substr(std::min(text.find('\n') + 1, text.size()));
}

class WholeBookDifferential : public ToolTest {
 protected:
  void SetUp() override {
    if (!has_old_polyglot()) GTEST_SKIP() << "no Polyglot 2.0.4 here";
  }

  void compare_info(const std::string& path, bool exact) {
    Arguments arguments{"info-book", "-bin", path};
    if (exact) arguments.emplace_back("-exact");
    const Outcome ours = polyglot(arguments);
    EXPECT_EQ(ours.exit_code, 0) << ours.err;
    const std::string theirs = without_banner(old_polyglot(arguments).out);
    EXPECT_EQ(ours.out.substr(std::min(ours.out.find("Lines for white"), ours.out.size())), theirs) << path;
  }

  void compare_dump(const std::string& path) {
    for (const char* const color : {"white", "black"}) {
      const auto arguments = [&](const std::string& out) {
        return Arguments{"dump-book", "-bin", path, "-color", color, "-out", out};
      };
      // A dump without lines replaces no other one.
      std::filesystem::remove(folder_ / "ours");
      EXPECT_THAT(polyglot(arguments(folder_ / "ours")), Succeeds());
      (void)old_polyglot(arguments(folder_ / "theirs"));
      EXPECT_TRUE(read_text(folder_ / "ours") == read_text(folder_ / "theirs")) << path << " for " << color;
    }
  }

  void compare_merge(const std::string& a, const std::string& b) {
    const auto arguments = [&](const std::string& out) {
      return Arguments{"merge-book", "-in1", a, "-in2", b, "-out", out};
    };
    std::filesystem::remove(folder_ / "ours");  // a dump, which no book replaces
    EXPECT_THAT(polyglot(arguments(folder_ / "ours")), Succeeds());
    (void)old_polyglot(arguments(folder_ / "theirs"));
    EXPECT_TRUE(read_text(folder_ / "ours") == read_text(folder_ / "theirs")) << a << " and " << b;
  }
};

TEST_F(WholeBookDifferential, RandomBooksAreDumpedAndCountedAlike) {
  for (std::uint64_t seed = 1; seed <= kBooks; ++seed) {
    const std::string path = folder_ / ("random" + std::to_string(seed) + ".bin");
    write_book(path, make_random_book(settings(seed)));
    compare_info(path, true);
    compare_dump(path);
  }
}

TEST_F(WholeBookDifferential, RandomBooksAreMergedAlike) {
  for (std::uint64_t seed = 1; seed <= kBooks; ++seed) {
    std::vector<RawEntry> a = make_random_book(settings(seed));
    std::vector<RawEntry> b = make_random_book(settings(seed + 1));
    // 2.0.4 lets sums run over.
    for (RawEntry& entry : a) entry.weight = std::min<std::uint16_t>(entry.weight, 5000);
    for (RawEntry& entry : b) entry.weight = std::min<std::uint16_t>(entry.weight, 5000);
    write_book(folder_ / "a.bin", a);
    write_book(folder_ / "b.bin", b);
    compare_merge(folder_ / "a.bin", folder_ / "b.bin");
    compare_merge(folder_ / "b.bin", folder_ / "b.bin");
  }
}

TEST_F(WholeBookDifferential, BooksMadeOfGamesAreTreatedAlike) {
  const std::string games = std::string(POLYGLOT_SHARED_DATA) + "/pgn/";
  if (!std::filesystem::is_directory(games)) GTEST_SKIP() << "no games here";
  const std::string first = folder_ / "first.bin";
  const std::string path = folder_ / "book.bin";
  (void)old_polyglot({"make-book", "-pgn", games + "kramnik.pgn", "-bin", first, "-min-game", "1"});
  for (const char* const name : {"chessbase-empty-line", "kasparov-deep-blue-1997", "uci-moves"}) {
    (void)old_polyglot({"make-book", "-pgn", games + name + ".pgn", "-bin", path, "-min-game", "1"});
    compare_info(path, false);
    compare_dump(path);
    compare_merge(first, path);
    compare_merge(path, first);
  }
  compare_info(first, false);
  compare_dump(first);
}

/// Without the line that names the program.
std::string without_version(const std::string& output) {
  return output.substr(output.find('\n') + 1);
}

class EpdTestDifferential : public ToolTest {
 protected:
  void SetUp() override {
    if (!has_old_polyglot()) GTEST_SKIP() << "no Polyglot 2.0.4 here";
  }
  void expect_the_same(const std::string& engine_arguments, const std::string& epd,
                       const Arguments& options = {}) const {
    write_text(folder_ / "suite.epd", epd);
    write_text(folder_ / "engine.ini",
               "[PolyGlot]\nEngineCommand = " + std::string(SCRIPTED_ENGINE) + " " + engine_arguments + "\n");
    const Arguments arguments =
        Arguments{folder_ / "engine.ini", "epd-test", "-epd", folder_ / "suite.epd"} + options;
    EXPECT_THAT(polyglot(arguments), Succeeds(without_version(old_polyglot(arguments).out)))
        << engine_arguments;
  }
};

constexpr const char* kSuite =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"T.001\";\n"
    "\n"
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - am e4; id \"a rather long identification\";\n"
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 7 bm d4 e4; c0 \"nothing\";\n"
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - am d4; bm e4; id unquoted;\n";

TEST_F(EpdTestDifferential, PrintsTheSameLines) {
  expect_the_same(
      "--info 'info depth 1 score cp 20 time 10 nodes 100 pv e2e4 e7e5' "
      "--info 'info depth 2 score cp 30 time 20 nodes 1500 pv d2d4 d7d5' "
      "--info 'info depth 3 score cp 25 time 1030 nodes 2500 pv e2e4 e7e5 g1f3' "
      "--info 'info depth 4 score cp -125 seldepth 8 nps 40 time 1040 nodes 1234567 pv e2e4 e7e5 g1f3 b8c6' "
      "--bestmove e2e4",
      kSuite);
}

TEST_F(EpdTestDifferential, ShowsMatesAndBoundsTheSameWay) {
  expect_the_same(
      "--info 'info depth 11 score mate 12 lowerbound time 12345 nodes 99999999 pv e2e4' --bestmove e2e4",
      kSuite);
  expect_the_same("--info 'info depth 5 score mate -3 time 7 nodes 999 pv e2e4 e7e5' --bestmove e2e4",
                  kSuite);
  expect_the_same("--info 'info depth 5 score cp 99999 time 7 nodes 499 pv e2e4 e7e9' --bestmove e2e4",
                  kSuite);
}

TEST_F(EpdTestDifferential, CountsFromTheLastChangeOfMind) {
  expect_the_same(
      "--info 'info depth 5' --info 'info score cp 20' --info 'info time 1000' --info 'info nodes 4999' "
      "--info 'info pv e2e4' --info 'info depth 6 time 2000 currmove e2e4 currmovenumber 1' "
      "--info 'info depth 7 score cp 21 time 3000 nodes 5000 pv d2d4' "
      "--info 'info depth 8 score cp 22 time 4015 nodes 5999 pv e2e4 c7c5' "
      "--info 'info depth 9 score cp 23 time 5000 nodes 6000 pv e2e4 c7c6' --bestmove e2e4",
      kSuite);
}

TEST_F(EpdTestDifferential, ShowsTheSameParameters) {
  expect_the_same(
      "--info 'info depth 2 score cp 1 time 1 nodes 1000 pv d2d4' --bestmove d2d4", kSuite,
      {"-max-time", "1.25", "-min-time", "2.5", "-max-depth", "12", "-min-depth", "3", "-depth-delta", "2"});
}

/// The lines without the banner, times and speeds.
std::string counts(const std::string& output) {
  std::string text;
  for (std::size_t at = output.find("depth="); at != std::string::npos; at = output.find("depth=", at + 1))
    text += output.substr(at, output.find(" time=", at) - at) + "\n";
  return text;
}

TEST(PerftDifferential, CountsAsPolyglot204Does) {
  if (!has_old_polyglot()) GTEST_SKIP() << "no Polyglot 2.0.4 here";
  for (const char* const fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                                "r2k2r1/8/8/8/8/8/8/R1RK1RR1 w FCga - 0 1"}) {
    const Arguments arguments{"perft", "-fen", fen, "-max-depth", "4"};
    const std::string expected = counts(old_polyglot(arguments).out);
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(counts(polyglot(arguments).out), expected) << fen;
  }
}

}  // namespace
}  // namespace polyglot::tools::test
