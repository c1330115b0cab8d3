// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/openings/eco_range.hpp>

namespace polyglot::openings {
namespace {

/// "B", "B9", "B90", "B90a" or "B90a1" with its letters as files have them; nothing for whatever else.
std::optional<std::string> read_code(std::string_view text) {
  std::string code = lower_case(text);
  if (code.empty() || code.size() > 5 || code[0] < 'a' || code[0] > 'e') return std::nullopt;
  code[0] = to_upper(code[0]);
  for (std::size_t i = 1; i < code.size(); ++i)
    if (i == 3 ? !is_letter(code[i]) : !is_digit(code[i])) return std::nullopt;
  return code;
}

}  // namespace

std::optional<EcoRange> EcoRange::read(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = read_code(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : read_code(text.substr(dash + 1));
  // "B9-B" goes to the end of B.
  if (!first || !last || first->substr(0, last->size()) > *last) return std::nullopt;
  return EcoRange{*first, *last};
}

}  // namespace polyglot::openings
