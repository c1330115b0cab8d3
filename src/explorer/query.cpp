// SPDX-License-Identifier: MIT
#include "explorer/query.hpp"

#include <boost/url/parse.hpp>

#include "explorer/origin_check.hpp"

namespace polyglot::explorer {

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
