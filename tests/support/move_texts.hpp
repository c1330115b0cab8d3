// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"
#include "test_paths.hpp"

namespace polyglot::test {

/// A text with moves, as people write and copy them, and what every reader of moves makes of it. The tests of
/// files, arguments and the page run the same table, tests/data/move_texts.json.
struct MoveText {
  std::string what;
  std::string text;
  std::string fen;                 ///< where the games begin; empty: the start position
  std::vector<std::string> games;  ///< the moves of each in SAN, and its result: "e4 e5 1-0"
};

/// The texts that `reader` takes: "file", "argument" or "page".
inline std::vector<MoveText> move_texts(std::string_view reader) {
  namespace json = boost::json;
  std::vector<MoveText> texts;
  const json::value table = json::parse(read_text(POLYGLOT_TEST_DATA "/move_texts.json"));
  for (const json::value& row : table.as_array()) {
    const json::object& one = row.as_object();
    const json::value* const others = one.if_contains("not");
    if (others != nullptr && std::ranges::count(others->as_array(), json::value(reader)) > 0) continue;
    const json::value* const fen = one.if_contains("fen");
    texts.push_back({.what = json::value_to<std::string>(one.at("what")),
                     .text = json::value_to<std::string>(one.at("text")),
                     .fen = fen == nullptr ? "" : json::value_to<std::string>(*fen),
                     .games = json::value_to<std::vector<std::string>>(one.at("games"))});
  }
  EXPECT_GT(texts.size(), 100U);
  return texts;
}

}  // namespace polyglot::test
