#include "process/expansion.hpp"
#include <algorithm>

#include <polyglot/ascii.hpp>

namespace polyglot::process {
namespace {

bool is_name_start(char c) noexcept {
  return is_letter(c) || c == '_';
}
bool is_name_char(char c) noexcept {
  return is_name_start(c) || is_digit(c);
}

std::string_view leading_name(std::string_view text) noexcept {
  if (text.empty() || !is_name_start(text.front())) return {};
  const auto end = std::find_if_not(text.begin(), text.end(), is_name_char);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

}  // namespace

Result<VariableReference> parse_variable(std::string_view text) {
  const std::string_view rest = text.substr(1);
  if (!rest.starts_with('{')) {
    const std::string_view name = leading_name(rest);
    return VariableReference{std::string(name), 1 + name.size()};
  }
  const std::string_view name = leading_name(rest.substr(1));
  if (name.empty() || !rest.substr(1 + name.size()).starts_with('}'))
    return Error{"only the plain forms $NAME and ${NAME} are understood"};
  return VariableReference{std::string(name), name.size() + 3};
}

std::optional<std::string> leading_home(std::string_view text, const Environment& environment) {
  if (text != "~" && !text.starts_with("~/")) return std::nullopt;
  return environment("HOME");
}

}  // namespace polyglot::process
