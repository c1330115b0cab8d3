// SPDX-License-Identifier: MIT
#include "siege/endurance.hpp"
#include <random>
#include <stdexcept>

#include <polyglot/book/bin_writer.hpp>

#include "proxy/proxy_test.hpp"
#include "siege/ledger.hpp"
#include "siege/process_figures.hpp"
#include "support/program_under_test.hpp"

namespace polyglot::siege {
namespace {

constexpr std::size_t kLongestGame = 200;  ///< plies
constexpr std::uint64_t kSeed = 1;

bool gives_up(std::chrono::milliseconds waited) {
  return waited > proxy::testing::kPatience;
}

std::string engine() {
  return proxy::testing::find_program("stockfish");
}

std::string make_book(const std::string& folder) {
  std::string path = folder + "/book.bin";
  book::write_bin_book(path, random_openings(kSeed)).value();
  return path;
}

PlayerSetup setup(const Endurance& endurance, const std::string& book) {
  const bool uci = endurance.language == Language::uci;
  return {
      .language = endurance.language,
      .launch = {.argv = {test::program_under_test(), "-noini", "-ec", engine(), "-pg", "EngineProtocol=uci",
                          "-pg", "Book=true", "-pg", "BookFile=" + book, "-pg", "BookLearn=true"},
                 .folder = endurance.folder,
                 .environment = {"HOME=" + endurance.folder}},
      .limit = uci ? "depth 1" : "level 0 0:05 0\nsd 1"};
}

/// The proxy against random moves.
class Run {
 public:
  explicit Run(const Endurance& endurance)
      : endurance_(endurance),
        ledger_(make_book(endurance.folder), ""),
        player_(setup(endurance, ledger_.path())),
        random_(kSeed) {}

  EnduranceReport play() {
    while (moves_ < endurance_.moves) play_game();
    report_.late = use();
    player_.sends("quit");
    const auto exit = player_.program().wait();
    if (!exit.successful()) report_.problems.push_back(exit.text());
    const auto compared = ledger_.compare();
    report_.problems.insert(report_.problems.end(), compared.differences.begin(), compared.differences.end());
    return std::move(report_);
  }

 private:
  void play_game() {
    const chess::Color side = report_.games++ % 2 == 0 ? chess::Color::white : chess::Color::black;
    if (!player_.begin_game(gives_up)) throw std::runtime_error("the proxy does not get ready");
    chess::Game game;
    while (game.termination() == chess::Termination::none && game.ply() < kLongestGame)
      game.push(game.position().side_to_move() == side ? asked_for(game) : random_move(game));
    unsigned points = 1;
    if (game.termination() == chess::Termination::checkmate)
      points = game.position().side_to_move() == side ? 0 : 2;
    const bool white_won = (points == 2) == (side == chess::Color::white);
    const std::string_view won = white_won ? "1-0" : "0-1";
    if (!player_.tell_result(game, points == 1 ? "1/2-1/2" : won, gives_up))
      throw std::runtime_error("the proxy does not get ready after a result");
    ledger_.add({.game = game, .side = side, .points = points}, true);
  }

  chess::Move asked_for(const chess::Game& game) {
    const Answer answer = player_.think(game, gives_up);
    if (answer.kind != Answer::Kind::move) throw std::runtime_error("no move but: " + answer.text);
    constexpr std::size_t kEarly = 5;
    if (++moves_ == endurance_.moves / kEarly) report_.early = use();
    return answer.move;
  }

  chess::Move random_move(const chess::Game& game) {
    const auto moves = game.position().legal_moves();
    return *(moves.begin() + static_cast<std::ptrdiff_t>(random_() % moves.size()));
  }

  EnduranceReport::Use use() {
    const pid_t pid = player_.program().pid();
    return {.memory = own_memory(pid), .descriptors = open_descriptors(pid)};
  }

  const Endurance& endurance_;
  Ledger ledger_;
  Player player_;
  std::mt19937_64 random_;
  std::size_t moves_ = 0;
  EnduranceReport report_;
};

}  // namespace

bool can_endure() {
  return !engine().empty();
}

EnduranceReport run(const Endurance& endurance) {
  return Run(endurance).play();
}

}  // namespace polyglot::siege
