// SPDX-License-Identifier: MIT
// bench_explore_regret [-games N] [-seeds N] [-svg FILE]: plays explore, weighted, and weighted with
// BookLearn in positions whose moves have known win rates, with results that come at once and 64 games late.
// Prints what each has lost against always playing the best move (regret), in points, and draws the curves of
// the first position.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <fstream>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/selection.hpp>

#include "report.hpp"

namespace {

namespace book = polyglot::book;

constexpr std::size_t kLate = 64;

/// A move of the book, and its win rate, which the book does not know.
struct Arm {
  std::uint32_t weight = 0;
  double score = 0;  ///< points a game, in [0, 1]
};

struct World {
  std::string_view name;
  std::vector<Arm> arms;
};

const std::vector<World> kWorlds = {
    {"the book is wrong", {{400, 0.46}, {300, 0.50}, {200, 0.48}, {60, 0.62}, {40, 0.44}}},
    {"the book is right", {{400, 0.60}, {300, 0.50}, {200, 0.48}, {60, 0.44}, {40, 0.40}}},
    {"ten moves, nearly alike",
     {{300, 0.50},
      {200, 0.54},
      {150, 0.48},
      {100, 0.52},
      {80, 0.55},
      {60, 0.45},
      {40, 0.50},
      {30, 0.47},
      {20, 0.44},
      {20, 0.40}}},
    {"one move wins, one loses", {{500, 0.20}, {500, 0.80}}},
};

struct Player {
  std::string_view name;
  book::SelectionPolicy policy;
  std::size_t late = 0;
  std::string_view style;  ///< class of its curve in the picture
};

const std::vector<Player> kPlayers = {
    {"weighted", {.mode = book::ChoiceMode::weighted}, 0, "weighted"},
    {"weighted with BookLearn", {.mode = book::ChoiceMode::weighted, .by_results = true}, 0, "learning"},
    {"explore, results 64 games late", {.mode = book::ChoiceMode::explore}, kLate, "late"},
    {"explore", {.mode = book::ChoiceMode::explore}, 0, "explore"},
};

struct Arguments {
  std::size_t games = 2000;
  std::uint64_t seeds = 40;
  std::string svg;
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view option = argv[i];
    if (option == "-games") {
      arguments.games = std::stoul(argv[i + 1]);
    } else if (option == "-seeds") {
      arguments.seeds = std::stoul(argv[i + 1]);
    } else if (option == "-svg") {
      arguments.svg = argv[i + 1];
    } else {
      throw std::runtime_error("unknown option " + std::string(option));
    }
  }
  if (argc % 2 == 0) throw std::runtime_error("no value for " + std::string(argv[argc - 1]));
  return arguments;
}

/// One position of a book that learns.
class Table {
 public:
  explicit Table(const World& world) : arms_(world.arms) {
    for (const Arm& arm : arms_) {
      book::BookMove& entry = moves_.moves.emplace_back();
      const int number = static_cast<int>(moves_.moves.size());
      entry.move = polyglot::chess::Move(polyglot::chess::Square(0), polyglot::chess::Square(number));
      entry.weight = arm.weight;
      moves_.total_weight += arm.weight;
      best_ = std::max(best_, arm.score);
    }
    learned_.results.resize(arms_.size());
  }

  /// The number of the move that the player chooses.
  [[nodiscard]] std::size_t choose(const book::SelectionPolicy& policy, const book::RandomSource& random) {
    learned_.total_weight = 0;
    for (std::size_t i = 0; i < arms_.size(); ++i)
      learned_.total_weight += book::learned_weight(arms_[i].weight, learned_.results[i]);
    std::vector<book::Candidate> candidates = book::judge(moves_, &learned_, policy);
    book::settle(candidates, policy);
    const auto choice = book::choose(candidates, random).value();
    return static_cast<std::size_t>(
        std::get<polyglot::chess::Move>(choice.candidate.entry.move).to().index() - 1);
  }

  /// Half points of a game with the move: three in ten are drawn.
  [[nodiscard]] std::uint16_t play(std::size_t number, const book::RandomSource& random) const {
    constexpr double kDrawn = 0.3;
    constexpr std::uint32_t kBound = 1U << 20U;
    const double won = arms_[number].score - kDrawn / 2;
    const double drawn = random(kBound) / static_cast<double>(kBound);
    return drawn < won ? 2 : drawn < won + kDrawn ? 1 : 0;
  }

  void learn(std::size_t number, std::uint16_t half_points) {
    ++learned_.results[number].games;
    learned_.results[number].points =
        static_cast<std::uint16_t>(learned_.results[number].points + half_points);
  }

  [[nodiscard]] double loss(std::size_t number) const { return best_ - arms_[number].score; }

 private:
  std::vector<Arm> arms_;
  book::BookMoves moves_;
  book::LearnedMoves learned_;
  double best_ = 0;
};

/// Regret after each game, added to `sums`.
void play_games(const World& world, const Player& player, std::uint64_t seed, std::vector<double>& sums) {
  Table table(world);
  const book::RandomSource choices = book::make_random_source(2 * seed + 1);
  const book::RandomSource results = book::make_random_source(2 * seed + 2);
  std::deque<std::pair<std::size_t, std::uint16_t>> running;
  double regret = 0;
  for (double& sum : sums) {
    const std::size_t number = table.choose(player.policy, choices);
    regret += table.loss(number);
    sum += regret;
    running.emplace_back(number, table.play(number, results));
    if (running.size() <= player.late) continue;
    table.learn(running.front().first, running.front().second);
    running.pop_front();
  }
}

/// Mean regret after each game.
std::vector<double> regret_of(const World& world, const Player& player, const Arguments& arguments) {
  std::vector<double> sums(arguments.games);
  for (std::uint64_t seed = 0; seed < arguments.seeds; ++seed) play_games(world, player, seed, sums);
  for (double& sum : sums) sum /= static_cast<double>(arguments.seeds);
  return sums;
}

/// The picture's coordinates, in pixels.
struct Frame {
  double left = 70;
  double right = 610;
  double top = 50;
  double bottom = 350;
  double games = 0;   ///< at the right
  double regret = 0;  ///< at the top

  [[nodiscard]] double x(double number) const { return left + (right - left) * number / games; }
  [[nodiscard]] double y(double points) const { return bottom - (bottom - top) * points / regret; }
};

constexpr std::string_view kStyle =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 410" role="img"
  aria-label="Points lost against the best move, by games played: explore and weighted">
<style>
  svg { --ink: #24292f; --grid: #d0d7de; --page: #ffffff; font: 14px sans-serif; }
  .weighted { --line: #c2410c; } .learning { --line: #7c5e10; } .late { --line: #1d6fb8; } .explore { --line: #157f3b; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e6edf3; --grid: #3d444d; --page: #0d1117; }
    .weighted { --line: #fb923c; } .learning { --line: #e3c44a; } .late { --line: #6cb6ff; } .explore { --line: #56d364; }
  }
  rect { fill: var(--page); } text { fill: var(--ink); } text.curve { fill: var(--line); }
  line { stroke: var(--grid); } polyline { fill: none; stroke: var(--line); stroke-width: 2.5; }
  .late polyline { stroke-dasharray: 7 4; }
  .right { text-anchor: end; } .middle { text-anchor: middle; }
</style>
<rect width="880" height="410"/>
)";

/// The next greater number of the form 1, 2 or 5 times a power of ten.
double round_step(double number) {
  double step = 1;
  for (;;) {
    for (const double factor : {1, 2, 5})
      if (factor * step >= number) return factor * step;
    step *= 10;
  }
}

void draw_grid(std::ostream& out, const Frame& frame) {
  constexpr int kLines = 5;
  constexpr double kGap = 10;
  constexpr double kDescent = 5;
  constexpr double kBelow = 22;
  const double points = round_step(frame.regret / kLines);
  for (double at = 0; at <= frame.regret; at += points) {
    const double y = frame.y(at);
    out << fmt::format(R"(<line x1="{}" y1="{:.1f}" x2="{}" y2="{:.1f}"/>)", frame.left, y, frame.right, y)
        << fmt::format(R"(<text class="right" x="{}" y="{:.1f}">{}</text>)", frame.left - kGap, y + kDescent,
                       at)
        << '\n';
  }
  const double games = round_step(frame.games / kLines);
  for (double at = 0; at <= frame.games; at += games)
    out << fmt::format(R"(<text class="middle" x="{:.1f}" y="{}">{}</text>)", frame.x(at),
                       frame.bottom + kBelow, at)
        << '\n';
  out << fmt::format(R"(<text x="{}" y="30">points lost against the best move</text>)", frame.left)
      << fmt::format(R"(<text class="middle" x="{:.1f}" y="{}">games played</text>)",
                     frame.x(frame.games / 2), frame.bottom + 2 * kBelow)
      << '\n';
}

void draw_curve(std::ostream& out, const Frame& frame, const Player& player,
                const std::vector<double>& regret, double label_at) {
  constexpr std::size_t kPoints = 200;
  constexpr double kGap = 10;
  const std::size_t step = std::max<std::size_t>(regret.size() / kPoints, 1);
  out << fmt::format(R"(<g class="{}"><polyline points=")", player.style);
  for (std::size_t i = 0; i < regret.size(); i += step)
    out << fmt::format("{:.1f},{:.1f} ", frame.x(static_cast<double>(i + 1)), frame.y(regret[i]));
  out << fmt::format("{:.1f},{:.1f}\"/>", frame.x(frame.games), frame.y(regret.back()))
      << fmt::format(R"(<text class="curve" x="{}" y="{:.1f}">{}: {:.0f}</text></g>)", frame.right + kGap,
                     label_at, player.name, regret.back())
      << '\n';
}

/// `curves`: one for each of kPlayers. Labels stand at the ends of curves, one under the other.
void draw(const std::string& path, const std::vector<std::vector<double>>& curves) {
  constexpr double kLineHeight = 20;
  Frame frame{.games = static_cast<double>(curves.front().size())};
  for (const auto& curve : curves) frame.regret = std::max(frame.regret, curve.back());
  std::ofstream out(path);
  out << kStyle;
  draw_grid(out, frame);
  double label_at = 0;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    label_at = std::max(label_at + kLineHeight, frame.y(curves[i].back()));
    draw_curve(out, frame, kPlayers[i], curves[i], label_at);
  }
  out << "</svg>\n";
  if (!out.flush()) throw std::runtime_error("cannot write " + path);
}

void run(const Arguments& arguments) {
  fmt::print("Points lost against the best move, after {} games, mean of {} seeds\n\n| ", arguments.games,
             arguments.seeds);
  for (const Player& player : kPlayers) fmt::print("| {} ", player.name);
  fmt::print("|\n|---|--:|--:|--:|--:|\n");
  std::vector<std::vector<double>> drawn;
  for (const World& world : kWorlds) {
    fmt::print("| {} ", world.name);
    for (const Player& player : kPlayers) {
      std::vector<double> regret = regret_of(world, player, arguments);
      fmt::print("| {:.1f} ", regret.back());
      if (&world == &kWorlds.front()) drawn.push_back(std::move(regret));
    }
    fmt::print("|\n");
  }
  if (!arguments.svg.empty()) draw(arguments.svg, drawn);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::report_failure("bench_explore_regret", [&] { run(parse(argc, argv)); });
}
