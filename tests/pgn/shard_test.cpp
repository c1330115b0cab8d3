// SPDX-License-Identifier: MIT
#include <cstdint>
#include <fstream>
#include <string>

#include <gmock/gmock.h>

#include <polyglot/pgn/input.hpp>
#include <polyglot/pgn/shard.hpp>

#include "support/temporary_folder.hpp"

namespace polyglot::pgn {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ShardTest : public testing::Test {
 protected:
  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  [[nodiscard]] std::string read(FilePiece piece) const {
    Input input = Input::open_piece(path_, piece).value();
    std::string text(piece.end - piece.begin + 1, '\0');
    text.resize(input.read(text).value());
    return text;
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
      const std::string shard = read(shard_of(path_, number, of).value());
      EXPECT_TRUE(shard.empty() || shard.starts_with("[Event ")) << number << " of " << of;
      all += shard;
    }
    EXPECT_TRUE(all == text) << of;
  }
}

TEST_F(ShardTest, MayBeEmpty) {
  write("[Event \"?\"]\n\n1. e4 *\n");
  EXPECT_EQ(read(shard_of(path_, 1, 2).value()) + read(shard_of(path_, 2, 2).value()),
            "[Event \"?\"]\n\n1. e4 *\n");
  write("");
  EXPECT_EQ(read(shard_of(path_, 2, 2).value()), "");
}

TEST_F(ShardTest, IsNotCutFromAPackedFile) {
  write(std::string("\x28\xb5\x2f\xfd\x20\0\1\0\0", 9));
  EXPECT_THAT(shard_of(path_, 1, 2).error().to_string(),
              AllOf(HasSubstr(path_), HasSubstr("packed with zstd")));
  EXPECT_FALSE(shard_of(folder_ / "missing.pgn", 1, 2));
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
