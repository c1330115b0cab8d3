// SPDX-License-Identifier: MIT
// Records of statistics, and the times in them.
#include <chrono>
#include <cstdint>
#include <string>

#include <gmock/gmock.h>

#include <polyglot/proxy/statistics.hpp>

namespace polyglot::proxy {
namespace {

using std::chrono::nanoseconds;
using ::testing::HasSubstr;

TEST(DurationHistogram, KnowsDurationsToASixteenth) {
  for (std::int64_t value = 0; value < 1'000'000'000'000; value += 1 + value / 7) {
    DurationHistogram times;
    times.add(nanoseconds(value));
    times.add(std::chrono::hours(1));
    const std::int64_t found = times.percentile(50).count();
    EXPECT_GE(found, value);
    EXPECT_LE(found - value, value / 16) << value;
  }
}

TEST(DurationHistogram, TellsPercentilesAndTheLongest) {
  DurationHistogram times;
  EXPECT_EQ(times.percentile(99), nanoseconds(0));
  for (int i = 1; i <= 100; ++i) times.add(nanoseconds(i < 100 ? 10 : 5000));
  EXPECT_EQ(times.count(), 100U);
  EXPECT_EQ(times.percentile(50), nanoseconds(10));
  EXPECT_EQ(times.percentile(99), nanoseconds(10));
  EXPECT_EQ(times.percentile(100), nanoseconds(5000)) << "no longer than the longest";
  EXPECT_EQ(times.max(), nanoseconds(5000));
}

TEST(DurationHistogram, TakesWhateverAClockSays) {
  DurationHistogram times;
  times.add(nanoseconds(-1));
  times.add(nanoseconds::max());
  EXPECT_EQ(times.percentile(50), nanoseconds(0));
  EXPECT_GT(times.max(), std::chrono::hours(1));
}

TEST(DurationHistogram, TakesNoMaximumFromNoDurations) {
  DurationHistogram times;
  times.add(nanoseconds(7));
  times.add(nanoseconds(9), 0);
  EXPECT_EQ(times.max(), nanoseconds(7));
}

TEST(DurationHistogram, AddsUp) {
  DurationHistogram one;
  DurationHistogram two;
  for (int i = 0; i < 99; ++i) one.add(nanoseconds(7));
  two.add(nanoseconds(900));
  one.merge(two);
  EXPECT_EQ(one.count(), 100U);
  EXPECT_EQ(one.percentile(99), nanoseconds(7));
  EXPECT_EQ(one.max(), nanoseconds(900));
}

StatisticsRecord a_game() {
  StatisticsRecord game;
  game.process = 12;
  game.start = StatisticsRecord::Time(std::chrono::milliseconds(1'700'000'000'042));
  game.end = game.start + std::chrono::seconds(60);
  game.engine = "An \"engine\" 1";
  game.gui_protocol = "uci";
  game.engine_protocol = "xboard";
  game.plies = 80;
  game.book_moves = 7;
  game.out_of_book = 15;
  game.book = "a\\b.bin";
  game.restarts = 1;
  game.learned = 6;
  for (int i = 1; i <= 1000; ++i) game.times.add(nanoseconds(i * 100));
  return game;
}

TEST(Statistics, ALineIsReadAsItWasWritten) {
  const StatisticsRecord game = a_game();
  const auto read = read_statistics(to_json(game)).value();
  EXPECT_EQ(read.kind, game.kind);
  EXPECT_EQ(read.process, game.process);
  EXPECT_EQ(read.engine, game.engine);
  EXPECT_EQ(read.gui_protocol, game.gui_protocol);
  EXPECT_EQ(read.engine_protocol, game.engine_protocol);
  EXPECT_EQ(read.plies, game.plies);
  EXPECT_EQ(read.book_moves, game.book_moves);
  EXPECT_EQ(read.out_of_book, game.out_of_book);
  EXPECT_EQ(read.book, game.book);
  EXPECT_EQ(read.restarts, game.restarts);
  EXPECT_EQ(read.learned, game.learned);
  EXPECT_EQ(read.times.count(), game.times.count());
  EXPECT_EQ(read.times.max(), game.times.max());
  for (unsigned percent = 1; percent <= 100; ++percent) {
    EXPECT_EQ(read.times.percentile(percent), game.times.percentile(percent));
  }
}

TEST(Statistics, OfASessionHaveTheLastBookOfAGame) {
  StatisticsRecord session;
  session.add(a_game());
  session.add(StatisticsRecord());
  EXPECT_EQ(session.book, a_game().book);
  EXPECT_EQ(session.plies, a_game().plies);
}

TEST(Statistics, WhatIsNotKnownIsNull) {
  StatisticsRecord session;
  session.kind = StatisticsRecord::Kind::session;
  session.games = 0;
  const std::string line = to_json(session);
  EXPECT_THAT(line, HasSubstr(R"("type":"session")"));
  EXPECT_THAT(line, HasSubstr(R"("engine":null)"));
  EXPECT_THAT(line, HasSubstr(R"("start":"1970-01-01T00:00:00.000Z")"));
  EXPECT_EQ(read_statistics(line).value().games, 0U);
  StatisticsRecord game;
  EXPECT_EQ(read_statistics(to_json(game)).value().out_of_book, std::nullopt);
}

TEST(Statistics, SaysWhatIsWrongWithALine) {
  const std::string good = to_json(a_game());
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_FALSE(read_statistics(good.substr(0, length))) << length;
  }
  EXPECT_THAT(read_statistics("[]").error().what, HasSubstr("not a JSON object"));
  EXPECT_THAT(read_statistics(R"({"type":"match"})").error().what, HasSubstr("neither game nor session"));
  const auto broken = [&](const std::string& from, const std::string& to) {
    std::string line = good;
    line.replace(line.find(from), from.size(), to);
    return read_statistics(line).error().what;
  };
  EXPECT_EQ(broken(R"("plies":80)", R"("plies":-80)"), R"("plies" is not a whole number)");
  EXPECT_EQ(broken(R"("plies":80)", R"("lies":80)"), R"("plies" is not a whole number)");
  EXPECT_EQ(broken(R"("gui_protocol":"uci")", R"("gui_protocol":7)"),
            R"("gui_protocol" is not a text or null)");
  EXPECT_THAT(broken(R"("max_ns":)", R"("max_nt":)"), HasSubstr("time_us"));
}

}  // namespace
}  // namespace polyglot::proxy
