// SPDX-License-Identifier: MIT
#include <future>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

constexpr chess::Key kStartKey = 0x463b96181691fc9c;

class EditBookTest : public ToolTest {
 protected:
  EditBookTest() {
    EXPECT_TRUE(book::write_bin_book(
        path_, {record("e2e4", 9, 0x00030005), record("d2d4", 5), record("g1f3", 5), record("e2e5", 1)}));
    before_ = read_text(path_);
  }

  static book::RawEntry record(std::string_view move, std::uint16_t weight, std::uint32_t learn = 0) {
    return {.key = kStartKey, .move = book::code_from_text(move).value(), .weight = weight, .learn = learn};
  }
  /// Runs edit-book on the book.
  [[nodiscard]] Outcome edit(const Arguments& arguments, const std::string& input = "") const {
    return polyglot(Arguments{"edit-book", path_} + arguments, {.input = input});
  }
  /// What probe shows of a position: moves and weights, "e2e4=9 d2d4=5".
  [[nodiscard]] std::string moves(const Arguments& where = {}) const {
    std::istringstream lines(polyglot(Arguments{"probe", path_, "-format", "csv"} + where).out);
    std::string line;
    std::getline(lines, line);
    std::string text;
    while (std::getline(lines, line)) {
      const std::size_t san = line.find(',');
      const std::size_t weight = line.find(',', san + 1) + 1;
      text += (text.empty() ? "" : " ") + line.substr(0, san) + "=" +
              line.substr(weight, line.find(',', weight) - weight);
    }
    return text;
  }

  std::string path_ = folder_ / "book.bin";
  std::string before_;
};

TEST_F(EditBookTest, AddsAndRemovesWholeLines) {
  EXPECT_EQ(
      edit({"-add-line", "1. e4 c5 2. Nf3 d6", "-weight", "70", "-add-line", "1. Nf3 c5 2. e4"}).exit_code,
      0);
  EXPECT_EQ(moves(), "e2e4=9 d2d4=5 g1f3=5 e2e5=1") << "moves that are there keep their weights";
  EXPECT_EQ(moves({"-moves", "e4"}), "c7c5=70");
  EXPECT_EQ(moves({"-moves", "e4", "c5", "Nf3"}), "d7d6=70");
  EXPECT_EQ(moves({"-moves", "Nf3", "c5"}), "e2e4=70");
  EXPECT_EQ(edit({"-remove-line", "1. e4"}).exit_code, 0);
  EXPECT_EQ(moves(), "d2d4=5 g1f3=5 e2e5=1");
  EXPECT_EQ(moves({"-moves", "e4"}), "");
  EXPECT_EQ(moves({"-moves", "e4", "c5", "Nf3"}), "d7d6=70") << "other moves lead there, too";
  EXPECT_EQ(edit({"-remove-line", "1. Nf3 c5 2. e4", "-remove-line", "1. Nf3"}).exit_code, 0);
  EXPECT_EQ(edit({"-add-line", "1. e4 c5 2. Nf3 d6", "-color", "black", "-set", "e5=2"}).exit_code, 2);
  EXPECT_EQ(edit({"-add-line", "1. e4 c5 2. Nf3 d6", "-color", "black", "-fen", "startpos"}).exit_code, 0);
  EXPECT_EQ(moves(), "d2d4=5 e2e5=1");
  EXPECT_EQ(moves({"-moves", "e4"}), "c7c5=1");
}

TEST_F(EditBookTest, SaysHowMuchOfALineIsThereAlready) {
  const std::string line = "1. e4 c5 2. Nf3";
  EXPECT_THAT(edit({"-add-line", line, "-dry-run"}).out,
              EndsWith(" - -> 1\n1 there already (--set changes their weights)\n"));
  EXPECT_EQ(edit({"-add-line", line, "-add-line", "1. e4 e5", "-weight", "70"}).out,
            path_ +
                ": entries: 0 changed, 3 added, 0 removed, "
                "1 there already (--set changes their weights)\n");
  EXPECT_EQ(edit({"-add-line", "1. c4 c5", "-backup"}).out,
            path_ + ": entries: 0 changed, 2 added, 0 removed; the old file is " + path_ + "~\n");
  const std::string backup = read_text(path_ + "~");
  EXPECT_EQ(edit({"-add-line", line, "-backup"}).out, path_ +
                                                          ": entries: 0 changed, 0 added, 0 removed, "
                                                          "3 there already (--set changes their weights)\n");
  EXPECT_EQ(read_text(path_ + "~"), backup) << "where nothing changes there is no old book";
  EXPECT_EQ(edit({"-set", "e4=8", "-backup", "-o", folder_ / "new.bin"}).out,
            (folder_ / "new.bin") + ": entries: 1 changed, 0 added, 0 removed\n");
}

TEST_F(EditBookTest, SaysWhatIsWrongWithALine) {
  EXPECT_THAT(edit({"-remove-line", "1. a4"}).err, HasSubstr("the book does not have a4 in rnbqkbnr/"));
  EXPECT_THAT(edit({"-add-line", "1. e4 e4"}).err, HasSubstr("--add-line 1. e4 e4: \"e4\" is no legal move"));
  EXPECT_THAT(edit({"-add-line", "1."}).err, HasSubstr("has no moves"));
  EXPECT_EQ(edit({"-add-line", "e4", "-key", "1"}).exit_code, 2);
  EXPECT_EQ(edit({"-weight", "3", "-set", "e4=1"}).exit_code, 2);
  EXPECT_EQ(read_text(path_), before_);
}

TEST_F(EditBookTest, ChangesMovesOfAPosition) {
  EXPECT_EQ(edit({"-set", "d4=10", "-add", "c2c4=7", "Nc3=1", "-zero", "e2e4", "-delete", "Nf3"}).exit_code,
            0);
  EXPECT_EQ(moves(), "d2d4=10 c2c4=7 e2e5=1 b1c3=1 e2e4=0");
}

TEST_F(EditBookTest, ChangesPositionsGivenByMovesOrKey) {
  EXPECT_EQ(edit({"-moves", "e4", "e5", "-add", "Nf3=3"}).exit_code, 0);
  EXPECT_EQ(moves({"-moves", "e4", "e5"}), "g1f3=3");
  EXPECT_EQ(edit({"-key", "463b96181691fc9c", "-delete", "e2e5", "-add", "e1g1=2", "0x5000=1"}).exit_code, 0);
  EXPECT_EQ(moves(), "e2e4=9 d2d4=5 g1f3=5 e1g1=2 0x5000=1");
}

TEST_F(EditBookTest, KeepsCastlingAsItIsWritten) {
  constexpr auto* kFen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  ASSERT_EQ(edit({"-fen", kFen, "-add", "e1f1=7", "e1e2=1"}).exit_code, 0);
  const std::string key = polyglot({"key", kFen}).out.substr(0, 16);
  ASSERT_EQ(edit({"-key", key, "-add", "e1g1=5"}).exit_code, 0);
  EXPECT_EQ(moves({"-fen", kFen}), "e1f1=7 e1g1=5 e1e2=1");
  ASSERT_EQ(edit({"-fen", kFen, "-set", "O-O=9"}).exit_code, 0);
  EXPECT_EQ(moves({"-key", key}), "e1g1=9 e1f1=7 e1e2=1") << "not e1h1";
  EXPECT_EQ(edit({"-fen", kFen, "-add", "O-O=1"}).exit_code, 1);
  ASSERT_EQ(edit({"-fen", kFen, "-delete", "e1h1"}).exit_code, 0);
  EXPECT_EQ(moves({"-key", key}), "e1f1=7 e1e2=1");
}

TEST_F(EditBookTest, FollowsAScript) {
  const std::string script =
      "# my book\n"
      "set e2e4 8   # less\r\n"
      "zero d4\n"
      "\n"
      "moves 1. e4 e5\n"
      "add Nf3 100\n"
      "add Bc4=50 7 9\n"
      "fen rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2\n"
      "add Qh4# 1\n"
      "fen 8/4P1k1/8/8/8/8/6K1/8 w - - 0 1\n"
      "add e8=Q=4\n"
      "add e8=R 3\n"
      "key 1\n"
      "add a1a2=3\n";
  write_text(folder_ / "script", script);
  EXPECT_THAT(edit({"-script", folder_ / "script"}), Succeeds());
  EXPECT_EQ(moves(), "e2e4=8 g1f3=5 e2e5=1 d2d4=0");
  EXPECT_EQ(moves({"-moves", "e4", "e5"}), "g1f3=100 f1c4=50");
  EXPECT_EQ(moves({"-moves", "f3", "e5", "g4"}), "d8h4=1");
  EXPECT_EQ(moves({"-fen", "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1"}), "e7e8q=4 e7e8r=3");
  EXPECT_EQ(moves({"-key", "1"}), "a1a2=3");
  EXPECT_EQ(edit({"-script", "-"}, "delete *\n").exit_code, 0);
  EXPECT_EQ(moves(), "");
}

TEST_F(EditBookTest, NamesTheLineOfAMistakeAndChangesNothing) {
  const std::vector<std::pair<std::string, std::string>> scripts{
      {"set e4 1\nset e5 1\n", ":2: \"e5\" is no legal move"},
      {"set e4 1\n\nset c4 1\n", ":3: the book does not have the move"},
      {"add e4 1\n", ":1: the book has the move already"},
      {"set e4 65536\n", ":1: \"65536\" is no number"},
      {"set e4\n", ":1: the weight is missing"},
      {"zero e4 1\n", ":1: unexpected argument \"1\""},
      {"set e4=x\n", ":1: the weight is missing"},
      {"set e4=-1\n", ":1: \"-1\" is no number from 0 to 65535"},
      {"set 0x0d24=3\n", ":1: \"0x0d24\" is no legal move"},
      {"moves e4\ndelete *\n", ":2: the book does not have the position"},
      {"put e4 1\n", ":1: \"put\" is not a command"},
      {"fen junk\n", ":1: FEN, column"},
      {"moves e5\n", ":1: \"e5\" is no legal move"},
      {"key 0\nadd e2e4 1\n", ":2: key 0"},
  };
  for (const auto& [script, message] : scripts) {
    EXPECT_THAT(edit({"-script", "-"}, script),
                Fails(1, AllOf(StartsWith("polyglot edit-book: standard input"), HasSubstr(message))))
        << script;
    EXPECT_EQ(read_text(path_), before_) << script;
  }
}

TEST_F(EditBookTest, NamesTheArgumentOfAMistake) {
  EXPECT_THAT(edit({"-set", "e4=1", "c4=1"}).err, HasSubstr("--set c4=1: the book does not have the move"));
  EXPECT_THAT(edit({"-set", "e4"}).err, HasSubstr("--set e4: the weight is missing"));
  EXPECT_THAT(edit({"-set", "0x0d24=3"}).err, HasSubstr("see --key"));
  EXPECT_THAT(edit({"-script", folder_.path()}).err, HasSubstr(folder_.path() + ": cannot be read"));
  EXPECT_EQ(edit({"-script", folder_ / "none"}).exit_code, 1);
  EXPECT_EQ(read_text(path_), before_);
}

TEST_F(EditBookTest, TellsWrongUsageFromFailure) {
  for (const auto& arguments : {Arguments{},
                                {"-script", "-", "-set", "e4=1"},
                                {"-key", "1", "-moves", "e4", "-add", "e2e4=1"},
                                {"-key", "zz", "-add", "e2e4=1"},
                                {"-set", "e4"},
                                {"-set", "e4=1", "e2e4=2"},
                                {"-set", "e4=1", "-zero", "e4"},
                                {"-set", "e4=1", "-backup", "-out", "-"}})
    EXPECT_EQ(edit(arguments).exit_code, 2);
  EXPECT_EQ(read_text(path_), before_);
}

TEST_F(EditBookTest, ShowsWhatWouldChange) {
  EXPECT_EQ(edit({"-dry-run", "-set", "e4=10", "-add", "c4=2", "-delete", "d4"}).out,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
            "  e4 9 -> 10\n"
            "  d4 5 -> -\n"
            "  c4 - -> 2\n");
  EXPECT_EQ(edit({"-dry-run", "-key", "463b96181691fc9d", "-add", "e2e4=1"}).out,
            "463b96181691fc9d\n"
            "  e2e4 - -> 1\n");
  EXPECT_EQ(edit({"-dry-run", "-set", "e4=9"}).out, "nothing would change\n");
  EXPECT_THAT(edit({"-dry-run", "-comment", "x"}), Succeeds(path_ + ": header would be written\n"));
  EXPECT_EQ(read_text(path_), before_);
  EXPECT_THAT(
      polyglot({"edit-book", folder_ / "new.bin", "-set", "e4=1"}).err,
      HasSubstr("there is no such book; to start one: write its lines as games, then polyglot convert"));
}

TEST_F(EditBookTest, ShowsEveryRecordThatWouldChange) {
  ASSERT_TRUE(book::write_bin_book(
      path_, {record("e2e4", 9, 0x00030005), record("d2d4", 5), record("g1f3", 5), record("e2e4", 4)}));
  EXPECT_EQ(edit({"-dry-run", "-set", "e4=9"}).out,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n  e4 4 -> -\n");
  EXPECT_EQ(edit({"-dry-run", "-delete", "e4", "-add", "e4=9"}).out,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
            "  e4 9 3 5 -> 9 0 0\n"
            "  e4 4 -> -\n");
  EXPECT_EQ(edit({"-dry-run", "-delete", "d4", "-add", "d4=5"}).out,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
            "  moves in another order\n");
}

TEST_F(EditBookTest, LeavesTheFileAloneIfNothingChanges) {
  std::filesystem::create_hard_link(path_, folder_ / "same");
  EXPECT_EQ(edit({"-set", "e4=9"}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::equivalent(path_, folder_ / "same"));
  EXPECT_EQ(edit({"-set", "e4=9", "-out", folder_ / "copy.bin"}).exit_code, 0);
  EXPECT_EQ(read_text(folder_ / "copy.bin"), before_);
}

TEST_F(EditBookTest, MakesItsChangesAnewWhenOthersHaveWrittenMeanwhile) {
  const std::vector<std::string> files{"a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3"};
  std::vector<std::future<Outcome>> runs;
  for (const std::string& move : files)
    runs.push_back(std::async(std::launch::async, [this, move] { return edit({"-add", move + "=1"}); }));
  for (auto& run : runs) {
    EXPECT_THAT(run.get(), Succeeds());
  }
  for (const std::string& move : files) EXPECT_THAT(moves(), HasSubstr(move + "=1"));
}

TEST_F(EditBookTest, SaysInALineWhatItHasDone) {
  EXPECT_EQ(edit({"--set", "e4=1", "--add", "c4=2", "--delete", "d4"}).out,
            path_ + ": entries: 1 changed, 1 added, 1 removed\n");
  EXPECT_EQ(edit({"--set", "e4=2", "-q"}).out, "");
  EXPECT_EQ(edit({"--set", "e4=3", "--verbose"}).out,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n  e4 2 -> 3\n" + path_ +
                ": entries: 1 changed, 0 added, 0 removed\n");
}

TEST_F(EditBookTest, KeepsTheOldBookIfAsked) {
  EXPECT_EQ(edit({"--set", "e4=1", "--backup"}).exit_code, 0);
  EXPECT_EQ(read_text(path_ + "~"), before_);
  EXPECT_EQ(edit({"--set", "h4=1", "--backup"}).exit_code, 1);
  EXPECT_EQ(read_text(path_ + "~"), before_) << "nothing was replaced";
}

}  // namespace
}  // namespace polyglot::tools::test
