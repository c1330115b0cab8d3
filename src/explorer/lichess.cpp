// SPDX-License-Identifier: MIT
#include "explorer/lichess.hpp"

#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/visible.hpp>

#include "explorer/answers.hpp"
#include "explorer/server.hpp"

namespace polyglot::explorer {

namespace lichess {
namespace {

namespace http = boost::beast::http;
namespace json = boost::json;
using http::status;

constexpr std::string_view kMethods = "GET, HEAD, OPTIONS";

// ---- The question -----------------------------------------------------------------------------------------

struct Question {
  game::Position position = {};
  game::CastlingNotation castling = game::CastlingNotation::king_to_destination;
  const openings::Opening* opening = nullptr;  ///< the last one with a name on the way to the position
  GroupFilter filter = {};
  std::size_t moves = std::numeric_limits<std::size_t>::max();  ///< maximum number of moves
  bool history = false;
};

/// Returns the value of a parameter; nothing if it is missing or empty.
std::optional<std::string> value_of(const Query& query, std::string_view name) {
  auto value = query.value(name);
  return value && !value->empty() ? std::move(value) : std::nullopt;
}

/// The parts between commas that are not blank.
std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  boost::algorithm::split(parts, list, [](char c) { return c == ','; });
  for (std::string& part : parts) part = trim(part);
  std::erase(parts, std::string());
  return parts;
}

Failure wrong(std::string_view name, std::string_view value, std::string_view expected) {
  return Failure(fmt::format("{}: \"{}\" is not {}", name, value, expected));
}

/// Reads "2016" or "2016-03". Ignores the month, because counts distinguish games only by year.
std::optional<int> read_year(const Query& query, std::string_view name) {
  const auto value = value_of(query, name);
  if (!value) return std::nullopt;
  const std::string_view text = *value;
  const std::size_t hyphen = text.find('-');
  const auto year = parse_number<int>(text.substr(0, hyphen));
  const auto month = hyphen == text.npos ? 1 : parse_number<int>(text.substr(hyphen + 1)).value_or(0);
  if (!year || *year < 1 || *year > 9999 || month < 1 || month > 12)
    throw wrong(name, text, "a year or a month (YYYY-MM)");
  return year;
}

TimeClass read_speed(std::string_view word) {
  const auto speed = read_time_class(word);
  if (!speed || std::ranges::find(kLichessSpeeds, *speed) == kLichessSpeeds.end())
    throw wrong("speeds", word, "a speed that Lichess has");
  return *speed;
}

std::uint16_t read_rating(std::string_view word) {
  const auto rating = parse_number<std::uint16_t>(word);
  if (!rating) throw wrong("ratings", word, "a rating");
  return counts::rating_band(*rating);
}

/// Reads each part of a list; nothing if the parameter is missing.
template <class Value>
std::optional<std::vector<Value>> read_list(const Query& query, std::string_view name,
                                            Value (*read)(std::string_view)) {
  const auto list = value_of(query, name);
  if (!list) return std::nullopt;
  std::vector<Value> values;
  for (const std::string& part : parts_of(*list)) values.push_back(read(part));
  return values;
}

/// Reads the position, and finds the last opening name on the way there.
void read_position(const Query& query, const LichessSource& source, Question& question) {
  const auto fen = value_of(query, "fen");
  auto position = fen ? source.rules.read_fen(*fen) : Result<game::Position>(source.rules.start());
  if (!position) throw Failure(fmt::format("fen: {}", position.error().to_string()));
  const auto look_up = [&] {
    const auto* const named =
        source.opening_names != nullptr ? source.opening_names->find(position->key()) : nullptr;
    if (named != nullptr) question.opening = named;
  };
  look_up();
  for (const std::string& word : parts_of(value_of(query, "play").value_or(std::string()))) {
    const auto move = game::move_from_uci(*position, word);
    if (!move) throw Failure(fmt::format("play: {} is not a legal move in {}", word, position->to_fen()));
    position->make(*move);
    look_up();
  }
  question.position = *std::move(position);
}

/// Ignores unknown and empty parameters. Failure: an invalid FEN, move or value, in one line.
Question read_question(const Query& query, const LichessSource& source) {
  const std::string variant = value_of(query, "variant").value_or("standard");
  // Lichess has names for chess that are not names of our rules.
  const bool means_chess = variant == "fromPosition" || variant == "from_position";
  if (!source.rules.is_called(variant) && !(means_chess && source.rules.is_chess()))
    throw Failure(fmt::format("variant: no games of \"{}\" are served", variant));
  Question question;
  read_position(query, source, question);
  if (const auto moves = value_of(query, "moves")) {
    const auto number = parse_number<std::size_t>(*moves);
    if (!number) throw wrong("moves", *moves, "a whole number");
    question.moves = *number;
  }
  question.filter = read_filter(query);
  question.history = query.value("history") == "true";
  question.castling = variant == "chess960" ? game::CastlingNotation::king_takes_rook
                                            : game::castling_notation(question.position);
  return question;
}

// ---- The answer -------------------------------------------------------------------------------------------

void describe(json::object& described, const Results& results) {
  described["white"] = results.white;
  described["draws"] = results.draws;
  described["black"] = results.black;
}

json::object describe_move(const Question& question, const CountedMove& move,
                           const openings::OpeningNames* names) {
  const auto rating = average_rating(move.totals);
  json::object described{{"uci", game::to_uci(question.position, move.move, question.castling)},
                         {"san", game::to_san(question.position, move.move)},
                         {"averageRating", rating ? json::value(*rating) : json::value(nullptr)}};
  describe(described, results_of(move.totals, question.position.side_to_move()));
  described["game"] = nullptr;
  game::Position behind = question.position;
  behind.make(move.move);
  described["opening"] = describe_opening(names != nullptr ? names->find(behind.key()) : nullptr);
  return described;
}

/// Returns a row for each year. The row has the name of the first month.
json::array describe_history(const CountedPosition& counted, game::Color mover) {
  json::array rows;
  for (const auto& [year, totals] : counted.years) {
    if (year == 0) continue;
    json::object& row = rows.emplace_back(json::object{{"month", fmt::format("{:04}-01", year)}}).as_object();
    describe(row, results_of(totals, mover));
  }
  return rows;
}

json::object describe_counted(const CountedPosition& counted, const Question& question, bool is_lichess,
                              const openings::OpeningNames* names) {
  json::object described;
  const game::Color mover = question.position.side_to_move();
  describe(described, results_of(counted.totals, mover));
  json::array moves;
  for (std::size_t i = 0; i < std::min(question.moves, counted.moves.size()); ++i)
    moves.push_back(describe_move(question, counted.moves[i], names));
  described["moves"] = std::move(moves);
  // Files of counts have no single games.
  if (is_lichess) described["recentGames"] = json::array();
  described["topGames"] = json::array();
  described["opening"] = describe_opening(question.opening);
  if (question.history) described["history"] = describe_history(counted, mover);
  return described;
}

Response open_answer(const Request& request, status code, std::string_view content_type, std::string body) {
  Response response = response_to(request, code, content_type, std::move(body));
  response.set(http::field::access_control_allow_origin, "*");
  return response;
}

Response refuse(const Request& request, status code, std::string_view why) {
  return open_answer(request, code, "text/plain; charset=utf-8", visible_line(why) + "\n");
}

/// Browsers ask this before a page may send fields of its own, for example a token.
Response preflight(const Request& request) {
  Response response = open_answer(request, status::no_content, "text/plain", {});
  response.erase(http::field::content_length);
  response.set(http::field::access_control_allow_methods, kMethods);
  response.set(http::field::access_control_allow_headers,
               "Accept, Authorization, Cache-Control, Content-Type, If-Modified-Since, X-Requested-With");
  response.set(http::field::access_control_max_age, "86400");
  if (request["Access-Control-Request-Private-Network"] == "true")
    response.set("Access-Control-Allow-Private-Network", "true");
  return response;
}

}  // namespace
}  // namespace lichess

GroupFilter read_filter(const Query& query) {
  using namespace lichess;
  return {.speeds = read_list(query, "speeds", read_speed),
          .ratings = read_list(query, "ratings", read_rating),
          .since = read_year(query, "since"),
          .until = read_year(query, "until")};
}

bool is_lichess_path(std::string_view path) noexcept {
  return path == "/lichess" || path == "/masters";
}

Response lichess_response(const Request& request, std::string_view path, const LichessSource& source) {
  using namespace lichess;
  if (request.method() == http::verb::options) return preflight(request);
  if (request.method() != http::verb::get && request.method() != http::verb::head) {
    Response response = refuse(request, status::method_not_allowed, "Not by this method");
    response.set(http::field::allow, kMethods);
    return response;
  }
  const auto query = Query::read(request.target());
  if (!query)
    return refuse(request, status::bad_request, "The address is not encoded as URLs are: a blank is %20");
  const auto question = result_of([&] { return read_question(*query, source); });
  if (!question) return refuse(request, status::bad_request, question.error().to_string());
  const auto counted = result_of([&] { return add_up(source.counts, question->position, question->filter); });
  if (!counted) return refuse(request, status::internal_server_error, counted.error().to_string());
  return open_answer(
      request, status::ok, "application/json",
      json_text(describe_counted(*counted, *question, path == "/lichess", source.opening_names)));
}

}  // namespace polyglot::explorer
