// SPDX-License-Identifier: MIT
#include "pgn/packed_text.hpp"
#include "pgn/read_games.hpp"

namespace polyglot::pgn {
namespace {

ChunkReader reader_of(std::string text, ChunkLimits limits) {
  return ChunkReader(Input::from_bytes(std::move(text), "games").value(), limits);
}

std::vector<Chunk> chunks_of(const std::string& text, ChunkLimits limits) {
  ChunkReader reader = reader_of(text, limits);
  std::vector<Chunk> chunks;
  for (Chunk chunk;;) {
    if (!reader.next(chunk).value()) return chunks;
    chunks.push_back(chunk);
  }
}

std::string numbered_games(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += "[Event \"" + std::to_string(i) + "\"]\n[Site \"s\"]\n\n1. e4 {x} e5\n2. Nf3 *\n\n";
  return text;
}

TEST(ChunkReader, CutsBetweenGames) {
  EXPECT_TRUE(chunks_of("", {}).empty());
  const auto chunks = chunks_of(numbered_games(100), {.target = 500});
  EXPECT_GE(chunks.size(), 10U);
  for (const Chunk& chunk : chunks) {
    EXPECT_TRUE(chunk.text().starts_with("[Event "));
    EXPECT_TRUE(chunk.text().ends_with("*\n\n"));
    EXPECT_LE(chunk.text().size(), 500U);
  }
}

TEST(ChunkReader, LosesNothingAndKnowsWhereItIs) {
  const std::string text = "a preamble\r\n" + numbered_games(50) + "[Event \"last\"]\r\n\r\n1. e4";
  for (std::size_t target = 1; target < 1000; target += 7) {
    std::string joined;
    for (const Chunk& chunk : chunks_of(text, {.target = target})) {
      EXPECT_EQ(chunk.offset(), joined.size());
      EXPECT_EQ(chunk.line(), 1U + static_cast<std::size_t>(std::ranges::count(joined, '\n')));
      EXPECT_FALSE(chunk.text().empty());
      joined += chunk.text();
    }
    ASSERT_EQ(joined, text);
  }
}

TEST(ChunkReader, GrowsForAGiantGame) {
  const std::string giant = "[Event \"giant\"]\n\n{" + std::string(100'000, 'x') + "} 1. e4 *\n\n";
  const auto chunks = chunks_of(numbered_games(3) + giant + numbered_games(3), {.target = 100});
  EXPECT_TRUE(std::ranges::any_of(
      chunks, [&](const Chunk& chunk) { return chunk.text().find(giant) != std::string_view::npos; }));
}

TEST(ChunkReader, RefusesAGameWithoutEnd) {
  ChunkReader reader = reader_of(numbered_games(1) + "[Event \"no end\"]\n" + std::string(10'000'000, 'x'),
                                 {.target = 1000, .longest = std::size_t{2} << 20});
  Chunk chunk;
  ASSERT_TRUE(reader.next(chunk).value());
  EXPECT_THAT(reader.next(chunk).error().to_string(), HasSubstr("games:7: no new game within 2 MB"));
  EXPECT_EQ(chunk.text(), "");
  EXPECT_FALSE(reader.next(chunk).value());
}

TEST(ChunkReader, GoesOnBehindAGameTooLong) {
  const std::string before = numbered_games(3);
  const std::string giant = "[Event \"giant\"]\n\n{" + std::string(300'000, 'x') + "\n} 1. e4 *\n\n";
  const std::string behind = numbered_games(4);
  ChunkReader reader = reader_of(before + giant + behind, {.target = 1000, .longest = 100'000});
  std::string text;
  std::uint64_t next_line = 0;
  int errors = 0;
  for (Chunk chunk;;) {
    const auto more = reader.next(chunk);
    if (more && !*more) break;
    errors += more ? 0 : 1;
    if (more && errors > 0 && next_line == 0) {
      next_line = chunk.line();
      EXPECT_EQ(chunk.offset(), (before + giant).size());
    }
    text += chunk.text();
  }
  EXPECT_EQ(errors, 1);
  EXPECT_EQ(text, before + behind);
  EXPECT_EQ(next_line, 1U + static_cast<std::size_t>(std::ranges::count(before + giant, '\n')));
}

TEST(ChunkReader, PassesErrorsOnBehindAllThatCouldBeRead) {
  const std::string text = numbered_games(5000);
  const std::string packed = test::gzip(text);
  ChunkReader reader = reader_of(packed.substr(0, packed.size() / 2), {.target = 100'000'000});
  Chunk chunk;
  ASSERT_TRUE(reader.next(chunk).value());
  EXPECT_GT(chunk.text().size(), text.size() / 3);
  EXPECT_TRUE(text.starts_with(chunk.text()));
  EXPECT_THAT(reader.next(chunk).error().what, HasSubstr("cut short"));
  EXPECT_FALSE(reader.next(chunk).value());
}

TEST(ChunkReader, TellsProgressWithEachChunk) {
  const std::string text = numbered_games(100);
  const auto chunks = chunks_of(text, {.target = 500});
  ASSERT_GT(chunks.size(), 2U);
  EXPECT_LT(chunks[0].consumed(), chunks[1].consumed());
  EXPECT_EQ(chunks.back().consumed(), text.size());
}

}  // namespace
}  // namespace polyglot::pgn
