// SPDX-License-Identifier: MIT
#include <polyglot/counts/counts_file.hpp>

#include "counts/made_rows.hpp"
#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::counts {
namespace {

class CountsFileTest : public testing::Test {
 protected:
  [[nodiscard]] static Header header() {
    Header header;
    header.settings = "max-ply 40";
    header.inputs = {{.name = "a.pgn", .bytes = 7, .hash = {1, 2}, .games = 10},
                     {.name = "b.pgn", .bytes = 9, .hash = {3, 4}, .games = 5}};
    return header;
  }
  [[nodiscard]] static Content content(std::size_t positions) {
    Dice dice(1);
    Content content;
    while (content.size() < positions) content[dice.any()] = dice.rows(2, 3);
    return content;
  }
  void write(const Content& content, const Header& header) const { write_counts(path_, header, content); }
  [[nodiscard]] std::string bytes() const { return test::read_text(path_); }
  void replace(const std::string& bytes) const { test::write_text(path_, bytes); }
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
  std::vector<Row> rows;
  for (std::size_t block = 0; block < file.blocks(); ++block) {
    ASSERT_TRUE(file.read_block(block, rows));
    for (const Row& row : rows) {
      read[row.key].push_back(row);
      read[row.key].back().key = 0;
    }
  }
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
}

TEST_F(CountsFileTest, FindsEachPositionByMoveAndGroup) {
  Content written = content(4000);
  // The rows of one range need more than one block.
  Dice dice(2);
  for (std::uint64_t number = 0; number < 4000; ++number)
    written[std::uint64_t{77} << 55 | dice.any() >> 9] = dice.rows(2, 3);
  written[0] = {{.move = 5, .totals = {.games = 1}}};
  written[~std::uint64_t{0}] = {{.move = 6, .totals = {.games = 2, .wins = 2}}};
  write(written, header());
  const CountsFile file = CountsFile::open(path_).value();
  std::size_t number = 0;
  for (auto& [key, rows] : written) {
    if (number++ % 40 != 0 && key != written.rbegin()->first) continue;
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
  EXPECT_FALSE(is_counts_file(path_).value());
  EXPECT_THAT(CountsFile::open(path_).error().to_string(),
              AllOf(HasSubstr("is no file of counts"), HasSubstr(path_)));
}

TEST_F(CountsFileTest, RefusesOtherVersions) {
  write(content(10), header());
  EXPECT_TRUE(is_counts_file(path_).value());
  std::string other = bytes();
  for (const int version : {7, 99}) {
    other[8] = static_cast<char>(version);
    replace(other);
    EXPECT_THAT(CountsFile::open(path_).error().to_string(),
                HasSubstr("is of version " + std::to_string(version) + ", and this program reads version 8"));
  }
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
TEST_F(CountsFileTest, NamesTheDamagedBlock) {
  Dice dice(2);
  write(content(1000), header());
  const std::string whole = bytes();
  for (int i = 0; i < 120; ++i) {
    std::string damaged = whole;
    // Damages any byte after the version.
    damaged[12 + dice.below(whole.size() - 12)] ^= static_cast<char>(1 + dice.below(255));
    replace(damaged);
    const auto file = CountsFile::open(path_);
    if (!file) continue;
    EXPECT_THAT(file->check().error().to_string(), AllOf(HasSubstr("is damaged"), HasSubstr(path_)));
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

}  // namespace
}  // namespace polyglot::counts
