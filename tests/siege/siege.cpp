// SPDX-License-Identifier: MIT
#include "siege/siege.hpp"
#include <atomic>
#include <set>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/os/file.hpp>

#include "process/process_testing.hpp"
#include "proxy/proxy_test.hpp"
#include "siege/ledger.hpp"
#include "siege/pairing.hpp"

namespace polyglot::siege {
namespace {

namespace fs = std::filesystem;
using proxy::testing::find_program;

std::vector<RealEngine> installed(const std::vector<std::string>& names, bool speak_uci) {
  std::vector<RealEngine> found;
  for (const std::string& name : names) {
    const std::string path = find_program(name);
    if (!path.empty()) found.push_back({.path = path, .speaks_uci = speak_uci});
  }
  return found;
}

std::vector<RealEngine> uci_engines() {
  return installed({"stockfish", "toga2"}, true);
}
std::vector<RealEngine> xboard_engines() {
  return installed({"fairymax", "phalanx", "sjeng"}, false);
}

/// Root without setpriv cannot be refused a file.
bool can_have_read_only_files() {
  return ::geteuid() != 0 || !find_program("setpriv").empty();
}

std::string folder_of_books(const Siege& siege) {
  return siege.folder + "/books";
}

std::unique_ptr<SiegeBook> make_book(const Siege& siege, const std::string& name, Obstacle obstacle,
                                     bool learns_beside) {
  const std::string path = folder_of_books(siege) + "/" + name;
  book::write_bin_book(path + ".bin", random_openings(siege.seed)).value();
  if (obstacle == Obstacle::read_only) fs::permissions(path + ".bin", fs::perms(0444));
  return std::make_unique<SiegeBook>(obstacle, path + ".bin", learns_beside ? path + ".learned" : "");
}

std::vector<std::unique_ptr<SiegeBook>> make_books(const Siege& siege) {
  fs::create_directory(folder_of_books(siege));
  std::vector<std::unique_ptr<SiegeBook>> books;
  books.push_back(make_book(siege, "shared", Obstacle::none, false));
  books.push_back(make_book(siege, "beside", Obstacle::none, true));
  books.push_back(make_book(siege, "full-disk", Obstacle::full_disk, false));
  books.push_back(make_book(siege, "full-disk-beside", Obstacle::full_disk, true));
  if (can_have_read_only_files()) books.push_back(make_book(siege, "read-only", Obstacle::read_only, false));
  return books;
}

/// Compares what the books have learned with the results that were sent, and looks for leftover files beside
/// them.
void inspect_books(const Camp& camp, SiegeReport& report) {
  const auto complain = [&](const std::string& problem) {
    report.problems.push_back(fmt::format("seed {}: {}", camp.siege.seed, problem));
  };
  std::set<std::string> known;
  for (const auto& book : camp.books) {
    const Ledger::Comparison compared = book->ledger.compare();
    report.learned += compared.games;
    for (const std::string& difference : compared.differences) complain(difference);
    for (const std::string& path : {book->ledger.path(), book->ledger.learn_file()}) {
      known.insert(path);
      if (!fs::exists(path)) continue;
      const auto lock = os::try_open_locked(path);
      if (!lock || !*lock) complain(path + " is still locked");
    }
  }
  for (const auto& entry : fs::directory_iterator(folder_of_books(camp.siege)))
    if (!known.contains(entry.path())) complain("left behind: " + entry.path().string());
}

/// Plays the pairings in threads, each with the processes that it starts.
SiegeReport play_pairings(const Camp& camp) {
  const std::size_t pairings = (camp.siege.games + kGamesOfPairing - 1) / kGamesOfPairing;
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  SiegeReport report;
  const auto play = [&] {
    for (std::size_t number = next++; number < pairings; number = next++) {
      SiegeReport of_pairing;
      try {
        of_pairing = Pairing(camp, number).play();
      } catch (const std::exception& failure) {
        of_pairing.problems.emplace_back(failure.what());
      }
      const std::scoped_lock lock(mutex);
      report += of_pairing;
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < camp.siege.at_once; ++i) threads.emplace_back(play);
  for (std::thread& thread : threads) thread.join();
  return report;
}

void add(std::map<std::string, std::size_t>& sums, const std::map<std::string, std::size_t>& more) {
  for (const auto& [name, count] : more) sums[name] += count;
}

}  // namespace

SiegeReport& SiegeReport::operator+=(const SiegeReport& other) {
  games += other.games;
  add(faults, other.faults);
  add(protocols, other.protocols);
  told_games += other.told_games;
  learned += other.learned;
  problems.insert(problems.end(), other.problems.begin(), other.problems.end());
  return *this;
}

bool can_besiege() {
  return !uci_engines().empty() && !xboard_engines().empty();
}

SiegeReport run(const Siege& siege) {
  const Camp camp{.siege = siege,
                  .uci_engines = uci_engines(),
                  .xboard_engines = xboard_engines(),
                  .books = make_books(siege)};
  const std::size_t descriptors = process::testing::open_descriptors();
  SiegeReport report = play_pairings(camp);
  if (process::testing::open_descriptors() != descriptors)
    report.problems.emplace_back("the driver itself has not closed all descriptors");
  inspect_books(camp, report);
  return report;
}

}  // namespace polyglot::siege
