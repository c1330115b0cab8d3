// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>

#include <polyglot/pgn/input.hpp>
#include <polyglot/pgn/shard.hpp>

#include "pgn/packed_text.hpp"
#include "support/temporary_folder.hpp"

namespace polyglot::pgn {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ShardTest : public testing::Test {
 protected:
  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  [[nodiscard]] std::string read(std::uint32_t number, std::uint32_t of) const {
    OpenShard shard = open_shard(path_, number, of).value();
    std::string text;
    // Few bytes at a time, so that reads end anywhere.
    for (std::string some(7001, '\0');;) {
      const std::size_t got = shard.input.read(some).value();
      if (got == 0) return text;
      text.append(some, 0, got);
    }
  }

  polyglot::test::TemporaryFolder folder_;
  std::string path_ = folder_ / "games.pgn";
};

TEST_F(ShardTest, HasWholeGamesAndAllOfThem) {
  std::string text;
  for (int i = 0; i < 9000; ++i)
    text += "[Event \"" + std::string(static_cast<std::size_t>(i * 7 % 90), 'x') +
            "\"]\n[Result \"*\"]\n\n1. e4 {[%clk 1:00]\n[no tag]} e5 *\n\n";
  write(text);
  for (const std::uint32_t of : {1U, 2U, 3U, 7U, 40U}) {
    std::string all;
    for (std::uint32_t number = 1; number <= of; ++number) {
      const std::string shard = read(number, of);
      EXPECT_TRUE(shard.empty() || shard.starts_with("[Event ")) << number << " of " << of;
      all += shard;
    }
    EXPECT_TRUE(all == text) << of;
  }
}

/// Lines of a comment, in which no game begins.
std::string many_lines(std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += "[no tag] and no game\n\n";
  return text;
}

TEST_F(ShardTest, BeginBehindMuchTextWithoutGames) {
  const std::string game = "[Event \"?\"]\n\n1. e4 *\n\n";
  const std::string comment =
      "{" + many_lines(1'500'000) + std::string(700'000, 'x') + "}\n" + std::string(500'000, '\n');
  write(game + comment + game + game);
  EXPECT_TRUE(read(1, 2) == game + comment);
  EXPECT_EQ(read(2, 2), game + game);
}

TEST_F(ShardTest, MayBeEmpty) {
  write("[Event \"?\"]\n\n1. e4 *\n");
  EXPECT_EQ(read(1, 2) + read(2, 2), "[Event \"?\"]\n\n1. e4 *\n");
  write("");
  EXPECT_EQ(read(2, 2), "");
}

/// Games of several lines, of different sizes.
std::string many_games(int games) {
  std::string text;
  std::uint32_t noise = 1;
  for (int i = 0; i < games; ++i) {
    text += "[Event \"";
    // Nothing that can be packed well.
    for (int j = i * 7 % 90; j >= 0; --j)
      text += static_cast<char>('a' + ((noise = noise * 1664525 + 1013904223) >> 24) % 26);
    text += "\"]\n[White \"x\"]\n[Result \"*\"]\n\n1. e4 {[%clk 1:00]\n[no tag]} e5 *\n\n";
  }
  return text;
}

/// Packs text in parts of the sizes, which come again and again.
template <class Pack>
std::string packed_in_parts(std::string_view text, const std::vector<std::size_t>& sizes, Pack pack) {
  std::string packed;
  for (std::size_t i = 0; !text.empty(); ++i) {
    const std::string_view part = text.substr(0, sizes[i % sizes.size()]);
    packed += pack(part);
    text.remove_prefix(part.size());
  }
  return packed;
}

/// As pzstd does: before each frame a skippable one, which has the size of the frame.
std::string pzstd(std::string_view text) {
  const std::string frame = test::zstd(text);
  std::string size;
  for (std::size_t left = frame.size(); size.size() < 4; left >>= 8) size += static_cast<char>(left);
  return std::string("\x50\x2a\x4d\x18\4\0\0\0", 8) + size + frame;
}

struct ShardCase {
  const char* name;
  std::string (*pack)(std::string_view);
};

class PackedShards : public ShardTest, public testing::WithParamInterface<ShardCase> {};

TEST_P(PackedShards, HaveWholeGamesAndAllOfThem) {
  const std::string text = many_games(9000);
  // Parts end anywhere in a game; some have no beginning of a game.
  write(packed_in_parts(text, {50'001, 33, 7, 20'000, 99'999}, GetParam().pack));
  for (const std::uint32_t of : {2U, 3U, 7U, 40U}) {
    std::string all;
    std::uint32_t filled = 0;
    for (std::uint32_t number = 1; number <= of; ++number) {
      const std::string shard = read(number, of);
      EXPECT_TRUE(shard.empty() || shard.starts_with("[Event ")) << number << " of " << of;
      filled += shard.empty() ? 0 : 1;
      all += shard;
    }
    EXPECT_TRUE(all == text) << of;
    EXPECT_GT(filled, 1U) << of;
  }
  EXPECT_FALSE(open_shard(path_, 1, 2)->begin);
}

TEST_P(PackedShards, AreCutBetweenPartsAlone) {
  write(GetParam().pack(many_games(9000)));
  EXPECT_THAT(open_shard(path_, 1, 2).error().to_string(), AllOf(HasSubstr(path_), HasSubstr("in one part")));
  EXPECT_EQ(read(2, 2), "");
}

TEST_P(PackedShards, ArePlannedWhereThereAreManyParts) {
  const std::string text = many_games(9000);
  write(packed_in_parts(text, {50'001, 99'999}, GetParam().pack));
  const std::uint64_t size = std::filesystem::file_size(path_);
  EXPECT_EQ(plan_shards(path_, size, false).value(), 1U);
  EXPECT_EQ(plan_shards(path_, size - 1, false).value(), 2U);
  EXPECT_EQ(plan_shards(path_, size / 4 + 1, false).value(), 4U);
  EXPECT_EQ(plan_shards(path_, size / 4 + 1, true).value(), 1U);
  write(GetParam().pack(text));
  EXPECT_EQ(plan_shards(path_, size / 4, false).value(), 1U);
}

INSTANTIATE_TEST_SUITE_P(, PackedShards,
                         testing::Values(ShardCase{"gzip", test::gzip}, ShardCase{"bzip2", test::bzip2},
                                         ShardCase{"zstd", test::zstd}, ShardCase{"pzstd", pzstd}),
                         [](const auto& shard) { return shard.param.name; });

TEST_F(ShardTest, BeginBehindMuchPackedText) {
  const std::string games = many_games(9000);
  // Text is searched in pieces of 256 KB. The first game begins just before the end of one.
  const std::string lines = many_lines(34'100'000).substr(0, 130 * 262'144 - 7) + "\n\n";
  const std::string last = many_games(10);
  // The file is cut in the first part, whose games are hard to pack. The second part begins with the lines.
  write(test::zstd(games) + test::zstd(lines + last));
  EXPECT_TRUE(read(1, 2) == games + lines);
  EXPECT_TRUE(read(2, 2) == last);
}

TEST_F(ShardTest, AreRefusedIfToFindThemTakesMuch) {
  const std::string games = many_games(9000);
  const std::string part = test::zstd(many_lines(1'000'000));
  std::string parts;
  for (int i = 0; i < 70; ++i) parts += part;
  // Each of them can be unpacked up to the damage.
  write(test::zstd(games) + parts + "damage");
  for (const std::uint32_t number : {1U, 2U})
    EXPECT_THAT(open_shard(path_, number, 2).error().to_string(),
                AllOf(HasSubstr(path_), HasSubstr("cannot be cut into shards here")));
}

TEST_F(ShardTest, AreNotCutInTheMiddleOfAPart) {
  const auto number = [](std::size_t value, int bytes) {
    std::string written;
    for (; bytes > 0; --bytes, value >>= 8) written += static_cast<char>(value);
    return written;
  };
  // A frame with two blocks that are not packed, of which the second one looks like another frame.
  const std::string inner = test::zstd(many_games(1000));
  constexpr std::size_t kFirst = 100'000;
  write("\x28\xb5\x2f\xfd\xa0" + number(kFirst + inner.size(), 4) + number(kFirst << 3, 3) +
        std::string(kFirst, 'x') + number(inner.size() << 3 | 1, 3) + inner);
  OpenShard shard = open_shard(path_, 1, 2).value();
  std::string text(1'000'000, '\0');
  EXPECT_EQ(shard.input.read(text).value(), kFirst + inner.size());
  EXPECT_THAT(shard.input.read(text).error().to_string(), HasSubstr("no part begins"));
}

TEST_F(ShardTest, ArePlannedBySizeAlone) {
  write(std::string(1000, '\n'));
  EXPECT_EQ(plan_shards(path_, 1000, true).value(), 1U);
  EXPECT_EQ(plan_shards(path_, 300, true).value(), 4U);
  write("");
  EXPECT_EQ(plan_shards(path_, 300, true).value(), 1U);
}

TEST_F(ShardTest, AreNotOfAFileThatIsNotThere) {
  EXPECT_FALSE(plan_shards(folder_ / "missing.pgn", 1, false));
  EXPECT_FALSE(open_shard(folder_ / "missing.pgn", 1, 2));
}

TEST(ShareOf, SharesAllBytesOut) {
  for (const std::uint64_t size : {0U, 1U, 65'536U, 65'537U, 10'000'000U}) {
    std::uint64_t at = 0;
    for (std::uint32_t number = 1; number <= 7; ++number) {
      const FilePiece share = share_of(size, number, 7);
      EXPECT_EQ(share.begin, at);
      EXPECT_TRUE(share.begin % kShardBlock == 0 || share.begin == size);
      at = share.end;
    }
    EXPECT_EQ(at, size);
  }
}

}  // namespace
}  // namespace polyglot::pgn
