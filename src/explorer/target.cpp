#include "explorer/target.hpp"

#include <boost/beast/core/string.hpp>

namespace polyglot::explorer {

namespace {

constexpr std::string_view kScheme = "http://";

}  // namespace

Target read_target(std::string_view text) {
  Target target;
  if (boost::beast::iequals(text.substr(0, kScheme.size()), kScheme)) {
    text.remove_prefix(kScheme.size());
    target.authority = text.substr(0, text.find_first_of("/?"));
    text.remove_prefix(target.authority->size());
  }
  target.resource = text;
  target.path = text.substr(0, text.find('?'));
  if (target.authority && target.path.empty()) target.path = "/";
  return target;
}

}  // namespace polyglot::explorer
