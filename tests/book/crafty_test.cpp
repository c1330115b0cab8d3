#include <bit>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/crafty_book.hpp>
#include <polyglot/book/crafty_key.hpp>
#include <polyglot/book/crafty_record.hpp>
#include <polyglot/book/crafty_selection.hpp>
#include <polyglot/chess/notation.hpp>

#include "book/book_files.hpp"
#include "book/crafty_ranking.hpp"
#include "test_paths.hpp"

/// What Crafty 25.2 itself has computed, and books that it has made.
namespace polyglot::book {
namespace {

std::string shared(const std::string& name) {
  return std::string(POLYGLOT_SHARED_DATA) + "/crafty/" + name;
}

std::string text(const boost::json::value& value, const char* name) {
  return std::string(value.at(name).as_string());
}

std::uint64_t hex(const boost::json::value& value, const char* name) {
  return parse_number<std::uint64_t>(text(value, name), 16).value();
}

std::string uci(chess::Move move) {
  return chess::to_uci(move, chess::CastlingNotation::king_to_destination);
}

/// Tests on the real books.
class CraftyVectors : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(shared("README.md"))) GTEST_SKIP() << "no books of Crafty here";
  }

  static boost::json::array read(const std::string& name) {
    std::ifstream file(shared(name));
    std::stringstream content;
    content << file.rdbuf();
    return boost::json::parse(content.str()).as_array();
  }

  /// A Crafty book of this folder, with the start book if it is named.
  [[nodiscard]] std::unique_ptr<CraftyBook> open(const std::string& name,
                                                 const std::string& start_book = "") const {
    std::filesystem::copy_file(shared(name), folder_.file("book.bin"));
    if (!start_book.empty()) std::filesystem::copy_file(shared(start_book), folder_.file("books.bin"));
    return CraftyBook::open(folder_.file("book.bin")).value();
  }

  static void expect_moves(const CraftyBook& book, const std::string& vectors, const char* count) {
    for (const boost::json::value& known : read(vectors)) {
      const chess::Position position = test::position(text(known, "fen"));
      std::map<std::string, CraftyFacts> found;
      for (const BookMove& move : book.find(position).moves) {
        const auto facts = CraftyFacts::of(move);
        ASSERT_TRUE(facts);
        EXPECT_EQ(move.weight, facts->count);
        found[uci(move.move)] = *facts;
      }
      const boost::json::array& moves = known.at("moves").as_array();
      EXPECT_EQ(found.size(), moves.size()) << text(known, "fen");
      for (const boost::json::value& move : moves) {
        const auto facts = found.find(text(move, "uci"));
        ASSERT_NE(facts, found.end()) << text(known, "fen") << ' ' << text(move, "uci");
        EXPECT_EQ(facts->second.count, move.at(count).to_number<std::uint32_t>());
        EXPECT_EQ(facts->second.status, move.at("status").to_number<unsigned>());
        EXPECT_EQ(std::bit_cast<std::uint32_t>(facts->second.learn), hex(move, "learn_hex"));
      }
    }
  }

  static void expect_selection(const CraftyBook& book, const std::string& vectors) {
    for (const boost::json::value& known : read(vectors)) {
      const chess::Position position = test::position(text(known, "fen"));
      SCOPED_TRACE(text(known, "fen"));
      const BookMoves moves = book.find(position);
      const auto ranked = crafty_ranking(moves, position.side_to_move());
      std::size_t place = 0;
      for (const boost::json::value& expected : known.at("ranked").as_array()) {
        ASSERT_LT(place, ranked.size());
        EXPECT_EQ(uci(ranked[place].entry.move), text(expected, "uci"));
        EXPECT_EQ(ranked[place].facts.status, expected.at("status").to_number<unsigned>());
        EXPECT_EQ(ranked[place].facts.percent, expected.at("percent").to_number<std::uint32_t>());
        EXPECT_NEAR(ranked[place].value, expected.at("value").to_number<double>(), 0.001);
        ++place;
      }
      const auto kept = crafty_kept(ranked);
      const auto candidates = crafty_candidates(moves, position.side_to_move());
      const boost::json::array& expected = known.at("candidates").as_array();
      ASSERT_EQ(kept.size(), expected.size());
      ASSERT_EQ(candidates.size(), expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(uci(candidates[i].entry.move), text(expected[i], "uci"));
        EXPECT_EQ(kept[i].value, expected[i].at("value").to_number<double>());
        EXPECT_NEAR(candidates[i].share, 10'000 * expected[i].at("probability").to_number<double>(), 1);
      }
    }
  }

  test::TempFolder folder_;
};

TEST_F(CraftyVectors, SignaturesAndKeysAreThoseOfCrafty) {
  std::size_t moves = 0;
  for (const boost::json::value& known : read("keys.json")) {
    const chess::Position position = test::position(text(known, "fen"));
    const std::uint64_t signature = crafty_signature(position);
    EXPECT_EQ(signature, hex(known, "signature_hex")) << text(known, "fen");
    for (const boost::json::value& child : known.at("children").as_array()) {
      chess::Position next = position;
      next.make(chess::move_from_uci(position, text(child, "uci")).value());
      EXPECT_EQ(crafty_signature(next), hex(child, "child_signature_hex"));
      EXPECT_EQ(crafty_record_key(signature, crafty_signature(next), position.side_to_move()),
                hex(child, "record_key_hex"));
      ++moves;
    }
    EXPECT_EQ(position.legal_moves().size(), known.at("children").as_array().size());
  }
  EXPECT_GT(moves, 1000U);
}

TEST_F(CraftyVectors, BooksHaveTheMovesThatCraftyFindsInThem) {
  const auto book = open("sample-book.bin");
  expect_moves(*book, "vectors.json", "count");
  constexpr std::size_t kClusters = 11405;
  const std::size_t rest = 131072 + 4 * kClusters + 4;
  EXPECT_EQ(book->size(), (std::filesystem::file_size(shared("sample-book.bin")) - rest) / 16);
  EXPECT_FALSE(book->take_trouble());
}

TEST_F(CraftyVectors, LearnedValuesAreFound) {
  expect_moves(*open("sample-book-learned.bin"), "vectors-learned.json", "count");
}

TEST_F(CraftyVectors, AStartBookByItselfHasPercentages) {
  expect_moves(*open("starts-books.bin"), "vectors-starts.json", "percent");
}

TEST_F(CraftyVectors, MovesAreRankedAsCraftyRanksThem) {
  expect_selection(*open("sample-book-learned.bin"), "selection.json");
}

TEST_F(CraftyVectors, TheStartBookBesideCountsInTheRanking) {
  expect_selection(*open("sample-book-learned.bin", "starts-books.bin"), "selection-with-starts.json");
}

}  // namespace
}  // namespace polyglot::book
