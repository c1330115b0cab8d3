// SPDX-License-Identifier: MIT
// bench_store [VERDICTS [FOLDER]]: fills a new store with verdicts on positions of random games, and prints
// its bytes for a verdict, and how many verdicts a second are kept and found, and looked for without being
// there. Each verdict has one move, its score and a variation of nine moves, as analyse keeps them. Then the
// same with chances.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <polyglot/analysis/store.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/position.hpp>

namespace {

using polyglot::Result;
using polyglot::analysis::Score;
using polyglot::analysis::Store;
using polyglot::analysis::Verdict;
using Position = polyglot::game::Position;

constexpr std::size_t kBatch = 10000;  ///< positions that are made between two measurements
constexpr std::size_t kVariation = 9;  ///< moves

template <class Value>
Value need(Result<Value> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "bench_store: %s\n", result.error().to_string().c_str());
  std::exit(1);
}

struct Judged {
  Position position;
  Verdict verdict;
};

/// Positions of random games with verdicts on them, the same for the same seed.
class Maker {
 public:
  Maker(std::uint64_t seed, bool has_chances) : random_(seed), has_chances_(has_chances) {}

  std::vector<Judged> batch(std::size_t size) {
    std::vector<Judged> made;
    while (made.size() < size) {
      if (!step(game_) || ++plies_ > 80) {
        game_ = Position();
        plies_ = 0;
        continue;
      }
      if (plies_ > 6 && game_.has_legal_move()) made.push_back({game_, verdict()});
    }
    return made;
  }

 private:
  bool step(Position& position) {
    const auto moves = position.legal_moves();
    if (moves.empty()) return false;
    position.make(moves[below(moves.size())]);
    return true;
  }
  std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
  }

  Verdict verdict() {
    Verdict verdict{.depth = 20,
                    .nodes = 100000 + below(1000),
                    .milliseconds = 50 + below(100),
                    .date = 1700000000 + static_cast<std::int64_t>(below(1000000))};
    Position after = game_;
    while (verdict.variation.size() < kVariation) {
      const auto moves = after.legal_moves();
      if (moves.empty()) break;
      verdict.variation.push_back(moves[below(moves.size())]);
      after.make(verdict.variation.back());
    }
    verdict.moves.push_back(
        {verdict.variation.front(), Score::centipawns(static_cast<std::int64_t>(below(400)) - 200)});
    if (has_chances_)
      verdict.chances = {.wins = static_cast<int>(below(300)), .draws = static_cast<int>(below(700))};
    return verdict;
  }

  std::mt19937_64 random_;
  bool has_chances_;
  Position game_;
  int plies_ = 0;
};

struct Run {
  std::filesystem::path file;
  std::size_t count = 0;
  bool has_chances = false;
};

/// Calls `use` for each position, and returns the calls per second.
double rate(const Run& run, std::uint64_t seed, const std::function<void(const Judged&)>& use) {
  using Clock = std::chrono::steady_clock;
  Maker maker(seed, run.has_chances);
  Clock::duration used{0};
  for (std::size_t done = 0; done < run.count; done += kBatch) {
    const auto batch = maker.batch(std::min(kBatch, run.count - done));
    const auto start = Clock::now();
    for (const Judged& judged : batch) use(judged);
    used += Clock::now() - start;
  }
  return static_cast<double>(run.count) / std::chrono::duration<double>(used).count();
}

/// Prints a row, and returns whether all verdicts were found.
bool measure(const Run& run) {
  std::filesystem::remove(run.file);
  std::uint64_t kept = 0;
  double puts = 0;
  {
    Store store = need(Store::open(run.file.string()));
    const auto judge =
        need(store.add_judge({.engine = "Engine 1", .variant = "normal", .limits = {.nodes = 100000}}));
    puts = rate(run, 1, [&](const Judged& judged) {
      if (const auto put = store.put(judge, judged.position, judged.verdict); !put) {
        std::fprintf(stderr, "bench_store: %s\n", put.error().to_string().c_str());
        std::exit(1);
      }
    });
    kept = need(store.size());
  }
  const auto bytes = static_cast<double>(std::filesystem::file_size(run.file));
  const Store store = need(Store::open_to_read(run.file.string()));
  std::size_t found = 0;
  const auto find = [&](const Judged& judged) { found += need(store.find(1, judged.position)) ? 1U : 0U; };
  const double finds = rate(run, 1, find);
  const std::size_t all = found;
  const double misses = rate(run, 2, find);
  std::printf("| %llu | %s | %.1f | %.0f | %.0f | %.0f |\n", static_cast<unsigned long long>(kept),
              run.has_chances ? "yes" : "no", bytes / static_cast<double>(kept), puts, finds, misses);
  std::fflush(stdout);
  std::filesystem::remove(run.file);
  if (all == run.count) return true;
  std::fprintf(stderr, "bench_store: only %zu of %zu were found\n", all, run.count);
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000000;
  const std::filesystem::path folder = argc > 2 ? argv[2] : std::filesystem::temp_directory_path().string();
  std::printf(
      "| verdicts | chances | bytes each | kept/s | found/s | absent/s |\n|---|---|---|---|---|---|\n");
  bool is_whole = true;
  for (const bool has_chances : {false, true})
    is_whole =
        measure({.file = folder / "bench_store.db", .count = count, .has_chances = has_chances}) && is_whole;
  return is_whole ? 0 : 1;
}
