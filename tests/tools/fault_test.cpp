// SPDX-License-Identifier: MIT
#include <atomic>
#include <cerrno>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include <polyglot/os/faults.hpp>
#include <polyglot/tools/tools.hpp>

#include "book/book_files.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

namespace fs = std::filesystem;
using os::Call;

/// A tool, its arguments, and the file that it replaces.
struct Writer {
  Arguments arguments;
  std::string target;
};

void PrintTo(const Writer& writer, std::ostream* out) {
  *out << writer.arguments.front();
}

/// Tools of this process whose calls to the system fail, one after the other.
class ToolFaults : public testing::TestWithParam<Writer> {
 protected:
  struct Run {
    int exit_code = 0;
    std::string errors;
    std::string content;  ///< of the target afterwards
  };

  ToolFaults() {
    fs::current_path(folder_.path());
    constexpr std::uint32_t kGames = (3U << 16) | 4;
    std::vector<book::RawEntry> entries;
    for (const char* moves : {"", "e2e4", "d2d4", "e2e4 e7e5"})
      entries.push_back({.key = book::test::position_after(moves).key(),
                         .move = book::test::code(entries.size() % 2 == 0 ? "g1f3" : "g8f6"),
                         .weight = 9,
                         .learn = kGames});
    std::ranges::sort(entries, {}, &book::RawEntry::key);
    book::test::write_file("sound.bin", book::test::bytes_of(entries));
    entries.pop_back();
    book::test::write_file("other.bin", book::test::bytes_of(entries));
    for (const char* const part : {"games", "more"}) {
      write_text(std::string(part) + ".pgn",
                 std::string("[Event \"") + part + "\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n");
      const Arguments arguments{"count-games", std::string(part) + ".pgn", "-q", "-o",
                                std::string(part) + ".counts"};
      (void)tools::run(arguments).value();
    }
    write_text("book.csv",
               "fen,move,weight\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,e2e4,5\n");
  }
  ~ToolFaults() override { fs::current_path("/"); }

  /// Has the tool replace what is there by something else.
  [[nodiscard]] Run run(os::FaultInjection::Choose choose) const {
    fs::copy_file("sound.bin", "book.bin", fs::copy_options::overwrite_existing);
    if (GetParam().target != "book.bin") write_text(GetParam().target, old_target());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    Run run;
    {
      const os::FaultInjection faults(std::move(choose));
      run.exit_code = tools::run(GetParam().arguments).value();
    }
    (void)testing::internal::GetCapturedStdout();
    run.errors = testing::internal::GetCapturedStderr();
    run.content = read_text(GetParam().target);
    return run;
  }

  /// A file of the kind that the tool writes.
  [[nodiscard]] static std::string old_target() {
    const std::string& name = GetParam().target;
    return name.ends_with(".bin")      ? read_text("other.bin")
           : name.ends_with(".counts") ? read_text("more.counts")
                                       : "old";
  }

  [[nodiscard]] static std::size_t count_files() {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator("."), {}));
  }

  TemporaryFolder folder_;
};

TEST_P(ToolFaults, LeaveTheOldFileWholeAndSayWhy) {
  const Run sound = run([](Call) { return os::Fault{}; });
  ASSERT_EQ(sound.errors, "");
  const std::string old = GetParam().target == "book.bin" ? read_text("sound.bin") : old_target();
  ASSERT_NE(sound.content, old);
  const std::size_t files = count_files();
  struct Kind {
    Call call;
    int error;
  };
  for (const Kind kind :
       {Kind{Call::open, EMFILE}, Kind{Call::open, EACCES}, Kind{Call::examine, EIO}, Kind{Call::read, EIO},
        Kind{Call::write, ENOSPC}, Kind{Call::write, EIO}, Kind{Call::flush, EIO}, Kind{Call::lock, ENOLCK},
        Kind{Call::link, ENOSPC}, Kind{Call::rename, EIO}}) {
    std::atomic<bool> failed = true;
    for (int which = 0; failed; ++which) {
      std::atomic<int> calls = 0;
      failed = false;
      const Run with_fault = run([&](Call call) {
        if (call != kind.call || calls++ != which) return os::Fault{};
        failed = true;
        return os::Fault{.error = kind.error};
      });
      SCOPED_TRACE(std::to_string(static_cast<int>(kind.call)) + " number " + std::to_string(which));
      EXPECT_EQ(count_files(), files);
      if (with_fault.exit_code == sound.exit_code) {
        EXPECT_TRUE(with_fault.content == sound.content);
        EXPECT_EQ(with_fault.errors, sound.errors);
      } else {
        EXPECT_TRUE(with_fault.content == old);
        EXPECT_THAT(with_fault.errors, AllOf(StartsWith("polyglot " + GetParam().arguments.front() + ": "),
                                             HasSubstr(std::strerror(kind.error)), EndsWith("\n")));
        EXPECT_EQ(std::ranges::count(with_fault.errors, '\n'), 1);
        EXPECT_TRUE(failed);
      }
    }
  }
}

TEST_P(ToolFaults, WriteOnWhereOnlyAPartIsWrittenOrRead) {
  const Run sound = run([](Call) { return os::Fault{}; });
  const Run in_parts = run([](Call) { return os::Fault{.most = 5}; });
  EXPECT_EQ(in_parts.exit_code, sound.exit_code) << in_parts.errors;
  EXPECT_TRUE(in_parts.content == sound.content);
}

/// Runs a tool in a process that is killed at its call of the system with this number, from 0. Returns false
/// if the tool has ended before.
bool is_killed_at(int which, const Arguments& arguments) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::atomic<int> calls = 0;
    const os::FaultInjection faults([&](Call) {
      if (calls++ == which) std::raise(SIGKILL);
      return os::Fault{};
    });
    ::_exit(tools::run(arguments).value());
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

// Between a link and a rename the whole new file may stay under a name of its own.
TEST_P(ToolFaults, WriteTheSameAgainWhereverTheyAreKilled) {
  const Run sound = run([](Call) { return os::Fault{}; });
  fs::copy_file("sound.bin", "book.bin", fs::copy_options::overwrite_existing);
  if (GetParam().target != "book.bin") write_text(GetParam().target, old_target());
  const std::string old = read_text(GetParam().target);
  bool was_killed = true;
  // Early calls one by one, and fewer of the many later ones.
  for (int which = 0; was_killed; which += 1 + which / 8) {
    was_killed = is_killed_at(which, GetParam().arguments);
    const std::string content = read_text(GetParam().target);
    EXPECT_TRUE(content == sound.content || (was_killed && content == old)) << which;
    if (content != old) break;
  }
  EXPECT_EQ(run([](Call) { return os::Fault{}; }).content, sound.content);
}

// The book and the list of its games are two files.
TEST(LearnGamesFault, CountsEveryGameOnceWhereverItIsKilled) {
  const TemporaryFolder folder;
  fs::current_path(folder.path());
  write_text(
      "games.pgn",
      "[Event \"1\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Event \"2\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n");
  const auto run = [](const Arguments& arguments) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int exit_code = tools::run(arguments).value();
    (void)testing::internal::GetCapturedStdout();
    const std::string errors = testing::internal::GetCapturedStderr();
    EXPECT_EQ(exit_code, 0) << errors;
  };
  run({"make-book", "games.pgn", "--min-game", "1", "--keep-zero", "-o", "new.bin"});
  const std::string before = read_text("new.bin");
  const Arguments learn{"learn-games", "games.pgn", "book.bin"};
  std::string learned;
  bool was_killed = true;
  for (int which = -1; was_killed; ++which) {
    for (const char* const old : {"book.bin.games", "book.bin.games.next"}) fs::remove(old);
    write_text("book.bin", before);
    if (which >= 0) {
      was_killed = is_killed_at(which, learn);
      const std::string now = read_text("book.bin");
      EXPECT_TRUE(now == before || now == learned) << which;
    }
    run(learn);
    if (which < 0) learned = read_text("book.bin");
    EXPECT_TRUE(read_text("book.bin") == learned) << which;
    EXPECT_FALSE(fs::exists("book.bin.games.next"));
  }
  fs::current_path("/");
}

INSTANTIATE_TEST_SUITE_P(
    EveryWriter, ToolFaults,
    testing::Values(
        Writer{{"edit-book", "book.bin", "-set", "Nf3=700"}, "book.bin"},
        Writer{{"edit-book", "book.bin", "-comment", "x"}, "book.bin"},
        Writer{{"edit-book", "book.bin", "-comment", "x", "-out", "new.bin"}, "new.bin"},
        Writer{{"check-book", "book.bin", "-quick", "-repair", "-out", "new.bin"}, "new.bin"},
        Writer{{"merge-book", "book.bin", "other.bin", "-out", "book.bin"}, "book.bin"},
        Writer{{"convert", "book.csv", "-o", "new.bin"}, "new.bin"},
        Writer{{"make-book", "games.pgn", "-o", "new.bin", "-min-game", "1", "-strict", "-q"}, "new.bin"},
        Writer{{"make-book", "games.pgn", "-counts", "new.counts", "-o", "new.bin", "-min-game", "1",
                "-strict", "-q"},
               "new.bin"},
        Writer{{"count-games", "games.pgn", "-o", "new.counts", "-strict", "-q"}, "new.counts"},
        Writer{{"count-games", "games.counts", "more.counts", "-o", "new.counts"}, "new.counts"},
        Writer{{"count-games", "games.counts", "more.pgn", "-o", "new.counts", "-strict", "-q"},
               "new.counts"},
        Writer{{"make-book", "games.counts", "more.counts", "-min-game", "1", "-o", "new.bin"}, "new.bin"},
        Writer{{"dump-book", "book.bin", "-format", "csv", "-out", "new.csv"}, "new.csv"},
        Writer{{"diff-book", "book.bin", "other.bin", "-out", "new.txt"}, "new.txt"}));

}  // namespace
}  // namespace polyglot::tools::test
