// SPDX-License-Identifier: MIT
// Books with thousands of records of one position.
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/diff.hpp>
#include <polyglot/book/editor.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/merge.hpp>
#include <polyglot/book/prune.hpp>
#include <polyglot/book/raw_entry.hpp>

#include "book/book_files.hpp"

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

  static constexpr std::size_t kCount = 4096;

  std::string out_ = folder_ / "out.bin";
};

TEST_F(OneKeyBook, IsChecked) {
  EXPECT_EQ(check_records(write(records_of(kCount))).value().records, kCount);
}

TEST_F(OneKeyBook, IsRepairedWithLeftoversBehindItsClosingRecord) {
  Entries records = records_of(kCount);
  records.push_back(kClosingRecord);
  for (const RawEntry& record : records_of(kCount, 2)) records.push_back(record);
  EXPECT_EQ(repair_book(write(records), out_).value().joined, kCount);
}

TEST_F(OneKeyBook, IsMerged) {
  const std::vector<MergeInput> books{{write(records_of(kCount))},
                                      {write("b.bin", reversed(records_of(kCount)))}};
  EXPECT_EQ(merge_books(books, MergeRule::sum, out_).value().records, kCount);
}

TEST_F(OneKeyBook, IsCompared) {
  const auto counts = diff_books(write(records_of(kCount)), write("b.bin", reversed(records_of(kCount, 2))),
                                 [](const RecordDiff&) { return Result<void>(); });
  EXPECT_EQ(counts.value().changed, kCount);
}

TEST_F(OneKeyBook, HasDifferencesBehindItWeighed) {
  const LoadedBook a("a.bin", records_of(kCount));
  const LoadedBook b("b.bin", records_of(kCount, 2));
  DifferenceScale scale(a, b);
  const BookPath e4{.start = {}, .moves = {chess::move_from_uci({}, "e2e4").value()}};
  for (std::size_t i = 0; i < kCount; ++i) EXPECT_EQ(scale.weigh(e4), 0);
}

TEST_F(OneKeyBook, LosesTheMovesOfAnother) {
  const PruneRule rule{.subtract = write("b.bin", reversed(records_of(kCount)))};
  EXPECT_THAT(prune_book(write(records_of(kCount)), rule, {}, out_).error().what,
              HasSubstr("no entry is left"));
}

TEST_F(OneKeyBook, GetsResultsOfAFile) {
  for (const auto where : {ResultsIn::book, ResultsIn::learn_file}) {
    const std::array files{write("b.bin", reversed(records_of(kCount)))};
    EXPECT_EQ(add_learned(files, write(records_of(kCount)), where).value().records, kCount);
  }
}

TEST_F(OneKeyBook, IsPlayedWithAFileOfResults) {
  const Entries same(kCount, raw_entry(chess::Position().key(), code("e2e4"), 1, encode_learn(2, 2)));
  const std::string side = write("b.bin", same);
  const auto book = with_learn_file(open_book(write(same)).value(), [side] { return side; });
  const game::Position start = chess::Position();
  EXPECT_EQ(book->learned(start, book->find(start)).value().results.size(), kCount);
}

TEST_F(OneKeyBook, HasItsMovesEdited) {
  using Action = BookEdit::Action;
  for (const auto& [action, left] :
       {std::pair(Action::set, kCount), std::pair(Action::remove, std::size_t{0}),
        std::pair(Action::ensure, kCount)}) {
    std::vector<BookEdit> edits;
    for (std::size_t i = 1; i <= kCount; ++i)
      edits.push_back({.action = action,
                       .move = static_cast<std::uint16_t>(i),
                       .weight = static_cast<std::uint16_t>(2 + i * 7 % 1000),
                       .key = chess::Position().key()});
    auto editor = BookEditor::open(write(records_of(kCount))).value();
    EXPECT_TRUE(editor.apply(edits, [](const BookEdit&) { return ""; }));
    EXPECT_EQ(editor.records(chess::Position().key()).value().size(), left);
  }
}

}  // namespace
}  // namespace polyglot::book::test
