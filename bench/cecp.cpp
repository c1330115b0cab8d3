// SPDX-License-Identifier: MIT
// bench_cecp [-rounds N] [-moves N] [-lines N] [-ours PROGRAM] [-before PROGRAM]: how fast an XBoard GUI gets
// the lines of a UCI engine through Polyglot. Measures Polyglot 2.0.4, ours, and with -before another build
// of ours, in alternation, and prints a table of medians over the rounds with the project's goals.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "child.hpp"
#include "report.hpp"
#include "scratch.hpp"
#include "statistics.hpp"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Arguments {
  int rounds = 5;
  std::size_t moves = 2000;
  std::size_t lines = 1'000'000;
  fs::path ours = bench::own_folder().parent_path() / "polyglot";
  fs::path before;  ///< empty: none
};

struct Figures {
  double move_p50_us = 0;  ///< usermove to move, with one thinking line
  double move_p99_us = 0;
  double lines_per_s = 0;  ///< of thinking output
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view option = argv[i];
    if (option == "-ours") {
      arguments.ours = argv[i + 1];
    } else if (option == "-before") {
      arguments.before = argv[i + 1];
    } else if (option == "-rounds") {
      arguments.rounds = std::stoi(argv[i + 1]);
    } else if (option == "-moves") {
      arguments.moves = std::stoul(argv[i + 1]);
    } else if (option == "-lines") {
      arguments.lines = std::stoul(argv[i + 1]);
    } else {
      throw std::runtime_error("unknown option " + std::string(option));
    }
  }
  return arguments;
}

double microseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

void greet(bench::Child& child) {
  child.say("xboard\nprotover 2\n");
  child.read_until("feature done=1");
}

void time_moves(const std::string& program, const std::string& settings, std::size_t moves,
                Figures& figures) {
  bench::Child child({program, settings});
  greet(child);
  std::vector<double> samples;
  for (std::size_t i = 0; i < moves; ++i) {
    child.say("new\npost\neasy\nst 5\nping 1\n");
    child.read_until("pong");
    const auto start = Clock::now();
    child.say("usermove e2e4\n");
    child.read_until("move ");
    samples.push_back(microseconds_since(start));
  }
  figures.move_p50_us = bench::median(samples);
  figures.move_p99_us = bench::quantile(samples, 0.99);
}

void time_thinking(const std::string& program, const std::string& settings, std::size_t lines,
                   Figures& figures) {
  bench::Child child({program, settings});
  greet(child);
  child.say("new\npost\nst 5\nping 1\n");
  child.read_until("pong");
  const auto start = Clock::now();
  child.say("go\n");
  const std::size_t seen = child.read_until("move ");
  figures.lines_per_s = static_cast<double>(lines) / microseconds_since(start) * 1e6;
  // Each line, the last one again, and the move.
  if (seen != lines + 2) throw std::runtime_error(program + " lost lines: " + std::to_string(seen) + " came");
}

class Subject {
 public:
  Subject(std::string program, const Arguments& arguments, const bench::Scratch& scratch)
      : program_(std::move(program)), arguments_(arguments) {
    const std::string engine = (bench::own_folder() / "bench_engine").string();
    const std::string name = fs::path(program_).filename().string();
    const auto ini = [&](const char* kind, const std::string& flags) {
      return scratch.write((name + kind).c_str(), "[PolyGlot]\nEngineCommand = " + engine + flags + "\n");
    };
    moves_ = ini("-moves.ini", " -thinking 1");
    thinking_ = ini("-thinking.ini", " -thinking " + std::to_string(arguments.lines));
  }

  [[nodiscard]] Figures measure() const {
    Figures figures;
    time_moves(program_, moves_, arguments_.moves, figures);
    time_thinking(program_, thinking_, arguments_.lines, figures);
    return figures;
  }

 private:
  std::string program_;
  const Arguments& arguments_;
  std::string moves_;
  std::string thinking_;
};

using Rounds = std::vector<Figures>;

double median_of(const Rounds& rounds, double Figures::*figure) {
  std::vector<double> values;
  for (const Figures& round : rounds) values.push_back(round.*figure);
  return bench::median(values);
}

double ratio(const Rounds& rounds, const Rounds& base, double Figures::*figure) {
  std::vector<double> values;
  for (std::size_t i = 0; i < rounds.size(); ++i) values.push_back(rounds[i].*figure / base[i].*figure);
  return bench::median(values);
}

void print_row(const char* name, const Rounds& rounds) {
  std::printf("| %s | %.1f | %.1f | %.3f |\n", name, median_of(rounds, &Figures::move_p50_us),
              median_of(rounds, &Figures::move_p99_us), median_of(rounds, &Figures::lines_per_s) / 1e6);
}

void run(const Arguments& arguments) {
  const bench::Scratch scratch;
  const fs::path old = fs::exists(bench::kOldPolyglot) ? bench::kOldPolyglot : "";
  const fs::path programs[] = {arguments.ours, arguments.before, old};
  Rounds rounds[std::size(programs)];
  for (int i = 0; i < arguments.rounds; ++i) {
    for (std::size_t p = 0; p < std::size(programs); ++p) {
      if (programs[p].empty()) continue;
      rounds[p].push_back(Subject(programs[p].string(), arguments, scratch).measure());
    }
  }
  const auto& [ours, before, oldest] = rounds;

  std::printf("%u processors; medians of %d rounds, %zu moves, %zu lines of thinking\n\n",
              std::thread::hardware_concurrency(), arguments.rounds, arguments.moves, arguments.lines);
  std::printf("| subject | usermove p50 us | p99 us | thinking Mlines/s |\n|---|--:|--:|--:|\n");
  print_row("polyglot (ours)", ours);
  if (!before.empty()) {
    print_row("polyglot (before)", before);
    std::printf("| ours / before | %.3f | %.3f | %.3f |\n", ratio(ours, before, &Figures::move_p50_us),
                ratio(ours, before, &Figures::move_p99_us), ratio(ours, before, &Figures::lines_per_s));
  }
  if (oldest.empty()) return;
  print_row("Polyglot 2.0.4", oldest);
  bench::print_goals_heading();
  bench::print_goal("usermove to move / Polyglot 2.0.4", ratio(ours, oldest, &Figures::move_p50_us),
                    "<=", 0.7);
  bench::print_goal("thinking lines / Polyglot 2.0.4", ratio(ours, oldest, &Figures::lines_per_s), ">=", 6);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::report_failure("bench_cecp", [&] { run(parse(argc, argv)); });
}
