// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/variants/compact_code.hpp>

#include "support/testing.hpp"

namespace polyglot::variants {
namespace {

BoardPoint point(std::string_view name) {
  return {name[0] - 'a', parse_number<int>(name.substr(1)).value() - 1};
}

const CompactCode kTenjiku = CompactCode::for_board(16, 16).value();

struct Example {
  const char* from;
  const char* to;
  int code;
  Color mover = Color::white;
  bool promotes = false;
};

TEST(CompactCode, WorkedExamples) {
  constexpr Example kExamples[] = {
      {"c3", "c9", 5250},  {"c9", "c3", 9250},  {"e12", "e11", 164, Color::black},
      {"d4", "g7", 2662},  {"g4", "d7", 2915},  {"d7", "g4", 13110},
      {"g1", "h3", 15399}, {"h3", "g1", 16390}, {"e11", "e12", 38068, Color::white, true},
  };
  for (const auto& [from, to, code, mover, promotes] : kExamples) {
    const CompactMove move{point(from), point(to), promotes};
    EXPECT_EQ(kTenjiku.encode(move, mover).value(), code) << from << to;
    EXPECT_EQ(kTenjiku.decode(static_cast<std::uint16_t>(code), mover), move) << from << to;
  }
}

/// True for moves along a line, and for leaps of a knight, (1,3) and (2,3).
bool has_code(int files, int ranks) {
  const int wide = std::max(std::abs(files), std::abs(ranks));
  const int narrow = std::min(std::abs(files), std::abs(ranks));
  return wide != 0 && (narrow == 0 || narrow == wide || (wide == 2 && narrow == 1) || wide == 3);
}

TEST(CompactCode, EveryMoveOfABoardComesBack) {
  for (const auto& [files, ranks] : {std::pair(16, 16), {19, 19}, {12, 14}}) {
    const CompactCode codes = CompactCode::for_board(files, ranks).value();
    for (int from = 0; from < files * ranks; ++from) {
      for (int to = 0; to < files * ranks; ++to) {
        const CompactMove move{{from % files, from / files}, {to % files, to / files}};
        if (!has_code(move.to.file - move.from.file, move.to.rank - move.from.rank)) continue;
        for (const Color mover : {Color::white, Color::black}) {
          const Result<std::uint16_t> code = codes.encode(move, mover);
          ASSERT_TRUE(code.has_value()) << files << " " << from << " " << to;
          ASSERT_EQ(codes.decode(*code, mover), move) << files << " " << from << " " << to;
        }
      }
    }
  }
}

TEST(CompactCode, SaysWhatHasNoCode) {
  EXPECT_EQ(kTenjiku.encode({{0, 0}, {4, 1}}, Color::white).error().what, "the move has no code");
  EXPECT_EQ(kTenjiku.encode({{0, 0}, {0, 16}}, Color::white).error().what, "the move leaves the board");
  EXPECT_EQ(kTenjiku.decode(1024 * 20, Color::white), std::nullopt);  // a Lion's
  EXPECT_EQ(CompactCode::for_board(20, 20).error().what,
            "there are no codes for a board of 20x20: a side has 2 to 19 squares");
}

}  // namespace
}  // namespace polyglot::variants
