// SPDX-License-Identifier: MIT
#include <set>

#include <polyglot/chess/position.hpp>
#include <polyglot/variants/catalogue.hpp>
#include <polyglot/variants/position.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"
#include "test_paths.hpp"
#include "variants/helpers.hpp"
#include "variants/rules.hpp"

namespace polyglot::variants {
namespace {

using testing::variant_of;

TEST(Catalogue, EveryVariantBeginsWithLegalMoves) {
  for (const std::string& name : Catalogue::builtin().names()) {
    const Position start(variant_of(name));
    EXPECT_FALSE(start.legal_moves().empty()) << name;
    EXPECT_EQ(start.outcome().ending, Ending::none) << name;
  }
}

TEST(Catalogue, KnowsVariantsByTheNamesOfOthers) {
  const Catalogue& catalogue = Catalogue::builtin();
  const auto name_of = [&](std::string_view name) {
    return std::string(catalogue.find(name).value()->name());
  };
  EXPECT_EQ(name_of("chess"), "normal");
  EXPECT_EQ(name_of("Chess960"), "fischerandom");
  EXPECT_EQ(name_of("King of the Hill"), "kingofthehill");
  EXPECT_EQ(name_of("Three-check"), "3check");
  EXPECT_EQ(name_of("threeCheck"), "3check");
  EXPECT_EQ(name_of("Racing Kings"), "racingkings");
  EXPECT_EQ(name_of("S-Chess"), "seirawan");
  EXPECT_EQ(name_of("Fischer Random"), "fischerandom");
  EXPECT_EQ(name_of("fischerrandom"), "fischerandom");
  EXPECT_EQ(name_of("Chu Shogi"), "chu");
  EXPECT_EQ(name_of("Capablanca Random"), "caparandom");
  EXPECT_EQ(catalogue.find("calvinball").error().what, "there is no variant \"calvinball\"");
}

TEST(Catalogue, EveryNumberOfOurOwnIsDocumented) {
  constexpr int kLastOfXBoard = 100;
  std::string document = test::read_text(POLYGLOT_SOURCE_DIR "/docs/variant-books.md");
  std::ranges::replace(document, '\n', ' ');
  for (const std::string& name : Catalogue::builtin().names()) {
    const int number = Catalogue::builtin().find(name).value()->rules().key_number;
    if (number <= kLastOfXBoard) continue;
    std::string entry = std::to_string(number);
    EXPECT_NE(document.find(entry.append(" ").append(name)), std::string::npos) << entry;
  }
}

TEST(Catalogue, EveryNameIsDocumented) {
  const std::string document = test::read_text(POLYGLOT_SOURCE_DIR "/docs/variants.md");
  std::istringstream rules(test::read_text(POLYGLOT_SOURCE_DIR "/config/variants.ini"));
  std::set<std::string> names;
  for (std::string line; std::getline(rules, line);) {
    if (line.empty() || line[0] == ';' || line[0] == '[' || line.starts_with("piece ")) continue;
    names.insert(line.starts_with("promotion of ") ? "promotion of L" : line.substr(0, line.find(" =")));
  }
  EXPECT_GT(names.size(), 20U);
  for (const std::string& name : names) {
    // In a table, or in the example at the top.
    const bool is_documented = document.find('`' + name + '`') != std::string::npos ||
                               document.find('\n' + name + ' ') != std::string::npos;
    EXPECT_TRUE(is_documented) << name;
  }
}

TEST(Catalogue, OnlyFamiliesShareANumberOfKeys) {
  std::map<int, std::set<std::string>> families;
  for (const std::string& name : Catalogue::builtin().names())
    families[Catalogue::builtin().find(name).value()->rules().key_number].insert(name);
  std::erase_if(families, [](const auto& family) { return family.second.size() == 1; });
  EXPECT_EQ(families,
            (std::map<int, std::set<std::string>>{{0, {"normal", "nocastle", "fischerandom", "xiangqi"}},
                                                  {8, {"suicide", "giveaway", "antichess"}},
                                                  {32, {"capablanca", "gothic", "embassy", "caparandom"}}}));
}

TEST(Catalogue, KnowsWhereGamesBeginAnywhere) {
  EXPECT_TRUE(variant_of("fischerandom").is_shuffled());
  EXPECT_FALSE(variant_of("crazyhouse").is_shuffled());
}

TEST(Catalogue, TakesVariantsOfAUser) {
  Catalogue catalogue = Catalogue::builtin();
  catalogue
      .add(
          "[mine]\nlike = normal\nboard = 6x8\nstart = nbqkbn/pppppp/6/6/6/6/PPPPPP/NBQKBN w - - 0 1\n"
          "castling = -\npiece R = -\npromotion = QBN\n",
          "mine.ini")
      .value();
  const std::shared_ptr<const Variant> mine = catalogue.find("mine").value();
  EXPECT_EQ(mine->files(), 6);
  // Each pawn has two moves, each knight one.
  EXPECT_EQ(perft(Position(*mine), 1), 14U);
}

TEST(Catalogue, TwoWaysToASquareAreOneMove) {
  Catalogue catalogue = Catalogue::builtin();
  catalogue.add("[mine]\nlike = normal\npiece N = 1 RD\nstart = 4k3/8/8/8/8/8/8/N3K3 w - - 0 1\n", "mine.ini")
      .value();
  // Ten squares of a rook on a1 beside a king on e1, whose moves are five.
  EXPECT_EQ(perft(Position(*catalogue.find("mine").value()), 1), 15U);
}

TEST(Catalogue, HasTheKeyOfEachStartPosition) {
  std::vector<std::pair<Key, std::string>> keys;
  for (const std::string& name : Catalogue::builtin().names()) {
    const std::shared_ptr<const Variant> variant = Catalogue::builtin().find(name).value();
    keys.emplace_back(Position(*variant).key(), name);
    const Variant* const plain = variant->with_plain_keys();
    if (plain != nullptr && plain != variant.get()) keys.emplace_back(Position(*plain).key(), name);
  }
  EXPECT_EQ(Catalogue::builtin().start_keys(), keys);
}

TEST(Catalogue, KnowsTheShortNamesOfPlayers) {
  const std::vector<std::pair<std::string_view, std::string_view>> names = {
      {"zh", "crazyhouse"},  {"960", "fischerandom"}, {"frc", "fischerandom"}, {"koth", "kingofthehill"},
      {"rk", "racingkings"}, {"3+", "3check"},        {"anti", "antichess"}};
  for (const auto& [name, variant] : names) EXPECT_EQ(Catalogue::builtin().first_name(name), variant);
}

TEST(Catalogue, ASectionThatIsThereIsContinued) {
  Catalogue catalogue = Catalogue::builtin();
  catalogue.add("[kingofthehill]\ngoal = a8\n", "mine.ini").value();
  const std::shared_ptr<const Variant> hill = catalogue.find("koth").value();
  EXPECT_EQ(Position::from_fen(*hill, "8/8/8/4K3/8/8/8/k7 b - - 0 1").value().outcome().ending, Ending::none);
  EXPECT_EQ(Position::from_fen(*hill, "K7/8/8/8/8/8/8/k7 b - - 0 1").value().outcome().ending,
            Ending::variant_end);
}

TEST(Catalogue, SaysWhatIsWrongAndWhere) {
  const std::pair<std::string, std::string_view> mistakes[] = {
      // The words of a line
      {"[x]\nlike = normal\ncolour = red\n", "3: [x] colour: a variant has no such option"},
      {"[x]\nlike = nothing\n", "2: [x] like: there is no [nothing] before it"},
      {"[x]\nlike = normal\npiece Z = Z\n", "3: [x] piece Z: \"Z\" does not begin with the piece's number"},
      {"[x]\nlike = normal\npiece zz = 9 W\n",
       "3: [x] piece zz: \"zz\" is not a capital letter, which may have + before it and ~ after it"},
      {"[x]\nlike = normal\npiece Z Q = 9 W\n", "3: [x] piece Z Q: there are two pieces \"Q\""},
      {"[x]\nlike = normal\npiece Z = 9 Y\n", "3: [x] piece Z: there is no move of the letter Y in \"Y\""},
      {"[x]\nlike = normal\npromotion = Z\n", "3: [x] promotion: there is no piece \"Z\""},
      {"[x]\nlike = normal\nboard = 17x8\n",
       "3: [x] board: \"17x8\" is not a board size from 1x1 to 16x16, for example 8x8"},
      {"[x]\nlike = normal\nroyals = many\n", "3: [x] royals: \"many\" is none of: all, last, one, none"},
      {"like = normal\n", "1: stands before the first [section]"},
      {"[x]\nnonsense\n", "2: is neither a [section] nor a \"name = value\""},
      {"[x]\nstart = " + std::string(300, 'x') + "\n", "2: the line is longer than 198 bytes"},
      {"; mine\n[]\nlike = normal\n", "2: [] needs the name of a variant"},
      // Two lines that are at odds
      {"[x]\nlike = normal\nkey = 1\n\nkey = 2\n", "5: [x] key: line 3 has that already, keep one of them"},
      {"[x]\nlike = normal\npiece Z = 3 W\n", "1: [x] piece Z: 3 is the number of piece R in the book key"},
      {"[x]\nlike = normal\npiece Z = 48 W\n",
       "3: [x] piece Z: numbers of pieces go to 47, and -1 is for none"},
      {"[chess]\nlike = normal\n", "1: [chess] [normal] is called \"chess\" already, choose another name"},
      {"[x]\nlike = normal\nnames = y, King of the Hill\n",
       "3: [x] [kingofthehill] is called \"King of the Hill\" already, choose another name"},
      {"[x]\n[y]\nlike = normal\n", "1: [x] has no pieces"},
      // A mistake of what is taken over is that of the line that takes it.
      {"[x]\nboard = 4x8\nlike = racingkings\n", "3: [x] goal: \"e8\" is not a square of the board"},
      // A shuffle that does not fit
      {"[x]\nlike = normal\nshuffle = Z\n", "3: [x] shuffle: there is no piece \"Z\""},
      {"[x]\nlike = normal\nshuffle = Q N\n",
       "3: [x] shuffle: it leaves 1 squares of the start's first rank empty"},
      {"[x]\nlike = normal\nshuffle = QQQ\n",
       "3: [x] shuffle: there are 1 such pieces on the first rank of the start"},
      {"[x]\nlike = normal\nshuffle = Q B/B\n",
       "3: [x] shuffle: bishops on both colours come first, and need squares of both"},
      // What a repetition may be
      {"[x]\nlike = normal\nrepetition = often\n",
       "3: [x] repetition: \"often\" does not begin with a number, 2 or more"},
      {"[x]\nlike = normal\nrepetition = 3 wins\n",
       "3: [x] repetition: \"wins\" is none of: draw, loss, White loses"},
      {"[x]\nlike = normal\nquiet moves = 0\n",
       "3: [x] quiet moves: the limit cannot be 0 moves; write - for no limit"},
      // What does not fit the board
      {"[x]\nlike = normal\nboard = 5x8\nstart = 5/5/5/5/5/5/5/K3k w - - 0 1\n",
       "1: [x] castling: it needs K and R, and more files"},
      {"[x]\nboard = 5x8\n", "1: [x] has no pieces"},
      {"[x]\nlike = normal\ngoal = e9\n", "3: [x] goal: \"e9\" is not a square of the board"},
      {"[x]\nlike = normal\nstart = 8/8 w - - 0 1\n", "3: [x] start: the board has 2 ranks, not 8"}};
  for (const auto& [text, message] : mistakes) {
    Catalogue catalogue = Catalogue::builtin();
    EXPECT_EQ(catalogue.add(text, "mine.ini").error().to_string(), "mine.ini:" + std::string(message));
  }
}

TEST(Catalogue, AMistakeAddsNothing) {
  Catalogue catalogue = Catalogue::builtin();
  EXPECT_TRUE(
      catalogue.add("[good]\nlike = normal\n[bad]\nlike = normal\nroyals = many\n", "mine.ini").has_error());
  EXPECT_TRUE(catalogue.find("good").has_error());
}

std::string start_fen(const std::string& variant, std::uint32_t number) {
  return start_position(variant_of(variant), number).to_fen();
}

/// As XBoard 4.9 begins with -variant and -defaultFrcPosition.
struct NumberedStart {
  const char* variant;
  std::uint32_t number;
  const char* fen;
};

class StartPositions : public ::testing::TestWithParam<NumberedStart> {};

TEST_P(StartPositions, AreXBoards) {
  EXPECT_EQ(start_fen(GetParam().variant, GetParam().number), GetParam().fen);
}

INSTANTIATE_TEST_SUITE_P(
    Of, StartPositions,
    ::testing::Values(
        NumberedStart{"fischerandom", 96, "bbqnrnkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNRNKR w HEhe - 0 1"},
        NumberedStart{"fischerandom", 517, "rnbbqknr/pppppppp/8/8/8/8/PPPPPPPP/RNBBQKNR w HAha - 0 1"},
        NumberedStart{"nocastle", 80, "bbnnkrrq/pppppppp/8/8/8/8/PPPPPPPP/BBNNKRRQ w - 0 1"},
        NumberedStart{"nocastle", 1000, "nbnqbrkr/pppppppp/8/8/8/8/PPPPPPPP/NBNQBRKR w - 0 1"},
        NumberedStart{"nocastle", 2879, "rrknnqbb/pppppppp/8/8/8/8/PPPPPPPP/RRKNNQBB w - 0 1"},
        NumberedStart{"wildcastle", 2, "rqbnkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBNKBNR w KQkq - 0 1"},
        NumberedStart{"wildcastle", 12, "rbbnknqr/pppppppp/8/8/8/8/PPPPPPPP/RBBNKNQR w KQkq - 0 1"},
        NumberedStart{"wildcastle", 17, "rnnqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNQKBBR w KQkq - 0 1"},
        NumberedStart{"caparandom", 5,
                      "cbbaqnnrkr/pppppppppp/10/10/10/10/PPPPPPPPPP/CBBAQNNRKR w JHjh - 0 1"},
        NumberedStart{"caparandom", 1000,
                      "bbcqnnrkar/pppppppppp/10/10/10/10/PPPPPPPPPP/BBCQNNRKAR w JGjg - 0 1"},
        NumberedStart{"caparandom", 83999,
                      "rkrnnqacbb/pppppppppp/10/10/10/10/PPPPPPPPPP/RKRNNQACBB w CAca - 0 1"}),
    [](const auto& named) { return std::string(named.param.variant) + std::to_string(named.param.number); });

TEST(StartPosition, OfChess960IsThatOfTheModuleOfChess) {
  ASSERT_EQ(start_count(variant_of("fischerandom")), 960U);
  for (int number = 0; number < chess::kChess960Positions; ++number) {
    const chess::Position chess = chess::chess960_start(number);
    const Position start = start_position(variant_of("fischerandom"), static_cast<std::uint32_t>(number));
    ASSERT_EQ(start.to_fen(), chess.to_fen(chess::FenStyle::shredder)) << number;
    ASSERT_EQ(start.key(), chess.key()) << number;
  }
}

TEST(StartPosition, HasAsManyNumbersAsThereAre) {
  EXPECT_EQ(start_count(variant_of("normal")), 1U);
  EXPECT_EQ(start_count(variant_of("wildcastle")), 18U);
  EXPECT_EQ(start_count(variant_of("nocastle")), 2880U);
  EXPECT_EQ(start_count(variant_of("caparandom")), 84'000U);
  std::set<std::string> arrays;
  for (std::uint32_t number = 0; number < 2880; ++number) arrays.insert(start_fen("nocastle", number));
  EXPECT_EQ(arrays.size(), 2880U);
  EXPECT_EQ(start_fen("crazyhouse", 0), Position(variant_of("crazyhouse")).to_fen());
}

TEST(StartPosition, OfSuperHasTheOtherPiecesInHand) {
  EXPECT_EQ(start_fen("super", 0), "aveskqrr/pppppppp/8/8/8/8/PPPPPPPP/AVESKQRR[NNBBnnbb] w KQkq - 0 1");
  const Variant& super = variant_of("super");
  const std::uint32_t count = start_count(super);
  EXPECT_EQ(count, 7U * 6 * 5 * 4 * 7 * 6 * 5);
  for (std::uint32_t number = 0; number < count; number += 997) {
    const Position start = start_position(super, number);
    EXPECT_FALSE(start.legal_moves().empty());
    EXPECT_EQ(start.pieces(Color::white).size(), 16);
  }
}

TEST(StartPositions, OfVariantsThatShuffleNothingAreTheirOwn) {
  for (const char* const name : {"makruk", "horde", "racingkings", "dobutsu", "crazyhouse"}) {
    EXPECT_EQ(start_count(variant_of(name)), 1U) << name;
    EXPECT_EQ(start_fen(name, 0), Position(variant_of(name)).to_fen()) << name;
  }
}

}  // namespace
}  // namespace polyglot::variants
