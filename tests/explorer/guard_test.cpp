#include <gtest/gtest.h>

#include "explorer/explorer_testing.hpp"

namespace polyglot::explorer::test {
namespace {

namespace http = boost::beast::http;

Request from(std::string_view host, std::string_view origin = "") {
  Request request(http::verb::get, "/", 11);
  request.set(http::field::host, host);
  if (!origin.empty()) request.set(http::field::origin, origin);
  return request;
}

TEST(Guard, LetsOurOwnNamesIn) {
  const Guard guard(kPort);
  EXPECT_FALSE(guard.objection(from("127.0.0.1:4711")));
  EXPECT_FALSE(guard.objection(from("localhost:4711")));
  EXPECT_FALSE(guard.objection(from("LOCALHOST:4711")));
}

TEST(Guard, RefusesNamesThatOnlyResolveToThisMachine) {
  const Guard guard(kPort);
  for (const char* host : {"evil.example:4711", "127.0.0.1", "127.0.0.1:4712", "localhost.evil.example:4711",
                           "127.0.0.1:47110", "", "[::1]:4711"}) {
    EXPECT_TRUE(guard.objection(from(host))) << host;
  }
}

TEST(Guard, LooksAtTheHostInTheTargetAsWell) {
  const Guard guard(kPort);
  const auto asked_for = [](std::string_view target, std::string_view host) {
    Request request = from(host);
    request.target(target);
    return request;
  };
  EXPECT_FALSE(guard.objection(asked_for("http://127.0.0.1:4711/", "127.0.0.1:4711")));
  EXPECT_FALSE(guard.objection(asked_for("HTTP://LocalHost:4711?x", "127.0.0.1:4711")));
  for (const char* target :
       {"http://evil.example:4711/", "http://127.0.0.1:4712/", "http://127.0.0.1/", "http:///", "http://",
        "http://evil.example", "http://127.0.0.1:4711@evil.example/", "http://evil.example@127.0.0.1:4711/",
        "http://127.0.0.1:4711.evil.example/", "http://127.0.0.1:4711#/",
        "http://127.0.0.1:4711\\evil.example/"}) {
    EXPECT_TRUE(guard.objection(asked_for(target, "127.0.0.1:4711"))) << target;
  }
  EXPECT_TRUE(guard.objection(asked_for("http://127.0.0.1:4711/", "evil.example:4711")));
  Request none(http::verb::get, "http://127.0.0.1:4711/", 10);
  EXPECT_TRUE(guard.objection(none));
}

TEST(Guard, RefusesRequestsWithoutOneHost) {
  const Guard guard(kPort);
  Request none(http::verb::get, "/", 10);
  EXPECT_TRUE(guard.objection(none));
  Request two = from("127.0.0.1:4711");
  two.insert(http::field::host, "evil.example");
  EXPECT_TRUE(guard.objection(two));
}

TEST(Guard, RefusesOtherOrigins) {
  const Guard guard(kPort);
  EXPECT_FALSE(guard.objection(from("127.0.0.1:4711", "http://127.0.0.1:4711")));
  for (const char* origin : {"http://evil.example", "http://127.0.0.1:4712", "https://127.0.0.1:4711", "null",
                             "http://127.0.0.1:4711.evil.example"}) {
    EXPECT_TRUE(guard.objection(from("127.0.0.1:4711", origin))) << origin;
  }
  Request two = from("127.0.0.1:4711", "http://127.0.0.1:4711");
  two.insert(http::field::origin, "http://evil.example");
  EXPECT_TRUE(guard.objection(two));
}

TEST(Guard, RefusesWhatOtherPagesHaveABrowserSendWithoutAnOrigin) {
  const Guard guard(kPort);
  const auto fetched = [](std::string_view site, std::string_view mode) {
    Request request = from("127.0.0.1:4711");
    request.set("Sec-Fetch-Site", site);
    if (!mode.empty()) request.set("Sec-Fetch-Mode", mode);
    return request;
  };
  for (const char* site : {"cross-site", "same-site"}) {
    for (const char* mode : {"no-cors", "cors", "websocket", ""})
      EXPECT_TRUE(guard.objection(fetched(site, mode))) << site << " " << mode;
    EXPECT_FALSE(guard.objection(fetched(site, "navigate"))) << site;
  }
  for (const char* site : {"same-origin", "none"})
    EXPECT_FALSE(guard.objection(fetched(site, "cors"))) << site;
  Request foreign = fetched("cross-site", "navigate");
  foreign.set(http::field::origin, "http://evil.example");
  EXPECT_TRUE(guard.objection(foreign));
}

TEST(Guard, KnowsThatThePortOfHttpIsNotNamed) {
  EXPECT_FALSE(Guard(80).objection(from("localhost")));
}

TEST(Token, IsLongAndNeverTheSame) {
  const std::string token = random_token();
  EXPECT_EQ(token.size(), 32U);
  EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(token, random_token());
}

}  // namespace
}  // namespace polyglot::explorer::test
