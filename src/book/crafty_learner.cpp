// SPDX-License-Identifier: MIT
#include "book/crafty_learner.hpp"
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "book/crafty_lookup.hpp"

namespace polyglot::book {
namespace {

constexpr std::size_t kMostMoves = 63;

/// A move of the game that the book has.
struct Note {
  std::uint64_t learn_offset = 0;
  float before = 0;
  bool had_others = false;  ///< the book had other moves as well
};

/// In pawns.
float worth_of(const PlayedMove& played) noexcept {
  constexpr float kWin = 0.3F;
  return static_cast<float>(played.points - 1) * kWin;
}

Result<std::vector<Note>> note_moves(const CraftyFile& book, std::span<const PlayedMove> moves) {
  std::vector<Note> notes;
  for (const PlayedMove& played : moves) {
    const chess::Position* const position = played.position.chess();
    if (position == nullptr) continue;
    const auto cluster = book.cluster(crafty_cluster_of(*position));
    if (!cluster) return cluster.error();
    const auto hits = find_crafty_moves(*position, cluster->records);
    const auto hit = std::ranges::find(hits, std::get<chess::Move>(played.move), &CraftyHit::move);
    if (hit == hits.end()) continue;
    if (notes.size() == kMostMoves) break;
    notes.push_back({.learn_offset = cluster->learn_offset(hit->place),
                     .before = hit->record.learn,
                     .had_others = hits.size() > 1});
  }
  return notes;
}

float after_game(float before, float value) noexcept {
  constexpr double kNothing = 0.0001;
  return std::abs(double{before}) < kNothing ? value : (before + value) / 2;
}

}  // namespace

Result<std::size_t> learn_as_crafty(CraftyFile& book, std::span<const PlayedMove> moves) {
  auto noted = note_moves(book, moves);
  if (!noted) return noted.error();
  std::vector<Note>& notes = *noted;
  const auto choices = std::max<std::ptrdiff_t>(std::ranges::count(notes, true, &Note::had_others), 1);
  std::vector<std::pair<std::uint64_t, float>> written;
  float chosen = 0;
  for (const Note& note : notes) {
    chosen += note.had_others ? 1.0F : 0.0F;
    // A position that came twice has learned from its first time.
    const auto earlier = std::ranges::find(written.rbegin(), written.rend(), note.learn_offset,
                                           &std::pair<std::uint64_t, float>::first);
    const float before = earlier == written.rend() ? note.before : earlier->second;
    const float value = worth_of(moves.front()) * chosen / static_cast<float>(choices);
    written.emplace_back(note.learn_offset, after_game(before, value));
    if (auto done = book.write_learn(note.learn_offset, written.back().second); !done) {
      for (auto back = notes.rend() - static_cast<std::ptrdiff_t>(written.size()); back != notes.rend();
           ++back)
        (void)book.write_learn(back->learn_offset, back->before);
      return done.error();
    }
  }
  return notes.size();
}

}  // namespace polyglot::book
