// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/variants/notation.hpp>
#include <polyglot/variants/position.hpp>

#include "tools/run_program.hpp"
#include "variants/helpers.hpp"

/// Compares with an engine that knows variants unknown to Fairy-Stockfish: Fairy-Max accepts all our moves,
/// and we accept its moves.
/// Legal moves counted beside Fairy-Stockfish, where both know the variant.
namespace polyglot::variants {
namespace {

using testing::position_of;
using testing::start_of;
using tools::test::run_program;

constexpr int kEngineGames = 25;
constexpr int kLongestEngineGame = 30;

struct Rival {
  const char* engine;
  const char* variant;
};

std::string path_of(const char* engine) {
  return std::string("/usr/games/") + engine;
}

class MovesBesideEngine : public ::testing::TestWithParam<Rival> {};

TEST_P(MovesBesideEngine, AreLegalOnBothSides) {
  const auto& [engine, variant] = GetParam();
  if (!std::filesystem::exists(path_of(engine))) GTEST_SKIP() << "no " << engine;
  std::mt19937 random(1);
  std::string commands = "xboard\nprotover 2\nsd 2\n";
  std::vector<Position> ends;
  for (int game = 0; game < kEngineGames; ++game) {
    commands += "new\nvariant " + std::string(variant) + "\nforce\n";
    Position position = start_of(variant);
    for (auto left = static_cast<int>(random() % kLongestEngineGame); left > 0; --left) {
      const std::vector<Move> moves = position.legal_moves();
      if (moves.empty()) break;
      const Move& move = moves[random() % moves.size()];
      commands += to_xboard(position, move) + "\n";
      position.make(move);
    }
    if (!position.has_legal_move()) continue;
    commands += "go\n";
    ends.push_back(position);
  }
  const auto outcome =
      tools::test::run_program(path_of(engine), {}, {.input = commands + "quit\n", .limit = 200});

  std::istringstream lines(outcome.out);
  std::size_t answers = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(line.find("llegal"), std::string::npos) << line;
    if (!line.starts_with("move ")) continue;
    ASSERT_LT(answers, ends.size());
    EXPECT_TRUE(move_from_xboard(ends[answers], line.substr(5)).has_value())
        << line << " " << ends[answers].to_fen();
    ++answers;
  }
  EXPECT_EQ(answers, ends.size());
}

INSTANTIATE_TEST_SUITE_P(Of, MovesBesideEngine,
                         ::testing::Values(Rival{"fairymax", "berolina"}, Rival{"fairymax", "cylinder"},
                                           Rival{"fairymax", "falcon"}, Rival{"fairymax", "knightmate"},
                                           Rival{"fairymax", "spartan"}),
                         [](const auto& named) {
                           return std::string(named.param.engine) + "_" + named.param.variant;
                         });

constexpr const char* kFairyStockfish = "/usr/games/fairy-stockfish";
constexpr int kGames = 12;
constexpr int kLongestGame = 90;

class PerftBesideFairyStockfish : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kFairyStockfish)) GTEST_SKIP() << "no fairy-stockfish";
    if (!knows(GetParam())) GTEST_SKIP() << "this fairy-stockfish does not play it";
  }

  static std::string answer_to(const std::string& commands) {
    return run_program(kFairyStockfish, {}, {.input = commands + "quit\n", .limit = 200}).out;
  }

  static bool knows(const std::string& variant) {
    static const std::string options = answer_to("uci\n");
    return options.find(" var " + variant + " ") != std::string::npos ||
           options.find(" var " + variant + "\n") != std::string::npos;
  }

  /// Leaves at a depth from each position.
  static std::vector<std::uint64_t> their_counts(const std::vector<std::string>& fens, int depth) {
    const std::string variant = GetParam();
    const bool is_chess960 = variant == "fischerandom" || variant == "caparandom";
    std::string commands = "uci\nsetoption name UCI_Variant value " + variant + "\n";
    if (is_chess960) commands += "setoption name UCI_Chess960 value true\n";
    for (const std::string& fen : fens)
      commands += "position fen " + fen + "\ngo perft " + std::to_string(depth) + "\n";
    std::istringstream lines(answer_to(commands));
    constexpr std::string_view kCount = "Nodes searched: ";
    std::vector<std::uint64_t> counts;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with(kCount))
        counts.push_back(parse_number<std::uint64_t>(line.substr(kCount.size())).value());
    }
    return counts;
  }

  /// Positions that random games come to.
  static std::vector<std::string> random_fens() {
    std::mt19937 random(1);
    std::vector<std::string> fens;
    for (int game = 0; game < kGames; ++game) {
      Position position = start_of(GetParam());
      for (auto left = static_cast<int>(random() % kLongestGame); left > 0; --left) {
        const std::vector<Move> moves = position.legal_moves();
        if (moves.empty()) break;
        position.make(moves[random() % moves.size()]);
      }
      fens.push_back(position.to_fen(FenStyle::uci));
    }
    return fens;
  }

  static void compare(const std::vector<std::string>& fens, int depth) {
    const std::vector<std::uint64_t> theirs = their_counts(fens, depth);
    ASSERT_EQ(theirs.size(), fens.size());
    for (std::size_t i = 0; i < fens.size(); ++i)
      EXPECT_EQ(perft(position_of(GetParam(), fens[i]), depth), theirs[i]) << fens[i] << " depth " << depth;
  }
};

TEST_P(PerftBesideFairyStockfish, CountsTheSameFromTheStart) {
  const std::vector<std::string> start{start_of(GetParam()).to_fen(FenStyle::uci)};
  compare(start, 3);
}

TEST_P(PerftBesideFairyStockfish, CountsTheSameInRandomGames) {
  compare(random_fens(), 2);
}

INSTANTIATE_TEST_SUITE_P(
    Variant, PerftBesideFairyStockfish,
    ::testing::Values("3check", "5check", "ai-wok", "almost", "amazon", "antichess", "asean", "breakthrough",
                      "bughouse", "clobber", "clobber10", "codrus", "dobutsu", "jesonmor", "makpong", "mini",
                      "threekings", "capablanca", "capahouse", "caparandom", "centaur", "chancellor",
                      "chessgi", "courier", "crazyhouse", "embassy", "extinction", "kinglet", "chigorin",
                      "euroshogi", "fischerandom", "gardner", "giveaway", "gorogoro", "gothic", "grand",
                      "hoppelpoppel", "horde", "janus", "judkins", "kingofthehill", "knightmate", "loop",
                      "losalamos", "losers", "makruk", "manchu", "minishogi", "minixiangqi", "modern",
                      "newzealand", "nocastle", "normal", "pocketknight", "racingkings", "seirawan", "shako",
                      "shatranj", "shogi", "shouse", "suicide", "xiangqi"),
    [](const auto& named) {
      std::string name = named.param;
      std::erase(name, '-');
      return name;
    });

}  // namespace
}  // namespace polyglot::variants
