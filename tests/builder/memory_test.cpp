// SPDX-License-Identifier: MIT
// The same book, whatever the number of threads and the memory.
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/builder/build.hpp>

#include "builder/aggregator.hpp"
#include "builder/entry_selector.hpp"
#include "builder/made_book.hpp"
#include "support/file_size_limit.hpp"
#include "support/random_games.hpp"
#include "support/testing.hpp"

namespace polyglot::builder::test {
namespace {

constexpr std::size_t kPlenty = std::size_t{1} << 30;

std::string random_games(int count, std::uint64_t seed) {
  polyglot::test::RandomGames games(seed);
  std::string text;
  for (int i = 0; i < count; ++i) games.append(text);
  return text;
}

TEST(Threads, DoNotChangeTheBook) {
  const std::vector<std::string> texts = {random_games(3000, 1), random_games(500, 2)};
  auto settings = all_moves();
  settings.memory = kLeastMemory;
  settings.drop_duplicates = true;
  const std::string expected = make(texts, settings).bytes;
  EXPECT_GT(expected.size(), 1'000'000U);
  for (const unsigned threads : {2U, 4U}) {
    settings.threads = threads;
    EXPECT_TRUE(make(texts, settings).bytes == expected) << threads;
  }
}

TEST(CraftyBookMemory, EndsTheRunWhereItIsUsedUp) {
  auto settings = all_moves();
  settings.format = book::BookFormat::crafty;
  settings.entries.min_games = 0;
  const std::vector<std::string> texts = {random_games(200, 1)};
  EXPECT_GT(try_to_make(texts, settings).value().summary.entries, 2000U);
  settings.memory = 100'000;
  EXPECT_THAT(try_to_make(texts, settings).error().what,
              HasSubstr("nothing is written: take a larger --memory"));
}

TEST(CraftyBookMemory, DoesNotChangeTheBook) {
  auto settings = all_moves();
  settings.format = book::BookFormat::crafty;
  settings.entries.min_games = 2;
  const std::vector<std::string> texts = {random_games(1000, 1)};
  const auto roomy = make(texts, settings);
  settings.memory = std::uint64_t{1} << 20;
  settings.threads = 2;
  const auto narrow = make(texts, settings);
  EXPECT_EQ(roomy.summary.spilled, 0U);
  EXPECT_GT(narrow.summary.spilled, 100'000U);
  EXPECT_EQ(narrow.summary.moves, roomy.summary.moves);
  EXPECT_TRUE(narrow.bytes == roomy.bytes);
}

TEST(CountsMemory, DoesNotChangeTheFile) {
  const Folder folder;
  write_text(folder / "games.pgn", random_games(3000, 1));
  Settings settings;
  settings.inputs = {folder / "games.pgn"};
  settings.output = folder / "sum.counts";
  settings.memory = kPlenty;
  settings.threads = 1;
  Progress progress;
  const auto roomy = count_games(settings, progress).value();
  EXPECT_EQ(roomy.games.spilled, 0U);
  const std::string expected = read_text(settings.output);
  // The records of the start position alone take more than a thread may have.
  settings.memory = 500'000;
  settings.threads = 2;
  const auto narrow = count_games(settings, progress).value();
  EXPECT_GT(narrow.games.spilled, 100'000U);
  EXPECT_EQ(narrow.games.moves, roomy.games.moves);
  EXPECT_TRUE(read_text(settings.output) == expected);
}

/// Records of made-up keys, many of them equal.
std::vector<Record> made_up_records(std::uint64_t seed, std::size_t count) {
  std::mt19937_64 random(seed);
  std::vector<Record> records;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t key = (random() % 5000 + 1) * 0x9e3779b97f4a7c15;
    records.push_back({.key = key,
                       .weight = kUnit,
                       .move = static_cast<std::uint16_t>(1 + random() % 3),
                       .half_points = static_cast<std::uint8_t>(random() % 3)});
  }
  return records;
}

struct Room {
  std::size_t pending;
  std::size_t tallies;
  std::size_t finish;
};

/// The book of some blocks, with make_room() called whenever it is due.
template <class Tally>
std::string book_of_blocks(const Room& room, unsigned threads, std::uint64_t* spilled = nullptr) {
  const Folder folder;
  Progress progress;
  auto output = book::BinBookWriter::create(folder / "book.bin").value();
  Aggregator<Tally> aggregator(
      {.plan = {.pending = room.pending, .tallies = room.tallies, .finish = room.finish},
       .threads = threads,
       .folder = folder / "",
       .progress = progress});
  for (std::uint64_t number = 0; number < 12; number += 2) {
    // Two at once come in the wrong order.
    aggregator.add(number + 1, made_up_records(number + 1, 4000));
    aggregator.add(number, made_up_records(number, 4000));
    if (aggregator.is_full()) aggregator.make_room();
  }
  const EntrySelector selector(EntryRule{.min_games = 1});
  const auto write = [&](std::span<const book::RawEntry> entries) { output.add(entries).value(); };
  EXPECT_GT(aggregator.finish(selector, write).all, 10'000U);
  EXPECT_EQ(progress.written, 1.0);
  if (spilled != nullptr) *spilled = aggregator.spilled();
  output.commit().value();
  return read_text(folder / "book.bin");
}

template <class Tally>
class Memory : public testing::Test {};
using Tallies = testing::Types<PolyglotTally, WeightedTally>;
TYPED_TEST_SUITE(Memory, Tallies);

TYPED_TEST(Memory, DoesNotChangeTheBook) {
  const std::string expected = book_of_blocks<TypeParam>({kPlenty, kPlenty, kPlenty}, 1);
  for (const unsigned threads : {1U, 3U}) {
    EXPECT_EQ(book_of_blocks<TypeParam>({1, kPlenty, kPlenty}, threads), expected) << "tallies in memory";
    std::uint64_t spilled = 0;
    EXPECT_EQ(book_of_blocks<TypeParam>({1, 1, kPlenty}, threads, &spilled), expected) << "all in the file";
    EXPECT_EQ(spilled, 48'000U * sizeof(Record));
    EXPECT_EQ(book_of_blocks<TypeParam>({1, 20'000 * sizeof(TypeParam), kPlenty}, threads, &spilled),
              expected)
        << "both";
    EXPECT_GT(spilled, 0U);
    EXPECT_LT(spilled, 48'000U * sizeof(Record));
    EXPECT_EQ(book_of_blocks<TypeParam>({1, 20'000 * sizeof(TypeParam), 300}, threads), expected)
        << "partitions in several parts";
    EXPECT_EQ(book_of_blocks<TypeParam>({kPlenty, kPlenty, 300}, threads), expected);
  }
}

TEST(MemoryLimit, DoesNotSayHowLongGamesMayBe) {
  const std::string comment = "{" + std::string(std::size_t{3} << 20, 'x') + "}";
  const std::vector<std::string> texts = {game("1-0", "1. e4 " + comment + " e5") + game("1-0", "1. d4")};
  auto settings = all_moves();
  settings.memory = kLeastMemory;
  const auto book = make(texts, settings);
  EXPECT_EQ(book.summary.counts.games, 2U);
  EXPECT_EQ(book.summary.problems, 0U);
}

TEST(MemoryLimit, LeavesOutAGameThatIsTooLongAndCountsIt) {
  const std::string comment = "{" + std::string(std::size_t{9} << 20, 'x') + "}";
  for (const unsigned threads : {1U, 2U}) {
    auto settings = all_moves();
    settings.threads = threads;
    const auto book = make(
        {game("1-0", "1. c4") + game("1-0", "1. e4 " + comment + " e5") + game("1-0", "1. d4")}, settings);
    const Counts& counts = book.summary.counts;
    EXPECT_EQ(counts.games, 3U);
    EXPECT_EQ(counts.used, 2U);
    EXPECT_EQ(counts.too_long, 1U);
    EXPECT_EQ(book.summary.problems, 1U);
  }
}

TEST(MemoryLimit, SaysThatTheDiskIsFull) {
  const Folder folder;
  Progress progress;
  Aggregator<PolyglotTally> aggregator({.plan = {.pending = 1, .tallies = 1, .finish = kPlenty},
                                        .threads = 1,
                                        .folder = folder / "",
                                        .progress = progress});
  aggregator.add(0, made_up_records(0, 4000));
  const polyglot::test::FileSizeLimit limit(1000);
  const auto made = result_of([&] { aggregator.make_room(); });
  EXPECT_THAT(made.error().to_string(), HasSubstr("temporary data cannot be written"));
}

}  // namespace
}  // namespace polyglot::builder::test
