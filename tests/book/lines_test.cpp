// SPDX-License-Identifier: MIT
// What dump-book and info-book write is compared with Polyglot 2.0.4 in tests/tools.
// What follows the moves of a book: trees of it, games that lead to its positions, lines taken out.
#include <polyglot/book/bin_reader.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/diff.hpp>
#include <polyglot/book/lines.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/book/tree.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/game/notation.hpp>

#include "book/book_files.hpp"
#include "book/random_book.hpp"

namespace polyglot::book::test {
namespace {

using chess::Color;

LoadedBook load(std::vector<RawEntry> entries) {
  const TemporaryFolder folder;
  write_file(folder / "book.bin", bytes_of(sorted(std::move(entries))));
  return LoadedBook::load(folder / "book.bin").value();
}

std::vector<BookLine> lines(const LoadedBook& book, Color side) {
  std::vector<BookLine> all;
  const auto counts = visit_lines(book, side, [&](const BookLine& line) {
    all.push_back(line);
    all.back().steps = {};
    return Result<void>();
  });
  EXPECT_EQ(counts.value().lines, all.size());
  return all;
}

TEST(BookLines, NameWhereACycleBegan) {
  const auto book = load({entry("", "g1f3"), entry("g1f3 g8f6", "f3g1")});
  const auto found = lines(book, Color::white);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].end, LineEnd::cycle);
  EXPECT_EQ(found[0].met.ply, 0U);
}

TEST(BookLines, NameWhereATranspositionWasMet) {
  const auto book =
      load({entry("", "d2d4", 2), entry("", "g1f3"), entry("d2d4 d7d5", "g1f3"), entry("g1f3 d7d5", "d2d4")});
  const auto found = lines(book, Color::white);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].end, LineEnd::out_of_book);
  EXPECT_EQ(found[1].end, LineEnd::transposition);
  EXPECT_EQ(found[1].met.line, 1U);
  EXPECT_EQ(found[1].met.ply, 3U);
}

TEST(BookLines, MayHaveThousandsOfMoves) {
  const auto book =
      load(make_random_book({.seed = 3, .games = 1, .plies = 5000, .choices = 9, .damage = 100000}));
  std::size_t longest = 0;
  const auto counts = visit_lines(book, Color::white, [&](const BookLine& line) {
    longest = std::max(longest, line.steps.size());
    return Result<void>();
  });
  EXPECT_GT(longest, 300U);
  EXPECT_GT(counts->positions, 150U);
}

TEST(BookLines, EndWithTheFirstErrorOfTheSink) {
  const auto book = load(make_random_book({}));
  int calls = 0;
  const auto stopped = visit_lines(book, Color::white, [&](const BookLine&) -> Result<void> {
    ++calls;
    return Error{"enough"};
  });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(calls, 1);
}

TEST(LoadedBook, FindsWhatIsThereAndNothingElse) {
  const auto book = load(make_random_book({.games = 200}));
  for (const RawEntry& record : book.entries()) {
    const auto found = book.find(record.key);
    ASSERT_NE(std::ranges::find(found, record), found.end());
    ASSERT_TRUE(std::ranges::all_of(found, [&](const RawEntry& other) { return other.key == record.key; }));
    ASSERT_TRUE(book.find(record.key + 1).empty() || book.find(record.key + 1).front().key == record.key + 1);
  }
  EXPECT_TRUE(book.find(0).empty());
}

TEST(LoadedBook, MayBeEmpty) {
  const auto book = load({});
  EXPECT_TRUE(book.find(1).empty());
  EXPECT_EQ(book.position_count(), 0U);
  EXPECT_TRUE(lines(book, Color::white).empty());
}

TEST(ReachedPositions, AreThoseOfTheKeys) {
  const auto book = load(make_random_book({.games = 100}));
  const ReachedPositions reached(book);
  std::size_t found = 0;
  chess::Key last = 0;
  for (const RawEntry& record : book.entries()) {
    if (std::exchange(last, record.key) == record.key) continue;
    const auto position = reached.find(record.key);
    if (!position) continue;
    ++found;
    ASSERT_EQ(position->key(), record.key);
  }
  EXPECT_EQ(found, reached.size());
  EXPECT_GT(found, book.position_count() / 2);
}

TEST(ReachedPositions, IncludeRepliesToMovesOfTheBookOnly) {
  const auto book = load({entry("", "e2e4"), entry("e2e4 e7e5", "g1f3"), entry("e2e4 e7e5 b1c3 b8c6", "f1c4"),
                          entry("e2e4 e7e5 g1f3 b8c6", "f1b5")});
  const ReachedPositions reached(book);
  EXPECT_TRUE(reached.find(position_after("e2e4 e7e5 g1f3 b8c6").key()));
  EXPECT_FALSE(reached.find(position_after("e2e4 e7e5 b1c3 b8c6").key()));
  EXPECT_EQ(count_reachable(book, Color::white), 4U);
}

TEST(Reachable, IncludeTheStartAsLinesDoIfNoneOfItsMovesIsPlayed) {
  for (const RawEntry& unplayable : {entry("", "e2e4", 0), entry("", "e2e5", 1)}) {
    const auto book = load({unplayable, entry("e2e4", "e7e5"), entry("e2e4 e7e5", "g1f3")});
    const auto ignore = [](const BookLine&) { return Result<void>(); };
    EXPECT_EQ(visit_lines(book, Color::white, ignore)->positions, 1U);
    EXPECT_EQ(count_reachable(book, Color::white), 2U);
    EXPECT_EQ(count_reachable(book, Color::black), 1U);
  }
}

TEST(Reachable, LeaveOutAStartThatTheBookDoesNotHave) {
  EXPECT_EQ(count_reachable(load({entry("e2e4 e7e5", "g1f3")}), Color::white), 1U);
}

LoadedBook book_of(std::vector<RawEntry> entries) {
  return {"book.bin", sorted(std::move(entries))};
}

/// The moves of a node: "e4 40% -> 1".
std::vector<std::string> choices_of(const BookTree& tree, std::size_t number) {
  std::vector<std::string> texts;
  for (const BookTree::Move& move : tree.nodes[number].moves) {
    texts.push_back(game::to_san(tree.nodes[number].position, move.move));
    if (move.entry) texts.back() += " " + std::to_string(static_cast<int>(move.share * 100)) + "%";
    if (move.next) texts.back() += " -> " + std::to_string(*move.next);
    if (move.transposes) texts.back() += " transposes";
    if (move.is_gap) texts.back() += " gap";
  }
  return texts;
}

TEST(BookTree, HasEveryPositionOnceAndTheHeaviestFirst) {
  const auto book = book_of({entry("", "g1f3", 1), entry("", "d2d4", 3), entry("", "a2a3", 0),
                             entry("d2d4", "d7d5"), entry("g1f3", "d7d5"), entry("d2d4 d7d5", "g1f3"),
                             entry("g1f3 d7d5", "d2d4"), entry("d2d4 d7d5 g1f3", "g8f6")});
  const BookTree tree = make_tree(book, {}, {}, {});
  EXPECT_THAT(choices_of(tree, 0), ElementsAre("d4 75% -> 1", "Nf3 25% -> 5"));
  EXPECT_THAT(choices_of(tree, 1), ElementsAre("d5 100% -> 2"));
  EXPECT_THAT(choices_of(tree, 2), ElementsAre("Nf3 100% -> 3"));
  EXPECT_THAT(choices_of(tree, 3), ElementsAre("Nf6 100% -> 4"));
  EXPECT_THAT(choices_of(tree, 6), ElementsAre("d4 100% transposes"));
  EXPECT_EQ(make_tree(book, {}, {}, {.max_ply = 1}).nodes.size(), 3U);
}

TEST(BookTree, GoesOnInTheMainLineWhereAVariationIsShorter) {
  const auto book =
      book_of({entry("", "e2e3", 5), entry("", "e2e4"), entry("e2e3", "e7e6"), entry("e2e3 e7e6", "e3e4"),
               entry("e2e3 e7e6 e3e4", "e6e5"), entry("e2e4", "e7e5"), entry("e2e4 e7e5", "g1f3")});
  const BookTree tree = make_tree(book, {}, {}, {});
  EXPECT_THAT(choices_of(tree, 0), ElementsAre("e3 83% -> 1", "e4 16% -> 6"));
  EXPECT_THAT(choices_of(tree, 4), ElementsAre("Nf3 100% -> 5"));
  EXPECT_THAT(choices_of(tree, 6), ElementsAre("e5 100% transposes"));
}

TEST(BookTree, MayHaveMovesWithoutWeightBehindAllOthers) {
  const auto book = book_of({entry("", "d2d4", 0), entry("", "e2e4", 2), entry("d2d4", "d7d5"),
                             entry("d2d4", "e7e6", 0), entry("e2e4", "d7d5"), entry("e2e4 d7d5", "d2d4"),
                             entry("e2e4 d7d5 d2d4", "e7e6", 0), entry("d2d4 d7d5", "e2e4", 0)});
  const TreeRule all{.all_entries = true};
  const BookTree tree = make_tree(book, {}, {}, all);
  EXPECT_THAT(choices_of(tree, 0), ElementsAre("e4 100% -> 1", "d4 0% -> 4"));
  EXPECT_THAT(choices_of(tree, 1), ElementsAre("d5 100% -> 2"));
  EXPECT_THAT(choices_of(tree, 2), ElementsAre("d4 100% -> 3"));
  EXPECT_THAT(choices_of(tree, 3), ElementsAre("e6 0% -> 7"));
  EXPECT_THAT(choices_of(tree, 4), ElementsAre("d5 100% -> 5", "e6 0% -> 6"));
  EXPECT_THAT(choices_of(tree, 5), ElementsAre("e4 0% transposes"));
  EXPECT_EQ(make_tree(book, {}, {}, {}).nodes.size(), 4U);
  EXPECT_EQ(make_tree(book, {}, {}, {.max_ply = 1, .all_entries = true}).nodes.size(), 3U);
  const auto of_black = book_of({entry("e2e4", "e7e5", 0), entry("d2d4", "d7d5")});
  EXPECT_THAT(choices_of(make_tree(of_black, {}, {}, all), 0), ElementsAre("d4 -> 1", "e4 -> 3"));
}

TEST(BookTree, HasRepliesOfTheSideThatHasNoMoves) {
  const auto book =
      book_of({entry("e2e4", "e7e5"), entry("e2e4 e7e5 g1f3", "b8c6", 2), entry("d2d4", "d7d5", 7)});
  const BookTree tree = make_tree(book, {}, {}, {});
  EXPECT_THAT(choices_of(tree, 0), ElementsAre("d4 -> 1", "e4 -> 3"));
  EXPECT_THAT(choices_of(tree, 4), ElementsAre("Nf3 -> 5"));
  const BookTree of_white = make_tree(book, {}, {}, {.color = Color::white});
  EXPECT_THAT(choices_of(of_white, 0), IsEmpty());
}

TEST(BookTree, MayHavePositionsBehindMovesThatTheBookLacks) {
  const auto book =
      book_of({entry("", "e2e4"), entry("e2e4", "e7e5"), entry("e2e4 e7e5 g1f3", "b8c6"),  // behind a move
               entry("e2e4 c7c5", "g1f3"),                                                 // behind a reply
               entry("e2e4 c7c5 g1f3", "d7d6", 0),    // follows by the book
               entry("d2d4 d7d5", "c2c4"),            // behind two first moves
               entry("e2e4 e7e5 f2f4 e5f4", "g1f3"),  // behind two later moves
               entry("", "e2e4", 5), entry("e2e4", "e1e8")});
  const BookTree tree = make_tree(book, {}, {}, {.all_entries = true});
  EXPECT_THAT(choices_of(tree, 0), ElementsAre("e4 16% -> 1", "d4 -> 3 gap"));
  EXPECT_THAT(choices_of(tree, 1), ElementsAre("e5 100% -> 2", "c5 -> 6 gap"));
  EXPECT_THAT(choices_of(tree, 2), ElementsAre("Nf3 -> 9 gap"));
  EXPECT_THAT(choices_of(tree, 3), ElementsAre("d5 -> 4 gap"));
  EXPECT_THAT(choices_of(tree, 6), ElementsAre("Nf3 100% -> 7"));
  EXPECT_THAT(choices_of(tree, 7), ElementsAre("d6 0% -> 8"));
  EXPECT_EQ(tree.nodes.size(), 11U);
  EXPECT_EQ(make_tree(book, {}, {}, {}).nodes.size(), 3U);
  EXPECT_EQ(make_tree(book, {}, {}, {.max_ply = 1, .all_entries = true}).nodes.size(), 3U);
  EXPECT_THAT(choices_of(make_tree(book, {}, {}, {.color = Color::white, .all_entries = true}), 0),
              ElementsAre("e4 16% -> 1"));
}

TEST(ReachedPositions, TellAShortestGame) {
  const auto book = book_of({entry("", "e2e4"), entry("e2e4", "e7e5"), entry("e2e4 e7e5", "g1f3"),
                             entry("e2e4 e7e5 g1f3 b8c6", "f1b5")});
  const ReachedPositions reached(book);
  const auto path = reached.path(position_after("e2e4 e7e5 g1f3 b8c6").key());
  ASSERT_TRUE(path);
  game::Position position = path->start;
  std::string text;
  for (const game::Move& move : path->moves) {
    text += game::to_san(position, move) + " ";
    position.make(move);
  }
  EXPECT_EQ(text, "e4 e5 Nf3 Nc6 ");
  EXPECT_FALSE(reached.path(1));
}

/// A position that is a move and a reply away comes after those that are one move away, in whatever order
/// they are found.
TEST(ReachedPositions, TellAShortestGameWhereALongerOneIsMetFirst) {
  const chess::Position start = position("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1");
  const auto after = [&](std::initializer_list<const char*> moves) {
    chess::Position result = start;
    for (const char* const move : moves) result.make(chess::move_from_uci(result, move).value());
    return result;
  };
  // The rooks go straight to their squares, or in two steps.
  for (const auto& [straight, over] : {std::pair("a1a3", "a1a2"), std::pair("a1a2", "a1a3"),
                                       std::pair("a1b1", "a1c1"), std::pair("a1c1", "a1b1")}) {
    const std::string on = std::string(over).substr(2) + std::string(straight).substr(2);
    const chess::Position end = after({straight, "h8h6"});
    const chess::Position stop = after({over, "h8h7"});
    const auto book = book_of({raw_entry(start.key(), code(straight), 1),
                               raw_entry(after({straight}).key(), code("h8h6"), 1),
                               raw_entry(stop.key(), code(on), 1), raw_entry(end.key(), code("e1e2"), 1)});
    ASSERT_EQ(after({over, "h8h7", on.c_str(), "h7h6"}).key(), end.key());
    const ReachedPositions reached(book, {.starts = {start}});
    EXPECT_TRUE(reached.contains(stop.key()));
    EXPECT_EQ(reached.path(end.key()).value().moves.size(), 2U) << straight;
  }
}

TEST(ReachedPositions, MayFollowTheMovesOfTheBookAlone) {
  const auto book = book_of({entry("", "e2e4"), entry("e2e4", "e7e5"), entry("d2d4", "d7d5")});
  EXPECT_EQ(ReachedPositions(book).size(), 3U);
  EXPECT_EQ(ReachedPositions(book, {}, {.by_book_moves = true}).size(), 2U);
  const std::vector<LegalMove> e4{{game::Position(), game::move_from_san({}, "e4").value()}};
  EXPECT_EQ(ReachedPositions(book, {}, {.without = e4}).size(), 2U);
}

/// The records of a book after some lines have been removed.
std::vector<RawEntry> without(const std::vector<RawEntry>& entries, const std::vector<LegalMove>& moves) {
  const TemporaryFolder folder;
  write_file(folder / "book.bin", bytes_of(entries));
  const auto edits = remove_lines(LoadedBook("book.bin", entries), {}, moves).value();
  const auto change = [&](BookEditor& editor) {
    return editor.apply(edits, [](const BookEdit&) { return std::string(); });
  };
  EXPECT_TRUE(edit_book(folder / "book.bin", folder / "out.bin", change));
  return read_entries(folder / "out.bin");
}

LegalMove in_san(std::string_view moves, std::string_view san) {
  const game::Position before(position_after(moves));
  return {before, game::move_from_san(before, san).value()};
}

TEST(LineRemoval, TakesWhatOnlyTheLineLeadsTo) {
  const std::vector<RawEntry> book =
      sorted({entry("", "e2e4"), entry("", "g1f3"), entry("e2e4", "c7c5"), entry("e2e4 c7c5", "g1f3"),
              entry("e2e4 e7e5", "g1f3"),  // 1...e5 itself is not in the book
              entry("g1f3", "c7c5"), entry("g1f3 c7c5", "e2e4"), entry("e2e4 c7c5 g1f3", "d7d6"),
              entry("a2a3 a7a6 b2b3 b7b6", "c2c3")});
  const std::vector<RawEntry> left =
      sorted({entry("", "g1f3"), entry("g1f3", "c7c5"), entry("g1f3 c7c5", "e2e4"),
              entry("e2e4 c7c5 g1f3", "d7d6"), entry("a2a3 a7a6 b2b3 b7b6", "c2c3")});
  EXPECT_EQ(without(book, {in_san("", "e4")}), left);
  EXPECT_THAT(without(book, {in_san("", "e4"), in_san("", "Nf3")}),
              ElementsAre(entry("a2a3 a7a6 b2b3 b7b6", "c2c3")));
  const auto missing = remove_lines(LoadedBook("book.bin", book), {}, std::vector{in_san("", "d4")});
  EXPECT_THAT(missing.error().what, StartsWith("the book does not have d4 in "));
}

TEST(DiffOrder, IsThatOfWhatIsPlayed) {
  const auto a = book_of({entry("", "e2e4", 3), entry("", "d2d4", 1), entry("e2e4", "e7e5")});
  const auto b = book_of({entry("", "e2e4", 1), entry("", "d2d4", 1), entry("e2e4", "c7c5")});
  DifferenceScale scale(a, b);
  EXPECT_DOUBLE_EQ(scale.weigh({}), 0.25);
  const auto e4 = game::move_from_san({}, "e4").value();
  EXPECT_DOUBLE_EQ(scale.weigh({.start = {}, .moves = {e4}}), 0.75);
  const auto none = book_of({});
  EXPECT_DOUBLE_EQ(DifferenceScale(a, none).weigh({}), 1);
  const auto a3 = game::move_from_san({}, "a3").value();
  const auto c = book_of({entry("a2a3", "e7e5")});
  EXPECT_DOUBLE_EQ(DifferenceScale(a, c).weigh({.start = {}, .moves = {a3}}), 1.0 / 20);
}

}  // namespace
}  // namespace polyglot::book::test
