// SPDX-License-Identifier: MIT
#include <sys/stat.h>
#include <unistd.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

using namespace std::string_literals;
using test::bytes_of;

class DamagedBookTest : public test::BookFileTest {
 protected:
  /// The message about a file of these bytes, whether it opens or not; "" if there is none.
  [[nodiscard]] std::string message_for(std::span<const std::byte> bytes) const {
    test::write_file(path_, bytes);
    return message();
  }
  [[nodiscard]] std::string message() const {
    const auto book = BinBook::open(path_);
    if (!book) return book.error().to_string();
    const auto trouble = (*book)->take_trouble();
    return trouble ? trouble->to_string() : "";
  }

  /// The bytes of a sound book with a header.
  [[nodiscard]] test::Bytes sound_book() const {
    std::vector<RawEntry> entries;
    for (chess::Key key = 1; key <= 12; ++key)
      entries.push_back({.key = key * 0x1234567890abcdef, .move = test::code("e2e4"), .weight = 3});
    entries.push_back({.key = chess::Position().key(), .move = test::code("e2e4"), .weight = 3});
    EXPECT_TRUE(write_bin_book(path_, entries, BookHeader{.comment = "sound"}));
    return test::read_file(path_);
  }
};

/// Acts as a user without privileges during its lifetime. Only root can do this.
class Unprivileged {
 public:
  Unprivileged() : was_root_(::geteuid() == 0) {
    if (was_root_ && ::seteuid(65534) != 0) throw std::runtime_error("cannot give up privileges");
  }
  ~Unprivileged() {
    if (was_root_ && ::seteuid(0) != 0) std::abort();
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;

 private:
  bool was_root_;
};

TEST_F(DamagedBookTest, NamesAMissingFileAFolderAnEmptyFileAndABookOfAHeaderOnly) {
  EXPECT_THAT(message(), AllOf(HasSubstr(path_), HasSubstr("No such file")));
  EXPECT_THAT(message_for({}), AllOf(HasSubstr(path_), HasSubstr("is empty (0 bytes)")));
  EXPECT_THAT(message_for(bytes_of(make_header({}).value())), HasSubstr("no moves"));
  std::filesystem::remove(path_);
  std::filesystem::create_directory(path_);
  EXPECT_THAT(message(), AllOf(HasSubstr(path_), HasSubstr("is a folder")));
}

TEST_F(DamagedBookTest, DoesNotWaitForANamedPipe) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_THAT(message(), AllOf(HasSubstr(path_), HasSubstr("not a regular file")));
}

TEST_F(DamagedBookTest, NamesAFileThatMayNotBeRead) {
  test::write_file(path_, sound_book());
  std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
  std::filesystem::permissions(path_, std::filesystem::perms::none);
  const Unprivileged user;
  EXPECT_THAT(message(), AllOf(HasSubstr(path_), HasSubstr("Permission denied")));
}

TEST_F(DamagedBookTest, PassesOverBytesBehindTheLastRecord) {
  test::Bytes bytes = sound_book();
  const std::string whole = std::to_string(bytes.size());
  for (int trailing = 1; trailing < 16; ++trailing) {
    bytes.push_back(std::byte{1});
    EXPECT_THAT(message_for(bytes), AllOf(HasSubstr(path_ + ": offset " + whole),
                                          HasSubstr(std::to_string(bytes.size()) + " bytes")));
    const auto book = BinBook::open(path_).value();
    EXPECT_EQ(book->size(), 13U);
    EXPECT_THAT(book->find(chess::Position()).moves, testing::SizeIs(1));
  }
}

TEST_F(DamagedBookTest, NamesTheFirstRecordOutOfOrder) {
  const std::vector<RawEntry> entries{{.key = 3}, {.key = 3}, {.key = 5}, {.key = 4}, {.key = 2}};
  EXPECT_THAT(message_for(bytes_of(entries)), AllOf(HasSubstr(path_ + ": offset 48: is not sorted"),
                                                    HasSubstr("80 bytes"), HasSubstr("check-book --repair")));
}

TEST_F(DamagedBookTest, TellsDisorderOnceHoweverOftenItIsMet) {
  write({{.key = 3, .move = 796}, {.key = 2, .move = 796}, {.key = 1}});
  const auto book = BinBook::open(path_).value();
  EXPECT_TRUE(book->take_trouble());
  for (const chess::Key key : {3U, 2U, 1U}) EXPECT_THAT(book->find(key).value(), testing::SizeIs(1));
  EXPECT_EQ(book->take_trouble(), std::nullopt);
}

TEST_F(DamagedBookTest, FindsEveryRecordInFileOrderWhateverTheOrderOfKeys) {
  std::vector<RawEntry> entries = make_header({.comment = "sound"}).value();
  const std::size_t header = entries.size();
  for (std::uint16_t i = 0; i < 3000; ++i) entries.push_back({.key = 1 + (i * 7919U) % 500, .move = i});
  write(entries);
  const auto book = BinBook::open(path_).value();
  EXPECT_EQ(book->size(), 3000U);
  EXPECT_EQ(book->header().value()->comment, "sound");
  for (chess::Key key = 0; key <= 501; ++key) {
    std::vector<RawEntry> expected;
    std::ranges::copy_if(std::span(entries).subspan(header), std::back_inserter(expected),
                         [key](const RawEntry& entry) { return entry.key == key; });
    EXPECT_EQ(book->find(key).value(), expected) << key;
  }
}

TEST_F(DamagedBookTest, SaysWhatAnotherKindOfFileIs) {
  const std::string rest(48, '\xee');
  const std::pair<std::string, std::string> kinds[] = {
      {"\x1f\x8b\x08\x00"s + rest, "gzip"},
      {"7z\xbc\xaf\x27\x1c"s + rest, "7z"},
      {"PK\x03\x04"s + rest, "ZIP"},
      {"Rar!\x1a\x07\x01"s + rest, "RAR"},
      {"BZh91AY"s + rest, "bzip2"},
      {"\xfd\x37zXZ\x00"s + rest, "xz"},
      {"\x28\xb5\x2f\xfd"s + rest, "Zstandard"},
      {"SQLite format 3\x00"s + rest, "database"},
      {"[Event \"?\"]\r\n[Site \"Malm\xf6\"]\r\n\r\n1. e4 *\r\n", "PGN"},
      {"\xef\xbb\xbf\n[Event \"?\"]\n1. e4 *\n", "PGN"},
      {"<html>Not found</html>", "text"},
      {"\0\0\2\0\xff\xff\xff\xff\xff\xff\xff\xff\x14\0\2\0"s, "Crafty"},
  };
  for (const auto& [bytes, kind] : kinds)
    EXPECT_THAT(message_for(bytes_of(bytes)), AllOf(HasSubstr(path_), HasSubstr(kind)));
}

TEST_F(DamagedBookTest, TakesKeysForNoIndexOfCrafty) {
  EXPECT_EQ(message_for(bytes_of("\0\0\2\0\xff\xff\xff\xff\xff\xff\xff\xff\0\0\2\0"s)), "") << "not rising";
  EXPECT_EQ(message_for(bytes_of(std::string(16, '\xff'))), "") << "no cluster at all";
}

TEST_F(DamagedBookTest, PlaysWhatIsLeftWhereverItWasCut) {
  const test::Bytes whole = sound_book();
  const std::size_t header = make_header({.comment = "sound"}).value().size() * kRecordSize;
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    const std::string text = message_for(std::span(whole).first(length));
    EXPECT_EQ(text.empty(), length % kRecordSize == 0 && length > header) << length << ": " << text;
    if (length % kRecordSize != 0) {
      EXPECT_THAT(text, AllOf(HasSubstr(path_), HasSubstr(std::to_string(length) + " bytes")));
    }
    const std::size_t records = length / kRecordSize;
    EXPECT_EQ(BinBook::open(path_).value()->size(),
              std::max(records, header / kRecordSize) - header / kRecordSize);
  }
}

}  // namespace
}  // namespace polyglot::book
