// SPDX-License-Identifier: MIT
#include "siege/pairing.hpp"
#include <csignal>
#include <thread>
#include <unistd.h>

#include "proxy/leftovers.hpp"
#include "proxy/proxy_test.hpp"
#include "siege/process_figures.hpp"
#include "support/program_under_test.hpp"

namespace polyglot::siege {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using proxy::testing::kPatience;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxPlies = 60;
/// Blocks of lines to an engine for each fault, on average.
constexpr unsigned kBlocksOfFault = 80;
/// One game in so many has each of the four attacks on a proxy, at a ply below the other.
constexpr unsigned kAttacks = 4;
constexpr unsigned kGamesOfAttack = 32;
constexpr std::size_t kAttackPlies = 40;
/// One side in so many has a book that learns nothing.
constexpr unsigned kSidesOfBadBook = 4;
/// How long a proxy may take if its engine has failed and is not started again.
constexpr auto kExcusedPatience = 2s;

/// Faults after which an engine does not serve any more.
constexpr std::array<std::string_view, 6> kFatalFaults = {"kill", "exit",         "half-line",
                                                          "stop", "close-output", "close-input"};

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::mt19937_64 random_of(std::uint64_t seed, std::uint64_t number) {
  std::seed_seq mixed{seed, seed >> 32, number};
  return std::mt19937_64(mixed);
}

std::string_view result_text(unsigned white_points) {
  constexpr std::array<std::string_view, 3> kResults = {"0-1", "1/2-1/2", "1-0"};
  return kResults[white_points];
}

SiegeBook& choose_book(const Camp& camp, std::mt19937_64& random) {
  constexpr std::size_t kGood = 2;
  const bool learns = random() % kSidesOfBadBook != 0;
  return *camp.books[learns ? random() % kGood : kGood + random() % (camp.books.size() - kGood)];
}

const RealEngine& choose_engine(const Camp& camp, bool speaks_uci, std::mt19937_64& random) {
  const auto& engines = speaks_uci ? camp.uci_engines : camp.xboard_engines;
  return engines[random() % engines.size()];
}

}  // namespace

// ---- One side -------------------------------------------------------------------------------------------

Side::Side(const Camp& camp, std::size_t number, std::mt19937_64& random)
    : camp_(camp),
      folder_(camp.siege.folder + "/side-" + std::to_string(number)),
      mark_("POLYGLOT_SIEGE=" + std::to_string(::getpid()) + "-" + std::to_string(number) + ";"),
      language_(number % 2 == 0 ? Language::uci : Language::xboard),
      engine_(choose_engine(camp, number / 2 % 2 == 0, random)),
      recovers_(random() % 2 == 0),
      book_(choose_book(camp, random)),
      engine_seed_(random()) {
  fs::create_directory(folder_);
  name_ = protocols() + " " + fs::path(engine_.path).filename().string();
  if (recovers_) name_ += ", recovering";
  if (book_.obstacle == Obstacle::read_only) name_ += ", read-only book";
  if (book_.obstacle == Obstacle::full_disk) name_ += ", full disk";
  if (!book_.ledger.learn_file().empty()) name_ += ", learns beside";
}

std::string Side::protocols() const {
  return std::string(language_ == Language::uci ? "uci" : "xboard") + "/" +
         (engine_.speaks_uci ? "uci" : "xboard");
}

std::vector<std::string> Side::journal() const {
  return lines_of(folder_ + "/journal");
}

std::vector<std::string> Side::journal_of_proxy() const {
  auto notes = journal();
  notes.erase(notes.begin(),
              notes.begin() + static_cast<std::ptrdiff_t>(std::min(journal_at_start_, notes.size())));
  return notes;
}

std::vector<std::string> Side::command() const {
  std::vector<std::string> argv;
  // Without this, root could write to the book in spite of its mode.
  if (book_.obstacle == Obstacle::read_only && ::geteuid() == 0)
    argv = {proxy::testing::find_program("setpriv"), "--bounding-set=-all", "--inh-caps=-all"};
  // A full disk sends no signal, so ignore the one of the limit.
  if (book_.obstacle == Obstacle::full_disk)
    argv = {"/bin/sh", "-c", "trap '' XFSZ; ulimit -S -f 0; exec \"$@\"", "sh"};
  argv.insert(argv.end(),
              {test::program_under_test(), "-noini", "-ec",
               FAULTY_ENGINE " --seed " + std::to_string(engine_seed_) + " --every " +
                   std::to_string(kBlocksOfFault) + " --journal " + folder_ + "/journal -- " + engine_.path});
  std::vector<std::string> options = {engine_.speaks_uci ? "EngineProtocol=uci" : "EngineProtocol=xboard",
                                      "Book=true", "BookFile=" + book_.ledger.path(), "BookLearn=true",
                                      "EngineStartTimeout=30000"};
  if (!book_.ledger.learn_file().empty()) options.push_back("BookLearnFile=" + book_.ledger.learn_file());
  if (recovers_)
    options.insert(options.end(),
                   {"EngineRestart=always", "EngineRestartLimit=100", "EngineHangTimeout=5000"});
  for (const std::string& option : options) argv.insert(argv.end(), {"-pg", option});
  return argv;
}

PlayerSetup Side::setup() const {
  const bool uci = language_ == Language::uci;
  const std::string search = engine_.speaks_uci ? "movetime 10" : "wtime 300 btime 300";
  return {.language = language_,
          .launch = {.argv = command(), .folder = folder_, .environment = {mark_, "HOME=" + folder_}},
          .limit = uci ? search : "level 0 0:05 0"};
}

GivesUp Side::patience() const {
  return [this](std::chrono::milliseconds waited) {
    if (waited < kExcusedPatience || recovers_ || !engine_has_failed()) return waited > kPatience;
    return true;
  };
}

bool Side::engine_has_failed() const {
  const auto notes = journal_of_proxy();
  return std::ranges::find_first_of(notes, kFatalFaults) != notes.end();
}

bool Side::has_excuse() const {
  return (!recovers_ || !was_ready_) && engine_has_failed();
}

bool Side::begin_game() {
  if (!player_) {
    journal_at_start_ = journal().size();
    player_ = std::make_unique<Player>(setup());
  }
  if (!player_->begin_game(patience())) return false;
  was_ready_ = true;
  // The file beside a book is opened when there is one, which may be later.
  const std::size_t learn_files = book_.ledger.learn_file().empty() ? 0 : 1;
  if (!descriptors_) descriptors_ = open_descriptors(player_->program().pid()) + learn_files;
  return true;
}

Answer Side::think(const chess::Game& game) {
  return player_->think(game, patience());
}

void Side::begin_thinking(const chess::Game& game) {
  player_->begin_thinking(game);
}

void Side::tell_result(const ToldGame& told, std::string_view result, SiegeReport& report) {
  settle(true, report);
  told_ = told;
  has_told_ = has_told_ || book_.ledger.knows(told);
  if (player_->tell_result(told.game, result, patience())) return;
  if (!has_excuse()) complain("does not get ready after a result", report);
  settle(false, report);
  end(report);
}

/// Enters the result of the last game as learned. `is_certain` is false if it may not have been learned.
void Side::settle(bool is_certain, SiegeReport& report) {
  if (!told_) return;
  if (book_.obstacle == Obstacle::none) {
    book_.ledger.add(*told_, is_certain);
    if (is_certain) ++report.told_games;
  }
  told_.reset();
}

void Side::end(SiegeReport& report) {
  if (!player_) return;
  check_descriptors(report);
  try {
    player_->sends("quit");
    const process::ExitReport exit = player_->program().wait();
    if (!exit.successful() && !engine_has_failed()) complain(exit.text, report);
    check_complaints(player_->program().seen(), report);
    settle(true, report);
  } catch (const std::exception& stuck) {
    complain(stuck.what(), report);
  }
  leave(report);
}

void Side::close_pipes(SiegeReport& report) {
  try {
    player_->program().close_input();
    player_->program().close_output();
    (void)player_->program().wait_unread();
    settle(true, report);
  } catch (const std::exception& stuck) {
    complain(stuck.what(), report);
  }
  leave(report);
}

void Side::kill(SiegeReport& report) {
  player_->program().signal(SIGKILL);
  leave(report);
}

/// The proxy has ended, or ends now. It is uncertain whether it has learned a result after which it wrote
/// nothing.
void Side::leave(SiegeReport& report) {
  settle(false, report);
  player_.reset();
  descriptors_.reset();
  was_ready_ = false;
  has_told_ = false;
  for (const std::string& process : proxy::testing::leftovers(mark_, kPatience))
    complain("leaves behind " + process, report);
}

void Side::check_descriptors(SiegeReport& report) {
  if (!descriptors_ || engine_has_failed()) return;
  const auto deadline = Clock::now() + kPatience;
  std::size_t now = 0;
  // A book that it learns in just now is open.
  while ((now = open_descriptors(player_->program().pid())) > *descriptors_ && Clock::now() < deadline)
    std::this_thread::sleep_for(10ms);
  if (now > *descriptors_)
    complain(std::to_string(now) + " open descriptors, not " + std::to_string(*descriptors_), report);
}

/// The proxy reports once that it cannot learn. If it can learn, it reports nothing.
void Side::check_complaints(const std::vector<std::string>& said, SiegeReport& report) const {
  const auto count = std::ranges::count_if(
      said, [](const std::string& line) { return line.find("nothing learned") != std::string::npos; });
  const bool has_obstacle = book_.obstacle != Obstacle::none;
  const bool must_say = has_obstacle && has_told_ && !engine_has_failed();
  const bool may_say = has_obstacle && has_told_;
  if (count < (must_say ? 1 : 0) || count > (may_say ? 1 : 0))
    complain("says " + std::to_string(count) + " times that nothing is learned", report);
  const std::string errors = player_->program().errors();
  if (!has_obstacle && errors.find("not learned") != std::string::npos) complain(errors, report);
}

void Side::complain(const std::string& problem, SiegeReport& report) const {
  std::string text = name_ + ": " + problem;
  text += "\n  its engine:";
  for (const std::string& note : journal_of_proxy()) text += " " + note;
  if (player_) {
    constexpr std::size_t kLastLines = 6;
    constexpr std::size_t kLongest = 120;
    const auto& seen = player_->program().seen();
    for (std::size_t i = seen.size() - std::min(seen.size(), kLastLines); i < seen.size(); ++i)
      text += "\n  < " + seen[i].substr(0, kLongest);
    text += "\n  stderr: " + player_->program().errors();
  }
  report.problems.push_back(std::move(text));
}

// ---- The games ------------------------------------------------------------------------------------------

Pairing::Pairing(const Camp& camp, std::size_t number)
    : camp_(camp),
      number_(number),
      random_(random_of(camp.siege.seed, number)),
      sides_{Side(camp, 2 * number, random_), Side(camp, 2 * number + 1, random_)} {}

SiegeReport Pairing::play() {
  for (std::size_t game = 0; game < kGamesOfPairing; ++game) {
    swapped_ = game % 2 == 1;
    play_game();
    // A proxy that has played one game may go on as well as a fresh one.
    for (Side& side : sides_)
      if (random_() % kGamesOfPairing == 0) side.end(report_);
  }
  for (Side& side : sides_) side.end(report_);
  read_journals();
  const std::string arguments =
      "seed " + std::to_string(camp_.siege.seed) + ", pairing " + std::to_string(number_) + ": ";
  for (std::string& problem : report_.problems) problem.insert(0, arguments);
  return std::move(report_);
}

void Pairing::play_game() {
  attack_ply_ = random_() % kAttackPlies;
  attack_ = static_cast<unsigned>(random_() % kGamesOfAttack);
  chess::Game game;
  const Ending ending = play_moves(game);
  ++report_.games;
  for (std::size_t color = 0; color < 2; ++color) {
    if (!side(color).is_running() || ending.loser == color) continue;
    const unsigned points = color == 0 ? ending.white_points : 2 - ending.white_points;
    side(color).tell_result(
        {.game = game, .side = color == 0 ? chess::Color::white : chess::Color::black, .points = points},
        result_text(ending.white_points), report_);
  }
  if (ending.loser) side(*ending.loser).end(report_);
}

Pairing::Ending Pairing::play_moves(chess::Game& game) {
  for (std::size_t color = 0; color < 2; ++color)
    if (!side(color).begin_game()) return forfeit(color, "not ready");
  for (;;) {
    const chess::Termination termination = game.termination();
    const auto mover = static_cast<std::size_t>(game.position().side_to_move());
    const unsigned lost = mover == 0 ? 0 : 2;  // half points of White
    if (termination == chess::Termination::checkmate) return {.white_points = lost};
    if (termination != chess::Termination::none || game.ply() >= kMaxPlies) return {};  // a draw
    if (auto attacked = attack_proxy(game)) return *attacked;

    const Answer answer = side(mover).think(game);
    switch (answer.kind) {
      case Answer::Kind::move:
        game.push(answer.move);
        break;
      case Answer::Kind::resigns:
        return {.white_points = lost};
      case Answer::Kind::draws:
        return {};
      case Answer::Kind::illegal:
        return forfeit(mover, "illegal: " + answer.text);
      case Answer::Kind::silent:
        return forfeit(mover, "silent");
      case Answer::Kind::gone:
        return forfeit(mover, "gone");
    }
  }
}

/// Half of the time while it thinks.
std::optional<Pairing::Ending> Pairing::attack_proxy(const chess::Game& game) {
  if (game.ply() != attack_ply_ || attack_ >= kAttacks) return std::nullopt;
  const std::size_t color = attack_ % 2;
  const bool is_killed = attack_ < 2;
  Side& victim = side(color);
  if (static_cast<std::size_t>(game.position().side_to_move()) == color) victim.begin_thinking(game);
  if (is_killed) {
    victim.kill(report_);
  } else {
    victim.close_pipes(report_);
  }
  ++report_.faults[is_killed ? "proxy killed" : "pipes closed"];
  return Ending{.white_points = color == 0 ? 0U : 2U};
}

Pairing::Ending Pairing::forfeit(std::size_t color, const std::string& kind) {
  Side& loser = side(color);
  if (!loser.has_excuse()) loser.complain(kind + " for no reason", report_);
  return {.white_points = color == 0 ? 0U : 2U, .loser = color};
}

void Pairing::read_journals() {
  for (const Side& side : sides_) {
    ++report_.protocols[side.protocols()];
    for (const std::string& note : side.journal()) ++report_.faults[note];
  }
}

}  // namespace polyglot::siege
