// SPDX-License-Identifier: MIT
#include <initializer_list>

#include <polyglot/chess/notation.hpp>

#include "builder/crafty_pgn.hpp"
#include "builder/made_book.hpp"
#include "support/testing.hpp"

namespace polyglot::builder {
namespace {

CraftyPgn reader_of(std::string_view text) {
  return CraftyPgn([text]() mutable { return std::exchange(text, {}); });
}

/// Tags as they are, moves with their marks and percentages: "e4 8 40".
std::vector<std::string> items_of(std::string_view text) {
  CraftyPgn pgn = reader_of(text);
  std::vector<std::string> items;
  while (const auto item = pgn.next()) {
    std::string shown(item->text);
    if (item->marks != 0 || item->percent != 0) shown += " " + std::to_string(item->marks);
    if (item->percent != 0) shown += " " + std::to_string(item->percent);
    items.push_back(shown);
  }
  return items;
}

TEST(CraftyPgn, ReadsAsCraftyReads) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> texts = {
      {"[Event \"x\"]\r\n\r\n1. e4 e5 2.Nf3 12...Nc6 1-0\n", {"[Event \"x\"] ", "e4", "e5", "Nf3", "Nc6"}},
      // What Crafty loses
      {"0-0 0-0-0 -- $5 * ! 1/2-1/2 % a$1", {}},
      {"+- e.p. -", {"+-", "e.p.", "-"}},
      // Comments, and what touches them
      {"e4{x} e5 {a ( b} Nf3 (Nc3 {)} (d4) c5\n[Event \"in it\"]) Nc6", {"e5", "Nf3", "Nc6"}},
      // A comment without an end, and a line that is too long
      {"e4 {" + std::string(150, '\n') + "e5", {"e4", "e5"}},
      {std::string(4094, ' ') + "e4 e5", {"e", "e5"}},
      {"a! b? c!? d?! e!! f?? g!= h=?", {"a 8", "b 2", "c 10", "d 10", "e 16", "f 1", "g 12", "h= 2"}},
      // Percentages on the same line
      {"e4 {play 40%} e5 {good} Nf3 {play 7%} Nc6 {play\n20%}", {"e4 0 40", "e5 0 7", "Nf3 0 7", "Nc6"}}};
  for (const auto& [text, items] : texts) EXPECT_EQ(items_of(text), items) << text;
}

TEST(CraftyPgn, CountsTheVariationsThatItSkips) {
  CraftyPgn pgn = reader_of("e4 (d4 (c4 {(}) Nf6)(b4) {(x)} e5 (c5)");
  EXPECT_EQ(pgn.next()->text, "e4");
  EXPECT_EQ(pgn.variations(), 0U);
  EXPECT_EQ(pgn.next()->text, "e5");
  EXPECT_EQ(pgn.variations(), 3U);
  EXPECT_FALSE(pgn.next());
  EXPECT_EQ(pgn.variations(), 4U);
}

TEST(CraftyGames, ReadsEveryFileOfSeveralThatEndWithoutALineEnd) {
  Settings settings = test::all_moves();
  settings.format = book::BookFormat::crafty;
  const auto book =
      test::make({"[Event \"\"]\n1. e4 e5", "[Event \"\"]\n1. d4 d5 2. c4", "[Event \"\"]\n1. c4"}, settings);
  EXPECT_EQ(book.summary.counts.games, 3U);
  EXPECT_EQ(book.summary.entries, 6U);
}

/// The move that Crafty reads, in coordinates; "-" where it sees an error.
std::string read(std::string_view fen, std::string_view text) {
  const auto position = chess::Position::from_fen(fen).value();
  const auto move = read_crafty_move(position, text);
  return move ? chess::to_uci(*move, chess::CastlingNotation::king_to_destination) : "-";
}

TEST(CraftyMove, ReadsTheSpellingsOfCrafty) {
  constexpr std::string_view kFen = "r3k2r/1P3ppp/8/3p4/1b2P3/5N2/PPPB1PPP/RN2K2R w KQkq - 0 1";
  for (const auto& [text, move] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"exd5", "e4d5"},  {"d5", "e4d5"},     {"e4d5", "e4d5"},    {"e4-d5", "e4d5"}, {"exd5+", "-"},
           {"xe5", "-"},      {"O-O", "e1g1"},    {"o-o", "e1g1"},     {"Kg1", "e1g1"},   {"O-O-O", "-"},
           {"Bxb4", "d2b4"},  {"bb4", "d2b4"},    {"Bb4", "d2b4"},     {"nc3", "b1c3"},   {"Nfd4", "f3d4"},
           {"Ng1", "f3g1"},   {"N1c3", "b1c3"},   {"bxa8=Q", "b7a8q"}, {"b8", "-"},       {"b7b8q", "b7b8q"},
           {"b8Q+", "b7b8q"}, {"b8=N#", "b7b8n"}, {"Ke7", "-"},        {"Nxe5", "-"},     {"e4e5", "e4e5"},
           {"Qd4", "-"},      {"", "-"},          {"end", "-"},        {"=Q", "-"},       {"x", "-"}})
    EXPECT_EQ(read(kFen, text), move) << text;
}

TEST(CraftyMove, WantsExactlyOneMove) {
  EXPECT_EQ(read("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Ne4"), "-");
  EXPECT_EQ(read("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Nce4"), "c3e4");
  EXPECT_EQ(read("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Nc3-e4"), "c3e4");
}

}  // namespace
}  // namespace polyglot::builder
