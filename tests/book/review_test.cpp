// SPDX-License-Identifier: MIT
// The review of a book for its author, tested with small books whose answers are obvious.
#include <polyglot/book/review.hpp>
#include <polyglot/game/notation.hpp>

#include "book/book_files.hpp"

namespace polyglot::book::test {
namespace {

using chess::Color;
using ::testing::DoubleEq;

struct BookLineEntry {
  std::string_view moves;  ///< to the position
  std::string_view move;
  std::uint16_t weight = 1;
};

LoadedBook reviewed(const std::vector<BookLineEntry>& lines) {
  std::vector<RawEntry> entries;
  for (const BookLineEntry& line : lines) entries.push_back(entry(line.moves, line.move, line.weight));
  return {"book.bin", sorted(std::move(entries))};
}

std::string san_of(const BookPath& path) {
  std::string text;
  game::Position position = path.start;
  for (const game::Move& move : path.moves) {
    text += (text.empty() ? "" : " ") + game::to_san(position, move);
    position.make(move);
  }
  return text;
}

/// "e4 e5 (Nf3) 0.5", and of a contradiction " = d4 d5".
std::vector<std::string> texts(const Review& review, FindingKind kind) {
  std::vector<std::string> all;
  for (const ReviewFinding& finding : review.of(kind).likeliest) {
    BookPath line = finding.line;
    std::string text = san_of(line);
    if (finding.move) {
      line.moves.push_back(*finding.move);
      const std::string whole = san_of(line);
      text += (text.empty() ? "(" : " (") + whole.substr(text.empty() ? 0 : text.size() + 1) + ")";
    }
    std::string probability = std::to_string(finding.probability);
    text += " " + probability.substr(0, 6);
    if (!finding.other_line.moves.empty()) text += " = " + san_of(finding.other_line);
    all.push_back(text);
  }
  return all;
}

/// White's repertoire: he answers 1...e5 three times as often as 1...c5, and has no moves after 1. d4.
std::vector<BookLineEntry> repertoire() {
  return {{"", "e2e4", 3}, {"", "d2d4", 1}, {"e2e4 e7e5", "g1f3", 3}, {"e2e4 c7c5", "g1f3", 1}};
}

TEST(BookReview, OrdersWhatItFindsByHowOftenItHappens) {
  const Review review = review_book(reviewed(repertoire()), {}, {});
  EXPECT_THAT(review.plays, ElementsAre(true, false));
  EXPECT_EQ(review.positions, 3U);
  EXPECT_THAT(review.mean_ply, DoubleEq(0.25 * 1 + 0.75 * 3));
  EXPECT_THAT(texts(review, FindingKind::early_end), ElementsAre("e4 e5 Nf3 0.5625", "e4 c5 Nf3 0.1875"));
  EXPECT_THAT(texts(review, FindingKind::single_move),
              ElementsAre("e4 e5 (Nf3) 0.5625", "e4 c5 (Nf3) 0.1875"));
  EXPECT_THAT(texts(review, FindingKind::dead_end), ElementsAre("(d4) 0.2500"));
  EXPECT_THAT(review.of(FindingKind::dead_end).likeliest[0].share, DoubleEq(0.25));
  EXPECT_THAT(texts(review, FindingKind::contradiction), IsEmpty());
  EXPECT_THAT(texts(review, FindingKind::unknown_reply), IsEmpty());
  std::vector<std::string> branches;
  for (const Branch& branch : review.branches)
    branches.push_back(san_of(branch.line) + " " + std::to_string(branch.positions));
  EXPECT_THAT(branches, ::testing::UnorderedElementsAre("e4 e5 1", "e4 c5 1"));
}

TEST(BookReview, ShowsTheLikeliestAndCountsAll) {
  const Review review = review_book(reviewed(repertoire()), {}, {.top = 1});
  EXPECT_THAT(texts(review, FindingKind::early_end), ElementsAre("e4 e5 Nf3 0.5625"));
  EXPECT_EQ(review.of(FindingKind::early_end).total, 2U);
  EXPECT_EQ(review.branches.size(), 1U);
  for (const auto& [ply, ends] : {std::pair(3U, 0U), std::pair(4U, 2U)})
    EXPECT_EQ(review_book(reviewed(repertoire()), {}, {.early_ply = ply}).of(FindingKind::early_end).total,
              ends);
}

TEST(BookReview, KeepsAllWeakMoves) {
  std::size_t asked = 0;
  ReviewRule rule{.top = 1};
  rule.weak_moves = [&asked](const game::Position& position, std::span<const game::Move> moves) {
    asked += moves.size();
    std::vector<bool> weak;
    for (const game::Move& move : moves) weak.push_back(game::to_san(position, move) == "Nf3");
    return weak;
  };
  EXPECT_THAT(texts(review_book(reviewed(repertoire()), {}, rule), FindingKind::weak_move),
              ElementsAre("e4 e5 (Nf3) 0.5625", "e4 c5 (Nf3) 0.1875"));
  EXPECT_EQ(asked, 4U) << "the moves of the book, once each";
  // Nothing in this book leads to the last position.
  const auto book = reviewed({{"", "e2e4"}, {"e2e4", "e7e5"}, {"e2e4 c7c5", "g1f3", 3}});
  EXPECT_THAT(texts(review_book(book, {}, rule), FindingKind::weak_move), ElementsAre("e4 c5 (Nf3) 0.0000"));
}

TEST(BookReview, AddsUpOrdersOfMoves) {
  const auto book = reviewed({{"", "g1f3"},
                              {"", "d2d4"},
                              {"d2d4", "d7d5"},
                              {"g1f3", "d7d5"},
                              {"d2d4 d7d5", "g1f3"},
                              {"g1f3 d7d5", "d2d4"}});
  const Review review = review_book(book, {}, {});
  EXPECT_THAT(review.plays, ElementsAre(true, true));
  ASSERT_EQ(review.of(FindingKind::early_end).total, 1U);
  EXPECT_THAT(review.of(FindingKind::early_end).likeliest[0].probability, DoubleEq(1));
  EXPECT_THAT(review.mean_ply, DoubleEq(3));
  EXPECT_EQ(review.of(FindingKind::contradiction).total, 0U);
}

/// After 1. Nf3 d5 White plays 2. g3. He could play 2. d4, which leads to the position of 1. d4 d5 2. Nf3.
TEST(BookReview, FindsWhatOneOrderOfMovesReachesAndAnotherAvoids) {
  const auto book = reviewed({{"", "g1f3"},
                              {"", "d2d4", 3},
                              {"d2d4", "d7d5"},
                              {"g1f3", "d7d5"},
                              {"d2d4 d7d5", "g1f3"},
                              {"g1f3 d7d5", "g2g3"}});
  EXPECT_THAT(texts(review_book(book, {}, {}), FindingKind::contradiction),
              ElementsAre("Nf3 d5 (d4) 0.2500 = d4 d5 Nf3"));
}

TEST(BookReview, CallsAMoveOfWeightZeroAvoided) {
  const auto book = reviewed(
      {{"", "g1f3"}, {"", "d2d4"}, {"d2d4 d7d5", "g1f3"}, {"g1f3 d7d5", "g2g3"}, {"g1f3 d7d5", "d2d4", 0}});
  EXPECT_EQ(review_book(book, {}, {.side = Color::white}).of(FindingKind::contradiction).total, 1U);
}

TEST(BookReview, EndsGamesThatComeBack) {
  const auto book =
      reviewed({{"", "g1f3"}, {"g1f3", "g8f6"}, {"g1f3 g8f6", "f3g1"}, {"g1f3 g8f6 f3g1", "f6g8"}});
  const Review review = review_book(book, {}, {});
  EXPECT_EQ(review.positions, 4U);
  EXPECT_THAT(review.mean_ply, DoubleEq(3));
  EXPECT_EQ(review.of(FindingKind::early_end).total, 0U);
}

TEST(BookReview, CallsAMateNoEnd) {
  const auto book =
      reviewed({{"", "f2f3"}, {"f2f3", "e7e5"}, {"f2f3 e7e5", "g2g4"}, {"f2f3 e7e5 g2g4", "d8h4"}});
  const Review review = review_book(book, {}, {});
  EXPECT_EQ(review.of(FindingKind::early_end).total, 0U);
  EXPECT_EQ(review.of(FindingKind::single_move).total, 4U);
}

TEST(BookReview, ComparesWithAnotherBook) {
  const LoadedBook other =
      reviewed({{"", "d2d4"}, {"e2e4", "e7e5", 2}, {"e2e4", "c7c5", 1}, {"e2e4", "e7e6", 1}});
  const auto book = reviewed(repertoire());
  const Review review = review_book(book, {}, {.other = &other});
  // The other book says how often Black plays his replies.
  EXPECT_THAT(texts(review, FindingKind::single_move),
              ElementsAre("e4 e5 (Nf3) 0.3750", "e4 c5 (Nf3) 0.1875"));
  EXPECT_THAT(texts(review, FindingKind::unknown_reply), ElementsAre("e4 (e6) 0.1875"));
  EXPECT_THAT(review.of(FindingKind::unknown_reply).likeliest[0].share, DoubleEq(0.25));
  EXPECT_THAT(texts(review, FindingKind::unplayed_move), ElementsAre("(e4) 0.7500"));
  EXPECT_THAT(review.mean_ply, DoubleEq(0.25 * 1 + 0.75 * (0.25 * 1 + 0.75 * 3)));
}

TEST(BookReview, NamesUnknownRepliesBehindTheEndOfAShortLineOnly) {
  const LoadedBook other = reviewed({{"d2d4", "d7d5", 1}});
  const auto book = reviewed({{"", "d2d4"}});
  EXPECT_THAT(
      texts(review_book(book, {}, {.side = Color::white, .other = &other}), FindingKind::unknown_reply),
      ElementsAre("d4 (d5) 1.0000"));
  const ReviewRule rule{.side = Color::white, .other = &other, .early_ply = 1};
  EXPECT_THAT(texts(review_book(book, {}, rule), FindingKind::unknown_reply), IsEmpty());
}

TEST(BookReview, MeasuresOpenings) {
  const auto after_e4 = position_after("e2e4").key();
  const auto opening_of = [after_e4](chess::Key key) {
    return key == after_e4 ? std::optional<std::uint32_t>(7) : std::nullopt;
  };
  const Review review = review_book(reviewed(repertoire()), {}, {.opening_of = opening_of});
  ASSERT_EQ(review.openings.size(), 2U);
  const OpeningDepth& named = review.openings[0];
  EXPECT_EQ(named.opening, 7U);
  EXPECT_THAT(named.probability, DoubleEq(0.75));
  EXPECT_THAT(named.mean_ply, DoubleEq(3));
  EXPECT_EQ(named.longest, 3U);
  EXPECT_EQ(named.positions, 2U);
  EXPECT_EQ(san_of(named.line), "e4");
  EXPECT_EQ(review.openings[1].opening, std::nullopt);
  EXPECT_THAT(review.openings[1].mean_ply, DoubleEq(1));
}

TEST(BookReview, OfAnEmptyBookIsOneEnd) {
  const Review review = review_book(reviewed({}), {}, {});
  EXPECT_EQ(review.positions, 0U);
  EXPECT_THAT(texts(review, FindingKind::early_end), ElementsAre(" 1.0000"));
}

}  // namespace
}  // namespace polyglot::book::test
