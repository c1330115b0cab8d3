// SPDX-License-Identifier: MIT
// bench_perft [depth...]: counts the leaves of the start position, with our move generator and with
// Stockfish in alternation, and prints median processor times and their ratio. Processor time, because wall
// clock time on a busy machine says more about the neighbours.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <system_error>
#include <vector>

#include <polyglot/chess/position.hpp>

#include "statistics.hpp"

namespace {

constexpr std::string_view kMark = "Nodes searched: ";
constexpr int kRuns = 5;
constexpr double kGoal = 1.1;  ///< of Stockfish's time

struct Run {
  std::uint64_t leaves = 0;
  double seconds = 0;
};

/// Processor time used so far by this process or by its children that have ended.
double used_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::optional<std::string> find_stockfish() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(std::string(path == nullptr ? "" : path) + ":/usr/games");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path candidate = std::filesystem::path(folder) / "stockfish";
    std::error_code ignored;
    if (!folder.empty() && std::filesystem::is_regular_file(candidate, ignored)) return candidate.string();
  }
  return std::nullopt;
}

Run run_ours(int depth) {
  const double before = used_seconds(RUSAGE_SELF);
  const std::uint64_t leaves = polyglot::chess::perft(polyglot::chess::Position(), depth);
  return {leaves, used_seconds(RUSAGE_SELF) - before};
}

std::uint64_t read_leaves(FILE* pipe) {
  std::uint64_t leaves = 0;
  std::array<char, 256> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) {
    const std::string_view line(buffer.data());
    if (!line.starts_with(kMark)) continue;
    const std::string_view number = line.substr(kMark.size());
    std::from_chars(number.data(), number.data() + number.size(), leaves);
  }
  return leaves;
}

/// Depth 0 runs Stockfish without a search, which gives the time its start takes.
Run run_stockfish(const std::string& program, int depth) {
  const std::string go = depth > 0 ? "go perft " + std::to_string(depth) + "\\n" : "";
  const std::string command = "printf '" + go + "quit\\n' | '" + program + "'";
  const double before = used_seconds(RUSAGE_CHILDREN);
  Run run;
  {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    if (pipe) run.leaves = read_leaves(pipe.get());
  }
  run.seconds = used_seconds(RUSAGE_CHILDREN) - before;
  return run;
}

void print_row(int depth, const char* name, std::uint64_t leaves, double seconds) {
  std::printf("| %d | %s | %llu | %.3f | %.1f |", depth, name, static_cast<unsigned long long>(leaves),
              seconds, static_cast<double>(leaves) / seconds / 1e6);
}

/// Measures both in alternation, so that other load on the machine affects both.
void compare(int depth, int runs, const std::optional<std::string>& stockfish) {
  std::vector<double> ours;
  std::vector<double> theirs;
  std::vector<double> ratios;
  Run mine;
  Run other;
  for (int i = 0; i < runs; ++i) {
    mine = run_ours(depth);
    ours.push_back(mine.seconds);
    if (!stockfish) continue;
    const double start_up = run_stockfish(*stockfish, 0).seconds;
    other = run_stockfish(*stockfish, depth);
    theirs.push_back(std::max(other.seconds - start_up, 1e-6));
    ratios.push_back(ours.back() / theirs.back());
  }

  print_row(depth, "polyglot", mine.leaves, bench::median(ours));
  if (!stockfish) {
    std::printf(" Stockfish is not on PATH or in /usr/games | |\n");
    return;
  }
  const double ratio = bench::median(ratios);
  std::printf(" %.3f | %s |\n", ratio,
              mine.leaves != other.leaves ? "THE COUNTS DIFFER" : (ratio <= kGoal ? "yes" : "no"));
  print_row(depth, "Stockfish", other.leaves, bench::median(theirs));
  std::printf(" | |\n");
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> depths;
  for (int i = 1; i < argc; ++i) depths.push_back(std::max(1, std::atoi(argv[i])));
  if (depths.empty()) depths = {6};

  const auto stockfish = find_stockfish();
  std::printf("Perft from the start position, processor time, medians of %d runs\n\n", kRuns);
  std::printf("| depth | program | leaves | s | Mleaves/s | ratio | <= %.1f |\n", kGoal);
  std::printf("|--:|---|--:|--:|--:|--:|---|\n");
  for (const int depth : depths) compare(depth, kRuns, stockfish);
  return 0;
}
