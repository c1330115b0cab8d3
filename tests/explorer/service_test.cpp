#include "explorer/service.hpp"
#include <filesystem>

#include <boost/json/serialize.hpp>
#include <gmock/gmock.h>

#include "explorer/explorer_testing.hpp"
#include "explorer/page.hpp"

namespace polyglot::explorer::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
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

  book::test::TempFolder folder_;
  std::string book_ = write_book(folder_, "example.bin");
};

Request change(std::string_view path, std::string body) {
  Request request = get(path);
  request.method(http::verb::post);
  request.set(http::field::content_type, "application/json");
  request.body() = std::move(body);
  return request;
}

Request change(const json::object& wish) {
  return change("/api/edit", json::serialize(wish));
}

json::object set_weight(std::string_view move, int weight) {
  return {{"book", 0}, {"fen", chess::kStartFen}, {"move", move}, {"action", "set"}, {"weight", weight}};
}

TEST_F(ExplorerService, TellsWhatTheBooksHaveAtAPosition) {
  auto asked = service({book_});
  const Response response = asked.handle(get(kStart));
  EXPECT_EQ(response.result(), status::ok);
  EXPECT_EQ(json_of(response), json::parse(R"({
    "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "key": "463b96181691fc9c",
    "books": [{"moves": [
      {"uci": "e2e4", "san": "e4", "weight": 600, "share": 0.6, "n": 0, "sum": 0, "next": 1},
      {"uci": "d2d4", "san": "d4", "weight": 300, "share": 0.3, "n": 10, "sum": 12, "next": 0},
      {"uci": "g1f3", "san": "Nf3", "weight": 100, "share": 0.1, "n": 0, "sum": 0, "next": 0}],
      "unusable": 0}]})"));
}

TEST_F(ExplorerService, ReadsBlanksOfAFenHoweverTheyAreWritten) {
  auto asked = service({book_});
  EXPECT_EQ(asked.handle(get("/api/position?fen=4k3/8/8/8/8/8/8/4K3+b+-+-+0+1")).result(), status::ok);
}

TEST_F(ExplorerService, WritesChess960CastlingAsTheKingTakingHisRook) {
  const auto position = book::test::position("1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1");
  const auto castling = chess::move_from_uci(position, "e1b1").value();
  const std::string path = write_book(
      folder_, "960.bin", {{.key = position.key(), .move = book::encode_move(castling), .weight = 1}});
  auto asked = service({path});
  const Response response =
      asked.handle(get("/api/position?fen=1r2k2r/8/8/8/8/8/8/1R2K2R%20w%20HBhb%20-%200%201"));
  EXPECT_THAT(response.body(), HasSubstr(R"("uci":"e1b1","san":"O-O-O")"));
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
  EXPECT_EQ(described.at("books").at(0).at("records"), 4);
  EXPECT_TRUE(described.at("books").at(0).at("header").is_null());
  EXPECT_EQ(described.at("books").at(1).at("header").at("comment"), "An example");
}

TEST_F(ExplorerService, ShowsABookThatWasReplaced) {
  auto asked = service({book_});
  EXPECT_THAT(asked.handle(get(kStart)).body(), HasSubstr("d2d4"));
  write_book(folder_, "example.bin",
             {{.key = chess::Position().key(), .move = book::test::code("a2a3"), .weight = 7}});
  EXPECT_THAT(asked.handle(get(kStart)).body(), HasSubstr("a2a3"));
}

TEST_F(ExplorerService, SaysThatABookIsGoneAndShowsTheOthers) {
  const std::string other = write_book(folder_, "other.bin");
  auto asked = service({other, book_});
  std::filesystem::remove(other);
  const Response response = asked.handle(get(kStart));
  EXPECT_EQ(response.result(), status::ok);
  const json::value answer = json_of(response);
  EXPECT_THAT(std::string(answer.at("books").at(0).at("error").as_string()), HasSubstr("other.bin"));
  EXPECT_EQ(answer.at("books").at(1).at("moves").as_array().size(), 3U);
  EXPECT_TRUE(json_of(asked.handle(get("/api/books"))).at("books").at(0).as_object().contains("error"));
}

TEST_F(ExplorerService, RefusesWhatIsNoPosition) {
  auto asked = service({book_});
  for (const char* target :
       {"/api/position", "/api/position?fen=", "/api/position?fen=x", "/api/position?fen=%zz",
        "/api/position?nef=1", "/api/position?fen=8/8/8/8/8/8/8/8+w+-+-"}) {
    const Response response = asked.handle(get(target));
    EXPECT_EQ(response.result(), status::bad_request) << target;
    EXPECT_TRUE(json_of(response).as_object().contains("error")) << target;
  }
}

TEST_F(ExplorerService, KnowsItsPagesAndNoOthers) {
  auto asked = service({book_});
  for (const Asset& asset : page_assets()) {
    const Response response = asked.handle(get(asset.path));
    EXPECT_EQ(response.result(), status::ok) << asset.path;
    EXPECT_EQ(response[http::field::content_type], asset.content_type);
  }
  for (const char* target : {"/nothing", "/../etc/passwd", "//", "/index.html"}) {
    EXPECT_EQ(asked.handle(get(target)).result(), status::not_found) << target;
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
  auto asked = service({book_});
  for (const char* target : {"/", "/api/books", kStart, "/nothing"})
    EXPECT_THAT(asked.handle(get(target)).body(), Not(HasSubstr(kSecret))) << target;
}

TEST_F(ExplorerService, SendsTheHeadersThatKeepOthersOut) {
  auto asked = service({book_});
  for (const char* target : {"/", "/api/books", "/nothing"}) {
    const Response response = asked.handle(get(target));
    EXPECT_THAT(std::string(response["Content-Security-Policy"]), HasSubstr("default-src 'none'")) << target;
    EXPECT_THAT(std::string(response["Content-Security-Policy"]), Not(HasSubstr("unsafe"))) << target;
    EXPECT_EQ(response["X-Content-Type-Options"], "nosniff");
    EXPECT_EQ(response[http::field::cache_control], "no-store");
  }
}

TEST_F(ExplorerService, RefusesOtherHostsAndOrigins) {
  auto asked = service({book_});
  Request rebound = get("/api/books");
  rebound.set(http::field::host, "evil.example:4711");
  EXPECT_EQ(asked.handle(rebound).result(), status::forbidden);
  Request other = get("/api/books");
  other.set(http::field::origin, "http://evil.example");
  EXPECT_EQ(asked.handle(other).result(), status::forbidden);
}

TEST_F(ExplorerService, AnswersTheAbsoluteFormAsItDoesTheOther) {
  auto asked = service({book_});
  for (const char* target : {"/", "/api/books", "/nothing", kStart, "/api/position?fen=%zz"}) {
    const Response plain = asked.handle(get(target));
    const Response absolute = asked.handle(get_without_secret("http://127.0.0.1:4711" + with_secret(target)));
    EXPECT_EQ(absolute.result(), plain.result()) << target;
    EXPECT_EQ(absolute.body(), plain.body()) << target;
  }
  EXPECT_THAT(asked.handle(get_without_secret("http://localhost:4711" + with_secret("/"))).body(),
              HasSubstr("<!doctype html>"));
  Request wish = change(set_weight("d2d4", 700));
  wish.target("http://127.0.0.1:4711" + with_secret("/api/edit"));
  EXPECT_EQ(asked.handle(wish).result(), status::ok);
  wish.target("http://evil.example:4711" + with_secret("/api/edit"));
  EXPECT_EQ(asked.handle(wish).result(), status::forbidden);
  EXPECT_EQ(asked.handle(get_without_secret("http://evil.example:4711" + with_secret("/"))).result(),
            status::forbidden);
}

TEST_F(ExplorerService, AnswersHeadWithTheLengthAlone) {
  auto asked = service({book_});
  Request request = get("/");
  request.method(http::verb::head);
  const Response response = asked.handle(request);
  EXPECT_EQ(response.result(), status::ok);
  EXPECT_TRUE(response.body().empty());
  EXPECT_NE(response[http::field::content_length], "0");
  request.set(http::field::host, "evil.example");
  EXPECT_TRUE(asked.handle(request).body().empty());
}

TEST_F(ExplorerService, TakesEachMethodWhereItBelongs) {
  auto asked = service({book_});
  Request post = change("/api/books", "{}");
  EXPECT_EQ(asked.handle(post).result(), status::method_not_allowed);
  EXPECT_EQ(asked.handle(post)[http::field::allow], "GET, HEAD");
  EXPECT_EQ(asked.handle(get("/api/edit")).result(), status::method_not_allowed);
  EXPECT_EQ(asked.handle(get("/api/undo"))[http::field::allow], "POST");
  Request removal = get("/");
  removal.method(http::verb::delete_);
  EXPECT_EQ(asked.handle(removal).result(), status::method_not_allowed);
}

TEST_F(ExplorerService, ChangesAWeightAndTakesItBack) {
  auto asked = service({book_});
  const auto before = book::test::read_file(book_);
  const Response changed = asked.handle(change(set_weight("d2d4", 700)));
  EXPECT_EQ(changed.result(), status::ok) << changed.body();
  EXPECT_EQ(json_of(changed),
            (json::value{{"undo", 1}, {"last", "example.bin: d4 300 → 700"}, {"change", 1}}));
  EXPECT_EQ(json_of(asked.handle(get("/api/books"))).at("last"), "example.bin: d4 300 → 700");
  EXPECT_THAT(asked.handle(get(kStart)).body(), HasSubstr(R"("uci":"d2d4","san":"d4","weight":700)"));
  EXPECT_EQ(json_of(asked.handle(change("/api/undo", "{}"))),
            (json::value{{"undo", 0}, {"last", ""}, {"change", 0}}));
  EXPECT_EQ(book::test::read_file(book_), before);
  EXPECT_EQ(asked.handle(change("/api/undo", "{}")).result(), status::conflict);
}

TEST_F(ExplorerService, ChangesOnlyTheWeightThatWasSeen) {
  auto asked = service({book_});
  json::object wish = set_weight("d2d4", 700);
  wish["seen"] = 299;
  const Response refused = asked.handle(change(wish));
  EXPECT_EQ(refused.result(), status::conflict);
  EXPECT_THAT(refused.body(), HasSubstr("d4 has become 300 meanwhile"));
  wish["seen"] = 300;
  EXPECT_EQ(asked.handle(change(wish)).result(), status::ok);
}

TEST_F(ExplorerService, TakesBackOnlyTheChangeThatIsMeant) {
  auto asked = service({book_});
  ASSERT_EQ(asked.handle(change(set_weight("d2d4", 700))).result(), status::ok);
  ASSERT_EQ(asked.handle(change(set_weight("e2e4", 1))).result(), status::ok);
  EXPECT_EQ(asked.handle(change("/api/undo", R"({"change":1})")).result(), status::conflict);
  EXPECT_EQ(asked.handle(change("/api/undo", R"({"change":"2"})")).result(), status::bad_request);
  EXPECT_EQ(asked.handle(change("/api/undo", R"({"change":2})")).result(), status::ok);
}

TEST_F(ExplorerService, ShowsABookWithoutMovesAndTakesTheFirst) {
  for (const bool with_header : {false, true}) {
    const std::string path = folder_.file("empty.bin");
    book::test::write_file(path, {});
    if (with_header) write_book(folder_, "empty.bin", {}, book::BookHeader{.comment = "New"});
    auto asked = service({path});
    EXPECT_EQ(json_of(asked.handle(get("/api/books"))).at("books").at(0).at("records"), 0);
    EXPECT_THAT(asked.handle(get(kStart)).body(), HasSubstr(R"({"moves":[],"unusable":0})"));
    json::object wish = set_weight("d2d4", 5);
    wish["action"] = "add";
    EXPECT_EQ(asked.handle(change(wish)).result(), status::ok);
    EXPECT_THAT(asked.handle(get(kStart)).body(), HasSubstr(R"("uci":"d2d4")"));
  }
}

TEST_F(ExplorerService, TellsWhoWroteTheLearnFields) {
  const std::string prodeo = write_book(
      folder_, "prodeo.bin",
      {{.key = chess::Position().key(), .move = book::test::code("e2e4"), .weight = 1, .learn = 0xFFE20E00}});
  auto asked = service({book_, prodeo});
  const json::value described = json_of(asked.handle(get("/api/books")));
  EXPECT_EQ(described.at("books").at(0).at("learn_layout"), "polyglot");
  EXPECT_EQ(described.at("books").at(1).at("learn_layout"), "prodeo");
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
  EXPECT_THAT(response.body(), HasSubstr("Started without -edit"));
}

TEST_F(ExplorerService, WantsChangesInJson) {
  auto asked = service({book_});
  Request request = change(set_weight("d2d4", 700));
  request.set(http::field::content_type, "Application/JSON ; charset=utf-8");
  EXPECT_EQ(asked.handle(request).result(), status::ok);
  request.set(http::field::content_type, "text/plain");
  EXPECT_EQ(asked.handle(request).result(), status::unsupported_media_type);
  for (const char* body : {"", "{", "[]", "null", "{}", "{\"book\":0}"}) {
    EXPECT_EQ(asked.handle(change("/api/edit", body)).result(), status::bad_request) << body;
  }
}

TEST_F(ExplorerService, RefusesChangesThatMakeNoSense) {
  auto asked = service({book_});
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
    EXPECT_EQ(asked.handle(with(name, value)).result(), status::bad_request) << name << value;
  }
  EXPECT_EQ(asked.handle(with("move", "a2a3")).result(), status::conflict) << "not in the book";
}

}  // namespace
}  // namespace polyglot::explorer::test
