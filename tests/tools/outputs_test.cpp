// SPDX-License-Identifier: MIT
// What every tool, and the proxy, do with a file that is there already.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "book/book_files.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

/// A folder with a file of each kind.
class Outputs : public ToolTest {
 protected:
  static constexpr const char* kEngine = SCRIPTED_ENGINE;

  Outputs() {
    write_text(folder_ / "games.pgn",
               "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Event \"B\"]\n[Result "
               "\"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n");
    write_text(folder_ / "list.pgn", "1. e4 e5 2. Nf3 *\n");
    write_text(folder_ / "conf.ini", std::string("[PolyGlot]\nEngineCommand = ") + kEngine +
                                         " --info 'info depth 3 score cp 25 pv e2e4' --bestmove e2e4\n");
    write_text(folder_ / "start.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    write_text(folder_ / "notes.txt", "milk, bread\n");
    write_text(folder_ / "empty", "");
    for (const char* const command :
         {"make-book games.pgn -o book.bin --min-game 1 --learn", "count-games games.pgn -o games.counts",
          "make-book games.pgn -o other.bin --min-game 1 --learn --max-ply 1",
          "make-book games.pgn -o crafty.bin --format crafty", "dump-book book.bin --format csv -o book.csv",
          "analyse start.fen --engine conf.ini --nodes 5 --store verdicts.db"})
      EXPECT_THAT(run(words_of(command)), Succeeds()) << command;
    std::string text = "\xff\xfe";
    for (const char letter : read_text(folder_ / "games.pgn")) text.append(1, letter).append(1, '\0');
    write_text(folder_ / "utf16.pgn", text);
  }

  /// Runs a command with OUT for a copy of the file. Returns whether it has changed the copy.
  [[nodiscard]] bool changes(const std::string& file, std::string command, Outcome& outcome) const {
    const std::string old = read_text(folder_ / file);
    write_text(folder_ / "OUT", old);
    outcome = run(words_of(command));
    return read_text(folder_ / "OUT") != old;
  }
  /// Talks UCI to the proxy, which writes OUT.
  [[nodiscard]] Outcome session(const std::string& option, const std::string& lines) const {
    return polyglot({"--noini", "--ec", kEngine, "--pg", option},
                    {.input = "uci\nisready\n" + lines + "quit\n", .folder = folder_.path(), .limit = 60});
  }
};

TEST_F(Outputs, ReplaceOnlyFilesOfTheirKind) {
  const std::vector<std::string> text{"notes.txt", "book.csv", "list.pgn"};
  const std::vector<std::string> games{"games.pgn", "notes.txt", "book.csv", "list.pgn"};
  const std::vector<std::string> books{"book.bin", "crafty.bin", "other.bin"};
  const std::vector<std::string> counts{"games.counts"};
  const std::vector<std::string> none;
  const struct {
    const char* command;
    const std::vector<std::string>& kinds;  ///< what it may replace
  } kOutputs[] = {
      {"make-book games.pgn --min-game 1 -o OUT", books},
      {"make-book -pgn games.pgn -min-game 1 -bin OUT", books},
      {"make-book games.pgn --format crafty -o OUT", books},
      {"make-book games.counts --min-game 1 -o OUT", books},
      {"make-book games.pgn --min-game 1 -o new.bin --report OUT", text},
      {"make-book games.pgn --min-game 1 -o new.bin --counts OUT", counts},
      {"count-games games.pgn --max-ply 2 -o OUT", counts},
      {"merge-book book.bin other.bin -o OUT", books},
      {"prune-book book.bin --max-ply 2 -o OUT", books},
      {"convert list.pgn --format polyglot -o OUT", books},
      {"convert book.csv --format polyglot -o OUT", books},
      {"convert book.bin --format crafty -o OUT", books},
      {"edit-book book.bin --set e4=77 -o OUT", books},
      {"edit-book book.bin --comment x -o OUT", books},
      {"check-book --repair book.bin -o OUT", books},
      {"learn-games book.bin other.bin --learn-file OUT", books},
      {"dump-book book.bin --side white -o OUT", text},
      {"dump-book book.bin --format json -o OUT", text},
      {"dump-book book.bin --format pgn --tree -o OUT", games},
      {"diff-book book.bin other.bin --format csv -o OUT", text},
      {"diff-book book.bin other.bin --format pgn -o OUT", games},
      {"review-games games.pgn book.bin -o OUT", text},
      {"review-games games.pgn book.bin --format pgn -o OUT", games},
      {"review-book book.bin -o OUT", text},
      {"review-book book.bin --format pgn -o OUT", games},
      {"init --engine stockfish --book book.bin --force -o OUT", none},
      {"play conf.ini --pgn OUT", none},
      {"analyse start.fen --engine conf.ini --nodes 5 --store OUT", none},
      {"analyse --merge verdicts.db --store OUT", none},
  };
  for (const auto& [command, kinds] : kOutputs)
    for (const char* const file : {"book.bin", "crafty.bin", "games.pgn", "list.pgn", "utf16.pgn", "conf.ini",
                                   "notes.txt", "book.csv", "games.counts"}) {
      SCOPED_TRACE(std::string(command) + " over " + file);
      const std::string_view name = command;
      const bool is_named = std::string_view(file) == "conf.ini" && name.starts_with("init");
      const bool appends = name.starts_with("play") && std::ranges::find(games, file) != games.end();
      if (is_named || appends) continue;
      Outcome outcome;
      const bool has_changed = changes(file, command, outcome);
      if (std::ranges::find(kinds, file) != kinds.end()) {
        EXPECT_THAT(outcome.err, Not(HasSubstr("give another name")));
        continue;
      }
      EXPECT_FALSE(has_changed);
      EXPECT_GT(outcome.exit_code, 0);
      EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    }
}

TEST_F(Outputs, OfTheProxyGoToFilesOfTheirKind) {
  for (const char* const file : {"book.bin", "games.pgn", "utf16.pgn", "games.counts", "verdicts.db"}) {
    SCOPED_TRACE(file);
    const std::string old = read_text(folder_ / file);
    EXPECT_THAT(session(std::string("SettingsFile=") + file, "setoption name Polyglot Save\n").out,
                HasSubstr(std::string("settings not saved: ") + file + ": is a "));
    (void)session("Log=true", std::string("setoption name Polyglot LogFile value ") + file + "\n");
    EXPECT_EQ(read_text(folder_ / file), old);
  }
  EXPECT_THAT(session("SettingsFile=notes.txt", "setoption name Polyglot Save\n").out,
              HasSubstr("notes.txt: is a text file, not a configuration; give another name"));
  (void)session("SettingsFile=conf.ini",
                "setoption name Polyglot BookDepth value 9\n"
                "setoption name Polyglot Save\n");
  EXPECT_THAT(read_text(folder_ / "conf.ini"), HasSubstr("BookDepth = 9"));
}

TEST_F(Outputs, AreNotReplacedByNothing) {
  for (const char* const command :
       {"make-book empty -o OUT", "merge-book empty empty -o OUT",
        "prune-book book.bin --min-weight 60000 -o OUT", "convert empty OUT --format polyglot",
        "check-book --repair empty -o OUT", "learn-games empty OUT", "learn-games list.pgn OUT"}) {
    Outcome outcome;
    EXPECT_FALSE(changes("other.bin", command, outcome)) << command;
    EXPECT_EQ(outcome.exit_code, 1) << command;
    EXPECT_NE(outcome.err, "") << command;
  }
  for (const char* const command :
       {"dump-book empty --format csv -o OUT", "dump-book empty --side white -o OUT",
        "dump-book empty --format pgn --tree -o OUT", "review-games empty book.bin -o OUT",
        "review-book empty -o OUT"}) {
    Outcome outcome;
    EXPECT_FALSE(changes("notes.txt", command, outcome)) << command;
    EXPECT_EQ(outcome.exit_code, 1) << command;
    EXPECT_THAT(outcome.err, HasSubstr("OUT: is not written: ")) << command;
  }
  Outcome outcome;
  EXPECT_FALSE(changes("games.counts", "count-games empty -o OUT", outcome));
  EXPECT_EQ(outcome.exit_code, 1);
  write_text(folder_ / "suite.epd", "old\n");
  EXPECT_THAT(run(words_of("make-openings games.pgn --plies 40 -o suite.epd")),
              Fails(1, HasSubstr("suite.epd: is not written: no opening was found")));
  EXPECT_EQ(read_text(folder_ / "suite.epd"), "old\n");
}

TEST_F(Outputs, OfADefaultNameAreNotReplaced) {
  write_text(folder_ / "out.bin", "");
  for (const auto& [command, file] : {std::pair("make-book games.pgn --min-game 1", "book.bin"),
                                      {"count-games games.pgn --max-ply 1", "games.counts"},
                                      {"merge-book book.bin other.bin", "out.bin"}}) {
    const std::string old = read_text(folder_ / file);
    EXPECT_THAT(run(words_of(command)),
                Fails(2, HasSubstr(std::string(file) + " exists already; to replace it, give -o " + file)));
    EXPECT_EQ(read_text(folder_ / file), old);
  }
}

TEST_F(Outputs, OfARepairKeepTheOldBook) {
  const std::string sound = read_text(folder_ / "book.bin");
  const std::string damaged = sound + "tail";
  write_text(folder_ / "book.bin", damaged);
  for (const char* const note : {"; the old file is book.bin.bak\n", " dropped\nnothing to repair\n"}) {
    EXPECT_THAT(run({"check-book", "--repair", "book.bin"}), Succeeds(HasSubstr(note)));
    EXPECT_EQ(read_text(folder_ / "book.bin"), sound);
    EXPECT_EQ(read_text(folder_ / "book.bin.bak"), damaged);
  }
  write_text(folder_ / "other.bin", damaged);
  EXPECT_THAT(run({"check-book", "--repair", "other.bin", "--no-backup"}), Succeeds());
  EXPECT_FALSE(std::filesystem::exists(folder_ / "other.bin.bak"));
}

TEST_F(Outputs, OfARepairReplaceNoFileOfAnotherKind) {
  // Of an engine's own files: sorted keys of the other byte order, and entries of 24 bytes; and a text.
  std::string little(16 * 400, '\0');
  std::string experience(24 * 400, '\0');
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < 400; ++i) {
    for (std::size_t byte = 0; byte < 10; ++byte) {
      state = state * 1664525 + 1013904223;
      little[16 * i + byte] = byte == 7 ? static_cast<char>(i / 2) : static_cast<char>(state >> 24);
      experience[24 * i + byte] = static_cast<char>(state >> 24);
    }
  }
  std::string text;
  for (int i = 0; i < 20; ++i) text += read_text(folder_ / "utf16.pgn");
  for (const std::string& content : {little, experience, text, text.substr(1)}) {
    write_text(folder_ / "own.bin", content);
    for (const char* const command :
         {"check-book --repair own.bin", "probe own.bin", "edit-book own.bin --comment x",
          "--noini --ec none --no-engine --pg Book=true --pg BookFile=own.bin --check-config"}) {
      const Outcome outcome = run(words_of(command));
      EXPECT_GT(outcome.exit_code, 0) << command;
      EXPECT_THAT(outcome.out + outcome.err, AllOf(HasSubstr("is no book"), Not(HasSubstr("--repair"))))
          << command;
    }
    EXPECT_EQ(read_text(folder_ / "own.bin"), content);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "own.bin.bak"));
  }
}

// A pipe to which nobody writes would hold its reader for ever.
TEST_F(Outputs, AreNotReadFromPipes) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo((folder_ / "Scripted_1.ini").c_str(), 0600), 0);
  const int writer = ::open((folder_ / "pipe").c_str(), O_RDWR);
  const int other = ::open((folder_ / "Scripted_1.ini").c_str(), O_RDWR);
  for (const char* const option : {"VariantsFile=pipe", "BookFile=pipe", "SettingsDir=.", "BookFormat=pgn"})
    EXPECT_THAT(
        polyglot({"--noini", "--ec", kEngine, "--pg", "Book=true", "--pg", "BookFile=pipe", "--pg", option},
                 {.input = "uci\nisready\nquit\n", .folder = folder_.path(), .limit = 60})
            .out,
        HasSubstr("regular file"))
        << option;
  for (const char* const command : {"review-book book.bin --store pipe --margin 9",
                                    "analyse start.fen --engine conf.ini --nodes 5 --store pipe",
                                    "dump-book book.bin --format csv -o - --openings-file pipe", "play pipe",
                                    "probe pipe --book-format pgn"}) {
    const Outcome outcome = polyglot(words_of(command), {.folder = folder_.path(), .limit = 60});
    EXPECT_GT(outcome.exit_code, 0) << command;
    EXPECT_THAT(outcome.err, HasSubstr("regular file")) << command;
  }
  ::close(writer);
  ::close(other);
}

TEST_F(Outputs, NameNoStoreThatIsNone) {
  for (const char* const file : {"book.bin", "notes.txt", "games.counts", "empty"})
    EXPECT_THAT(run({"review-book", "book.bin", "--store", file, "--margin", "9"}),
                Fails(1, AllOf(HasSubstr(std::string(file) + ": is not a store of verdicts"),
                               Not(HasSubstr("SQL")))));
}

TEST_F(Outputs, SayWhatToDoWithOtherInputs) {
  write_text(folder_ / "x.zip", "PK\x03\x04");
  write_text(folder_ / "lfs.pgn", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n");
  write_text(folder_ / "x.cbh", std::string("\0\0\x2c\0", 4));
  write_text(folder_ / "x.si4", std::string("Scid.si\0\1\x90", 10));
  std::filesystem::create_directory(folder_ / "folder");
  write_text(folder_ / "folder/games.pgn.xz", std::string("\xfd"
                                                          "7zXZ\0",
                                                          6));
  for (const auto& [file, advice] : {std::pair("x.zip", "unzip x.zip"),
                                     {"lfs.pgn", "git lfs pull"},
                                     {"x.cbh", "ChessBase"},
                                     {"x.si4", "Scid"},
                                     {"folder", "xz -d folder/games.pgn.xz"}})
    EXPECT_THAT(run({"make-book", file, "-o", "new.bin"}), Fails(1, HasSubstr(advice))) << file;
  for (const char* const csv :
       {"fen;move;weight\nstartpos;e2e4;5\n", "FEN\tMove\tWeight\nstartpos\te2e4\t5\n",
        "fen, move, weight\nstartpos, e2e4, 5\n"}) {
    write_text(folder_ / "table.txt", csv);
    EXPECT_THAT(run({"convert", "table.txt", "new.bin"}), Succeeds(HasSubstr("1 entry"))) << csv;
  }
}

}  // namespace
}  // namespace polyglot::tools::test
