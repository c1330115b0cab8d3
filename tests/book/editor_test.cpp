// SPDX-License-Identifier: MIT
#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/editor.hpp>
#include <polyglot/os/file.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kLearned = 0x00070009;

using Action = BookEdit::Action;
using test::raw_entry;

Result<void> apply(BookEditor& editor, const BookEdit& edit) {
  return editor.apply({&edit, 1}, [](const BookEdit&) { return std::string(); });
}

Result<void> set_weight(BookEditor& editor, chess::Key key, std::uint16_t move, std::uint16_t weight) {
  return apply(editor, {.action = Action::set, .move = move, .weight = weight, .key = key});
}

Result<void> add(BookEditor& editor, const RawEntry& entry) {
  return apply(editor, {.action = Action::add,
                        .move = entry.move,
                        .weight = entry.weight,
                        .learn = entry.learn,
                        .key = entry.key});
}

Result<void> remove(BookEditor& editor, chess::Key key, std::uint16_t move) {
  return apply(editor, {.action = Action::remove, .move = move, .key = key});
}

class BookEditorTest : public test::BookFileTest {
 protected:
  [[nodiscard]] std::vector<RawEntry> read() const { return test::read_entries(path_); }
  /// Edits the book, into another file if one is named.
  template <class Edits>
  void edit(const Edits& edits, std::string out = {}) {
    if (out.empty()) out = path_;
    const auto saved = edit_book(path_, out, [&edits](BookEditor& editor) {
      edits(editor);
      return Result<void>();
    });
    ASSERT_TRUE(saved) << saved.error().to_string();
  }
};

TEST_F(BookEditorTest, AddsMovesToPositionsOldAndNew) {
  write({raw_entry(5, 1, 9)});
  edit([](BookEditor& editor) {
    EXPECT_TRUE(add(editor, raw_entry(5, 2, 10)));
    EXPECT_TRUE(add(editor, raw_entry(7, 3, 1)));
    EXPECT_TRUE(add(editor, raw_entry(3, 4, 1, kLearned)));
    EXPECT_THAT(editor.changed_keys(), ElementsAre(3U, 5U, 7U));
  });
  EXPECT_THAT(read(), ElementsAre(raw_entry(3, 4, 1, kLearned), raw_entry(5, 2, 10), raw_entry(5, 1, 9),
                                  raw_entry(7, 3, 1)));
}

TEST_F(BookEditorTest, EmptiesABookAndFillsItAgain) {
  const std::vector<RawEntry> only = {raw_entry(3, 1, 2)};
  write(only);
  edit([](BookEditor& editor) { EXPECT_TRUE(remove(editor, 3, 1)); });
  EXPECT_EQ(fs::file_size(path_), 0U);
  edit([&only](BookEditor& editor) { EXPECT_TRUE(add(editor, only.front())); });
  EXPECT_EQ(read(), only);
}

TEST_F(BookEditorTest, RefusesMistakesAndShowsWhatItWillBeAndWhatItWas) {
  write({raw_entry(5, 1, 1)});
  auto editor = BookEditor::open(path_).value();
  EXPECT_FALSE(set_weight(editor, 5, 2, 1));
  EXPECT_FALSE(set_weight(editor, 6, 1, 1));
  EXPECT_FALSE(remove(editor, 5, 2));
  EXPECT_FALSE(add(editor, {.key = 5, .move = 1}));
  EXPECT_FALSE(add(editor, {.key = 0, .move = 1}));
  EXPECT_FALSE(editor.replace(5, {{.key = 6}}));
  EXPECT_THAT(editor.changed_keys(), IsEmpty());
  EXPECT_TRUE(set_weight(editor, 5, 1, 8));
  EXPECT_THAT(editor.records(5).value(), ElementsAre(raw_entry(5, 1, 8)));
  EXPECT_THAT(editor.original(5).value(), ElementsAre(raw_entry(5, 1, 1)));
  EXPECT_THAT(editor.records(6).value(), IsEmpty());
}

TEST_F(BookEditorTest, KeepsTheHeader) {
  const BookHeader header{.comment = "A book of mine.\nFor friends."};
  ASSERT_TRUE(write_bin_book(path_, {raw_entry(5, 1, 1)}, header));
  edit([](BookEditor& editor) { EXPECT_TRUE(add(editor, {.key = 1, .move = 1})); });
  EXPECT_EQ(BinBook::open(path_).value()->header().value(), header);
}

TEST_F(BookEditorTest, DoesNotUndoWhatOthersHaveWrittenMeanwhile) {
  write({raw_entry(5, 1, 1)});
  bool others_wrote = false;
  edit([&](BookEditor& editor) {
    EXPECT_TRUE(set_weight(editor, 5, 1, 3));
    if (std::exchange(others_wrote, true)) return;
    edit([](BookEditor& other) { EXPECT_TRUE(add(other, raw_entry(5, 2, 2))); });
  });
  EXPECT_THAT(read(), ElementsAre(raw_entry(5, 1, 3), raw_entry(5, 2, 2)));
}

TEST_F(BookEditorTest, WaitsForOthersWhoWriteWithoutPause) {
  write({raw_entry(5, 1, 1)});
  std::uint32_t written = 0;
  edit([&](BookEditor& editor) {
    EXPECT_TRUE(set_weight(editor, 5, 1, 3));
    auto other = os::try_open_locked(path_).value();
    if (!other) return;
    const auto count = static_cast<std::byte>(++written);
    ASSERT_TRUE(other->write_at(kRecordSize - 1, std::span(&count, 1)));
  });
  EXPECT_GT(written, 0U);
  EXPECT_THAT(read(), ElementsAre(raw_entry(5, 1, 3, written)));
}

TEST_F(BookEditorTest, WritesNothingWhereNothingChanges) {
  write({raw_entry(5, 1, 1)});
  const os::FileStamp before = os::stamp_of(path_).value();
  edit([](BookEditor& editor) { EXPECT_TRUE(set_weight(editor, 5, 1, 1)); });
  EXPECT_EQ(os::stamp_of(path_).value(), before);
}

TEST_F(BookEditorTest, RefusesABookThatIsNotSorted) {
  write({{.key = 5}, {.key = 3}});
  EXPECT_THAT(BookEditor::open(path_).error().to_string(), HasSubstr("not sorted"));
}

/// When a book over 64 MiB is opened, only samples of its keys are read.
TEST_F(BookEditorTest, NoticesDisorderBetweenTheSamplesOfALargeBook) {
  std::vector<RawEntry> book((std::size_t{65} << 20) / kRecordSize);
  for (std::size_t i = 0; i < book.size(); ++i) book[i] = {.key = 10 + i, .move = 1, .weight = 1};
  std::swap(book[10'000], book[10'001]);
  write(book);
  const auto saved = edit_book(
      path_, path_, [&](BookEditor& editor) { return add(editor, {.key = book.back().key + 1, .move = 1}); });
  EXPECT_THAT(saved.error().to_string(), HasSubstr("offset 160016: is not sorted"));
  EXPECT_EQ(fs::file_size(path_), book.size() * kRecordSize);
}

/// A book of `positions` keys with up to four moves each, sorted by weight, some keys near to each other.
std::vector<RawEntry> random_book(std::mt19937_64& random, std::size_t positions) {
  std::vector<RawEntry> entries;
  for (std::size_t i = 0; i < positions; ++i) {
    const chess::Key key = random() % 4 == 0 ? 1 + random() % 1000 : (random() | 1);
    for (auto moves = 1 + random() % 4; moves > 0; --moves)
      entries.push_back({.key = key,
                         .move = static_cast<std::uint16_t>(random() % 5),
                         .weight = static_cast<std::uint16_t>(random() % 3),
                         .learn = static_cast<std::uint32_t>(random())});
  }
  sort_entries(entries);
  return entries;
}

TEST_F(BookEditorTest, NamesTheFirstOfSeveralEditsThatCannotBeMade) {
  write({raw_entry(5, 1, 1)});
  auto editor = BookEditor::open(path_).value();
  const std::vector<BookEdit> edits = {{.action = Action::remove, .move = 1, .number = 1, .key = 5},
                                       {.action = Action::remove, .move = 1, .number = 2, .key = 7},
                                       {.action = Action::remove, .move = 1, .number = 3, .key = 5},
                                       {.action = Action::remove, .move = 1, .number = 4, .key = 3}};
  const auto made =
      editor.apply(edits, [](const BookEdit& edit) { return "edit " + std::to_string(edit.number); });
  EXPECT_THAT(made.error().to_string(), HasSubstr("edit 2: the book does not have the move"));
}

TEST_F(BookEditorTest, ReadsThePositionsOfManyEditsInOneWalk) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 10; ++round) {
    const std::vector<RawEntry> book = random_book(random, 1 + random() % 100);
    write(book);
    std::vector<BookEdit> edits;
    edit(
        [&](BookEditor& editor) {
          const auto try_out = [&](const BookEdit& change) {
            if (apply(editor, change)) edits.push_back(change);
          };
          for (const RawEntry& entry : book) {
            try_out({.action = Action::set, .move = entry.move, .weight = 9, .key = entry.key});
            for (const chess::Key key : {entry.key - 1, entry.key + 1, ~chess::Key{0}})
              try_out({.action = Action::add, .move = entry.move, .weight = 5, .key = key});
            try_out({.action = Action::remove, .move = entry.move, .key = entry.key + 1});
          }
        },
        folder_ / "one_by_one.bin");
    const auto place = [](const BookEdit&) { return std::string(); };
    edit([&](BookEditor& editor) { EXPECT_TRUE(editor.apply(edits, place)); }, folder_ / "at_once.bin");
    EXPECT_EQ(test::read_file(folder_ / "at_once.bin"), test::read_file(folder_ / "one_by_one.bin"));
  }
}

TEST_F(BookEditorTest, CopiesBooksLargerThanItsBlocks) {
  std::vector<RawEntry> book(200'000);
  for (std::size_t i = 0; i < book.size(); ++i)
    book[i] = {.key = 1 + i, .move = 1, .weight = 1, .learn = static_cast<std::uint32_t>(i)};
  write(book);
  edit([&](BookEditor& editor) {
    for (std::size_t i = 0; i < book.size(); i += 997) {
      book[i].weight = 2;
      EXPECT_TRUE(set_weight(editor, book[i].key, 1, 2));
    }
  });
  EXPECT_EQ(read(), book);
}

}  // namespace
}  // namespace polyglot::book
