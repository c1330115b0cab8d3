// SPDX-License-Identifier: MIT
#include "explorer/lichess_service.hpp"
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <polyglot/json_text.hpp>
#include <polyglot/visible.hpp>

#include "explorer/lichess_answer.hpp"
#include "explorer/query.hpp"
#include "explorer/server.hpp"

namespace polyglot::explorer {

namespace {

namespace http = boost::beast::http;
using http::status;

constexpr std::string_view kMethods = "GET, HEAD, OPTIONS";

Response open_answer(const Request& request, status code, std::string_view content_type, std::string body) {
  Response response = response_to(request, code, content_type, std::move(body));
  response.set(http::field::access_control_allow_origin, "*");
  return response;
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

/// Lichess has names for chess that are not names of our rules.
bool means_chess(std::string_view variant) {
  return variant == "fromPosition" || variant == "from_position";
}

}  // namespace

Response LichessService::handle(const Request& request) const {
  Response response = dispatch(request);
  // HEAD reports the length of the answer to GET.
  if (request.method() == http::verb::head) response.body().clear();
  return response;
}

Response LichessService::refuse(const Request& request, status code, std::string_view why) {
  return open_answer(request, code, "text/plain; charset=utf-8", visible_line(why) + "\n");
}

Response LichessService::dispatch(const Request& request) const {
  const std::string_view path = read_target(request.target()).path;
  const bool is_lichess = path == "/lichess";
  if (request.method() == http::verb::options) return preflight(request);
  if (!is_lichess && path != "/masters")
    return refuse(request, status::not_found, "Ask for /lichess or /masters; nothing else is served here");
  if (request.method() != http::verb::get && request.method() != http::verb::head) {
    Response response = refuse(request, status::method_not_allowed, "Not by this method");
    response.set(http::field::allow, kMethods);
    return response;
  }
  return answer(request, is_lichess ? LichessDatabase::lichess : LichessDatabase::masters);
}

Response LichessService::answer(const Request& request, LichessDatabase database) const {
  const auto query = Query::read(request.target());
  if (!query)
    return refuse(request, status::bad_request, "The address is not encoded as URLs are: a blank is %20");
  const std::string variant = variant_of(*query);
  const ServedCounts* const served = find(variant);
  if (served == nullptr)
    return refuse(request, status::bad_request,
                  fmt::format("variant: no games of \"{}\" are served", variant));
  const auto question = read_question(*query, database, served->rules, names_.get());
  if (!question) return refuse(request, status::bad_request, question.error().to_string());
  const auto described = lichess_answer(served->counts, *question, names_.get());
  if (!described) {
    report_(described.error().to_string());
    return refuse(request, status::internal_server_error, "The counts of this position cannot be read");
  }
  return open_answer(request, status::ok, "application/json", json_text(*described));
}

const ServedCounts* LichessService::find(std::string_view variant) const {
  const auto found = std::ranges::find_if(served_, [variant](const ServedCounts& served) {
    return served.rules.is_called(variant) || (served.rules.is_chess() && means_chess(variant));
  });
  return found != served_.end() ? &*found : nullptr;
}

}  // namespace polyglot::explorer
