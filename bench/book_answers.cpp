// SPDX-License-Identifier: MIT
// bench_book_answers [-books N,N...] [-records N] [-rounds N] [-searches N] [-ours PROGRAM]: measures the
// round trip of a book answer, with 1, 4 and 16 books or the numbers given, with BookLearn off and on.
// Compares it with the floor: an engine that answers at once, behind a minimal relay. Of several books, the
// first or the last one has the positions; before the last one, the others are searched without a result.
// Prints medians over the rounds, and the medians of each round's own ratio to the floor.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>

#include "child.hpp"
#include "measure.hpp"
#include "report.hpp"
#include "scratch.hpp"
#include "statistics.hpp"

namespace {

namespace book = polyglot::book;
namespace chess = polyglot::chess;
namespace fs = std::filesystem;

constexpr double kGoal = 1.2;

struct Arguments {
  std::vector<std::size_t> books{1, 4, 16};
  std::size_t records = 1'000'000;  ///< of each book
  std::size_t rounds = 9;
  std::size_t searches = 2000;  ///< a round
  fs::path ours = bench::own_folder().parent_path() / "polyglot";
};

std::vector<std::size_t> numbers(const std::string& text) {
  std::vector<std::size_t> result;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) result.push_back(std::stoul(word));
  return result;
}

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view option = argv[i];
    if (i + 1 == argc) throw std::runtime_error("no value for " + std::string(option));
    const std::string value = argv[i + 1];
    if (option == "-books") {
      arguments.books = numbers(value);
    } else if (option == "-records") {
      arguments.records = std::stoul(value);
    } else if (option == "-rounds") {
      arguments.rounds = std::stoul(value);
    } else if (option == "-searches") {
      arguments.searches = std::stoul(value);
    } else if (option == "-ours") {
      arguments.ours = value;
    } else {
      throw std::runtime_error("unknown option " + std::string(option));
    }
  }
  return arguments;
}

/// What a GUI asks for the position after one of the first moves.
std::vector<std::string> requests() {
  std::vector<std::string> result;
  for (const chess::Move move : chess::Position().legal_moves())
    result.push_back("position startpos moves " +
                     chess::to_uci(move, chess::CastlingNotation::king_to_destination) + "\ngo nodes 1\n");
  return result;
}

/// Two replies to each first move, with results.
std::vector<book::RawEntry> replies() {
  constexpr std::uint32_t kLearned = 10U << 16U | 12U;
  std::vector<book::RawEntry> entries;
  for (const chess::Move first : chess::Position().legal_moves()) {
    chess::Position position;
    position.make(first);
    for (const std::string_view reply : {"e7e5", "d7d5"})
      entries.push_back({.key = position.key(),
                         .move = book::encode_move(chess::move_from_uci(position, reply).value()),
                         .weight = 100,
                         .learn = kLearned});
  }
  return entries;
}

void write_book(const std::string& path, std::size_t records, std::size_t seed, bool has_replies) {
  std::mt19937_64 random(seed);
  std::vector<book::RawEntry> entries(records);
  for (book::RawEntry& entry : entries) entry = {.key = random() | 1U, .move = 1, .weight = 1};
  if (has_replies) std::ranges::copy(replies(), std::back_inserter(entries));
  const auto written = book::write_bin_book(path, std::move(entries));
  if (!written) throw std::runtime_error(written.error().to_string());
}

/// Only the first of the books knows the positions.
std::string path_of(const bench::Scratch& scratch, std::size_t number) {
  return (scratch.folder() / fmt::format("{}.bin", number)).string();
}

/// `knowing_last`: the book with the positions is the last one, so the others are searched first without a
/// result.
bench::Subject with_books(const Arguments& arguments, const bench::Scratch& scratch, std::size_t count,
                          bool knowing_last, bool learns) {
  const auto path = [&](std::size_t place) {
    return path_of(scratch, knowing_last ? count + 1 - place : place);
  };
  std::string settings =
      fmt::format("[PolyGlot]\nEngineCommand = {}\nLog = false\nBook = true\nBookFile = {}\nBookLearn = {}\n",
                  (bench::own_folder() / "bench_engine").string(), path(1), learns);
  for (std::size_t place = 2; place <= count; ++place)
    settings += fmt::format("[Book {}]\nFile = {}\n", place, path(place));
  const std::string name = fmt::format("{} book{}, the {} answers{}", count, count == 1 ? "" : "s",
                                       knowing_last ? "last" : "first", learns ? ", BookLearn" : "");
  return {name, {arguments.ours.string(), scratch.write((name + ".ini").c_str(), settings)}};
}

/// One subject's session.
class Session {
 public:
  Session(const bench::Subject& subject, bool answers_itself) : child_(subject.command) {
    child_.say("uci\n");
    child_.read_until("uciok");
    child_.say(requests().front());
    std::string_view answer = child_.next_line();
    while (!answer.starts_with("bestmove")) answer = child_.next_line();
    const bool from_book = answer.ends_with("7e5") || answer.ends_with("7d5");
    if (from_book != answers_itself) throw std::runtime_error(subject.name + ": " + std::string(answer));
  }

  /// Median microseconds of one answer.
  [[nodiscard]] double measure(std::size_t searches) {
    static const std::vector<std::string> kRequests = requests();
    std::vector<double> samples;
    for (std::size_t i = 0; i < searches; ++i)
      bench::time_exchanges(child_, kRequests[i % kRequests.size()], "bestmove", 1, samples);
    return bench::median(std::move(samples));
  }

 private:
  bench::Child child_;
};

void print_subject(const std::string& name, std::vector<double> times, const std::vector<double>& floor) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < times.size(); ++i) ratios.push_back(times[i] / floor[i]);
  fmt::print("| {} | {:.1f} | {:.2f} | <= {:.2f} |\n", name, bench::median(std::move(times)),
             bench::median(std::move(ratios)), kGoal);
}

void run(const Arguments& arguments) {
  const bench::Scratch scratch;
  const std::size_t most = *std::ranges::max_element(arguments.books);
  for (std::size_t number = 1; number <= most; ++number)
    write_book(path_of(scratch, number), arguments.records, number, number == 1);
  std::vector<bench::Subject> subjects{{"floor",
                                        {(bench::own_folder() / "bench_relay_floor").string(),
                                         (bench::own_folder() / "bench_engine").string()}}};
  for (const std::size_t count : arguments.books)
    for (const bool knowing_last : {false, true})
      for (const bool learns : {false, true})
        if (count > 1 || knowing_last)
          subjects.push_back(with_books(arguments, scratch, count, knowing_last, learns));

  std::vector<std::unique_ptr<Session>> sessions;
  for (std::size_t i = 0; i < subjects.size(); ++i)
    sessions.push_back(std::make_unique<Session>(subjects[i], i > 0));
  std::vector<std::vector<double>> times(subjects.size());
  for (std::size_t round = 0; round < arguments.rounds; ++round)
    for (std::size_t i = 0; i < subjects.size(); ++i)
      times[i].push_back(sessions[i]->measure(arguments.searches));

  double load = 0;
  ::getloadavg(&load, 1);
  fmt::print(
      "{} processors, load {:.1f}; medians of {} rounds of {} answers, books of {} records\n\n"
      "| subject | us | / floor | goal |\n|---|--:|--:|--:|\n",
      std::thread::hardware_concurrency(), load, arguments.rounds, arguments.searches, arguments.records);
  for (std::size_t i = 0; i < subjects.size(); ++i) print_subject(subjects[i].name, times[i], times[0]);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::report_failure("bench_book_answers", [&] { run(parse(argc, argv)); });
}
