// SPDX-License-Identifier: MIT
// bench_storm [-proxies N] [-rounds N] [-ours PROGRAM] [-before PROGRAM] [-engine PROGRAM]: starts N programs
// at once, as a tournament does, and gives each `uci`, then `isready`. Measures the engine alone, the least a
// relay can do (the floor), ours, the static program of the release where it is built beside it, with -before
// another build of ours, and Polyglot 2.0.4 where it is installed, by turns. Prints medians over the rounds:
// the time until the last one is ready, processor time, memory and descriptors.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

#include "child.hpp"
#include "report.hpp"
#include "scratch.hpp"
#include "statistics.hpp"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Arguments {
  std::size_t proxies = 150;
  int rounds = 5;
  fs::path ours;
  fs::path before;  ///< empty: none
  fs::path engine;
};

struct Subject {
  std::string name;
  std::vector<std::string> command;
};

/// The results of one storm for one subject. Memory and descriptors are those of one proxy without its
/// engine.
struct Figures {
  double ready_s = 0;      ///< from the first start to the last `readyok`
  double user_s = 0;       ///< processor time of all processes, from their start to their end
  double system_s = 0;     ///< the same in the kernel
  double faults = 0;       ///< pages that a program of the storm was given, its engine included
  double pss_kib = 0;      ///< of the proxy and whatever it started but the engine
  double descriptors = 0;  ///< of the proxy alone
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  arguments.ours = bench::own_folder().parent_path() / "polyglot";
  arguments.engine = bench::own_folder() / "bench_engine";
  for (int i = 1; i < argc; i += 2) {
    const std::string_view option = argv[i];
    if (i + 1 == argc) throw std::runtime_error("no value for " + std::string(option));
    const char* const value = argv[i + 1];
    if (option == "-proxies") {
      arguments.proxies = std::stoul(value);
    } else if (option == "-rounds") {
      arguments.rounds = std::stoi(value);
    } else if (option == "-ours") {
      arguments.ours = value;
    } else if (option == "-before") {
      arguments.before = value;
    } else if (option == "-engine") {
      arguments.engine = value;
    } else {
      throw std::runtime_error("unknown option " + std::string(option));
    }
  }
  return arguments;
}

// ---- What the kernel says of processes -----------------------------------------------------------------

fs::path folder_of(pid_t process) {
  return fs::path("/proc") / std::to_string(process);
}

double pss_kib(pid_t process) {
  std::ifstream file(folder_of(process) / "smaps_rollup");
  for (std::string word; file >> word;) {
    double kib = 0;
    if (word == "Pss:" && file >> kib) return kib;
  }
  return 0;
}

std::vector<pid_t> children_of(pid_t process) {
  std::ifstream file(folder_of(process) / "task" / std::to_string(process) / "children");
  return {std::istream_iterator<pid_t>(file), {}};
}

/// The memory of `process` and its descendants, without engines. A guardian runs our code and counts.
double pss_without_engine(pid_t process, const fs::path& engine) {
  std::error_code ignored;
  const bool is_engine = fs::read_symlink(folder_of(process) / "exe", ignored) == engine;
  double sum = is_engine ? 0 : pss_kib(process);
  for (const pid_t child : children_of(process)) sum += pss_without_engine(child, engine);
  return sum;
}

double descriptors_of(pid_t process) {
  return static_cast<double>(std::distance(fs::directory_iterator(folder_of(process) / "fd"), {}));
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

rusage used_by_children() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  return usage;
}

// ---- The storm -----------------------------------------------------------------------------------------

/// One of many programs that begin at once.
class Program {
 public:
  explicit Program(const std::vector<std::string>& command) : program_(bench::start(command)) {
    say("uci\n");
  }

  [[nodiscard]] pid_t pid() const noexcept { return program_.pid; }
  [[nodiscard]] int output() const noexcept { return program_.from; }

  /// Reads once. True when that brought `readyok`.
  bool read() {
    char buffer[16384];
    const ssize_t count = ::read(program_.from, buffer, sizeof buffer);
    if (count <= 0) throw std::runtime_error("a program of the storm ended early: " + text_);
    text_.append(buffer, static_cast<std::size_t>(count));
    if (!asked_ && text_.find("uciok\n") != std::string::npos) {
      asked_ = true;
      say("isready\n");
    }
    return asked_ && text_.find("readyok\n") != std::string::npos;
  }

  void say_quit() {
    say("quit\n");
    ::close(program_.to);
  }
  void await_end() {
    ::waitpid(program_.pid, nullptr, 0);
    ::close(program_.from);
  }

 private:
  void say(std::string_view line) {
    if (::write(program_.to, line.data(), line.size()) < 0)
      throw std::system_error(errno, std::system_category(), "a program of the storm");
  }

  bench::Started program_;
  std::string text_;
  bool asked_ = false;
};

/// Waits until each of them is ready.
void serve(std::vector<Program>& programs) {
  std::vector<pollfd> outputs;
  for (const Program& program : programs) outputs.push_back({program.output(), POLLIN, 0});
  for (std::size_t ready = 0; ready < programs.size();) {
    if (::poll(outputs.data(), outputs.size(), -1) < 0) continue;
    for (std::size_t i = 0; i < programs.size(); ++i) {
      if (outputs[i].revents == 0 || !programs[i].read()) continue;
      outputs[i].fd = -1;
      ++ready;
    }
  }
}

Figures storm(const Subject& subject, const Arguments& arguments) {
  Figures figures;
  const rusage before = used_by_children();
  const auto begin = Clock::now();
  std::vector<Program> programs;
  programs.reserve(arguments.proxies);
  while (programs.size() < arguments.proxies) programs.emplace_back(subject.command);
  serve(programs);
  figures.ready_s = std::chrono::duration<double>(Clock::now() - begin).count();

  const auto count = static_cast<double>(arguments.proxies);
  for (const Program& program : programs) {
    figures.pss_kib += pss_without_engine(program.pid(), arguments.engine) / count;
    figures.descriptors += descriptors_of(program.pid()) / count;
  }
  for (Program& program : programs) program.say_quit();
  for (Program& program : programs) program.await_end();
  const rusage after = used_by_children();
  figures.user_s = seconds(after.ru_utime) - seconds(before.ru_utime);
  figures.system_s = seconds(after.ru_stime) - seconds(before.ru_stime);
  figures.faults = static_cast<double>(after.ru_minflt - before.ru_minflt) / count;
  return figures;
}

std::vector<Subject> find_subjects(const Arguments& arguments, const bench::Scratch& scratch) {
  const std::string engine = arguments.engine.string();
  const std::string settings = "[PolyGlot]\nEngineCommand = " + engine + "\nBook = true\nBookFile = " +
                               (fs::current_path() / "config/starter.bin").string() + "\nLog = false\n";
  std::vector<Subject> subjects = {
      {"engine alone", {engine}},
      {"floor", {(bench::own_folder() / "bench_relay_floor").string(), engine}},
      {"polyglot (ours)", {arguments.ours.string(), scratch.write("ours.ini", settings)}}};
  if (const fs::path archived = arguments.ours.parent_path() / "polyglot-static"; fs::exists(archived))
    subjects.push_back(
        {"polyglot-static (ours)", {archived.string(), scratch.write("static.ini", settings)}});
  if (!arguments.before.empty())
    subjects.push_back(
        {"polyglot (before)", {arguments.before.string(), scratch.write("before.ini", settings)}});
  if (fs::exists(bench::kOldPolyglot))
    subjects.push_back(
        {"Polyglot 2.0.4", {bench::kOldPolyglot, scratch.write("old.ini", settings + "UCI = true\n")}});
  return subjects;
}

// ---- The report ----------------------------------------------------------------------------------------

struct Column {
  const char* title;
  int digits;
  double Figures::*of;
};

constexpr Column kColumns[] = {
    {"last ready s", 3, &Figures::ready_s}, {"user s", 2, &Figures::user_s},
    {"system s", 2, &Figures::system_s},    {"page faults each", 0, &Figures::faults},
    {"PSS KiB each", 0, &Figures::pss_kib}, {"descriptors each", 0, &Figures::descriptors},
};

/// [round][subject]
using Rounds = std::vector<std::vector<Figures>>;

template <class Value>
double median_of(const Rounds& rounds, Value value) {
  std::vector<double> values;
  for (const auto& round : rounds) values.push_back(value(round));
  return bench::median(std::move(values));
}

void print(const Rounds& rounds, const std::vector<Subject>& subjects) {
  std::printf("| subject ");
  for (const Column& column : kColumns) std::printf("| %s ", column.title);
  std::printf("|\n|---");
  for (std::size_t i = 0; i < std::size(kColumns); ++i) std::printf("|--:");
  std::printf("|\n");
  for (std::size_t subject = 0; subject < subjects.size(); ++subject) {
    std::printf("| %s ", subjects[subject].name.c_str());
    for (const Column& column : kColumns)
      std::printf("| %.*f ", column.digits,
                  median_of(rounds, [&](const auto& round) { return round[subject].*column.of; }));
    std::printf("|\n");
  }
  constexpr std::size_t kOurs = 2;
  for (std::size_t other = 0; other < subjects.size(); ++other) {
    if (other == kOurs) continue;
    std::printf("| ours / %s ", subjects[other].name.c_str());
    for (const Column& column : kColumns)
      std::printf("| %.2f ", median_of(rounds, [&](const auto& round) {
                    return round[kOurs].*column.of / round[other].*column.of;
                  }));
    std::printf("|\n");
  }
}

void run(const Arguments& arguments) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  const bench::Scratch scratch;
  const std::vector<Subject> subjects = find_subjects(arguments, scratch);
  double load = 0;
  ::getloadavg(&load, 1);
  std::printf("%zu programs at once, %u processors, load %.1f; medians of %d rounds\n\n", arguments.proxies,
              std::thread::hardware_concurrency(), load, arguments.rounds);
  Rounds rounds;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < subjects.size(); ++i) order.push_back(i);
  for (int i = 0; i < arguments.rounds; ++i) {
    auto& round = rounds.emplace_back(subjects.size());
    for (const std::size_t subject : order) round[subject] = storm(subjects[subject], arguments);
    std::reverse(order.begin(),
                 order.end());  // what one leaves behind must not always fall to the same other
  }
  print(rounds, subjects);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::report_failure("bench_storm", [&] { run(parse(argc, argv)); });
}
