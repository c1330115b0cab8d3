// SPDX-License-Identifier: MIT
// BookPairs: this test is the manager of a match between two engines, each behind proxies.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>

#include <polyglot/os/process_stamp.hpp>

#include "proxy/proxy_test.hpp"
#include "test_paths.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

const Lines kBookLines = {"e2e4 e7e5 g1f3", "e2e4 e7e5 b1c3", "e2e4 c7c5 g1f3", "d2d4 d7d5 c2c4",
                          "d2d4 g8f6"};

class PairedGames : public ProxyTest {
 protected:
  PairedGames() {
    write_book(folder_ / "book.bin", {{"", {{"e2e4", 3}, {"d2d4", 2}}},
                                      {"e2e4", {{"e7e5", 2}, {"c7c5", 1}}},
                                      {"e2e4 e7e5", {{"g1f3", 1}, {"b1c3", 1}}},
                                      {"e2e4 c7c5", {{"g1f3", 1}}},
                                      {"d2d4", {{"d7d5", 1}, {"g8f6", 1}}},
                                      {"d2d4 d7d5", {{"c2c4", 1}}}});
  }

  /// A proxy of an engine that the match knows by this name.
  [[nodiscard]] std::unique_ptr<Gui> player(const std::string& engine, const Lines& arguments = {}) const {
    auto gui = launch(Lines{"-noini", "-ec", std::string(SCRIPTED_ENGINE) + " --name " + engine, "-pg",
                            "Book=true", "-pg", "BookFile=book.bin", "-pg", "BookPairs=true", "-pg",
                            "SettingsDir=" + (folder_ / "settings")} +
                      arguments);
    gui->send("uci\nucinewgame\nisready");
    gui->expect("readyok");
    return gui;
  }

  struct Table {
    Gui* white;
    Gui* black;
    std::string moves{};
    bool in_book = true;
  };

  /// Lets the side to move play, unless the last move was out of the book.
  static void move(Table& table) {
    if (!table.in_book) return;
    Gui& gui = std::ranges::count(table.moves, ' ') % 2 == 0 ? *table.white : *table.black;
    gui.send("position startpos" + (table.moves.empty() ? "" : " moves" + table.moves) + "\ngo movetime 1");
    const Lines said = gui.lines_until("bestmove ");
    table.in_book = std::ranges::any_of(
        said, [](const std::string& line) { return line.starts_with("info string book "); });
    if (!table.in_book) return;
    const std::string best = said.back().substr(std::string_view("bestmove ").size());
    table.moves += ' ' + best.substr(0, best.find(' '));
  }

  /// Plays games until all of them are out of the book; those of one round begin at once.
  static Lines play(std::vector<Table> tables) {
    for (Table& table : tables)
      for (Gui* const gui : {table.white, table.black}) gui->send("ucinewgame");
    while (std::ranges::any_of(tables, &Table::in_book))
      for (Table& table : tables) move(table);
    Lines played;
    for (const Table& table : tables) played.push_back(table.moves.substr(1));
    return played;
  }

  [[nodiscard]] Lines files() const {
    Lines names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "settings"))
      names.push_back(entry.path().filename().string());
    return names;
  }
};

TEST_F(PairedGames, BothGamesOfAPairFollowOneLineAndEachPairAnother) {
  const auto anna = player("Anna");
  const auto bert = player("Bert");
  Lines played;
  for (std::size_t pair = 0; pair < kBookLines.size(); ++pair) {
    const Lines first = play({{anna.get(), bert.get()}});
    EXPECT_EQ(play({{bert.get(), anna.get()}}), first);
    played.push_back(first.front());
  }
  EXPECT_THAT(played, ::testing::UnorderedElementsAreArray(kBookLines));
  EXPECT_THAT(files(), SizeIs(1));
}

TEST_F(PairedGames, OfSeveralThatArePlayedAtOnceEachLineGetsOneOfEitherColour) {
  constexpr std::size_t kPairs = 4;
  std::vector<std::unique_ptr<Gui>> annas;
  std::vector<std::unique_ptr<Gui>> berts;
  std::vector<Table> tables;
  for (std::size_t i = 0; i < 2 * kPairs; ++i) {
    annas.push_back(player("Anna"));
    berts.push_back(player("Bert"));
    Gui* const anna = annas.back().get();
    Gui* const bert = berts.back().get();
    tables.push_back(i % 2 == 0 ? Table{anna, bert} : Table{bert, anna});
  }
  const Lines played = play(tables);
  for (std::size_t i = 0; i < played.size(); i += 2) EXPECT_EQ(played[i], played[i + 1]) << "pair " << i / 2;
  EXPECT_THAT(std::set<std::string>(played.begin(), played.end()), SizeIs(kPairs));
}

TEST_F(PairedGames, AnEngineWithoutABookIsFollowedAsFarAsItPlaysTheLine) {
  const auto anna = player("Anna");
  const auto said = [&](const std::string& moves) {
    anna->send("position startpos" + (moves.empty() ? "" : " moves " + moves) + "\ngo movetime 1");
    const std::string best = anna->expect("bestmove ").substr(std::string_view("bestmove ").size());
    return best.substr(0, best.find(' '));
  };
  // The book goes on behind the opponent's answer, which is ours when the colours are reversed, whichever
  // line was drawn.
  anna->send("ucinewgame");
  const std::string first = said("");
  const std::string reply = first == "e2e4" ? "c7c5" : "d7d5";
  (void)said(first + " " + reply);
  anna->send("ucinewgame");
  EXPECT_EQ(said(first), reply);
}

TEST_F(PairedGames, APlainEngineWithoutTheOptionMakesNoFile) {
  const auto anna = player("Anna", {"-pg", "BookPairs=false"});
  (void)play({{anna.get(), anna.get()}});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "settings"));
}

TEST_F(PairedGames, WithoutAFolderForTheFileTheWeightsDecideWhichIsSaidOnce) {
  folder_.write("settings", "no folder");
  const auto anna = player("Anna");
  for (int game = 0; game < 2; ++game) {
    anna->send("ucinewgame\nposition startpos\ngo movetime 1");
    EXPECT_THAT(starting_with(anna->lines_until("bestmove "), "info string book: "),
                SizeIs(game == 0 ? 1 : 0));
  }
  EXPECT_THAT(anna->seen(), ::testing::Contains(HasSubstr("BookPairs is without effect")));
}

TEST_F(PairedGames, FilesOfMatchesThatAreOverAreRemoved) {
  if (os::parent_stamp().find('-') == std::string::npos)
    GTEST_SKIP() << "the system does not say when a process began";
  const auto anna = player("Anna");
  (void)play({{anna.get(), anna.get()}});
  const Lines made = files();
  ASSERT_THAT(made, SizeIs(1));
  // The file of a process with our number that began at another time, and one of another machine.
  const std::string ended = made[0].substr(0, made[0].rfind('-')) + "-1.lines";
  folder_.write("settings/" + ended, "");
  folder_.write("settings/match-elsewhere-1-1.lines", "");
  const auto bert = player("Bert");
  (void)play({{bert.get(), bert.get()}});
  EXPECT_THAT(files(), ::testing::UnorderedElementsAre(made[0], "match-elsewhere-1-1.lines"));
}

/// With real engines and the referee of the other tests, which plays games with reversed colours in pairs. It
/// starts each proxy by a process of its own, so that the match needs a name.
TEST_F(PairedGames, OfAMatchBetweenRealEnginesBeginAlike) {
  Lines engines;
  for (const char* const name : {"stockfish", "toga2"}) {
    const std::string path = find_program(name);
    if (path.empty()) GTEST_SKIP() << name << " is not installed";
    engines.push_back(program_under_test() + " " +
                      folder_.write(std::string(name) + ".ini",
                                    "[PolyGlot]\nEngineCommand = " + path + "\nEngineDir = " +
                                        folder_.string() + "\nSettingsDir = " + (folder_ / "settings") +
                                        "\nBook = true\nBookFile = " + (folder_ / "book.bin") +
                                        "\nBookPairs = true\nLog = true\nLogFile = " +
                                        (folder_ / (std::string(name) + ".log")) + "\n"));
  }
  constexpr std::size_t kGames = 10;
  Gui match(
      {.argv = {MATCH_PROGRAM, "-engine1", engines[0], "-engine2", engines[1], "-games",
                std::to_string(kGames), "-tc", "10+0.1", "-max-plies", "8", "-pgn", folder_ / "games.pgn"},
       .folder = folder_.string(),
       .environment = environment() + Lines{R"(POLYGLOT_MATCH=round 1/2\3: "final")"}});
  const auto end = match.wait_unread(std::chrono::minutes(2));
  const Lines said = match.rest();
  EXPECT_TRUE(end.successful()) << match.errors();
  EXPECT_THAT(files(), ::testing::ElementsAre(::testing::EndsWith("-round 1_2_3_ _final_.lines")));
  Lines openings;
  for (const std::string& line : split_lines(content("games.pgn")))
    if (line.starts_with("1. ")) openings.push_back(line.substr(0, line.find("3. ")));
  ASSERT_THAT(openings, SizeIs(kGames));
  Gui marking({.argv = {program_under_test(), "mark-book-moves", folder_ / "games.pgn",
                        folder_ / "stockfish.log", folder_ / "toga2.log"},
               .folder = folder_.string(),
               .environment = environment()});
  std::string marked;
  for (const std::string& line : marking.rest()) marked += line + '\n';
  std::size_t marks = 0;
  for (std::size_t at = 0; (at = marked.find(" {book}", at)) != std::string::npos; ++marks)
    marked.erase(at, 7);
  EXPECT_EQ(marked, content("games.pgn"));
  EXPECT_THAT(said, ::testing::ElementsAre(::testing::EndsWith(" bookmoves " + std::to_string(marks))));
  const auto first_plies = [](const std::string& line) { return line.substr(0, line.find("2. ")); };
  for (std::size_t i = 0; i < kGames; i += 2)
    EXPECT_EQ(first_plies(openings[i]), first_plies(openings[i + 1]));
}

}  // namespace
}  // namespace polyglot::proxy::testing
