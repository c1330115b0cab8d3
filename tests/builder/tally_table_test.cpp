// SPDX-License-Identifier: MIT
#include "builder/review_tables.hpp"
#include "builder/tally.hpp"
#include "builder/threads.hpp"
#include "support/testing.hpp"

namespace polyglot::builder::test {
namespace {

/// The rule as Polyglot 2.0.4 has it: a list of the moves of each position, all looked at when one is full.
class Reference {
 public:
  struct Move {
    std::uint16_t move;
    std::uint32_t games;
    std::uint32_t half_points;

    friend bool operator==(const Move&, const Move&) = default;
  };

  void add(const Record& record) {
    auto& moves = positions_[record.key];
    auto move = std::ranges::find(moves, record.move, &Move::move);
    if (move == moves.end()) move = moves.insert(moves.end(), {record.move, 0, 0});
    ++move->games;
    move->half_points += record.half_points;
    if (move->games < 16384) return;
    for (Move& each : moves) each = {each.move, (each.games + 1) / 2, (each.half_points + 1) / 2};
  }

  using Positions = std::map<chess::Key, std::vector<Move>>;
  [[nodiscard]] const Positions& positions() const { return positions_; }

 private:
  Positions positions_;
};

Reference::Positions positions_of(const TallyTable<PolyglotTally>& table) {
  Reference::Positions positions;
  for (const PolyglotTally& tally : table.tallies())
    positions[tally.key].push_back({tally.move, tally.games, tally.half_points});
  return positions;
}

/// Both rules at once.
class Both {
 public:
  void add(chess::Key key, std::uint16_t move, std::uint8_t half_points, int times = 1) {
    const Record record = {.key = key, .move = move, .half_points = half_points};
    for (; times > 0; --times) {
      table.add(record);
      reference.add(record);
    }
  }

  TallyTable<PolyglotTally> table;
  Reference reference;
};

TEST(TallyTable, HalvesAsTheRuleSaysInAnyOrder) {
  Both both;
  both.table.start({}, 100);
  std::mt19937 random(20240229);
  constexpr int kRecords = 400'000;
  for (int i = 0; i < kRecords; ++i) {
    // Few moves are played often, and further ones appear all the time.
    const auto key = chess::Key{1} + random() % 3;
    const auto rare = random() % 1000 == 0 ? 1 + random() % 500 : 0;
    both.add(key, static_cast<std::uint16_t>(random() % 4 + 4 * rare),
             static_cast<std::uint8_t>(random() % 3));
  }
  EXPECT_EQ(positions_of(both.table), both.reference.positions());
}

TEST(TallyTable, GoesOnWhereAnEarlierOneEnded) {
  Both both;
  both.table.start({}, 0);
  both.add(7, 1, 2, 20'000);
  both.add(7, 2, 1, 101);
  const std::vector<PolyglotTally> earlier(both.table.tallies().begin(), both.table.tallies().end());
  both.table.start(earlier, 0);
  both.add(7, 3, 0, 55);
  both.add(7, 1, 1, 20'000);
  EXPECT_EQ(positions_of(both.table), both.reference.positions());
}

TEST(TallyTable, ForgetsTheHalvingsOfThePartitionBefore) {
  Both both;
  both.table.start({}, 0);
  for (std::uint16_t move = 1; move <= 3; ++move) both.add(7, move, 2, 20'000);
  both.table.start({}, 0);
  both.reference = {};
  both.add(9, 1, 1);
  both.add(7, 1, 2, 20'000);
  both.add(7, 2, 2, 3);
  EXPECT_EQ(positions_of(both.table), both.reference.positions());
}

GapVisit visit(std::uint64_t id) {
  return {.id = id,
          .gap = {.moves = std::to_string(id), .count = 1, .score = {.games = 1, .half_points = id % 3}}};
}

TEST(GapTable, AddsUpAndSortsByCountThenByComing) {
  GapTable table;
  for (const std::uint64_t id : {5U, 7U, 9U, 7U, 5U, 8U}) table.add(visit(id));
  const auto gaps = table.take_sorted();
  std::string moves;
  for (const auto& gap : gaps) moves += gap.moves;
  EXPECT_EQ(moves, "5798");
  EXPECT_EQ(gaps[0].count, 2U);
  EXPECT_EQ(gaps[0].score.half_points, 4U);
  EXPECT_EQ(table.forgotten(), 0U);
}

TEST(GapTable, KeepsFrequentGapsWhateverTheNumberOfRareOnes) {
  GapTable table(100);
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    table.add(visit(1'000 + i));
    if (i % 10 == 0) table.add(visit(1));
    if (i % 20 == 0) table.add(visit(2));
  }
  const auto gaps = table.take_sorted();
  ASSERT_LE(gaps.size(), 100U);
  EXPECT_EQ(gaps[0].moves, "1");
  EXPECT_EQ(gaps[0].count, 1'000U);
  EXPECT_EQ(gaps[1].moves, "2");
  EXPECT_EQ(gaps[1].count, 500U);
  EXPECT_EQ(table.forgotten() + gaps.size(), 10'002U);
}

TEST(GapTable, MakesRoomWhereAllAreEquallyFrequent) {
  GapTable table(4);
  for (int round = 0; round < 3; ++round)
    for (const std::uint64_t id : {1U, 2U, 3U, 4U}) table.add(visit(id));
  table.add(visit(5));
  EXPECT_EQ(table.take_sorted().size(), 1U);
  EXPECT_EQ(table.forgotten(), 4U);
}

}  // namespace
}  // namespace polyglot::builder::test
