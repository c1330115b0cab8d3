// SPDX-License-Identifier: MIT
// Matches in a real xboard, without a screen.
#include <cstdio>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/game/game.hpp>

#include "proxy/proxy_test.hpp"
#include "support/chess_game.hpp"

namespace polyglot::proxy::testing {
namespace {

constexpr std::size_t kGames = 2;
/// A match takes three seconds; machines are busy.
constexpr std::chrono::seconds kMatchTime{120};

struct PlayedGame {
  Lines moves;
  std::string result;
};

/// A PGN text without tags and comments.
std::string movetext(const std::string& pgn) {
  std::string text;
  bool in_comment = false;
  for (const std::string& line : split_lines(pgn)) {
    if (!in_comment && line.starts_with('[')) continue;
    for (const char c : line + '\n') {
      in_comment = in_comment ? c != '}' : c == '{';
      if (!in_comment) text += c == '}' ? ' ' : c;
    }
  }
  return text;
}

std::vector<PlayedGame> games_in(const std::string& pgn) {
  constexpr std::array<std::string_view, 4> kResults{"1-0", "0-1", "1/2-1/2", "*"};
  std::vector<PlayedGame> games;
  PlayedGame game;
  std::istringstream words(movetext(pgn));
  for (std::string word; words >> word;) {
    if (word.ends_with('.')) continue;
    if (std::find(kResults.begin(), kResults.end(), word) == kResults.end()) {
      game.moves.push_back(word);
      continue;
    }
    game.result = word;
    games.push_back(std::move(game));
    game = {};
  }
  return games;
}

void expect_legal(const PlayedGame& played) {
  chess::Game game;
  for (const std::string& word : played.moves) {
    const auto move = chess::move_from_san(game.position(), word);
    ASSERT_TRUE(move) << word << " after " << ::testing::PrintToString(played.moves);
    game.push(*move);
  }
}

/// What xboard calls a move in its PGN; it counts the ranks of boards with ten from 0.
std::optional<game::Move> move_from_pgn(const game::Game& game, const std::string& word) {
  std::string text;
  for (const char c : word) {
    const bool is_rank = game.rules()->ranks() == 10 && c >= '0' && c <= '9';
    text += is_rank ? std::to_string(c - '0' + 1) : std::string(1, c);
  }
  auto move = game::move_from_san(*game.position(), text);
  if (!move) ADD_FAILURE() << word << " in " << game.position()->to_fen();
  return move;
}

Lines matching(const Lines& lines, const std::string& pattern) {
  const auto matches = ::testing::Matches(::testing::ContainsRegex(pattern));
  Lines found;
  for (const std::string& line : lines) {
    if (matches(line)) found.push_back(line);
  }
  return found;
}

/// Settings for games of a few seconds: no pause between them (xboard takes a value under 10 ms for 10 s), no
/// animation, no dialog at the end, and little time for engines that ignore the depth.
Lines match_settings() {
  return {"-mg", std::to_string(kGames), "-matchPause", "10", "-xanimate", "-popupExitMessage", "false",
          "-depth", "3", "-tc", "0:10", "-mps", "200", "-xponder", "-adjudicateDrawMoves", "50",
          // Debian's settings name a program for sounds that may not be installed.
          "-soundProgram", "true", "-pgnExtendedInfo", "false", "-fd", ".", "-sd", ".", "-sgf", "games.pgn",
          "-debug", "-nameOfDebugFile", "debug.txt"};
}

class Xboard : public ProxyTest {
 protected:
  bool rules_known_ = true;  ///< by this test, to which a PGN of another variant is text

  /// Skips the test unless all are installed.
  static void require(const Lines& programs) {
    for (const std::string& program : programs) {
      if (find_program(program).empty()) GTEST_SKIP() << program << " is not installed";
    }
  }
  /// `engines`: as many of them as proxies are ours.
  void play_match(const Lines& engines, std::size_t proxies = 2) {
    Gui server({.argv = {find_program("Xvfb"), "-displayfd", "1", "-nolisten", "tcp"},
                .folder = folder_.string(),
                .environment = environment()});
    const std::string display = "DISPLAY=:" + server.expect("");
    Gui xboard({.argv = Lines{find_program("xboard")} + match_settings() + engines,
                .folder = folder_.string(),
                .environment = environment() + Lines{display}});
    const process::ExitReport end = xboard.wait_unread(kMatchTime);
    EXPECT_EQ(end.text, "exited with status 0") << xboard.errors();
    // With SIGTERM instead of SIGKILL, it removes its lock file.
    server.signal(SIGTERM);
    server.wait();
    expect_nothing_left();
    check_talk(proxies);
    check_games();
  }
  /// Checks that xboard reports no crash and no broken rule of an engine, and that we report none of xboard.
  /// An XBoard engine may tell xboard that it does not know "sd" or "computer".
  void check_talk(std::size_t proxies) const {
    const Lines debug = split_lines(content("debug.txt"));
    const Lines started = starting_with(debug, "StartChildProcess");
    EXPECT_THAT(started, SizeIs(2));
    EXPECT_THAT(matching(started, program_under_test()), SizeIs(proxies));
    EXPECT_EQ(matching(debug,
                       "exited unexpectedly|Error writing|orfeit|alse .*claim|tellusererror|"
                       "Illegal move: (usermove )?[a-h][1-8]"),
              Lines());
    EXPECT_EQ(matching(split_lines(content("games.pgn")), "exited|llegal|orfeit|alse .*claim|disconnect"),
              Lines());
  }
  void check_games() const {
    const std::vector<PlayedGame> games = games_in(content("games.pgn"));
    EXPECT_EQ(games.size(), kGames) << content("games.pgn");
    for (const PlayedGame& game : games) {
      EXPECT_NE(game.result, "*");
      EXPECT_GT(game.moves.size(), 10U);
      if (rules_known_) expect_legal(game);
    }
  }
};

TEST_F(Xboard, PlaysUciEnginesWithUsAsItsAdapter) {
  ASSERT_NO_FATAL_FAILURE(require({"xboard", "Xvfb", "stockfish", "toga2"}));
  if (IsSkipped()) return;
  play_match({"-fcp", find_program("stockfish"), "-fUCI", "-scp", find_program("toga2"), "-sUCI",
              "-adapterCommand",
              program_under_test() + " -noini -ec \"%fcp\" -ed \"%fd\" -pg Book=true "
                                     "-pg BookFile=" POLYGLOT_SOURCE_DIR "/config/starter.bin"});
  EXPECT_EQ(matching(split_lines(content("debug.txt")), "<(first |second): (Error|Illegal)"), Lines());
}

class XboardVariant : public Xboard, public ::testing::WithParamInterface<const char*> {};

/// The same engine on both sides, which speaks XBoard's protocol by itself on one of them.
TEST_P(XboardVariant, IsPlayedToTheEnd) {
  ASSERT_NO_FATAL_FAILURE(require({"xboard", "Xvfb", "fairy-stockfish"}));
  if (IsSkipped()) return;
  rules_known_ = false;
  const std::string engine = find_program("fairy-stockfish");
  play_match({"-variant", GetParam(), "-fcp", program_under_test() + " -noini -ec " + engine, "-scp", engine},
             1);
  EXPECT_THAT(split_lines(content("games.pgn")),
              Contains(HasSubstr(std::string("[Variant \"") + GetParam() + "\"]")));
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, XboardVariant, ::testing::Values("crazyhouse", "xiangqi"),
                         [](const auto& tested) { return std::string(tested.param); });

struct Opening {
  const char* variant;
  const char* moves;  ///< as people write them
  Lines hits;         ///< as XBoard tells that it has found them in its book
};

class XboardBook : public Xboard, public ::testing::WithParamInterface<Opening> {
 protected:
  /// A book of one drawn game, the path of it.
  [[nodiscard]] std::string make_book() const {
    const std::string game =
        folder_.write("opening.pgn", std::string("[Variant \"") + GetParam().variant +
                                         "\"]\n[Result \"1/2-1/2\"]\n\n" + GetParam().moves + " 1/2-1/2\n");
    std::string book = folder_ / "opening.bin";
    Gui maker({.argv = {program_under_test(), "make-book", game, "-variant", GetParam().variant, "-min-game",
                        "1", "-bin", book},
               .folder = folder_.string(),
               .environment = environment()});
    EXPECT_EQ(maker.wait().text, "exited with status 0") << maker.errors();
    return book;
  }

  /// The keys of the positions of a game before each of its moves.
  static Lines keys_of(const PlayedGame& played, const game::Rules& rules) {
    game::Game game(rules);
    Lines keys;
    for (const std::string& word : played.moves) {
      std::array<char, 17> digits{};
      std::snprintf(digits.data(), digits.size(), "%016llx",
                    static_cast<unsigned long long>(game.position()->key()));
      keys.push_back(std::string("book key = ") + digits.data());
      const auto move = move_from_pgn(game, word);
      if (!move) break;
      game.push(*move);
    }
    return keys;
  }
};

/// XBoard finds the moves of a book that we made, and its keys equal ours for all moves that the engines play
/// after the book. XBoard's book depth is 12 moves; games are adjudicated soon after.
TEST_P(XboardBook, IsReadByXboard) {
  ASSERT_NO_FATAL_FAILURE(require({"xboard", "Xvfb", "fairy-stockfish"}));
  if (IsSkipped()) return;
  rules_known_ = false;
  const std::string engine = find_program("fairy-stockfish");
  play_match({"-variant", GetParam().variant, "-fcp", engine, "-scp", engine, "-usePolyglotBook", "true",
              "-polyglotBook", make_book(), "-fNoOwnBookUCI", "-sNoOwnBookUCI", "-adjudicateDrawMoves", "15"},
             0);

  const Lines debug = split_lines(content("debug.txt"));
  Lines hits;
  for (std::size_t game = 0; game < kGames; ++game) hits = hits + GetParam().hits;
  EXPECT_EQ(matching(debug, "^book hit = [^(]"), hits);

  constexpr std::size_t kBookPlies = 24;
  const game::Rules rules = game::Rules::find(GetParam().variant).value();
  Lines keys;
  for (const PlayedGame& game : games_in(content("games.pgn"))) {
    Lines all = keys_of(game, rules);
    all.resize(std::min(all.size(), kBookPlies));
    keys = keys + all;
  }
  EXPECT_EQ(starting_with(debug, "book key = "), keys);
}

INSTANTIATE_TEST_SUITE_P(
    EndToEnd, XboardBook,
    ::testing::Values(
        Opening{"crazyhouse",
                "1. e4 d5 2. exd5 Qxd5 3. P@d6 Qxd6 4. a4 P@e3",
                {"book hit = e2e4", "book hit = d7d5", "book hit = e4d5", "book hit = d8d5",
                 "book hit = P@d6", "book hit = d5d6", "book hit = a2a4", "book hit = P@e3"}},
        Opening{
            "capablanca",
            "1. Nj3 a5 2. f4 a4 3. Bf2 Ra5 4. Cg3 Rb5 5. O-O",
            {"book hit = i1j3", "book hit = a7a5", "book hit = f2f4", "book hit = a5a4", "book hit = g1f2",
             "book hit = a8a5", "book hit = h1g3", "book hit = a5b5", "book hit = f1i1"}},
        Opening{"seirawan", "1. e4 e5 2. Nf3/H", {"book hit = e2e4", "book hit = e7e5", "book hit = g1f3"}},
        Opening{"xiangqi", "1. h2e2 h9g7", {"book hit = h2e2", "book hit = h9g7"}},
        Opening{"grand", "1. f2f4 f7f5", {"book hit = f2f4", "book hit = f7f5"}},
        Opening{"shogi", "1. c4 g6", {"book hit = c3c4", "book hit = g7g6"}}),
    [](const auto& tested) { return std::string(tested.param.variant); });

/// The other way round: with us as its engine, xboard sees the moves of a book that xboard has made.
class XboardsOwnBook : public Xboard, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    if (!std::ifstream(path_)) GTEST_SKIP() << "no shared data";
    require({"xboard", "Xvfb", "fairy-stockfish"});
  }

  /// Moves of one side, as long as the book has some to play; it must have played one of these.
  void count_book_moves(const PlayedGame& played, chess::Color side) {
    const auto book = book::BinBook::open(path_).value();
    game::Game game(game::Rules::find(GetParam()).value());
    for (const std::string& word : played.moves) {
      const auto move = move_from_pgn(game, word);
      if (!move) return;
      std::vector<book::BookMove> playable = book->find(*game.position()).moves;
      std::erase_if(playable, [](const book::BookMove& known) { return known.weight == 0; });
      if (game.turn() == side && !playable.empty()) {
        ++book_moves_;
        EXPECT_NE(std::ranges::find(playable, *move, &book::BookMove::move), playable.end())
            << word << " in " << game.position()->to_fen();
      }
      game.push(*move);
    }
  }

  std::string path_ = std::string(POLYGLOT_SHARED_DATA "/variants/books/") + GetParam() + ".bin";
  std::size_t book_moves_ = 0;
};

TEST_P(XboardsOwnBook, IsPlayedByUs) {
  rules_known_ = false;
  const std::string engine = find_program("fairy-stockfish");
  play_match({"-variant", GetParam(), "-fcp",
              program_under_test() + " -noini -ec " + engine + " -pg Book=true -pg BookFile=" + path_, "-scp",
              engine, "-adjudicateDrawMoves", "15"},
             1);
  // The first of our games is White's.
  chess::Color side = chess::Color::white;
  for (const PlayedGame& game : games_in(content("games.pgn")))
    count_book_moves(game, std::exchange(side, ~side));
  EXPECT_GT(book_moves_, 0U);
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, XboardsOwnBook, ::testing::Values("crazyhouse", "makruk"),
                         [](const auto& tested) { return std::string(tested.param); });

using Pair = std::pair<const char*, const char*>;

class XboardPair : public Xboard, public ::testing::WithParamInterface<Pair> {
 protected:
  /// Writes an ini file and returns the command that uses it.
  [[nodiscard]] std::string proxy_for(const std::string& engine) const {
    return program_under_test() + " " +
           folder_.write(engine + ".ini", "[PolyGlot]\nEngineCommand = " + find_program(engine) +
                                              "\nBook = true\nBookFile = " POLYGLOT_SOURCE_DIR
                                              "/config/starter.bin\n");
  }
};

TEST_P(XboardPair, PlaysWithIniFiles) {
  const auto [first, second] = GetParam();
  ASSERT_NO_FATAL_FAILURE(require({"xboard", "Xvfb", first, second}));
  if (IsSkipped()) return;
  play_match({"-fcp", proxy_for(first), "-scp", proxy_for(second)});
}

/// Not fairymax, which may crash at XBoard's commands that it does not know.
INSTANTIATE_TEST_SUITE_P(EndToEnd, XboardPair,
                         ::testing::Values(Pair{"phalanx", "sjeng"}, Pair{"sjeng", "toga2"}),
                         [](const auto& tested) {
                           return std::string(tested.param.first) + "_" + tested.param.second;
                         });

}  // namespace
}  // namespace polyglot::proxy::testing
