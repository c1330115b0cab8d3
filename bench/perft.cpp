// bench_perft [depth] [runs]: counts the leaves of the start position, with our move generator and with
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

#include <polyglot/chess/perft.hpp>

namespace {

constexpr std::string_view kMark = "Nodes searched: ";

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

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

int argument(int argc, char** argv, int i, int fallback) {
  return argc > i ? std::max(1, std::atoi(argv[i])) : fallback;
}

void print_row(std::string_view name, std::uint64_t leaves, double seconds) {
  std::printf("%-12.*s %14llu %10.3f s %10.1f Mleaves/s\n", static_cast<int>(name.size()), name.data(),
              static_cast<unsigned long long>(leaves), seconds, static_cast<double>(leaves) / seconds / 1e6);
}

}  // namespace

int main(int argc, char** argv) {
  const int depth = argument(argc, argv, 1, 6);
  const int runs = argument(argc, argv, 2, 5);
  const auto stockfish = find_stockfish();
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

  std::printf("perft %d from the start position, median of %d runs\n", depth, runs);
  print_row("polyglot", mine.leaves, median(ours));
  if (!stockfish) {
    std::printf("stockfish: not found on PATH or in /usr/games\n");
    return 0;
  }
  print_row("stockfish", other.leaves, median(theirs));
  std::printf("ratio polyglot / stockfish: %.3f%s\n", median(ratios),
              mine.leaves == other.leaves ? "" : "  THE COUNTS DIFFER");
  return 0;
}
