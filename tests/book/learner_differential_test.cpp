// SPDX-License-Identifier: MIT
#include <deque>

#include <gtest/gtest.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/chess/notation.hpp>

#include "book/book_files.hpp"
#include "book/old_polyglot.hpp"

namespace polyglot::book {
namespace {

using chess::CastlingNotation;
using chess::Color;

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
  const test::TempFolder folder;
  const std::string theirs = folder.file("theirs.bin");
  const std::string ours = folder.file("ours.bin");
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
