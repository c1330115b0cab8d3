#include <algorithm>

#include <polyglot/protocol/text.hpp>

#include "protocol/characters.hpp"

namespace polyglot::protocol {
namespace {

constexpr std::string_view kBlanks = " \t";

}  // namespace

std::string_view trim(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string_view take_word(std::string_view& text) noexcept {
  const auto blank = [](char c) { return is_blank(c); };
  const char* const end = text.data() + text.size();
  const char* const first = std::find_if_not(text.data(), end, blank);
  const char* const last = std::find_if(first, end, blank);
  text = {last, static_cast<std::size_t>(end - last)};
  return {first, static_cast<std::size_t>(last - first)};
}

bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

}  // namespace polyglot::protocol
