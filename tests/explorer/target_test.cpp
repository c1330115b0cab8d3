// SPDX-License-Identifier: MIT
#include "explorer/target.hpp"

#include <gtest/gtest.h>

namespace polyglot::explorer::test {
namespace {

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
