// SPDX-License-Identifier: MIT
#include "session/books/book_player.hpp"

#include <fmt/format.h>

#include <polyglot/config/book_section.hpp>

#include "session/fake_book.hpp"
#include "support/testing.hpp"

namespace polyglot::session {
namespace {

using config::OptionId;

class BookPlayerTest : public testing::Test {
 protected:
  BookPlayerTest() {
    set(OptionId::book, "true");
    const chess::Position start;
    entries_[start.key()] = {{"e2e4", 6}, {"d2d4", 3}, {"c2c4", 1}, {"a2a3", 0}};
  }

  void set(OptionId id, std::string_view value) { ASSERT_TRUE(context_.options.set(id, value)); }

  BookPlayer player(book::RandomSource random) {
    BookPlayer made(context_, std::move(random), 1);
    (void)made.open();
    made.use(0, std::make_unique<FakeBook>(entries_));
    return made;
  }

  Context context_;
  FakeBook::Entries entries_;
};

TEST_F(BookPlayerTest, PlaysEveryMoveByItsWeightAndNeverAZeroWeight) {
  BookPlayer made = player(book::make_random_source(1));
  std::map<std::string, int> played;
  for (int i = 0; i < 2000; ++i) ++played[made.answer(game::Game(), {})->report.move];
  EXPECT_EQ(played.size(), 3U);
  EXPECT_NEAR(played["e2e4"], 1200, 100);
  EXPECT_NEAR(played["d2d4"], 600, 90);
  EXPECT_NEAR(played["c2c4"], 200, 60);
}

TEST_F(BookPlayerTest, LogsWhyNoBookAnswers) {
  set(OptionId::log, "true");
  const auto silence = [this](const game::Game& game) {
    BookPlayer made = player(book::make_random_source(1));
    context_.effects.log.clear();
    EXPECT_FALSE(made.answer(game, {}));
    return context_.effects.log.empty() ? "" : context_.effects.log.back().text;
  };
  game::Game game;
  game.push(*game.read_uci("e2e4"));
  EXPECT_EQ(
      silence(game),
      "no book move in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1; book.bin: no move here");
  set(OptionId::book_depth, "0");
  EXPECT_THAT(silence(game::Game()), EndsWith(" w KQkq - 0 1; book.bin: is used for 0 moves only"));
  set(OptionId::book_depth, "256");
  entries_[chess::Position().key()] = {{"a2a3", 0}};
  EXPECT_THAT(silence(game::Game()), EndsWith("; book.bin: none of its moves may be played, a3 weight 0"));
}

TEST_F(BookPlayerTest, SameSeedSameGameOtherSeedOtherGame) {
  const auto line = [this](std::uint64_t seed) {
    BookPlayer made = player(book::make_random_source(seed));
    std::string moves;
    for (int i = 0; i < 40; ++i) moves += made.answer(game::Game(), {})->report.move;
    return moves;
  };
  EXPECT_EQ(line(7), line(7));
  EXPECT_NE(line(7), line(8));
  // 2.0.4 seeded with the second of its start, so that two proxies played the same moves.
  EXPECT_NE(line(0), line(0));
}

TEST_F(BookPlayerTest, PlaysTheHeaviestMoveWithoutBookRandomAndAlwaysExpectsIt) {
  const book::RandomSource last = [](std::uint32_t bound) { return bound - 1; };
  const game::Game start;
  const auto heaviest = start.read_uci("e2e4");
  BookPlayer made = player(last);
  EXPECT_EQ(made.move(start), start.read_uci("c2c4"));
  EXPECT_EQ(made.best(start), heaviest);
  EXPECT_EQ(made.hint(start), heaviest);
  set(OptionId::book_random, "false");
  EXPECT_EQ(player(last).move(start), heaviest);
}

TEST_F(BookPlayerTest, ListsAMoveOnceOfBooksThatAreMerged) {
  set(OptionId::book_merge, "true");
  config::BookSections sections;
  ASSERT_TRUE(sections.open("other", "test.ini:1").set(config::BookKey::file, "other.bin"));
  BookPlayer made(context_, book::make_random_source(1), 1);
  ASSERT_TRUE(made.set_sections(sections.usable()));
  (void)made.open();
  made.use(0, std::make_unique<FakeBook>(entries_));
  made.use(1, std::make_unique<FakeBook>(FakeBook::Entries{{chess::Position().key(), {{"d2d4", 1}}}}));
  std::vector<std::string> rows;
  for (const auto& row : made.list(game::Game()).rows)
    rows.push_back(fmt::format("{} {}{}", row.san, row.share.value(), row.below_threshold ? " -" : ""));
  EXPECT_EQ(rows, (std::vector<std::string>{"d4 6500", "e4 3000", "c4 500", "a3 0 -"}));
}

TEST_F(BookPlayerTest, ListsTheHeaviestMoveFirst) {
  entries_[chess::Position().key()] = {{"c2c4", 1}, {"e2e4", 6}, {"d2d4", 3}};
  const protocol::BookList list = player(book::make_random_source(1)).list(game::Game());
  ASSERT_EQ(list.rows.size(), 3U);
  EXPECT_EQ(list.rows[0].san, "e4");
  EXPECT_EQ(list.rows[1].san, "d4");
  EXPECT_EQ(list.rows[2].san, "c4");
}

TEST_F(BookPlayerTest, ListsAMoveWithJustTheThresholdAsBelowIt) {
  set(OptionId::book_treshold, "100");
  const protocol::BookList list = player(book::make_random_source(1)).list(game::Game());
  ASSERT_EQ(list.rows.size(), 4U);
  EXPECT_FALSE(list.rows[1].below_threshold);
  EXPECT_EQ(list.rows[2].san, "c4");
  EXPECT_TRUE(list.rows[2].below_threshold);
}

TEST_F(BookPlayerTest, ExpectsTheReplyThatTheBooksOfItsOwnSideHave) {
  game::Game game;
  game.push(game.read_uci("e2e4").value());
  for (const auto& [colour, expected] :
       {std::pair("white", game.read_uci("e7e5")), std::pair("black", std::optional<game::Move>())}) {
    config::BookSections sections;
    config::BookSection& section = sections.open("own", "test.ini:1");
    ASSERT_TRUE(section.set(config::BookKey::file, "own.bin"));
    ASSERT_TRUE(section.set(config::BookKey::colour, colour));
    set(OptionId::book_file, "");
    BookPlayer made(context_, book::make_random_source(1), 1);
    ASSERT_TRUE(made.set_sections(sections.usable()));
    EXPECT_EQ(made.open(), 1U);
    made.use(0, std::make_unique<FakeBook>(FakeBook::Entries{{game.position()->key(), {{"e7e5", 1}}}}));
    EXPECT_EQ(made.expected_reply(game), expected) << colour;
  }
}

TEST_F(BookPlayerTest, PlaysNothingWithoutABook) {
  BookPlayer made = player(book::make_random_source(1));
  made.use(0, nullptr);
  EXPECT_FALSE(made.answer(game::Game(), {}));
}

TEST_F(BookPlayerTest, LeavesTheBookAfterBookDepthFullMoves) {
  set(OptionId::book_depth, "0");
  EXPECT_FALSE(player(book::make_random_source(1)).answer(game::Game(), {}));
  set(OptionId::book_depth, "1");
  EXPECT_TRUE(player(book::make_random_source(1)).answer(game::Game(), {}));
}

TEST_F(BookPlayerTest, TellsWeightAndShareOfAllMovesEvenWhenRestricted) {
  BookPlayer made = player(book::make_random_source(1));
  const auto answer = made.answer(game::Game(), {.restricted = true, .search_moves = {"d2d4"}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->report.move, "d2d4");
  EXPECT_EQ(answer->report.share, 3000U);
  EXPECT_EQ(answer->report.weight, 3U);
  EXPECT_EQ(answer->report.total_weight, 10U);
}

TEST_F(BookPlayerTest, TellsWhatIsWrongWithItsBook) {
  BookPlayer made(context_, book::make_random_source(1), 1);
  EXPECT_EQ(made.open(), 1U);
  EXPECT_FALSE(made.take_trouble()) << "no book yet";
  made.use(0, std::make_unique<FakeBook>(FakeBook::Entries(), Error{"cut short"}));
  EXPECT_FALSE(made.answer(game::Game(), {}));
  EXPECT_EQ(made.take_trouble().value().what, "cut short");
  EXPECT_FALSE(made.take_trouble());
}

}  // namespace
}  // namespace polyglot::session
