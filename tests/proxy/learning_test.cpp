// SPDX-License-Identifier: MIT
// Results that a book learns while other programs have it locked.
#include <csignal>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/os/file.hpp>

#include "process/loop_testing.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

class Learning : public ProxyTest {
 protected:
  /// A game with a book move. The GUI sends its result while the test holds a lock on the book.
  Gui& end_game_of_locked_book() {
    Gui& gui = start_scripted("", with_book() + Lines{"-pg", "BookLearn=true"});
    gui.ask("xboard\nprotover 2\nnew\ngo", "move e2e4");
    lock_ = os::try_open_locked(folder_ / "book.bin").value();
    EXPECT_TRUE(lock_);
    gui.send("result 1-0 {White mates}");
    return gui;
  }

  /// Games and half points of all moves of the start.
  [[nodiscard]] book::LearnedResult learned() const {
    const auto book = book::BinBook::open(folder_ / "book.bin").value();
    const auto records = book->find(chess::Position().key()).value();
    book::LearnedResult sum;
    for (const book::RawEntry& record : records)
      sum = sum + book::LearnedResult{.games = record.learn_games(), .points = record.learn_points()};
    return sum;
  }
  [[nodiscard]] std::uint32_t learned_games() const { return learned().games; }

  std::optional<os::File> lock_;
};

TEST_F(Learning, WaitsForALockedBookAndKeepsNobodyElseWaiting) {
  Gui& gui = end_game_of_locked_book();
  EXPECT_EQ(gui.ask_all("ping 1", "pong"), Lines{"pong 1"}) << "before the book is free";
  EXPECT_EQ(learned_games(), 0U);
  lock_.reset();
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (learned_games() == 0 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  EXPECT_EQ(learned_games(), 1U);
  quit(gui);
}

TEST_F(Learning, TakesEachOfTwoGamesThatWaitForALockedBookOnce) {
  Gui& gui = end_game_of_locked_book();
  gui.ask("new\ngo", "move e2e4");
  gui.ask("result 0-1 {Black mates}\nping 1", "pong 1");
  EXPECT_EQ(learned_games(), 0U);
  lock_.reset();
  quit(gui);
  EXPECT_EQ(learned().games, 2U);
  EXPECT_EQ(learned().points, 2U) << "a win and a loss";
}

TEST_F(Learning, IsDoneBeforeTheEnd) {
  Gui& gui = end_game_of_locked_book();
  gui.ask("ping 1\nquit", "pong 1");
  while (std::ranges::count(received(), "quit") == 0) std::this_thread::yield();
  lock_.reset();
  EXPECT_EQ(gui.wait().text, "exited with status 0");
  EXPECT_EQ(learned_games(), 1U);
}

// The engine's name has a blank in it.
TEST_F(Learning, KeepsABookThatNobodyMayWriteCleanByAFileBesideIt) {
  const Lines options = with_book() + Lines{"-pg", "BookLearn=true", "-pg", "BookLearnFile=%b-%e.bin"};
  std::filesystem::permissions(folder_ / "book.bin", std::filesystem::perms::owner_read);
  const std::string before = content("book.bin");
  Gui& gui = start_scripted("--name \"Some Engine\"", options);
  gui.ask("xboard\nprotover 2\nnew\ngo", "move e2e4");
  EXPECT_EQ(gui.ask_all("result 1-0 {White mates}\nping 1", "pong"), Lines{"pong 1"});
  quit(gui);
  EXPECT_EQ(content("book.bin"), before);
  const auto side = book::BinBook::open(folder_ / "book-Some_Engine.bin").value();
  const auto records = side->find(chess::Position().key()).value();
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records.front().weight, 0);
  EXPECT_EQ(records.front().learn, book::encode_learn(1, 2));
}

// A limit of file sizes has the effect of a full disk.
TEST_F(Learning, IsToldOnceOfALimitOfFileSizes) {
  (void)with_book();
  const std::string before = content("book.bin");
  Gui& gui = start_shell("ulimit -f 0; exec $POLYGLOT -noini -ec " SCRIPTED_ENGINE
                         " -pg Book=true -pg BookFile=book.bin -pg BookLearn=true -pg BookRandom=false");
  gui.send("xboard\nprotover 2");
  const std::string game = "new\ngo\nresult 1-0 {White mates}\n";
  const Lines said = gui.ask_all(game + game + "ping 1", "pong");
  EXPECT_EQ(std::ranges::count(said, "move e2e4"), 2);
  EXPECT_EQ(
      std::ranges::count_if(
          said, [](const std::string& line) { return line.find("nothing learned") != std::string::npos; }),
      1);
  quit(gui);
  EXPECT_EQ(content("book.bin"), before);
}

TEST_F(Learning, IsCheckedWithTheNameThatItsFileGets) {
  const auto check = [this](const std::string& file, const std::string& end,
                            const std::string& engine_name = "") {
    Gui& gui = start_scripted("--name \"Some Engine\"",
                              with_book() + Lines{"-pg", "BookLearn=true", "-pg", "BookLearnFile=" + file,
                                                  "-pg", "EngineName=" + engine_name, "--check-config"});
    const Lines said = gui.rest();
    EXPECT_EQ(gui.wait().text, end);
    return said;
  };
  const Lines good = check("%b-%e.bin", "exited with status 0");
  EXPECT_THAT(good, Contains(AllOf(StartsWith("learns in: "), HasSubstr("book-Some_Engine.bin"))));
  EXPECT_EQ(good.back(), "The configuration works.");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "book-Some_Engine.bin"));
  EXPECT_THAT(check("%b-%e.bin", "exited with status 0", "Fish dev"),
              Contains(AllOf(StartsWith("learns in: "), HasSubstr("book-Fish_dev.bin"))));
  EXPECT_THAT(check("none/%b.bin", "exited with status 1"),
              Contains(AllOf(StartsWith("fault:"), HasSubstr("there is no folder none"))));
}

// The starter book belongs to the whole installation.
TEST_F(Learning, HappensNotInTheStarterBookButBesideIt) {
  const auto starter = [] { return process::testing::contents(POLYGLOT_SOURCE_DIR "/config/starter.bin"); };
  const std::string before = starter();
  const auto play = [this](const Lines& options) {
    Gui& gui = start_scripted("", Lines{"-pg", "Book=true", "-pg", "BookLearn=true"} + options);
    gui.ask("xboard\nprotover 2\nnew\ngo", "move");
    gui.ask("result 1-0 {White mates}\nnew\ngo", "move");
    gui.send("result 1-0 {White mates}\nping 1\nquit");
    (void)gui.rest();
    return starting_with(gui.seen(), "telluser");
  };
  EXPECT_THAT(play({}), ElementsAre(AllOf(HasSubstr("nothing learned: "), HasSubstr("BookLearnFile"))));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "book.bin"));
  EXPECT_THAT(play({"-pg", "BookLearnFile=%b.learned"}), IsEmpty());
  EXPECT_GT(std::filesystem::file_size(folder_ / "starter.learned"), 0U);
  EXPECT_EQ(starter(), before);
  Gui& check = start_scripted("", {"-pg", "Book=true", "-pg", "BookLearn=true", "--check-config"});
  const Lines said = check.rest();
  EXPECT_THAT(said, Contains(AllOf(StartsWith("warning:"), HasSubstr("nothing can be learned: "))));
  EXPECT_THAT(said, Not(Contains(StartsWith("learns in:"))));
}

/// Proxies that play game after game from one book, while a tool rewrites it.
class ManyProxies : public ProxyTest, public ::testing::WithParamInterface<bool> {
 protected:
  static constexpr std::size_t kProxies = 8;
  static constexpr int kGames = 10;

  ManyProxies() {
    options_ = with_book() + Lines{"-pg", "BookLearn=true"};
    if (GetParam()) options_ = std::move(options_) + Lines{"-pg", "BookLearnFile=side.bin"};
  }

  /// Every game is a win with two moves of the book.
  std::unique_ptr<Gui> start_tournament() {
    auto gui = launch(Lines{"-noini", "-ec", scripted()} + options_);
    gui->send("xboard\nprotover 2");
    for (int game = 0; game < kGames; ++game) gui->send("new\ngo\nusermove e7e5\nresult 1-0 {Black resigns}");
    gui->send("quit");
    return gui;
  }
  void edit_book(int weight) {
    const std::string command = "exec $POLYGLOT edit-book book.bin -set e4=" + std::to_string(weight);
    EXPECT_EQ(start_shell(command).wait().text, "exited with status 0");
  }
  /// Games and points of the only move of a position that has learned.
  [[nodiscard]] book::RawEntry learned(const chess::Position& position) const {
    const auto file = book::BinBook::open(folder_ / (GetParam() ? "side.bin" : "book.bin")).value();
    for (const book::RawEntry& record : file->find(position.key()).value())
      if (record.learn != 0) return record;
    return {};
  }
  [[nodiscard]] static chess::Position after_two_moves() {
    return chess::Position::from_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").value();
  }

  Lines options_;
};

TEST_P(ManyProxies, LeaveExactlyTheRightSums) {
  std::vector<std::unique_ptr<Gui>> proxies;
  for (std::size_t i = 0; i < kProxies; ++i) proxies.push_back(start_tournament());
  constexpr int kEdits = 5;
  for (int i = 0; i < kEdits; ++i) edit_book(100 + i);
  for (const auto& proxy : proxies) EXPECT_EQ(proxy->wait().text, "exited with status 0");
  constexpr std::uint16_t kAll = kProxies * kGames;
  EXPECT_EQ(learned(chess::Position()).learn, book::encode_learn(kAll, 2 * kAll));
  EXPECT_EQ(learned(after_two_moves()).learn, book::encode_learn(kAll, 2 * kAll));
  for (const auto& file : std::filesystem::directory_iterator(folder_ / "."))
    EXPECT_EQ(file.path().filename().string().find(".tmp"), std::string::npos) << file.path();
}

// A proxy that is killed may lose the game that it was about to write, but no game of another proxy.
TEST_P(ManyProxies, LoseNothingOfThoseWhoAreNotKilled) {
  std::vector<std::unique_ptr<Gui>> proxies;
  for (std::size_t i = 0; i < kProxies; ++i) proxies.push_back(start_tournament());
  constexpr std::size_t kKilled = kProxies / 2;
  for (std::size_t i = 0; i < kKilled; ++i) {
    ::kill(proxies[i]->pid(), SIGKILL);
    edit_book(100 + static_cast<int>(i));
  }
  for (const auto& proxy : proxies) (void)proxy->wait();
  constexpr std::uint16_t kLeast = (kProxies - kKilled) * kGames;
  for (const chess::Position& position : {chess::Position(), after_two_moves()}) {
    const book::RawEntry record = learned(position);
    EXPECT_GE(record.learn_games(), kLeast);
    EXPECT_LE(record.learn_games(), kProxies * kGames);
    EXPECT_EQ(record.learn_points(), 2 * record.learn_games()) << "four bytes are written at once";
  }
  EXPECT_EQ(start_shell("exec $POLYGLOT check-book book.bin").wait().text, "exited with status 0");
}

INSTANTIATE_TEST_SUITE_P(InTheBookAndBesideIt, ManyProxies, ::testing::Bool());

}  // namespace
}  // namespace polyglot::proxy::testing
