// SPDX-License-Identifier: MIT
#include <arpa/inet.h>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <gmock/gmock.h>

#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/counts/counts_writer.hpp>

#include "tools/run_program.hpp"

// All that it answers is tested in tests/explorer; here the program is run.
namespace polyglot::tools::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace json = boost::json;

/// A move of a game that White has won, or of one that was drawn.
counts::Row row(std::uint16_t code, const counts::Group& group, const counts::Totals& totals) {
  return {.move = code, .group = group.code(), .totals = totals};
}

/// All bytes of the answer to a GET, headers included.
std::string get(int port, const std::string& target) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  const std::string request =
      "GET " + target + " HTTP/1.1\r\nHost: lichess.example\r\nConnection: close\r\n\r\n";
  EXPECT_EQ(::send(socket, request.data(), request.size(), 0), static_cast<ssize_t>(request.size()));
  std::string answer;
  char block[4096];
  for (ssize_t size = 0; (size = ::recv(socket, block, sizeof(block), 0)) > 0;)
    answer.append(block, static_cast<std::size_t>(size));
  ::close(socket);
  return answer;
}

std::string body_of(const std::string& answer) {
  return answer.substr(answer.find("\r\n\r\n") + 4);
}

class Serve : public ::testing::Test {
 protected:
  /// Counts 1. e4 e5 (White wins, blitz of 2016) and 1. e4 c5 (a draw, classical of 2017), apart or together.
  std::string count(bool apart) {
    const counts::Group blitz =
        apart ? counts::Group{.speed = counts::TimeClass::blitz, .rating = 1600, .year = 2016}
              : counts::Group();
    const counts::Group slow =
        apart ? counts::Group{.speed = counts::TimeClass::classical, .rating = 2200, .year = 2017}
              : counts::Group();
    chess::Position position;
    const chess::Move e4 = *chess::move_from_uci(position, "e2e4");
    const std::uint16_t first = book::encode_move(e4);
    std::map<chess::Key, std::vector<counts::Row>> rows;
    if (apart) {
      rows[position.key()] = {
          row(first, blitz, {.games = 1, .wins = 1, .rated = 1, .rating_sum = 1700, .opponent_sum = 1650}),
          row(first, slow, {.games = 1, .draws = 1, .rated = 1, .rating_sum = 2450, .opponent_sum = 2450})};
    } else {
      rows[position.key()] = {row(first, blitz, {.games = 2, .wins = 1, .draws = 1})};
    }
    position.make(e4);
    rows[position.key()] = {
        row(book::encode_move(*chess::move_from_uci(position, "e7e5")), blitz,
            {.games = 1, .losses = 1, .rated = 1, .rating_sum = 1650, .opponent_sum = 1700}),
        row(book::encode_move(*chess::move_from_uci(position, "c7c5")), slow,
            {.games = 1, .draws = 1, .rated = 1, .rating_sum = 2450, .opponent_sum = 2450})};
    auto writer = counts::CountsWriter::create(folder_ / "games.counts", {}).value();
    for (const auto& [key, moves] : rows) writer.add(key, moves).value();
    (void)writer.commit().value();
    return folder_ / "games.counts";
  }

  /// Of a shell that runs the program; await_port() reads its address.
  [[nodiscard]] std::vector<std::string> arguments(const std::string& counts) const {
    EXPECT_EQ(::mkfifo((folder_ / "address").c_str(), 0600), 0);
    return {"-c", "exec \"$0\" serve \"$1\" --api lichess --port 0 --openings none >\"$2\"",
            program_under_test(), counts, folder_ / "address"};
  }
  [[nodiscard]] int await_port() const {
    std::ifstream output(folder_ / "address");
    std::string address;
    std::getline(output, address);
    EXPECT_THAT(address, StartsWith("http://127.0.0.1:"));
    return std::atoi(address.c_str() + address.rfind(':') + 1);
  }

  TemporaryFolder folder_;
};

TEST_F(Serve, AnswersAsLichessDoesFromCountedGames) {
  const std::string counts = count(true);
  RunningProgram serve("/bin/sh", arguments(counts), {});
  const int port = await_port();

  const std::string answer = get(port, "/lichess?play=e2e4&topGames=1&recentGames=0");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(answer, HasSubstr("\r\nAccess-Control-Allow-Origin: *\r\n"));
  EXPECT_EQ(json::parse(body_of(answer)), json::parse(R"({
    "white": 1, "draws": 1, "black": 0,
    "moves": [
      {"uci": "c7c5", "san": "c5", "averageRating": 2450, "white": 0, "draws": 1, "black": 0,
       "game": null, "opening": null},
      {"uci": "e7e5", "san": "e5", "averageRating": 1650, "white": 1, "draws": 0, "black": 0,
       "game": null, "opening": null}],
    "recentGames": [], "topGames": [], "opening": null})"));
  EXPECT_EQ(json::parse(body_of(get(port, "/masters?speeds=blitz&since=2016&until=2016"))).at("white"), 1);
  EXPECT_THAT(get(port, "/lichess?play=e2e5"), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(get(port, "/player?player=Anna"), StartsWith("HTTP/1.1 404 "));
  const std::string too_long = get(port, "/lichess?play=" + std::string(20'000, 'x'));
  EXPECT_THAT(too_long, StartsWith("HTTP/1.1 431 "));
  EXPECT_THAT(too_long, HasSubstr("\r\nAccess-Control-Allow-Origin: *\r\n"));
  EXPECT_EQ(body_of(too_long), "The fields of a request may have 16384 bytes at most\n");

  serve.send(SIGTERM);
  EXPECT_EQ(serve.end().exit_code, 0);
}

TEST_F(Serve, ShowsTheGamesThatCountsKeep) {
  const std::string games =
      "[Event \"Oslo \\\"A\\\"\"]\n[Site \"?\"]\n[Date \"2016.03.05\"]\n[White \"Anna\"]\n[Black \"Bea\"]\n"
      "[Result \"1-0\"]\n[WhiteElo \"1700\"]\n[BlackElo \"1650\"]\n\n1. e4 e5 1-0\n\n";
  const std::string best =
      "[Event \"Rated blitz\"]\n[Site \"https://lichess.org/abcd1234\"]\n[Date \"2017.??.??\"]\n[White "
      "\"Cleo\"]\n"
      "[Black \"Dora\"]\n[Result \"1/2-1/2\"]\n[WhiteElo \"2450\"]\n[BlackElo \"2400\"]\n"
      "[TimeControl \"180+0\"]\n\n1. e4 c5 1/2-1/2\n\n";
  write_file(folder_ / "games.pgn", games + best);
  EXPECT_EQ(polyglot({"count-games", "--keep-games", "--by", "speed", folder_ / "games.pgn", "-o",
                      folder_ / "games.counts"})
                .exit_code,
            0);
  RunningProgram serve("/bin/sh", arguments(folder_ / "games.counts"), {});
  const int port = await_port();
  const json::value anna = json::parse(R"({
    "uci": "e2e4", "id": "0-0-0", "winner": "white", "speed": null, "mode": "rated",
    "black": {"name": "Bea", "rating": 1650}, "white": {"name": "Anna", "rating": 1700},
    "year": 2016, "month": "2016-03"})");
  const json::value cleo = json::parse(R"({
    "uci": "e2e4", "id": "abcd1234", "winner": null, "speed": "blitz", "mode": "rated",
    "black": {"name": "Dora", "rating": 2400}, "white": {"name": "Cleo", "rating": 2450},
    "year": 2017, "month": null})");
  const json::value start = json::parse(body_of(get(port, "/lichess?topGames=1")));
  EXPECT_EQ(start.at("topGames"), json::array{cleo});
  EXPECT_EQ(start.at("recentGames"), json::array{anna});
  EXPECT_EQ(start.at("moves").at(0).at("game"), nullptr);
  const json::value behind = json::parse(body_of(get(port, "/lichess?play=e2e4")));
  for (const json::value& move : behind.at("moves").as_array())
    EXPECT_EQ(move.at("game").at("id"), move.at("uci") == "c7c5" ? "abcd1234" : "0-0-0");
  serve.send(SIGTERM);
  EXPECT_EQ(serve.end().exit_code, 0);
}

TEST_F(Serve, SaysWhichQuestionsCannotChoose) {
  const std::string counts = count(false);
  const Outcome outcome = polyglot({"serve", counts, "--host", "256.0.0.1"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("games are not counted by speed, rating, year"));
  EXPECT_THAT(outcome.err, HasSubstr("256.0.0.1: is not an address to listen on"));
}

TEST_F(Serve, WantsCounts) {
  EXPECT_EQ(polyglot({"serve"}).exit_code, 2);
  EXPECT_EQ(polyglot({"serve", "games.counts", "--api", "chesscom"}).exit_code, 2);
  write_file(folder_ / "games.pgn", "1. e4 *\n");
  const Outcome outcome = polyglot({"serve", folder_ / "games.pgn"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("games.pgn"));
  EXPECT_THAT(polyglot({"serve", folder_ / "none.counts"}).err, HasSubstr("none.counts"));
}

}  // namespace
}  // namespace polyglot::tools::test
