// SPDX-License-Identifier: MIT
/// Targets of requests for counts, with the interface of Lichess's opening explorer. Every answer has one of
/// three statuses; if it is not an answer, it is one line of text; if it is one, it is JSON with the moves of
/// a position, each played at least once.
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include "check.hpp"
#include "explorer/counted_games.hpp"
#include "explorer/lichess.hpp"

namespace polyglot::fuzz {
namespace {

namespace http = boost::beast::http;
namespace json = boost::json;

void check_answer(const explorer::Response& response) {
  const unsigned status = response.result_int();
  check(status == 200 || status == 400, "an answer has a status that is known");
  const std::string& body = response.body();
  if (status != 200) return check(body.find('\n') == body.size() - 1, "a refusal is one line");
  boost::system::error_code error;
  const json::value answer = json::parse(body, error);
  check(!error, "an answer is JSON");
  for (const json::value& move : answer.at("moves").as_array()) {
    const json::object& known = move.as_object();
    check(!known.at("uci").as_string().empty() && !known.at("san").as_string().empty(), "moves have names");
  }
  check(answer.at("topGames").is_array(), "there is a list of games");
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot;
  using namespace polyglot::fuzz;
  static const game::Rules kRules;
  static const counts::CountsFile kCounts =
      explorer::test::count(test::TemporaryFolder(), "example", explorer::test::kExampleGames);
  const std::string_view text = as_text(data, size);
  const explorer::LichessSource source{.counts = {&kCounts}, .rules = kRules};
  check_answer(explorer::lichess_response(explorer::Request(http::verb::get, text, 11), "/lichess", source));
  return 0;
}
