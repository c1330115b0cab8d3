// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <polyglot/book/book_stack.hpp>
#include <polyglot/book/paired_lines.hpp>
#include <polyglot/os/file.hpp>

#include "book/book_files.hpp"
#include "session/fake_book.hpp"

namespace polyglot::book {
namespace {

using session::FakeBook;
using test::TempFolder;
using testing::HasSubstr;

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), words.back().size() + 1)))
    words.emplace_back(text.substr(0, text.find(' ')));
  return words;
}

game::Game game_after(std::string_view moves) {
  game::Game game;
  for (const std::string& move : words_of(moves)) game.push(game.read_uci(move).value());
  return game;
}

const std::vector<std::string> kLines = {
    "e2e4 e7e5 g1f3 b8c6", "e2e4 e7e5 b1c3", "e2e4 c7c5 g1f3 d7d6",
    "d2d4 d7d5 c2c4 e7e6", "d2d4 g8f6",      "c2c4 e7e5 b1c3 g8f6",
};
constexpr std::uint32_t kAnna = 111;
constexpr std::uint32_t kBert = 222;

class PairedLinesTest : public testing::Test {
 protected:
  PairedLinesTest() {
    FakeBook::Entries entries;
    for (const std::string& line : kLines) {
      game::Game game;
      for (const std::string& move : words_of(line)) {
        auto& known = entries[game.position()->key()];
        const bool is_new =
            std::ranges::find(known, move, &std::pair<std::string, std::uint16_t>::first) == known.end();
        if (is_new) known.emplace_back(move, 1);
        game.push(game.read_uci(move).value());
      }
    }
    stack_.set_books({BookUse{.name = "book", .file = "book.bin"}});
    stack_.open(0, std::make_unique<FakeBook>(std::move(entries)));
  }

  [[nodiscard]] std::vector<Candidate> candidates(const game::Game& game) const {
    return stack_.decide(game, {}, [](std::uint32_t) { return 0U; }).candidates;
  }

  /// One of the programs that play; several may have the number of one engine.
  struct Program {
    PairedLines lines;
    std::uint32_t number;
  };
  [[nodiscard]] Program program(std::uint32_t number) const {
    return {.lines = PairedLines(folder_.file("match.lines")), .number = number};
  }

  Result<std::string> ask(Program& program, const game::Game& game) {
    const auto here = candidates(game);
    return program.lines.choose({.game = game,
                                 .player = program.number,
                                 .candidates = here,
                                 .ahead = [this](const game::Game& later) { return candidates(later); },
                                 .random = random_});
  }

  /// Makes the program play its book move. False if the book has none.
  bool move(Program& program, game::Game& game) {
    if (candidates(game).empty()) return false;
    const std::string line = ask(program, game).value();
    game.push(game.read_uci(line.substr(0, line.find(' '))).value());
    return true;
  }

  /// Plays a game for as long as both play from the book, and returns its moves.
  std::string play(Program& white, Program& black) {
    game::Game game;
    while (move(game.turn() == chess::Color::white ? white : black, game)) {
    }
    return moves_of(game);
  }

  static std::string moves_of(const game::Game& game) {
    std::string moves;
    game.append_uci_moves(game::CastlingNotation::king_to_destination, moves);
    return moves.empty() ? moves : moves.substr(1);
  }

  /// Lets so much time pass that all games count as broken off.
  void let_time_pass() {
    std::ifstream in(folder_.file("match.lines"));
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::ofstream(folder_.file("match.lines"))
        << std::regex_replace(text, std::regex(" [1-9][0-9]{12} "), " 0000000000001 ");
  }

  TempFolder folder_;
  BookStack stack_;
  RandomSource random_ = make_random_source(5);
};

TEST_F(PairedLinesTest, GivesEachLineToTwoGamesAndNoneAgainBeforeTheBookIsExhausted) {
  Program anna = program(kAnna);
  Program bert = program(kBert);
  for (int round = 0; round < 3; ++round) {
    std::vector<std::string> played;
    for (std::size_t pair = 0; pair < kLines.size(); ++pair) {
      played.push_back(play(anna, bert));
      EXPECT_EQ(play(bert, anna), played.back());
    }
    EXPECT_THAT(played, testing::UnorderedElementsAreArray(kLines)) << "round " << round;
  }
}

TEST_F(PairedLinesTest, TellsWhatTheOpponentWillReply) {
  Program anna = program(kAnna);
  Program bert = program(kBert);
  const std::string line = ask(anna, game::Game()).value();
  const std::string first = line.substr(0, line.find(' ') + 1);
  EXPECT_EQ(first + ask(bert, game_after(first.substr(0, first.size() - 1))).value(), line);
}

/// Each game has its own programs, as with a manager that starts them for each game. They move in turn.
TEST_F(PairedLinesTest, KeepsGamesApartThatArePlayedAtOnce) {
  struct Table {
    Program white;
    Program black;
    game::Game game{};
  };
  std::vector<Table> tables;
  for (std::size_t pair = 0; pair < kLines.size(); ++pair) {
    tables.push_back({program(kAnna), program(kBert)});
    tables.push_back({program(kBert), program(kAnna)});
  }
  // All programs of one colour begin first. This would go wrong if the code did not look at who plays.
  std::stable_partition(tables.begin(), tables.end(),
                        [](const Table& table) { return table.white.number == kAnna; });
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (Table& table : tables)
      goes_on |= move(table.game.turn() == chess::Color::white ? table.white : table.black, table.game);
  }
  std::map<std::uint32_t, std::vector<std::string>> played;
  for (const Table& table : tables) played[table.white.number].push_back(moves_of(table.game));
  EXPECT_THAT(played[kAnna], testing::UnorderedElementsAreArray(kLines));
  EXPECT_THAT(played[kBert], testing::UnorderedElementsAreArray(kLines));
}

/// Nobody can tell which games are a pair, but both sides of a game still follow one line.
TEST_F(PairedLinesTest, TwoThatDifferInNothingPlayEachLineOnce) {
  Program one = program(kAnna);
  Program other = program(kAnna);
  std::vector<std::string> played;
  for (std::size_t i = 0; i < kLines.size(); ++i) played.push_back(play(one, other));
  EXPECT_THAT(played, testing::UnorderedElementsAreArray(kLines));
}

TEST_F(PairedLinesTest, FollowsAnOpponentWithoutABook) {
  Program anna = program(kAnna);
  // The opponent's answer may leave the line that was drawn for another one.
  game::Game game;
  ASSERT_TRUE(move(anna, game));
  const std::string first = moves_of(game);
  const std::string reply = first == "e2e4" ? "c7c5" : first == "d2d4" ? "g8f6" : "e7e5";
  game.push(game.read_uci(reply).value());
  (void)move(anna, game);
  const std::string line = moves_of(game);
  // With the other colour our moves are those of the opponent in the first game, as long as his are ours.
  game::Game reversed = game_after(first);
  ASSERT_TRUE(move(anna, reversed));
  EXPECT_EQ(moves_of(reversed), first + " " + reply);
  if (first == "d2d4") return;  // the line ends here
  reversed.push(reversed.read_uci(words_of(line)[2]).value());
  EXPECT_EQ(moves_of(reversed), line);
}

TEST_F(PairedLinesTest, DrawsAnotherLineForEachGameOfAnEngineWithTheSameColour) {
  Program anna = program(kAnna);
  std::set<std::string> lines;
  for (std::size_t i = 0; i < kLines.size(); ++i) lines.insert(ask(anna, game::Game()).value());
  EXPECT_EQ(lines.size(), kLines.size());
}

TEST_F(PairedLinesTest, GivesNoSecondGameToAThirdEngine) {
  Program anna = program(kAnna);
  Program bert = program(kBert);
  Program cora = program(333);
  Program dora = program(444);
  const std::string line = play(anna, bert);
  EXPECT_NE(play(cora, dora), line);
  EXPECT_EQ(play(bert, anna), line);
}

TEST_F(PairedLinesTest, GoesOnBehindAGameThatWasBrokenOff) {
  Program anna = program(kAnna);
  Program bert = program(kBert);
  game::Game broken;
  ASSERT_TRUE(move(anna, broken));
  let_time_pass();
  const std::string line = play(bert, anna);  // the second game of the one that was broken off
  EXPECT_EQ(line.substr(0, 4), moves_of(broken));
  const std::string next = play(anna, bert);
  EXPECT_NE(next, line);
  EXPECT_EQ(play(bert, anna), next);
}

TEST_F(PairedLinesTest, PlaysWhatTheAskerAllows) {
  Program anna = program(kAnna);
  const game::Game game;
  for (const std::string only : {"c2c4", "d2d4", "e2e4", "c2c4"}) {
    auto here = candidates(game);
    std::erase_if(here, [&](const Candidate& candidate) {
      return candidate.entry.move != game.read_uci(only).value();
    });
    const auto line =
        anna.lines.choose({.game = game,
                           .player = kAnna,
                           .candidates = here,
                           .ahead = [this](const game::Game& later) { return candidates(later); },
                           .random = random_});
    EXPECT_EQ(line.value().substr(0, 5), only + ' ');
  }
}

TEST_F(PairedLinesTest, ReadsAFileOfWhichTheEndIsMissingOrDamaged) {
  Program anna = program(kAnna);
  Program bert = program(kBert);
  (void)play(anna, bert);
  const std::string path = folder_.file("match.lines");
  const test::Bytes whole = test::read_file(path);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    test::write_file(path, std::span(whole).first(size));
    const std::string line = play(anna, bert);
    EXPECT_EQ(play(bert, anna), line) << size;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    test::Bytes damaged = whole;
    damaged[at] = std::byte{'#'};
    test::write_file(path, damaged);
    EXPECT_THAT(kLines, testing::Contains(play(anna, bert))) << at;
  }
}

TEST_F(PairedLinesTest, SaysWhyThereIsNoFile) {
  PairedLines nowhere(folder_.file("no/folder"));
  const auto here = candidates(game::Game());
  const game::Game game;
  const LineQuestion question{.game = game,
                              .candidates = here,
                              .ahead = [this](const game::Game& later) { return candidates(later); },
                              .random = random_};
  EXPECT_THAT(nowhere.choose(question).error().to_string(), HasSubstr("no/folder"));

  const std::string path = folder_.file("match.lines");
  test::write_file(path, {});
  const auto lock = os::try_open_locked(path).value();
  EXPECT_THAT(PairedLines(path).choose(question).error().to_string(), HasSubstr("another program"));
}

/// Many threads, each with its own open file, like processes.
TEST_F(PairedLinesTest, LosesNothingWhereManyAskAtOnce) {
  constexpr std::size_t kThreads = 8;
  std::vector<std::string> found(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([this, i, &found] {
      const RandomSource random = make_random_source(i + 1);
      const game::Game game;
      std::vector<Candidate> here;
      for (const std::string first : {"a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3"})
        here.push_back({.entry = {.move = game.read_uci(first).value()}, .parts = 1});
      // Under load one may have to ask again.
      for (Result<std::string> line = Error{"none"}; !line;) {
        line = PairedLines(folder_.file("match.lines"))
                   .choose({.game = game,
                            .player = kAnna,
                            .candidates = here,
                            .ahead = [](const game::Game&) { return std::vector<Candidate>(); },
                            .random = random});
        if (line) found[i] = *line;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::set<std::string>(found.begin(), found.end()).size(), kThreads);
}

}  // namespace
}  // namespace polyglot::book
