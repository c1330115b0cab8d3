// SPDX-License-Identifier: MIT
// Books that give one position as many records as a file may have. Every operation on them takes steps in
// proportion to their records.
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/diff.hpp>
#include <polyglot/book/editor.hpp>
#include <polyglot/book/learn_store.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/merge.hpp>
#include <polyglot/book/prune.hpp>
#include <polyglot/book/raw_entry.hpp>

#include "book/book_files.hpp"
#include "book/whole/move_places.hpp"

namespace polyglot::book::test {
namespace {

using Entries = std::vector<RawEntry>;

class OneKeyBook : public BookFileTest {
 protected:
  /// Records of the start position, each of another move, with results.
  static Entries records_of(std::size_t count, std::uint16_t weight = 1) {
    Entries records;
    for (std::size_t i = 1; i <= count; ++i)
      records.push_back(
          raw_entry(chess::Position().key(), static_cast<std::uint16_t>(i), weight, encode_learn(2, 2)));
    return records;
  }
  static Entries reversed(Entries records) {
    std::ranges::reverse(records);
    return records;
  }

  /// Four times the records may take four times the steps, and a little more where they are sorted.
  static void expect_in_proportion(const std::function<void(std::size_t records)>& work) {
    const auto steps = [&](std::size_t records) {
      compared_records() = 0;
      work(records);
      return compared_records();
    };
    constexpr std::size_t kFew = 2048;
    const std::uint64_t once = steps(kFew);
    EXPECT_GE(once, kFew);
    EXPECT_LE(steps(4 * kFew), 6 * once);
  }

  std::string out_ = folder_ / "out.bin";
};

TEST_F(OneKeyBook, IsChecked) {
  expect_in_proportion(
      [&](std::size_t count) { EXPECT_EQ(check_records(write(records_of(count))).value().records, count); });
}

TEST_F(OneKeyBook, IsRepairedWithLeftoversBehindItsClosingRecord) {
  expect_in_proportion([&](std::size_t count) {
    Entries records = records_of(count);
    records.push_back(kClosingRecord);
    for (const RawEntry& record : records_of(count, 2)) records.push_back(record);
    EXPECT_EQ(repair_book(write(records), out_).value().joined, count);
  });
}

TEST_F(OneKeyBook, IsMerged) {
  expect_in_proportion([&](std::size_t count) {
    const std::vector<MergeInput> books{{write(records_of(count))},
                                        {write("b.bin", reversed(records_of(count)))}};
    EXPECT_EQ(merge_books(books, MergeRule::sum, out_).value().records, count);
  });
}

TEST_F(OneKeyBook, IsCompared) {
  expect_in_proportion([&](std::size_t count) {
    const auto counts = diff_books(write(records_of(count)), write("b.bin", reversed(records_of(count, 2))),
                                   [](const RecordDiff&) { return Result<void>(); });
    EXPECT_EQ(counts.value().changed, count);
  });
}

TEST_F(OneKeyBook, LosesTheMovesOfAnother) {
  expect_in_proportion([&](std::size_t count) {
    const PruneRule rule{.subtract = write("b.bin", reversed(records_of(count)))};
    EXPECT_EQ(prune_book(write(records_of(count)), rule, {}, out_).value().subtracted, count);
  });
}

TEST_F(OneKeyBook, GetsResultsOfAFile) {
  for (const auto where : {ResultsIn::book, ResultsIn::learn_file})
    expect_in_proportion([&](std::size_t count) {
      const std::array files{write("b.bin", reversed(records_of(count)))};
      EXPECT_EQ(add_learned(files, write(records_of(count)), where).value().records, count);
    });
}

TEST_F(OneKeyBook, IsPlayedWithAFileOfResults) {
  expect_in_proportion([&](std::size_t count) {
    const Entries same(count, raw_entry(chess::Position().key(), code("e2e4"), 1, encode_learn(2, 2)));
    const std::string side = write("b.bin", same);
    const auto book = with_learn_file(open_book(write(same)).value(), [side] { return side; });
    const game::Position start = chess::Position();
    EXPECT_EQ(book->learn_store()->results(start, book->find(start)).results.size(), count);
  });
}

/// The edits of one position with `count` records: of each move one, in an order of their own.
std::vector<BookEdit> edits_of_all(std::size_t count, BookEdit::Action action) {
  std::vector<BookEdit> edits;
  for (std::size_t i = 1; i <= count; ++i)
    edits.push_back({.action = action,
                     .move = static_cast<std::uint16_t>(i),
                     .weight = static_cast<std::uint16_t>(2 + i * 7 % 1000),
                     .key = chess::Position().key()});
  return edits;
}

TEST_F(OneKeyBook, HasItsMovesEdited) {
  for (const auto action : {BookEdit::Action::set, BookEdit::Action::remove, BookEdit::Action::ensure}) {
    expect_in_proportion([&](std::size_t count) {
      auto editor = BookEditor::open(write(records_of(count))).value();
      EXPECT_TRUE(editor.apply(edits_of_all(count, action), [](const BookEdit&) { return ""; }));
    });
  }
}

TEST_F(OneKeyBook, GetsMoves) {
  expect_in_proportion([&](std::size_t count) {
    auto editor = BookEditor::open(write({})).value();
    EXPECT_TRUE(editor.apply(edits_of_all(count, BookEdit::Action::add), [](const BookEdit&) { return ""; }));
    EXPECT_EQ(editor.records(chess::Position().key()).value().size(), count);
  });
}

/// A long game may reach one position again and again.
TEST_F(OneKeyBook, LearnsManyMoves) {
  expect_in_proportion([&](std::size_t count) {
    const std::string path = write(records_of(count));
    const std::vector<PlayedMove> moves(count / 16, played("", "e2e4", 2));
    EXPECT_EQ(try_learn(path, moves).value().value(), moves.size());
  });
}

}  // namespace
}  // namespace polyglot::book::test
