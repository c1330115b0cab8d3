// SPDX-License-Identifier: MIT
#include <boost/json.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/text_formats.hpp>

#include "book/book_files.hpp"
#include "book/random_book.hpp"

namespace polyglot::book::test {
namespace {

using Entries = std::vector<RawEntry>;
using Read = Result<Entries> (*)(std::istream&, const std::string&, const game::Rules&);

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::string text_of(const TextFormat& format, const Entries& entries,
                    const chess::Position* position = nullptr) {
  std::string text;
  for (std::span<const RawEntry> rest = entries; !rest.empty();) {
    const auto next =
        std::ranges::find_if(rest, [&](const RawEntry& e) { return e.key != rest.front().key; });
    const auto group = rest.first(static_cast<std::size_t>(next - rest.begin()));
    if (rest.size() < entries.size()) text += format.separator;
    const game::Position board = position != nullptr ? game::Position(*position) : game::Position();
    text += format.position(group, game::Rules(), position != nullptr ? &board : nullptr, {});
    rest = rest.subspan(group.size());
  }
  return std::string(format.begin) + text + std::string(format.end);
}

Result<Entries> read(Read reader, const std::string& text) {
  std::istringstream in(text);
  return reader(in, "book", game::Rules());
}

/// The records in JSON.
Result<Entries> read_json(std::istream& in, const std::string&, const game::Rules&) {
  const auto text = [](const boost::json::value& value) {
    return parse_number<std::uint64_t>(value.as_string(), 16).value();
  };
  const auto number = [](const boost::json::value& value) { return value.to_number<std::uint16_t>(); };
  const boost::json::value document = boost::json::parse(in);
  Entries entries;
  for (const boost::json::value& position : document.as_array())
    for (const boost::json::value& move : position.at("moves").as_array())
      entries.push_back({.key = text(position.at("key")),
                         .move = static_cast<std::uint16_t>(text(move.at("code"))),
                         .weight = number(move.at("weight")),
                         .learn = encode_learn(number(move.at("n")), number(move.at("sum")))});
  return entries;
}

RawEntry start_entry(std::string_view move, std::uint16_t weight, std::uint32_t learn = 0) {
  return entry("", move, weight, learn);
}

/// What is wrong with a book in CSV; "" if nothing is.
std::string message_of(const std::string& csv) {
  const auto found = read(read_csv, csv);
  return found ? "" : found.error().to_string();
}

class RoundTrip : public ::testing::TestWithParam<std::pair<const TextFormat*, Read>> {};

TEST_P(RoundTrip, KeepsEveryBitOfEveryRecord) {
  const auto [format, reader] = GetParam();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Entries book = make_header({.comment = "line\nline"}).value();
    for (const RawEntry& entry : make_random_book({.seed = seed, .damage = 1})) book.push_back(entry);
    EXPECT_EQ(read(reader, text_of(*format, book)).value(), book) << seed;
  }
}

TEST_P(RoundTrip, HoldsForAnEmptyBook) {
  const auto [format, reader] = GetParam();
  EXPECT_TRUE(read(reader, text_of(*format, {})).value().empty());
}

TEST_P(RoundTrip, HoldsWithThePositionKnown) {
  const auto [format, reader] = GetParam();
  const chess::Position start;
  const Entries book{start_entry("e2e4", 5, 0x10002), start_entry("e2e5", 4), start_entry("g1f3", 0)};
  EXPECT_EQ(read(reader, text_of(*format, book, &start)).value(), book);
}

INSTANTIATE_TEST_SUITE_P(TextFormats, RoundTrip,
                         ::testing::Values(std::pair<const TextFormat*, Read>(&kCsv, read_csv),
                                           std::pair<const TextFormat*, Read>(&kJson, read_json)));

TEST(CsvBook, IsAsDocumented) {
  const chess::Position start;
  EXPECT_EQ(
      text_of(kCsv, {start_entry("e2e4", 5, 0x00010002)}, &start),
      "key,code,weight,n,sum,move,san,fen\n463b96181691fc9c,796,5,1,2,e2e4,e4," + std::string(kStart) + "\n");
}

TEST(CsvBook, MayBeWrittenByHand) {
  const std::string text =
      "\xef\xbb\xbf"
      "\"fen\",comment,move,weight\r\n\"" +
      std::string(kStart) + "\",\"good, \"\"old\"\"\nmove\",Nf3,7\r\n\r\n" + kStart + ",,e2e4,8\r\n";
  EXPECT_THAT(read(read_csv, text).value(), ElementsAre(start_entry("g1f3", 7), start_entry("e2e4", 8)));
  EXPECT_THAT(read(read_csv, "fen,move,weight\nstartpos,e4,8\n").value(),
              ElementsAre(start_entry("e2e4", 8)));
}

TEST(CsvBook, MustNotContradictItself) {
  const std::string start = std::string(kStart) + "\n";
  EXPECT_EQ(message_of("key,code,weight,move,fen\n1,796,5,e4," + start),
            "book:2: key \"1\" is not that of the fen");
  EXPECT_EQ(message_of("key,code,weight,move,fen\n463b96181691fc9c,796,5,d2d4," + start),
            "book:2: code \"796\" is not that of the move \"d2d4\"");
  // Without a position
  EXPECT_EQ(message_of("key,code,move,weight\n1,796,e2e4,7\n1,28672,0x7000,7\n"), "");
  EXPECT_EQ(message_of("key,code,move,weight\n1,796,d2d4,7\n"),
            "book:2: code \"796\" is not that of the move \"d2d4\"");
  EXPECT_EQ(message_of("key,code,move,weight\n1,796,zzz,7\n"),
            "book:2: code \"796\" is not that of the move \"zzz\"");
}

TEST(CsvBook, TakesASquareForSquareCastlingForWhatItIs) {
  const std::string fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const auto position = chess::Position::from_fen(fen).value();
  const auto code = [](const char* text) { return code_from_text(text).value(); };
  const Entries book{{.key = position.key(), .move = code("e1c1"), .weight = 1},
                     {.key = position.key(), .move = code("e1a1"), .weight = 2}};
  const std::string text = text_of(kCsv, book, &position);
  EXPECT_THAT(text, HasSubstr(",258,1,0,0,e1c1,O-O-O,"));
  EXPECT_THAT(text, HasSubstr(",256,2,0,0,e1c1,O-O-O,"));
  EXPECT_EQ(read(read_csv, text).value(), book);
}

TEST(CsvBook, IsSortedWhenRead) {
  EXPECT_THAT(read(read_csv, "key,code,weight\n2,796,1\n1,796,2\n2,731,9\n").value(),
              ElementsAre(raw_entry(1, 796, 2), raw_entry(2, 796, 1), raw_entry(2, 731, 9)));
}

TEST(CsvBook, NamesTheLineOfAMistake) {
  const std::pair<std::string, const char*> mistakes[] = {
      {"key,code,weight\n1,2,3\n1,x,3\n", "book:3: code \"x\""},
      {"key,code,weight\n1,2,65536\n", "weight \"65536\""},
      {"key,code,weight\n1,2\n", "no weight"},
      {"key,code,weight\n12345678901234567,2,3\n", "16 hexadecimal"},
      {"fen,move,weight\nstartpos,e2e5,3\n", "not legal"},
      {"fen,move,weight\n4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1,Nd2,3\n", "could be one of several pieces"},
      {"key,move,weight\n1,e2e4,3\n", "needs a fen"},
      {"key,code,weight\n1,2,\"3\n", "not closed"},
      {"some,text\n1,2\n", "weight"},
      {"", "empty"},
      {"weight\n" + std::string(70000, 'x'), "longer"},
      {"fen,move,weight\n8/8/8/8/8/8/8/8x w - -,e2e4,3\n", "column"},
      {"fen,move,weight\n8/8/8/8/8/8/8/8x w - -,e2e4,3\n", "book:2"},
      {"key,code,weight\n1,796,\"5\n6\"\n", "book:2: weight \"5?6\" is no number from 0 to 65535"}};
  for (const auto& [text, message] : mistakes) EXPECT_THAT(message_of(text), HasSubstr(message)) << text;
  EXPECT_LT(message_of("key,code,weight\n" + std::string(60000, 'x') + ",796,5\n").size(), 200U);
}

TEST(EpdBook, NamesTheBestMovesAndAllWeights) {
  const chess::Position start;
  const Entries book{start_entry("e2e4", 5), start_entry("d2d4", 5), start_entry("g1f3", 2),
                     start_entry("e2e5", 4), start_entry("b1c3", 0)};
  EXPECT_EQ(text_of(kEpd, book, &start),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; c0 \"e4=5 d4=5 Nf3=2\";\n");
}

TEST(EpdBook, LeavesOutWhatCannotBePlayed) {
  const chess::Position start;
  EXPECT_EQ(text_of(kEpd, {start_entry("e2e4", 0)}, &start), "");
  EXPECT_EQ(text_of(kEpd, {start_entry("e2e4", 1)}), "");
  EXPECT_EQ(text_of(kEpd, {start_entry("e2e5", 9), start_entry("e2e4", 1)}, &start),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; c0 \"e4=1\";\n");
}

}  // namespace
}  // namespace polyglot::book::test
