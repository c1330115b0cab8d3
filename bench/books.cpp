// SPDX-License-Identifier: MIT
// bench_books: a position looked up in a book of Crafty, and in one of Polyglot with the same moves.
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/crafty.hpp>
#include <polyglot/book/move_code.hpp>

#include "scratch.hpp"

namespace {

namespace book = polyglot::book;
namespace chess = polyglot::chess;

constexpr int kGames = 5000;
constexpr int kPlies = 30;

/// Random games, of which each choice is among a few moves, so that positions come again.
class Books {
 public:
  Books() {
    std::mt19937 random(1);
    for (int game = 0; game < kGames; ++game) {
      chess::Position position;
      for (int ply = 0; ply < kPlies; ++ply) {
        const chess::MoveList legal = position.legal_moves();
        if (legal.empty()) break;
        const chess::Move move = legal[random() % std::min<std::size_t>(legal.size(), 4)];
        add(position, move);
        position.make(move);
      }
    }
    std::vector<book::CraftyRecord> records;
    book::CraftyClusters clusters;
    for (const auto& [key, record] : crafty_) {
      records.push_back(record);
      clusters.set(record.cluster());
    }
    std::vector<book::RawEntry> entries;
    for (const auto& [move, entry] : polyglot_) entries.push_back(entry);
    book::write_crafty_book(crafty_path_, records, clusters).value();
    book::write_bin_book(polyglot_path_, std::move(entries)).value();
  }

  [[nodiscard]] const std::string& crafty() const noexcept { return crafty_path_; }
  [[nodiscard]] const std::string& polyglot() const noexcept { return polyglot_path_; }
  [[nodiscard]] const std::vector<chess::Position>& positions() const noexcept { return positions_; }

 private:
  void add(const chess::Position& position, chess::Move move) {
    chess::Position next = position;
    next.make(move);
    const std::uint64_t key = book::crafty_record_key(book::crafty_signature(position),
                                                      book::crafty_signature(next), position.side_to_move());
    ++crafty_.try_emplace(key, book::CraftyRecord{.key = key, .status = 0xe0}).first->second.count;
    const std::uint16_t code = book::encode_move(move);
    const auto [entry, is_new] = polyglot_.try_emplace(
        {position.key(), code}, book::RawEntry{.key = position.key(), .move = code, .weight = 1});
    if (is_new) positions_.push_back(position);
  }

  bench::Scratch scratch_;
  std::string crafty_path_ = scratch_.write("crafty.bin", "");
  std::string polyglot_path_ = scratch_.write("polyglot.bin", "");
  std::map<std::uint64_t, book::CraftyRecord> crafty_;
  std::map<std::pair<chess::Key, std::uint16_t>, book::RawEntry> polyglot_;
  std::vector<chess::Position> positions_;
};

const Books& books() {
  static const Books made;
  return made;
}

void probe(benchmark::State& state, const book::BookSource& source) {
  std::size_t next = 0;
  for (auto _ : state) {
    const auto moves = source.find(books().positions()[next]);
    benchmark::DoNotOptimize(moves.total_weight);
    next = (next + 1) % books().positions().size();
  }
  state.SetItemsProcessed(state.iterations());
}

void probe_polyglot(benchmark::State& state) {
  probe(state, *book::BinBook::open(books().polyglot()).value());
}

void probe_crafty(benchmark::State& state) {
  probe(state, *book::open_book(books().crafty(), book::BookFormat::crafty).value());
}

BENCHMARK(probe_polyglot);
BENCHMARK(probe_crafty);

}  // namespace

BENCHMARK_MAIN();
