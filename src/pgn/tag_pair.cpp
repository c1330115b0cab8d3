#include "pgn/tag_pair.hpp"

#include "pgn/characters.hpp"

namespace polyglot::pgn {
namespace {

std::size_t next_line(std::string_view text, std::size_t line_end) noexcept {
  return line_end + (text.substr(line_end).starts_with("\r\n") ? 2 : 1);
}

/// The quote that ends a value on this line: the first one before "]" that has no backslash; kNowhere if
/// there is none.
std::size_t closing_quote(std::string_view text, std::size_t at) noexcept {
  for (; at < text.size() && !is_line_end(text[at]); ++at) {
    if (text[at] == '"') {
      const std::size_t next = skip_blanks(text, at + 1);
      if (next < text.size() && text[next] == ']') return at;
    } else if (text[at] == '\\' && at + 1 < text.size() && !is_line_end(text[at + 1])) {
      ++at;
    }
  }
  return kNowhere;
}

TagPair closed(std::string_view text, std::string_view name, std::size_t from, std::size_t quote) noexcept {
  return {{name, text.substr(from, quote - from)}, text.find(']', quote) + 1};
}

/// The line's own end is no part of the value, nor are marks that were meant to close it.
std::string_view trimmed(std::string_view value) noexcept {
  const auto drop = [&](char mark) {
    while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
    if (value.ends_with(mark)) value.remove_suffix(1);
  };
  drop(']');
  drop('"');
  return value;
}

}  // namespace

TagPair read_tag(std::string_view text, std::size_t at) noexcept {
  const std::size_t name_at = skip_blanks(text, at + 1);
  std::size_t from = name_at;
  while (from < text.size() && is_tag_name(text[from])) ++from;
  const std::string_view name = text.substr(name_at, from - name_at);
  from = skip_blanks(text, from);
  if (from < text.size() && text[from] == '"') ++from;

  if (const std::size_t quote = closing_quote(text, from); quote != kNowhere)
    return closed(text, name, from, quote);
  const std::size_t line_end = end_of_line(text, from);
  if (line_end < text.size()) {
    const std::size_t second = next_line(text, line_end);
    const std::size_t quote = closing_quote(text, second);
    if (quote != kNowhere && text[second] != '[') return closed(text, name, from, quote);
  }
  return {{name, trimmed(text.substr(from, line_end - from))}, line_end};
}

}  // namespace polyglot::pgn
