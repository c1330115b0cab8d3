// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fstream>
#include <span>
#include <sstream>
#include <string>

#include <boost/json.hpp>
#include <gmock/gmock.h>

#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/catalogue.hpp>
#include <polyglot/variants/notation.hpp>

#include "builder/made_book.hpp"
#include "test_paths.hpp"

/// Books as "Save Games as Book" of XBoard 4.9 has written them of the same games.
namespace polyglot::builder::test {
namespace {

using variants::Position;
using variants::Variant;

std::string shared_file(const std::string& name) {
  return std::string(POLYGLOT_SHARED_DATA) + "/variants/builder/" + name;
}

std::shared_ptr<const Variant> variant_of(const std::string& name) {
  return variants::Catalogue::builtin().find(name).value();
}

/// The moves of a recorded game as XBoard writes them, found by their codes.
std::string moves_of(const boost::json::value& game, const Variant& variant) {
  std::string text;
  for (const boost::json::value& ply : game.at("plies").as_array()) {
    const auto position = Position::from_fen(variant, ply.at("fen").as_string()).value();
    const auto code = ply.at("code").to_number<std::uint32_t>();
    const auto moves = position.legal_moves();
    const auto found = std::ranges::find_if(
        moves, [&](const variants::Move& move) { return whole_book_code(position, move) == code; });
    if (found == moves.end())
      throw std::runtime_error("no move of this code: " + boost::json::serialize(ply));
    text += to_xboard(position, *found) + ' ';
  }
  return text;
}

std::string pgn_of(const boost::json::value& book) {
  const std::string name(book.at("variant").as_string());
  const auto variant = variant_of(name)->with_xboard_promotions();
  std::string pgn;
  for (const boost::json::value& one : book.at("games").as_array()) {
    std::string tags = "[Variant \"" + name + "\"]\n";
    if (one.at("fen_tag").is_string())
      tags += "[FEN \"" + std::string(one.at("fen_tag").as_string()) + "\"]\n[SetUp \"1\"]\n";
    pgn += times(book.at("repeat_each_game").to_number<int>(),
                 game(std::string(one.at("result").as_string()), moves_of(one, *variant), tags));
  }
  return pgn;
}

class XBoardBooks : public ::testing::TestWithParam<const char*> {};

TEST_P(XBoardBooks, AreMadeOfTheSameGames) {
  const std::string name = GetParam();
  const std::string json = read_text(shared_file(name + ".json"));
  if (json.empty()) GTEST_SKIP() << "no shared data";
  const boost::json::value book = boost::json::parse(json);
  Settings settings;
  settings.variant = variant_of(name);
  settings.as_xboard = true;
  settings.max_ply = 2 * book.at("book_depth").to_number<std::size_t>();
  const MadeBook made = make({pgn_of(book)}, settings);
  EXPECT_EQ(made.summary.counts.used, made.summary.counts.games);
  EXPECT_EQ(made.bytes, read_text(shared_file(name + ".bin")));
}

TEST(XBoardResults, CountADrawForBothSides) {
  Settings settings = all_moves();
  settings.variant = variant_of("normal");
  settings.as_xboard = true;
  const MadeBook made =
      make({times(2, game("1/2-1/2", "1. e4")) + game("1-0", "1. e4") + game("0-1", "1. e4")}, settings);
  const auto bytes = std::as_bytes(std::span(made.bytes));
  ASSERT_GE(bytes.size(), book::kRecordSize);
  const book::RawEntry entry = book::decode_entry(bytes.first<book::kRecordSize>());
  EXPECT_EQ(entry.weight, 3);
  EXPECT_EQ(entry.learn_points(), 3) << "wins";
  EXPECT_EQ(entry.learn_games(), 3) << "losses";
}

INSTANTIATE_TEST_SUITE_P(All, XBoardBooks, ::testing::Values("normal", "fischerandom", "crazyhouse", "grand"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace polyglot::builder::test
