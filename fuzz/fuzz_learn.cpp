// SPDX-License-Identifier: MIT
/// Files of results beside a book, of arbitrary bytes or made from the input. What a file learns must equal a
/// simple sum, the sum of files must have the sums of their records, and a refused file must not change.
///
/// The first byte says how to read the rest: as the file itself, or as a list of records to make one of.
#include <filesystem>

#include <polyglot/book/learned_results.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/move_code.hpp>

#include "book_records.hpp"
#include "files.hpp"

namespace polyglot::fuzz {
namespace {

using book::LearnedResult;
using book::RawEntry;

constexpr std::uint8_t kMakeFile = 1;  ///< the input lists records

/// What is known of a move in a position: of several records the first counts.
using Results = std::map<std::pair<chess::Key, std::uint16_t>, LearnedResult>;

Results results_of(const Entries& entries) {
  Results results;
  for (const RawEntry& entry : entries)
    results.try_emplace({entry.key, entry.move},
                        LearnedResult{.games = entry.learn_games(), .points = entry.learn_points()});
  return results;
}

const ScratchFolder& folder() {
  static const ScratchFolder folder;
  return folder;
}

std::vector<book::PlayedMove> game_of(std::span<const chess::Position> positions, int points) {
  std::vector<book::PlayedMove> moves;
  for (const chess::Position& position : positions) {
    const auto legal = position.legal_moves();
    if (!legal.empty()) moves.push_back({.position = position, .move = legal[0], .points = points});
  }
  return moves;
}

/// A full record is halved before a game is added.
void add_game(LearnedResult& result, int points) {
  constexpr unsigned kFull = 65535;
  const bool is_full = result.games == kFull || result.points > kFull - 2;
  const unsigned games = is_full ? result.games / 2U : result.games;
  const unsigned sum = is_full ? result.points / 2U : result.points;
  result = {.games = static_cast<std::uint16_t>(games + 1),
            .points = static_cast<std::uint16_t>(sum + static_cast<unsigned>(points))};
}

void check_learning(const std::string& path, const std::vector<book::PlayedMove>& moves) {
  const std::vector<std::byte> before = read_file(path);
  const auto learned = book::try_learn(path, moves, book::ResultsIn::learn_file);
  const std::vector<std::byte> after = read_file(path);
  if (!learned) {
    check_error(learned.error(), path);
    check(after == before, "a file that is refused stays as it was");
    return;
  }
  check(learned->has_value(), "nobody has the file locked");
  Results expected = results_of(decode(before));
  for (const book::PlayedMove& played : moves) {
    const chess::Key key = book::keys_of(played.position).front();
    add_game(expected[{key, book::record_code(played.position, played.move)}], played.points);
  }
  check(**learned == moves.size(), "every move is learned");
  check(results_of(decode(after)) == expected, "each move has one game more, and nothing else has changed");
}

/// The games and the points of all records.
std::pair<std::uint64_t, std::uint64_t> sum_of(const Entries& entries) {
  std::pair<std::uint64_t, std::uint64_t> sum;
  for (const RawEntry& entry : entries) {
    if (entry.key == 0 || entry == book::kClosingRecord) continue;
    sum.first += entry.learn_games();
    sum.second += entry.learn_points();
  }
  return sum;
}

void check_sum(const std::string& path) {
  const std::string out = folder().file("sum.bin");
  std::filesystem::remove(out);
  const std::vector<std::string> files = {path, path};
  const auto report = book::add_learned(files, out, book::ResultsIn::learn_file);
  if (!report) return check_error(report.error(), path);
  const auto before = sum_of(decode(read_file(path)));
  const auto after = sum_of(decode(read_file(out)));
  if (report->halved == 0)
    check(after.first == 2 * before.first && after.second == 2 * before.second, "sums are exact");
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  Bytes bytes(std::span(data, size));
  const std::uint8_t choice = bytes.take();
  const auto positions = walk(bytes);
  const std::string path = folder().file("side.bin");
  if ((choice & kMakeFile) != 0) {
    Entries entries = take_entries(bytes, positions);
    std::ranges::stable_sort(entries, {}, &polyglot::book::RawEntry::key);
    write_file(path, encode(entries));
  } else {
    write_file(path, std::as_bytes(bytes.rest()));
  }
  constexpr int kMostPoints = 2;
  check_learning(path, game_of(positions, (choice >> 1) % (kMostPoints + 1)));
  check_sum(path);
  return 0;
}
