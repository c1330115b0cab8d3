// SPDX-License-Identifier: MIT
#include "book/random_book.hpp"
#include <random>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/listing.hpp>

namespace polyglot::book::test {
namespace {

using Random = std::mt19937_64;

/// Reversible moves are rare, so that there are cycles but games make progress.
chess::Move choose(const chess::Position& position, int choices, Random& random) {
  std::vector<chess::Move> moves = chess::listed_moves(position);
  std::ranges::shuffle(moves, Random(position.key()));
  const auto count = std::min<std::uint64_t>(moves.size(), static_cast<std::uint64_t>(choices));
  return moves[random() % count];
}

void add(std::vector<RawEntry>& book, const chess::Position& position, chess::Move move, int damage,
         Random& random) {
  constexpr std::uint64_t kWeights[] = {1, 2, 3, 5, 40, 1000, 65535};
  RawEntry entry{.key = position.key(),
                 .move = encode_move(move),
                 .weight = static_cast<std::uint16_t>(kWeights[random() % std::size(kWeights)]),
                 .learn = static_cast<std::uint32_t>(random() % 4 == 0 ? random() : 0)};
  const auto same = [&](const RawEntry& other) { return other.key == entry.key && other.move == entry.move; };
  const auto kind = random() % static_cast<std::uint64_t>(4 * damage);
  if (kind == 0) return;
  if (std::ranges::any_of(book, same) && kind != 1) return;
  if (kind == 2) entry.weight = 0;
  if (kind == 3) entry.move = static_cast<std::uint16_t>(random());
  book.push_back(entry);
}

}  // namespace

std::vector<RawEntry> make_random_book(const RandomBook& settings) {
  Random random(settings.seed);
  std::vector<RawEntry> book;
  for (int game = 0; game < settings.games; ++game) {
    chess::Position position;
    for (int ply = 0; ply < settings.plies && position.has_legal_move(); ++ply) {
      const chess::Move move = choose(position, settings.choices, random);
      add(book, position, move, settings.damage, random);
      position.make(move);
    }
  }
  std::ranges::stable_sort(book, {}, &RawEntry::key);
  return book;
}

}  // namespace polyglot::book::test
