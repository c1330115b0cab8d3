// SPDX-License-Identifier: MIT
#include <algorithm>
#include <random>

#include <boost/beast/core/string.hpp>
#include <boost/url/parse.hpp>
#include <fmt/format.h>

#include "explorer/target.hpp"

namespace polyglot::explorer {

namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr std::string_view kScheme = "http://";
constexpr std::uint16_t kHttpPort = 80;

/// Whether the browser reports that another page has sent the request. The Origin field alone is not enough,
/// because it may be missing. Links from other pages are allowed.
bool is_of_another_page(const Request& request) {
  if (request["Sec-Fetch-Mode"] == "navigate") return false;
  const std::string_view site = request["Sec-Fetch-Site"];
  return site == "cross-site" || site == "same-site";
}

}  // namespace

Target read_target(std::string_view text) {
  Target target;
  if (beast::iequals(text.substr(0, kScheme.size()), kScheme)) {
    text.remove_prefix(kScheme.size());
    target.authority = text.substr(0, text.find_first_of("/?"));
    text.remove_prefix(target.authority->size());
  }
  target.resource = text;
  target.path = text.substr(0, text.find('?'));
  if (target.authority && target.path.empty()) target.path = "/";
  return target;
}

OriginCheck::OriginCheck(std::uint16_t port) {
  for (const char* name : {"127.0.0.1", "localhost"}) {
    hosts_.push_back(fmt::format("{}:{}", name, port));
    if (port == kHttpPort) hosts_.emplace_back(name);
  }
}

std::optional<std::string> OriginCheck::objection(const Request& request) const {
  const auto is_ours = [this](std::string_view host) {
    return std::ranges::any_of(hosts_,
                               [host](const std::string& ours) { return beast::iequals(ours, host); });
  };
  const auto authority = read_target(request.target()).authority;
  if (request.count(http::field::host) != 1 || !is_ours(request[http::field::host]) ||
      (authority && !is_ours(*authority)))
    return "This page is served to 127.0.0.1 and localhost only";
  constexpr const char* kOtherPage = "Other pages may not ask";
  if (is_of_another_page(request)) return kOtherPage;
  if (request.count(http::field::origin) == 0) return std::nullopt;
  const std::string_view origin = request[http::field::origin];
  const bool is_one = request.count(http::field::origin) == 1;
  if (is_one && origin.starts_with(kScheme) && is_ours(origin.substr(kScheme.size()))) return std::nullopt;
  return kOtherPage;
}

std::string random_secret() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

std::optional<Query> Query::read(std::string_view target) {
  const auto resource = boost::urls::parse_origin_form(read_target(target).resource);
  return resource ? std::optional(Query(*resource)) : std::nullopt;
}

std::optional<std::string> Query::value(std::string_view name) const {
  const auto parameters = resource_.params();
  const auto found = parameters.find(name);
  return found == parameters.end() ? std::nullopt : std::optional<std::string>((*found).value);
}

}  // namespace polyglot::explorer
