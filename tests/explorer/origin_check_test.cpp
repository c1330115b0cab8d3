// SPDX-License-Identifier: MIT
#include "explorer/explorer_testing.hpp"
#include "explorer/target.hpp"
#include "support/testing.hpp"

namespace polyglot::explorer::test {
namespace {

namespace http = boost::beast::http;

Request from(std::string_view host, std::string_view origin = "") {
  Request request(http::verb::get, "/", 11);
  request.set(http::field::host, host);
  if (!origin.empty()) request.set(http::field::origin, origin);
  return request;
}

TEST(OriginCheck, LetsOurOwnNamesIn) {
  const OriginCheck check(kPort);
  EXPECT_FALSE(check.objection(from("127.0.0.1:4711")));
  EXPECT_FALSE(check.objection(from("localhost:4711")));
  EXPECT_FALSE(check.objection(from("LOCALHOST:4711")));
}

TEST(OriginCheck, RefusesNamesThatOnlyResolveToThisMachine) {
  const OriginCheck check(kPort);
  for (const char* host : {"evil.example:4711", "127.0.0.1", "127.0.0.1:4712", "localhost.evil.example:4711",
                           "127.0.0.1:47110", "", "[::1]:4711"}) {
    EXPECT_TRUE(check.objection(from(host))) << host;
  }
}

TEST(OriginCheck, LooksAtTheHostInTheTargetAsWell) {
  const OriginCheck check(kPort);
  const auto asked_for = [](std::string_view target, std::string_view host) {
    Request request = from(host);
    request.target(target);
    return request;
  };
  EXPECT_FALSE(check.objection(asked_for("http://127.0.0.1:4711/", "127.0.0.1:4711")));
  EXPECT_FALSE(check.objection(asked_for("HTTP://LocalHost:4711?x", "127.0.0.1:4711")));
  for (const char* target :
       {"http://evil.example:4711/", "http://127.0.0.1:4712/", "http://127.0.0.1/", "http:///", "http://",
        "http://evil.example", "http://127.0.0.1:4711@evil.example/", "http://evil.example@127.0.0.1:4711/",
        "http://127.0.0.1:4711.evil.example/", "http://127.0.0.1:4711#/",
        "http://127.0.0.1:4711\\evil.example/"}) {
    EXPECT_TRUE(check.objection(asked_for(target, "127.0.0.1:4711"))) << target;
  }
  EXPECT_TRUE(check.objection(asked_for("http://127.0.0.1:4711/", "evil.example:4711")));
  Request none(http::verb::get, "http://127.0.0.1:4711/", 10);
  EXPECT_TRUE(check.objection(none));
}

TEST(OriginCheck, RefusesRequestsWithoutOneHost) {
  const OriginCheck check(kPort);
  Request none(http::verb::get, "/", 10);
  EXPECT_TRUE(check.objection(none));
  Request two = from("127.0.0.1:4711");
  two.insert(http::field::host, "evil.example");
  EXPECT_TRUE(check.objection(two));
}

TEST(OriginCheck, RefusesOtherOrigins) {
  const OriginCheck check(kPort);
  EXPECT_FALSE(check.objection(from("127.0.0.1:4711", "http://127.0.0.1:4711")));
  for (const char* origin : {"http://evil.example", "http://127.0.0.1:4712", "https://127.0.0.1:4711", "null",
                             "http://127.0.0.1:4711.evil.example"}) {
    EXPECT_TRUE(check.objection(from("127.0.0.1:4711", origin))) << origin;
  }
  Request two = from("127.0.0.1:4711", "http://127.0.0.1:4711");
  two.insert(http::field::origin, "http://evil.example");
  EXPECT_TRUE(check.objection(two));
}

TEST(OriginCheck, RefusesWhatOtherPagesHaveABrowserSendWithoutAnOrigin) {
  const OriginCheck check(kPort);
  const auto fetched = [](std::string_view site, std::string_view mode) {
    Request request = from("127.0.0.1:4711");
    request.set("Sec-Fetch-Site", site);
    if (!mode.empty()) request.set("Sec-Fetch-Mode", mode);
    return request;
  };
  for (const char* site : {"cross-site", "same-site"}) {
    for (const char* mode : {"no-cors", "cors", "websocket", ""})
      EXPECT_TRUE(check.objection(fetched(site, mode))) << site << " " << mode;
    EXPECT_FALSE(check.objection(fetched(site, "navigate"))) << site;
  }
  for (const char* site : {"same-origin", "none"})
    EXPECT_FALSE(check.objection(fetched(site, "cors"))) << site;
  Request other = fetched("cross-site", "navigate");
  other.set(http::field::origin, "http://evil.example");
  EXPECT_TRUE(check.objection(other));
}

TEST(OriginCheck, KnowsThatThePortOfHttpIsNotNamed) {
  EXPECT_FALSE(OriginCheck(80).objection(from("localhost")));
}

TEST(Secret, IsLongAndNeverTheSame) {
  const std::string secret = random_secret();
  EXPECT_EQ(secret.size(), 32U);
  EXPECT_EQ(secret.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(secret, random_secret());
}

TEST(Target, IsAPathAndAQuery) {
  const Target plain = read_target("/api/books");
  EXPECT_FALSE(plain.authority);
  EXPECT_EQ(plain.path, "/api/books");
  EXPECT_EQ(plain.resource, "/api/books");
  const Target asked = read_target("/api/position?fen=a?b//c");
  EXPECT_EQ(asked.path, "/api/position");
  EXPECT_EQ(asked.resource, "/api/position?fen=a?b//c");
}

TEST(Target, NamesAnAuthorityInTheAbsoluteForm) {
  for (const char* text : {"http://127.0.0.1:4711/api/books?x=1", "HTTP://127.0.0.1:4711/api/books?x=1"}) {
    const Target target = read_target(text);
    EXPECT_EQ(target.authority, "127.0.0.1:4711") << text;
    EXPECT_EQ(target.path, "/api/books");
    EXPECT_EQ(target.resource, "/api/books?x=1");
  }
}

TEST(Target, OfAnAuthorityAloneIsTheRoot) {
  EXPECT_EQ(read_target("http://localhost:4711").path, "/");
  EXPECT_EQ(read_target("http://localhost:4711?x").path, "/");
  EXPECT_EQ(read_target("http://localhost:4711?x").authority, "localhost:4711");
}

TEST(Target, KeepsAllOfTheAuthority) {
  EXPECT_EQ(read_target("http://127.0.0.1:4711@evil.example/").authority, "127.0.0.1:4711@evil.example");
  EXPECT_EQ(read_target("http://127.0.0.1:4711#/").authority, "127.0.0.1:4711#");
  EXPECT_EQ(read_target("http:///api/books").authority, "");
}

TEST(Target, IsAPathWhateverElseItIs) {
  for (const char* text :
       {"", "*", "//evil.example/", "https://127.0.0.1:4711/", "http:/x", "127.0.0.1:4711"}) {
    EXPECT_FALSE(read_target(text).authority) << text;
    EXPECT_EQ(read_target(text).path, text);
  }
}

}  // namespace
}  // namespace polyglot::explorer::test
