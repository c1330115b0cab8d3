// SPDX-License-Identifier: MIT
#include <polyglot/chess/notation.hpp>
#include <polyglot/pgn/game_tree.hpp>

#include "pgn/read_games.hpp"
#include "test_paths.hpp"

namespace polyglot::pgn {
namespace {

using chess::Move;
using chess::Position;

/// The lines of a game: each of its moves, in the order of the text, with those that lead to it.
std::vector<std::string> lines_of(const std::string& text, const TreeLimits& limits = {},
                                  std::vector<std::string>* lost_words = nullptr) {
  const GameText game = test::game_of(text);
  GameTree tree;
  tree.read(game);
  std::vector<std::string> lines;
  std::map<std::string, std::string> to_position;
  const auto read = [&](const Position& position, std::size_t number, std::size_t) {
    return read_tree_move(tree.moves(), position, number);
  };
  const auto visit = [&](const Position& position, Move move, std::size_t, std::size_t) {
    const std::string before = to_position[position.to_fen()];
    lines.push_back(before + (before.empty() ? "" : " ") + to_san(position, move));
    Position next = position;
    next.make(move);
    to_position.try_emplace(next.to_fen(), lines.back());
  };
  const auto lost = [&](const Position&, std::size_t number) {
    if (lost_words != nullptr) lost_words->emplace_back(tree.moves()[number].text);
  };
  walk_tree<Move>(tree.moves(), start_position(game).value(), limits, read, visit, lost);
  return lines;
}

/// Each move with its marks and weight, for example "e4 $1 w8", or "e4 none" for "weight none".
std::vector<std::string> notes_of(const std::string& text) {
  GameTree tree;
  tree.read(test::game_of(text));
  std::vector<std::string> notes;
  for (const TreeMove& move : tree.moves()) {
    std::string note(move.text);
    if (move.quality != MoveQuality::unknown)
      note += " $" + std::to_string(static_cast<unsigned>(move.quality));
    if (move.weight) note += " w" + std::to_string(*move.weight);
    if (move.is_left_out) note += " none";
    notes.push_back(std::move(note));
  }
  return notes;
}

// Where variations begin: expectations written by hand, as python-chess reads the same texts.
TEST(GameTree, HasTheLinesOfItsText) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> texts = {
      {"1. e4 e5 *", {"e4", "e4 e5"}},
      {"1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *", {"e4", "e4 e5", "e4 c5", "e4 c5 Nf3", "e4 e5 Nc3"}},
      {"1. e4 (1. d4) (1. c4 c5) 1... e5 *", {"e4", "d4", "c4", "c4 c5", "e4 e5"}},
      {"1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3)) 2. c4) 1... e5 *",
       {"e4", "d4", "d4 d5", "d4 Nf6", "d4 Nf6 c4", "d4 Nf6 Nf3", "d4 d5 c4", "e4 e5"}},
      {"1. e4 e5 (1... c5) (1... e6 2. d4 (2. d3)) 2. Nf3 *",
       {"e4", "e4 e5", "e4 c5", "e4 e6", "e4 e6 d4", "e4 e6 d3", "e4 e5 Nf3"}},
      {"1. e4 {best} $1 ({or} 1. d4 {also}) {again} 1... e5 *", {"e4", "d4", "e4 e5"}},
      {"1. e4 e5 (1... c5) *", {"e4", "e4 e5", "e4 c5"}},
      {"1. e4 e5 (1... c5 2. Nf3 *", {"e4", "e4 e5", "e4 c5", "e4 c5 Nf3"}},
      {"1. e4 e5 (( 1... c6 ) 1... c5) *", {"e4", "e4 e5", "e4 c6", "e4 c5"}},
      {"[Event \"?\"]\n\n(1. d4 d5) 1. e4 *", {"d4", "d4 d5", "e4"}},
      {"1. e4 () e5 (()) ) 2. Nf3 (2. Nc3) *", {"e4", "e4 e5", "e4 e5 Nf3", "e4 e5 Nc3"}},
      {"1.e4(1.d4 d5)e5(c5)2.Nf3*", {"e4", "d4", "d4 d5", "e4 e5", "e4 c5", "e4 e5 Nf3"}},
      {"1. e4 (the best move) e5 (= / +0.35) 2. Nf3 *", {"e4", "e4 e5", "e4 e5 Nf3"}},
      {"1. e4 {(1. d4)} e5 ; (1... c5)\n2. Nf3 *", {"e4", "e4 e5", "e4 e5 Nf3"}},
      {"[FEN \"7k/P7/8/8/8/8/8/7K w - - 0 1\"]\n\n1. a8(Q)+ (1. a8=R+) *", {"a8=Q+", "a8=R+"}},
      {"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 (7... Kf7 8. e4) "
       "8. e3 *",
       {"Kd7", "Kf7", "Kf7 e4", "Kd7 e3"}},
      {"1. e4 e5 (1... f5 2. Qh5+ g6 1-0) 2. Nf3 1/2-1/2",
       {"e4", "e4 e5", "e4 f5", "e4 f5 Qh5+", "e4 f5 Qh5+ g6", "e4 e5 Nf3"}},
      {"1. e4 e5 (1... e5 2. Nc3) 2. Nf3 *", {"e4", "e4 e5", "e4 e5", "e4 e5 Nc3", "e4 e5 Nf3"}},
      // No game begins behind a line that looks like a tag.
      {"[V]e4 e5\n[V\"\nNf3 *", {"e4", "e4 e5", "e4 e5 Nf3"}},
      // What stands in the place of a wrong move is lost with it.
      {"1. e4 e5 (1... c5 2. Ke4 (2. Nf3 d6)) 2. Nf3 *", {"e4", "e4 e5", "e4 c5", "e4 e5 Nf3"}},
      // A wrong move of the main line leaves the variations before it.
      {"1. e4 (1. d4 d5) 1... Ke4 (1... c5) 2. Nf3 (2. Nc3) *", {"e4", "d4", "d4 d5"}},
  };
  for (const auto& [text, lines] : texts) EXPECT_EQ(lines_of(text), lines) << text;
}

// ---- Damage ---------------------------------------------------------------------------------------------

TEST(GameTree, AWrongMoveCostsTheRestOfItsVariationOnly) {
  std::vector<std::string> lost;
  EXPECT_THAT(lines_of("1. e4 e5 (1... c5 2. Ke4 Nc6 (2... d6) 3. Nf3) (1... e6) 2. Nf3 *", {}, &lost),
              ElementsAre("e4", "e4 e5", "e4 c5", "e4 e6", "e4 e5 Nf3"));
  EXPECT_THAT(lost, ElementsAre("Ke4"));
}

TEST(GameTree, ANullMoveEndsItsVariation) {
  std::vector<std::string> lost;
  EXPECT_THAT(lines_of("1. e4 e5 (1... -- 2. d4) (1... c5 2. -- (2. d4)) 2. Nf3 *", {}, &lost),
              ElementsAre("e4", "e4 e5", "e4 c5", "e4 e5 Nf3"));
  EXPECT_THAT(lost, ElementsAre("--", "--"));
}

TEST(GameTree, AnAmbiguousMoveIsTheOneWithWhichItsVariationGoesOn) {
  EXPECT_THAT(lines_of("1. Nf3 d5 2. d4 Nf6 3. c4 (3. Nd2 e6 4. Nc3) 3... e6 *").at(5), "Nf3 d5 d4 Nf6 Nfd2");
}

TEST(GameTree, KeepsToItsLimits) {
  EXPECT_THAT(lines_of("1. e4 e5 (1... c5 2. Nf3 (2. Nc3) d6) 2. Nf3 *", {.main_line = 2, .variations = 2}),
              ElementsAre("e4", "e4 e5", "e4 c5"));
  EXPECT_THAT(lines_of("1. e4 (1. d4 d5 2. c4) e5 (1... c5) *", {.main_line = 1, .variations = 3}),
              ElementsAre("e4", "d4", "d4 d5", "d4 d5 c4"))
      << "a main line that cannot be trusted";
}

// ---- Marks and weights of moves -------------------------------------------------------------------------

TEST(GameTree, ReadsMarksAndWeights) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> texts = {
      {"1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! 4. Ba4 *",
       {"e4 $1", "e5 $2", "Nf3 $3", "Nc6 $4", "Bb5 $5", "a6 $6", "Ba4"}},
      {"1. e4 !!! e5 ??? *", {"e4 $3", "e5 $4"}},
      {"1. e4 $1 e5 $2 (1... c5 $14 $3) 2. Nf3 $99999999999 $ Nc6$4 *",
       {"e4 $1", "e5 $2", "c5 $3", "Nf3", "Nc6 $4"}},
      // Behind comments and variations they are of the move before, and the first counts.
      {"1. e4 {x} (1. d4 $2 (1. c4)) $1 {y} $4 e5 *", {"e4 $1", "d4 $2", "c4", "e5"}},
      // Before a move they are nothing.
      {"1. e4 ($2 ! 1. d4) e5 *", {"e4", "d4", "e5"}},
      // Weights as dump-book writes them
      {"1. e4 {weight 6, 60%} (1. d4 {weight 65535, 30%, transposes}) (1. c4\n{weight\n0}) "
       "1... e5 { [%cal Gb1c3] weight 12; C20 King's Pawn} *",
       {"e4 w6", "d4 w65535", "c4 w0", "e5 w12"}},
      {"1. e4 {weight 65536} e5 {weight 99999999999} *", {"e4 w65535", "e5 w65535"}},
      {"1. e4 {weight none: not in the book} e5 {[%clk 1] weight none; C20} 2. Nf3 {weight none} Nc6 "
       "{weight nonesuch} 3. Bb5 {none} *",
       {"e4 none", "e5 none", "Nf3 none", "Nc6", "Bb5"}},
      // Other comments are no weights.
      {"1. e4 {weight} e5 {weight -2} 2. Nf3 {weights 3} Nc6 {weight3} 3. Bb5 {the weight 3} "
       "a6 {weight 1.5} 4. Ba4 {[%clk} *",
       {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"}},
  };
  for (const auto& [text, notes] : texts) EXPECT_EQ(notes_of(text), notes) << text;
}

// ---- Size -----------------------------------------------------------------------------------------------

TEST(GameTree, NestsDeeperThanAStack) {
  constexpr std::size_t kDepth = 250'000;  // a call each would need more than 8 MB
  std::string text = "1. e4 ";
  for (std::size_t i = 0; i < kDepth; ++i) text += i % 2 == 0 ? "(d4" : "(c4";
  text += std::string(kDepth, ')') + " e5 *";
  const GameText game = test::game_of(text);
  EXPECT_EQ(game.variations(), kDepth);
  GameTree tree;
  tree.read(game);
  std::size_t visited = 0;
  const auto read = [&](const Position& position, std::size_t number, std::size_t) {
    return read_tree_move(tree.moves(), position, number);
  };
  walk_tree<Move>(
      tree.moves(), Position(), {}, read,
      [&](const Position&, Move, std::size_t, std::size_t ply) { visited += ply < 2 ? 1 : 0; },
      [](const Position&, std::size_t) {});
  EXPECT_EQ(visited, kDepth + 2);
}

TEST(GameTree, TellsWhetherThereIsAnythingToRead) {
  EXPECT_FALSE(has_annotations(test::game_of("1. e4 {[%clk 0:10:00]} e5 *")));
  for (const char* const text :
       {"1. e4 (1. d4) e5 *", "1. e4! e5 *", "1. e4 $1 e5 *", "1. e4 {weight 3} e5 *"})
    EXPECT_TRUE(has_annotations(test::game_of(text))) << text;
}

/// The main line of the tree is that of the reader of games, even with odd words and damage.
TEST(GameTree, HasTheMainLinesOfRealGames) {
  const std::filesystem::path folder = POLYGLOT_SHARED_DATA "/pgn";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared data";
  GameTree tree;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".pgn") continue;
    test::for_each_game(Input::open(file.path().string()), {}, [&](GameReader&, const GameText& game) {
      tree.read(game);
      std::vector<std::string_view> main_line;
      for (const TreeMove& move : tree.moves())
        if (move.is_main) main_line.push_back(move.text);
      ASSERT_TRUE(std::ranges::equal(main_line, game.moves())) << file.path() << "\n" << game.text();
    });
  }
}

}  // namespace
}  // namespace polyglot::pgn
