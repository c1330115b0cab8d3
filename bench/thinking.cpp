// SPDX-License-Identifier: MIT
// bench_thinking: lines a second from an engine's info line to XBoard's thinking output, read, put into SAN
// and written; and what each of the three takes.
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/session/thinking.hpp>

namespace {

using polyglot::chess::CastlingNotation;
using polyglot::chess::Move;
using polyglot::chess::MoveList;
using polyglot::chess::Position;
using polyglot::protocol::CecpFront;
using polyglot::protocol::Info;
using polyglot::protocol::parse_uci_info;
using polyglot::session::ThinkingOutput;

constexpr std::size_t kLines = 100'000;
constexpr std::string_view kMiddleGame = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/// How the variation of one line differs from that of the line before.
struct Habit {
  std::size_t kept_moves;  ///< at the least
  unsigned changes;        ///< lines in a hundred that change at all
};

/// An engine's variations: it ponders over the tail and keeps the head.
class Variations {
 public:
  explicit Variations(Habit habit) : habit_(habit) {}

  std::string next() {
    if (moves_.empty() || random_() % 100 < habit_.changes) change();
    std::string text;
    for (const Move move : moves_) {
      if (!text.empty()) text += ' ';
      text += to_uci(move, CastlingNotation::king_to_destination);
    }
    return text;
  }

 private:
  void change() {
    const std::size_t length = 8 + random_() % 13;
    const std::size_t span = moves_.size() > habit_.kept_moves ? moves_.size() - habit_.kept_moves + 1 : 1;
    moves_.resize(std::min({moves_.size(), length, habit_.kept_moves + random_() % span}));
    Position position = Position::from_fen(kMiddleGame).value();
    for (const Move move : moves_) position.make(move);
    while (moves_.size() < length) {
      const MoveList legal = position.legal_moves();
      if (legal.empty()) return;
      moves_.push_back(legal[random_() % legal.size()]);
      position.make(moves_.back());
    }
  }

  Habit habit_;
  std::mt19937 random_{20240229};
  std::vector<Move> moves_;
};

/// One block of text, as lines come out of a pipe.
struct Lines {
  std::string text;
  std::vector<std::string_view> views;
};

/// Lines as Stockfish writes them, all deep enough to be shown.
Lines stockfish_lines(Habit habit) {
  Variations variations(habit);
  Lines lines;
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < kLines; ++i) {
    const std::string nodes = std::to_string(1000 * i + 123);
    lines.text +=
        "info depth " + std::to_string(10 + i / 1000) + " seldepth " + std::to_string(20 + i / 1000) +
        " multipv 1 score cp " + std::to_string(static_cast<int>(i % 1000) - 500) + " nodes " + nodes +
        " nps 1234567 hashfull 345 tbhits 0 time " + std::to_string(i) + " pv " + variations.next() + '\n';
    ends.push_back(lines.text.size() - 1);
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    lines.views.push_back(std::string_view(lines.text).substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// The same variation for some lines, then another tail: what a search prints.
constexpr Habit kSearch{.kept_moves = 4, .changes = 25};
/// Another tail every time.
constexpr Habit kRestless{.kept_moves = 4, .changes = 100};
/// Nothing in common from line to line.
constexpr Habit kForgetful{.kept_moves = 0, .changes = 100};

constexpr std::array kHabits = {kSearch, kRestless, kForgetful};

Habit habit_of(const benchmark::State& state) {
  return kHabits[static_cast<std::size_t>(state.range(0))];
}

void count_lines(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kLines));
}

void parse_info(benchmark::State& state) {
  const auto lines = stockfish_lines(habit_of(state));
  for (auto _ : state) {
    for (const std::string_view line : lines.views) benchmark::DoNotOptimize(parse_uci_info(line));
  }
  count_lines(state);
}
BENCHMARK(parse_info)->Arg(0)->Unit(benchmark::kMillisecond);

void info_to_thinking(benchmark::State& state) {
  const auto lines = stockfish_lines(habit_of(state));
  const polyglot::game::Game game = polyglot::game::Game().from_fen(kMiddleGame).value();
  const CecpFront front;
  const polyglot::config::Options options;
  ThinkingOutput thinking(options);
  std::string out;
  for (auto _ : state) {
    thinking.begin(game, false);
    std::size_t shown = 0;
    for (const std::string_view line : lines.views) {
      const auto* const output = thinking.add(parse_uci_info(line));
      if (output == nullptr) continue;
      out.clear();
      front.print(*output, out);
      ++shown;
      benchmark::DoNotOptimize(out.data());
    }
    if (shown != kLines) state.SkipWithError("lines were left out");
  }
  count_lines(state);
}
BENCHMARK(info_to_thinking)->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
