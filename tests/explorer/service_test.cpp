// SPDX-License-Identifier: MIT
#include "explorer/service.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>

#include <polyglot/analysis/store.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/convert.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/notation.hpp>

#include "analysis/sqlite.hpp"
#include "book/made_books.hpp"
#include "explorer/explorer_testing.hpp"
#include "explorer/page.hpp"
#include "test_paths.hpp"

namespace polyglot::explorer::test {
namespace {

namespace http = boost::beast::http;
namespace json = boost::json;
using http::status;

constexpr const char* kStart =
    "/api/position?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201";

class ExplorerService : public ::testing::Test {
 protected:
  [[nodiscard]] static Service service(const std::vector<std::string>& books, bool edit = true) {
    return {OpenBooks::open(books).value(), {.port = kPort, .secret = kSecret, .edit = edit}};
  }

  polyglot::test::TemporaryFolder folder_;
  std::string book_ = write_book(folder_, "example.bin");
  Service asked_ = service({book_});
};

Request change(const json::object& wish) {
  return post("/api/edit", json::serialize(wish));
}

json::object set_weight(std::string_view move, int weight) {
  return {{"book", 0}, {"fen", chess::kStartFen}, {"move", move}, {"action", "set"}, {"weight", weight}};
}

TEST_F(ExplorerService, TellsWhatTheBooksHaveAtAPosition) {
  const Response response = asked_.handle(get(kStart));
  EXPECT_EQ(response.result(), status::ok);
  json::value answer = json_of(response);
  EXPECT_EQ(answer.at("legal").as_array().size(), 20U);
  answer.as_object().erase("legal");
  EXPECT_EQ(answer, json::parse(R"({
    "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "key": "463b96181691fc9c",
    "check": false, "ending": null, "winner": null,
    "books": [{"moves": [
      {"uci": "e2e4", "san": "e4", "weight": 600, "share": 0.6, "n": 0, "sum": 0, "next": 1},
      {"uci": "d2d4", "san": "d4", "weight": 300, "share": 0.3, "n": 10, "sum": 12, "next": 0},
      {"uci": "g1f3", "san": "Nf3", "weight": 100, "share": 0.1, "n": 0, "sum": 0, "next": 0}],
      "unusable": 0}]})"));
}

TEST_F(ExplorerService, TellsTheRulesOfChess) {
  const auto at = [this](const std::string& fen) {
    return json_of(asked_.handle(get("/api/position?fen=" + fen)));
  };
  const auto castling = [](const json::value& answer) {
    for (const json::value& move : answer.at("legal").as_array())
      if (move.as_object().contains("rook")) return move;
    return json::value();
  };
  const json::value usual = at("4k3/8/8/8/8/8/8/4K2R+w+K+-+0+1");
  EXPECT_EQ(castling(usual), json::parse(R"({"uci": "e1g1", "san": "O-O", "key": "31cf1b4e816347bc",
      "from": "e1", "to": "g1", "promotion": "", "rook": "h1"})"));
  EXPECT_FALSE(usual.as_object().contains("chess960"));
  const json::value shuffled = at("4k3/8/8/8/8/8/8/RK5R+w+HA+-+0+1");
  EXPECT_TRUE(shuffled.at("chess960").as_bool());
  EXPECT_THAT(json::serialize(shuffled.at("legal")), HasSubstr(R"("uci":"b1h1")"));
  const json::value mate = at("R5k1/5ppp/8/8/8/8/8/4K3+b+-+-+0+1");
  EXPECT_EQ(mate.at("ending"), "checkmate");
  EXPECT_EQ(mate.at("winner"), "white");
  EXPECT_TRUE(mate.at("check").as_bool());
  EXPECT_EQ(json_of(asked_.handle(get("/api/books"))).at("setup"),
            json::parse(R"({"pieces": ["P", "N", "B", "R", "Q", "K"], "held": [], "castling": "sides"})"));
}

TEST_F(ExplorerService, AnswersForManyPositionsAsForEach) {
  auto asked = service({book_}, false);
  const json::array wished{{{"fen", chess::kStartFen}},
                           {{"fen", chess::kStartFen}, {"moves", "e2e4"}},
                           {{"fen", chess::kStartFen}, {"moves", "e2e5"}},
                           {{"moves", "e2e4"}}};
  const auto answer =
      json_of(asked.handle(post("/api/positions", json::serialize(json::object{{"positions", wished}}))));
  const json::array& answers = answer.at("positions").as_array();
  ASSERT_EQ(answers.size(), wished.size());
  EXPECT_EQ(answers[0], json_of(asked.handle(get(kStart))));
  EXPECT_EQ(answers[1], json_of(asked.handle(get(std::string(kStart) + "&moves=e2e4"))));
  EXPECT_THAT(json::value_to<std::string>(answers[2].at("error")), HasSubstr("e2e5 is no legal move"));
  EXPECT_THAT(json::value_to<std::string>(answers[3].at("error")), HasSubstr("fen: the position"));
}

TEST_F(ExplorerService, LimitsHowManyPositionsAreAskedForAtOnce) {
  const auto status_for = [&](std::size_t count) {
    const json::object wish{{"positions", json::array(count, json::object{{"fen", chess::kStartFen}})}};
    return asked_.handle(post("/api/positions", json::serialize(wish))).result();
  };
  EXPECT_EQ(status_for(0), status::bad_request);
  EXPECT_EQ(status_for(100), status::ok);
  EXPECT_EQ(status_for(101), status::bad_request);
  EXPECT_EQ(asked_.handle(post("/api/positions", "[]")).result(), status::bad_request);
  EXPECT_EQ(asked_.handle(post("/api/positions?since=x", R"({"positions": [{}]})")).result(),
            status::bad_request);
  EXPECT_EQ(asked_.handle(get("/api/positions")).result(), status::method_not_allowed);
}

/// A store with a verdict on the start: two moves with their scores.
class ExplorerVerdicts : public ExplorerService {
 protected:
  static void put(analysis::Store& store, const analysis::Judge& judge, std::uint64_t nodes) {
    const game::Position start;
    const auto scored = [&](std::string_view move, int score) {
      return analysis::ScoredMove{game::move_from_uci(start, move).value(),
                                  analysis::Score::centipawns(score)};
    };
    const auto kept =
        store.put(store.add_judge(judge).value(), start,
                  {.moves = {scored("c2c4", 31), scored("e2e4", -5)}, .nodes = nodes, .date = 77});
    ASSERT_TRUE(kept) << kept.error().to_string();
  }
  static std::shared_ptr<const analysis::Store> make_store(const std::string& path) {
    auto store = analysis::Store::open(path).value();
    put(store, {.engine = "Fish 1", .variant = "normal"}, 900);
    put(store, {.engine = "Fish of suicide", .variant = "suicide"}, 5000);
    return std::make_shared<const analysis::Store>(analysis::Store::open_to_read(path).value());
  }

  std::string path_ = folder_ / "verdicts.db";
  Service service_{OpenBooks::open(std::vector{book_}).value(),
                   {.port = kPort, .secret = kSecret, .store = make_store(path_)}};
};

TEST_F(ExplorerVerdicts, AreThoseOfEnginesThatKnowTheRules) {
  EXPECT_EQ(json_of(service_.handle(get("/api/books"))).at("store"), "verdicts.db");
  EXPECT_EQ(json_of(service_.handle(get(kStart))).at("verdicts"), json::parse(R"({
    "score": {"cp": 31, "text": "+0.31", "engine": "Fish 1", "nodes": 900, "date": 77},
    "moves": [
      {"cp": 31, "text": "+0.31", "engine": "Fish 1", "nodes": 900, "date": 77,
       "uci": "c2c4", "san": "c4", "loss": 0},
      {"cp": -5, "text": "-0.05", "engine": "Fish 1", "nodes": 900, "date": 77,
       "uci": "e2e4", "san": "e4", "loss": 36}]})"));
}

TEST_F(ExplorerVerdicts, AreSeenWhileTheStoreGrows) {
  auto writer = analysis::Store::open(path_).value();
  put(writer, {.engine = "Fish 2", .variant = "normal"}, 4000);
  EXPECT_EQ(json_of(service_.handle(get(kStart))).at("verdicts").at("score").at("engine"), "Fish 2");
  EXPECT_EQ(json_of(service_.handle(get(std::string(kStart) + "&moves=e2e4"))).at("verdicts"),
            json::parse(R"({"moves": []})"));
}

TEST_F(ExplorerVerdicts, LeaveTheBooksAloneIfTheyCannotBeRead) {
  auto database =
      analysis::Database::open(path_, analysis::Database::Access::write, analysis::Store::kPatience);
  database.execute("UPDATE verdicts SET moves=x'00'");
  const json::value answer = json_of(service_.handle(get(kStart)));
  EXPECT_THAT(std::string(answer.at("verdicts").at("error").as_string()), HasSubstr("verdicts.db"));
  EXPECT_EQ(answer.at("books").at(0).at("moves").as_array().size(), 3U);
}

class ExplorerOpenings : public ExplorerService {
 protected:
  [[nodiscard]] static std::shared_ptr<const openings::OpeningNames> names() {
    return std::make_shared<const openings::OpeningNames>(
        openings::OpeningNames::parse(
            "B00\tKing's Pawn\t1. e4\nC20\tOpen Game\t1. e4 e5\nC40\tKnight\t1. e4 e5 2. Nf3\n",
            "/some/names.tsv")
            .value());
  }
  [[nodiscard]] json::value ask(std::string_view path) { return json_of(service_.handle(get(path))); }

  Service service_{OpenBooks::open(std::vector{book_}).value(),
                   {.port = kPort, .secret = kSecret, .opening_names = names()}};
};

TEST_F(ExplorerOpenings, AreNamedByPositionAndByTheLastNameOfTheGame) {
  const auto at = [this](const std::string& moves) { return ask(kStart + ("&moves=" + moves)); };
  const json::value named = {{"eco", "C40"}, {"name", "Knight"}};
  EXPECT_TRUE(at("").at("opening").is_null());
  EXPECT_TRUE(at("").at("game_opening").is_null());
  EXPECT_EQ(at("e2e4+e7e5+g1f3").at("opening"), named);
  EXPECT_EQ(at("e2e4+e7e5+g1f3").at("game_opening"), named);
  // By another order of moves, and beyond.
  EXPECT_EQ(at("g1f3+e7e5+e2e4").at("opening"), named);
  EXPECT_TRUE(at("e2e4+e7e5+g1f3+a7a6").at("opening").is_null());
  EXPECT_EQ(at("e2e4+e7e5+g1f3+a7a6").at("game_opening"), named);
}

TEST_F(ExplorerOpenings, AreNamesOfPositionsOfChess) {
  const std::string before = "/api/position?fen=";
  const std::string behind_e4 = "/pppppppp/8/8/4P3/8/PPPP1PPP/";
  // Start positions 518 and 534 of Chess960 with 1. e4.
  EXPECT_EQ(ask(before + "rnbqkbnr" + behind_e4 + "RNBQKBNR+b+HAha+-+0+1").at("opening").at("eco"), "B00");
  EXPECT_TRUE(ask(before + "rnbkqbnr" + behind_e4 + "RNBKQBNR+b+HAha+-+0+1").at("opening").is_null());
  for (const char* const variant : {"kingofthehill", "crazyhouse", "nocastle"}) {
    const auto rules = game::Rules::find(variant).value();
    Service of_variant(OpenBooks::open(std::vector{book_}, std::nullopt, rules).value(),
                       {.port = kPort, .secret = kSecret, .opening_names = names()});
    const json::value answer = json_of(of_variant.handle(get("/api/position?moves=e2e4")));
    EXPECT_FALSE(answer.as_object().contains("opening")) << variant;
    EXPECT_FALSE(json_of(of_variant.handle(get("/api/books"))).as_object().contains("openings")) << variant;
  }
}

TEST_F(ExplorerOpenings, AreFoundByName) {
  EXPECT_EQ(ask("/api/openings?name=open+ga"), json::parse(R"({"count": 1, "openings": [
              {"eco": "C20", "name": "Open Game", "uci": "e2e4 e7e5", "san": "1. e4 e5"}]})"));
  EXPECT_EQ(ask("/api/openings?name=c").at("count"), 2);
  EXPECT_EQ(ask("/api/openings?name=").at("count"), 0);
  EXPECT_TRUE(ask("/api/openings").as_object().contains("error"));
}

TEST_F(ExplorerOpenings, AreToldOfWithTheBooks) {
  EXPECT_EQ(ask("/api/books").at("openings"), (json::value{{"file", "names.tsv"}, {"count", 3}}));
}

TEST_F(ExplorerOpenings, MayBeUnknown) {
  EXPECT_FALSE(json_of(asked_.handle(get(kStart))).as_object().contains("opening"));
  EXPECT_FALSE(json_of(asked_.handle(get("/api/books"))).as_object().contains("openings"));
  EXPECT_EQ(asked_.handle(get("/api/openings?name=x")).result(), status::not_found);
}

TEST_F(ExplorerService, CountsRecordsWithoutALegalMove) {
  const std::string path = write_book(
      folder_, "odd.bin", {{.key = chess::Position().key(), .move = book::test::code("e2e5"), .weight = 1}});
  auto asked = service({path});
  EXPECT_THAT(asked.handle(get(kStart)).body(), HasSubstr(R"({"moves":[],"unusable":1})"));
}

TEST_F(ExplorerService, DescribesTheBooksWithTheirHeaders) {
  const std::string path =
      write_book(folder_, "named.bin", example_entries(), book::BookHeader{.comment = "An example"});
  auto asked = service({book_, path}, false);
  const json::value described = json_of(asked.handle(get("/api/books")));
  EXPECT_FALSE(described.at("edit").as_bool());
  EXPECT_EQ(described.at("books").at(0).at("name"), "example");
  EXPECT_EQ(described.at("books").at(0).at("entries"), 4);
  EXPECT_TRUE(described.at("books").at(0).at("header").is_null());
  EXPECT_EQ(described.at("books").at(1).at("header").at("comment"), "An example");
}

TEST_F(ExplorerService, ShowsABookThatWasReplaced) {
  EXPECT_THAT(asked_.handle(get(kStart)).body(), HasSubstr("d2d4"));
  write_book(folder_, "example.bin",
             {{.key = chess::Position().key(), .move = book::test::code("a2a3"), .weight = 7}});
  EXPECT_THAT(asked_.handle(get(kStart)).body(), HasSubstr("a2a3"));
}

TEST_F(ExplorerService, SaysThatABookIsGoneAndShowsTheOthers) {
  const std::string other = write_book(folder_, "other.bin");
  auto asked = service({other, book_});
  std::filesystem::rename(other, other + ".old");  // Wine removes an open file only when it is closed
  const Response response = asked.handle(get(kStart));
  EXPECT_EQ(response.result(), status::ok);
  const json::value answer = json_of(response);
  EXPECT_THAT(std::string(answer.at("books").at(0).at("error").as_string()), HasSubstr("other.bin"));
  EXPECT_EQ(answer.at("books").at(1).at("moves").as_array().size(), 3U);
  EXPECT_TRUE(json_of(asked.handle(get("/api/books"))).at("books").at(0).as_object().contains("error"));
}

TEST_F(ExplorerService, RefusesWhatIsNoPosition) {
  for (const char* target :
       {"/api/position", "/api/position?fen=", "/api/position?fen=x", "/api/position?fen=%zz",
        "/api/position?nef=1", "/api/position?fen=8/8/8/8/8/8/8/8+w+-+-"}) {
    const Response response = asked_.handle(get(target));
    EXPECT_EQ(response.result(), status::bad_request) << target;
    EXPECT_TRUE(json_of(response).as_object().contains("error")) << target;
  }
}

TEST_F(ExplorerService, KnowsItsPagesAndNoOthers) {
  for (const Asset& asset : page_assets()) {
    const Response response = asked_.handle(get(asset.path));
    EXPECT_EQ(response.result(), status::ok) << asset.path;
    EXPECT_EQ(response[http::field::content_type], asset.content_type);
  }
  for (const char* target : {"/nothing", "/../etc/passwd", "//", "/index.html"}) {
    EXPECT_EQ(asked_.handle(get(target)).result(), status::not_found) << target;
  }
}

TEST_F(ExplorerService, ServesNothingWithoutTheSecretInThePath) {
  const std::string secret = kSecret;
  const std::string other = secret.substr(0, 31) + "e";
  for (const bool edit : {false, true}) {
    auto asked = service({book_}, edit);
    const std::vector<std::string> targets = {"/",
                                              "/style.css",
                                              "/api/books",
                                              kStart,
                                              "",
                                              "*",
                                              "//",
                                              "/" + secret,
                                              secret + "/",
                                              "//" + secret + "/",
                                              "/" + other + "/",
                                              "/" + other + "/api/books",
                                              "/" + secret + "0/api/books",
                                              "/?" + secret,
                                              "/" + secret.substr(1) + "/",
                                              "http://127.0.0.1:4711/api/books",
                                              "http://127.0.0.1:4711"};
    for (const std::string& target : targets) {
      const Response response = asked.handle(get_without_secret(target));
      EXPECT_EQ(response.result(), status::forbidden) << target;
      EXPECT_THAT(response.body(), AllOf(HasSubstr("address"), Not(HasSubstr(secret)))) << target;
    }
  }
  auto asked = service({book_});
  const auto before = book::test::read_file(book_);
  Request wish = change(set_weight("d2d4", 700));
  wish.target("/api/edit");
  EXPECT_EQ(asked.handle(wish).result(), status::forbidden);
  EXPECT_EQ(book::test::read_file(book_), before);
}

TEST_F(ExplorerService, TellsNobodyTheSecret) {
  for (const char* target : {"/", "/api/books", kStart, "/nothing"})
    EXPECT_THAT(asked_.handle(get(target)).body(), Not(HasSubstr(kSecret))) << target;
}

TEST_F(ExplorerService, SendsTheHeadersThatKeepOthersOut) {
  for (const char* target : {"/", "/api/books", "/nothing"}) {
    const Response response = asked_.handle(get(target));
    EXPECT_THAT(std::string(response["Content-Security-Policy"]), HasSubstr("default-src 'none'")) << target;
    EXPECT_THAT(std::string(response["Content-Security-Policy"]), Not(HasSubstr("unsafe"))) << target;
    EXPECT_EQ(response["X-Content-Type-Options"], "nosniff");
    EXPECT_EQ(response[http::field::cache_control], "no-store");
  }
}

TEST_F(ExplorerService, RefusesOtherHostsAndOrigins) {
  Request rebound = get("/api/books");
  rebound.set(http::field::host, "evil.example:4711");
  EXPECT_EQ(asked_.handle(rebound).result(), status::forbidden);
  Request other = get("/api/books");
  other.set(http::field::origin, "http://evil.example");
  EXPECT_EQ(asked_.handle(other).result(), status::forbidden);
}

TEST_F(ExplorerService, AnswersTheAbsoluteFormAsItDoesTheOther) {
  for (const char* target : {"/", "/api/books", "/nothing", kStart, "/api/position?fen=%zz"}) {
    const Response plain = asked_.handle(get(target));
    const Response absolute =
        asked_.handle(get_without_secret("http://127.0.0.1:4711" + with_secret(target)));
    EXPECT_EQ(absolute.result(), plain.result()) << target;
    EXPECT_EQ(absolute.body(), plain.body()) << target;
  }
  EXPECT_THAT(asked_.handle(get_without_secret("http://localhost:4711" + with_secret("/"))).body(),
              HasSubstr("<!doctype html>"));
  Request wish = change(set_weight("d2d4", 700));
  wish.target("http://127.0.0.1:4711" + with_secret("/api/edit"));
  EXPECT_EQ(asked_.handle(wish).result(), status::ok);
  wish.target("http://evil.example:4711" + with_secret("/api/edit"));
  EXPECT_EQ(asked_.handle(wish).result(), status::forbidden);
  EXPECT_EQ(asked_.handle(get_without_secret("http://evil.example:4711" + with_secret("/"))).result(),
            status::forbidden);
}

TEST_F(ExplorerService, AnswersHeadWithTheLengthAlone) {
  Request request = get("/");
  request.method(http::verb::head);
  const Response response = asked_.handle(request);
  EXPECT_EQ(response.result(), status::ok);
  EXPECT_TRUE(response.body().empty());
  EXPECT_NE(response[http::field::content_length], "0");
  request.set(http::field::host, "evil.example");
  EXPECT_TRUE(asked_.handle(request).body().empty());
}

TEST_F(ExplorerService, TakesEachMethodWhereItBelongs) {
  const Request posted = post("/api/books", "{}");
  EXPECT_EQ(asked_.handle(posted).result(), status::method_not_allowed);
  EXPECT_EQ(asked_.handle(posted)[http::field::allow], "GET, HEAD");
  EXPECT_EQ(asked_.handle(get("/api/edit")).result(), status::method_not_allowed);
  EXPECT_EQ(asked_.handle(get("/api/undo"))[http::field::allow], "POST");
  Request removal = get("/");
  removal.method(http::verb::delete_);
  EXPECT_EQ(asked_.handle(removal).result(), status::method_not_allowed);
}

TEST_F(ExplorerService, ChangesAWeightAndTakesItBack) {
  const auto before = book::test::read_file(book_);
  const Response changed = asked_.handle(change(set_weight("d2d4", 700)));
  EXPECT_EQ(changed.result(), status::ok) << changed.body();
  EXPECT_EQ(json_of(changed),
            (json::value{{"undo", 1}, {"last", "example.bin: d4 300 → 700"}, {"change", 1}}));
  EXPECT_EQ(json_of(asked_.handle(get("/api/books"))).at("last"), "example.bin: d4 300 → 700");
  EXPECT_THAT(asked_.handle(get(kStart)).body(), HasSubstr(R"("uci":"d2d4","san":"d4","weight":700)"));
  EXPECT_EQ(json_of(asked_.handle(post("/api/undo", "{}"))),
            (json::value{{"undo", 0}, {"last", ""}, {"change", 0}}));
  EXPECT_EQ(book::test::read_file(book_), before);
  EXPECT_EQ(asked_.handle(post("/api/undo", "{}")).result(), status::conflict);
}

TEST_F(ExplorerService, ChangesOnlyTheWeightThatWasSeen) {
  json::object wish = set_weight("d2d4", 700);
  wish["seen"] = 299;
  const Response refused = asked_.handle(change(wish));
  EXPECT_EQ(refused.result(), status::conflict);
  EXPECT_THAT(refused.body(), HasSubstr("d4 has changed to 300 in the meantime"));
  wish["seen"] = 300;
  EXPECT_EQ(asked_.handle(change(wish)).result(), status::ok);
}

TEST_F(ExplorerService, ListsTheStartsOfShuffledPieces) {
  const auto starts_of = [](Service& asked) {
    return json_of(asked.handle(get("/api/starts"))).at("starts");
  };
  auto usual = service({book_});
  EXPECT_EQ(starts_of(usual).as_array().size(), 1U) << "the usual start is one of them";
  EXPECT_EQ(starts_of(usual).at(0).at("number"), 518);
  EXPECT_FALSE(json_of(usual.handle(get("/api/books"))).as_object().contains("shuffled"));

  std::vector<book::RawEntry> entries;
  for (const int number : {0, 959})
    entries.push_back(
        {.key = chess::chess960_start(number).key(), .move = book::test::code("e2e4"), .weight = 1});
  std::ranges::sort(entries, {}, &book::RawEntry::key);
  auto shuffled =
      service({write_book(folder_, "shuffled.bin", entries, book::BookHeader{.variants = {"fischerandom"}})});
  EXPECT_TRUE(json_of(shuffled.handle(get("/api/books"))).at("shuffled").as_bool());
  const json::value starts = starts_of(shuffled);
  ASSERT_EQ(starts.as_array().size(), 2U);
  EXPECT_EQ(
      starts.at(0),
      json::parse(
          R"({"number":0,"fen":"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1","moves":1})"));
  EXPECT_EQ(starts.at(1).at("number"), 959);
}

TEST_F(ExplorerService, AddsWholeLinesAtOnce) {
  const std::string start = chess::Position().to_fen();
  json::object wish{{"book", 0},
                    {"weight", 7},
                    {"lines", json::array{json::object{{"fen", start}, {"moves", "e2e4 e7e5 g1f3"}}}}};
  EXPECT_EQ(json_of(asked_.handle(change(wish))).at("undo"), 1);
  const auto weight_behind = [&](const char* moves) {
    const json::value moves_there =
        json_of(asked_.handle(get(std::string(kStart) + "&moves=" + moves))).at("books").at(0).at("moves");
    return moves_there.as_array().empty() ? json::value() : moves_there.at(0).at("weight");
  };
  EXPECT_EQ(weight_behind("e2e4"), 65535) << "what the book has stays as it is";
  EXPECT_EQ(weight_behind("e2e4+e7e5"), 7);
  EXPECT_EQ(weight_behind(""), 600);
  wish["lines"] = json::array{json::object{{"fen", "startpos"}, {"moves", "c2c4 e7e5 b1c3"}}};
  wish["side"] = "black";
  EXPECT_EQ(asked_.handle(change(wish)).result(), status::ok);
  EXPECT_EQ(weight_behind("c2c4"), 7);
  EXPECT_TRUE(weight_behind("c2c4+e7e5").is_null());
  EXPECT_EQ(asked_.handle(change(wish)).result(), status::conflict);
  wish.erase("side");
  wish["lines"] = json::array{json::object{
      {"fen", start}, {"moves", "a2a3 a7a6 a3a4 a6a5"}, {"weights", json::array{0, nullptr, 31, nullptr}}}};
  EXPECT_EQ(asked_.handle(change(wish)).result(), status::ok);
  EXPECT_EQ(weight_behind("a2a3+a7a6"), 31);
  EXPECT_TRUE(weight_behind("a2a3").is_null());
  EXPECT_TRUE(weight_behind("a2a3+a7a6+a3a4").is_null());
  EXPECT_EQ(json_of(asked_.handle(get(kStart))).at("books").at(0).at("moves").as_array().back().at("weight"),
            0);
  for (const char* weights :
       {"7", "[]", "[7]", "[7,8,9]", "[7,-1]", "[7,65536]", "[7,\"8\"]", "[null,null]"}) {
    wish["lines"] =
        json::array{json::object{{"fen", start}, {"moves", "b2b3 b7b6"}, {"weights", json::parse(weights)}}};
    EXPECT_EQ(asked_.handle(change(wish)).result(), status::bad_request) << weights;
  }
  for (const char* wrong : {R"({"lines":[],"weight":1})", R"({"lines":[{"moves":"e2e4"}],"weight":1})",
                            R"({"lines":[{"fen":"startpos"}],"weight":1})", R"({"changes":[1]})",
                            R"({"lines":[{"moves":"e2e4"}],"weight":1,"side":"red"})", R"({"lines":[{}]})"}) {
    json::object asking = json::parse(wrong).as_object();
    asking["book"] = 0;
    EXPECT_EQ(asked_.handle(change(asking)).result(), status::bad_request) << wrong;
  }
}

TEST_F(ExplorerService, ReadsWhateverTextIsSent) {
  constexpr const char* kAfterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  const auto ask = [&](const json::object& wish) {
    return asked_.handle(post("/api/games", json::serialize(wish)));
  };
  for (const char* fen : {"8/8", "\n", "\"]\n", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"})
    EXPECT_EQ(ask({{"text", "e4"}, {"fen", fen}}).result(), status::bad_request) << fen;
  for (const char* text : {"", "[", "]", "{", "1.", "[FEN \"8/8\"]\n\n1. e4", "(((", "*"})
    EXPECT_EQ(ask({{"text", text}}).result(), status::ok) << text;
  const json::value game = json_of(ask({{"text", "e5 Nc3 Ke4 a6"}, {"fen", kAfterE4}})).at("games").at(0);
  EXPECT_EQ(game.at("moves").at(1).at("uci"), "b1c3");
  EXPECT_EQ(game.at("unplayed"), json::parse(R"(["Ke4","a6"])"));
}

TEST_F(ExplorerService, AddsTheMovesOfGamesAtOnce) {
  json::object wish{{"book", 0}, {"text", "1. c4 e5 2. Nc3 (2. g3)"}, {"side", "black"}, {"weight", 7}};
  const auto report = [&] { return json_of(asked_.handle(post("/api/lines", json::serialize(wish)))); };
  EXPECT_EQ(report().at("missing"), 1);
  EXPECT_EQ(json_of(asked_.handle(change(wish))).at("undo"), 1);
  EXPECT_EQ(report().at("missing"), 0);
  EXPECT_THAT(asked_.handle(get(std::string(kStart) + "&moves=c2c4")).body(), HasSubstr(R"("weight":7)"));
  EXPECT_EQ(asked_.handle(change(wish)).result(), status::conflict);
  wish = {{"book", 0}, {"text", "1. a3? {weight 31} a6!! 2. a4 {weight 31} (2. b4) a5 {weight none} *"}};
  EXPECT_EQ(report(), json::parse(R"({"lines":1,"moves":2,"weighed":2,"left_out":2,"variations":1,
                                      "missing":2,"problem":""})"));
  for (const char* wrong :
       {R"({"text":"","weight":1})", R"({"text":"1. Ke2","weight":1})", R"({"text":"1. e4"})",
        R"({"text":"1. e4","weight":65536})", R"({"text":"1. e4","weight":1,"side":"red"})"}) {
    json::object asking = json::parse(wrong).as_object();
    asking["book"] = 0;
    EXPECT_EQ(asked_.handle(change(asking)).result(), status::bad_request) << wrong;
  }
}

TEST_F(ExplorerService, SetsSeveralWeightsAtOnceOrNone) {
  json::object first = set_weight("d2d4", 1);
  json::object second = set_weight("e2e4", 2);
  second["seen"] = 599;
  first.erase("book");
  second.erase("book");
  json::object wish{{"book", 0}, {"changes", json::array{first, second}}};
  EXPECT_EQ(asked_.handle(change(wish)).result(), status::conflict);
  EXPECT_THAT(asked_.handle(get(kStart)).body(), HasSubstr(R"("weight":300)"));
  second["seen"] = 600;
  wish["changes"] = json::array{first, second};
  EXPECT_EQ(json_of(asked_.handle(change(wish))).at("undo"), 1);
  EXPECT_THAT(asked_.handle(get(kStart)).body(), Not(HasSubstr(R"("weight":300)")));
}

TEST_F(ExplorerService, TakesBackOnlyTheChangeThatIsMeant) {
  ASSERT_EQ(asked_.handle(change(set_weight("d2d4", 700))).result(), status::ok);
  ASSERT_EQ(asked_.handle(change(set_weight("e2e4", 1))).result(), status::ok);
  EXPECT_EQ(asked_.handle(post("/api/undo", R"({"change":1})")).result(), status::conflict);
  EXPECT_EQ(asked_.handle(post("/api/undo", R"({"change":"2"})")).result(), status::bad_request);
  EXPECT_EQ(asked_.handle(post("/api/undo", R"({"change":2})")).result(), status::ok);
}

TEST_F(ExplorerService, ShowsABookWithoutMovesAndTakesTheFirst) {
  for (const bool with_header : {false, true}) {
    const std::string path = folder_ / "empty.bin";
    book::test::write_file(path, {});
    if (with_header) write_book(folder_, "empty.bin", {}, book::BookHeader{.comment = "New"});
    auto asked = service({path});
    EXPECT_EQ(json_of(asked.handle(get("/api/books"))).at("books").at(0).at("entries"), 0);
    EXPECT_THAT(asked.handle(get(kStart)).body(), HasSubstr(R"({"moves":[],"unusable":0,"troubles":[)"));
    json::object wish = set_weight("d2d4", 5);
    wish["action"] = "add";
    EXPECT_EQ(asked.handle(change(wish)).result(), status::ok);
    EXPECT_THAT(asked.handle(get(kStart)).body(), HasSubstr(R"("uci":"d2d4")"));
  }
}

TEST_F(ExplorerService, AnswersInUtf8WhateverABookIsCalled) {
  const std::string path = write_book(folder_, "caf\xE9.bin", example_entries());
  auto asked = service({path});
  EXPECT_EQ(json_of(asked.handle(get("/api/books"))).at("books").at(0).at("name"), "caf\uFFFD");
  std::filesystem::remove(path);
  EXPECT_THAT(asked.handle(get(kStart)).body(), HasSubstr("caf\uFFFD.bin"));
}

TEST_F(ExplorerService, ChangesNothingWithoutEdit) {
  auto asked = service({book_}, false);
  const Response response = asked.handle(change(set_weight("d2d4", 700)));
  EXPECT_EQ(response.result(), status::forbidden);
  EXPECT_THAT(response.body(), HasSubstr("Started without --edit"));
}

TEST_F(ExplorerService, ShowsBooksOfOtherFormatsWithWhatTheyKeep) {
  const std::string list = folder_ / "list.pgn";
  book::test::write_file(list, book::test::bytes_of("1. e4 e5 *\n\n1. d4 *\n\n1. e4 c5 *\n"));
  const std::string crafty = folder_ / "book.bin";
  ASSERT_TRUE(book::convert_book(*book::open_book(list).value(), book::BookFormat::crafty, crafty));
  book::test::AbkMaker arena;
  arena.add({.from = 12, .to = 28, .priority = 7, .games = 3, .won = 2, .lost = 1});
  const std::string abk = folder_ / "book.abk";
  book::test::write_file(abk, book::test::bytes_of(arena.bytes()));
  book::test::CtgMaker chessbase;
  constexpr std::uint8_t kKingsPawn = 0x5f;
  chessbase.add(chess::Position(), {.moves = {{kKingsPawn, 1}}, .games = 3});
  const std::string ctg = folder_ / "book.ctg";
  chessbase.write(ctg);

  auto asked = service({crafty, abk, ctg, list}, false);
  const json::value described = json_of(asked.handle(get("/api/books")));
  const auto has_format = [&](std::size_t book, const char* format, const char* name) {
    const json::value& about = described.at("books").at(book);
    EXPECT_EQ(about.at("format"), format);
    EXPECT_EQ(about.at("name"), name);
    EXPECT_TRUE(about.at("header").is_null());
  };
  has_format(0, "crafty", "book");
  has_format(1, "abk", "book.abk");
  has_format(2, "ctg", "book.ctg");
  has_format(3, "pgn", "list.pgn");
  const json::value answer = json_of(asked.handle(get(kStart)));
  const auto has_moves = [&](std::size_t book, const char* moves) {
    EXPECT_EQ(answer.at("books").at(book).at("moves"), json::parse(moves));
  };
  has_moves(0, R"([
    {"uci": "d2d4", "san": "d4", "weight": 1, "share": 0.3333, "next": 0,
     "facts": {"count": 1, "status": 160, "learn": 0}},
    {"uci": "e2e4", "san": "e4", "weight": 2, "share": 0.6666, "next": 2,
     "facts": {"count": 2, "status": 160, "learn": 0}}])");
  has_moves(1, R"([{"uci": "e2e4", "san": "e4", "weight": 3, "share": 1.0, "next": 0,
                    "facts": {"games": 3, "won": 2, "lost": 1, "priority": 7}}])");
  has_moves(2, R"([{"uci": "e2e4", "san": "e4", "weight": 2, "share": 1.0, "next": 0,
                    "facts": {"annotation": 1, "recommendation": 0, "games": 0, "wins": 0, "draws": 0,
                              "losses": 0}}])");
  has_moves(3, R"([{"uci": "e2e4", "san": "e4", "weight": 2, "share": 0.6666, "next": 2},
                   {"uci": "d2d4", "san": "d4", "weight": 1, "share": 0.3333, "next": 0}])");
}

TEST_F(ExplorerService, ChangesNoBookOfAnotherFormat) {
  const std::string list = folder_ / "list.pgn";
  book::test::write_file(list, book::test::bytes_of("1. d4 *\n"));
  auto asked = service({list, book_});
  const Response refused = asked.handle(change(set_weight("d2d4", 700)));
  EXPECT_EQ(refused.result(), status::bad_request);
  EXPECT_THAT(refused.body(), HasSubstr("list.pgn: book: only .bin books can be changed"));
  json::object wish = set_weight("d2d4", 700);
  wish["book"] = 1;
  EXPECT_EQ(asked.handle(change(wish)).result(), status::ok);
}

TEST_F(ExplorerService, TellsTheTroublesOfABook) {
  const std::string list = folder_ / "list.pgn";
  book::test::write_file(list, book::test::bytes_of("1. e4 Kd5 *\n"));
  const std::string variant =
      write_book(folder_, "variant.bin", example_entries(), book::BookHeader{.variants = {"gothic"}});
  auto asked = service({list, variant});
  for (int times = 0; times < 2; ++times) {
    const json::value answer = json_of(asked.handle(get(kStart)));
    EXPECT_THAT(std::string(answer.at("books").at(0).at("troubles").at(0).as_string()),
                AllOf(HasSubstr("list.pgn"), HasSubstr("Kd5")));
    EXPECT_THAT(std::string(answer.at("books").at(1).at("troubles").at(0).as_string()),
                HasSubstr("is for gothic, its header says, not for normal"));
  }
}

TEST_F(ExplorerService, WantsChangesInJson) {
  Request request = change(set_weight("d2d4", 700));
  request.set(http::field::content_type, "Application/JSON ; charset=utf-8");
  EXPECT_EQ(asked_.handle(request).result(), status::ok);
  request.set(http::field::content_type, "text/plain");
  EXPECT_EQ(asked_.handle(request).result(), status::unsupported_media_type);
  for (const char* body : {"", "{", "[]", "null", "{}", "{\"book\":0}"}) {
    EXPECT_EQ(asked_.handle(post("/api/edit", body)).result(), status::bad_request) << body;
  }
}

TEST_F(ExplorerService, RefusesChangesThatMakeNoSense) {
  const auto with = [](std::string_view name, const json::value& value) {
    json::object wish = set_weight("d2d4", 700);
    wish[name] = value;
    return change(wish);
  };
  for (const auto& [name, value] :
       std::initializer_list<std::pair<const char*, json::value>>{{"book", 1},
                                                                  {"book", -1},
                                                                  {"book", "0"},
                                                                  {"fen", "x"},
                                                                  {"fen", 1},
                                                                  {"move", "e2e5"},
                                                                  {"move", nullptr},
                                                                  {"action", "play"},
                                                                  {"weight", 65536},
                                                                  {"weight", -1},
                                                                  {"weight", 1.5},
                                                                  {"weight", nullptr}}) {
    EXPECT_EQ(asked_.handle(with(name, value)).result(), status::bad_request) << name << value;
  }
  EXPECT_EQ(asked_.handle(with("move", "a2a3")).result(), status::conflict) << "not in the book";
}

}  // namespace
}  // namespace polyglot::explorer::test
