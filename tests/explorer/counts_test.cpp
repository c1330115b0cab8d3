// SPDX-License-Identifier: MIT
// Files of counts among the books of a page.

#include <polyglot/explorer/explorer.hpp>

#include "counts/made_rows.hpp"
#include "explorer/explorer_testing.hpp"
#include "explorer/service.hpp"

namespace polyglot::explorer::test {
namespace {

namespace http = boost::beast::http;
namespace json = boost::json;

constexpr const char* kAtStart =
    "/api/position?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201";

counts::Row row(std::uint64_t key, const char* move, const counts::Group& group,
                const counts::Totals& totals) {
  return {.key = key, .move = book::test::code(move), .group = group.code(), .totals = totals};
}

/// e4: three games of blitz of 2016 and one of classical of 2017; d4: one of blitz of 2017.
std::string write_counts(const polyglot::test::TemporaryFolder& folder, const game::Rules& rules = {}) {
  const counts::Group blitz16{.speed = TimeClass::blitz, .rating = 1600, .year = 2016};
  const counts::Group blitz17{.speed = TimeClass::blitz, .rating = 1600, .year = 2017};
  const counts::Group slow17{.speed = TimeClass::classical, .rating = 2200, .year = 2017};
  const std::uint64_t start = rules.start().key();
  const std::vector<counts::Row> rows = {row(start, "e2e4", blitz16,
                                             {.games = 3,
                                              .wins = 2,
                                              .draws = 1,
                                              .rated = 3,
                                              .rating_sum = 5100,
                                              .opponent_sum = 4950,
                                              .first_date = 20160101,
                                              .last_date = 20161231}),
                                         row(start, "e2e4", slow17,
                                             {.games = 1,
                                              .losses = 1,
                                              .rated = 1,
                                              .rating_sum = 2300,
                                              .opponent_sum = 2350,
                                              .first_date = 20170500,
                                              .last_date = 20170500}),
                                         row(start, "d2d4", blitz17, {.games = 1, .draws = 1})};
  std::string path = folder / (rules.is_chess() ? "games.counts" : "variant.counts");
  counts::Header header;
  header.variant = rules.name();
  header.settings = "by rating,speed,year";
  header.inputs = {{.name = "games.pgn"}};
  counts::write_counts(path, header, rows);
  return path;
}

class ExplorerCounts : public ::testing::Test {
 protected:
  [[nodiscard]] json::value ask(const std::string& path) {
    const Response response = service_.handle(get(path));
    EXPECT_EQ(response.result(), http::status::ok) << response.body();
    return json_of(response);
  }

  polyglot::test::TemporaryFolder folder_;
  std::string counts_ = write_counts(folder_);
  Service service_{OpenBooks::open(std::vector{counts_}).value(), {.port = kPort, .secret = kSecret}};
};

TEST_F(ExplorerCounts, SayWhatTheyAre) {
  const json::value book = ask("/api/books").at("books").at(0);
  EXPECT_EQ(book.at("name"), "games.counts");
  EXPECT_EQ(book.at("format"), "counts");
  EXPECT_EQ(book.at("entries"), 1);
  EXPECT_EQ(
      book.at("groups"),
      json::parse(R"({"speeds": ["blitz", "classical"], "ratings": [1600, 2200], "years": [2016, 2017]})"));
}

TEST_F(ExplorerCounts, TellResultsAndRatingsOfEachMove) {
  const json::value moves = ask(kAtStart).at("books").at(0).at("moves");
  EXPECT_EQ(moves, json::parse(R"([
    {"uci": "e2e4", "san": "e4", "weight": 4, "share": 0.8, "next": 0,
     "facts": {"games": 4, "wins": 2, "draws": 1, "losses": 1, "rating": 1850, "performance": 1914,
               "first": 20160101, "last": 20170500}},
    {"uci": "d2d4", "san": "d4", "weight": 1, "share": 0.2, "next": 0,
     "facts": {"games": 1, "wins": 0, "draws": 1, "losses": 0}}])"));
}

TEST_F(ExplorerCounts, AreAskedForGroups) {
  const auto moves = [this](const std::string& wish) {
    return ask(kAtStart + wish).at("books").at(0).at("moves");
  };
  EXPECT_EQ(moves("&speeds=blitz").at(0).at("weight"), 3);
  EXPECT_EQ(moves("&speeds=blitz").at(1).at("share"), 0.25);
  EXPECT_EQ(moves("&ratings=2200").as_array().size(), 1U);
  EXPECT_EQ(moves("&since=2017&until=2017").at(0).at("weight"), 1);
  EXPECT_EQ(service_.handle(get(kAtStart + std::string("&speeds=fast"))).result(), http::status::bad_request);
}

/// Pages of other sites may ask if they know the secret. Programs need only the port.
TEST_F(ExplorerCounts, AnswerProgramsAsLichessDoes) {
  for (const char* const path : {"/lichess", "/masters"}) {
    const json::value answer = ask(path);
    EXPECT_EQ(answer.at("white"), 2);
    EXPECT_EQ(answer.at("moves").at(0).at("uci"), "e2e4");
    EXPECT_EQ(json_of(service_.handle(get_without_secret(path))), answer);
    Request of_site = get(path);
    of_site.set(http::field::origin, "https://somewhere.example");
    EXPECT_EQ(json_of(service_.handle(of_site)), answer);
    Request head = get(path);
    head.method(http::verb::head);
    EXPECT_EQ(service_.handle(head).body(), "");
    Request unknown = get_without_secret(path);
    unknown.set(http::field::origin, "https://somewhere.example");
    EXPECT_EQ(service_.handle(unknown).result(), http::status::forbidden);
    Request rebound = get_without_secret(path);
    rebound.set(http::field::host, "somewhere.example");
    EXPECT_EQ(service_.handle(rebound).result(), http::status::forbidden);
  }
  Service twice(OpenBooks::open(std::vector{counts_, counts_}).value(), {.port = kPort, .secret = kSecret});
  EXPECT_EQ(json_of(twice.handle(get("/lichess"))).at("white"), 4) << "files are added up";
}

TEST_F(ExplorerCounts, AreNeededForProgramsThatAskLichess) {
  Service books(OpenBooks::open(std::vector{write_book(folder_, "example.bin")}).value(),
                {.port = kPort, .secret = kSecret});
  EXPECT_EQ(books.handle(get("/lichess")).result(), http::status::not_found);
  EXPECT_EQ(books.handle(get_without_secret("/lichess")).result(), http::status::forbidden);
}

TEST_F(ExplorerCounts, StandBesideBooksAndAreNotChanged) {
  const std::string book = write_book(folder_, "example.bin");
  Service both(OpenBooks::open(std::vector{book, counts_}).value(),
               {.port = kPort, .secret = kSecret, .edit = true});
  EXPECT_EQ(json_of(both.handle(get(kAtStart))).at("books").as_array().size(), 2U);
  const Request wish = post("/api/edit", R"({"book": 1, "move": "e2e4", "action": "set", "weight": 1,
      "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"})");
  EXPECT_THAT(both.handle(wish).body(), HasSubstr("only .bin books can be changed"));
}

TEST_F(ExplorerCounts, AreOfTheGameThatThePageShows) {
  const auto rules = game::Rules::find("crazyhouse").value();
  EXPECT_FALSE(OpenBooks::open(std::vector{counts_}, std::nullopt, rules));
}

}  // namespace
}  // namespace polyglot::explorer::test
