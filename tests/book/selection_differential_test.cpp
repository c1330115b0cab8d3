#include <deque>
#include <filesystem>
#include <unordered_set>

#include <gtest/gtest.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/chess/notation.hpp>

#include "book/book_files.hpp"
#include "book/old_polyglot.hpp"
#include "test_paths.hpp"

namespace polyglot::book {
namespace {

using chess::CastlingNotation;

struct Question {
  std::string command;  ///< the UCI `position` command
  chess::Position position;
};

std::optional<std::string> our_move(const BookSource& book, const chess::Position& position, int threshold,
                                    bool learn = false) {
  const SelectionPolicy policy{.random = false, .threshold = threshold};
  const BookMoves moves = book.find(position);
  const LearnedMoves results = book.learn_store()->results(position, moves);
  const auto chosen = select(eligible(moves, policy, learn ? &results : nullptr), policy, {});
  if (!chosen) return std::nullopt;
  return chess::to_uci(chosen->entry.move, CastlingNotation::king_to_destination);
}

/// Positions of the book, breadth first from the start position, with commands that lead there.
std::vector<Question> questions_from(const BookSource& book, std::size_t count) {
  std::vector<Question> questions;
  std::deque<Question> next{{"position startpos moves", chess::Position()}};
  std::unordered_set<chess::Key> seen;
  while (!next.empty() && questions.size() < count) {
    const Question question = next.front();
    next.pop_front();
    const BookMoves known = book.find(question.position);
    if (known.moves.empty() || !seen.insert(question.position.key()).second) continue;
    questions.push_back(question);
    for (const BookMove& entry : known.moves) {
      Question child = question;
      child.command += " " + chess::to_uci(entry.move, CastlingNotation::king_to_destination);
      child.position.make(entry.move);
      next.push_back(std::move(child));
    }
  }
  return questions;
}

void expect_same_moves(const BookSource& book, const std::vector<Question>& questions,
                       const std::vector<int>& thresholds = {0, 5, 100, 1000}) {
  for (const int threshold : thresholds) {
    test::OldPolyglot old(book.path(), {"BookRandom=false", "BookTreshold=" + std::to_string(threshold)});
    for (const Question& question : questions)
      EXPECT_EQ(our_move(book, question.position, threshold), old.book_move(question.command))
          << question.command << " threshold " << threshold;
  }
}

class SelectionDifferentialTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!test::OldPolyglot::is_installed()) GTEST_SKIP() << "Polyglot 2.0.4 is not installed";
  }

  /// Writes a book of one position, and asks for its move.
  void expect_same_move(std::string_view fen,
                        const std::vector<std::pair<std::uint16_t, std::uint16_t>>& moves,
                        const std::vector<int>& thresholds = {0, 5, 100, 1000}) {
    const chess::Position position = test::position(fen);
    std::vector<RawEntry> entries;
    for (const auto& [move, weight] : moves)
      entries.push_back({.key = position.key(), .move = move, .weight = weight});
    const test::TempFolder folder;
    const std::string path = folder.file("book.bin");
    test::write_file(path, test::bytes_of(entries));
    const auto book = open_book(path).value();
    expect_same_moves(*book, {{"position fen " + std::string(fen), position}}, thresholds);
  }
};

TEST_F(SelectionDifferentialTest, PlaysTheMovesOfPolyglotFromRealBooks) {
  for (const char* name : {"gm2001.bin", "performance.bin"}) {
    const std::string path = std::string(POLYGLOT_SHARED_DATA) + "/books/" + name;
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no large books here";
    const auto book = open_book(path).value();
    const auto questions = questions_from(*book, 60);
    ASSERT_EQ(questions.size(), 60U);
    expect_same_moves(*book, questions);
  }
}

TEST_F(SelectionDifferentialTest, BreaksTiesAsPolyglotDoes) {
  expect_same_move(chess::kStartFen, {{test::code("a2a3"), 20000},
                                      {test::code("e2e4"), 20001},
                                      {test::code("d2d4"), 20001},
                                      {test::code("e2e5"), 60000}});
}

TEST_F(SelectionDifferentialTest, HoldsThreeMovesOfTheGreatestWeight) {
  expect_same_move(chess::kStartFen,
                   {{test::code("c2c4"), 65535}, {test::code("e2e4"), 65535}, {test::code("d2d4"), 65535}});
}

TEST_F(SelectionDifferentialTest, TreatsTheThresholdAsPolyglotDoes) {
  for (const std::uint16_t weight : std::vector<std::uint16_t>{0, 1, 50, 51, 999, 1000, 1001})
    expect_same_move(chess::kStartFen, {{test::code("e2e4"), weight},
                                        {test::code("e2e5"), static_cast<std::uint16_t>(10000 - weight)}});
}

TEST_F(SelectionDifferentialTest, BelievesResultsAsPolyglotDoes) {
  const chess::Position start;
  const std::vector<const char*> moves = {"a2a3", "c2c4", "d2d4", "e2e4"};
  for (const std::uint32_t seed : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    const RandomSource random = make_random_source(seed);
    std::vector<RawEntry> entries;
    for (const char* move : moves) {
      const std::uint32_t games = random(12);  // few enough for the 32 bits of 2.0.4
      entries.push_back({.key = start.key(),
                         .move = test::code(move),
                         .weight = static_cast<std::uint16_t>(1 + random(200)),
                         .learn = (games << 16) | random(2 * games + 1)});
    }
    const test::TempFolder folder;
    const std::string path = folder.file("book.bin");
    test::write_file(path, test::bytes_of(entries));
    const auto book = open_book(path).value();
    for (const int threshold : {5, 250, 400, 600}) {
      test::OldPolyglot old(
          path, {"BookLearn=true", "BookRandom=false", "BookTreshold=" + std::to_string(threshold)});
      EXPECT_EQ(our_move(*book, start, threshold, true), old.book_move("position startpos"))
          << "seed " << seed << " threshold " << threshold;
    }
  }
}

TEST_F(SelectionDifferentialTest, ReadsOddMoveCodesAsPolyglotDoes) {
  constexpr std::string_view kCastle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  constexpr std::string_view kRook = "3k4/8/8/8/8/8/K7/4R3 w - - 0 1";
  constexpr std::string_view kPawns = "1n2k3/P7/8/8/8/8/4P3/4K3 w - - 0 1";
  const auto expect_alone = [&](std::string_view fen, int code) {
    SCOPED_TRACE(code);
    expect_same_move(fen, {{static_cast<std::uint16_t>(code), 1}}, {0});
  };
  for (const char* move : {"e1h1", "e1a1", "e1g1", "e1c1", "a1a1"}) expect_alone(kCastle, test::code(move));
  expect_alone(kRook, test::code("e1h1"));
  for (int promotion = 0; promotion < 16; ++promotion) {
    expect_alone(kPawns, test::code("a7a8") | (promotion << 12));
    expect_alone(kPawns, test::code("e2e4") | (promotion << 12));
  }
}

}  // namespace
}  // namespace polyglot::book
