// SPDX-License-Identifier: MIT
#include "explorer/edit_history.hpp"

#include "explorer/explorer_testing.hpp"

namespace polyglot::explorer::test {
namespace {

class ExplorerEditHistory : public ::testing::Test {
 protected:
  [[nodiscard]] Change change(Change::Kind kind, std::string_view move, std::uint16_t weight = 0) const {
    const chess::Position start;
    return {.book = book_,
            .position = start,
            .move = chess::move_from_uci(start, move).value(),
            .kind = kind,
            .weight = weight};
  }

  polyglot::test::TemporaryFolder folder_;
  std::string book_ = write_book(folder_, "example.bin");
  book::test::Bytes before_ = book::test::read_file(book_);
  EditHistory history_;
};

TEST_F(ExplorerEditHistory, TakesBackEveryKindOfChangeInTurn) {
  ASSERT_TRUE(history_.apply(change(Change::Kind::set, "g1f3", 999)));
  const auto after_first = book::test::read_file(book_);
  ASSERT_TRUE(history_.apply(change(Change::Kind::add, "c2c4", 50)));
  ASSERT_TRUE(history_.apply(change(Change::Kind::remove, "e2e4")));
  EXPECT_EQ(history_.depth(), 3U);
  EXPECT_EQ(history_.last(), "example.bin: e4 600 → removed");
  ASSERT_TRUE(history_.undo());
  EXPECT_EQ(history_.last(), "example.bin: c4 added → 50");
  ASSERT_TRUE(history_.undo());
  EXPECT_EQ(book::test::read_file(book_), after_first);
  ASSERT_TRUE(history_.undo());
  EXPECT_EQ(book::test::read_file(book_), before_);
  EXPECT_FALSE(history_.undo());
}

TEST_F(ExplorerEditHistory, MakesSeveralChangesAtOnceAndTakesThemBackTogether) {
  const std::vector<Change> changes = {change(Change::Kind::set, "g1f3", 999),
                                       change(Change::Kind::ensure, "c2c4", 50),
                                       change(Change::Kind::ensure, "c2c4", 60)};
  ASSERT_TRUE(history_.apply(changes));
  EXPECT_EQ(history_.depth(), 1U);
  EXPECT_EQ(history_.last(), "example.bin: changes in 1 position");
  const auto changed = book::test::read_file(book_);
  const auto again = history_.apply(changes);
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().to_string(), HasSubstr("has all of that already"));
  EXPECT_EQ(book::test::read_file(book_), changed);
  ASSERT_TRUE(history_.undo());
  EXPECT_EQ(book::test::read_file(book_), before_);
}

TEST_F(ExplorerEditHistory, KeepsTheOrderOfABookThatIsNotSortedByWeight) {
  const chess::Key key = chess::Position().key();
  const std::vector<book::RawEntry> light_first = {
      {.key = key, .move = book::test::code("g1f3"), .weight = 1, .learn = 7},
      {.key = key, .move = book::test::code("e2e4"), .weight = 9}};
  const auto before = book::test::bytes_of(std::span(light_first));
  book::test::write_file(book_, before);
  ASSERT_TRUE(history_.apply(change(Change::Kind::set, "g1f3", 20)));
  ASSERT_TRUE(history_.undo());
  EXPECT_EQ(book::test::read_file(book_), before);
}

TEST_F(ExplorerEditHistory, LeavesCastlingAsItIsWritten) {
  const chess::Position position = book::test::before_castling();
  Change castling{.book = book_,
                  .position = position,
                  .move = chess::move_from_uci(position, "e1h1").value(),
                  .kind = Change::Kind::set,
                  .weight = 9};
  book::test::write_file(book_, book::test::bytes_of(book::test::castling_book("e1g1", 3)));
  ASSERT_TRUE(history_.apply(castling));
  EXPECT_EQ(history_.last(), "example.bin: O-O 3 → 9");
  EXPECT_EQ(book::test::read_file(book_), book::test::bytes_of(book::test::castling_book("e1g1", 9)));
  castling.kind = Change::Kind::add;
  EXPECT_FALSE(history_.apply(castling)) << "it is there";
}

TEST_F(ExplorerEditHistory, KeepsAChangeThatCouldNotBeTakenBack) {
  ASSERT_TRUE(history_.apply(change(Change::Kind::set, "e2e4", 1)));
  const std::string away = book_ + ".away";
  std::filesystem::rename(book_, away);
  const auto failed = history_.undo();
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().to_string(), HasSubstr("e4 600 → 1"));
  EXPECT_EQ(history_.depth(), 1U);
  std::filesystem::rename(away, book_);
  ASSERT_TRUE(history_.undo());
  EXPECT_EQ(book::test::read_file(book_), before_);
}

TEST_F(ExplorerEditHistory, DoesNotTakeBackOverWhatOthersWrote) {
  ASSERT_TRUE(history_.apply(change(Change::Kind::set, "e2e4", 1)));
  EditHistory another;
  ASSERT_TRUE(another.apply(change(Change::Kind::set, "e2e4", 2)));
  const auto theirs = book::test::read_file(book_);
  const auto undone = history_.undo();
  ASSERT_FALSE(undone);
  EXPECT_THAT(undone.error().to_string(), HasSubstr("e4 600 → 1"));
  EXPECT_THAT(undone.error().to_string(), HasSubstr("another program"));
  EXPECT_EQ(history_.depth(), 0U) << "it will never be possible again";
  EXPECT_EQ(book::test::read_file(book_), theirs);
}

}  // namespace
}  // namespace polyglot::explorer::test
