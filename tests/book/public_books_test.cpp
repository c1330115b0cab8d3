// SPDX-License-Identifier: MIT
// Books with the peculiarities of public books: castling as the king's own move, plain keys of variants,
// XBoard's closing record, moves of one side only, records out of order, zeros after the last record. Each is
// read to its last record.
#include <set>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/book_keys.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/lines.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/game/notation.hpp>

#include "book/book_files.hpp"

namespace polyglot::book::test {
namespace {

struct PublicGame {
  const char* variant;
  const char* moves;  ///< with a castling, where there is one
};

constexpr const char* kOpenGame = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 e8g8 c1e3";
constexpr std::array kPublicGames{PublicGame{"normal", kOpenGame},
                                  PublicGame{"normal", "d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8"},
                                  PublicGame{"atomic", kOpenGame},
                                  PublicGame{"3check", kOpenGame},
                                  PublicGame{"kingofthehill", kOpenGame},
                                  PublicGame{"crazyhouse", "e2e4 d7d5 e4d5 d8d5 g1f3 d5a5 f1e2 g8f6 e1g1"},
                                  PublicGame{"antichess", "e2e3 b7b5 f1b5 c8b7 b5d7 b7g2 d7e8 g2h1"},
                                  PublicGame{"racingkings", "h2h3 a2a3 h3h4 a3a4 h4h5 a4a5"},
                                  PublicGame{"horde", "a4a5 g7g6 a3a4 f8g7 a2a3 g8h6 h4h5 e8g8 a1a2"}};

enum class Sides { both, white, black };
enum class Ending { clean, closing_record, zeros, unsorted };

using PublicBookParameter = std::tuple<PublicGame, Sides, Ending>;

/// A record for each of the game's moves and for another one that is legal beside it.
class PublicBook : public BookFileTest, public ::testing::WithParamInterface<PublicBookParameter> {
 protected:
  void SetUp() override {
    const auto& [game, sides, ending] = GetParam();
    rules_ = game::Rules::find(game.variant).value();
    game::Position position = rules_.with_plain_keys()->start();
    std::istringstream words{game.moves};
    for (std::string word; words >> word;) {
      const auto move = game::move_from_uci(position, word);
      ASSERT_TRUE(move) << word;
      const bool is_white = position.side_to_move() == chess::Color::white;
      if (sides == Sides::both || is_white == (sides == Sides::white)) add(position, word, *move);
      position.make(*move);
    }
    std::ranges::stable_sort(entries_, {}, &RawEntry::key);
    std::vector<RawEntry> written = entries_;
    if (ending == Ending::closing_record) written.push_back(kClosingRecord);
    if (ending == Ending::zeros) written.resize(written.size() + 5);
    if (ending == Ending::unsorted) std::ranges::reverse(written);
    write(written);
  }

  void add(const game::Position& position, const std::string& word, const game::Move& move) {
    played_.push_back({.position = position, .move = move, .points = 2});
    // Castling as most programs write it: e1g1.
    entries_.push_back(raw_entry(position.key(), code(word), 9));
    for (const game::Move& other : position.legal_moves()) {
      if (other == move || !has_record_code(position, other)) continue;
      entries_.push_back(raw_entry(position.key(), record_code(position, other), 4));
      return;
    }
  }

  [[nodiscard]] BookGames games() const {
    const auto book = BinBook::open(path_).value();
    const bool is_plain = !rules_.is_chess() && sample_keys(*book, *rules_.variant()) == BookKeys::plain;
    const game::Rules rules = is_plain ? rules_.with_plain_keys().value() : rules_;
    return {.rules = rules, .starts = {rules.start()}};
  }

  game::Rules rules_;
  std::vector<RawEntry> entries_;
  std::vector<PlayedMove> played_;
};

TEST_P(PublicBook, IsPlayedToTheLastRecord) {
  const auto book = with_keys(open_book(path_).value(), BookKeys::automatic);
  game::Position position = rules_.start();
  std::size_t found = 0;
  std::istringstream words{std::get<0>(GetParam()).moves};
  for (std::string word; words >> word;) {
    const auto move = game::move_from_uci(position, word).value();
    const BookMoves known = book->find(position);
    found += known.moves.size();
    if (!known.moves.empty()) {
      EXPECT_NE(std::ranges::find(known.moves, game::Move(move), &BookMove::move), known.moves.end()) << word;
    }
    position.make(move);
  }
  EXPECT_EQ(found, entries_.size());
}

TEST_P(PublicBook, IsWalkedToTheLastRecord) {
  const Ending ending = std::get<2>(GetParam());
  // Walks need a book without defects.
  const auto games_of = [this](const LoadedBook&) { return Result<BookGames>(games()); };
  if (ending == Ending::zeros || ending == Ending::unsorted) {
    ASSERT_TRUE(repair_book(path_, path_, games_of));
  }
  const auto book = LoadedBook::load(path_).value();
  const ReachedPositions reached(book, games());
  const MoveCheck found = check_moves(book, reached);
  EXPECT_EQ(found.illegal_moves.count, 0U);
  EXPECT_EQ(found.unreached, 0U);
  EXPECT_EQ(check_records(path_, games().rules)->impossible_moves.count, 0U);

  std::set<std::pair<chess::Key, std::uint16_t>> written;
  const auto sink = [&](const BookLine& line) {
    for (const LineStep& step : line.steps) {
      if (!step.share) continue;
      const auto records = book.find(step.before().key());
      const auto record = find_record(records, codes_of(step.before(), step.move));
      if (record != records.end()) written.emplace(record->key, record->move);
    }
    return Result<void>();
  };
  for (const chess::Color side : {chess::Color::white, chess::Color::black})
    ASSERT_TRUE(visit_lines(book, side, sink, games()));
  EXPECT_EQ(written.size(), entries_.size());
}

TEST_P(PublicBook, LearnsWhatWasPlayedFromIt) {
  EXPECT_EQ(try_learn(path_, played_).value(), played_.size());
  const auto book = BinBook::open(path_).value();
  for (const PlayedMove& played : played_) {
    const BookMoves known = book->find(played.position);
    const LearnedMoves results = book->results(played.position);
    ASSERT_EQ(results.results.size(), known.moves.size());
    const auto move = std::ranges::find(known.moves, played.move, &BookMove::move);
    ASSERT_NE(move, known.moves.end());
    EXPECT_EQ(results.results[static_cast<std::size_t>(move - known.moves.begin())].games, 1U);
  }
}

std::string name_of_public_book(const ::testing::TestParamInfo<PublicBookParameter>& info) {
  static constexpr std::array kSides{"Both", "White", "Black"};
  static constexpr std::array kEndings{"Clean", "Closed", "Zeros", "Unsorted"};
  const auto& [game, sides, ending] = info.param;
  return std::string(game.variant) + std::string(game.moves, 4) + kSides[static_cast<std::size_t>(sides)] +
         kEndings[static_cast<std::size_t>(ending)];
}

INSTANTIATE_TEST_SUITE_P(OfPeople, PublicBook,
                         ::testing::Combine(::testing::ValuesIn(kPublicGames),
                                            ::testing::Values(Sides::both, Sides::white, Sides::black),
                                            ::testing::Values(Ending::clean, Ending::closing_record,
                                                              Ending::zeros, Ending::unsorted)),
                         name_of_public_book);

// ---- Which keys a book has --------------------------------------------------------------------------------

class BookKeysTest : public BookFileTest {
 protected:
  /// A book of a game's moves with the keys of these rules.
  std::unique_ptr<BookSource> open(const game::Rules& rules, const char* moves,
                                   BookKeys keys = BookKeys::automatic) {
    std::vector<RawEntry> entries;
    game::Position position = rules.start();
    std::istringstream words{moves};
    for (std::string word; words >> word;) {
      const auto move = game::move_from_uci(position, word).value();
      entries.push_back({.key = position.key(), .move = record_code(position, move), .weight = 1});
      position.make(move);
    }
    write(sorted(entries));
    return with_keys(open_book(path_).value(), keys);
  }
  static std::size_t moves_at_start(const BookSource& book, const game::Rules& rules) {
    return book.find(rules.start()).moves.size();
  }

  game::Rules atomic_ = game::Rules::find("atomic").value();
};

TEST_F(BookKeysTest, AreThoseOfASampleUnlessTheyAreNamed) {
  const game::Rules plain = atomic_.with_plain_keys().value();
  EXPECT_EQ(moves_at_start(*open(plain, "e2e4"), atomic_), 1U);
  EXPECT_EQ(moves_at_start(*open(plain, "e2e4", BookKeys::plain), atomic_), 1U);
  EXPECT_EQ(moves_at_start(*open(plain, "e2e4", BookKeys::xboard), atomic_), 0U);
  EXPECT_EQ(moves_at_start(*open(atomic_, "e2e4"), atomic_), 1U);
  EXPECT_EQ(moves_at_start(*open(atomic_, "e2e4", BookKeys::plain), atomic_), 0U);
  EXPECT_EQ(moves_at_start(*open(atomic_, "e2e4", BookKeys::xboard), atomic_), 1U);
}

TEST_F(BookKeysTest, AreNotPlainOnesOfABookOfChess) {
  constexpr const char* kExchanges = "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5";
  EXPECT_EQ(moves_at_start(*open(game::Rules(), kExchanges), atomic_), 0U) << "dxe5 explodes in atomic chess";
  EXPECT_EQ(moves_at_start(*open(atomic_.with_plain_keys().value(), "e2e4 d7d5 e4d5 g8f6"), atomic_), 1U);
  EXPECT_EQ(moves_at_start(*open(game::Rules(), kExchanges), game::Rules()), 1U);
  EXPECT_EQ(moves_at_start(*open(game::Rules(), kExchanges, BookKeys::plain), atomic_), 1U)
      << "if they say so";
}

TEST_F(BookKeysTest, AreFoundForEachPositionWhereGamesBeginElsewhere) {
  const game::Rules plain = atomic_.with_plain_keys().value();
  constexpr const char* kEndgame = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  const game::Position there = plain.read_fen(kEndgame).value();
  write({raw_entry(there.key(), code("e2e4"), 1)});
  const auto book = with_keys(open_book(path_).value(), BookKeys::automatic);
  const game::Position position = atomic_.read_fen(kEndgame).value();
  EXPECT_EQ(book->find(position).moves.size(), 1U);
  EXPECT_EQ(book->as_stored(position).key(), there.key());
}

TEST_F(BookKeysTest, AreAskedForByTheLearner) {
  const auto book = open(atomic_.with_plain_keys().value(), "e2e4");
  const game::Position start = atomic_.start();
  const auto move = game::move_from_uci(start, "e2e4").value();
  const std::vector<PlayedMove> played{{.position = book->as_stored(start), .move = move, .points = 2}};
  EXPECT_EQ(try_learn(path_, played).value(), 1U);
  EXPECT_EQ(book->learned(start, book->find(start)).value().results.front().points, 2U);
}

}  // namespace
}  // namespace polyglot::book::test
