// SPDX-License-Identifier: MIT
// merge-book, info-book and dump-book against Polyglot 2.0.4, byte for byte.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "book/book_files.hpp"
#include "book/random_book.hpp"
#include "test_paths.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using book::RawEntry;
using book::test::make_random_book;

constexpr std::uint64_t kBooks = 40;

void write_book(const std::string& path, const std::vector<RawEntry>& entries) {
  book::test::write_file(path, book::test::bytes_of(entries));
}

/// Small and large, dense and deep, sound and damaged ones.
book::test::RandomBook settings(std::uint64_t seed) {
  const auto number = static_cast<int>(seed);
  return {.seed = seed,
          .games = 5 + number * 3 % 40,
          .plies = 6 + number * 7 % 30,
          .choices = 2 + number % 4,
          .damage = 1 + number % 9};
}

/// What 2.0.4 prints after its banner.
std::string without_banner(const std::string& text) {
  return text.substr(std::min(text.find('\n') + 1, text.size()));
}

class WholeBookDifferential : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_old_polyglot()) GTEST_SKIP() << "no Polyglot 2.0.4 here";
  }

  void compare_info(const std::string& path, bool exact) {
    std::vector<std::string> arguments{"info-book", "-bin", path};
    if (exact) arguments.emplace_back("-exact");
    const Outcome ours = polyglot(arguments);
    EXPECT_EQ(ours.exit_code, 0) << ours.err;
    const std::string theirs = without_banner(old_polyglot(arguments).out);
    EXPECT_EQ(ours.out.substr(std::min(ours.out.find("Lines for white"), ours.out.size())), theirs) << path;
  }

  void compare_dump(const std::string& path) {
    for (const char* const color : {"white", "black"}) {
      const auto arguments = [&](const std::string& out) {
        return std::vector<std::string>{"dump-book", "-bin", path, "-color", color, "-out", out};
      };
      const Outcome ours = polyglot(arguments(folder_ / "ours"));
      EXPECT_EQ(ours.exit_code, 0) << ours.err;
      (void)old_polyglot(arguments(folder_ / "theirs"));
      EXPECT_TRUE(read_file(folder_ / "ours") == read_file(folder_ / "theirs")) << path << " for " << color;
    }
  }

  void compare_merge(const std::string& a, const std::string& b) {
    const auto arguments = [&](const std::string& out) {
      return std::vector<std::string>{"merge-book", "-in1", a, "-in2", b, "-out", out};
    };
    const Outcome ours = polyglot(arguments(folder_ / "ours"));
    EXPECT_EQ(ours.exit_code, 0) << ours.err;
    (void)old_polyglot(arguments(folder_ / "theirs"));
    EXPECT_TRUE(read_file(folder_ / "ours") == read_file(folder_ / "theirs")) << a << " and " << b;
  }

  TemporaryFolder folder_;
};

TEST_F(WholeBookDifferential, RandomBooksAreDumpedAndCountedAlike) {
  for (std::uint64_t seed = 1; seed <= kBooks; ++seed) {
    const std::string path = folder_ / ("random" + std::to_string(seed) + ".bin");
    write_book(path, make_random_book(settings(seed)));
    compare_info(path, true);
    compare_dump(path);
  }
}

TEST_F(WholeBookDifferential, RandomBooksAreMergedAlike) {
  for (std::uint64_t seed = 1; seed <= kBooks; ++seed) {
    std::vector<RawEntry> a = make_random_book(settings(seed));
    std::vector<RawEntry> b = make_random_book(settings(seed + 1));
    // 2.0.4 lets sums run over.
    for (RawEntry& entry : a) entry.weight = std::min<std::uint16_t>(entry.weight, 5000);
    for (RawEntry& entry : b) entry.weight = std::min<std::uint16_t>(entry.weight, 5000);
    write_book(folder_ / "a.bin", a);
    write_book(folder_ / "b.bin", b);
    compare_merge(folder_ / "a.bin", folder_ / "b.bin");
    compare_merge(folder_ / "b.bin", folder_ / "b.bin");
  }
}

TEST_F(WholeBookDifferential, BooksMadeOfGamesAreTreatedAlike) {
  const std::string games = std::string(POLYGLOT_SHARED_DATA) + "/pgn/";
  if (!std::filesystem::is_directory(games)) GTEST_SKIP() << "no games here";
  const std::string first = folder_ / "first.bin";
  const std::string path = folder_ / "book.bin";
  (void)old_polyglot({"make-book", "-pgn", games + "kramnik.pgn", "-bin", first, "-min-game", "1"});
  for (const char* const name : {"chessbase-empty-line", "kasparov-deep-blue-1997", "uci-moves"}) {
    (void)old_polyglot({"make-book", "-pgn", games + name + ".pgn", "-bin", path, "-min-game", "1"});
    compare_info(path, false);
    compare_dump(path);
    compare_merge(first, path);
    compare_merge(path, first);
  }
  compare_info(first, false);
  compare_dump(first);
}

}  // namespace
}  // namespace polyglot::tools::test
