// SPDX-License-Identifier: MIT
#include <boost/json.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/convert.hpp>
#include <polyglot/book/crafty.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>

#include "book/book_files.hpp"
#include "book/formats/crafty/crafty_file.hpp"
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

/// Tests on the real books.
class CraftyVectors : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(shared("README.md"))) GTEST_SKIP() << "no books of Crafty here";
  }

  static boost::json::array read(const std::string& name) {
    return boost::json::parse(polyglot::test::read_text(shared(name))).as_array();
  }

  /// A Crafty book of this folder, with the start book if it is named.
  [[nodiscard]] std::unique_ptr<BookSource> open(const std::string& name,
                                                 const std::string& start_book = "") const {
    std::filesystem::copy_file(shared(name), folder_ / "book.bin");
    if (!start_book.empty()) std::filesystem::copy_file(shared(start_book), folder_ / "books.bin");
    return open_book(folder_ / "book.bin", BookFormat::crafty).value();
  }

  static void expect_moves(const BookSource& book, const std::string& vectors, const char* count) {
    for (const boost::json::value& known : read(vectors)) {
      const chess::Position position = test::position(text(known, "fen"));
      std::map<std::string, CraftyFacts> found;
      for (const BookMove& move : book.find(position).moves) {
        const auto facts = CraftyFacts::of(move);
        ASSERT_TRUE(facts);
        EXPECT_EQ(move.weight, facts->count);
        found[test::uci_of(move.move)] = *facts;
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

  static void expect_selection(const BookSource& book, const std::string& vectors) {
    for (const boost::json::value& known : read(vectors)) {
      const chess::Position position = test::position(text(known, "fen"));
      SCOPED_TRACE(text(known, "fen"));
      const BookMoves moves = book.find(position);
      const auto ranked = crafty_ranking(moves, position.side_to_move());
      std::size_t place = 0;
      for (const boost::json::value& expected : known.at("ranked").as_array()) {
        ASSERT_LT(place, ranked.size());
        EXPECT_EQ(test::uci_of(ranked[place].entry.move), text(expected, "uci"));
        EXPECT_EQ(ranked[place].facts.status, expected.at("status").to_number<unsigned>());
        EXPECT_EQ(ranked[place].facts.percent, expected.at("percent").to_number<std::uint32_t>());
        EXPECT_NEAR(ranked[place].value, expected.at("value").to_number<double>(), 0.001);
        ++place;
      }
      const auto kept = crafty_kept(ranked);
      const auto candidates = judge_as_crafty(moves, position.side_to_move());
      const boost::json::array& expected = known.at("candidates").as_array();
      ASSERT_EQ(kept.size(), expected.size());
      ASSERT_EQ(candidates.size(), moves.moves.size());
      EXPECT_EQ(std::ranges::count_if(candidates, &Candidate::is_kept), std::ssize(expected));
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(test::uci_of(candidates[i].entry.move), text(expected[i], "uci"));
        EXPECT_EQ(kept[i].value, expected[i].at("value").to_number<double>());
        EXPECT_NEAR(candidates[i].share, 10'000 * expected[i].at("probability").to_number<double>(), 1);
      }
    }
  }

  polyglot::test::TemporaryFolder folder_;
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

TEST_F(CraftyVectors, EveryRecordIsALegalMoveThatTheBookLeadsTo) {
  for (const char* const name : {"sample-book.bin", "quirks-book.bin", "starts-books.bin"}) {
    const auto book = open_book(shared(name), BookFormat::crafty).value();
    const std::size_t set_up = std::string_view(name) == "quirks-book.bin" ? 5 : 0;  // of a game with a FEN
    ConvertReport report;
    EXPECT_EQ(collect_entries(*book, report).size() + set_up, book->size()) << name;
  }
}

TEST_F(CraftyVectors, LearnedMovesAreFoundAndRankedAsCraftyRanksThem) {
  const auto book = open("sample-book-learned.bin");
  expect_moves(*book, "vectors-learned.json", "count");
  expect_selection(*book, "selection.json");
}

TEST_F(CraftyVectors, AStartBookByItselfHasPercentages) {
  expect_moves(*open("starts-books.bin"), "vectors-starts.json", "percent");
}

TEST_F(CraftyVectors, TheStartBookBesideCountsInTheRanking) {
  expect_selection(*open("sample-book-learned.bin", "starts-books.bin"), "selection-with-starts.json");
}

/// A Crafty book of positions of one line, made here.
class CraftyLine : public test::BookFileTest {
 protected:
  /// The book has the moves of `line`, and another move in each of their positions.
  void make_book(std::string_view line) const {
    std::istringstream words{std::string(line)};
    chess::Position position;
    std::vector<CraftyRecord> records;
    for (std::string word; words >> word;) {
      const chess::Move move = chess::move_from_uci(position, word).value();
      add(records, position, move);
      const chess::MoveList legal = position.legal_moves();
      add(records, position, legal[0] == move ? legal[1] : legal[0]);
      position.make(move);
    }
    std::ranges::sort(records, {}, &CraftyRecord::key);
    CraftyClusters clusters;
    for (const CraftyRecord& record : records) clusters.set(record.cluster());
    ASSERT_TRUE(write_crafty_book(path_, records, clusters));
  }

  static void add(std::vector<CraftyRecord>& records, const chess::Position& position, chess::Move move) {
    chess::Position next = position;
    next.make(move);
    const std::uint64_t key =
        crafty_record_key(crafty_signature(position), crafty_signature(next), position.side_to_move());
    records.push_back({.key = key, .status = crafty_status::kWhiteWon, .count = 1});
  }
};

constexpr std::string_view kSixMoves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1";

/// The walk asks for every position that games may reach two plies outside the book.
TEST_F(CraftyLine, IsReadOnceWhereItIsWalkedThrough) {
  std::vector<CraftyRecord> records;
  add(records, chess::Position(), chess::move_from_uci(chess::Position(), "e2e4").value());
  CraftyClusters clusters;
  for (std::size_t i = 0; i < kCraftyClusters; ++i) clusters.set(i);
  ASSERT_TRUE(write_crafty_book(path_, records, clusters));
  std::size_t reads = 0;
  const os::FaultInjection count([&](os::Call call) {
    if (call == os::Call::read) ++reads;
    return os::Fault{};
  });
  EXPECT_FALSE(LoadedBook::load(path_).value().entries().empty());
  EXPECT_LE(reads, 10U);
}

TEST(CraftySignature, OfThePositionBehindAMoveIsTheSameFromTheOneBefore) {
  constexpr std::array<std::string_view, 5> kFens{
      chess::kStartFen, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1",
      "r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1"};
  for (const std::string_view fen : kFens) {
    const chess::Position position = test::position(fen);
    for (const chess::Move move : position.legal_moves()) {
      chess::Position after = position;
      after.make(move);
      EXPECT_EQ(crafty_signature_after(position, crafty_signature(position), move), crafty_signature(after))
          << fen << " " << chess::to_uci(move, chess::CastlingNotation::king_takes_rook);
      for (const chess::Move reply : after.legal_moves()) {
        chess::Position behind = after;
        behind.make(reply);
        ASSERT_EQ(crafty_signature_after(after, crafty_signature(after), reply), crafty_signature(behind));
      }
    }
  }
}

/// The marks that Crafty gives the last of some moves.
unsigned marks_of(const std::vector<std::tuple<const char*, double, double>>& moves) {
  BookMoves book;
  for (const auto& [text, count, learned] : moves)
    book.moves.push_back({.move = chess::move_from_uci(chess::Position(), text).value(),
                          .weight = static_cast<std::uint32_t>(count),
                          .facts = {{"count", count}, {"status", 128.0}, {"learn", learned}}});
  return crafty_ranking(book, chess::Color::white).back().facts.status;
}

TEST(CraftyRanking, MarksAMoveAsGoodThatHasWonAPawn) {
  EXPECT_EQ(marks_of({{"e2e4", 10, 0.99}}) & crafty_status::kGood, 0);
  EXPECT_NE(marks_of({{"e2e4", 10, 1.0}}) & crafty_status::kGood, 0);
}

TEST(CraftyRanking, TakesAMoveWithLessThanATenthOfTheHighestCountForRare) {
  EXPECT_NE(marks_of({{"e2e4", 100, 0}, {"d2d4", 9, 0}}) & crafty_status::kBad, 0);
  EXPECT_EQ(marks_of({{"e2e4", 100, 0}, {"d2d4", 10, 0}}) & crafty_status::kBad, 0);
}

TEST_F(CraftyLine, SaysWhereABookIsCutShort) {
  make_book(kSixMoves);
  const std::vector<std::byte> whole = test::read_file(path_);
  for (const std::size_t size :
       {std::size_t{600}, crafty_layout::kIndexBytes, whole.size() - 1, whole.size() - 20}) {
    test::write_file(path_, std::span(whole).first(size));
    EXPECT_THAT(open_book(path_, BookFormat::crafty).error().to_string(), HasSubstr("book.bin: offset "))
        << size;
  }
  test::write_file(path_, std::span(whole).first(whole.size() - 24));
  EXPECT_THAT(open_book(path_, BookFormat::crafty).error().to_string(),
              HasSubstr("the Crafty book ends here"))
      << "what stands at its end is no version";
}

TEST_F(CraftyLine, PlaysOnWhereAClusterIsDamaged) {
  make_book(kSixMoves);
  std::vector<std::byte> bytes = test::read_file(path_);
  const std::size_t entry = CraftyRecord{.key = crafty_signature({})}.cluster() * 4;
  const auto cluster = crafty_layout::load(std::span<const std::byte>(bytes).subspan(entry).first<4>());
  bytes[cluster] = std::byte{77};
  test::write_file(path_, bytes);
  const auto book = open_book(path_, BookFormat::crafty).value();
  EXPECT_TRUE(book->find(chess::Position()).moves.empty());
  EXPECT_FALSE(book->find(test::position_after("e2e4")).moves.empty());
  EXPECT_THAT(book->take_trouble()->to_string(),
              HasSubstr("the index of the Crafty book names a cluster here"));
  EXPECT_FALSE(book->take_trouble());
}

}  // namespace
}  // namespace polyglot::book
