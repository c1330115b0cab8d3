// SPDX-License-Identifier: MIT
// bench_proxy [-rounds N] [-round-trips N] [-flood N] [-ours PROGRAM] [-before PROGRAM] [-pin]: what lies
// between a GUI and its engine when Polyglot does. Measures the least a relay can do (the floor), Polyglot
// 2.0.4 where it is installed, ours, and with -before another build of ours, by turns, and prints a table of
// medians over the rounds with the project's goals.
// -pin keeps GUI, proxy and engine on one processor.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "measure.hpp"
#include "report.hpp"
#include "scratch.hpp"
#include "statistics.hpp"

namespace {

namespace fs = std::filesystem;
using bench::Figures;
using bench::kOldPolyglot;
using bench::print_goal;
using Rounds = std::vector<std::vector<Figures>>;  ///< [round][subject]

struct Arguments {
  int rounds = 5;
  bench::Effort effort;
  fs::path ours;
  fs::path before;  ///< empty: none
  bool pin = false;
};

/// The subjects by their place in the table; those that may be missing are optional.
struct Places {
  std::size_t engine = 0;
  std::size_t floor = 1;
  std::size_t ours = 2;
  std::optional<std::size_t> before;
  std::optional<std::size_t> old;
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  arguments.ours = bench::own_folder().parent_path() / "polyglot";
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "-pin") {
      arguments.pin = true;
      continue;
    }
    if (++i == argc) throw std::runtime_error("no value for " + std::string(option));
    if (option == "-ours") {
      arguments.ours = argv[i];
    } else if (option == "-before") {
      arguments.before = argv[i];
    } else if (option == "-rounds") {
      arguments.rounds = std::stoi(argv[i]);
    } else if (option == "-round-trips") {
      arguments.effort.round_trips = std::stoul(argv[i]);
    } else if (option == "-flood") {
      arguments.effort.flood_lines = std::stoul(argv[i]);
    } else {
      throw std::runtime_error("unknown option " + std::string(option));
    }
  }
  return arguments;
}

void stay_on_one_processor() {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(::sched_getcpu()), &set);
  if (::sched_setaffinity(0, sizeof set, &set) != 0) std::perror("bench_proxy: -pin");
}

std::vector<bench::Subject> find_subjects(const Arguments& arguments, const bench::Scratch& scratch,
                                          Places& places) {
  const std::string engine = (bench::own_folder() / "bench_engine").string();
  const std::string floor = (bench::own_folder() / "bench_relay_floor").string();
  const std::string settings = "[PolyGlot]\nEngineCommand = " + engine + "\nBook = false\nLog = false\n";
  std::vector<bench::Subject> subjects = {
      {"engine alone", {engine}},
      {"floor", {floor, engine}},
      {"polyglot (ours)", {arguments.ours.string(), scratch.write("ours.ini", settings)}}};
  if (!arguments.before.empty()) {
    places.before = subjects.size();
    subjects.push_back(
        {"polyglot (before)", {arguments.before.string(), scratch.write("before.ini", settings)}});
  }
  if (fs::exists(kOldPolyglot)) {
    places.old = subjects.size();
    subjects.push_back(
        {"Polyglot 2.0.4", {kOldPolyglot, scratch.write("old.ini", settings + "UCI = true\n")}});
  }
  return subjects;
}

using Value = std::function<double(const std::vector<Figures>&)>;

double median_of(const Rounds& rounds, const Value& value) {
  std::vector<double> values;
  for (const auto& round : rounds) values.push_back(value(round));
  return bench::median(std::move(values));
}

struct Column {
  const char* title;
  int digits;
  double (*of)(const Figures&);
};

constexpr Column kColumns[] = {
    {"handshake ms", 2, [](const Figures& f) { return f.handshake_ms; }},
    {"isready p50 us", 1, [](const Figures& f) { return f.ready_p50_us; }},
    {"p99 us", 1, [](const Figures& f) { return f.ready_p99_us; }},
    {"go ply 0 us", 1, [](const Figures& f) { return f.go_p50_us[0]; }},
    {"ply 40 us", 1, [](const Figures& f) { return f.go_p50_us[1]; }},
    {"ply 300 us", 1, [](const Figures& f) { return f.go_p50_us[2]; }},
    {"flood Mlines/s", 2, [](const Figures& f) { return f.flood_lines_per_s / 1e6; }},
    {"flood RSS MB", 2, [](const Figures& f) { return f.resident_kib / 1024; }},
    {"peak MB", 2, [](const Figures& f) { return f.peak_kib / 1024; }},
    {"CPU s", 2, [](const Figures& f) { return f.cpu_s; }},
};

void print_heading() {
  std::printf("| subject ");
  for (const Column& column : kColumns) std::printf("| %s ", column.title);
  std::printf("|\n|---");
  for (std::size_t i = 0; i < std::size(kColumns); ++i) std::printf("|--:");
  std::printf("|\n");
}

void print_subject(const Rounds& rounds, const std::string& name, std::size_t place) {
  std::printf("| %s ", name.c_str());
  for (const Column& column : kColumns) {
    std::printf("| %.*f ", column.digits,
                median_of(rounds, [&](const auto& r) { return column.of(r[place]); }));
  }
  std::printf("|\n");
}

/// Prints the median of each round's own ratio, because what disturbs a round disturbs both of its subjects.
void print_ratios(const Rounds& rounds, const std::string& title, std::size_t place, std::size_t base) {
  std::printf("| %s ", title.c_str());
  for (const Column& column : kColumns) {
    const auto ratio = [&](const auto& r) { return column.of(r[place]) / column.of(r[base]); };
    std::printf("| %.3f ", median_of(rounds, ratio));
  }
  std::printf("|\n");
}

void print_goals(const Rounds& rounds, const Places& at) {
  const auto to_floor = [&](double (*of)(const Figures&)) {
    return median_of(rounds, [&](const auto& r) { return of(r[at.ours]) / of(r[at.floor]); });
  };
  bench::print_goals_heading();
  if (at.old) {
    const auto ready = [&](const auto& r) { return r[at.ours].ready_p50_us / r[*at.old].ready_p50_us; };
    print_goal("isready p50 / Polyglot 2.0.4", median_of(rounds, ready), "<=", 1.05);
    const auto go = [&](const auto& r) { return r[at.ours].go_p50_us[2] / r[*at.old].go_p50_us[2]; };
    print_goal("go at ply 300 / Polyglot 2.0.4", median_of(rounds, go), "<=", 0.9);
  }
  print_goal("flood / floor", to_floor([](const Figures& f) { return f.flood_lines_per_s; }), ">=", 0.75);
  const auto peak = [&](const auto& r) { return r[at.ours].peak_kib / 1024; };
  print_goal("peak memory in the flood, MB", median_of(rounds, peak), "<=", 8.0);
  const auto start = [&](const auto& r) { return r[at.ours].handshake_ms - r[at.engine].handshake_ms; };
  print_goal("handshake above the engine's own, ms", median_of(rounds, start), "<=", 3.0);
}

void describe_machine(const Arguments& arguments) {
  utsname system{};
  ::uname(&system);
  double load = 0;
  ::getloadavg(&load, 1);
  std::printf(
      "%s %s, %u processors, load %.1f; medians of %d rounds, %zu round trips, %zu lines of flood%s\n\n",
      system.sysname, system.release, std::thread::hardware_concurrency(), load, arguments.rounds,
      arguments.effort.round_trips, arguments.effort.flood_lines, arguments.pin ? ", on one processor" : "");
}

void run(const Arguments& arguments) {
  if (arguments.pin) stay_on_one_processor();
  const bench::Scratch scratch;
  Places places;
  const auto subjects = find_subjects(arguments, scratch, places);
  describe_machine(arguments);
  Rounds rounds;
  for (int i = 0; i < arguments.rounds; ++i) rounds.push_back(measure_round(subjects, arguments.effort));

  print_heading();
  for (std::size_t i = 0; i < subjects.size(); ++i) print_subject(rounds, subjects[i].name, i);
  for (std::size_t i = places.ours; i < subjects.size(); ++i) {
    print_ratios(rounds, subjects[i].name + " / floor", i, places.floor);
  }
  if (places.before) print_ratios(rounds, "ours / before", places.ours, *places.before);
  print_goals(rounds, places);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::report_failure("bench_proxy", [&] { run(parse(argc, argv)); });
}
