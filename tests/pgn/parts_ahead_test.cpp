// SPDX-License-Identifier: MIT
/// Files of several parts, unpacked by several threads as by one.
#include <algorithm>
#include <array>
#include <atomic>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <polyglot/pgn/input.hpp>

#include "pgn/packed_text.hpp"
#include "pgn/parts_ahead.hpp"
#include "support/temporary_folder.hpp"

namespace polyglot::pgn {
namespace {

struct AheadCase {
  const char* name;
  Packing packing;
  std::string (*pack)(std::string_view);
};

class PartsAheadTest : public testing::TestWithParam<AheadCase> {
 protected:
  /// Bytes that do not pack, so that small texts fill windows.
  std::string some_text(std::size_t size) {
    std::string text(size, ' ');
    for (char& c : text) c = static_cast<char>(1 + random_() % 255);
    return text;
  }

  /// Appends a part with this text.
  void add(const std::string& text) {
    begins_.push_back(bytes_.size());
    bytes_ += GetParam().pack(text);
    texts_.push_back(text);
  }

  [[nodiscard]] std::string write() const {
    const std::string path = folder_ / "games";
    std::ofstream(path, std::ios::binary) << bytes_;
    return path;
  }

  [[nodiscard]] PartsAhead ahead_of(std::uint64_t window, std::size_t longest = 1U << 20) const {
    return {
        std::make_shared<const os::File>(os::File::open(write()).value()),
        bytes_.size(),
        {.packing = GetParam().packing, .threads = 3, .stop = &stop_, .window = window, .longest = longest}};
  }

  /// All text up to the end or to an error, and the error.
  [[nodiscard]] std::pair<std::string, std::string> read(unsigned threads) const {
    auto input = Input::open(write(), stop_, threads).value();
    std::string text;
    std::string buffer(100'000, '\0');
    for (;;) {
      const auto got = input.read(buffer);
      if (!got) return {text, got.error().to_string()};
      if (*got == 0) {
        EXPECT_EQ(input.consumed(), bytes_.size());
        return {text, ""};
      }
      text.append(buffer, 0, *got);
    }
  }

  void expect_same() const {
    const auto one = read(1);
    const auto several = read(4);
    EXPECT_TRUE(one.first == several.first) << one.first.size() << " and " << several.first.size();
    EXPECT_EQ(one.second, several.second);
  }

  std::mt19937 random_{7};
  std::string bytes_;
  std::vector<std::size_t> begins_;
  std::vector<std::string> texts_;
  std::atomic<bool> stop_ = false;
  polyglot::test::TemporaryFolder folder_;
};

TEST_P(PartsAheadTest, HasThePartsThatBeginInAWindow) {
  for (int part = 0; part < 12; ++part) add(some_text(3'000));
  PartsAhead ahead = ahead_of(5'000);
  std::string text;
  for (std::uint64_t at = 0; at < bytes_.size();) {
    const auto parts = ahead.take(at);
    ASSERT_TRUE(parts) << at;
    EXPECT_GE(parts->end, std::min<std::uint64_t>((at / 5'000 + 1) * 5'000, bytes_.size()));
    text += parts->text;
    at = parts->end;
  }
  std::string whole;
  for (const std::string& part : texts_) whole += part;
  EXPECT_TRUE(text == whole);
}

TEST_P(PartsAheadTest, LeavesWhatIsTooLongToTheReader) {
  add(some_text(1'200'000));
  for (int part = 0; part < 3; ++part) add(some_text(10'000));
  PartsAhead ahead = ahead_of(5'000);
  EXPECT_FALSE(ahead.take(0));
  EXPECT_TRUE(ahead.take(begins_[1]));
}

TEST_P(PartsAheadTest, EndsWithoutBeingRead) {
  for (int part = 0; part < 12; ++part) add(some_text(3'000));
  const PartsAhead ahead = ahead_of(1'000);
}

TEST_P(PartsAheadTest, GivesTheTextInOrder) {
  for (const std::size_t size : {700'000U, 0U, 1U, 1'500'000U, 100'000U, 500'000U, 20'000U})
    add(some_text(size));
  EXPECT_EQ(read(4).second, "");
  expect_same();
}

/// Packed files in a packed file: their beginnings look like those of parts.
TEST_P(PartsAheadTest, IsNotMisledByBytesThatLookLikeAPart) {
  std::string inner;
  for (int part = 0; part < 40; ++part) inner += GetParam().pack(some_text(40'000));
  add(inner);
  add(some_text(900'000));
  expect_same();
}

TEST_P(PartsAheadTest, ReportsDamageAsOneThreadDoes) {
  for (int part = 0; part < 6; ++part) add(some_text(400'000));
  const std::string sound = bytes_;
  bytes_[begins_[3] + 1'000] ^= 64;
  expect_same();
  bytes_ = sound.substr(0, begins_[5] + 20'000);
  expect_same();
  bytes_ = sound + std::string(1'000, '\0') + sound.substr(0, begins_[1]) + "other bytes";
  expect_same();
}

INSTANTIATE_TEST_SUITE_P(All, PartsAheadTest,
                         testing::Values(AheadCase{"gzip", Packing::gzip, test::gzip},
                                         AheadCase{"bzip2", Packing::bzip2, test::bzip2},
                                         AheadCase{"zstd", Packing::zstd, test::zstd}),
                         [](const auto& packing) { return packing.param.name; });

}  // namespace
}  // namespace polyglot::pgn
