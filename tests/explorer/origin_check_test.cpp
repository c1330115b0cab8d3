// SPDX-License-Identifier: MIT
#include <stdexcept>

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

}  // namespace
}  // namespace polyglot::explorer::test
