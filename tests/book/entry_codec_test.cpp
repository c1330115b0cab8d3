// SPDX-License-Identifier: MIT
#include <array>

#include <gtest/gtest.h>

#include <polyglot/book/raw_entry.hpp>

#include "book/book_files.hpp"

namespace polyglot::book {
namespace {

constexpr RawEntry kEntry{.key = 0x463b96181691fc9c, .move = 0x031c, .weight = 0xfffe, .learn = 0x01020304};

TEST(EntryCodec, StoresHighestByteFirst) {
  const auto bytes = test::bytes_of(std::span(&kEntry, 1));
  const auto expected = test::bytes_of("\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\xff\xfe\x01\x02\x03\x04");
  EXPECT_EQ(bytes, expected);
}

TEST(EntryCodec, ReadsWhatItWrote) {
  std::array<std::byte, kRecordSize> bytes{};
  encode_entry(kEntry, bytes);
  EXPECT_EQ(decode_entry(bytes), kEntry);
  EXPECT_EQ(decode_key(bytes), kEntry.key);
}

TEST(EntryCodec, KeepsEveryBitInItsField) {
  for (std::size_t bit = 0; bit < kRecordSize * 8; ++bit) {
    std::array<std::byte, kRecordSize> bytes{};
    bytes[bit / 8] = std::byte{0x80} >> (bit % 8);
    std::array<std::byte, kRecordSize> again{};
    encode_entry(decode_entry(bytes), again);
    EXPECT_EQ(again, bytes) << "bit " << bit;
  }
}

}  // namespace
}  // namespace polyglot::book
