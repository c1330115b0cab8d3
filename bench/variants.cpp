// SPDX-License-Identifier: MIT
// bench_variants: a move and the key after it, and all legal moves of a position, in several variants and in
// chess.
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <polyglot/chess/position.hpp>
#include <polyglot/variants/catalogue.hpp>
#include <polyglot/variants/position.hpp>

namespace {

using polyglot::variants::Catalogue;
using polyglot::variants::Move;
using polyglot::variants::Position;

constexpr int kPlies = 40;

/// The moves of one random game.
std::vector<Move> random_game(const Position& start) {
  std::mt19937 random(1);
  std::vector<Move> game;
  Position position = start;
  for (int ply = 0; ply < kPlies; ++ply) {
    const std::vector<Move> moves = position.legal_moves();
    if (moves.empty()) break;
    game.push_back(moves[random() % moves.size()]);
    position.make(game.back());
  }
  return game;
}

void make_and_key(benchmark::State& state, const std::string& name) {
  const auto variant = Catalogue::builtin().find(name).value();
  const Position start(*variant);
  const std::vector<Move> game = random_game(start);
  for (auto _ : state) {
    Position position = start;
    for (const Move& move : game) {
      position.make(move);
      benchmark::DoNotOptimize(position.key());
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(game.size()));
}

void legal_moves(benchmark::State& state, const std::string& name) {
  const auto variant = Catalogue::builtin().find(name).value();
  Position position(*variant);
  for (const Move& move : random_game(position)) position.make(move);
  std::vector<Move> moves;
  for (auto _ : state) {
    position.legal_moves(moves);
    benchmark::DoNotOptimize(moves.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(moves.size()));
}

void chess_make_and_key(benchmark::State& state) {
  std::mt19937 random(1);
  std::vector<polyglot::chess::Move> game;
  polyglot::chess::Position position;
  for (int ply = 0; ply < kPlies; ++ply) {
    const auto moves = position.legal_moves();
    game.push_back(moves[random() % moves.size()]);
    position.make(game.back());
  }
  for (auto _ : state) {
    polyglot::chess::Position played;
    for (const auto move : game) {
      played.make(move);
      benchmark::DoNotOptimize(played.key());
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(game.size()));
}

BENCHMARK(chess_make_and_key);
BENCHMARK_CAPTURE(make_and_key, normal, "normal");
BENCHMARK_CAPTURE(make_and_key, crazyhouse, "crazyhouse");
BENCHMARK_CAPTURE(make_and_key, shogi, "shogi");
BENCHMARK_CAPTURE(make_and_key, chu, "chu");
BENCHMARK_CAPTURE(legal_moves, normal, "normal");
BENCHMARK_CAPTURE(legal_moves, crazyhouse, "crazyhouse");
BENCHMARK_CAPTURE(legal_moves, shogi, "shogi");
BENCHMARK_CAPTURE(legal_moves, xiangqi, "xiangqi");
BENCHMARK_CAPTURE(legal_moves, chu, "chu");

}  // namespace

BENCHMARK_MAIN();
