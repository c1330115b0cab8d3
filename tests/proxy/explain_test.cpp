// SPDX-License-Identifier: MIT
// Polyglot plays what `polyglot explain` says. Compares a session, with the lines of a GUI and an engine, and
// the function of the tool, with the same configuration.

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/proxy/open_book.hpp>
#include <polyglot/session/session.hpp>
#include <polyglot/time_class.hpp>

#include "book/book_files.hpp"
#include "book/random_book.hpp"

namespace polyglot::proxy {
namespace {

using session::Effects;

/// The same numbers on every platform.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <class Choices>
  auto any(const Choices& choices) {
    return choices[below(choices.size())];
  }

 private:
  std::mt19937_64 engine_;
};

constexpr std::size_t kBooks = 4;
constexpr std::array kModes{"weighted", "best", "uniform", "power", "top", "explore"};
constexpr std::array kClasses{"bullet", "blitz", "rapid", "classical", "bullet, blitz", "rapid,classical"};
constexpr std::array kOpponents{"", "Deep Blue", "deeper", "Garry"};
constexpr std::array kExpressions{"^deep", "garry|blue", "x"};

std::string book_name(std::size_t number) {
  return fmt::format("b{}.bin", number);
}

std::string how_to_choose(Dice& dice) {
  return fmt::format("Mode = {}\nPower = {}.5\nTop = {}\nDepth = {}\nThreshold = {}\n", dice.any(kModes),
                     dice.below(4), 1 + dice.below(3), dice.below(10), 50 * dice.below(5));
}

std::string section(Dice& dice, std::size_t number) {
  std::string text = fmt::format("[Book s{}]\nFile = {}\n", number, book_name(dice.below(kBooks + 1)));
  text += how_to_choose(dice);
  if (dice.one_in(3)) text += fmt::format("Priority = {}\n", dice.below(5));
  if (dice.one_in(3)) text += fmt::format("Plies = {}\n", dice.below(12));
  if (dice.one_in(3)) text += fmt::format("BestThreshold = {}\n", dice.below(1000));
  if (dice.one_in(3)) text += fmt::format("MinWeight = {}\n", dice.below(6));
  if (dice.one_in(3)) text += fmt::format("MinMoves = {}\n", dice.below(4));
  if (dice.one_in(4)) text += dice.one_in(2) ? "Colour = white\n" : "Colour = black\n";
  if (dice.one_in(4)) text += fmt::format("TimeClass = {}\n", dice.any(kClasses));
  if (dice.one_in(4)) text += fmt::format("Opponent = {}\n", dice.any(kExpressions));
  if (dice.one_in(6)) text += dice.one_in(2) ? "Variant = crazyhouse\n" : "Variant = normal\n";
  return text;
}

std::string settings(Dice& dice) {
  std::string text = fmt::format("[PolyGlot]\nEngineCommand = fish\nLog = true\nBook = {}\nBookFile = {}\n",
                                 !dice.one_in(20), book_name(dice.below(kBooks + 1)));
  text += fmt::format("BookMode = {}\nBookPower = {}.25\nBookTop = {}\nBookDepth = {}\nBookThreshold = {}\n",
                      dice.any(kModes), dice.below(4), 1 + dice.below(3), dice.below(10), 50 * dice.below(5));
  text += fmt::format("BookRandom = {}\nBookMerge = {}\nBookLearnUse = {}\nBookAllowRepetition = {}\n",
                      !dice.one_in(4), dice.one_in(3), dice.one_in(3), dice.one_in(4));
  if (dice.one_in(3)) text += fmt::format("BookMinRemaining = {}\n", dice.below(4));
  for (std::size_t number = dice.below(4); number > 0; --number) text += section(dice, number);
  return text;
}

/// A session with an engine that searches nothing.
class Played {
 public:
  Played(const config::Configuration& configuration, std::uint64_t seed)
      : folder_(configuration.ini_folder),
        session_({.options = configuration.options,
                  .engine_settings = {},
                  .random = book::make_random_source(seed),
                  .seed = seed,
                  .books = configuration.books.usable(),
                  .has_profile = false,
                  .settings_path = nullptr}) {
    session_.start();
    answer();
    session_.engine_lines("id name Fish\noption name UCI_Opponent type string default x\nuciok\n");
  }

  /// What the log says of the book move; empty if the engine was to search.
  std::string play(const std::string& lines) {
    session_.effects().clear();
    session_.gui_lines(lines);
    std::string note;
    for (const session::LogNote& said : session_.effects().log)
      if (said.text.starts_with("book move ")) note = said.text.substr(said.text.find('{'));
    const bool searches = session_.effects().to_engine.find("go wtime") != std::string::npos;
    EXPECT_EQ(note.empty(), searches);
    const std::string to_gui = session_.effects().to_gui;
    if (searches) session_.engine_lines("bestmove a1a1\n");
    if (!note.empty()) {
      const auto move = std::string(boost::json::parse(note).at("move").as_string());
      EXPECT_THAT(to_gui, testing::HasSubstr("bestmove " + move));
    }
    return note;
  }

 private:
  void answer() {
    for (const session::Request& request : std::exchange(session_.effects().requests, {})) {
      const auto& book = std::get<session::OpenBook>(request);
      session_.book_opened(book.place, open_for_play(book, folder_, [] { return std::string("Fish"); }));
    }
  }

  std::string folder_;
  session::Session session_;
};

class Explain : public testing::Test {
 protected:
  Explain() {
    for (std::size_t i = 0; i < kBooks; ++i) {
      std::vector<book::RawEntry> entries = book::test::make_random_book(
          {.seed = i / 2 + 1, .games = 30 + static_cast<int>(i), .plies = 12, .choices = 3, .damage = 6});
      for (book::RawEntry& entry : entries)
        entry.learn =
            dice_.one_in(2) ? static_cast<std::uint32_t>(dice_.below(9) << 16U | dice_.below(9)) : 0;
      book::test::write_file(folder_ / (book_name(i)), book::test::bytes_of(entries));
      books_.push_back(book::BinBook::open(folder_ / (book_name(i))).value());
    }
  }

  config::Configuration configuration(const std::string& text) {
    config::CommandLine command_line;
    command_line.config_file = folder_ / "polyglot.ini";
    return config::examine(command_line, [&text](const std::string&, std::string& result) {
      result = text;
      return std::error_code();
    });
  }

  /// A move of a book, back to where a piece came from, or any.
  game::Move move_in(const game::Game& game) {
    if (game.ply() >= 2 && dice_.one_in(4)) {
      const std::string last = game::to_uci(game.position_at(game.ply() - 2), game.moves()[game.ply() - 2],
                                            game::CastlingNotation::king_to_destination);
      if (const auto back = game.read_uci(last.substr(2, 2) + last.substr(0, 2))) return *back;
    }
    const book::BookMoves known = dice_.any(books_ptrs())->find(*game.position());
    if (!known.moves.empty() && !dice_.one_in(8)) return dice_.any(known.moves).move;
    return dice_.any(game.position()->legal_moves());
  }

  std::vector<const book::BookSource*> books_ptrs() const {
    std::vector<const book::BookSource*> all;
    for (const auto& known : books_) all.push_back(known.get());
    return all;
  }

  game::Game random_game() {
    game::Game game;
    for (std::size_t plies = dice_.below(9); plies > 0 && game.position()->has_legal_move(); --plies)
      game.push(move_in(game));
    return game;
  }

  polyglot::test::TemporaryFolder folder_;
  std::vector<std::unique_ptr<book::BinBook>> books_;
  Dice dice_{20260501};
};

/// The move that a number stands for.
std::string move_of(const book::Decision& decision, std::uint64_t drawn) {
  for (const book::Candidate& candidate : decision.candidates) {
    if (drawn < candidate.parts)
      return game::to_uci(decision.position, candidate.entry.move,
                          game::CastlingNotation::king_to_destination);
    drawn -= candidate.parts;
  }
  return {};
}

TEST_F(Explain, AgreesWithPlayInTenThousandPositionsAndSettings) {
  constexpr int kSettings = 500;
  constexpr int kGames = 20;
  std::set<std::string> rules;
  std::set<std::string> reasons;
  int answers = 0;
  for (int i = 0; i < kSettings; ++i) {
    const std::string text = settings(dice_);
    const config::Configuration configured = configuration(text);
    ASSERT_THAT(configured.warnings, testing::IsEmpty()) << text;
    Played played(configured, static_cast<std::uint64_t>(i) + 1);
    for (int j = 0; j < kGames; ++j) {
      const game::Game game = random_game();
      std::string moves;
      game.append_uci_moves(game::CastlingNotation::king_to_destination, moves);
      const std::string opponent = dice_.any(kOpponents);
      const auto base = static_cast<std::int64_t>(30'000 * (1 + dice_.below(60)));
      const auto increment = static_cast<std::int64_t>(1000 * dice_.below(11));
      const std::string note = played.play(fmt::format(
          "ucinewgame\nsetoption name UCI_Opponent value none none human {}\nposition startpos{}{}\n"
          "go wtime {} btime {} winc {} binc {}\n",
          opponent.empty() ? "<empty>" : opponent, moves.empty() ? "" : " moves", moves, base, base,
          increment, increment));

      book::Question about;
      about.time_class = time_class(std::chrono::milliseconds(base), std::chrono::milliseconds(increment));
      about.opponent = opponent;
      const book::Decision said = explain(configured, game, about).value().decision;
      const std::string where = text + moves;
      ASSERT_EQ(note.empty(), !said.choice) << where;
      for (const book::Candidate& candidate : said.candidates) rules.emplace(candidate.rule);
      for (const book::Decision::Book& asked : said.books) reasons.emplace(asked.passed_over.substr(0, 14));
      if (note.empty()) continue;
      ++answers;
      boost::json::object json;
      book::add_json(said, game::CastlingNotation::king_to_destination, json);
      ASSERT_TRUE(note.ends_with("," + boost::json::serialize(json).substr(1))) << where << "\n" << note;
      const boost::json::value logged = boost::json::parse(note);
      ASSERT_EQ(move_of(said, logged.at("drawn").to_number<std::uint64_t>()), logged.at("move").as_string())
          << where;
    }
  }
  EXPECT_GT(answers, kSettings * kGames / 5);
  EXPECT_THAT(rules,
              testing::IsSupersetOf(
                  {"", "weight 0", "weight under the least", "share at or under the threshold",
                   "too few alternatives", "under the threshold of the heaviest", "not the heaviest",
                   "not among the heaviest", "repeats a position of the game", "too little book ahead"}));
  EXPECT_GT(reasons.size(), 8U);
}

}  // namespace
}  // namespace polyglot::proxy
