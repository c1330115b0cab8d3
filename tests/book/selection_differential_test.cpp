// SPDX-License-Identifier: MIT
#include <deque>
#include <unordered_set>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/game/notation.hpp>

#include "book/book_files.hpp"
#include "book/old_polyglot.hpp"
#include "test_paths.hpp"

namespace polyglot::book {
namespace {

using chess::CastlingNotation;
using chess::Color;

struct Question {
  std::string command;  ///< the UCI `position` command
  chess::Position position;
};

std::optional<std::string> our_move(const BookSource& book, const chess::Position& position, int threshold,
                                    bool learn = false) {
  const SelectionPolicy policy{.mode = ChoiceMode::best, .by_results = learn, .threshold = threshold};
  const BookMoves moves = book.find(position);
  std::optional<LearnedMoves> results;
  if (learn) results = book.learned(position, moves);
  std::vector<Candidate> candidates = judge(moves, results ? &*results : nullptr, policy);
  settle(candidates, policy);
  const auto chosen = choose(candidates, {});
  if (!chosen) return std::nullopt;
  return game::to_uci(position, candidates[chosen->index].entry.move, CastlingNotation::king_to_destination);
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
      child.command +=
          " " + game::to_uci(question.position, entry.move, CastlingNotation::king_to_destination);
      child.position.make(std::get<chess::Move>(entry.move));
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

using test::code;

class SelectionDifferentialTest : public test::BookFileTest {
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
    const auto book = BinBook::open(write(entries)).value();
    expect_same_moves(*book, {{"position fen " + std::string(fen), position}}, thresholds);
  }
};

TEST_F(SelectionDifferentialTest, PlaysTheMovesOfPolyglotFromRealBooks) {
  for (const char* name : {"gm2001.bin", "performance.bin"}) {
    const std::string path = std::string(POLYGLOT_SHARED_DATA) + "/books/" + name;
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no large books here";
    const auto book = BinBook::open(path).value();
    const auto questions = questions_from(*book, 60);
    ASSERT_EQ(questions.size(), 60U);
    expect_same_moves(*book, questions);
  }
}

/// Positions near the start of the game, each with three moves, and the questions that ask for them.
struct DamageCase {
  std::vector<RawEntry> records;
  std::vector<Question> questions;
};

DamageCase positions_near_the_start() {
  DamageCase made;
  for (const chess::Move first : chess::Position().legal_moves()) {
    Question question{
        .command = "position startpos moves " + chess::to_uci(first, CastlingNotation::king_to_destination),
        .position = {}};
    question.position.make(first);
    const auto replies = question.position.legal_moves();
    for (std::size_t i = 0; i < 3; ++i)
      made.records.push_back({.key = question.position.key(),
                              .move = encode_move(replies[i * 5]),
                              .weight = static_cast<std::uint16_t>(10 + made.records.size() * 7 % 11)});
    made.questions.push_back(std::move(question));
  }
  return made;
}

/// From a damaged book, we find every move that 2.0.4 plays, and usually more.
void expect_nothing_missed(const std::string& path, const DamageCase& damage) {
  const auto book = BinBook::open(path).value();
  test::OldPolyglot old(path, {"BookRandom=false"});
  int found = 0;
  for (const Question& question : damage.questions) {
    const auto theirs = old.book_move(question.command);
    const BookMoves ours = book->find(question.position);
    EXPECT_EQ(ours.moves.size(), 3U) << question.command;
    if (!theirs) continue;
    ++found;
    EXPECT_TRUE(std::ranges::any_of(ours.moves,
                                    [&](const BookMove& entry) {
                                      return game::to_uci(question.position, entry.move,
                                                          CastlingNotation::king_to_destination) ==
                                             theirs->substr(0, 4);
                                    }))
        << question.command << " " << *theirs;
  }
  EXPECT_GT(found, 0) << "the question must be one";
}

TEST_F(SelectionDifferentialTest, FindsInDamagedBooksWhatPolyglotFinds) {
  const DamageCase damage = positions_near_the_start();
  std::vector<RawEntry> filler;
  for (chess::Key key = 1; key < 3000; ++key) filler.push_back({.key = key * 0x0015a7b0c3d2e1f3, .move = 1});
  std::vector<RawEntry> sorted = damage.records;
  sorted.insert(sorted.end(), filler.begin(), filler.end());
  sorted = test::sorted(sorted);
  std::mt19937 random(1);  // NOLINT(bugprone-random-generator-seed): repeatable

  test::Bytes bytes = test::bytes_of(sorted);
  bytes.resize(bytes.size() + 7, std::byte{1});
  test::write_file(path_, bytes);
  expect_nothing_missed(path_, damage);

  std::vector<RawEntry> unsorted_end = sorted;
  std::partition(unsorted_end.begin(), unsorted_end.end(),
                 [&](const RawEntry&) { return random() % 20 != 0; });
  std::ranges::sort(std::span(unsorted_end).first(unsorted_end.size() - 200), {}, &RawEntry::key);
  std::shuffle(unsorted_end.end() - 200, unsorted_end.end(), random);
  expect_nothing_missed(write(unsorted_end), damage);

  std::vector<RawEntry> appended = sorted;
  appended.insert(appended.end(), filler.begin(), filler.begin() + 500);
  expect_nothing_missed(write(appended), damage);

  std::vector<RawEntry> unsorted_middle = sorted;
  std::shuffle(unsorted_middle.begin() + 1000, unsorted_middle.begin() + 1300, random);
  expect_nothing_missed(write(unsorted_middle), damage);
}

TEST_F(SelectionDifferentialTest, BreaksTiesAsPolyglotDoes) {
  expect_same_move(
      chess::kStartFen,
      {{code("a2a3"), 20000}, {code("e2e4"), 20001}, {code("d2d4"), 20001}, {code("e2e5"), 60000}});
  expect_same_move(chess::kStartFen, {{code("c2c4"), 65535}, {code("e2e4"), 65535}, {code("d2d4"), 65535}});
}

TEST_F(SelectionDifferentialTest, TreatsTheThresholdAsPolyglotDoes) {
  for (const std::uint16_t weight : std::vector<std::uint16_t>{0, 1, 50, 51, 999, 1000, 1001})
    expect_same_move(chess::kStartFen,
                     {{code("e2e4"), weight}, {code("e2e5"), static_cast<std::uint16_t>(10000 - weight)}});
}

TEST_F(SelectionDifferentialTest, BelievesResultsAsPolyglotDoes) {
  const chess::Position start;
  const std::vector<const char*> moves = {"a2a3", "c2c4", "d2d4", "e2e4"};
  for (const std::uint32_t seed : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    const RandomSource random = make_random_source(seed);
    std::vector<RawEntry> entries;
    for (const char* move : moves) {
      const std::uint32_t games = random(12);  // few enough for the 32 bits of 2.0.4
      const auto weight = static_cast<std::uint16_t>(1 + random(200));
      entries.push_back(test::entry("", move, weight, (games << 16) | random(2 * games + 1)));
    }
    const auto book = BinBook::open(write(entries)).value();
    for (const int threshold : {5, 250, 400, 600}) {
      test::OldPolyglot old(
          path_, {"BookLearn=true", "BookRandom=false", "BookTreshold=" + std::to_string(threshold)});
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
  // e1g1 is a deliberate difference.
  for (const char* move : {"e1h1", "e1a1", "a1a1"}) expect_alone(kCastle, code(move));
  expect_alone(kRook, code("e1h1"));
  for (int promotion = 0; promotion < 16; ++promotion) {
    expect_alone(kPawns, code("a7a8") | (promotion << 12));
    expect_alone(kPawns, code("e2e4") | (promotion << 12));
  }
}

/// Enough for games to leave the book.
constexpr int kMovesPerGame = 8;

/// Every move of the first two plies, and a few of those after them, with results that others had.
std::vector<RawEntry> opening_book(const RandomSource& random) {
  constexpr int kPlies = 7;
  constexpr int kFullPlies = 2;
  struct Node {
    chess::Position position;
    int ply = 0;
  };
  std::vector<RawEntry> entries;
  std::deque<Node> next(1);
  for (; !next.empty(); next.pop_front()) {
    const Node node = next.front();
    for (const chess::Move move : node.position.legal_moves()) {
      if (node.ply >= kFullPlies && random(12) != 0) continue;
      const std::uint32_t games = random(3);
      entries.push_back({.key = node.position.key(),
                         .move = encode_move(move),
                         .weight = static_cast<std::uint16_t>(1 + random(1000)),
                         .learn = (games << 16) | random(2 * games + 1)});
      Node child = node;
      child.position.make(move);
      if (++child.ply < kPlies) next.push_back(child);
    }
  }
  sort_entries(entries);
  return entries;
}

/// Plays a game against Polyglot, the user's moves at random, and returns Polyglot's.
std::vector<PlayedMove> play(test::OldPolyglot& old, Color side, int points, const RandomSource& random) {
  std::vector<PlayedMove> moves;
  chess::Position position;
  old.new_game();
  std::string command = "go";
  while (moves.size() < kMovesPerGame) {
    if (side != Color::white || !moves.empty()) {
      const chess::MoveList legal = position.legal_moves();
      if (legal.empty()) break;
      const chess::Move users = legal[random(static_cast<std::uint32_t>(legal.size()))];
      command = "usermove " + chess::to_uci(users, CastlingNotation::king_to_destination);
      position.make(users);
      if (position.legal_moves().empty()) break;
    }
    const auto answer = chess::move_from_uci(position, old.move(command));
    if (!answer) throw std::runtime_error("the old Polyglot plays an illegal move");
    moves.push_back({.position = position, .move = *answer, .points = points});
    position.make(*answer);
  }
  return moves;
}

std::string result_of(Color side, int points) {
  if (points == 1) return "1/2-1/2";
  return (points == 2) == (side == Color::white) ? "1-0" : "0-1";
}

TEST(LearnerDifferentialTest, WritesTheBytesOfPolyglot) {
  if (!test::OldPolyglot::is_installed()) GTEST_SKIP() << "Polyglot 2.0.4 is not installed";
  const RandomSource random = make_random_source(1);
  const polyglot::test::TemporaryFolder folder;
  const std::string theirs = folder / "theirs.bin";
  const std::string ours = folder / "ours.bin";
  const std::vector<RawEntry> book = opening_book(random);
  for (const std::string& path : {theirs, ours}) test::write_file(path, test::bytes_of(book));
  test::OldPolyglot old(theirs, {"BookLearn=true"}, test::OldPolyglot::Protocol::xboard);
  std::size_t changed = 0;
  for (const Color side : {Color::white, Color::black}) {
    for (const int points : {2, 1, 0, 2}) {
      const std::vector<PlayedMove> moves = play(old, side, points, random);
      old.end_game(result_of(side, points));
      changed += try_learn(ours, moves).value().value();
    }
  }
  EXPECT_GT(changed, 8U) << "every game begins in the book";
  EXPECT_NE(test::read_file(ours), test::bytes_of(book));
  EXPECT_EQ(test::read_file(ours), test::read_file(theirs));
}

}  // namespace
}  // namespace polyglot::book
