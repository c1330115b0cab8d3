// SPDX-License-Identifier: MIT
/// Reading of PGN by stages: cut into chunks, cut into tags and tokens, played, read as trees. The text is
/// made of real games where POLYGLOT_SHARED_DATA has them, else of games played at random, repeated to the
/// size that make-book is measured with.
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>

#include <polyglot/chess/notation.hpp>
#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_tree.hpp>
#include <polyglot/pgn/game_walk.hpp>
#include <polyglot/pgn/input.hpp>

namespace {

using namespace polyglot;

constexpr std::size_t kSize = std::size_t{34} << 20;
constexpr std::array kCollections = {"scarborough_2001.pgn", "kramnik.pgn", "great_masters.pgn"};

std::string real_games() {
  std::string text;
  for (const char* name : kCollections) {
    std::ifstream file(std::string(POLYGLOT_SHARED_DATA "/pgn/") + name, std::ios::binary);
    text.append(std::istreambuf_iterator<char>(file), {});
  }
  return text;
}

std::string random_game(std::mt19937& random) {
  constexpr std::size_t kPlies = 80;
  std::string text = "[Event \"Benchmark\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";
  chess::Position position;
  for (std::size_t ply = 0; ply < kPlies; ++ply) {
    const chess::MoveList moves = position.legal_moves();
    if (moves.empty()) break;
    if (ply % 2 == 0) text += std::to_string(ply / 2 + 1) + ". ";
    const chess::Move move = moves[random() % moves.size()];
    text += chess::to_san(position, move) + (ply % 16 == 15 ? '\n' : ' ');
    position.make(move);
  }
  return text + "*\n\n";
}

std::string some_games() {
  std::string text = real_games();
  std::mt19937 random(20240229);
  for (int games = text.empty() ? 1000 : 0; games > 0; --games) text += random_game(random);
  return text;
}

const std::string& games() {
  static const std::string text = [] {
    const std::string once = some_games();
    std::string repeated;
    while (repeated.size() < kSize) repeated += once;
    return repeated;
  }();
  return text;
}

void count_bytes(benchmark::State& state) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(games().size()));
}

/// The input is copied outside of the measured time.
void cut_chunks(benchmark::State& state) {
  pgn::Chunk chunk;
  for (auto _ : state) {
    state.PauseTiming();
    auto input = pgn::Input::from_bytes(games(), "games");
    pgn::ChunkReader reader(std::move(*input));
    state.ResumeTiming();
    for (auto more = reader.next(chunk); more && *more; more = reader.next(chunk)) {
      benchmark::DoNotOptimize(chunk.text().data());
    }
  }
  count_bytes(state);
}
BENCHMARK(cut_chunks)->Unit(benchmark::kMillisecond);

/// Hands each game to `visit`.
template <class Visit>
void read_games(benchmark::State& state, Visit visit) {
  pgn::GameText game;
  for (auto _ : state) {
    pgn::GameReader reader(games());
    while (reader.next(game)) visit(game);
  }
  count_bytes(state);
}

/// The counter for one reading. `total`: of all readings
benchmark::Counter per_reading(std::size_t total) {
  return {static_cast<double>(total), benchmark::Counter::kAvgIterations};
}

void tokenise(benchmark::State& state) {
  std::size_t count = 0;
  std::size_t moves = 0;
  read_games(state, [&](const pgn::GameText& game) {
    ++count;
    moves += game.moves().size();
  });
  state.counters["games"] = per_reading(count);
  state.counters["moves"] = per_reading(moves);
}
BENCHMARK(tokenise)->Unit(benchmark::kMillisecond);

void play_moves(benchmark::State& state) {
  std::size_t plies = 0;
  chess::Key keys = 0;
  read_games(state, [&](const pgn::GameText& game) {
    plies += pgn::walk(game, [&](const chess::Position& position, chess::Move, std::size_t) {
               keys ^= position.key();
             }).plies;
  });
  benchmark::DoNotOptimize(keys);
  state.counters["plies"] = per_reading(plies);
}
BENCHMARK(play_moves)->Unit(benchmark::kMillisecond);

/// Tokenises the text twice, as for games with variations or marks.
void read_trees(benchmark::State& state) {
  std::size_t moves = 0;
  pgn::GameTree tree;
  read_games(state, [&](const pgn::GameText& game) {
    tree.read(game);
    moves += tree.moves().size();
  });
  state.counters["moves"] = per_reading(moves);
}
BENCHMARK(read_trees)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
