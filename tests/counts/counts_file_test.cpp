// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/counts_writer.hpp>

#include "counts/file_layout.hpp"
#include "counts/made_rows.hpp"
#include "support/temporary_folder.hpp"

namespace polyglot::counts {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;

class CountsFileTest : public testing::Test {
 protected:
  [[nodiscard]] static Header header() {
    Header header;
    header.settings = "max-ply 40";
    header.inputs = {{.name = "a.pgn", .bytes = 7, .hash = {1, 2}, .games = 10},
                     {.name = "b.pgn", .bytes = 9, .hash = {3, 4}, .shard = 2, .shards = 3, .games = 5}};
    return header;
  }
  [[nodiscard]] static Content content(std::size_t positions) {
    Dice dice(1);
    Content content;
    while (content.size() < positions) content[dice.any()] = dice.rows(2, 3);
    return content;
  }
  /// Games in the order in which files have them.
  [[nodiscard]] static std::vector<ShownGame> sorted(std::vector<ShownGame> games, std::uint32_t partitions) {
    std::ranges::sort(games, {}, [partitions](const ShownGame& game) {
      return std::pair(share_of_game(game.place.offset, partitions), game.place);
    });
    return games;
  }
  void write(const Content& content, const Header& header, const std::vector<ShownGame>& games = {}) const {
    auto writer = CountsWriter::create(path_, header);
    ASSERT_TRUE(writer) << writer.error().to_string();
    for (const auto& [key, rows] : content) ASSERT_TRUE(writer->add(key, rows));
    for (const ShownGame& game : games) ASSERT_TRUE(writer->add(game));
    const auto committed = writer->commit();
    ASSERT_TRUE(committed) << committed.error().to_string();
  }
  [[nodiscard]] std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void replace(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  /// Changes the directory of the file, whose checksum stays right.
  template <class Change>
  void change_directory(bool keeps_games, const Change& change) const {
    const std::string whole = bytes();
    const std::size_t end = whole.size() - kTrailerSize;
    const std::uint64_t begin = read_trailer(whole.substr(end), whole.size(), keeps_games).value().begin;
    Directory directory = read_directory(whole.substr(begin, end - begin), begin, keeps_games).value();
    change(directory);
    const std::string changed = directory_bytes(directory);
    replace(whole.substr(0, begin) + changed +
            trailer_bytes({.begin = begin, .size = changed.size(), .checksum = checksum_of(changed)},
                          keeps_games));
  }
  /// The first offset of a game that belongs to a partition.
  [[nodiscard]] static std::uint64_t offset_in(std::uint32_t partition, std::uint32_t partitions) {
    std::uint64_t offset = 0;
    while (partition_of_game(offset, partitions) != partition) ++offset;
    return offset;
  }
  [[nodiscard]] static ShownGame game_at(std::uint64_t offset) {
    ShownGame game;
    game.result = "*";
    game.place.offset = offset;
    return game;
  }
  [[nodiscard]] std::string damage() const {
    const auto file = CountsFile::open(path_);
    if (!file) return file.error().to_string();
    const auto checked = file->check();
    return checked ? "" : checked.error().to_string();
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_ / "games.counts";
};

TEST_F(CountsFileTest, HasTheRowsThatWereWritten) {
  const Content written = content(20'000);
  write(written, header());
  const CountsFile file = CountsFile::open(path_).value();
  Content read;
  const auto reader = file.read(file.header().range);
  for (auto position = reader->next().value(); position; position = reader->next().value())
    read[position->key] = {position->rows.begin(), position->rows.end()};
  EXPECT_TRUE(read == written);
  EXPECT_TRUE(file.check());
}

TEST_F(CountsFileTest, SaysWhatItHolds) {
  const Content written = content(3000);
  write(written, header());
  const Header header = CountsFile::open(path_).value().header();
  EXPECT_EQ(header.settings, "max-ply 40");
  EXPECT_EQ(header.inputs, CountsFileTest::header().inputs);
  EXPECT_EQ(header.games, 15U);
  EXPECT_EQ(header.positions, written.size());
  std::size_t rows = 0;
  for (const auto& [key, of_key] : written) rows += of_key.size();
  EXPECT_EQ(header.moves, rows);
  EXPECT_EQ(header.groups, (std::vector<Group>{{}, {.rating = 100}, {.rating = 200}}));
  EXPECT_EQ(header.inputs[1].title(), "b.pgn, shard 2 of 3");
}

TEST_F(CountsFileTest, FindsEachPositionByMoveAndGroup) {
  struct Size {
    std::uint32_t partitions;
    std::size_t positions;
    std::size_t step;  ///< from one position that is looked up to the next
  };
  // In the first file the rows of a partition need more than one piece of its table, in the second several
  // buckets.
  for (const auto& [partitions, positions, step] :
       {Size{1, 20'000, 7}, Size{16, 4000, 1}, Size{512, 2000, 1}}) {
    Content written = content(positions);
    written[0] = {{.move = 5, .totals = {.games = 1}}};
    written[~std::uint64_t{0}] = {{.move = 6, .totals = {.games = 2, .wins = 2}}};
    Header header = CountsFileTest::header();
    header.partitions = partitions;
    header.range = {0, partitions};
    write(written, header);
    const CountsFile file = CountsFile::open(path_).value();
    std::size_t number = 0;
    for (auto& [key, rows] : written) {
      if (number++ % step != 0 && key != written.rbegin()->first) continue;
      std::ranges::sort(rows, [](const Row& a, const Row& b) {
        return std::pair(a.move, a.group) < std::pair(b.move, b.group);
      });
      const auto found = file.find(key).value();
      ASSERT_EQ(found.size(), rows.size());
      for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(found[i].move, rows[i].move);
        EXPECT_EQ(file.header().groups.at(found[i].group).code(), rows[i].group);
        EXPECT_EQ(found[i].totals, rows[i].totals);
      }
      EXPECT_EQ(file.find(key + 1).value().empty(), !written.contains(key + 1));
    }
  }
}

TEST_F(CountsFileTest, HoldsOneRangeOfTheKeysIfItsHeaderSaysSo) {
  Content written = content(2000);
  std::erase_if(written, [](const auto& entry) { return entry.first >> 62 != 2; });
  Header header = CountsFileTest::header();
  header.range = {256, 384};
  write(written, header);
  const CountsFile file = CountsFile::open(path_).value();
  EXPECT_FALSE(file.header().has_all_partitions());
  EXPECT_EQ(file.header().positions, written.size());
  EXPECT_EQ(file.find(written.begin()->first).value().size(), written.begin()->second.size());
  EXPECT_THAT(file.find(5).value(), IsEmpty());
}

TEST_F(CountsFileTest, KeepsTheGameOfEachRow) {
  for (const auto& [partitions, count] :
       {std::pair(1U, 7000U), std::pair(16U, 2500U), std::pair(512U, 2500U)}) {
    Dice dice(3);
    Header header = CountsFileTest::header();
    header.keeps_games = true;
    header.partitions = partitions;
    header.range = {0, partitions};
    const std::vector<ShownGame> games = sorted(dice.games(2, count), partitions);
    Content written = content(count / 2);
    for (auto& [key, rows] : written) dice.keep(games, rows);
    write(written, header, games);
    const CountsFile file = CountsFile::open(path_).value();
    EXPECT_TRUE(file.header().keeps_games);
    EXPECT_TRUE(file.check());
    for (const auto& [key, rows] : written) {
      const auto found = file.find(key).value();
      ASSERT_EQ(found.size(), rows.size());
      for (const Row& row : rows)
        EXPECT_TRUE(std::ranges::any_of(
            found, [&](const MoveTotals& one) { return one.move == row.move && one.game == row.game; }));
    }
    std::vector<ShownGame> read;
    auto cursor = file.read_games(file.header().range);
    for (auto game = cursor.next().value(); game; game = cursor.next().value()) read.push_back(*game);
    EXPECT_TRUE(read == games);
    for (const ShownGame& game : games) EXPECT_EQ(file.game(game.place).value(), game);
    EXPECT_FALSE(file.game({.input = 1, .offset = 1}));
  }
}

TEST_F(CountsFileTest, DoesNotTakeTheGamesOfAnotherFile) {
  Header header = CountsFileTest::header();
  header.keeps_games = true;
  ShownGame game = game_at(70);
  game.white = "Anna";
  write(content(10), header, {game});
  const CountsFile first = CountsFile::open(path_).value();
  path_ = folder_ / "second.counts";
  ShownGame other = game_at(70);
  other.white = "Otto";
  write(content(10), header, {other});
  const CountsFile second = CountsFile::open(path_).value();
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(first.game(game.place).value().white, "Anna");
    EXPECT_EQ(second.game(game.place).value().white, "Otto");
  }
}

TEST_F(CountsFileTest, KnowsNoGamesUnlessItKeepsThem) {
  write(content(10), header());
  const CountsFile file = CountsFile::open(path_).value();
  EXPECT_EQ(file.find(content(10).begin()->first).value().at(0).game, std::nullopt);
  EXPECT_THAT(file.game({}).error().to_string(), HasSubstr("keeps no games"));
}

TEST_F(CountsFileTest, MayBeEmpty) {
  write({}, header());
  const CountsFile file = CountsFile::open(path_).value();
  EXPECT_THAT(file.find(42).value(), IsEmpty());
  EXPECT_THAT(file.header().groups, IsEmpty());
}

TEST_F(CountsFileTest, KeepsSumsThatNeedAllBits) {
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  const Row row{.move = 65535,
                .group = Group{.speed = TimeClass::unknown, .rating = Group::kUnrated, .year = 9999}.code(),
                .input = 1,
                .totals = {.games = kMost,
                           .wins = kMost - 3,
                           .draws = 1,
                           .losses = 1,
                           .rated = kMost,
                           .rating_sum = kMost - 7,
                           .opponent_sum = 4,
                           .first_date = 10000000,
                           .last_date = 99991231}};
  write({{7, {row}}}, header());
  const CountsFile file = CountsFile::open(path_).value();
  EXPECT_EQ(file.find(7).value().at(0).totals, row.totals);
  EXPECT_EQ(file.header().groups.at(0).year, 9999);
  EXPECT_EQ(file.header().groups.at(0).rating, Group::kUnrated);
}

TEST_F(CountsFileTest, RefusesFilesOfOtherKinds) {
  replace("[Event \"?\"]\n");
  EXPECT_FALSE(is_counts_file(path_));
  const auto opened = CountsFile::open(path_);
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().to_string(), HasSubstr("is no file of counts"));
  EXPECT_THAT(opened.error().to_string(), HasSubstr(path_));
}

TEST_F(CountsFileTest, RefusesALaterVersion) {
  write(content(10), header());
  EXPECT_TRUE(is_counts_file(path_));
  std::string later = bytes();
  later[8] = 7;
  replace(later);
  EXPECT_THAT(CountsFile::open(path_).error().to_string(), HasSubstr("version 7"));
}

TEST_F(CountsFileTest, RefusesAFileWhoseBeginningIsDamaged) {
  write(content(10), header());
  std::string other = bytes();
  other[15] = 1;
  replace(other);
  EXPECT_THAT(damage(), HasSubstr("the beginning of this file of counts is damaged"));
}

TEST_F(CountsFileTest, RefusesAFileThatIsCutAnywhere) {
  write(content(300), header());
  const std::string whole = bytes();
  for (std::size_t size = 0; size < whole.size(); size += 1 + size / 50) {
    replace(whole.substr(0, size));
    EXPECT_FALSE(CountsFile::open(path_)) << size;
  }
}

/// Damage is never taken for counts.
TEST_F(CountsFileTest, NamesTheDamagedPartition) {
  Dice dice(2);
  Header header = CountsFileTest::header();
  header.keeps_games = true;
  const std::vector<ShownGame> games = sorted(dice.games(2, 1000), header.partitions);
  Content written = content(1000);
  for (auto& [key, rows] : written) dice.keep(games, rows);
  write(written, header, games);
  const std::string whole = bytes();
  for (int i = 0; i < 120; ++i) {
    std::string damaged = whole;
    // Damages any byte after the version.
    damaged[16 + dice.below(whole.size() - 16)] ^= static_cast<char>(1 + dice.below(255));
    replace(damaged);
    const auto file = CountsFile::open(path_);
    if (!file) continue;
    const auto checked = file->check();
    ASSERT_FALSE(checked);
    EXPECT_THAT(checked.error().to_string(), AnyOf(HasSubstr("is damaged"), HasSubstr("are damaged")));
    EXPECT_THAT(checked.error().to_string(), HasSubstr(path_));
  }
}

TEST_F(CountsFileTest, RefusesInputsThatDoNotAscend) {
  Header header = CountsFileTest::header();
  std::ranges::reverse(header.inputs);
  write({}, header);
  EXPECT_THAT(damage(), HasSubstr("makes no sense"));
  header.inputs[0] = header.inputs[1];
  write({}, header);
  EXPECT_THAT(damage(), HasSubstr("makes no sense"));
}

TEST_F(CountsFileTest, RefusesGamesOfOtherPartitions) {
  Header header = CountsFileTest::header();
  header.keeps_games = true;
  header.range = {256, 260};
  const auto write_game_in = [&](std::uint32_t partition) {
    write({}, header, {game_at(offset_in(partition, header.partitions))});
  };
  write_game_in(259);
  EXPECT_EQ(damage(), "");
  for (const std::uint32_t partition : {0U, 260U}) {
    write_game_in(partition);
    EXPECT_THAT(damage(), HasSubstr("games of this file of counts are damaged")) << partition;
  }
}

TEST_F(CountsFileTest, ComparesTheNumberOfGames) {
  Header header = CountsFileTest::header();
  header.keeps_games = true;
  header.partitions = 1;
  header.range = {0, 1};
  write({}, header, {game_at(3)});
  EXPECT_EQ(damage(), "");
  change_directory(true, [](Directory& directory) { ++directory.shares.front().games; });
  EXPECT_THAT(damage(), HasSubstr("games of this file of counts are damaged"));
}

/// The version decides whether rows have games. A bucket says it, too.
TEST_F(CountsFileTest, RefusesABucketThatDisagreesWithTheVersion) {
  for (const bool keeps_games : {false, true}) {
    Header header = CountsFileTest::header();
    header.keeps_games = keeps_games;
    auto writer = CountsWriter::create(path_, header).value();
    PartitionPacker packer(!keeps_games);
    const Row row{.move = 1, .totals = {.games = 1, .wins = 1}};
    packer.add(7, std::span(&row, 1));
    ASSERT_TRUE(writer.add(0, packer.end()));
    ASSERT_TRUE(writer.commit());
    EXPECT_THAT(damage(), HasSubstr("partition 0 is damaged"));
    EXPECT_FALSE(CountsFile::open(path_).value().find(7));
  }
}

TEST_F(CountsFileTest, RefusesATrailerThatDisagreesWithTheVersion) {
  write({}, header());
  std::string other = bytes();
  other[other.size() - 12] = 6;
  replace(other);
  EXPECT_THAT(damage(), HasSubstr("is cut short or damaged at its end"));
}

TEST(Totals, AreAddedUnlessASumDoesNotFit) {
  Totals sum{.games = 2, .wins = 1, .first_date = 20200000, .last_date = 20200131};
  ASSERT_TRUE(sum.add({.games = 1, .losses = 1}));
  ASSERT_TRUE(sum.add({.games = 1, .first_date = 20191231, .last_date = 20191231}));
  EXPECT_EQ(sum, (Totals{.games = 4, .wins = 1, .losses = 1, .first_date = 20191231, .last_date = 20200131}));
  const Totals before = sum;
  EXPECT_FALSE(sum.add({.games = ~std::uint64_t{0}}));
  EXPECT_EQ(sum, before);
}

TEST(Totals, MakeSenseIfGamesCouldHaveThem) {
  const Totals possible{.games = 4,
                        .wins = 1,
                        .draws = 1,
                        .losses = 2,
                        .rated = 4,
                        .first_date = 20191231,
                        .last_date = 20200000};
  EXPECT_TRUE(possible.makes_sense());
  EXPECT_TRUE((Totals{.games = 1}.makes_sense()));
  EXPECT_FALSE(Totals{}.makes_sense());
  const auto makes_sense = [&possible](auto number, auto value) {
    Totals changed = possible;
    changed.*number = value;
    return changed.makes_sense();
  };
  for (const auto number : {&Totals::wins, &Totals::draws, &Totals::losses, &Totals::rated}) {
    EXPECT_TRUE(makes_sense(number, 0U));
    EXPECT_FALSE(makes_sense(number, possible.*number + 1)) << possible.*number;
  }
  EXPECT_FALSE(makes_sense(&Totals::first_date, 20200001U)) << "after the last one";
  EXPECT_FALSE(makes_sense(&Totals::first_date, 20191301U));
  EXPECT_FALSE(makes_sense(&Totals::first_date, 0U)) << "both are known or none";
  EXPECT_FALSE(makes_sense(&Totals::last_date, 0U));
  EXPECT_FALSE(makes_sense(&Totals::last_date, 20200132U));
  EXPECT_FALSE(makes_sense(&Totals::last_date, 100000101U));
}

TEST(PartitionPacker, PacksARowOfOneGameEitherWay) {
  for (const bool keeps_games : {false, true}) {
    PartitionPacker of_rows(keeps_games);
    PartitionPacker of_games(keeps_games);
    Dice dice(1);
    for (std::uint64_t key = 1; key < 2000; ++key) {
      using enum GameRow::Result;
      const GameRow::Result result = std::array{won, drawn, lost, unknown}.at(dice.below(4));
      GameRow game{.move = static_cast<std::uint16_t>(dice.below(4096)),
                   .group = static_cast<std::uint32_t>(dice.below(3)),
                   .input = static_cast<std::uint32_t>(dice.below(2)),
                   .result = result,
                   .date = 20260101 + static_cast<std::uint32_t>(dice.below(28)),
                   .offset = dice.below(100000)};
      const bool is_rated = dice.below(4) > 0;
      if (is_rated) {
        game.rating = static_cast<std::uint16_t>(1 + dice.below(3000));
        game.opponent = static_cast<std::uint16_t>(1 + dice.below(3000));
      }
      const Row row{.move = game.move,
                    .group = game.group,
                    .input = game.input,
                    .totals = {.games = 1,
                               .wins = result == won ? 1U : 0U,
                               .draws = result == drawn ? 1U : 0U,
                               .losses = result == lost ? 1U : 0U,
                               .rated = is_rated ? 1U : 0U,
                               .rating_sum = game.rating,
                               .opponent_sum = game.opponent,
                               .first_date = game.date,
                               .last_date = game.date},
                    .game = {.input = game.input,
                             .ratings = std::uint32_t{game.rating} + game.opponent,
                             .offset = game.offset}};
      of_rows.add(key, std::span(&row, 1));
      EXPECT_TRUE(of_games.add(key, game));
    }
    EXPECT_TRUE(of_games.end().bytes == of_rows.end().bytes);
    EXPECT_EQ(of_games.packed().groups, of_rows.packed().groups);
    EXPECT_EQ(of_games.packed().positions, 1999U);
    EXPECT_EQ(of_games.packed().moves, 1999U);
  }
}

}  // namespace
}  // namespace polyglot::counts
