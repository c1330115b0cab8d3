// SPDX-License-Identifier: MIT
#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/counts/key_sorter.hpp>

#include "counts/made_rows.hpp"
#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::counts {
namespace {

namespace fs = std::filesystem;

using Paths = std::vector<std::string>;

/// Files of counts of one input each, and what becomes of them.
class CountsSumTest : public testing::Test {
 protected:
  [[nodiscard]] static Header header_of(Input input) {
    Header header;
    header.settings = "max-ply 40\nvariant normal";
    header.inputs = {std::move(input)};
    return header;
  }
  /// The counts of games of their own, many positions of which the other inputs have, too.
  [[nodiscard]] std::string count(const Header& header) {
    const std::string path = folder_ / ("part" + std::to_string(++files_) + ".counts");
    const Input& input = header.inputs.front();
    Dice dice(input.hash[0]);
    Content content;
    for (std::uint64_t i = 0; i < 900; ++i) {
      const std::uint64_t number = dice.below(2) == 0 ? dice.below(500) : dice.any();
      content[number * 0x9e3779b97f4a7c15] = dice.rows(1, 2);
    }
    write_counts(path, header, content);
    return path;
  }
  [[nodiscard]] static Input input(int number) {
    return {.name = std::string(1, static_cast<char>('a' + number)) + ".pgn",
            .bytes = 100,
            .hash = {static_cast<std::uint64_t>(number) + 1, 7},
            .games = 10};
  }
  [[nodiscard]] Paths count_all(int inputs) {
    Paths paths;
    for (int i = 0; i < inputs; ++i) paths.push_back(count(header_of(input(i))));
    return paths;
  }
  [[nodiscard]] std::string add(const Paths& parts) {
    const std::string path = folder_ / ("sum" + std::to_string(++files_) + ".counts");
    const std::atomic<bool> stop = false;
    (void)write_sum(CountsSum::open(parts).value(), path, stop).value();
    return path;
  }
  [[nodiscard]] static std::string refusal(const Paths& parts) {
    const auto sum = CountsSum::open(parts);
    return sum ? "" : sum.error().to_string();
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
  std::map<std::uint64_t, std::vector<Row>> positions;
  std::vector<Row> rows;
  for (std::size_t block = 0; block < sum.blocks(); ++block) {
    ASSERT_TRUE(sum.read_block(block, rows));
    for (const Row& row : rows) positions[row.key].push_back(row);
  }
  for (const auto& [key, of_key] : positions) {
    std::map<std::pair<std::uint16_t, std::uint32_t>, Totals> expected;
    for (const CountsFile& file : files)
      for (const MoveTotals& move : file.find(key).value())
        ASSERT_TRUE((expected[{move.move, file.header().groups.at(move.group).code()}].add(move.totals)));
    EXPECT_EQ(of_key.size(), expected.size());
    for (const Row& row : of_key) EXPECT_EQ(row.totals, (expected[{row.move, row.group}]));
  }
  EXPECT_EQ(sum.header().positions, positions.size());
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
    Content content{{std::uint64_t{1} << 60, {row}}};
    for (const std::uint64_t key : {10, 20, 30}) content[key] = content[key + number % 3 + 1] = {row};
    write_counts(path, header_of(one), content);
    parts.push_back(path);
  }
  const CountsFile sum = CountsFile::open(add(parts)).value();
  EXPECT_EQ(sum.header().positions, 13U);
  for (const std::uint64_t key : {10, 20, 30}) EXPECT_EQ(sum.find(key).value().at(0).totals.games, kFiles);
  EXPECT_EQ(sum.find(21).value().at(0).totals.games, 14U);
  EXPECT_EQ(sum.find(23).value().at(0).totals.games, 13U);
}

/// Any tree of sums, any order: the same file.
TEST_F(CountsSumTest, HasTheSameBytesHoweverItIsAddedUp) {
  constexpr int kInputs = 7;
  const Paths parts = count_all(kInputs);
  const std::string expected = test::read_text(add(parts));
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
      left.push_back(add(some));
    }
    ASSERT_TRUE(test::read_text(left.front()) == expected) << round;
  }
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
}

TEST_F(CountsSumTest, TakesSeveralEmptyFiles) {
  Paths parts;
  for (const std::uint32_t number : {0U, 1U}) {
    Input empty = input(number);
    empty.bytes = 0;
    empty.hash = {};
    parts.push_back(count(header_of(empty)));
  }
  const std::string sum = add(parts);
  EXPECT_EQ(CountsFile::open(sum).value().header().inputs.size(), 2U);
  EXPECT_TRUE(test::read_text(add({sum, parts[0]})).size() > 0);
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

TEST_F(CountsSumTest, LeavesNothingOfASumThatFails) {
  const Paths parts = count_all(2);
  std::string damaged = test::read_text(parts[1]);
  damaged[damaged.size() / 3] ^= 1;
  test::write_text(parts[1], damaged);
  const std::atomic<bool> stop = false;
  const auto written = write_sum(CountsSum::open(parts).value(), folder_ / "sum.counts", stop);
  EXPECT_THAT(written.error().to_string(), AllOf(HasSubstr(parts[1]), HasSubstr("offset")));
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
    write_counts(path, header_of(input(0)), Content{{0x8000000000000001, {row}}});
    const std::atomic<bool> stop = false;
    const auto written = write_sum(CountsSum::open({path, other}).value(), folder_ / "sum.counts", stop);
    EXPECT_EQ(written.has_value(), row == possible);
    EXPECT_THAT(written ? path + ": offset 12: this block" : written.error().to_string(),
                HasSubstr(path + ": offset 12: this block"));
  }
}

struct Numbered {
  std::uint64_t key;
  std::uint32_t number;

  friend bool operator==(const Numbered&, const Numbered&) = default;
};

/// Sorts keys, numbered in their order, and expects what a stable sort by comparing makes of them.
void expect_sorted(const std::vector<std::uint64_t>& keys, std::uint64_t lowest, std::uint64_t highest) {
  std::vector<Numbered> expected;
  for (const std::uint64_t key : keys) expected.push_back({key, static_cast<std::uint32_t>(expected.size())});
  KeySorter<Numbered> sorter;
  sorter.sort(keys.size(), lowest, highest, [items = expected](const auto& take) {
    for (const Numbered& item : items) take(item);
  });
  std::ranges::stable_sort(expected, {}, &Numbered::key);
  EXPECT_TRUE(std::ranges::equal(sorter.sorted(), expected)) << keys.size() << " keys";
}

TEST(KeySorter, SortsLikeAStableSort) {
  constexpr std::uint64_t kAllOnes = ~std::uint64_t{0};
  std::mt19937_64 random(1);
  for (const std::size_t size : {0, 1, 2, 3, 64, 1000}) {
    std::vector<std::uint64_t> keys(size);
    std::ranges::generate(keys, random);
    expect_sorted(keys, 0, kAllOnes);
    // Most keys in one share, which is too large for insertions, and many equal ones.
    for (std::uint64_t& key : keys) key = key % 8 == 0 ? key : key % 100;
    expect_sorted(keys, 0, kAllOnes);
    for (std::uint64_t& key : keys) key = 5000 + key % 50;
    expect_sorted(keys, 5000, 5049);
  }
  expect_sorted({7, 7, 7}, 7, 7);
}

}  // namespace
}  // namespace polyglot::counts
