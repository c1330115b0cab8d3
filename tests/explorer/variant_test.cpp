// SPDX-License-Identifier: MIT
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <fmt/format.h>

#include <polyglot/game/notation.hpp>

#include "explorer/explorer_testing.hpp"
#include "explorer/service.hpp"
#include "test_paths.hpp"

namespace polyglot::explorer::test {
namespace {

namespace http = boost::beast::http;
namespace json = boost::json;
using http::status;

Service service_of(const game::Rules& rules, const std::string& book) {
  return {OpenBooks::open(std::vector{book}, std::nullopt, rules).value(),
          {.port = kPort, .secret = kSecret, .edit = true}};
}

Request ask_position(std::string_view parameters) {
  std::string target = "/api/position?" + std::string(parameters);
  std::ranges::replace(target, ' ', '+');
  return get(target);
}

/// A position of a variant, and a service with a book of one move there.
class ExplorerVariant : public ::testing::Test {
 protected:
  void show(std::string_view variant, std::string_view moves, std::string_view book_move) {
    rules_ = game::Rules::find(variant).value();
    position_ = rules_.start();
    for (std::string_view rest = moves; !rest.empty();) {
      const std::string_view word = rest.substr(0, rest.find(' '));
      position_.make(game::move_from_uci(position_, word).value());
      rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    }
    const game::Move move = game::move_from_uci(position_, book_move).value();
    book_ = write_book(folder_, "book.bin",
                       {{.key = position_.key(),
                         .move = book::record_code(position_, move),
                         .weight = 7,
                         .learn = 0x00020003}},
                       book::BookHeader{.variants = {std::string(variant)}});
    const Response response = service_of(rules_, book_).handle(ask_position("moves=" + std::string(moves)));
    ASSERT_EQ(response.result(), status::ok) << response.body();
    answer_ = json_of(response);
  }

  /// The one move of the book: text, SAN, weight, share, games and half points.
  [[nodiscard]] json::object book_move() const {
    return answer_.at("books").at(0).at("moves").at(0).as_object();
  }

  /// The legal moves with this UCI text: what moves, where it goes, and how it promotes.
  [[nodiscard]] static std::vector<std::string> legal(const json::value& answer, std::string_view uci) {
    std::vector<std::string> found;
    for (const json::value& move : answer.at("legal").as_array()) {
      if (move.at("uci") != json::value(uci)) continue;
      const char* const origin = move.as_object().contains("drop") ? "drop" : "from";
      found.push_back(fmt::format("{} {} to {}, {}", origin, json::serialize(move.at(origin)),
                                  json::serialize(move.at("to")), json::serialize(move.at("promotion"))));
    }
    return found;
  }

  polyglot::test::TemporaryFolder folder_;
  game::Rules rules_;
  game::Position position_;
  std::string book_;
  json::value answer_;
};

TEST_F(ExplorerVariant, ShowsHandsAndDropsOfCrazyhouse) {
  show("crazyhouse", "e2e4 d7d5 e4d5 d8d5", "P@e5");
  EXPECT_EQ(answer_.at("fen"), "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3");
  EXPECT_EQ(json::value(book_move()), json::parse(R"({"uci": "P@e5", "san": "P@e5", "weight": 7,
      "share": 1.0, "next": 0, "code": "9424", "n": 2, "sum": 3})"));
  EXPECT_THAT(legal(answer_, "P@e5"), ElementsAre(R"(drop "P" to "e5", "")"));
  EXPECT_THAT(legal(answer_, "b1c3"), ElementsAre(R"(from "b1" to "c3", "")"));
  EXPECT_EQ(answer_.at("check"), false);
  EXPECT_TRUE(answer_.at("ending").is_null());
}

TEST_F(ExplorerVariant, ShowsTheBoardOfXiangqi) {
  show("xiangqi", "", "h3e3");
  EXPECT_THAT(std::string(answer_.at("fen").as_string()), HasSubstr("RHEAKAEHR"));
  EXPECT_EQ(book_move().at("uci"), "h3e3");
  EXPECT_EQ(answer_.at("legal").as_array().size(), 44U);
  EXPECT_THAT(legal(answer_, "h3h10"), ElementsAre(R"(from "h3" to "h10", "")"));
}

TEST_F(ExplorerVariant, ShowsBothWaysToMoveAPieceOfShogi) {
  show("shogi", "c3c4 g7g6", "b2h8+");
  EXPECT_EQ(book_move().at("uci"), "b2h8+");
  EXPECT_THAT(legal(answer_, "b2h8+"), ElementsAre(R"(from "b2" to "h8", "+")"));
  EXPECT_THAT(legal(answer_, "b2h8"), ElementsAre(R"(from "b2" to "h8", "")"));
}

TEST_F(ExplorerVariant, TellsWhereALionEndsAndTheKingCastles) {
  show("chu", "", "b1b2");
  const json::value lion = json_of(
      service_of(rules_, book_).handle(ask_position("fen=12/12/12/12/4p7/5N6/12/12/12/12/12/5K5k w - 0 1")));
  EXPECT_THAT(legal(lion, "f7e8,e8d9"), ElementsAre(R"(from "f7" to "d9", "")"));
  show("crazyhouse", "e2e4 e7e5 f1c4 f8c5 g1f3 g8f6", "e1g1");
  EXPECT_THAT(legal(answer_, "e1g1"), ElementsAre(R"(from "e1" to "g1", "")"));
}

TEST_F(ExplorerVariant, TellsHowAGameHasEnded) {
  show("kingofthehill", "e2e4 a7a6 e1e2 a6a5 e2d3 a5a4", "d3d4");
  const json::value ended =
      json_of(service_of(rules_, book_).handle(ask_position("moves=e2e4 a7a6 e1e2 a6a5 e2d3 a5a4 d3d4")));
  EXPECT_EQ(ended.at("ending"), "variant_end");
  EXPECT_EQ(ended.at("winner"), "white");
  EXPECT_TRUE(ended.at("legal").as_array().empty());
}

TEST_F(ExplorerVariant, RefusesMovesThatCannotBePlayed) {
  show("crazyhouse", "", "e2e4");
  const Response refused = service_of(rules_, book_).handle(ask_position("moves=e2e4 P@e5"));
  EXPECT_EQ(refused.result(), status::bad_request);
  EXPECT_THAT(refused.body(), HasSubstr("moves: P@e5 is no legal move in rnbqkbnr/"));
  for (const char* wrong : {"moves=%zz", "fen=x", "fen=8/8/8/8/8/8/8/8[-] w - - 0 1"})
    EXPECT_EQ(service_of(rules_, book_).handle(ask_position(wrong)).result(), status::bad_request) << wrong;
}

TEST_F(ExplorerVariant, NamesTheGameOfTheBooks) {
  show("crazyhouse", "", "e2e4");
  const json::value books = json_of(service_of(rules_, book_).handle(get("/api/books")));
  EXPECT_EQ(books.at("variant"), "crazyhouse");
  EXPECT_EQ(books.at("setup"),
            json::parse(R"({"pieces": ["P", "N", "B", "R", "Q", "K", "N~", "B~", "R~", "Q~"],
      "held": ["P", "N", "B", "R", "Q"], "castling": "sides"})"));
  auto as_chess = service_of(game::Rules(), book_);
  EXPECT_FALSE(json_of(as_chess.handle(get("/api/books"))).as_object().contains("variant"));
}

TEST_F(ExplorerVariant, ChangesAWeightAndTakesItBack) {
  show("crazyhouse", "e2e4 d7d5 e4d5 d8d5", "P@e5");
  auto asked = service_of(rules_, book_);
  const auto before = book::test::read_file(book_);
  const json::object wish{{"book", 0},
                          {"fen", rules_.start().to_fen()},
                          {"moves", "e2e4 d7d5 e4d5 d8d5"},
                          {"move", "P@e5"},
                          {"action", "set"},
                          {"weight", 9}};
  EXPECT_THAT(asked.handle(post("/api/edit", json::serialize(wish))).body(),
              HasSubstr("book.bin: P@e5 7 → 9"));
  EXPECT_NE(book::test::read_file(book_), before);
  EXPECT_EQ(asked.handle(post("/api/undo", "{}")).result(), status::ok);
  EXPECT_EQ(book::test::read_file(book_), before);
}

}  // namespace
}  // namespace polyglot::explorer::test
