// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/counts/counts_writer.hpp>

#include "counts/made_rows.hpp"
#include "support/temporary_folder.hpp"

namespace polyglot::counts {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using Paths = std::vector<std::string>;

constexpr std::uint32_t kPartitions = 16;

/// Files of counts of one input each, and what becomes of them.
class CountsSumTest : public testing::Test {
 protected:
  [[nodiscard]] static Header header_of(Input input) {
    Header header;
    header.settings = "max-ply 40\nvariant normal";
    header.inputs = {std::move(input)};
    header.partitions = kPartitions;
    header.range = {0, kPartitions};
    return header;
  }
  /// The counts of games of their own, many positions of which the other inputs have, too.
  [[nodiscard]] std::string count(const Header& header) {
    const std::string path = folder_ / ("part" + std::to_string(++files_) + ".counts");
    const Input& input = header.inputs.front();
    Dice dice(input.hash[0]);
    Content content;
    std::vector<ShownGame> games = dice.games(1, 300);
    std::ranges::sort(games, {}, [](const ShownGame& game) {
      return std::pair(share_of_game(game.place.offset, kPartitions), game.place);
    });
    for (std::uint64_t i = 0; i < 900; ++i) {
      const std::uint64_t number = dice.below(2) == 0 ? dice.below(500) : dice.any();
      std::vector<Row>& rows = content[number * 0x9e3779b97f4a7c15] = dice.rows(1, 2);
      if (header.keeps_games) dice.keep(games, rows);
    }
    auto writer = CountsWriter::create(path, header).value();
    for (const auto& [key, rows] : content) EXPECT_TRUE(writer.add(key, rows));
    if (!header.keeps_games) games.clear();
    for (const ShownGame& game : games) EXPECT_TRUE(writer.add(game));
    EXPECT_TRUE(writer.commit());
    return path;
  }
  [[nodiscard]] static Input input(int number) {
    return {.name = std::string(1, static_cast<char>('a' + number)) + ".pgn",
            .bytes = 100,
            .hash = {static_cast<std::uint64_t>(number) + 1, 7},
            .games = 10};
  }
  [[nodiscard]] Paths count_all(int inputs, bool keeps_games = false) {
    Paths paths;
    for (int i = 0; i < inputs; ++i) {
      Header header = header_of(input(i));
      header.keeps_games = keeps_games;
      paths.push_back(count(header));
    }
    return paths;
  }
  [[nodiscard]] std::string add(const Paths& parts, std::optional<PartitionRange> range = std::nullopt) {
    const std::string path = folder_ / ("sum" + std::to_string(++files_) + ".counts");
    const auto sum = CountsSum::open(parts, range);
    EXPECT_TRUE(sum) << sum.error().to_string();
    const std::atomic<bool> stop = false;
    const auto written = write_sum(sum.value(), path, stop);
    EXPECT_TRUE(written) << written.error().to_string();
    return path;
  }
  [[nodiscard]] static std::string refusal(const Paths& parts,
                                           std::optional<PartitionRange> range = std::nullopt) {
    const auto sum = CountsSum::open(parts, range);
    return sum ? "" : sum.error().to_string();
  }
  [[nodiscard]] static std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  test::TemporaryFolder folder_;
  int files_ = 0;
};

TEST_F(CountsSumTest, AddsUpEachMoveOfEachPosition) {
  const Paths parts = count_all(3);
  const CountsFile sum = CountsFile::open(add(parts)).value();
  EXPECT_EQ(sum.header().games, 30U);
  std::vector<CountsFile> files;
  for (const std::string& path : parts) files.push_back(CountsFile::open(path).value());
  const auto reader = sum.read(sum.header().range);
  std::uint64_t positions = 0;
  for (auto position = reader->next().value(); position; position = reader->next().value(), ++positions) {
    std::map<std::pair<std::uint16_t, std::uint32_t>, Totals> expected;
    for (const CountsFile& file : files)
      for (const MoveTotals& move : file.find(position->key).value())
        ASSERT_TRUE((expected[{move.move, file.header().groups.at(move.group).code()}].add(move.totals)));
    EXPECT_EQ(position->rows.size(), expected.size());
    for (const Row& row : position->rows) EXPECT_EQ(row.totals, (expected[{row.move, row.group}]));
  }
  EXPECT_EQ(sum.header().positions, positions);
}

/// Keys are usually spread, and those of few files are equal.
TEST_F(CountsSumTest, AddsUpManyFilesWithTheSamePositionsSideBySide) {
  constexpr std::uint64_t kFiles = 40;
  const Row row{.move = 796, .totals = {.games = 1, .wins = 1}};
  Paths parts;
  for (std::uint64_t number = 0; number < kFiles; ++number) {
    Input one = input(0);
    one.name += std::to_string(number);
    one.hash = {number + 1, 7};
    const std::string path = folder_ / (one.name + ".counts");
    auto writer = CountsWriter::create(path, header_of(one)).value();
    for (const std::uint64_t key : {1, 2, 3})
      ASSERT_TRUE(writer.add(10 * key, std::span(&row, 1)) &&
                  writer.add(10 * key + number % 3 + 1, std::span(&row, 1)));
    ASSERT_TRUE(writer.add(std::uint64_t{1} << 60, std::span(&row, 1)));
    ASSERT_TRUE(writer.commit());
    parts.push_back(path);
  }
  const CountsFile sum = CountsFile::open(add(parts)).value();
  EXPECT_EQ(sum.header().positions, 13U);
  for (const std::uint64_t key : {10, 20, 30}) EXPECT_EQ(sum.find(key).value().at(0).totals.games, kFiles);
  EXPECT_EQ(sum.find(21).value().at(0).totals.games, 14U);
  EXPECT_EQ(sum.find(23).value().at(0).totals.games, 13U);
}

/// Any tree of sums, any order, any ranges: the same file.
class CutCounts : public CountsSumTest, public testing::WithParamInterface<bool> {};

TEST_P(CutCounts, HaveTheSameBytes) {
  constexpr int kInputs = 7;
  const Paths parts = count_all(kInputs, GetParam());
  const std::string expected = bytes_of(add(parts));
  Dice dice(1);
  for (int round = 0; round < 5; ++round) {
    Paths left = parts;
    while (left.size() > 1) {
      Paths some;
      for (std::uint64_t more = 2 + dice.below(3); more > 0 && !left.empty(); --more) {
        const auto at = left.begin() + static_cast<std::ptrdiff_t>(dice.below(left.size()));
        some.push_back(*at);
        left.erase(at);
      }
      if (dice.below(2) == 0) {
        left.push_back(add(some));
        continue;
      }
      Paths ranges;
      const std::uint64_t of = std::uint64_t{1} << (1 + dice.below(4));
      for (std::uint64_t i = of; i >= 1; --i)
        ranges.push_back(add(some, range_of(i, of, kPartitions).value()));
      left.push_back(add(ranges));
    }
    ASSERT_TRUE(bytes_of(left.front()) == expected) << round;
  }
}

/// A sum copies most rows as they are stored.
TEST_P(CutCounts, AreCopiedAsTheyAreAddedUp) {
  const Paths parts = count_all(5, GetParam());
  const CountsSum sum = CountsSum::open(parts).value();
  const std::string path = folder_ / "row by row.counts";
  auto writer = CountsWriter::create(path, sum.header()).value();
  const auto reader = sum.read(sum.header().range);
  for (auto position = reader->next().value(); position; position = reader->next().value())
    ASSERT_TRUE(writer.add(position->key, position->rows));
  ASSERT_TRUE(sum.read_games(sum.header().range, [&](const ShownGame& game) { return writer.add(game); }));
  ASSERT_TRUE(writer.commit());
  EXPECT_TRUE(bytes_of(path) == bytes_of(add(parts)));
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutGames, CutCounts, testing::Bool());

TEST_F(CountsSumTest, ShowsTheBestGameOfAllParts) {
  const Paths parts = count_all(4, true);
  const CountsFile sum = CountsFile::open(add(parts)).value();
  std::vector<CountsFile> files;
  for (const std::string& path : parts) files.push_back(CountsFile::open(path).value());
  const auto reader = sum.read(sum.header().range);
  for (auto position = reader->next().value(); position; position = reader->next().value())
    for (const Row& row : position->rows) {
      std::optional<RowGame> best;
      for (std::uint32_t file = 0; file < files.size(); ++file)
        for (const MoveTotals& move : files[file].find(position->key).value()) {
          if (move.move != row.move || files[file].header().groups.at(move.group).code() != row.group)
            continue;
          RowGame game = move.game.value();
          game.input = file;
          if (!best || game.is_better_than(*best)) best = game;
        }
      ASSERT_EQ(row.game, best);
      ShownGame expected = files[row.game.input].game({.input = 0, .offset = row.game.offset}).value();
      expected.place.input = row.game.input;
      ASSERT_EQ(sum.game(row.game.place()).value(), expected);
    }
}

TEST_F(CountsSumTest, ShowsOnlyGamesOfItsRange) {
  const Paths parts = count_all(3, true);
  const CountsFile whole = CountsFile::open(add(parts)).value();
  const CountsFile piece = CountsFile::open(add(parts, PartitionRange{4, 8})).value();
  std::size_t shown = 0;
  const auto reader = piece.read(piece.header().range);
  for (auto position = reader->next().value(); position; position = reader->next().value())
    for (const MoveTotals& move : piece.find(position->key).value()) {
      if (!move.game) continue;
      ++shown;
      EXPECT_EQ(piece.game(move.game->place()).value(), whole.game(move.game->place()).value());
    }
  EXPECT_GT(shown, 0U);
}

TEST(RowGame, IsTheOneOfTheBestPlayersThatStandsFirst) {
  const RowGame best{.input = 1, .ratings = 5000, .offset = 7};
  for (const RowGame& other :
       {RowGame{.input = 0, .ratings = 4999, .offset = 7}, RowGame{.input = 2, .ratings = 5000, .offset = 6},
        RowGame{.input = 1, .ratings = 5000, .offset = 8}, RowGame{}}) {
    EXPECT_TRUE(best.is_better_than(other));
    EXPECT_FALSE(other.is_better_than(best));
  }
  EXPECT_FALSE(best.is_better_than(best));
}

TEST_F(CountsSumTest, MakesAFileOfAllItsShards) {
  Paths shards;
  for (const std::uint32_t shard : {2U, 3U, 1U}) {
    Input piece = input(0);
    piece.shard = shard;
    piece.shards = 3;
    piece.hash = {10 + shard, 1};
    shards.push_back(count(header_of(piece)));
  }
  const Header header = CountsFile::open(add(shards)).value().header();
  ASSERT_EQ(header.inputs.size(), 1U);
  EXPECT_TRUE(header.inputs[0].is_whole());
  EXPECT_EQ(header.inputs[0].hash, (std::array<std::uint64_t, 2>{36, 3}));
  EXPECT_EQ(header.games, 30U);
  const auto some = CountsSum::open({shards[0], shards[1]});
  EXPECT_THAT(some.value().check_is_complete().error().to_string(), HasSubstr("not all shards of a.pgn"));
  const std::string both = add({shards[0], shards[1]});
  EXPECT_TRUE(bytes_of(add({both, shards[2]})) == bytes_of(add(shards)));
}

/// Two files may have the same name and size. No shards of both become one input.
TEST_F(CountsSumTest, KeepsShardsOfTwoFilesApart) {
  Paths shards;
  for (std::uint32_t number = 0; number < 4; ++number) {
    Input piece = input(0);
    piece.shard = 1 + number % 2;
    piece.shards = 2;
    piece.hash = {10 + number, 1};
    shards.push_back(count(header_of(piece)));
  }
  const auto inputs = [&](const Paths& some) {
    return CountsFile::open(add(some)).value().header().inputs.size();
  };
  EXPECT_EQ(inputs(shards), 4U);
  EXPECT_EQ(inputs({shards[0], shards[1], shards[3]}), 3U) << "the first ones could be a file";
  EXPECT_EQ(inputs({shards[0], shards[2], shards[1]}), 3U) << "the last ones could be a file";
}

TEST_F(CountsSumTest, RefusesWhatIsCountedTwice) {
  const Paths parts = count_all(2);
  EXPECT_THAT(refusal({parts[0], parts[1], parts[0]}),
              AllOf(HasSubstr("a.pgn is counted twice"), HasSubstr(parts[0])));
  EXPECT_THAT(refusal({add(parts), parts[1]}), HasSubstr("b.pgn is counted twice"));
  Input renamed = input(0);
  renamed.name = "copy.pgn";
  EXPECT_THAT(refusal({parts[0], count(header_of(renamed))}),
              HasSubstr("a.pgn, which is the same as copy.pgn, is counted twice"));
  Input shard = input(1);
  shard.hash = {99, 99};
  shard.shards = 2;
  EXPECT_THAT(refusal({parts[1], count(header_of(shard))}), HasSubstr("in 2 shards"));
}

TEST_F(CountsSumTest, TakesSeveralEmptyFiles) {
  Paths parts;
  for (const std::uint32_t number : {0U, 1U}) {
    Input empty = input(number);
    empty.bytes = 0;
    empty.hash = {};
    parts.push_back(count(header_of(empty)));
  }
  EXPECT_EQ(CountsFile::open(add(parts)).value().header().inputs.size(), 2U);
}

TEST_F(CountsSumTest, RefusesOtherSettings) {
  const Paths parts = count_all(1);
  Header header = header_of(input(1));
  header.settings = "max-ply 30\nvariant normal";
  const std::string other = count(header);
  EXPECT_THAT(refusal({parts[0], other}),
              AllOf(HasSubstr(other), HasSubstr("other settings than " + parts[0] + ": max-ply 30")));
  header = header_of(input(1));
  header.variant = "atomic";
  EXPECT_THAT(refusal({parts[0], count(header)}), HasSubstr("another variant"));
}

TEST_F(CountsSumTest, NamesAGapInTheRanges) {
  const Paths parts = count_all(2);
  const std::string first = add(parts, PartitionRange{0, 8});
  const std::string second = add({parts[0]}, PartitionRange{8, 16});
  EXPECT_THAT(refusal({first, second}),
              AllOf(HasSubstr("partitions 8 to 15 of b.pgn"), HasSubstr("missing")));
  EXPECT_THAT(refusal({first}, PartitionRange{0, 16}), HasSubstr("no file has partitions 8 to 15"));
  EXPECT_THAT(CountsSum::open({first}).value().check_is_complete().error().to_string(),
              HasSubstr("no file has partition 8"));
  EXPECT_THAT(refusal({first, add(parts, PartitionRange{4, 12})}), HasSubstr("counted twice"));
  EXPECT_FALSE(CountsSum::open({first, add(parts, PartitionRange{8, 16})}).has_error());
}

TEST_F(CountsSumTest, LeavesNothingOfASumThatFails) {
  const Paths parts = count_all(2);
  std::string damaged = bytes_of(parts[1]);
  damaged[damaged.size() / 3] ^= 1;
  std::ofstream(parts[1], std::ios::binary) << damaged;
  const auto sum = CountsSum::open(parts);
  ASSERT_TRUE(sum);
  const std::atomic<bool> stop = false;
  const auto written = write_sum(sum.value(), folder_ / "sum.counts", stop);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().to_string(), AllOf(HasSubstr(parts[1]), HasSubstr("partition")));
  EXPECT_FALSE(fs::exists(folder_ / "sum.counts"));
}

TEST_F(CountsSumTest, TakesNoRowThatCannotBe) {
  constexpr std::uint32_t kNoDate = 4'000'000'000;
  const Row possible{.move = 7, .totals = {.games = 1, .wins = 1}};
  const Row of_another_input{.move = 7, .input = 1, .totals = possible.totals};
  const Row of_no_date{.move = 7,
                       .totals = {.games = 1, .wins = 1, .first_date = kNoDate, .last_date = kNoDate}};
  const Row with_too_many_losses{.move = 7, .totals = {.games = 2, .wins = 2, .losses = 2}};
  const std::string other = count(header_of(input(1)));
  for (const Row& row : {possible, of_another_input, of_no_date, with_too_many_losses}) {
    const std::string path = folder_ / "part.counts";
    auto writer = CountsWriter::create(path, header_of(input(0))).value();
    ASSERT_TRUE(writer.add(0x8000000000000001, std::span(&row, 1)));
    ASSERT_TRUE(writer.commit());
    const std::atomic<bool> stop = false;
    const auto written = write_sum(CountsSum::open({path, other}).value(), folder_ / "sum.counts", stop);
    EXPECT_EQ(written.has_value(), row == possible);
    EXPECT_THAT(written ? path + "partition 8 is damaged" : written.error().to_string(),
                AllOf(HasSubstr(path), HasSubstr("partition 8 is damaged")));
  }
}

TEST(RangeOf, SharesPartitionsOut) {
  EXPECT_EQ(range_of(2, 4, 512).value(), (PartitionRange{128, 256}));
  EXPECT_FALSE(range_of(1, 3, 512));
  EXPECT_FALSE(range_of(5, 4, 512));
  EXPECT_FALSE(range_of(0, 4, 512));
}

}  // namespace
}  // namespace polyglot::counts
