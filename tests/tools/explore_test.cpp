// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "test_paths.hpp"
#include "tools/run_program.hpp"

// What it serves is tested in tests/explorer, in a browser too.
namespace polyglot::tools::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kStarter = POLYGLOT_SOURCE_DIR "/config/starter.bin";

TEST(Explore, ExportsOnePage) {
  const TemporaryFolder folder;
  const Outcome outcome = polyglot({"explore", kStarter, "-export", folder / "page.html"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, (folder / "page.html") + ": a page with 1 book\n");
  EXPECT_EQ(polyglot({"explore", kStarter, "-q", "-o", folder / "page.html"}).out, "");
  EXPECT_THAT(read_file(folder / "page.html"), HasSubstr("\"name\":\"starter\""));
}

TEST(Explore, ExportsToStandardOutput) {
  const Outcome outcome = polyglot({"explore", kStarter, "-export", "-"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "-: a page with 1 book\n");
  EXPECT_THAT(outcome.out, HasSubstr("\"name\":\"starter\""));
}

TEST(Explore, NamesWhatItCannotOpen) {
  const TemporaryFolder folder;
  const Outcome outcome = polyglot({"explore", folder / "none.bin"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("none.bin"));
}

TEST(Explore, ChangesNoBooksButBin) {
  const TemporaryFolder folder;
  write_file(folder / "list.pgn", "1. e4 *\n");
  const Outcome outcome = polyglot({"explore", folder / "list.pgn", "-edit"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("--edit changes .bin books, and none of these is one"));
}

TEST(Explore, TakesABookForWhatItIsSaidToBe) {
  const TemporaryFolder folder;
  write_file(folder / "list", "1. e4 *\n");
  EXPECT_EQ(polyglot({"explore", folder / "list", "-book-format", "pgn", "-export", "-"}).exit_code, 0);
  EXPECT_EQ(polyglot({"explore", folder / "list", "-book-format", "abk", "-export", "-"}).exit_code, 1);
}

TEST(Explore, ShowsNoVariantInBooksThatKnowOnlyChess) {
  const TemporaryFolder folder;
  const std::string list = folder / "list.pgn";
  write_file(list, "1. e4 *\n");
  const Outcome outcome = polyglot({"explore", list, "-variant", "crazyhouse"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.err, "polyglot explore: " + list + ": lists of openings know nothing but chess\n");
  EXPECT_EQ(polyglot({"explore", list, "-variant", "fischerandom", "-export", "-"}).exit_code, 0);
}

TEST(Explore, ExportsVariants) {
  const TemporaryFolder folder;
  write_file(folder / "book.bin", "");
  const Outcome outcome =
      polyglot({"explore", folder / "book.bin", "-variant", "crazyhouse", "-export", folder / "page.html"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(read_file(folder / "page.html"), HasSubstr("\"variant\":\"crazyhouse\""));
  EXPECT_EQ(polyglot({"explore", kStarter, "-variant", "no such game"}).exit_code, 2);
}

TEST(Explore, WantsABookAndAPort) {
  EXPECT_EQ(polyglot({"explore"}).exit_code, 2);
  for (const char* port : {"x", "-1", "65536", "", "80 "}) {
    EXPECT_EQ(polyglot({"explore", kStarter, "-port", port}).exit_code, 2) << port;
  }
  EXPECT_EQ(polyglot({"explore", kStarter, "-export", "page.html", "-edit"}).exit_code, 2);
}

}  // namespace
}  // namespace polyglot::tools::test
