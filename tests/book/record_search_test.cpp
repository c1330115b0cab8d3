// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>
#include <set>

#include <polyglot/book/bin_book.hpp>

#include "book/book_files.hpp"
#include "book/formats/bin/record_search.hpp"
#include "support/testing.hpp"

namespace polyglot::book {
namespace {

constexpr std::uint64_t kRecordsOfPage = 256;
constexpr chess::Key kLastKey = std::numeric_limits<chess::Key>::max();

/// Counts the pages of 4 KiB that are read of it.
class CountingSource : public RecordSource {
 public:
  [[nodiscard]] const std::string& path() const noexcept override { return path_; }
  [[nodiscard]] Result<void> check_size() const override { return {}; }
  [[nodiscard]] Result<void> fetch(std::uint64_t first, std::span<RawEntry> out) const override {
    EXPECT_LE(first + out.size(), count());
    if (fails) return Error{"Input/output error", path_};
    records_read += out.size();
    for (std::size_t i = 0; i < out.size(); ++i) {
      pages.insert((first + i) / kRecordsOfPage);
      out[i] = record(first + i);
    }
    return {};
  }
  [[nodiscard]] virtual RawEntry record(std::uint64_t number) const = 0;

  mutable std::set<std::uint64_t> pages;
  mutable std::uint64_t records_read = 0;
  bool fails = false;

 private:
  std::string path_ = "book.bin";
};

class ListedRecords final : public CountingSource {
 public:
  explicit ListedRecords(std::vector<RawEntry> records) : records_(std::move(records)) {}
  [[nodiscard]] std::uint64_t count() const noexcept override { return records_.size(); }
  [[nodiscard]] RawEntry record(std::uint64_t number) const override { return records_[number]; }

  [[nodiscard]] std::vector<RawEntry> of_key(chess::Key key) const {
    std::vector<RawEntry> found;
    std::ranges::copy_if(records_, std::back_inserter(found),
                         [key](const RawEntry& entry) { return entry.key == key; });
    return found;
  }

 private:
  std::vector<RawEntry> records_;
};

/// A book that no disk could hold. Its keys rise evenly, except for a deviation as wide as that of random
/// keys, and each has three moves.
class EndlessBook final : public CountingSource {
 public:
  explicit EndlessBook(std::uint64_t count) : count_(count) {}
  [[nodiscard]] std::uint64_t count() const noexcept override { return count_; }
  [[nodiscard]] RawEntry record(std::uint64_t number) const override { return {.key = key_of(number)}; }

  [[nodiscard]] chess::Key key_of(std::uint64_t number) const {
    const auto position = static_cast<long double>(number / 3) + 1;
    const auto positions = static_cast<long double>(count_) / 3 + 2;
    const long double swing =
        std::sqrt(positions) / 2 * std::sin(position / positions * 14 * std::numbers::pi_v<long double>);
    return static_cast<chess::Key>((position + swing) / positions * 0x1p63L) * 2 + 1;
  }

 private:
  std::uint64_t count_;
};

std::vector<RawEntry> sorted_records(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<RawEntry> records(count);
  for (std::size_t i = 0; i < count; ++i)
    records[i] = {.key = i % 3 == 0 ? random() | 1 : records[i - 1].key,
                  .move = static_cast<std::uint16_t>(i)};
  std::ranges::stable_sort(records, {}, &RawEntry::key);
  return records;
}

/// The pages that one cold lookup reads.
std::size_t pages_of_lookup(const CountingSource& source, RecordSearch& search, chess::Key key) {
  source.pages.clear();
  EXPECT_TRUE(search.find(key));
  return source.pages.size();
}

TEST(RecordSearch, OpensABookOfAnySizeWithSixteenPages) {
  for (const std::uint64_t count : {10'000ULL, 10'000'000ULL, 10'000'000'000'000ULL}) {
    const EndlessBook source(count);
    ASSERT_TRUE(RecordSearch::over(source));
    EXPECT_LE(source.pages.size(), 16U) << count;
  }
}

TEST(RecordSearch, ReadsFourPagesOfABookOfAnySizeForALookup) {
  std::mt19937_64 random(1);  // NOLINT(bugprone-random-generator-seed): repeatable
  for (const std::uint64_t count : {100'000ULL, 10'000'000ULL, 10'000'000'000ULL, 1'000'000'000'000ULL}) {
    const EndlessBook source(count);
    RecordSearch search = RecordSearch::over(source).value();
    for (int i = 0; i < 500; ++i) {
      const chess::Key key = source.key_of(random() % count);
      EXPECT_LE(pages_of_lookup(source, search, key), 4U) << count;
      EXPECT_EQ(search.find(key)->entries.size(), 3U);
      EXPECT_LE(pages_of_lookup(source, search, random() & ~1ULL), 4U) << "no key of the book";
    }
    EXPECT_EQ(search.disorder(), std::nullopt);
  }
}

TEST(RecordSearch, ReadsFewPagesOfABookMadeToBeSlow) {
  std::vector<RawEntry> records;
  for (chess::Key key = 1; key <= 500'000; ++key) records.push_back({.key = key});
  records.push_back({.key = kLastKey});
  const ListedRecords source(std::move(records));
  RecordSearch search = RecordSearch::over(source).value();
  for (chess::Key key = 1; key <= 500'000; key += 997)
    EXPECT_LE(pages_of_lookup(source, search, key), 20U) << key;
}

TEST(RecordSearch, FindsEveryKeyOfASortedBookAndNoOther) {
  for (const std::size_t count : {0U, 1U, 2U, 255U, 256U, 257U, 4095U, 4097U, 20'000U}) {
    const ListedRecords source(sorted_records(count, 3));
    RecordSearch search = RecordSearch::over(source).value();
    for (std::size_t i = 0; i < count; i += 1 + count / 500) {
      const chess::Key key = source.record(i).key;
      EXPECT_EQ(search.find(key)->entries, source.of_key(key)) << count << ": " << i;
      EXPECT_THAT(search.find(key - 1)->entries, IsEmpty()) << count << ": " << i;
    }
    EXPECT_EQ(search.disorder(), std::nullopt);
  }
}

TEST(RecordSearch, FindsEverythingInABookWithAnUnsortedEnd) {
  std::vector<RawEntry> records = sorted_records(100'000, 4);
  std::shuffle(records.begin() + 99'000, records.end(), std::mt19937(5));  // NOLINT: repeatable
  const ListedRecords source(std::move(records));
  RecordSearch search = RecordSearch::over(source).value();
  EXPECT_TRUE(search.disorder());
  EXPECT_FALSE(search.may_miss());
  for (std::size_t i = 0; i < source.count(); i += 997) {
    const chess::Key key = source.record(i).key;
    EXPECT_EQ(search.find(key)->entries, source.of_key(key));
  }
}

/// The disorder lies between two samples. Only a lookup that reads there can find it.
TEST(RecordSearch, NoticesDisorderThatItsSamplesMissed) {
  std::vector<RawEntry> records = sorted_records(100'000, 6);
  std::reverse(records.begin() + 50'000, records.begin() + 51'000);
  const ListedRecords source(std::move(records));
  RecordSearch search = RecordSearch::over(source).value();
  ASSERT_EQ(search.disorder(), std::nullopt) << "the samples must miss it";
  const chess::Key key = source.record(50'500).key;
  EXPECT_EQ(search.find(key)->entries, source.of_key(key));
  ASSERT_TRUE(search.disorder());
  EXPECT_GE(*search.disorder(), 50'000U);
  EXPECT_LE(*search.disorder(), 51'000U);
}

TEST(RecordSearch, KnowsTheNumbersOfRecordsItHasSortedInMemory) {
  const ListedRecords source({{.key = 7, .move = 1}, {.key = 5, .move = 2}, {.key = 7, .move = 3}});
  RecordSearch search = RecordSearch::over(source).value();
  const auto run = search.find(7).value();
  ASSERT_EQ(run.entries, source.of_key(7));
  EXPECT_EQ(search.number(run.first), 0U);
  EXPECT_EQ(search.number(run.first + 1), 2U);
}

TEST(RecordSearch, SearchesABookTooLargeToSortByHalving) {
  class Unsorted final : public CountingSource {
   public:
    [[nodiscard]] std::uint64_t count() const noexcept override { return 10 * RecordSearch::kMostListed; }
    [[nodiscard]] RawEntry record(std::uint64_t number) const override {
      return {.key = number + 1 == count() ? 1 : (number + 1) << 20};
    }
  };
  const Unsorted source;
  RecordSearch search = RecordSearch::over(source).value();
  EXPECT_EQ(search.disorder(), source.count() - 1);
  EXPECT_TRUE(search.may_miss());
  EXPECT_LE(source.pages.size(), 16U);
  for (std::uint64_t number = 0; number < source.count() - 1; number += source.count() / 100)
    EXPECT_THAT(search.find(source.record(number).key)->entries, SizeIs(1)) << number;
  EXPECT_THAT(search.find(1)->entries, IsEmpty());
}

TEST(RecordSearch, TellsWhatItsSourceCannotRead) {
  ListedRecords source(sorted_records(10'000, 7));
  RecordSearch search = RecordSearch::over(source).value();
  source.fails = true;
  EXPECT_EQ(search.find(source.record(5000).key).error().what, "Input/output error");
  EXPECT_FALSE(RecordSearch::over(source));
  source.fails = false;
  EXPECT_TRUE(search.find(source.record(5000).key)) << "the disk is well again";
}

/// The records of a book of one key are read a few times, however many there are.
TEST(RecordSearch, ReadsABookOfOneKeyInProportionToItsRecords) {
  for (const std::size_t count : {std::size_t{1024}, std::size_t{16384}, std::size_t{65536}}) {
    const ListedRecords source(std::vector<RawEntry>(count, RawEntry{.key = 7, .move = 1, .weight = 1}));
    auto search = RecordSearch::over(source).value();
    EXPECT_EQ(search.find(7).value().entries.size(), count);
    EXPECT_LE(source.records_read, 3 * count + 32 * kRecordsOfPage) << count;
  }
}

constexpr std::uint64_t kThreeGigabytes = std::uint64_t{3} << 30;

/// Defect 14 of 2.0.4 was a limit of 2 GB.
/// A sparse file takes no room on the disk: its hole reads as records with key 0, as a header does.
class LargeBookTest : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(path_).close();
    std::error_code refused;
    std::filesystem::resize_file(path_, kThreeGigabytes, refused);
    if (refused) GTEST_SKIP() << "no files of 3 GB here: " << refused.message();
  }

  void write_at(std::uint64_t offset, std::span<const RawEntry> entries) const {
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(offset));
    const test::Bytes bytes = test::bytes_of(entries);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    ASSERT_TRUE(file.flush());
  }

  polyglot::test::TemporaryFolder folder_;
  std::string path_ = folder_ / "large.bin";
};

TEST_F(LargeBookTest, FindsKeysBeyondTwoGigabytes) {
  const std::vector<RawEntry> last{{.key = 5, .move = 1}, {.key = 6, .move = 2}, {.key = 7, .move = 3}};
  write_at(kThreeGigabytes - 3 * kRecordSize, last);
  const auto book = BinBook::open(path_).value();
  EXPECT_EQ(book->size(), 3U);
  for (const RawEntry& entry : last) EXPECT_THAT(book->find(entry.key).value(), ElementsAre(entry));
  EXPECT_THAT(book->find(8).value(), IsEmpty());
}

TEST_F(LargeBookTest, NoticesByItsSamplesThatItIsNotSorted) {
  const std::vector<RawEntry> first{{.key = 5}, {.key = 6}};
  write_at(0, first);
  const auto book = BinBook::open(path_).value();
  EXPECT_THAT(
      book->take_trouble().value().to_string(),
      AllOf(HasSubstr("offset 32: is not sorted"), HasSubstr(std::to_string(kThreeGigabytes) + " bytes"),
            HasSubstr("does not find some of its moves")));
}

}  // namespace
}  // namespace polyglot::book
