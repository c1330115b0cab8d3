// SPDX-License-Identifier: MIT
// Books of variants that XBoard 4.9.1 has made of games.
#include <boost/json.hpp>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/book_keys.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/variants/position.hpp>

#include "book/book_files.hpp"
#include "test_paths.hpp"

namespace polyglot::book {
namespace {

class VariantBook : public ::testing::TestWithParam<const char*> {};

TEST_P(VariantBook, AnswersForEveryPositionThatItHas) {
  const std::string name = std::string(POLYGLOT_SHARED_DATA) + "/variants/books/" + GetParam();
  if (!std::filesystem::exists(name + ".json")) GTEST_SKIP() << "no shared data";
  const boost::json::value listing = boost::json::parse(polyglot::test::read_text(name + ".json"));

  const auto book = BinBook::open(name + ".bin").value();
  const game::Rules rules = game::Rules::find(GetParam()).value();
  for (const boost::json::value& listed : listing.at("positions").as_array()) {
    const std::string fen(listed.at("fen").as_string());
    const BookMoves found = book->find(rules.read_fen(fen).value());
    const boost::json::array& entries = listed.at("entries").as_array();
    ASSERT_EQ(found.moves.size(), entries.size()) << fen;
    for (std::size_t i = 0; i < entries.size(); ++i)
      EXPECT_EQ(found.moves[i].weight, entries[i].as_array()[1].to_number<std::uint32_t>()) << fen;
  }
}

INSTANTIATE_TEST_SUITE_P(XBoard, VariantBook,
                         ::testing::Values("3check", "capablanca", "crazyhouse", "knightmate", "makruk",
                                           "seirawan", "shogi"),
                         [](const auto& variant) { return "Of" + std::string(variant.param); });

using BookOfAVariant = test::BookFileTest;

TEST_F(BookOfAVariant, IsGuessedByItsStartUnlessItHasAPositionOfChess) {
  const chess::Key crazyhouse = game::Rules::find("crazyhouse").value().start().key();
  const auto guess_with = [&](chess::Key other) {
    write(test::sorted({test::raw_entry(crazyhouse, 796, 1), test::raw_entry(other, 796, 1)}));
    return guess_variant(*BinBook::open(path_).value());
  };
  EXPECT_EQ(guess_with(test::position_after("e2e4 e7e5").key()), "crazyhouse");
  EXPECT_EQ(guess_with(chess::Position().key()), "normal");
  EXPECT_EQ(guess_with(test::position_after("e2e4").key()), "normal") << "a book for Black";
}

/// A file of rules can define billions of start positions.
TEST_F(BookOfAVariant, IsSearchedForArraysOnlyIfTheyAreNotTooMany) {
  const game::Rules rules = game::Rules::find("nocastle").value();
  const game::Position start(variants::start_position(*rules.variant(), 10));
  const LoadedBook book("book", {RawEntry{.key = keys_of(start).front(), .move = 1, .weight = 1}});
  const std::vector<const LoadedBook*> books{&book};
  EXPECT_EQ(shuffled_starts(rules, books).size(), 1U);
  EXPECT_TRUE(shuffled_starts(rules, books, 11).empty()) << "there are 2,880";
  const LoadedBook usual("book", {RawEntry{.key = rules.start().key(), .move = 1, .weight = 1}});
  EXPECT_EQ(shuffled_starts(rules, std::array{&usual}, 11).size(), 1U);
}

TEST_F(BookOfAVariant, HasPositionsOfGamesThatBeganWithAFenUnderAKeyOfTheirOwn) {
  const game::Rules rules = game::Rules::find("makruk").value();
  const game::Position start = rules.start();
  const auto move = game::move_from_uci(start, "d3d4").value();
  write({test::raw_entry(start.variant()->key_of_fen_game().value(), record_code(start, move), 5)});
  const BookMoves found = BinBook::open(path_).value()->find(start);
  ASSERT_EQ(found.moves.size(), 1U);
  EXPECT_EQ(found.moves.front().move, move);
}

TEST_F(BookOfAVariant, LearnsFromItsGames) {
  const game::Rules rules = game::Rules::find("crazyhouse").value();
  const game::Position position = rules.read_fen("4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1").value();
  const auto drop = game::move_from_uci(position, "Q@d5").value();
  write({test::raw_entry(position.key(), record_code(position, drop), 5)});
  const std::vector<PlayedMove> played = {{.position = position, .move = drop, .points = 2}};
  EXPECT_EQ(try_learn(path_, played).value(), 1U);
  const auto book = BinBook::open(path_).value();
  EXPECT_THAT(book->results(position).results, ElementsAre(LearnedResult{.games = 1, .points = 2}));
}

TEST_F(BookOfAVariant, NamesTheVariantsOfItsHeader) {
  const BookHeader header{.variants = {"crazyhouse", "bughouse"}};
  EXPECT_THAT(open({{.key = 5}}, header)->variants(), ElementsAre("crazyhouse", "bughouse"));
  EXPECT_THAT(open({{.key = 5}})->variants(), IsEmpty());
}

TEST_F(BookOfAVariant, IsOfUseInTheGamesThatItIsMadeFor) {
  const game::Rules suicide = game::Rules::find("suicide").value();
  EXPECT_TRUE(is_made_for({}, suicide));
  EXPECT_TRUE(is_made_for({"normal"}, game::Rules()));
  EXPECT_TRUE(is_made_for({"atomic", "giveaway"}, suicide)) << "the same start and the same keys";
  EXPECT_FALSE(is_made_for({"crazyhouse"}, game::Rules()));
  EXPECT_EQ(made_for_others({"atomic", "crazyhouse"}, suicide, "a.bin").to_string(),
            "a.bin: is for atomic, crazyhouse, its header says, not for suicide");
}

}  // namespace
}  // namespace polyglot::book
