// SPDX-License-Identifier: MIT
#include "pgn/move_lexer.hpp"

namespace polyglot::pgn {
namespace {

/// The next character after `at` that matters in a comment: a brace, or the '[' where a game begins.
std::size_t next_brace(std::string_view text, std::size_t at) noexcept {
  for (++at; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '{' || c == '}') return at;
    if (c == '[' && is_line_end(text[at - 1]) && begins_game(text, at)) return at;
  }
  return text.size();
}

}  // namespace

/// By the standard comments do not nest, and ":-{" does not begin a second one. But if a comment has another
/// '{' in it, and the next brace after its '}' closes again, then its author did nest comments.
SkippedComment skip_comment(std::string_view text, std::size_t at) noexcept {
  const auto is = [&](std::size_t i, char c) { return i < text.size() && text[i] == c; };
  bool nests = false;
  bool holds_another = false;
  at = next_brace(text, at);
  for (; is(at, '{'); at = next_brace(text, at)) nests = holds_another = true;
  if (!is(at, '}')) return {.end = at, .is_closed = false};
  while (nests) {
    const std::size_t next = next_brace(text, at);
    if (!is(next, '}')) break;
    at = next;
    holds_another = false;
  }
  return {.end = at + 1, .holds_another = holds_another};
}

}  // namespace polyglot::pgn
