// SPDX-License-Identifier: MIT
// A book whose file is written or cut short while it is open. Windows allows nobody to do so, because the
// file is mapped.
#include <cerrno>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/os/faults.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

using test::entry;

using BookWrittenInPlace = test::BookFileTest;

TEST_F(BookWrittenInPlace, TellsThatItHasBeenCutShortWhereAKeyIsMissing) {
  std::vector<RawEntry> entries(10'000);
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i].key = 1000 * (i + 1);
  const auto book = open(entries);
  std::filesystem::resize_file(path_, 4096);
  EXPECT_THAT(book->find(chess::Key{9'000'001}).error().to_string(), HasSubstr("has changed from"));
  EXPECT_THAT(book->find(chess::Key{1001}).error().to_string(), HasSubstr("has changed from"));
}

TEST_F(BookWrittenInPlace, IsAskedForItsSizeAFewTimesWhenItIsOpened) {
  const std::vector<RawEntry> entries(10'000, {.key = 1});
  EXPECT_TRUE(write_bin_book(path_, entries));
  int times = 0;
  const os::FaultInjection count([&](os::Call call) {
    times += call == os::Call::examine ? 1 : 0;
    return os::Fault();
  });
  EXPECT_TRUE(BinBook::open(path_));
  EXPECT_LE(times, 4) << "not for each of its sixteen samples";
}

TEST_F(BookWrittenInPlace, SeesLearnFieldsWrittenInPlace) {
  const auto book = open({{.key = 1}});
  write({{.key = 1, .learn = 0x00010002}});
  EXPECT_EQ(book->find(1).value().at(0).learn, 0x00010002U);
}

TEST_F(BookWrittenInPlace, ReportsAFileCutShortInUse) {
  const chess::Position start;
  std::vector<RawEntry> entries(2000, {.key = 1});
  entries.push_back(entry("", "e2e4"));
  for (const std::uintmax_t length : {32000U, 4096U, 7U, 0U}) {
    const auto book = open(entries);
    ASSERT_THAT(book->find(start).moves, SizeIs(1));
    std::filesystem::resize_file(path_, length);
    EXPECT_THAT(book->find(start).moves, IsEmpty()) << length;
    EXPECT_THAT(book->find(start).moves, IsEmpty()) << length;
    EXPECT_FALSE(book->find(chess::Key{1})) << length;
    EXPECT_FALSE(book->read(2000, 1)) << length;
    EXPECT_THAT(book->take_trouble().value().to_string(), HasSubstr(std::to_string(length) + " bytes"));
    EXPECT_EQ(book->take_trouble(), std::nullopt) << "told once";
  }
}

TEST_F(BookWrittenInPlace, IsReportedInTimeWhereManyLookupsAreExpected) {
  const chess::Position start;
  std::vector<RawEntry> entries{entry("", "e2e4")};
  for (chess::Key key = 0; key < 2000; ++key) entries.push_back({.key = start.key() + 1 + key});
  for (const std::uintmax_t length : {16U, 0U}) {
    const auto book = open(entries);
    book->expect_many_lookups();
    ASSERT_THAT(book->find(start).moves, SizeIs(1));
    EXPECT_EQ(book->take_trouble(), std::nullopt);
    std::filesystem::resize_file(path_, length);
    int found = 0;
    while (found < 100 && !book->find(start).moves.empty()) ++found;
    EXPECT_LT(found, 64) << length;
    EXPECT_THAT(book->find(start).moves, IsEmpty()) << length;
    EXPECT_FALSE(book->find(start.key() + 2000)) << "a record that is no longer there";
    EXPECT_THAT(book->take_trouble().value().to_string(), HasSubstr(std::to_string(length) + " bytes"));
    EXPECT_EQ(book->take_trouble(), std::nullopt) << "told once";
  }
  const auto book = open(entries);
  book->expect_many_lookups();
  std::filesystem::resize_file(path_, 16);
  EXPECT_THAT(book->take_trouble().value().to_string(), HasSubstr("16 bytes")) << "after the last lookup";
}

TEST_F(BookWrittenInPlace, SaysOnceThatItsDiskFailsAndReadsOnWhenItDoesNot) {
  const chess::Position start;
  const std::vector<RawEntry> entries{entry("", "e2e4")};
  const auto book = open(entries);
  std::filesystem::resize_file(path_, 0);
  EXPECT_FALSE(book->find(start.key())) << "what is in memory fails from now on: it is read";
  write(entries);
  {
    const os::FaultInjection faults(
        [](os::Call call) { return os::Fault{.error = call == os::Call::read ? EIO : 0}; });
    EXPECT_THAT(book->find(start).moves, IsEmpty());
    EXPECT_THAT(book->find(start).moves, IsEmpty());
    EXPECT_THAT(book->results(start).results, IsEmpty());
    EXPECT_THAT(BinBook::open(path_).error().to_string(), HasSubstr("Input/output error"));
  }
  EXPECT_EQ(book->take_trouble().value().to_string(), path_ + ": cannot be read: Input/output error");
  EXPECT_EQ(book->take_trouble(), std::nullopt);
  EXPECT_THAT(book->find(start).moves, SizeIs(1));
}

TEST_F(BookWrittenInPlace, RecoversWhenTheFileIsCompleteAgain) {
  const chess::Position start;
  const std::vector<RawEntry> entries{entry("", "e2e4")};
  const auto book = open(entries);
  std::filesystem::resize_file(path_, 0);
  EXPECT_THAT(book->find(start).moves, IsEmpty());
  write(entries);
  EXPECT_THAT(book->find(start).moves, SizeIs(1));
}

}  // namespace
}  // namespace polyglot::book
