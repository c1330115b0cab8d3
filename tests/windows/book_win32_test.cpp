// SPDX-License-Identifier: MIT
// Books in the folders and under the names that users of Windows have, and learning by many programs at once.
#include <polyglot/book/bin_book.hpp>
#include <polyglot/chess/position.hpp>

#include "support/testing.hpp"
#include "windows/gui.hpp"

namespace polyglot::windows_test {
namespace {

std::vector<std::string> with_book(const std::filesystem::path& book) {
  return {"--noini",
          "--ec",
          '"' + utf8(playing_engine()) + '"',
          "--pg",
          "Book=true",
          "--pg",
          "BookFile=" + utf8(book),
          "--pg",
          "EngineStartTimeout=0"};
}

TEST(WindowsBook, IsPlayedFromInUci) {
  const Folder folder;
  make_book(folder, folder / "\u043a\u043d\u0438\u0433\u0430.bin");
  Gui gui(with_book(folder / "\u043a\u043d\u0438\u0433\u0430.bin"), folder.path());
  gui.send("uci");
  gui.expect("uciok");
  gui.send("isready\nucinewgame\nposition startpos\ngo movetime 100");
  EXPECT_EQ(gui.expect("bestmove"), "bestmove e2e4");
  gui.send("position startpos moves e2e4 e7e5 g1f3 b8c6\ngo movetime 100");
  EXPECT_THAT(gui.expect("info depth"), HasSubstr("pv")) << "the engine plays behind the book";
  gui.expect("bestmove");
  gui.send("quit");
  EXPECT_TRUE(gui.wait().successful());
}

/// WinBoard starts engines without any console.
TEST(WindowsBook, IsPlayedFromInXBoardWithAConsoleAndWithout) {
  const Folder folder;
  make_book(folder, folder / "book.bin");
  for (const bool is_detached : {false, true}) {
    Gui gui(with_book(folder / "book.bin"), folder.path(), is_detached);
    gui.send("xboard\nprotover 2");
    gui.expect("feature");
    gui.send("new\nping 1");
    gui.expect("pong 1");
    gui.send("go");
    EXPECT_EQ(gui.expect("move"), "move e2e4");
    gui.send("quit");
    EXPECT_TRUE(gui.wait().successful());
  }
}

TEST(WindowsBook, IsNamedByAnIniFileInTheWorkingDirectory) {
  const Folder folder;
  make_book(folder, folder / "my book.bin");
  write_file(folder / "polyglot.ini", "[PolyGlot]\r\nEngineCommand = \"" + utf8(playing_engine()) +
                                          "\"\r\nBook = true\r\nBookFile = my book.bin\r\n");
  Gui gui({}, folder.path());
  gui.send("uci");
  gui.expect("uciok");
  gui.send("position startpos\ngo movetime 100");
  EXPECT_EQ(gui.expect("bestmove"), "bestmove e2e4");
}

TEST(WindowsBook, MayHaveAPathOfMoreThan260Characters) {
  const Folder folder;
  // The tests' own calls need the prefix; the program does not.
  std::filesystem::path deep = L"\\\\?\\" + folder.path().wstring();
  for (int i = 0; i < 4; ++i) deep /= std::string(80, static_cast<char>('a' + i));
  std::filesystem::create_directories(deep);
  const std::filesystem::path book = deep.wstring().substr(4) + L"\\book.bin";
  ASSERT_GT(book.wstring().size(), 260U);
  make_book(folder, book);
  Gui gui(with_book(book), folder.path());
  gui.send("uci");
  gui.expect("uciok");
  gui.send("position startpos\ngo movetime 100");
  EXPECT_EQ(gui.expect("bestmove"), "bestmove e2e4");
}

/// Whoever has it open keeps the old one, as on Linux.
TEST(WindowsBook, IsReplacedWhileItIsOpen) {
  const Folder folder;
  make_book(folder, folder / "book.bin");
  Gui gui(with_book(folder / "book.bin"), folder.path());
  gui.send("uci");
  gui.expect("uciok");
  gui.send("ucinewgame\nposition startpos\ngo movetime 100");
  EXPECT_EQ(gui.expect("bestmove"), "bestmove e2e4");
  make_book(folder, folder / "book.bin", "1. d4 d5 2. c4 e6 1-0");
  gui.send("ucinewgame\nisready");
  gui.expect("readyok");
  gui.send("position startpos\ngo movetime 100");
  EXPECT_EQ(gui.expect("bestmove"), "bestmove e2e4");
  Gui next(with_book(folder / "book.bin"), folder.path());
  next.send("uci");
  next.expect("uciok");
  next.send("position startpos\ngo movetime 100");
  EXPECT_EQ(next.expect("bestmove"), "bestmove d2d4");
}

struct Learned {
  std::uint32_t games = 0;
  std::uint32_t points = 0;
};

/// What a book has learned about the first move.
Learned learned_in(const std::filesystem::path& path) {
  Learned learned;
  const auto book = book::BinBook::open(utf8(path));
  if (!book) return learned;
  for (const book::RawEntry& entry : (*book)->find(chess::Position().key()).value()) {
    learned.games += entry.learn_games();
    learned.points += entry.learn_points();
  }
  return learned;
}

TEST(WindowsBook, LearnsFromSixteenProgramsAtOnce) {
  constexpr int kPrograms = 16;
  constexpr int kGamesOfEach = 5;
  const Folder folder;
  make_book(folder, folder / "book.bin");
  std::vector<std::string> arguments = with_book(folder / "book.bin");
  arguments.insert(arguments.end(), {"--pg", "BookLearn=true"});
  std::vector<std::unique_ptr<Gui>> programs;
  for (int i = 0; i < kPrograms; ++i) {
    programs.push_back(std::make_unique<Gui>(arguments, folder.path()));
    programs.back()->send("xboard\nprotover 2");
  }
  for (int game = 1; game <= kGamesOfEach; ++game) {
    for (const auto& program : programs) program->send("new\ngo");
    for (const auto& program : programs) program->expect("move e2e4");
    for (const auto& program : programs)
      program->send("result 1-0 {White mates}\nping " + std::to_string(game));
    for (const auto& program : programs) program->expect("pong " + std::to_string(game));
  }
  // A program that quits waits only for a while until it can write.
  const ULONGLONG deadline = ::GetTickCount64() + 2 * kPatience;
  while (learned_in(folder / "book.bin").games < kPrograms * kGamesOfEach && ::GetTickCount64() < deadline)
    ::Sleep(50);
  for (const auto& program : programs) program->send("quit");
  for (const auto& program : programs) EXPECT_TRUE(program->wait().successful());
  const Learned learned = learned_in(folder / "book.bin");
  EXPECT_EQ(learned.games, kPrograms * kGamesOfEach);
  EXPECT_EQ(learned.points, 2 * kPrograms * kGamesOfEach);
}

}  // namespace
}  // namespace polyglot::windows_test
